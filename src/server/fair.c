/* fair.c: commitments to seeds (fair.h), with SHA-256 as in FIPS 180-4. */
#include "server/fair.h"

#include <stdio.h>
#include <stdlib.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotr(uint32_t x, int n) { return (x >> n) | (x << (32 - n)); }

static void block(uint32_t h[8], const unsigned char *p)
{
    uint32_t w[64];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
               (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotr(a, 7) ^ rotr(a, 18) ^ (a >> 3)) + w[i - 7] +
               (rotr(b, 17) ^ rotr(b, 19) ^ (b >> 10));
    }
    uint32_t v[8];
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i++) {
        const uint32_t s1 = rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25);
        const uint32_t t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[i] + w[i];
        const uint32_t s0 = rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22);
        const uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        h[i] += v[i];
}

void fair_sha256_hex(const void *data, size_t len, char out[FAIR_HEX])
{
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned char *p = (const unsigned char *)data;
    size_t left = len;
    for (; left >= 64; left -= 64, p += 64)
        block(h, p);
    unsigned char end[128] = {0};
    if (left)
        memcpy(end, p, left);
    end[left] = 0x80;
    const size_t size = left < 56 ? 64 : 128;
    for (int i = 0; i < 8; i++)
        end[size - 1 - (size_t)i] = (unsigned char)((uint64_t)len * 8 >> (8 * i));
    block(h, end);
    if (size == 128)
        block(h, end + 64);
    for (int i = 0; i < 8; i++)
        snprintf(out + 8 * i, 9, "%08x", h[i]);
}

void fair_commit(const char *game, uint64_t seed, const char *salt, char out[FAIR_HEX])
{
    char text[192];
    const int n = snprintf(text, sizeof text, "serai-fair-1:%s:%llu:%s", game,
                           (unsigned long long)seed, salt);
    fair_sha256_hex(text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1, out);
}

/* ---- version 2 ------------------------------------------------------------------------------ */

static void hash_text(const char *text, char out[FAIR_HEX])
{
    fair_sha256_hex(text, strlen(text), out);
}

void fair_seal(const char *game, const char *salt, char out[FAIR_HEX])
{
    char text[192];
    snprintf(text, sizeof text, "serai-fair-2:%s:%s", game, salt);
    hash_text(text, out);
}

void fair_dice(const char *part, char out[FAIR_HEX]) { hash_text(part, out); }

void fair_seed(const char *game, const char *salt, const char part[][FAIR_HEX], int seats,
               uint64_t *seed, uint64_t *high)
{
    char text[192 + SR_SEATS_MAX * FAIR_HEX], hex[FAIR_HEX];
    int n = snprintf(text, 192, "serai-fair-2:%s:%s", game, salt);
    for (int i = 0; i < seats; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, ":%s", part[i]);
    hash_text(text, hex);
    hex[32] = '\0';
    *seed = strtoull(hex + 16, NULL, 16);
    hex[16] = '\0';
    *high = strtoull(hex, NULL, 16);
}

bool fair_is_part(const char *text)
{
    const size_t n = strspn(text, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return text[n] == '\0' && n >= FAIR_PART_MIN && n < FAIR_PART_MAX;
}

bool fair_is_dice(const char *text)
{
    return strlen(text) == FAIR_HEX - 1 && text[strspn(text, "0123456789abcdef")] == '\0';
}

/* ---- files ---------------------------------------------------------------------------------- */

struct mix { /* of each seat: what it committed to, and what went into the seed */
    char dice[SR_SEATS_MAX][FAIR_HEX], part[SR_SEATS_MAX][FAIR_HEX];
};

static bool read_mix(const struct sr_doc *doc, int fair, int seats, struct mix *mix)
{
    const int dice = sr_json_get(doc, fair, "dice"), parts = sr_json_get(doc, fair, "parts");
    if (dice < 0 || doc->tok[dice].type != SR_J_ARRAY || doc->tok[dice].size != seats ||
        parts < 0 || doc->tok[parts].type != SR_J_ARRAY || doc->tok[parts].size != seats)
        return false;
    for (int i = 0; i < seats; i++)
        if (!sr_json_text(doc, sr_json_at(doc, dice, i), mix->dice[i], FAIR_HEX) ||
            !sr_json_text(doc, sr_json_at(doc, parts, i), mix->part[i], FAIR_HEX))
            return false;
    return true;
}

static enum sr_err verify_mix(const struct sr_doc *doc, int tok, int fair, const char *game,
                              const char *salt, const char *commit, struct sr_diag *diag)
{
    struct mix mix;
    char ours[FAIR_HEX];
    int64_t seats;
    uint64_t seed, high, mixed, mixed_high;
    if (!sr_json_num(doc, sr_json_get(doc, tok, "players"), &seats) || seats < 1 ||
        seats > SR_SEATS_MAX || !read_mix(doc, fair, (int)seats, &mix) ||
        !sr_json_seed_wide_read(doc, sr_json_get(doc, tok, "seed"), &seed, &high))
        return sr_fail(diag, SR_PARSE, "fair: dice and parts of every seat are expected");
    fair_seal(game, salt, ours);
    if (strcmp(ours, commit) != 0)
        return sr_fail(diag, SR_DIFFERS, "the salt is not the one committed to before the match");
    for (int i = 0; i < seats; i++) {
        fair_dice(mix.part[i], ours);
        if (strcmp(mix.part[i], mix.dice[i]) != 0 && strcmp(ours, mix.dice[i]) != 0)
            return sr_fail(diag, SR_DIFFERS, "the part of seat %d is not the one committed to", i);
    }
    fair_seed(game, salt, mix.part, (int)seats, &mixed, &mixed_high);
    if (mixed != seed || mixed_high != high)
        return sr_fail(diag, SR_DIFFERS, "the seed is not made of the salt and the players' parts");
    return SR_OK;
}

enum sr_err fair_verify(const struct sr_doc *doc, int tok, struct sr_diag *diag)
{
    const int fair = sr_json_get(doc, tok, "fair");
    if (fair < 0)
        return sr_fail(diag, SR_NOTHING, "the file carries no commitment to its seed");
    char game[32], salt[65], commit[FAIR_HEX + 8], ours[FAIR_HEX];
    uint64_t seed;
    if (doc->tok[fair].type != SR_J_OBJECT ||
        !sr_json_text(doc, sr_json_get(doc, tok, "game"), game, sizeof game) ||
        !sr_json_text(doc, sr_json_get(doc, fair, "salt"), salt, sizeof salt) ||
        !sr_json_text(doc, sr_json_get(doc, fair, "commit"), commit, sizeof commit))
        return sr_fail(diag, SR_PARSE, "fair: commit and salt are expected, beside game and seed");
    if (sr_json_get(doc, fair, "parts") >= 0)
        return verify_mix(doc, tok, fair, game, salt, commit, diag);
    if (!sr_json_seed_read(doc, sr_json_get(doc, tok, "seed"), &seed))
        return sr_fail(diag, SR_PARSE, "fair: commit and salt are expected, beside game and seed");
    fair_commit(game, seed, salt, ours);
    if (strcmp(ours, commit) != 0)
        return sr_fail(diag, SR_DIFFERS, "the seed is not the one committed to before the match");
    return SR_OK;
}
