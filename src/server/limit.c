/* limit.c: how often one address or seat may do something: a bucket of tokens that refills.
 * A table of fixed size holds the buckets; the least used of a few neighbours makes room, so that
 * a flood of addresses costs no memory. */
#include "core/alloc.h"
#include "server/limit.h"
#include "server/secret.h"

enum { BUCKETS = 1 << 14, NEIGHBOURS = 8 };

static const struct {
    double burst, per_second;
} rates[LIMIT_KINDS] = {
    [LIMIT_REQUEST] = {120, 20}, [LIMIT_LOGIN] = {6, 0.1}, [LIMIT_ACCOUNT] = {5, 1 / 60.0},
    [LIMIT_CREATE] = {20, 0.2},  [LIMIT_SOCKET] = {60, 5}, [LIMIT_MESSAGE] = {60, 10},
    [LIMIT_CHAT] = {6, 0.5},     [LIMIT_PAGE] = {800, 60},
    [LIMIT_NOTICE] = {12, 1 / 120.0}, [LIMIT_MAIL] = {3, 1 / 3600.0},
    [LIMIT_DEED] = {40, 1},      [LIMIT_REPORT] = {6, 1 / 600.0},
};

struct bucket {
    uint64_t who;
    int64_t at;
    double tokens;
    uint16_t taken; /* since it was last told elsewhere */
    uint8_t kind;
};

struct limits {
    double scale;
    uint64_t key;
    struct bucket bucket[BUCKETS];
};

struct limits *limits_new(double scale)
{
    struct limits *l = (struct limits *)sr_alloc(sizeof *l);
    if (l) {
        l->scale = scale;
        l->key = sv_random64();
    }
    return l;
}

void limits_free(struct limits *l) { sr_free(l); }

void limits_secret(struct limits *l, const char *secret)
{
    l->key = 0x9E3779B97F4A7C15u;
    for (; *secret; secret++)
        l->key = (l->key ^ (unsigned char)*secret) * 0xFF51AFD7ED558CCDu;
}

static uint64_t hash(uint64_t key, int kind, const char *who)
{
    uint64_t h = key ^ (uint64_t)kind * 0x9E3779B97F4A7C15u;
    for (const char *s = who; *s; s++) {
        h = (h ^ (unsigned char)*s) * 0xFF51AFD7ED558CCDu;
        h ^= h >> 32;
    }
    return h | 1;
}

static struct bucket *find(struct limits *l, uint64_t who, int kind, double burst, int64_t now)
{
    struct bucket *oldest = NULL;
    for (int i = 0; i < NEIGHBOURS; i++) {
        struct bucket *b = &l->bucket[(who + (uint64_t)i) % BUCKETS];
        if (b->who == who)
            return b;
        if (!oldest || b->at < oldest->at)
            oldest = b;
    }
    *oldest = (struct bucket){.who = who, .at = now, .tokens = burst, .kind = (uint8_t)kind};
    return oldest;
}

static void refill(struct bucket *b, double burst, double rate, int64_t now)
{
    if (now > b->at)
        b->tokens += (double)(now - b->at) / 1000.0 * rate;
    if (b->tokens > burst)
        b->tokens = burst;
    b->at = now;
}

bool limits_take(struct limits *l, enum limit_kind kind, const char *who, int64_t now, int *wait)
{
    *wait = 0;
    if (l->scale <= 0)
        return true;
    const double burst = rates[kind].burst * l->scale, rate = rates[kind].per_second * l->scale;
    struct bucket *b = find(l, hash(l->key, (int)kind, who), (int)kind, burst, now);
    refill(b, burst, rate, now);
    if (b->tokens >= 1) {
        b->tokens -= 1;
        b->taken++;
        return true;
    }
    *wait = 1 + (int)((1 - b->tokens) / rate);
    return false;
}

uint64_t limits_key(const struct limits *l, const char *who)
{
    return hash(l->key, LIMIT_KINDS, who);
}

void limits_spent(struct limits *l, void (*tell)(void *context, uint64_t who, int kind, int amount),
                  void *context)
{
    for (int i = 0; i < BUCKETS; i++) {
        struct bucket *b = &l->bucket[i];
        if (b->taken && b->tokens < rates[b->kind].burst * l->scale / 2)
            tell(context, b->who, b->kind, b->taken);
        b->taken = 0;
    }
}

void limits_charge(struct limits *l, uint64_t who, int kind, int amount, int64_t now)
{
    if (kind < 0 || kind >= LIMIT_KINDS || l->scale <= 0 || amount < 0)
        return;
    const double burst = rates[kind].burst * l->scale;
    struct bucket *b = find(l, who, kind, burst, now);
    refill(b, burst, rates[kind].per_second * l->scale, now);
    b->tokens -= amount;
    if (b->tokens < -burst)
        b->tokens = -burst;
}
