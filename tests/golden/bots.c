/* bots.c: what the bots of a game think at fixed positions, as few numbers: bots GAME bots
 *
 * Positions come from random moves, so that they stay the same when a bot changes. One line for
 * each part of the evaluation (the hand-written judgement, what follows from it, inputs and
 * outputs of the network) and for each level: what it chose, and what it thought of the moves.
 * Visits are fixed and there is no clock. */
#include <stdio.h>
#include <stdlib.h>

#include "ai/bots.h"

enum { GAMES = 4, POSITIONS = 8, VISITS = 120, PLAYED_ON = 12, IDEAS = 6 };

static uint64_t mix(uint64_t h, int64_t v)
{
    h = (h ^ (uint64_t)v) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

static uint64_t mix_text(uint64_t h, const char *s)
{
    for (; *s; s++)
        h = mix(h, *s);
    return h;
}

struct sums {
    uint64_t judge, hand, inputs, net;
    uint64_t bot[16];
    int positions;
};

/* The listed ones, and the yardstick, which never changes. */
static int bots(void) { return sr_bot_count() + 1; }

static struct sr_bot bot_at(int i)
{
    struct sr_bot bot;
    if (i < sr_bot_count())
        return *sr_bot_at(i);
    if (sr_bot_read("old", &bot, NULL) != SR_OK)
        abort();
    return bot;
}

static uint64_t values_of(uint64_t h, const struct sr_rules *r, const union sr_state *s,
                          bool learned)
{
    static struct ai_memo memo;
    const struct ai_eval e = ai_eval_for(r, learned);
    struct ai_values v = {0};
    if (learned && !e.net)
        return h;
    ai_memo_clear(&memo);
    ai_eval_position(&e, &memo, r, s, &v);
    for (int i = 0; i < v.lines; i++) {
        h = mix(h, v.win[i]);
        h = mix(h, v.margin[i]);
        h = mix(h, ai_worth(&v, i));
    }
    return h;
}

static void judge(struct sums *k, const struct sr_rules *r, const union sr_state *s)
{
    static int8_t x[SR_LINES_MAX * AI_INPUTS_MAX];
    const struct ai_eval e = ai_eval_for(r, true);
    const int lines = ai_lines(&e, s);
    for (int i = 0; i < lines; i++) {
        int part[AI_PARTS_MAX] = {0};
        e.game->judge(r, s, i, part);
        for (int p = 0; p < AI_PARTS_MAX; p++)
            k->judge = mix(k->judge, part[p]);
    }
    k->judge = mix(k->judge, e.game->progress(r, s));
    k->hand = values_of(k->hand, r, s, false);
    if (e.game->inputs) {
        memset(x, 0, sizeof x);
        e.game->features(r, s, x);
        for (int i = 0; i < lines * e.game->inputs; i++)
            if (x[i])
                k->inputs = mix(k->inputs, (int64_t)i << 8 | (uint8_t)x[i]);
    }
    k->net = values_of(k->net, r, s, true);
}

static void decide(struct sums *k, const struct sr_rules *r, const union sr_state *s)
{
    static struct sr_mind *mind;
    sr_move list[SR_MOVES_MAX];
    struct sr_view v;
    struct sr_idea idea[IDEAS];
    if (!mind && !(mind = (struct sr_mind *)malloc(sr_mind_size())))
        abort();
    const int n = sr_legal(r, s, list);
    sr_observe(r, s, sr_actor(r, s), &v);
    for (int i = 0; i < bots(); i++) {
        const struct sr_bot of = bot_at(i), *bot = &of;
        /* Seeds differ: what a bot does by chance must show. */
        for (uint64_t seed = 1; seed <= (bot->skill.visits > 0 ? 1 : 3); seed++) {
            sr_mind_init(mind, r, bot, seed);
            const int most = bot->skill.playout ? PLAYED_ON : VISITS;
            sr_mind_limit(mind, bot->skill.visits > most ? most : -1, 0);
            k->bot[i] = mix(k->bot[i], list[sr_mind_choose(mind, &v, list, n)]);
        }
        if (bot->skill.visits < 0 || n == 1)
            continue;
        const int ideas = sr_mind_ideas(mind, &v, list, n, idea, IDEAS);
        for (int j = 0; j < ideas; j++) {
            k->bot[i] = mix(mix(k->bot[i], idea[j].move), idea[j].visits);
            k->bot[i] = mix(mix(k->bot[i], idea[j].win), idea[j].margin);
            k->bot[i] = mix(mix_text(k->bot[i], idea[j].reason), idea[j].gain);
        }
    }
}

/* Positions spread over a game, those with a choice; and its end, which needs no judgement. */
static void play(struct sums *k, const struct sr_rules *r, int seats, uint64_t seed)
{
    static union sr_state past[1 << 14];
    sr_move list[SR_MOVES_MAX];
    struct sr_rng rng;
    union sr_state s;
    int length = 0;
    sr_rng_seed(&rng, seed);
    if (sr_setup(r, seats, NULL, seed, &s, NULL) != SR_OK)
        abort();
    while (!s.head.over) {
        const int n = sr_legal(r, &s, list);
        if (n > 1 && length < (int)(sizeof past / sizeof past[0]))
            past[length++] = s;
        sr_play_unchecked(r, &s, list[sr_rng_below(&rng, (uint32_t)n)], NULL);
    }
    for (int i = 0; i < POSITIONS; i++) {
        const union sr_state *at = &past[(2 * i + 1) * length / (2 * POSITIONS)];
        judge(k, r, at);
        decide(k, r, at);
        k->positions++;
    }
    k->hand = values_of(k->hand, r, &s, false);
}

int main(int argc, char **argv)
{
    const struct sr_game *g = argc == 3 ? sr_game_find(argv[1]) : NULL;
    if (!g)
        return 2;
    if (strcmp(argv[2], "names") == 0) {
        puts("bots");
        return 0;
    }
    const struct sr_rules r = sr_rules_default(g);
    uint64_t all = 0;
    printf("What the bots think at fixed positions; tools/golden %s makes it anew.\n", g->id);
    /* The fewest, the most, and the table of four that most play at. */
    for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
        if (seats != g->seats_min && seats != g->seats_max && seats != 4)
            continue;
        struct sums k = {0};
        for (int game = 0; game < GAMES; game++)
            play(&k, &r, seats, (uint64_t)(100 * seats + game));
        printf("\n%d seats, %d positions\n", seats, k.positions);
        printf("%-12s %016llx\n", "judgement", (unsigned long long)k.judge);
        printf("%-12s %016llx\n", "by hand", (unsigned long long)k.hand);
        printf("%-12s %016llx\n", "inputs", (unsigned long long)k.inputs);
        printf("%-12s %016llx\n", "network", (unsigned long long)k.net);
        all = mix(mix(mix(mix(all, (int64_t)k.judge), (int64_t)k.hand), (int64_t)k.inputs),
                  (int64_t)k.net);
        for (int i = 0; i < bots(); i++) {
            printf("%-12s %016llx\n", bot_at(i).id, (unsigned long long)k.bot[i]);
            all = mix(all, (int64_t)k.bot[i]);
        }
    }
    printf("\nSignature %016llx\n", (unsigned long long)all);
    return 0;
}
