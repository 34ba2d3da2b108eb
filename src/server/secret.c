/* secret.c: time, random ids and secrets, their hashes. All chance of the server comes from
 * libsodium; secrets leave it once, in the answer that hands them out, and are kept as hashes. */
#include <sodium.h>
#include <time.h>

#include "server/secret.h"

static int64_t millis(clockid_t which)
{
    struct timespec ts;
    clock_gettime(which, &ts);
    return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* Time of the day that never jumps: it goes by the clock that only runs, and creeps towards the
 * wall's (by a 200th of the time that passes), whatever that is set to meanwhile. */
static struct {
    bool set;
    int64_t offset, last, credit;
} day;
enum { CREEP = 200 };

int64_t sv_now(void)
{
    const int64_t runs = millis(CLOCK_BOOTTIME), wall = millis(CLOCK_REALTIME);
    if (!day.set) {
        day.set = true;
        day.offset = wall - runs;
        day.last = runs;
    }
    day.credit += runs - day.last;
    day.last = runs;
    const int64_t most = day.credit / CREEP, apart = wall - runs - day.offset;
    day.credit %= CREEP;
    day.offset += apart > most ? most : apart < -most ? -most : apart;
    return runs + day.offset;
}

void sv_not_before(int64_t instant)
{
    const int64_t behind = instant - sv_now();
    if (behind > 0 && behind < (int64_t)2 * 86400 * 1000)
        day.offset += behind;
}

uint64_t sv_micros(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000000u + (uint64_t)ts.tv_nsec / 1000u;
}

uint64_t sv_random64(void)
{
    uint64_t v;
    randombytes_buf(&v, sizeof v);
    return v;
}

/* Letters and digits that are not mistaken for each other: 5 bits each. */
static const char alphabet[] = "abcdefghjkmnpqrstuvwxyz023456789";

static void random_text(char *out, int chars)
{
    unsigned char bytes[64];
    randombytes_buf(bytes, (size_t)chars);
    for (int i = 0; i < chars; i++)
        out[i] = alphabet[bytes[i] & 31];
    out[chars] = '\0';
    sodium_memzero(bytes, sizeof bytes);
}

void sv_new_id(char out[SV_ID_MAX]) { random_text(out, 13); }
void sv_new_secret(char out[SV_SECRET_MAX]) { random_text(out, 32); }

void sv_next_id(const char *id, const char *salt, char out[SV_ID_MAX])
{
    unsigned char hash[crypto_generichash_BYTES];
    crypto_generichash_state h;
    crypto_generichash_init(&h, NULL, 0, sizeof hash);
    crypto_generichash_update(&h, (const unsigned char *)id, strlen(id));
    crypto_generichash_update(&h, (const unsigned char *)salt, strlen(salt));
    crypto_generichash_final(&h, hash, sizeof hash);
    for (int i = 0; i < 13; i++)
        out[i] = alphabet[hash[i] & 31];
    out[13] = '\0';
    if (id[0] == STORE_SHARD)
        memcpy(out, id, 2); /* in the same database */
}

bool sv_id_ok(const char *id)
{
    const size_t head = id[0] == STORE_SHARD;
    return strlen(id) == 13 && strspn(id + head, alphabet) == 13 - head;
}

void sv_hash_secret(const char *secret, char out[SV_HASH_MAX])
{
    static const unsigned char domain[] = "serai secret 1";
    unsigned char hash[32];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)secret, strlen(secret), domain,
                       sizeof domain - 1);
    sodium_bin2hex(out, SV_HASH_MAX, hash, sizeof hash);
}

bool sv_hash_equal(const char *a, const char *b)
{
    if (strlen(a) != SV_HASH_MAX - 1 || strlen(b) != SV_HASH_MAX - 1)
        return false;
    return sodium_memcmp(a, b, SV_HASH_MAX - 1) == 0;
}
