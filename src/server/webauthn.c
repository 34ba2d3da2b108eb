/* webauthn.c: reading and checking what passkeys show (webauthn.h). */
#include "server/webauthn.h"

#include <sodium.h>
#include <string.h>

#include "server/doc.h"

/* ---- CBOR (RFC 8949), as much of it as authenticators use ------------------------------------ */

enum { DEPTH_MAX = 8, HASH = 32, HEAD = HASH + 1 + 4 };
enum { CBOR_UINT, CBOR_NEGATIVE, CBOR_BYTES, CBOR_TEXT, CBOR_ARRAY, CBOR_MAP, CBOR_TAG };
enum { FLAG_PRESENT = 1, FLAG_VERIFIED = 4, FLAG_CREDENTIAL = 64 };

struct cbor {
    const unsigned char *at, *end;
};

struct item {
    int type;
    uint64_t value;             /* number, length or count */
    const unsigned char *bytes; /* of texts and byte strings */
};

/* The head of the next item; false: there is none that can be. */
static bool next(struct cbor *c, struct item *out)
{
    if (c->at >= c->end)
        return false;
    const int type = *c->at >> 5, low = *c->at & 31;
    int more = low < 24 ? 0 : low == 24 ? 1 : low == 25 ? 2 : low == 26 ? 4 : low == 27 ? 8 : -1;
    c->at++;
    if (more < 0 || c->end - c->at < more)
        return false;
    *out = (struct item){.type = type, .value = more ? 0 : (uint64_t)low};
    for (; more > 0; more--)
        out->value = out->value << 8 | *c->at++;
    if (type != CBOR_BYTES && type != CBOR_TEXT)
        return true;
    if (out->value > (uint64_t)(c->end - c->at))
        return false;
    out->bytes = c->at;
    c->at += out->value;
    return true;
}

/* Passes over what an item contains. */
static bool skip(struct cbor *c, const struct item *head, int depth)
{
    const uint64_t per = head->type == CBOR_MAP ? 2 : head->type == CBOR_ARRAY ? 1 : 0;
    struct item inner;
    if (per == 0)
        return head->type != CBOR_TAG;
    if (depth >= DEPTH_MAX || head->value > (uint64_t)(c->end - c->at))
        return false;
    for (uint64_t i = 0; i < per * head->value; i++)
        if (!next(c, &inner) || !skip(c, &inner, depth + 1))
            return false;
    return true;
}

/* Advances to the value under a key of the map: a text, or where that is NULL a number. */
static bool value_of(struct cbor map, const char *text, int64_t number, struct item *out)
{
    struct item head, key;
    if (!next(&map, &head) || head.type != CBOR_MAP)
        return false;
    for (uint64_t i = 0; i < head.value; i++) {
        if (!next(&map, &key) || !next(&map, out))
            return false;
        const bool wanted =
            text ? key.type == CBOR_TEXT && key.value == strlen(text) &&
                       memcmp(key.bytes, text, strlen(text)) == 0
                 : (key.type == CBOR_UINT && number >= 0 && key.value == (uint64_t)number) ||
                       (key.type == CBOR_NEGATIVE && number < 0 &&
                        key.value == (uint64_t)(-1 - number));
        if (wanted)
            return true;
        if (!skip(&map, &key, 0) || !skip(&map, out, 0))
            return false;
    }
    return false;
}

/* A number under a number, within what is expected. */
static bool number_is(struct cbor map, int64_t key, int64_t want)
{
    struct item v;
    return value_of(map, NULL, key, &v) &&
           (want >= 0 ? v.type == CBOR_UINT && v.value == (uint64_t)want
                      : v.type == CBOR_NEGATIVE && v.value == (uint64_t)(-1 - want));
}

/* ---- keys (RFC 9053) ------------------------------------------------------------------------- */

static bool bytes_under(struct cbor map, int64_t key, unsigned char out[32])
{
    struct item v;
    if (!value_of(map, NULL, key, &v) || v.type != CBOR_BYTES || v.value != 32)
        return false;
    memcpy(out, v.bytes, 32);
    return true;
}

static bool read_key(struct cbor map, struct webauthn_key *out)
{
    enum { KIND = 1, ALG = 3, CURVE = -1, X = -2, Y = -3, OKP = 1, EC2 = 2, P256 = 1, ED25519 = 6 };
    memset(out, 0, sizeof *out);
    if (number_is(map, ALG, WEBAUTHN_ES256)) {
        out->alg = WEBAUTHN_ES256;
        out->bytes[0] = 4;
        return number_is(map, KIND, EC2) && number_is(map, CURVE, P256) &&
               bytes_under(map, X, out->bytes + 1) && bytes_under(map, Y, out->bytes + 33) &&
               seal_point_ok(out->bytes);
    }
    out->alg = WEBAUTHN_EDDSA;
    return number_is(map, ALG, WEBAUTHN_EDDSA) && number_is(map, KIND, OKP) &&
           number_is(map, CURVE, ED25519) && bytes_under(map, X, out->bytes);
}

/* ---- what is shown --------------------------------------------------------------------------- */

bool webauthn_client(const struct webauthn_site *site, const char *type, const char *json,
                     size_t len, struct sr_tok *tok, int toks,
                     char challenge[WEBAUTHN_CHALLENGE_MAX])
{
    struct sr_doc d;
    return sr_json_parse(&d, json, len, tok, toks, NULL) == SR_OK && d.tok[0].type == SR_J_OBJECT &&
           sr_json_get(&d, 0, "type") >= 0 && sr_json_is(&d, sr_json_get(&d, 0, "type"), type) &&
           sr_json_get(&d, 0, "origin") >= 0 &&
           sr_json_is(&d, sr_json_get(&d, 0, "origin"), site->origin) &&
           !sv_get_bool(&d, 0, "crossOrigin", false) &&
           sv_get_text(&d, 0, "challenge", challenge, WEBAUTHN_CHALLENGE_MAX);
}

/* For our site, with the person there and verified; *counter is how often it was used. */
static bool head_ok(const struct webauthn_site *site, const unsigned char *data, size_t len,
                    uint32_t *counter)
{
    enum { MUST = FLAG_PRESENT | FLAG_VERIFIED };
    unsigned char hash[HASH];
    if (len < HEAD)
        return false;
    crypto_hash_sha256(hash, (const unsigned char *)site->id, strlen(site->id));
    const unsigned char *n = data + HASH + 1;
    *counter = (uint32_t)n[0] << 24 | (uint32_t)n[1] << 16 | (uint32_t)n[2] << 8 | n[3];
    return sodium_memcmp(hash, data, HASH) == 0 && (data[HASH] & MUST) == MUST;
}

bool webauthn_make(const struct webauthn_site *site, const unsigned char *object, size_t len,
                   struct webauthn_made *out)
{
    enum { AAGUID = 16, FRONT = HEAD + AAGUID + 2 };
    const struct cbor all = {object, object + len};
    struct item format, data;
    memset(out, 0, sizeof *out);
    if (!value_of(all, "fmt", 0, &format) || format.type != CBOR_TEXT || format.value != 4 ||
        memcmp(format.bytes, "none", 4) != 0 || !value_of(all, "authData", 0, &data) ||
        data.type != CBOR_BYTES || !head_ok(site, data.bytes, data.value, &out->counter) ||
        !(data.bytes[HASH] & FLAG_CREDENTIAL) || data.value < FRONT)
        return false;
    const unsigned char *id = data.bytes + FRONT;
    out->id_len = (size_t)id[-2] << 8 | id[-1];
    if (out->id_len == 0 || out->id_len > sizeof out->id || data.value - FRONT < out->id_len)
        return false;
    memcpy(out->id, id, out->id_len);
    const struct cbor key = {id + out->id_len, data.bytes + data.value};
    return read_key(key, &out->key);
}

bool webauthn_use(const struct webauthn_site *site, const struct webauthn_key *key,
                  const unsigned char *data, size_t len, const char *client, size_t client_len,
                  const unsigned char *signature, size_t signature_len, uint32_t *counter)
{
    unsigned char signed_[WEBAUTHN_MADE_MAX + HASH];
    if (len > WEBAUTHN_MADE_MAX || !head_ok(site, data, len, counter))
        return false;
    memcpy(signed_, data, len);
    crypto_hash_sha256(signed_ + len, (const unsigned char *)client, client_len);
    if (key->alg == WEBAUTHN_ES256)
        return seal_verify(key->bytes, signed_, len + HASH, signature, signature_len);
    return signature_len == crypto_sign_BYTES &&
           crypto_sign_verify_detached(signature, signed_, len + HASH, key->bytes) == 0;
}
