/* season.c: what happens between turns: the new queue, the invasion, the scoring phase, the end
 * (R6). Players are dealt with in the order of the queue; s->place is the place in it. */
#include "merv.h"

static void start_scoring(struct merv *g);
static void next_scoring(struct merv *g);

/* ---- the new queue, R6.1 -------------------------------------------------------------------- */

static void start_invasion(struct merv *g);

static void end_round(struct merv *g)
{
    struct merv_state *s = g->s;
    memcpy(s->queue, s->next_queue, sizeof s->queue);
    memset(s->next_queue, SR_NONE, sizeof s->next_queue);
    memset(s->slots, SR_NONE, sizeof s->slots);
    s->slot = SR_NONE;
    if (merv_has_magistrate(s))
        merv__solo_round_end(g);
    if (s->round < MERV_ROUNDS) {
        s->round++;
        merv__start_round(g);
    } else if (s->year >= g->ed->invasion_from) {
        start_invasion(g);
    } else {
        start_scoring(g);
    }
}

void merv__queue_up(struct merv *g, int owner, int camels)
{
    struct merv_state *s = g->s;
    int place = merv_masters(s) - 1;
    for (int k = 0;; place--) {
        if (s->next_queue[place] != SR_NONE)
            continue; /* R9.21: stepped over free of charge */
        if (k++ == camels)
            break;
        s->players[owner].camels--;
        s->queue_camels[place]++;
    }
    s->next_queue[place] = sr_u8(owner);
    merv__emit(g, EV_QUEUE, owner, place + 1, camels);
    const int found = s->queue_camels[place];
    s->queue_camels[place] = 0;
    merv__camels(g, owner, found);
    do {
        s->slot++;
    } while (s->slot <= MERV_SLOTS && s->slots[s->slot - 1] == SR_NONE);
    if (s->slot > MERV_SLOTS)
        end_round(g);
    else
        merv__hand_to(g, s->slots[s->slot - 1]);
}

/* ---- invasion, R6.2 ------------------------------------------------------------------------- */

static uint32_t attacked(const struct merv_at *g, int owner)
{
    return g->s->players[owner].sites & merv__exposed(g->s) & ~merv_all_soldiers(g->s);
}

unsigned merv__ransom_cubes(const struct merv_at *g, int owner, int site)
{
    const struct merv_state *s = g->s;
    unsigned accepted = 1u << WHITE | 1u << s->city[site].colour;
    if (s->white_upgrades >> site & 1)
        accepted = 0x1Fu;
    for (int k = 0; k < NORMAL; k++)
        if (s->bonus_upgrades[k] == site)
            accepted |= 1u << k;
    for (int k = 0; k < COLOURS; k++)
        if (s->players[owner].cubes[k] == 0)
            accepted &= ~(1u << k);
    return accepted;
}

static void lose_building(struct merv *g, int owner, int site)
{
    g->s->players[owner].sites &= ~(1u << site);
    merv__emit(g, EV_LOSE, owner, site, 0);
}

static void end_invasion(struct merv *g)
{
    struct merv_state *s = g->s;
    for (int i = 0; i <= MAGISTRATE; i++) {
        for (uint32_t set = s->players[i].soldiers; set; set &= set - 1)
            merv__emit(g, EV_SOLDIER_HOME, i, sr_lowest(set), 0);
        s->players[i].soldiers = 0;
    }
    s->site = SR_NONE;
    start_scoring(g);
}

/* The next attacked building after s->site of the player at s->place, then of those behind. */
static void next_ransom(struct merv *g)
{
    struct merv_state *s = g->s;
    for (; s->place < merv_masters(s); s->place++) {
        const int owner = s->queue[s->place];
        const uint32_t later = s->site == SR_NONE ? ~0u : ~0u << s->site << 1;
        const uint32_t left = merv_is_human(owner) ? attacked(&g->at, owner) & later : 0;
        if (left) {
            s->site = sr_u8(sr_lowest(left));
            if (s->who != owner || s->phase != PH_RANSOM)
                merv__hand_to(g, owner);
            s->phase = PH_RANSOM;
            return;
        }
        s->site = SR_NONE;
    }
    end_invasion(g);
}

static void start_invasion(struct merv *g)
{
    struct merv_state *s = g->s;
    sr_emit(g->ev, EV_INVASION, -1, s->year, 0, 0, 0);
    /* Soldiers never stand on what is attacked, so the order does not matter. */
    for (uint32_t set = attacked(&g->at, COURTIER); set; set &= set - 1)
        lose_building(g, COURTIER, sr_lowest(set)); /* R7.6 */
    for (uint32_t set = merv_is_honest(&g->at) ? attacked(&g->at, MAGISTRATE) : 0; set;
         set &= set - 1)
        lose_building(g, MAGISTRATE, sr_lowest(set)); /* R8.6 */
    s->place = 0;
    s->site = SR_NONE;
    next_ransom(g);
}

void merv__ransom(struct merv *g, int colour)
{
    struct merv_state *s = g->s;
    if (colour >= 0) {
        s->players[s->who].cubes[colour]--;
        merv__emit(g, EV_RANSOM, s->who, s->site, colour);
    } else {
        lose_building(g, s->who, s->site);
    }
    next_ransom(g);
}

/* ---- scoring phase, R6.3 -------------------------------------------------------------------- */

int merv__hall_vp(const struct merv_player *p, int hall)
{
    switch (hall) {
    case HALL_KNOWLEDGE:
        return p->scrolls;
    case HALL_SPICES:
        return merv_cards(p);
    case HALL_TRADE:
        return p->common + p->rare;
    default:
        return p->mosque;
    }
}

/* R6.3.4: a space climbed so far that pays for Mosque sites in every scoring phase. */
static bool pays_for_mosques(const struct merv_at *g, const struct merv_player *p)
{
    for (int space = 1; space <= p->mosque; space++)
        if (g->ed->mosque_gain[merv__space(g->ed, p->path, space)] == GAIN_MOSQUE_SITES)
            return true;
    return false;
}

static void score_city(struct merv *g, int owner)
{
    const struct merv_player *p = &g->s->players[owner];
    merv__points(g, owner, PT_BUILDINGS, sr_count(p->sites) * g->ed->building_vp);
    if (p->tile != SR_NONE)
        merv__points(g, owner, PT_TILES,
                     sr_count(p->sites & merv__sites_of(g->s, p->tile)) * g->ed->scoring_tile_vp);
    if (pays_for_mosques(&g->at, p))
        merv__points(g, owner, PT_MOSQUE_SITES,
                     sr_count(p->sites & merv__sites_of(g->s, MOSQUE)) * g->ed->mosque_sites_vp);
}

/* R6.3.1, R8.5.3: a favour for each courtier that scores. */
static bool pays_favours(const struct merv_at *g, int owner)
{
    return merv_is_human(owner) || merv_is_honest(g);
}

/* Scores that many courtiers of each hall, with a favour spent for each. */
static void score_palace(struct merv *g, int owner, const int count[HALLS])
{
    struct merv_player *p = &g->s->players[owner];
    int spent = 0;
    for (int h = 0; h < HALLS; h++) {
        spent += count[h];
        const int vp = count[h] * merv__hall_vp(p, h);
        if (count[h])
            merv__emit(g, EV_COURTIERS, owner, h, count[h]);
        merv__points(g, owner, PT_PALACE, vp);
    }
    if (pays_favours(&g->at, owner) && spent) {
        sr_add_u8(&p->favour, -spent);
        merv__emit(g, EV_SPEND_FAVOUR, owner, spent, p->favour);
    }
    score_city(g, owner);
}

void merv__score_courtiers(struct merv *g, int owner, const int count[HALLS])
{
    score_palace(g, owner, count);
    g->s->place++;
    next_scoring(g);
}

int merv__set_value(const struct merv_edition *ed, const uint8_t cards[SPICES])
{
    int sum = 0;
    for (int i = 1;; i++) {
        const int m = (cards[0] >= i) + (cards[1] >= i) + (cards[2] >= i) + (cards[3] >= i);
        if (m == 0)
            return sum;
        sum += ed->set_vp[m];
    }
}

static void end_game(struct merv *g)
{
    struct merv_state *s = g->s;
    for (int i = 0; i < MERV_OWNERS; i++)
        if (i < s->head.seats || (i == MAGISTRATE && merv_has_magistrate(s)))
            merv__points(g, i, PT_SPICES, merv__set_value(g->ed, s->players[i].cards));
    s->phase = PH_OVER;
    s->who = 0;
    s->head.over = 1;
    sr_emit(g->ev, EV_OVER, -1, 0, 0, 0, 0);
}

static void end_year(struct merv *g)
{
    struct merv_state *s = g->s;
    if (merv_has_magistrate(s))
        merv__solo_year_end(g);
    s->place = 0;
    if (s->year == MERV_YEARS) {
        end_game(g);
        return;
    }
    s->year++;
    s->round = 1;
    sr_emit(g->ev, EV_YEAR, -1, s->year, 0, 0, 0);
    merv__start_round(g);
}

static void next_scoring(struct merv *g)
{
    struct merv_state *s = g->s;
    for (; s->place < merv_masters(s); s->place++) {
        const int owner = s->queue[s->place];
        const struct merv_player *p = &s->players[owner];
        if (owner == COURTIER)
            continue;
        const int courtiers = merv_courtiers(p);
        if (merv_is_human(owner) && p->favour < courtiers && p->favour > 0) {
            s->phase = PH_COURTIERS;
            merv__hand_to(g, owner);
            return;
        }
        int left = pays_favours(&g->at, owner) ? sr_min(p->favour, courtiers) : courtiers;
        int count[HALLS] = {0};
        for (; left > 0; left--) { /* if not all, those worth most, tie leftmost */
            int best = -1;
            for (int h = 0; h < HALLS; h++)
                if (count[h] < p->courtiers[h] &&
                    (best < 0 || merv__hall_vp(p, h) > merv__hall_vp(p, best)))
                    best = h;
            count[best]++;
        }
        score_palace(g, owner, count);
    }
    end_year(g);
}

static void start_scoring(struct merv *g)
{
    sr_emit(g->ev, EV_SCORING, -1, g->s->year, 0, 0, 0);
    g->s->place = 0;
    next_scoring(g);
}

/* ---- results, R6.4 and R8.5 ----------------------------------------------------------------- */

static int queue_index(const struct merv_state *s, int owner)
{
    int i = 0;
    while (i < MERV_SEATS && s->queue[i] != owner)
        i++;
    return i;
}

/* Whether a stands before b. */
static bool beats(const struct merv_state *s, int a, int b)
{
    const struct merv_player *p = &s->players[a], *q = &s->players[b];
    const int by_points = merv_total(p) - merv_total(q);
    if (by_points)
        return by_points > 0;
    if (a == MAGISTRATE || b == MAGISTRATE)
        return a == MAGISTRATE; /* R8.5.5: the human needs more */
    if (p->favour != q->favour)
        return p->favour > q->favour;
    if (p->influence != q->influence)
        return p->influence > q->influence;
    return queue_index(s, a) < queue_index(s, b);
}

void merv__scores(const void *ed, const void *state, struct sr_scores *out)
{
    const struct merv_state *s = (const struct merv_state *)state;
    (void)ed;
    const int seats = s->head.seats;
    out->lines = seats + merv_has_magistrate(s);
    for (int i = 0; i < out->lines; i++) {
        const int owner = i < seats ? i : MAGISTRATE;
        out->total[i] = merv_total(&s->players[owner]);
        for (int k = 0; k < PT_PARTS; k++)
            out->part[i][k] = s->players[owner].points[k];
        out->rank[i] = 1;
        for (int j = 0; j < out->lines; j++)
            if (j != i)
                out->rank[i] += beats(s, j < seats ? j : MAGISTRATE, owner);
    }
}
