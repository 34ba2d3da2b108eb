/* tadmor.c: Tadmor for the evaluation: the score as it stands, goods, pawns and what they stand
 * on, improvements, missions, rare goods, and the time that is left. */
#include "ai/features.h"
#include "games/tadmor/tadmor.h"

enum { BLOCK = 196, BOARD = 232, INPUTS = TAD_SEATS * BLOCK + BOARD };

static void write_goods(struct ai_writer *w, const struct tad_edition *ed,
                        const struct tad_state *s, int seat)
{
    const struct tad_player *p = &s->player[seat];
    for (int g = 0; g < TAD_GOODS; g++) {
        const int have = tad__have(p, g);
        ai_put(w, have, 4);
        ai_steps(w, have, 4);
        ai_put(w, p->exchanged[g], 2);
    }
    const int total = tad__total(p), limit = tad__limit(ed, s, seat);
    ai_put(w, total, 8);
    ai_put(w, sr_max(0, total - limit), 3);
}

static void write_player(struct ai_writer *w, const struct tad_edition *ed,
                         const struct tad_state *s, int seat, const struct sr_scores *sc)
{
    const struct tad_player *p = &s->player[seat];
    const int start = w->n;
    ai_put(w, sc->total[seat], 40);
    for (int i = 0; i < TAD_PARTS; i++)
        ai_put(w, sc->part[seat][i], 20);
    write_goods(w, ed, s, seat);
    for (int k = 0; k < TAD_KINDS; k++) {
        ai_put(w, p->owned[k], 3);
        ai_put(w, p->reserve[k], 2);
        ai_steps(w, p->reserve[k], 3);
    }
    ai_put(w, p->cards, 3);
    for (int m = 0; m < TAD_MISSIONS; m++)
        ai_flag(w, p->done >> m & 1);
    ai_put(w, tad__bits(p->done), 3);
    ai_put(w, tad__bits(p->flipped), 3);
    ai_put(w, p->tower, 10);
    ai_steps(w, p->tower / 2, 8);
    ai_put(w, p->tower % sr_max(1, ed->card_floors), 4);
    for (int i = 0; i < TAD_SECTIONS; i++)
        ai_put(w, p->temples[i], 1);
    int kinds = 0, rares = 0;
    for (int i = 0; i < TAD_RARES; i++) {
        ai_flag(w, p->rare[i] > 0);
        kinds += p->rare[i] > 0;
        rares += p->rare[i];
    }
    ai_put(w, kinds, 4);
    ai_put(w, rares, 4);
    for (int t = 0; t < TAD_TILES; t++)
        ai_flag(w, tad__owns(s, seat, t));
    const uint32_t acts = tad__acts(ed, s, seat);
    for (int a = TAD_NO_ACTION + 1; a < TAD_ACTIONS; a++)
        ai_flag(w, acts >> a & 1);
    ai_flag(w, p->used & TAD_USED_TAX);
    ai_flag(w, p->used & TAD_USED_EXEMPT);
    ai_flag(w, p->used & TAD_USED_OUT);
    ai_flag(w, p->stood & TAD_STOOD_TAX);
    ai_flag(w, p->stood & TAD_STOOD_SUPPLY);
    ai_flag(w, p->favoured);
    ai_flag(w, s->first == seat);
    ai_flag(w, s->lead == seat);
    ai_flag(w, s->active == seat);
    ai_flag(w, s->holder == seat);
    SR_ASSERT(w->n - start <= BLOCK);
    w->n = start + BLOCK;
}

static void write_board(struct ai_writer *w, const struct tad_edition *ed,
                        const struct tad_state *s, int seat)
{
    const struct tad_player *me = &s->player[seat];
    const int start = w->n;
    const int rounds = tad__last_round(ed);
    ai_one_of(w, s->round - 1, 9);
    ai_put(w, rounds - s->round, 4);
    ai_one_of(w, s->era - 1, TAD_ERAS);
    ai_one_of(w, s->head.seats - 2, 3);
    if (s->active == seat)
        ai_one_of(w, s->phase, TAD_PHASES);
    else
        w->n += TAD_PHASES;
    ai_one_of(w, s->phase, TAD_PHASES);
    ai_one_of(w, s->ask.kind, TAD_ASKS);
    ai_put(w, s->active == seat ? s->ask.left : 0, 3);
    int payable = 0;
    for (int m = 0; m < TAD_MISSIONS; m++) {
        const bool held = me->hand >> m & 1;
        ai_flag(w, held);
        payable += held && tad__missing(me, ed->mission_cost[m]) == 0;
    }
    ai_put(w, payable, 2);
    ai_put(w, sr_min(8, tad__max_floors(ed, s, seat)), 3);
    for (int i = 0; i < TAD_SECTIONS; i++)
        ai_flag(w, tad__can_section(ed, s, seat, i) && tad__pays_section(ed, s, seat, i));
    for (int i = 0; i < TAD_SPACES; i++)
        ai_flag(w, s->board[i] != SR_NONE);
    for (int t = 0; t < TAD_TILES; t++)
        ai_flag(w, s->tile[t] == TAD_DISPLAY);
    for (int i = 0; i < TAD_RARES; i++)
        ai_flag(w, s->top[i / TAD_RARES_IN_PILE] == i);
    if (s->revealed < TAD_REGIONS)
        w->x[w->n + s->revealed] = AI_UNIT;
    w->n += TAD_REGIONS;
    if (s->holder == seat && s->held < TAD_REGIONS)
        w->x[w->n + s->held] = AI_UNIT;
    w->n += TAD_REGIONS;
    if (s->attacked < TAD_REGIONS)
        w->x[w->n + s->attacked] = AI_UNIT;
    w->n += TAD_REGIONS;
    ai_put(w, s->bonuses, 2);
    SR_ASSERT(w->n - start <= BOARD);
    w->n = start + BOARD;
}

static void features(const struct sr_rules *r, const union sr_state *state, int line, int8_t *x)
{
    const struct tad_edition *ed = r->edition;
    const struct tad_state *s = (const struct tad_state *)state;
    struct ai_writer w = {x, 0};
    struct sr_scores sc;
    tad__scores(ed, s, &sc);
    for (int i = 0; i < s->head.seats; i++)
        write_player(&w, ed, s, (line + i) % s->head.seats, &sc);
    w.n = TAD_SEATS * BLOCK;
    write_board(&w, ed, s, line);
}

/* ---- hand-written judgement ----------------------------------------------------------------- */

enum { J_SCORE, J_GOODS, J_PAWNS, J_TILES, J_MISSIONS, J_PLACES };

static const char *const parts[] = {"score", "goods", "pawns", "tiles", "missions", "places",
                                    NULL};

static void judge(const struct sr_rules *r, const union sr_state *state, int line,
                  int part[AI_PARTS_MAX])
{
    /* What a pawn on a space will be good for, in sixteenths of a point. */
    static const uint8_t place[TAD_ACTIONS] = {
        0,  24, 22, 20, 18, 44, 40, 8,  12, 24, 8,  14, 32, 28,
        14, 36, 34, 10, 16, 18, 18, 26, 30, 24, 24, 24, 12,
    };
    static const uint8_t good[TAD_GOODS] = {5, 6, 10, 14};
    const struct tad_edition *ed = r->edition;
    const struct tad_state *s = (const struct tad_state *)state;
    const struct tad_player *p = &s->player[line];
    const int left = sr_max(0, tad__last_round(ed) - s->round);
    const int limit = tad__limit(ed, s, line);
    struct sr_scores sc;
    tad__scores(ed, s, &sc);
    part[J_SCORE] = sc.total[line] * AI_POINT;
    int goods = 0, count = 0;
    for (int g = TAD_GOODS - 1; g >= 0; g--)
        for (int i = 0; i < tad__have(p, g) && count < limit + 3; i++, count++)
            goods += good[g];
    part[J_GOODS] = goods * (left + 1) / (left + 3);
    part[J_PAWNS] = (p->owned[TAD_CAMEL] + p->owned[TAD_BOAT]) * left * 24;
    for (int t = 0; t < TAD_TILES; t++)
        if (tad__owns(s, line, t))
            part[J_TILES] += 10 * left + 6;
    for (uint32_t set = p->hand; p->cards && set && set != UINT32_MAX; set &= set - 1) {
        const int m = tad__lowest(set);
        if (m >= TAD_MISSIONS)
            break;
        const int missing = tad__missing(p, ed->mission_cost[m]);
        part[J_MISSIONS] += ed->mission_value[m] * AI_POINT / (3 + 2 * missing);
    }
    /* Only while they wait: acting must not look like a loss. */
    const uint32_t acts = s->phase <= TAD_AT_BANDIT ? tad__acts(ed, s, line) : 0;
    for (int a = 1; a < TAD_ACTIONS; a++)
        if (acts >> a & 1)
            part[J_PLACES] += place[a];
}

static int progress(const struct sr_rules *r, const union sr_state *state)
{
    const struct tad_edition *ed = r->edition;
    const struct tad_state *s = (const struct tad_state *)state;
    return (s->round - 1) * 1024 / sr_max(1, tad__last_round(ed));
}

const struct ai_game ai_game_tadmor = {
    .id = "tadmor", .version = 1, .inputs = INPUTS + INPUTS % 2, .margin = 40,
    .spread_start = 20, .spread_end = 5, .parts = parts, .features = features, .judge = judge,
    .progress = progress, .lines = NULL,
};
