/* common.c: games and positions for the fuzz targets. */
#include "fuzz.h"

#include "../spoil.h"

int fuzz_byte(struct fuzz_bytes *b)
{
    if (b->left == 0)
        return 0;
    b->left--;
    return *b->at++;
}

uint32_t fuzz_word(struct fuzz_bytes *b)
{
    uint32_t v = 0;
    for (int i = 0; i < 4; i++)
        v = v << 8 | (uint32_t)fuzz_byte(b);
    return v;
}

void fuzz_setup(struct fuzz_bytes *b, struct fuzz_game *g)
{
    const struct sr_game *game = sr_game_at(fuzz_byte(b) % sr_game_count());
    const int seats = game->seats_min + fuzz_byte(b) % (game->seats_max - game->seats_min + 1);
    const int choices = fuzz_byte(b);
    int8_t option[SR_OPTIONS_MAX] = {0};
    g->rules = sr_rules_default(game);
    for (int i = 0; game->options[i].id; i++) {
        const struct sr_option *o = &game->options[i];
        option[i] = choices >> (i % 8) & 1
                        ? (int8_t)(o->min + (choices + i) % (o->max - o->min + 1))
                        : o->def;
    }
    FUZZ_NEED(sr_setup(&g->rules, seats, option, (uint64_t)fuzz_byte(b), &g->s, NULL) == SR_OK);
}

void fuzz_play(struct fuzz_bytes *b, struct fuzz_game *g, int most)
{
    sr_move list[SR_MOVES_MAX];
    for (int i = 0; i < most && b->left > 0 && !g->s.head.over; i++) {
        const int n = sr_legal(&g->rules, &g->s, list);
        FUZZ_NEED(n >= 1);
        int pick = fuzz_byte(b);
        if (n > 256)
            pick = pick << 8 | fuzz_byte(b);
        FUZZ_NEED(sr_play(&g->rules, &g->s, list[pick % n], NULL) == SR_OK);
        const char *broken = sr_check(&g->rules, &g->s);
        if (broken) {
            fprintf(stderr, "%s: %s\n", g->rules.game->id, broken);
            abort();
        }
    }
}

void fuzz_change(struct fuzz_bytes *b, const struct sr_game *g, union sr_state *s)
{
    static struct spoil_value value[SPOIL_VALUES];
    const int first = (int)sizeof(struct sr_head);
    while (b->left >= 3) {
        const int high = fuzz_byte(b);
        const int where = high << 8 | fuzz_byte(b);
        const int how = fuzz_byte(b);
        unsigned char *at = &s->bytes[first + where % (g->state_size - first)];
        if (how < 128)
            *at = (unsigned char)(*at + how % 7 - 3);
        else if (how < 224)
            *at = (unsigned char)(how - 128);
        else
            (void)spoil_put(&value[where % spoil_list(g, s, value)],
                            (enum spoil_kind)(how % SPOIL_KINDS), s);
    }
}

struct sr_doc *fuzz_parse(const char *text, size_t len)
{
    static struct sr_tok tokens[FUZZ_TOKENS];
    static struct sr_doc doc;
    return sr_json_parse(&doc, text, len, tokens, FUZZ_TOKENS, NULL) == SR_OK ? &doc : NULL;
}

enum sr_err fuzz_through_json(const struct sr_rules *r, const union sr_state *s,
                              union sr_state *out)
{
    static char text[FUZZ_JSON];
    struct sr_buf b;
    struct sr_diag diag;
    sr_buf_init(&b, text, sizeof text);
    sr_state_write(&b, r, s);
    if (b.full)
        return SR_SPACE;
    const struct sr_doc *doc = fuzz_parse(b.text, b.len);
    return doc ? sr_state_read(r, doc, 0, out, &diag) : SR_PARSE;
}

/* The reader accepted it, so it must come back as the same bytes. */
static void same_again(const struct sr_rules *r, const union sr_state *s)
{
    union sr_state back;
    memset(&back, 0x5A, sizeof back);
    FUZZ_NEED(fuzz_through_json(r, s, &back) == SR_OK);
    FUZZ_NEED(sr_equal(r, s, &back));
}

void fuzz_use_view(const struct sr_rules *r, const union sr_state *view)
{
    struct sr_view v;
    union sr_state t;
    struct sr_rng rng;
    sr_move list[SR_MOVES_MAX];
    same_again(r, view);
    sr_copy(r, &v.s, view);
    const int actor = sr_actor(r, view);
    if (actor != SR_NOBODY)
        (void)r->game->decision(view);
    if (actor == view->head.viewer)
        (void)sr_legal(r, view, list);
    sr_rng_seed(&rng, 3);
    sr_sample(r, &v, &rng, &t);
}

void fuzz_use_state(const struct sr_rules *r, const union sr_state *s)
{
    static struct sr_event memory[SR_EVENTS_MAX];
    union sr_state t;
    sr_move list[SR_MOVES_MAX];
    struct sr_scores sc;
    same_again(r, s);
    sr_copy(r, &t, s);
    struct sr_rng rng;
    sr_rng_seed(&rng, 1);
    for (int i = 0; i < FUZZ_PLIES && !t.head.over; i++) {
        const int actor = sr_actor(r, &t);
        FUZZ_NEED(actor >= 0 && actor < t.head.seats);
        (void)r->game->decision(&t);
        const int n = sr_legal(r, &t, list);
        FUZZ_NEED(n <= SR_MOVES_MAX);
        if (n == 0)
            break;
        for (int viewer = 0; viewer <= SR_SPECTATOR; viewer++) {
            struct sr_view v;
            union sr_state filled;
            if (viewer >= t.head.seats && viewer != SR_SPECTATOR)
                continue;
            sr_observe(r, &t, viewer, &v);
            sr_sample(r, &v, &rng, &filled);
        }
        struct sr_events ev = {memory, 0, SR_EVENTS_MAX, false};
        (void)sr_allows(r, &t, sr_rng_next(&rng));
        (void)!sr_play(r, &t, list[sr_rng_below(&rng, (uint32_t)n)], &ev);
    }
    sr_scores_of(r, &t, &sc);
}
