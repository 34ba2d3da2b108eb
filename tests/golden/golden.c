/* golden.c: prints one random game of fixed seed so that a person can follow it, and so that any
 * change of behaviour shows as a difference of text.
 *
 *   golden GAME SEATS     the playthrough: moves, events, what changed, views; later plies shorter
 *   golden GAME perft     numbers of positions by depth, for every seat count
 *   golden GAME names     what there is to print: the words that may follow GAME */
#include <stdio.h>
#include <stdlib.h>

#include "core/fields.h"
#include "serai/json.h"

enum { VALUES = 4096, VALUE_MAX = 40, PERFT_MOST = 40000 };

static char json[1 << 17];

/* ---- every value of a state, to tell what changed -------------------------------------------- */

struct value {
    char path[64], text[VALUE_MAX];
};
struct snapshot {
    struct value value[VALUES];
    int count;
};

static void note(void *arg, const struct fields__found *found)
{
    struct snapshot *to = (struct snapshot *)arg;
    if (to->count == VALUES)
        return;
    struct value *v = &to->value[to->count++];
    snprintf(v->path, sizeof v->path, "%s", found->path);
    snprintf(v->text, sizeof v->text, "%s", found->value);
}

static void take(struct snapshot *to, const struct sr_rules *r, const union sr_state *s)
{
    to->count = 0;
    fields__list(r->game->state_fields, s, note, to);
}

/* Lists grow and shrink, so paths are merged, not paired. */
static const char *find(const struct snapshot *in, const char *path)
{
    for (int i = 0; i < in->count; i++)
        if (strcmp(in->value[i].path, path) == 0)
            return in->value[i].text;
    return NULL;
}

static void print_changes(const struct snapshot *before, const struct snapshot *after)
{
    for (int i = 0; i < after->count; i++) {
        const char *was = find(before, after->value[i].path);
        if (!was || strcmp(was, after->value[i].text) != 0)
            printf("    %s: %s -> %s\n", after->value[i].path, was ? was : "nothing",
                   after->value[i].text);
    }
    for (int i = 0; i < before->count; i++)
        if (!find(after, before->value[i].path))
            printf("    %s: %s -> nothing\n", before->value[i].path, before->value[i].text);
}

/* ---- the playthrough ------------------------------------------------------------------------- */

static void print_state(const char *what, const struct sr_rules *r, const union sr_state *s)
{
    struct sr_buf b;
    sr_buf_init(&b, json, sizeof json);
    sr_state_write(&b, r, s);
    printf("%s %s\n", what, json);
}

static void print_views(const struct sr_rules *r, const union sr_state *s)
{
    struct sr_view v;
    sr_observe(r, s, 0, &v);
    print_state("  P1 sees", r, &v.s);
    sr_observe(r, s, SR_SPECTATOR, &v);
    print_state("  a spectator sees", r, &v.s);
}

static void print_legal(const struct sr_game *g, const sr_move *list, int n)
{
    printf("    %d legal:", n);
    for (int i = 0; i < n && i < 24; i++) {
        char text[SR_TEXT_MAX];
        sr_move_text(g, list[i], text);
        printf("%s %s", i ? "," : "", text);
    }
    printf(n > 24 ? ", ...\n" : "\n");
}

static void print_events(const struct sr_game *g, const struct sr_events *ev)
{
    for (int i = 0; i < ev->count; i++) {
        struct sr_buf b;
        sr_buf_init(&b, json, sizeof json);
        sr_event_write(&b, g, &ev->list[i]);
        printf("    %s\n", json);
    }
}

static void print_game(const struct sr_rules *r, int seats, uint64_t seed, int detailed)
{
    static struct snapshot before, after;
    static struct sr_event memory[SR_EVENTS_MAX];
    const struct sr_game *g = r->game;
    union sr_state s;
    struct sr_rng rng;
    sr_move list[SR_MOVES_MAX];
    if (sr_setup(r, seats, NULL, seed, &s, NULL) != SR_OK)
        exit(2);
    printf("%s, %d players, seed %d, rules version %d\n", g->id, seats, (int)seed,
           g->rules_version);
    print_state("set-up", r, &s);
    print_views(r, &s);
    sr_rng_seed(&rng, seed);
    int column = 0;
    while (!s.head.over) {
        struct sr_events ev = {memory, 0, SR_EVENTS_MAX, false};
        const int n = sr_legal(r, &s, list), actor = sr_actor(r, &s);
        const char *decision = g->decisions[g->decision(&s)].name;
        const sr_move m = list[sr_rng_below(&rng, (uint32_t)n)];
        char text[SR_TEXT_MAX];
        sr_move_text(g, m, text);
        take(&before, r, &s);
        if (sr_play(r, &s, m, &ev) != SR_OK)
            exit(2);
        const int ply = (int)s.head.ply;
        if (ply <= detailed) {
            take(&after, r, &s);
            printf("%d. P%d %s: %s\n", ply, actor + 1, decision, text);
            print_legal(g, list, n);
            print_events(g, &ev);
            print_changes(&before, &after);
            if (ply == detailed / 2)
                print_views(r, &s);
            continue;
        }
        column += printf("%s%d. P%d %s", column ? "; " : "", ply, actor + 1, text);
        if (ply % 20 == 0)
            printf(" (%016llx)", (unsigned long long)sr_hash(r, &s));
        if (column > 80 || ply % 20 == 0) {
            printf("\n");
            column = 0;
        }
    }
    printf("%s", column ? "\n" : "");
    print_state("end", r, &s);
    struct sr_scores sc;
    struct sr_buf b;
    sr_scores_of(r, &s, &sc);
    sr_buf_init(&b, json, sizeof json);
    sr_scores_write(&b, r, &sc);
    printf("scores %s\nhash %016llx\n", json, (unsigned long long)sr_hash(r, &s));
}

/* ---- perft ----------------------------------------------------------------------------------- */

static uint64_t perft(const struct sr_rules *r, const union sr_state *s, int depth)
{
    sr_move list[SR_MOVES_MAX];
    const int n = sr_legal(r, s, list);
    if (depth <= 1 || n == 0)
        return n == 0 || depth == 0 ? 1 : (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        union sr_state t;
        sr_copy(r, &t, s);
        sr_play_unchecked(r, &t, list[i], NULL);
        sum += perft(r, &t, depth - 1);
    }
    return sum;
}

static void print_perft(const struct sr_rules *r)
{
    for (int seats = r->game->seats_min; seats <= r->game->seats_max; seats++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            union sr_state s;
            uint64_t nodes = 0;
            if (sr_setup(r, seats, NULL, seed, &s, NULL) != SR_OK)
                exit(2);
            printf("%s, %d players, seed %d:", r->game->id, seats, (int)seed);
            uint64_t before = UINT64_MAX; /* equal counts: all games are over */
            for (int depth = 1; depth <= 16 && nodes < PERFT_MOST && nodes != before; depth++) {
                before = nodes;
                nodes = perft(r, &s, depth);
                printf(" %llu", (unsigned long long)nodes);
            }
            printf("\n");
        }
    }
}

int main(int argc, char **argv)
{
    const struct sr_game *g = argc == 3 ? sr_game_find(argv[1]) : NULL;
    if (!g) {
        fprintf(stderr, "usage: golden GAME SEATS|perft|names\n");
        return 2;
    }
    const struct sr_rules r = sr_rules_default(g);
    if (strcmp(argv[2], "names") == 0) {
        for (int seats = g->seats_min; seats <= g->seats_max; seats++)
            printf("%d ", seats);
        printf("perft\n");
    } else if (strcmp(argv[2], "perft") == 0)
        print_perft(&r);
    else /* about as much detail for a game of many seat counts as for one of few */
        print_game(&r, (int)strtol(argv[2], NULL, 10), 1,
                   120 / (g->seats_max - g->seats_min + 1) + 8);
    return 0;
}
