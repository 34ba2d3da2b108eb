/* merv_plan.c: what a position of Merv is worth to a player, in hundredths of a point. Points come
 * from the palace, contracts, sets of spices, the mosque and the city; everything else is worth
 * what it will bring of those in the turns and scoring phases that are left. */
#include "ai/features/merv_plan.h"

/* Found by climbing: players with values drawn around these won more or less than their share. */
const struct mason mason__alone = {
    .cube = 337, .white = 57, .cube_over = 22, .hand = 13, .colours = 14, .line = 44, .pair = 29,
    .upgrade = 19, .building = 9, .danger = 35, .favour = 52, .trust = 85,
    .growth = {207, 164, 36, 371}, .servant = 65, .influence = 1, .level = {6, 173, 14},
    .spice = {13, 89, 19, 7}, .card = 4, .camel = 79, .pairs = {86, 94, 802, 80},
    .scroll = 24, .common = 30, .rare = 164, .near = 26, .mosque = 313, .tile = 73, .post = 2,
    .less = 1, .any = 9, .place = 62, .slot = 6, .others = 1, .rival = 20,
};
const struct mason mason__two = {
    .cube = 337, .white = 57, .cube_over = 22, .hand = 13, .colours = 14, .line = 44, .pair = 29,
    .upgrade = 19, .building = 9, .danger = 35, .favour = 52, .trust = 85,
    .growth = {207, 164, 36, 371}, .servant = 65, .influence = 1, .level = {6, 173, 14},
    .spice = {13, 89, 19, 7}, .card = 4, .camel = 79, .pairs = {86, 94, 802, 80},
    .scroll = 24, .common = 30, .rare = 164, .near = 26, .mosque = 313, .tile = 73, .post = 2,
    .less = 1, .any = 9, .place = 62, .slot = 6, .others = 0, .rival = 40,
};
const struct mason mason__more = {
    .cube = 337, .white = 57, .cube_over = 22, .hand = 13, .colours = 14, .line = 44, .pair = 29,
    .upgrade = 19, .building = 9, .danger = 35, .favour = 52, .trust = 85,
    .growth = {207, 164, 36, 371}, .servant = 65, .influence = 1, .level = {6, 173, 14},
    .spice = {13, 89, 19, 7}, .card = 4, .camel = 79, .pairs = {86, 94, 802, 80},
    .scroll = 24, .common = 30, .rare = 164, .near = 26, .mosque = 313, .tile = 73, .post = 2,
    .less = 1, .any = 9, .place = 62, .slot = 6, .others = 10, .rival = 15,
};

int mason__turns(const struct merv_state *s)
{
    return sr_max(0, (MERV_YEARS - s->year) * MERV_ROUNDS + MERV_ROUNDS - s->round);
}

/* Scoring phases to come, this year's included. */
static int scorings(const struct merv_state *s)
{
    return s->head.over ? 0 : MERV_YEARS + 1 - s->year;
}

/* ---- city ------------------------------------------------------------------------------------ */

/* R4.5: whoever activates a site collects from all own buildings of the line, so they should stand
 * in common lines: columns in rounds 1 and 3, rows in rounds 2 and 4. */
static int line_worth(const struct mason_look *l, const struct merv_state *s,
                      const struct merv_player *p)
{
    int best[2] = {0, 0}, next[2] = {0, 0};
    for (int way = 0; way < 2; way++)
        for (int i = 0; i < MERV_SLOTS; i++) {
            const int n = sr_count(p->sites & merv__lines[way][i]);
            const int worth = n * l->t->line + n * (n - 1) / 2 * l->t->pair;
            if (worth > best[way]) {
                next[way] = best[way];
                best[way] = worth;
            } else if (worth > next[way]) {
                next[way] = worth;
            }
        }
    const int turns = mason__turns(s);
    /* The best line may be taken by another. */
    return (2 * best[0] + next[0] + 2 * best[1] + next[1]) * turns / 6;
}

static int city_worth(const struct mason_look *l, const struct merv_state *s,
                      const struct merv_player *p)
{
    const struct merv_edition *ed = l->ed;
    const int turns = mason__turns(s), n = sr_count(p->sites);
    int worth = line_worth(l, s, p) + n * l->t->building * turns;
    int income = 100 * ed->building_vp * n; /* of each scoring phase, R6.3 */
    if (p->tile < ACTIONS)
        income +=
            ed->scoring_tile_vp * l->t->tile * sr_count(p->sites & merv__sites_of(s, p->tile));
    if (p->mosque >= merv_mosque_last(ed))
        income += ed->mosque_sites_vp * l->t->tile * sr_count(p->sites & merv__sites_of(s, MOSQUE));
    worth += income * scorings(s);
    worth += sr_count(p->sites & merv_upgraded(s)) * l->t->upgrade * turns;
    /* R6.2: the Mongols come after round 4 of the later years; soldiers of year 1 still stand. */
    const uint32_t bare = p->sites & merv__exposed(s) & ~merv_all_soldiers(s);
    const bool this_year = s->year >= ed->invasion_from;
    if (scorings(s) && (this_year || s->year < MERV_YEARS))
        worth -= sr_count(bare) * l->t->danger * (this_year ? 2 + s->round : 1);
    return worth;
}

/* ---- palace ---------------------------------------------------------------------------------- */

/* R6.3: each courtier who scores costs a favour; without enough the best ones score. */
static int palace_worth(const struct mason_look *l, const struct merv_state *s,
                        const struct merv_player *p)
{
    int favour = p->favour, worth = 0, sure = 100;
    for (int year = 0; year < scorings(s); year++) {
        int left[HALLS];
        for (int h = 0; h < HALLS; h++)
            left[h] = p->courtiers[h];
        for (;;) {
            int best = -1, most = 0;
            for (int h = 0; h < HALLS; h++) {
                const int vp = 100 * merv__hall_vp(p, h) + l->t->growth[h] * year;
                if (left[h] && (best < 0 || vp > most)) {
                    best = h;
                    most = vp;
                }
            }
            if (best < 0)
                break;
            left[best]--;
            if (favour > 0)
                worth += most * sure / 100;
            else /* favours may still come */
                worth += most * sure / 100 * l->t->trust / 100 * sr_min(mason__turns(s), 3) / 4;
            favour -= favour > 0;
        }
        sure = sure * l->t->trust / 100 + (100 - l->t->trust) * sure / 200;
    }
    return worth + favour * l->t->favour * sr_min(mason__turns(s) + 1, 4) / 4;
}

/* ---- contracts and goods --------------------------------------------------------------------- */

/* How much of a contract's demands is there, in percent. */
static int demands_met(const struct merv_edition *ed, const struct merv_player *p, int card)
{
    const int scrolls = p->scrolls - p->scrolls_locked, common = p->common - p->common_locked;
    const int rare = p->rare - p->rare_locked;
    const int spare =
        sr_max(0, common - ed->contract_common[card]) + sr_max(0, rare - ed->contract_rare[card]);
    const int want = 2 * (ed->contract_scrolls[card] + ed->contract_common[card] +
                          ed->contract_rare[card] + ed->contract_any[card]) +
                     2;
    const int level = ed->level_at[ed->contract_level[card] - 1];
    const int have =
        2 * (sr_min(scrolls, ed->contract_scrolls[card]) +
             sr_min(common, ed->contract_common[card]) + sr_min(rare, ed->contract_rare[card]) +
             sr_min(spare, ed->contract_any[card])) +
        (p->influence >= level ? 2 : level - p->influence <= 2);
    return 100 * have / want;
}

static int goods_worth(const struct mason_look *l, const struct merv_state *s,
                       const struct merv_player *p)
{
    const struct merv_edition *ed = l->ed;
    const int turns = mason__turns(s);
    int best = 0, next = 0;
    for (uint32_t cards = merv__top_contracts(s); cards; cards &= cards - 1) {
        const int card = sr_lowest(cards), met = demands_met(ed, p, card);
        const int worth = (100 * ed->contract_vp[card] + 100) * met / 100 * met / 100;
        if (worth > best) {
            next = best;
            best = worth;
        } else if (worth > next) {
            next = worth;
        }
    }
    const int soon = sr_min(turns, 3);
    const int loose = (p->scrolls - p->scrolls_locked) * l->t->scroll +
                      (p->common - p->common_locked) * l->t->common +
                      (p->rare - p->rare_locked) * l->t->rare;
    return (best + next / 2) * l->t->near / 100 * (soon + 1) / 4 + loose * sr_min(turns, 6) / 6;
}

/* ---- the rest -------------------------------------------------------------------------------- */

static int cubes_worth(const struct mason_look *l, const struct merv_state *s,
                       const struct merv_player *p)
{
    const int n = merv_cubes(p), used = sr_min(n, l->t->hand);
    int worth = used * l->t->cube + (n - used) * l->t->cube_over + p->cubes[WHITE] * l->t->white;
    for (int k = 0; k < NORMAL; k++)
        worth += p->cubes[k] ? l->t->colours : 0;
    return worth * sr_min(mason__turns(s), 4) / 4;
}

static int tracks_worth(const struct mason_look *l, const struct merv_state *s,
                        const struct merv_player *p)
{
    const int turns = mason__turns(s);
    int worth = p->influence * l->t->influence;
    for (int k = 0; k < 3; k++)
        worth += p->influence >= l->ed->level_at[k] ? l->t->level[k] : 0;
    for (int k = 0; k < SPICES; k++)
        worth += p->influence >= l->ed->spice_at[k] ? l->t->spice[k] : 0;
    return worth * sr_min(turns, 6) / 6;
}

static int caravan_worth(const struct mason_look *l, const struct merv_state *s,
                         const struct merv_player *p, int owner)
{
    int worth = s->head.over ? 0 : 100 * merv__set_value(l->ed, p->cards);
    worth += merv_cards(p) * l->t->card * sr_min(mason__turns(s), 6) / 6;
    for (int k = 0; owner == l->seat && s->who == owner && k < SPICES; k++) {
        const int before = p->cards[k] - s->taken[k];
        const int coming = sr_max(0, p->cards[k] / 2 - before / 2) + s->pairs[k];
        worth += coming * l->t->pairs[k];
    }
    return worth;
}

void mason__parts(const struct mason_look *l, const struct merv_state *s, int owner,
                  int part[MASON_PARTS])
{
    const struct merv_player *p = &s->players[owner];
    const int turns = mason__turns(s);
    const struct merv_at at = {l->ed, s};
    const uint32_t less = (1u << ANY_PURPLE) - 1, any = (1u << FREE_CARD) - (1u << ANY_PURPLE);
    part[MASON_POINTS] = 100 * merv_total(p);
    part[MASON_CITY] = city_worth(l, s, p);
    part[MASON_PALACE] = palace_worth(l, s, p);
    part[MASON_GOODS] = goods_worth(l, s, p);
    part[MASON_CUBES] = cubes_worth(l, s, p);
    part[MASON_TRACKS] = tracks_worth(l, s, p) + p->mosque * l->t->mosque * sr_min(turns, 8) / 8;
    part[MASON_CARAVAN] = caravan_worth(l, s, p, owner);
    part[MASON_REST] = sr_min(p->camels, 6) * l->t->camel * sr_min(turns, 4) / 4 +
                       sr_count(p->posts) * l->t->post * turns +
                       sr_min(2, merv_servants(&at, p)) * l->t->servant * sr_min(turns, 6) / 6 +
                       sr_count(p->discoveries & less) * l->t->less * turns +
                       sr_count(p->discoveries & any) * l->t->any * turns;
}

int mason__worth(const struct mason_look *l, const struct merv_state *s, int owner)
{
    int part[MASON_PARTS], worth = 0;
    mason__parts(l, s, owner, part);
    for (int i = 0; i < MASON_PARTS; i++)
        worth += part[i];
    return worth;
}

int mason__standing(const struct mason_look *l, const struct merv_state *s)
{
    const int seats = s->head.seats, lines = seats + merv_has_magistrate(s);
    int worth = 100 * mason__worth(l, s, l->seat), best = 0, all = 0;
    for (int line = 0; line < lines; line++) {
        const int owner = line < seats ? line : MAGISTRATE;
        if (owner == l->seat)
            continue;
        const int other = mason__worth(l, s, owner);
        best = sr_max(best, other);
        all += other;
    }
    if (lines > 1)
        worth -= all / (lines - 1) * l->t->others + best * l->t->rival;
    return worth / 100;
}
