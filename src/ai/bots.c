/* bots.c: the list of bots, from the weakest to the strongest. */
#include "ai/bots.h"

/* WebAssembly without threads has no thread-local storage, and no need of it. */
#if defined(__wasm__) && !defined(__wasm_atomics__)
#define PER_THREAD static
#else
#define PER_THREAD static _Thread_local
#endif

/* A bot that is called without a memory of its own thinks in that of the thread. */
static int choose_with(const struct sr_bot *bot, const struct sr_rules *r,
                       const struct sr_view *view, const sr_move *legal, int count,
                       struct sr_rng *rng)
{
    PER_THREAD _Alignas(16) unsigned char memory[MIND_SMALL];
    struct sr_bot modest = *bot;
    modest.skill.memory = sr_min(modest.skill.memory, MIND_SMALL_ROOM);
    SR_ASSERT(sr_mind_size_for(&modest) <= sizeof memory);
    return mind__choose(sr_mind_init(memory, r, &modest, 0), view, legal, count, rng);
}

/* Settled by matches (docs/strength.md). */
#define SEARCHES                                                                                   \
    .samples = 8, .curiosity = 60, .focus = 42, .learned = true, .trust = 4, .fade = 50,           \
    .draws = 8, .policy = 1, .bargain = 1
#define LOOKS .visits = 0, .samples = 8, .curiosity = 60, .focus = 42, .draws = 8, .memory = 10

/* First those for study, then the six who sit at tables. The weaker of these are so because they
 * overlook, look less far, and follow what they like; none plays a move at random. */
#define BOTS(X)                                                                                    \
    X(0, random, "random", "Plays any legal move", .visits = -1)                                   \
    X(1, greedy, "greedy", "Looks one move ahead, by a hand-written judgement", LOOKS)             \
    X(2, learned, "learned", "Looks one move ahead, by what it learned", LOOKS, .learned = true)   \
    X(3, camelgirl, "camelgirl", "Takes what shines, and overlooks a good deal",                   \
      LOOKS, .slack = 25,                                                                          \
      .overlook = 40, .taste = 20, .likes = SR_LIKES_TO_TAKE)                                      \
    X(4, apprentice, "apprentice", "Knows one good plan, looks one move ahead",                    \
      LOOKS, .learned = true,                                                                      \
      .slack = 10, .overlook = 15, .taste = 8, .likes = SR_LIKES_ONE_PLAN)                         \
    X(5, trader, "trader", "Quick: a sure gain today, not far ahead",                              \
      SEARCHES, .visits = 40, .depth = 4,                                                          \
      .slack = 6, .millis = 1000, .memory = 12, .overlook = 5, .taste = 5,                         \
      .likes = SR_LIKES_NOW)                                                                       \
    X(6, merchant, "merchant", "Plans the turn and what the others may do, and builds", SEARCHES,  \
      .visits = 150, .slack = 3, .millis = 1000, .memory = 14, .taste = 3,                         \
      .likes = SR_LIKES_TO_BUILD)                                                                  \
    X(7, vizier, "vizier", "Looks as far as it can, at most for a second",                         \
      SEARCHES, .visits = 4000,                                                                    \
      .playout = 1, .patient = true, .millis = 1000, .memory = 16)                                 \
    X(8, storyteller, "storyteller", "Looks as far as anybody can, three seconds on all cores",    \
      SEARCHES,                                                                                    \
      .visits = 12000, .playout = 1, .patient = true, .millis = 3000, .memory = 18, .cores = -1)

#define DECLARE(n, name, id, title, ...)                                                           \
    static int choose_##name(const struct sr_rules *r, const struct sr_view *view,                 \
                             const sr_move *legal, int count, struct sr_rng *rng);
#define ROW(n, name, id, title, ...) {id, title, choose_##name, {__VA_ARGS__}},
#define DEFINE(n, name, id, title, ...)                                                            \
    static int choose_##name(const struct sr_rules *r, const struct sr_view *view,                 \
                             const sr_move *legal, int count, struct sr_rng *rng)                  \
    {                                                                                              \
        return choose_with(&bots[n], r, view, legal, count, rng);                                  \
    }

BOTS(DECLARE)
static const struct sr_bot bots[] = {BOTS(ROW)};
BOTS(DEFINE)

/* To be had by name alone: the yardstick, vizier as it was, settings and all; and the one made for
 * training (halving.h). */
static const struct sr_bot unlisted[] = {
    {"old",
     "Vizier as it was",
     NULL,
     {.visits = 4000, .samples = 8, .millis = 1000, .curiosity = 60, .focus = 42, .learned = true,
      .draws = 1, .memory = 14}},
    {"halving",
     "Tries the moves that look best, and drops the worse half",
     NULL,
     {.visits = 32, .samples = 1, .slack = 1000, .curiosity = 60, .focus = 42, .learned = true,
      .halving = true, .depth = 4, .trust = 4, .fade = 50, .draws = 8, .policy = 1, .memory = 10}},
};

int sr_bot_count(void) { return (int)(sizeof bots / sizeof bots[0]); }

const struct sr_bot *sr_bot_at(int i) { return i >= 0 && i < sr_bot_count() ? &bots[i] : NULL; }

const struct sr_bot *sr_bot_find(const char *id)
{
    for (int i = 0; i < sr_bot_count(); i++)
        if (strcmp(bots[i].id, id) == 0)
            return &bots[i];
    return NULL;
}

void sr_bot_seed(struct sr_rng *rng, uint64_t match_seed, int seat)
{
    /* Odd multiples keep the seats apart from each other and from the match's own generator. */
    sr_rng_seed(rng,
                (match_seed ^ 0xB07B07B07B07B07Bu) + (uint64_t)(seat + 1) * 0x9E3779B97F4A7C15u);
}

/* ---- bots by text --------------------------------------------------------------------------- */

static bool read_number(const char *s, size_t n, int max, int *out)
{
    int v = 0;
    if (!n)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9')
            return false;
        v = v * 10 + (s[i] - '0');
        if (v > max)
            return false;
    }
    *out = v;
    return true;
}

static bool is(const char *s, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(s, word, n) == 0;
}

static enum sr_err read_change(const char *s, size_t n, struct sr_skill *k, struct sr_diag *diag)
{
    static const struct {
        const char *key;
        size_t offset;
        int max;
    } numbers[] = {
        {"visits", offsetof(struct sr_skill, visits), 10000000},
        {"samples", offsetof(struct sr_skill, samples), 1000},
        {"slack", offsetof(struct sr_skill, slack), 1000},
        {"curiosity", offsetof(struct sr_skill, curiosity), 10000},
        {"focus", offsetof(struct sr_skill, focus), 1000},
        {"ms", offsetof(struct sr_skill, millis), 3600000},
        {"depth", offsetof(struct sr_skill, depth), 1000},
        {"trust", offsetof(struct sr_skill, trust), 1000},
        {"fade", offsetof(struct sr_skill, fade), 1000000},
        {"eyes", offsetof(struct sr_skill, eyes), 1},
        {"draws", offsetof(struct sr_skill, draws), 64},
        {"policy", offsetof(struct sr_skill, policy), 1},
        {"playout", offsetof(struct sr_skill, playout), 1},
        {"memory", offsetof(struct sr_skill, memory), 18},
        {"bargain", offsetof(struct sr_skill, bargain), 1},
        {"overlook", offsetof(struct sr_skill, overlook), 90},
        {"taste", offsetof(struct sr_skill, taste), 1000},
        {"cores", offsetof(struct sr_skill, cores), SR_MINDS_MAX},
    };
    const char *eq = memchr(s, '=', n);
    const size_t key = eq ? (size_t)(eq - s) : n;
    const char *value = eq ? eq + 1 : s + n;
    const size_t len = (size_t)(s + n - value);
    if (is(s, key, "eval")) {
        if (!is(value, len, "net") && !is(value, len, "hand"))
            return sr_fail(diag, SR_RANGE, "eval is net or hand");
        k->learned = is(value, len, "net");
        return SR_OK;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (is(s, key, numbers[i].key)) {
            int v;
            if (!read_number(value, len, numbers[i].max, &v))
                return sr_fail(diag, SR_RANGE, "%s is a number up to %d", numbers[i].key,
                               numbers[i].max);
            memcpy((char *)k + numbers[i].offset, &v, sizeof v);
            k->patient = k->patient && numbers[i].offset != offsetof(struct sr_skill, visits);
            return SR_OK;
        }
    return sr_fail(diag, SR_KEY, "a bot has no setting %.40s", s);
}

enum sr_err sr_bot_read(const char *text, struct sr_bot *out, struct sr_diag *diag)
{
    size_t n = strcspn(text, ":");
    const struct sr_bot *found = NULL;
    for (size_t i = 0; i < sizeof unlisted / sizeof unlisted[0]; i++)
        if (is(text, n, unlisted[i].id))
            found = &unlisted[i];
    for (int i = 0; i < sr_bot_count(); i++)
        if (is(text, n, bots[i].id))
            found = &bots[i];
    if (!found)
        return sr_fail(diag, SR_UNKNOWN, "there is no bot %.40s", text);
    *out = *found;
    while (text[n]) {
        text += n + 1;
        n = strcspn(text, ":");
        const enum sr_err err = read_change(text, n, &out->skill, diag);
        if (err)
            return err;
        out->choose = NULL;
    }
    return SR_OK;
}
