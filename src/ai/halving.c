/* halving.c: which moves are tried how often, and what follows from it. Integers only. */
#include "ai/halving.h"

enum { LN2 = 45426, LOG2_LN2 = -34653 }; /* 16 bits after the point */

/* ---- numbers -------------------------------------------------------------------------------- */

/* log2 of n >= 1 with 16 bits after the point, rounded down: squaring tells digit by digit. */
static int32_t log2_of(uint64_t n)
{
    int whole = 0;
    while (n >> whole > 1)
        whole++;
    uint64_t y = whole > 31 ? n >> (whole - 31) : n << (31 - whole); /* in 1..2 */
    int32_t digits = 0;
    for (int bit = 15; bit >= 0; bit--) {
        y = y * y >> 31;
        if (y >> 32) {
            y >>= 1;
            digits |= 1 << bit;
        }
    }
    return whole * 65536 + digits;
}

int32_t halving_noise(struct sr_rng *rng)
{
    /* -ln(-ln(u)) for u between 0 and 1. */
    const uint64_t odd = 2 * (uint64_t)sr_rng_next(rng) + 1;
    const int32_t bits = sr_max(1, 33 * 65536 - log2_of(odd));
    return (int32_t)((int64_t)(16 * 65536 - LOG2_LN2 - log2_of((uint64_t)bits)) * LN2 >> 16);
}

/* e to the power of a difference to the top. */
static int32_t share_of(int32_t logit, int32_t top)
{
    return ai_exp2(((int64_t)logit - top) * 94548 >> 16);
}

static int32_t top_of(const int32_t *logit, int n)
{
    int32_t top = logit[0];
    for (int i = 1; i < n; i++)
        top = sr_max(top, logit[i]);
    return top;
}

int halving_draw(const int32_t *logit, int n, struct sr_rng *rng)
{
    const int32_t top = top_of(logit, n);
    uint32_t total = 0;
    for (int i = 0; i < n; i++)
        total += (uint32_t)share_of(logit[i], top);
    uint32_t at = sr_rng_below(rng, total);
    for (int i = 0; i < n - 1; i++) {
        const uint32_t share = (uint32_t)share_of(logit[i], top);
        if (at < share)
            return i;
        at -= share;
    }
    return n - 1;
}

void halving_shares(const int32_t *logit, int n, uint16_t *share)
{
    const int32_t top = top_of(logit, n);
    int64_t total = 0;
    for (int i = 0; i < n; i++)
        total += share_of(logit[i], top);
    for (int i = 0; i < n; i++)
        share[i] = (uint16_t)((int64_t)share_of(logit[i], top) * 65535 / total);
}

int32_t halving_sigma(int32_t focus, int64_t worth) { return (int32_t)(worth * LN2 / focus); }

/* Logits may be as large as they like. */
static int32_t add(int32_t logit, int64_t more)
{
    const int64_t sum = logit + more, most = INT32_MAX;
    return (int32_t)(sum > most ? most : sum < -most ? -most : sum);
}

/* ---- rounds --------------------------------------------------------------------------------- */

static int64_t score_of(const struct halving *h, const struct halving_move *m)
{
    const int64_t worth = m->trials ? m->worth / m->trials - m->handicap : 0;
    return (int64_t)m->prior + halving_sigma(h->focus, worth);
}

/* The best first; equal ones stay in their order. */
static void sort_open(struct halving *h)
{
    for (int i = 1; i < h->open; i++) {
        const struct halving_move m = h->move[i];
        const int64_t score = score_of(h, &m);
        int k = i;
        for (; k > 0 && score_of(h, &h->move[k - 1]) < score; k--)
            h->move[k] = h->move[k - 1];
        h->move[k] = m;
    }
}

void halving_begin(struct halving *h, const struct halving_terms *t, const sr_move *legal,
                   int count, const int32_t *logit, const int32_t *handicap, bool policy,
                   struct sr_rng *rng)
{
    const int wanted = policy ? sr_max(2, t->visits / 2) : t->visits;
    const int room = sr_min(HALVING_MOVES, sr_min(count, wanted));
    memset(h, 0, sizeof *h);
    h->focus = sr_max(1, t->focus) * (AI_WIN / 1000);
    h->left = t->visits;
    h->base = (uint64_t)sr_rng_next(rng) << 32;
    h->base |= sr_rng_next(rng);
    for (int i = 0; i < count; i++) {
        const int64_t noise = (int64_t)halving_noise(rng) * t->noise / 1000;
        const int32_t prior = add(logit[i], noise);
        int k = h->tried;
        if (k == room && h->move[k - 1].prior >= prior)
            continue;
        k -= k == room;
        for (; k > 0 && h->move[k - 1].prior < prior; k--)
            h->move[k] = h->move[k - 1];
        memset(&h->move[k], 0, sizeof h->move[k]);
        h->move[k].move = legal[i];
        h->move[k].index = (uint16_t)i;
        h->move[k].prior = prior;
        h->move[k].handicap = handicap ? handicap[i] : 0;
        h->tried = sr_min(room, h->tried + 1);
    }
    h->open = h->tried;
}

int halving_round(struct halving *h)
{
    int rounds = 0;
    while (1 << rounds < h->open)
        rounds++;
    h->each = 0;
    if (rounds && h->left >= h->open)
        h->each = sr_max(1, h->left / (rounds * h->open));
    h->left -= h->each * h->open;
    return h->each * h->open;
}

void halving_seed(const struct halving *h, int trial, struct sr_rng *rng)
{
    const int number = h->move[trial / h->each].trials + trial % h->each;
    sr_rng_seed(rng, h->base + (uint64_t)number * 0xD1B54A32D192ED03u);
}

void halving_note(struct halving *h, int trial, int seat, const struct ai_values *v)
{
    struct halving_move *m = &h->move[trial / h->each];
    h->lines = v->lines;
    m->worth += ai_worth(v, seat);
    for (int i = 0; i < v->lines; i++) {
        m->win[i] += v->win[i];
        m->margin[i] += v->margin[i];
    }
}

void halving_end(struct halving *h)
{
    for (int i = 0; i < h->open; i++)
        h->move[i].trials += h->each;
    sort_open(h);
    h->open = (h->open + 1) / 2;
}

/* ---- afterwards ----------------------------------------------------------------------------- */

/* What a move that was not tried is worth: the network's word for the position and, the more
 * trials there were the more, what the tried ones brought, by their shares of the policy. */
static int32_t usual_worth(const struct halving *h, const int32_t *logit, int count)
{
    const int32_t top = top_of(logit, count);
    int64_t shares = 0, sum = 0, trials = 0;
    for (int i = 0; i < h->tried; i++) {
        const struct halving_move *m = &h->move[i];
        const int64_t share = sr_max(1, share_of(logit[m->index], top));
        if (!m->trials)
            continue;
        shares += share;
        sum += share * (m->worth / m->trials);
        trials += m->trials;
    }
    return trials ? (int32_t)((h->root + trials * (sum / shares)) / (1 + trials)) : h->root;
}

void halving_worths(const struct halving *h, const int32_t *logit, int count, int32_t *worth)
{
    const int32_t usual = usual_worth(h, logit, count);
    for (int i = 0; i < count; i++)
        worth[i] = usual;
    for (int i = 0; i < h->tried; i++)
        if (h->move[i].trials)
            worth[h->move[i].index] = (int32_t)(h->move[i].worth / h->move[i].trials);
}

void halving_improve(const struct halving *h, const int32_t *worth, const int32_t *handicap,
                     int count, int32_t *logit)
{
    for (int i = 0; i < count; i++)
        logit[i] = add(logit[i],
                       halving_sigma(h->focus, (int64_t)worth[i] - (handicap ? handicap[i] : 0)));
}
