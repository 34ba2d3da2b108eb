/* score.c: final scoring (R11). During the game it tells what the score would be now. */
#include "games/tadmor/tadmor.h"

static int mission_score(const struct tad_edition *ed, const struct tad_player *p)
{
    int n = 0;
    for (uint32_t set = p->done; set; set &= set - 1)
        n += ed->mission_value[sr_lowest(set)];
    for (uint32_t set = p->flipped; set; set &= set - 1)
        n += ed->mission_value[sr_lowest(set)] / 2;
    return n;
}

static int temple_score(const struct tad_edition *ed, const struct tad_player *p)
{
    int n = 0;
    for (int i = 0; i < TAD_SECTIONS; i++)
        n += ed->temple_pp[i] * p->temples[i];
    return n;
}

/* R11.4: the largest set of different goods first, then the largest of what is left. Players who
 * look ahead ask often, so a set is taken off eight kinds at once. */
static_assert(TAD_RARES == 9, "eight kinds and one");
static int rare_score(const struct tad_edition *ed, const struct tad_player *p)
{
    const uint64_t ones = 0x0101010101010101u, low = 0x7F7F7F7F7F7F7F7Fu;
    uint64_t eight; /* the first kinds at once, a byte each */
    int ninth = p->rare[TAD_RARES - 1], n = 0;
    memcpy(&eight, p->rare, sizeof eight);
    while (eight || ninth) {
        const uint64_t some = (((eight & low) + low) | eight) >> 7 & ones; /* 1 where there are */
        const int kinds = (int)(some * ones >> 56) + (ninth > 0);
        n += ed->set_pp[kinds - 1];
        eight -= some;
        ninth -= ninth > 0;
    }
    return n;
}

static int rare_count(const struct tad_player *p)
{
    int n = 0;
    for (int r = 0; r < TAD_RARES; r++)
        n += p->rare[r];
    return n;
}

/* What I38 to I42 compare. */
static int compared(const struct tad_edition *ed, const struct tad_player *p, int tile)
{
    switch (tile) {
    case TAD_I38:
        return p->tower;
    case TAD_I39:
        return mission_score(ed, p);
    case TAD_I40:
        return rare_count(p);
    case TAD_I41:
        return p->temples[TAD_STATUES];
    default:
        return p->owned[TAD_CAMEL] + p->owned[TAD_BOAT];
    }
}

/* R11.5: strictly more than everybody else. */
static bool has_most(const struct tad_edition *ed, const struct tad_state *s, int seat, int tile)
{
    const int own = compared(ed, &s->player[seat], tile);
    for (int p = 0; p < s->head.seats; p++)
        if (p != seat && compared(ed, &s->player[p], tile) >= own)
            return false;
    return true;
}

void tadmor__add_up(const struct tad_edition *ed, const struct tad_state *s, struct sr_scores *out)
{
    const int seats = s->head.seats;
    for (int p = 0; p < seats; p++) {
        const struct tad_player *who = &s->player[p];
        int *part = out->part[p];
        part[TAD_PART_TRACK] = who->pp;
        part[TAD_PART_TOWER] = ed->floor_pp * who->tower;
        part[TAD_PART_MISSIONS] = mission_score(ed, who);
        part[TAD_PART_TEMPLES] = temple_score(ed, who);
        part[TAD_PART_RARES] = rare_score(ed, who);
        part[TAD_PART_TILES] = 0;
    }
    for (int tile = TAD_I38; tile <= TAD_I42; tile++) {
        const int owner = s->tile[tile];
        if (owner < seats && has_most(ed, s, owner, tile))
            out->part[owner][TAD_PART_TILES] += ed->final_pp[tile - TAD_I38];
    }
    for (int p = 0; p < seats; p++) {
        out->total[p] = 0;
        for (int i = 0; i < TAD_PARTS; i++)
            out->total[p] += out->part[p][i];
    }
}

void tadmor__scores(const void *edition, const void *state, struct sr_scores *out)
{
    const struct tad_state *s = (const struct tad_state *)state;
    tadmor__add_up((const struct tad_edition *)edition, s, out);
    /* R11.7: a tie goes to the one with more rare goods. */
    for (int p = 0; p < s->head.seats; p++) {
        out->rank[p] = 1;
        for (int q = 0; q < s->head.seats; q++)
            out->rank[p] += out->total[q] > out->total[p] ||
                            (out->total[q] == out->total[p] &&
                             rare_count(&s->player[q]) > rare_count(&s->player[p]));
    }
}

void tadmor__final_events(const struct tad_edition *ed, const struct tad_state *s,
                          struct sr_events *ev)
{
    struct sr_scores sc;
    memset(&sc, 0, sizeof sc);
    tadmor__scores(ed, s, &sc);
    sr_emit(ev, TAD_E_PHASE, SR_NOBODY, TAD_AT_END, 0, 0, 0);
    for (int k = 0; k < s->head.seats; k++) {
        const int seat = tadmor__nth(s, k);
        for (int i = TAD_PART_TOWER; i < TAD_PARTS; i++)
            if (sc.part[seat][i] != 0)
                sr_emit(ev, TAD_E_SCORE, seat, i, sc.part[seat][i], 0, 0);
        sr_emit(ev, TAD_E_FINAL, seat, sc.total[seat], 0, 0, 0);
    }
}
