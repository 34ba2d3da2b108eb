/* blank.c: the template game for the evaluation:
 * points and cards of each player, the round. A network is trained from these inputs (serai
 * train); until then the judgement below serves. */
#include "ai/features.h"
#include "games/blank/blank.h"

/* The block of a player, then what all share. Both counts are even together. */
enum { BLOCK = 2, SHARED = 2, INPUTS = BLANK_SEATS * BLOCK + SHARED };

static const struct blank_state *of(const union sr_state *s)
{
    return (const struct blank_state *)s;
}

static int progress(const struct sr_rules *r, const union sr_state *s)
{
    const struct blank_edition *ed = (const struct blank_edition *)r->edition;
    return sr_min(1024, (of(s)->round - 1) * 1024 / ed->rounds);
}

/* What a card in hand will bring on average: others' hands are known by their size alone. */
static int card_worth(const struct blank_edition *ed)
{
    int cards = 0, points = 0;
    for (int w = 0; w < BLANK_WARES; w++) {
        cards += ed->copies[w];
        points += ed->copies[w] * ed->price[w];
    }
    return points * AI_POINT / sr_max(1, cards);
}

/* Points so far, and half of what the cards in hand may still be sold for. */
static void judge(const struct sr_rules *r, const union sr_state *s, int line,
                  int part[AI_PARTS_MAX])
{
    const struct blank_edition *ed = (const struct blank_edition *)r->edition;
    const struct blank_player *p = &of(s)->player[line];
    const int rounds_left = ed->rounds - of(s)->round + 1;
    part[0] = p->points * AI_POINT;
    part[1] = s->head.over ? 0 : sr_min(p->hand_count, rounds_left) * card_worth(ed) / 2;
}

static void features(const struct sr_rules *r, const union sr_state *s, int8_t *x)
{
    const struct blank_edition *ed = (const struct blank_edition *)r->edition;
    const int seats = s->head.seats;
    for (int line = 0; line < seats; line++) {
        const struct blank_player *p = &of(s)->player[line];
        struct ai_writer w = {x + line * INPUTS, 0};
        ai_put(&w, p->points, 20);
        ai_put(&w, p->hand_count, 4);
        w.n = BLANK_SEATS * BLOCK;
        ai_put(&w, of(s)->round, ed->rounds);
        ai_flag(&w, of(s)->active == line);
    }
    ai_share_blocks(x, INPUTS, seats, BLOCK, BLANK_SEATS);
}

static const char *const parts[] = {"score", "hand", NULL};

const struct ai_game ai_game_blank = {
    .id = "blank", .version = 1, .inputs = INPUTS, .margin = 10,
    .spread_start = 10, .spread_end = 2, .parts = parts, .features = features, .judge = judge,
    .progress = progress, .lines = NULL,
};
