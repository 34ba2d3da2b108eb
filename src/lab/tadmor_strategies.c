/* tadmor_strategies.c: players of Tadmor that put one source of points first, and defend
 * themselves: they take or block Supply, send the traitor against high towers and the bandits
 * where the others stand. For figures about balance (docs/rules/tadmor.md, R15).
 *
 * The heart is a plan: what the goods at hand, the pawns that wait and the licences to exchange
 * can still do this round, the best job first. A pawn is placed where the plan gains most; in the
 * windows the plan's first step is played. All worths are in tenths of a prestige point. */
#include "lab/tadmor_strategies.h"

#include "games/tadmor/tadmor.h"

enum { TOWER, TEMPLE, MISSIONS, RARES, ROADS };
enum { UNSET = -1, PLAIN = 100 };

struct strategy {
    int weight[ROADS]; /* hundredths of their plain worth */
    bool meek;         /* leaves the others alone */
};

static const int good_worth[TAD_GOODS] = {7, 7, 10, 11};
/* What goods that a later pawn would have to bring are reckoned to cost. */
enum { LATER_GOOD = 13, GOODS_A_PAWN = 2 };

/* ---- the position -------------------------------------------------------------------- */

struct mind {
    const struct strategy *st;
    const struct tad_edition *ed;
    const struct tad_state *s;
    const struct tad_player *me;
    int seat;
    int left;    /* rounds after this one */
    int moments; /* times a floor will still score */
    int low;     /* least height of all towers, the own one left out */
    int high, highest; /* greatest height of the others, and whose */
    int deny;    /* hundredths of another's loss that are an own gain */
    int score[TAD_SEATS];
};

static int weigh(const struct mind *m, int road, int worth)
{
    return worth * m->st->weight[road] / PLAIN;
}

static bool owns(const struct mind *m, int tile) { return tad__owns(m->s, m->seat, tile); }

static struct mind look(const struct strategy *st, const struct sr_rules *r,
                        const struct tad_state *s)
{
    struct mind m = {.st = st, .ed = r->edition, .s = s, .seat = s->active, .highest = UNSET};
    static const int deny[TAD_SEATS + 1] = {0, 0, 80, 50, 40};
    struct sr_scores sc;
    m.me = &s->player[m.seat];
    m.left = tad__last_round(m.ed) - s->round;
    m.moments = TAD_ERAS + 1 - s->era;
    m.low = TAD_TOWER_MAX;
    m.high = -1;
    m.deny = st->meek ? 0 : deny[s->head.seats];
    tad__scores(m.ed, s, &sc);
    for (int p = 0; p < s->head.seats; p++) {
        const int tower = s->player[p].tower;
        m.score[p] = sc.total[p];
        if (p == m.seat)
            continue;
        m.low = sr_min(m.low, tower);
        if (tower > m.high) {
            m.high = tower;
            m.highest = p;
        }
    }
    return m;
}

/* A loss of another player, as an own gain; that of a leader counts more. */
static int harm(const struct mind *m, int victim, int worth)
{
    const bool leads = m->score[victim] + 10 * m->moments >= m->score[m->seat];
    return worth * m->deny / PLAIN * (leads ? 3 : 2) / 2;
}

/* ---- worth of things ----------------------------------------------------------------- */

static int floor_worth(const struct mind *m, int tower)
{
    static const uint8_t tallest[] = {TAD_I16, TAD_I17, TAD_I35, TAD_I36};
    int worth = 20 * m->moments + 3 * (m->left + 1);
    for (int i = 0; i < 4 && tower == m->high; i++)
        if (owns(m, tallest[i]))
            worth += 10 * m->ed->tallest_pp[i] * (m->left + 1) / 2;
    if (owns(m, TAD_I38) && tower == m->high)
        worth += 60;
    const int extra = m->me->owned[TAD_CAMEL] - m->ed->start_pawns[TAD_CAMEL];
    if (extra >= 0 && extra < 2 && tower + 1 == m->ed->camel_tower[extra])
        worth += 12 * m->left;
    /* Nobody should be left alone with the tower: the lowest raises what Supply counts from. */
    if (tower < m->low && m->high > tower + 2)
        worth += harm(m, m->highest, 3 * (m->left + 1));
    return weigh(m, TOWER, worth);
}

/* What the next section adds, with a share of what it leads to. */
static int section_worth(const struct mind *m, int section)
{
    const uint8_t *pp = m->ed->temple_pp;
    int worth = 10 * (pp[section] - (section ? pp[section - 1] : 0));
    if (section < TAD_STATUES)
        worth += sr_min(m->left, 4) * (section == TAD_FOUNDATIONS ? 12 : 8);
    else if (!m->me->favoured && m->s->bonuses < 2)
        worth += 70 * m->ed->temple_bonus[m->s->bonuses];
    if (section == TAD_STATUES && owns(m, TAD_I41))
        worth += 60;
    return weigh(m, TEMPLE, worth);
}

static int mission_worth(const struct mind *m, int mission)
{
    int worth = 10 * m->ed->mission_value[mission] + 4 * m->left;
    if (owns(m, TAD_I5))
        worth += 10 * m->ed->mission_pp[0];
    if (owns(m, TAD_I19))
        worth += 10 * m->ed->mission_pp[1];
    if (owns(m, TAD_I39))
        worth += 20;
    return weigh(m, MISSIONS, worth);
}

static int draw_worth(const struct mind *m)
{
    return weigh(m, MISSIONS, m->left == 0 ? 0 : m->left < 2 ? 12 : m->me->cards < 3 ? 32 : 14);
}

static int sets_worth(const struct tad_edition *ed, const uint8_t rare[TAD_RARES])
{
    int worth = 0;
    for (int copy = 1; copy <= 9; copy++) {
        int kinds = 0;
        for (int i = 0; i < TAD_RARES; i++)
            kinds += rare[i] >= copy;
        worth += kinds ? 10 * ed->set_pp[kinds - 1] : 0;
    }
    return worth;
}

static int rare_worth(const struct mind *m, const uint8_t rare[TAD_RARES], int kind, bool bought)
{
    uint8_t after[TAD_RARES];
    memcpy(after, rare, sizeof after);
    after[kind]++;
    int worth = sets_worth(m->ed, after) - sets_worth(m->ed, rare);
    if (rare[kind] == 0)
        worth += 5 * sr_min(m->left, 5); /* a set grows */
    for (int i = 0; i < 2; i++)
        if (owns(m, i ? TAD_I27 : TAD_I8))
            worth += 10 * (bought ? m->ed->rare_bought_pp[i] : m->ed->rare_free_pp[i]);
    int colours[TAD_PILES] = {0};
    for (int i = 0; i < TAD_RARES; i++)
        colours[i / TAD_RARES_IN_PILE] += rare[i];
    if (colours[kind / TAD_RARES_IN_PILE] < 2 && m->me->owned[TAD_BOAT] < 4)
        worth += 5 * m->left;
    if (owns(m, TAD_I40))
        worth += 15;
    return weigh(m, RARES, worth);
}

/* Worth of an improvement: at once, for each round still to come, and of which road. */
static int tile_worth(const struct mind *m, int tile)
{
    static const struct {
        uint8_t once, round, road;
    } table[TAD_TILES] = {
        [TAD_I1] = {0, 9, ROADS},      [TAD_I2] = {0, 9, ROADS},
        [TAD_I3] = {0, 9, ROADS},      [TAD_I4] = {0, 9, ROADS},
        [TAD_I5] = {0, 12, MISSIONS},  [TAD_I6] = {0, 5, ROADS},
        [TAD_I7] = {0, 6, ROADS},      [TAD_I8] = {0, 14, RARES},
        [TAD_I9] = {0, 20, RARES},     [TAD_I10] = {0, 8, ROADS},
        [TAD_I11] = {0, 9, ROADS},     [TAD_I12] = {0, 9, ROADS},
        [TAD_I13] = {0, 9, ROADS},     [TAD_I14] = {10, 14, TOWER},
        [TAD_I15] = {10, 14, TOWER},   [TAD_I16] = {0, 6, TOWER},
        [TAD_I17] = {0, 6, TOWER},     [TAD_I18] = {0, 10, TOWER},
        [TAD_I19] = {0, 18, MISSIONS}, [TAD_I20] = {0, 16, MISSIONS},
        [TAD_I21] = {0, 10, ROADS},    [TAD_I22] = {0, 10, ROADS},
        [TAD_I23] = {0, 8, ROADS},     [TAD_I24] = {0, 8, ROADS},
        [TAD_I25] = {0, 8, ROADS},     [TAD_I26] = {0, 7, ROADS},
        [TAD_I27] = {0, 20, RARES},    [TAD_I28] = {0, 18, RARES},
        [TAD_I29] = {0, 8, ROADS},     [TAD_I30] = {0, 9, ROADS},
        [TAD_I31] = {0, 9, ROADS},     [TAD_I32] = {0, 9, ROADS},
        [TAD_I33] = {0, 8, ROADS},     [TAD_I34] = {0, 22, TEMPLE},
        [TAD_I35] = {0, 12, TOWER},    [TAD_I36] = {0, 12, TOWER},
        [TAD_I37] = {20, 30, TEMPLE},  [TAD_I38] = {80, 0, TOWER},
        [TAD_I39] = {80, 0, MISSIONS}, [TAD_I40] = {80, 0, RARES},
        [TAD_I41] = {60, 0, TEMPLE},   [TAD_I42] = {50, 0, ROADS},
        [TAD_I43] = {0, 12, RARES},    [TAD_I44] = {0, 30, ROADS},
        [TAD_I45] = {0, 10, ROADS},    [TAD_I46] = {20, 20, ROADS},
        [TAD_I47] = {30, 35, ROADS},   [TAD_I48] = {20, 25, ROADS},
    };
    const int road = table[tile].road;
    const int worth = table[tile].once + table[tile].round * m->left;
    if ((tile == TAD_I14 && owns(m, TAD_I15)) || (tile == TAD_I15 && owns(m, TAD_I14)))
        return 0;
    if ((tile == TAD_I16 || tile == TAD_I17 || tile == TAD_I35 || tile == TAD_I36 ||
         tile == TAD_I38) &&
        m->me->tower + 3 < m->high)
        return worth / 3;
    return road == ROADS ? worth : worth * m->st->weight[road] / PLAIN;
}

/* ---- the plan ------------------------------------------------------------------------ */

enum { JOB_NONE, JOB_FLOOR, JOB_SERIES, JOB_SECTION, JOB_MISSION, JOB_DRAW, JOB_RARE, JOB_BUY,
       JOB_TAX };
/* By which pawn, beside the board's own. */
enum { BY_BOARD, BY_I37, BY_I47 };

struct job {
    int kind, arg, by;
    bool tribute; /* I9 */
    int cost[TAD_GOODS];
    int worth; /* less what the goods are worth otherwise */
};

/* What is left of the round while the plan goes on. */
struct work {
    int store[TAD_GOODS], fixed[TAD_GOODS]; /* warehouse, exchanged zone */
    int later;                 /* goods that pawns still in the reserve may bring */
    uint32_t hand;
    unsigned licences;
    int pawns[TAD_ACTIONS];
    bool i37, i47, tribute, liable;
    int tower, section;        /* next section; TAD_SECTIONS: none */
    uint8_t rare[TAD_RARES];
    int gain;                  /* so far */
    sr_move step;              /* first exchange or discard that the first job needs */
    bool stepped;
};

static bool licensed(const struct work *k, int from, int to)
{
    return from < TAD_MARBLE ? k->licences >> (from * 2 + to - TAD_MARBLE) & 1
                             : k->licences >> (4 + 3 * (from - TAD_MARBLE)) & 1;
}

static void note(struct work *k, sr_move move)
{
    if (!k->stepped)
        k->step = move;
    k->stepped = true;
}

/* One superior good out of a base good. */
static bool trade_up(struct work *k, int to)
{
    int from = UNSET;
    for (int g = TAD_WOOD; g <= TAD_STONE; g++)
        if (k->store[g] > 0 && licensed(k, g, to) && (from < 0 || k->store[g] > k->store[from]))
            from = g;
    if (from < 0)
        return false;
    k->store[from]--;
    note(k, sr_move_make(TAD_V_TRADE, from, to - TAD_MARBLE, 0));
    return true;
}

/* Two base goods out of a superior one, as far as needed; the rest is kept. */
static bool trade_down(struct work *k, int need[TAD_GOODS])
{
    for (int from = TAD_MARBLE; from < TAD_GOODS; from++) {
        if (k->store[from] == 0 || !licensed(k, from, TAD_WOOD))
            continue;
        const int wood = need[TAD_WOOD] >= 2 || !need[TAD_STONE] ? 2 : need[TAD_WOOD] ? 1 : 0;
        const int given[2] = {wood, 2 - wood};
        k->store[from]--;
        for (int g = 0; g < 2; g++) {
            const int used = sr_min(need[g], given[g]);
            need[g] -= used;
            k->fixed[g] += given[g] - used;
        }
        note(k, sr_move_make(TAD_V_TRADE, from, TAD_TO_STONES - wood, 0));
        return true;
    }
    return false;
}

/* A card thrown away, or a good still to come. */
static bool last_resort(const struct mind *m, struct work *k, int good, uint32_t keep)
{
    const uint32_t cards = k->hand & ~keep;
    if (k->later > 0) {
        k->later--;
        k->gain -= LATER_GOOD;
        return true;
    }
    if (m->s->phase < TAD_AT_IMPROVE || !cards || (m->left > 0 && tad__bits(cards) < 3))
        return false;
    const int card = tad__lowest(cards);
    k->hand &= ~TAD_BIT(card);
    k->gain -= m->left ? 15 : 0;
    note(k, sr_move_make(TAD_V_DISCARD, card, good, 0));
    return true;
}

static bool pay(const struct mind *m, struct work *k, const int cost[TAD_GOODS], uint32_t keep)
{
    int need[TAD_GOODS];
    for (int g = 0; g < TAD_GOODS; g++) {
        const int fixed = sr_min(cost[g], k->fixed[g]);
        const int store = sr_min(cost[g] - fixed, k->store[g]);
        k->fixed[g] -= fixed;
        k->store[g] -= store;
        need[g] = cost[g] - fixed - store;
    }
    for (int g = TAD_GOODS - 1; g >= 0; g--)
        while (need[g] > 0) {
            if (g >= TAD_MARBLE ? trade_up(k, g) : trade_down(k, need)) {
                need[g] -= g >= TAD_MARBLE;
                continue;
            }
            if (!last_resort(m, k, g, keep))
                return false;
            need[g]--;
        }
    return true;
}

static int cost_worth(const struct mind *m, const int cost[TAD_GOODS])
{
    int worth = 0;
    for (int g = 0; g < TAD_GOODS; g++)
        worth += cost[g] * good_worth[g];
    return m->left ? worth : worth / 8;
}

/* Keeps the job if it is payable and better than what there is. */
static void offer(const struct mind *m, const struct work *k, struct job *best, struct job job)
{
    struct work trial = *k;
    trial.gain = 0;
    if (job.worth - cost_worth(m, job.cost) <= 0)
        return;
    if (!pay(m, &trial, job.cost, job.kind == JOB_MISSION ? TAD_BIT(job.arg) : 0))
        return;
    job.worth += trial.gain - cost_worth(m, job.cost);
    if (job.worth > best->worth)
        *best = job;
}

static void take_off(int cost[TAD_GOODS], int n)
{
    for (int g = TAD_GOODS - 1; g >= 0; g--)
        for (; n > 0 && cost[g] > 0; n--)
            cost[g]--;
}

static struct job job_of(int kind, int arg, int worth, const uint8_t *cost)
{
    struct job j = {.kind = kind, .arg = arg, .worth = worth};
    for (int g = 0; cost && g < TAD_GOODS; g++)
        j.cost[g] = cost[g];
    return j;
}

static int free_floor(const struct mind *m, int tower)
{
    return (owns(m, TAD_I14) || owns(m, TAD_I15)) &&
           tower % m->ed->card_floors == m->ed->card_floors - 1;
}

static void offer_tower(const struct mind *m, const struct work *k, struct job *best)
{
    const int card = sr_min(k->tower / m->ed->card_floors, 3);
    const int one = k->tower + 1 + free_floor(m, k->tower + 1), two = one + 1;
    const int worth = floor_worth(m, k->tower) +
                      (one > k->tower + 1 ? floor_worth(m, k->tower + 1) : 0);
    if (k->pawns[TAD_FLOORS] || k->i47) {
        struct job j = job_of(JOB_FLOOR, 0, worth, m->ed->floors_cost[card]);
        j.by = k->pawns[TAD_FLOORS] ? BY_BOARD : BY_I47;
        j.cost[TAD_WOOD] = owns(m, TAD_I18) ? 0 : j.cost[TAD_WOOD];
        offer(m, k, best, j);
    }
    if (k->pawns[TAD_SERIES] || k->i47) {
        struct job j = job_of(JOB_SERIES, 0, worth + floor_worth(m, one) +
                                  (free_floor(m, two) ? floor_worth(m, two) : 0),
                              m->ed->series_cost[card]);
        j.by = k->pawns[TAD_SERIES] ? BY_BOARD : BY_I47;
        j.cost[TAD_WOOD] = owns(m, TAD_I18) ? 0 : j.cost[TAD_WOOD];
        offer(m, k, best, j);
    }
}

static void offer_temple(const struct mind *m, const struct work *k, struct job *best)
{
    if (k->section == TAD_SECTIONS)
        return;
    struct job j = job_of(JOB_SECTION, UNSET, section_worth(m, k->section),
                          m->ed->temple_cost[k->section]);
    take_off(j.cost, owns(m, TAD_I34) ? m->ed->temple_discount : 0);
    if (k->i37) {
        j.arg = TAD_VIA_I37;
        j.worth += 10 * m->ed->private_temple_pp;
    } else if (k->pawns[TAD_TEMPLE_CARD]) {
        j.arg = TAD_VIA_CARD;
        j.worth += m->left ? 20 : 5;
    } else if (k->pawns[TAD_TEMPLE]) {
        j.arg = TAD_VIA_PLAIN;
    } else if (k->i47) {
        j.arg = TAD_VIA_I47;
    }
    if (j.arg >= 0)
        offer(m, k, best, j);
}

static void offer_missions(const struct mind *m, const struct work *k, struct job *best)
{
    const int by = k->pawns[TAD_MISSION] ? BY_BOARD : BY_I47;
    if (!k->pawns[TAD_MISSION] && !k->i47)
        return;
    for (uint32_t hand = k->hand; hand; hand &= hand - 1) {
        const int card = tad__lowest(hand);
        struct job j = job_of(JOB_MISSION, card, mission_worth(m, card), m->ed->mission_cost[card]);
        take_off(j.cost, owns(m, TAD_I20) ? m->ed->mission_discount : 0);
        j.by = by;
        offer(m, k, best, j);
    }
    struct job draw = job_of(JOB_DRAW, 0, draw_worth(m), NULL);
    draw.by = by;
    offer(m, k, best, draw);
}

static void offer_rares(const struct mind *m, const struct work *k, struct job *best)
{
    for (int pile = 0; pile < TAD_PILES; pile++) {
        const int top = m->s->top[pile];
        if (top == SR_NONE || (!k->pawns[TAD_RARE_GREY + pile] && !k->i47))
            continue;
        struct job j = job_of(JOB_RARE, pile, rare_worth(m, k->rare, top, true), NULL);
        j.by = k->pawns[TAD_RARE_GREY + pile] ? BY_BOARD : BY_I47;
        j.cost[m->ed->rare_good[pile]] = tad__rare_cost(m->ed, m->s, m->seat, pile);
        offer(m, k, best, j);
        if (k->tribute) {
            j.tribute = true;
            j.worth -= 10 * m->ed->tribute;
            memset(j.cost, 0, sizeof j.cost);
            offer(m, k, best, j);
        }
    }
}

static struct job best_job(const struct mind *m, const struct work *k)
{
    struct job best = {.kind = JOB_NONE};
    offer_tower(m, k, &best);
    offer_temple(m, k, &best);
    offer_missions(m, k, &best);
    offer_rares(m, k, &best);
    if (k->liable) {
        struct job j = job_of(JOB_TAX, 0, 10 * m->ed->tax_penalty[m->s->era - 1], NULL);
        j.cost[TAD_GOLD] = m->ed->tax[m->s->era - 1];
        offer(m, k, &best, j);
    }
    return best;
}

static void carry_out(const struct mind *m, struct work *k, const struct job *j)
{
    static const uint8_t action[] = {[JOB_FLOOR] = TAD_FLOORS, [JOB_SERIES] = TAD_SERIES,
                                     [JOB_MISSION] = TAD_MISSION, [JOB_DRAW] = TAD_MISSION};
    const int before = k->gain;
    (void)pay(m, k, j->cost, j->kind == JOB_MISSION ? TAD_BIT(j->arg) : 0);
    k->gain = before + j->worth + cost_worth(m, j->cost);
    const int floors = j->kind == JOB_FLOOR ? 1 : j->kind == JOB_SERIES ? 2 : 0;
    for (int i = 0; i < floors; i++)
        k->tower += 1 + free_floor(m, k->tower + 1);
    if (j->kind == JOB_TAX) {
        k->liable = false;
        return;
    }
    if (j->kind == JOB_SECTION) {
        k->i37 &= j->arg != TAD_VIA_I37;
        k->i47 &= j->arg != TAD_VIA_I47;
        k->pawns[TAD_TEMPLE_CARD] -= j->arg == TAD_VIA_CARD;
        k->pawns[TAD_TEMPLE] -= j->arg == TAD_VIA_PLAIN;
        k->section = (k->section + 1) % TAD_SECTIONS;
        return;
    }
    k->hand &= j->kind == JOB_MISSION ? ~TAD_BIT(j->arg) : UINT32_MAX;
    if (j->kind == JOB_RARE) {
        k->rare[m->s->top[j->arg]]++;
        k->tribute &= !j->tribute;
    }
    if (j->by == BY_I47) {
        k->i47 = false;
        k->pawns[TAD_FLOORS] += j->kind == JOB_FLOOR; /* goes on with more floors */
    } else if (j->kind == JOB_RARE) {
        k->pawns[TAD_RARE_GREY + j->arg]--;
    } else if (j->kind != JOB_FLOOR) {
        k->pawns[action[j->kind]]--;
    }
}

/* ---- pawns on the board -------------------------------------------------------------- */

static int yield_of(const struct mind *m, int space, bool boat)
{
    const int good = tad__board(m->ed, m->s)->action[space] - TAD_GET_WOOD, era = m->s->era - 1;
    static const uint8_t tile[8] = {TAD_I10, TAD_I11, TAD_I12, TAD_I13,
                                    TAD_I29, TAD_I30, TAD_I31, TAD_I32};
    int n = good < TAD_MARBLE ? (boat ? m->ed->boat_base[era] : m->ed->camel_base[era])
                              : (boat ? m->ed->boat_superior[era] : m->ed->camel_superior[era]);
    for (int i = 0; i < 8 && boat; i++)
        n += m->ed->boost_good[i] == good && owns(m, tile[i]) ? m->ed->boost[i] : 0;
    return n;
}

static void add_pawn(const struct mind *m, struct work *k, int place, bool boat)
{
    if (place >= TAD_SPACES) {
        k->i37 |= place == TAD_ON_I37;
        k->i47 |= place == TAD_ON_I47;
        k->licences |= place <= TAD_ON_I22 ? 0x3FF : 0;
        if (place == TAD_ON_I48)
            k->gain += 10 * sr_max(m->ed->tax_penalty[m->s->era - 1] / 2, m->me->tower - m->low);
        return;
    }
    const int action = tad__board(m->ed, m->s)->action[place], era = m->s->era - 1;
    k->pawns[action]++;
    if (action >= TAD_GET_WOOD && action <= TAD_GET_GOLD)
        k->store[action - TAD_GET_WOOD] += yield_of(m, place, boat);
    else if (action == TAD_GIFT)
        k->gain += 10 * (boat ? m->ed->gift_boat[era] : m->ed->gift_camel[era]) *
                   (owns(m, TAD_I44) ? m->ed->gift_factor : 1);
    else if (action == TAD_MARKET)
        k->licences |= 0x3FF;
    else if (action == TAD_MARKET_UP)
        k->licences |= 0xF;
    else if (action == TAD_TAX)
        k->liable = false;
}

static struct work survey(const struct mind *m)
{
    struct work k = {.hand = m->me->cards ? m->me->hand : 0, .tower = m->me->tower};
    const struct tad_state *s = m->s;
    for (int g = 0; g < TAD_GOODS; g++) {
        k.store[g] = m->me->goods[g];
        k.fixed[g] = m->me->exchanged[g];
    }
    k.licences = tad__exchanges(m->ed, s, m->seat, 0);
    k.tribute = owns(m, TAD_I9) && !(m->me->used & TAD_USED_I9) && m->me->pp >= m->ed->tribute;
    k.liable = m->ed->tax[s->era - 1] > 0 && !owns(m, TAD_I46) &&
               !(m->me->used & (TAD_USED_TAX | TAD_USED_EXEMPT)) &&
               !(s->phase >= TAD_AT_IMPROVE && (m->me->stood & TAD_STOOD_TAX));
    for (k.section = TAD_STATUES; k.section > 0; k.section--)
        if (m->me->temples[k.section - 1])
            break;
    if (tad__supply(m->ed, s, k.section) == 0)
        k.section = TAD_SECTIONS;
    memcpy(k.rare, m->me->rare, sizeof k.rare);
    for (int i = 0; i < TAD_PLACES; i++) {
        const int pawn = i < TAD_SPACES ? s->board[i] : s->post[i - TAD_SPACES];
        if (pawn != SR_NONE && pawn / TAD_KINDS == m->seat)
            add_pawn(m, &k, i, pawn % TAD_KINDS == TAD_BOAT);
    }
    return k;
}

/* Gains of pawns that need no goods, by the heights and cards at the end of the plan. */
static int quiet_gain(const struct mind *m, const struct work *k)
{
    const struct tad_edition *ed = m->ed;
    int gain = 0;
    const int extra = m->me->owned[TAD_CAMEL] > ed->start_pawns[TAD_CAMEL];
    const int missions = m->me->cards - tad__bits(k->hand) +
                         tad__bits(m->me->done | m->me->flipped);
    if (k->pawns[TAD_CARAVAN] && m->me->owned[TAD_CAMEL] < ed->max_pawns[TAD_CAMEL] &&
        (k->tower >= ed->camel_tower[extra] || missions >= ed->camel_missions[extra]))
        gain += 30 * m->left;
    int set = 99, colours[TAD_PILES] = {0};
    for (int i = 0; i < TAD_RARES; i++)
        colours[i / TAD_RARES_IN_PILE] += k->rare[i];
    for (int i = 0; i < TAD_PILES; i++)
        set = sr_min(set, colours[i]);
    const int boat = m->me->owned[TAD_BOAT] > ed->start_pawns[TAD_BOAT];
    if (k->pawns[TAD_SHIPYARD] && m->me->owned[TAD_BOAT] < ed->max_pawns[TAD_BOAT] &&
        set >= ed->boat_sets[boat])
        gain += 28 * m->left;
    if (k->pawns[TAD_SUPPLY]) {
        gain += 10 * sr_max(0, k->tower - m->low);
        gain += harm(m, m->highest, 10 * (m->high - sr_min(k->tower, m->low)));
    }
    if (k->pawns[TAD_FIRST])
        gain += m->left ? 18 : 0;
    if (k->pawns[TAD_TRAITOR] && m->high >= k->tower && m->high > 0)
        gain += harm(m, m->highest, m->ed->traitor[m->s->era - 1] * (20 * m->moments + 5 * m->left));
    if (k->pawns[TAD_BANDITS] && m->left)
        gain += m->st->meek ? 0 : 10 + m->deny * (m->s->head.seats - 1) / 4;
    return gain;
}

/* Best of the display for each pawn on a slot, paid with the cheapest goods. */
static int buying_gain(const struct mind *m, struct work *k)
{
    int slots = 0, gain = 0;
    bool taken[TAD_TILES] = {false};
    for (int a = TAD_IMPROVE_1; a <= TAD_IMPROVE_4; a++)
        slots += k->pawns[a];
    for (; slots > 0; slots--) {
        int best = UNSET;
        for (int t = 0; t < TAD_TILES; t++)
            if (m->s->tile[t] == TAD_DISPLAY && !taken[t] &&
                (best < 0 || tile_worth(m, t) > tile_worth(m, best)))
                best = t;
        int price = m->ed->price[m->s->era - 1];
        if (best < 0 || tile_worth(m, best) <= 8 * price)
            break;
        for (int g = 0; g < TAD_GOODS; g++)
            for (int *zone = k->fixed;; zone = k->store) {
                const int n = sr_min(price, zone[g]);
                zone[g] -= n;
                price -= n;
                if (zone == k->store)
                    break;
            }
        k->later -= price;
        if (k->later < 0)
            break;
        taken[best] = true;
        gain += tile_worth(m, best) - LATER_GOOD * price;
    }
    return gain;
}

static int plan(const struct mind *m, struct work k)
{
    int gain = buying_gain(m, &k);
    for (int i = 0; i < 24; i++) {
        const struct job j = best_job(m, &k);
        if (j.kind == JOB_NONE)
            break;
        carry_out(m, &k, &j);
    }
    gain += k.gain + quiet_gain(m, &k);
    int room = tad__limit(m->ed, m->s, m->seat);
    for (int g = TAD_GOODS - 1; g >= 0 && m->left; g--) {
        const int kept = sr_min(room, k.store[g] + k.fixed[g]);
        gain += kept * good_worth[g];
        room -= kept;
    }
    return gain;
}

/* ---- decisions ----------------------------------------------------------------------- */

static int find(const sr_move *legal, int count, sr_move move)
{
    for (int i = 0; i < count; i++)
        if (legal[i] == move)
            return i;
    return UNSET;
}

static int find_verb(const sr_move *legal, int count, int verb)
{
    for (int i = 0; i < count; i++)
        if (sr_move_verb(legal[i]) == verb)
            return i;
    return UNSET;
}

/* Hundredths of pawns that a raid will spare in a region. */
static int safety(const struct mind *m, int place)
{
    static const uint8_t spared[TAD_REGIONS] = {70, 78, 80, 92, 88, 92, 92};
    if (place >= TAD_SPACES || m->s->holder == SR_NONE || owns(m, TAD_I45))
        return PLAIN;
    const int region = tad__board(m->ed, m->s)->region[place];
    if (region == SR_NONE || region == m->s->attacked)
        return PLAIN;
    if (m->s->holder == m->seat)
        return region == m->s->held && !owns(m, TAD_I7) ? 0 : PLAIN;
    return m->s->head.seats == 2 ? (PLAIN + spared[region]) / 2 : spared[region];
}

static int place(const struct mind *m, const sr_move *legal, int count, struct sr_rng *rng)
{
    struct work k = survey(m);
    k.later = GOODS_A_PAWN * (m->me->reserve[TAD_CAMEL] + m->me->reserve[TAD_BOAT] - 1);
    const int before = plan(m, k);
    int best = 0, most = INT32_MIN;
    for (int i = 0; i < count; i++) {
        const int verb = sr_move_verb(legal[i]);
        int gain = -1000;
        if (verb == TAD_V_CAMEL || verb == TAD_V_BOAT) {
            struct work with = k;
            add_pawn(m, &with, sr_move_a(legal[i]), verb == TAD_V_BOAT);
            gain = (plan(m, with) - before) * safety(m, sr_move_a(legal[i])) / 10;
            gain += (int)sr_rng_below(rng, 20); /* hundredths of a point */
        } else if (verb == TAD_V_FLIP) {
            const int card = sr_move_bits(legal[i], 8, 5);
            gain = TAD_BIT(card) & TAD_PAWN_FAVOURS && m->left >= 2 ? 100000 : -2000;
        }
        if (gain > most) {
            most = gain;
            best = i;
        }
    }
    return best;
}

/* Where the others, above all the leader, are likely to stand, and oneself not. */
static int bandits(const struct mind *m, const sr_move *legal, int count, struct sr_rng *rng)
{
    static const uint8_t draws[ROADS][TAD_REGIONS] = {
        {8, 12, 14, 4, 10, 3, 3}, {14, 12, 3, 5, 4, 9, 9},
        {16, 4, 6, 5, 5, 5, 5},   {5, 3, 2, 8, 12, 12, 12},
    };
    int best = 0, most = INT32_MIN;
    for (int i = 0; i < count; i++) {
        const int region = sr_move_a(legal[i]);
        int gain = (int)sr_rng_below(rng, 40);
        for (int p = 0; p < m->s->head.seats; p++) {
            const struct tad_player *o = &m->s->player[p];
            int rares = 0, part[ROADS];
            for (int r = 0; r < TAD_RARES; r++)
                rares += o->rare[r];
            part[TOWER] = 1 + o->tower;
            part[TEMPLE] = 1 + 2 * o->temples[0] + 4 * (o->temples[1] + o->temples[2]);
            part[MISSIONS] = 1 + 2 * tad__bits(o->done | o->flipped) + o->cards / 2;
            part[RARES] = 1 + 2 * rares;
            int sum = 0, all = 0;
            for (int road = 0; road < ROADS; road++) {
                sum += part[road] * draws[road][region];
                all += part[road];
            }
            const int likely = 10 * sum / all;
            gain += p == m->seat ? -likely / 2 : m->score[p] > m->score[m->seat] ? likely : likely / 2;
        }
        if (gain > most) {
            most = gain;
            best = i;
        }
    }
    return best;
}

/* A bundle of goods to part with (sign -1) or to get (+1), one by one as the plan likes best. */
static int bundle(const struct mind *m, const sr_move *legal, int count, int sign)
{
    struct work k = survey(m);
    int wanted[TAD_GOODS] = {0};
    for (int n = m->s->ask.left; n > 0; n--) {
        int best = UNSET, most = INT32_MIN;
        for (int g = m->s->ask.from; g < TAD_GOODS; g++) {
            struct work trial = k;
            int *zone = sign > 0 || trial.fixed[g] ? trial.fixed : trial.store;
            zone[g] += sign;
            if (zone[g] < 0)
                continue;
            const int worth = plan(m, trial);
            if (worth > most) {
                most = worth;
                best = g;
            }
        }
        if (best < 0)
            break;
        int *zone = sign > 0 || k.fixed[best] ? k.fixed : k.store;
        zone[best] += sign;
        wanted[best]++;
    }
    for (int g = m->s->ask.from; g < TAD_GOODS; g++) {
        const int at = wanted[g] ? find(legal, count, sr_move_make(sr_move_verb(legal[0]), g,
                                                                   wanted[g], 0)) : UNSET;
        if (at >= 0)
            return at;
    }
    return 0;
}

/* Goods left out of a cost: the dearest. The answers go from wood to gold. */
static int spare(const struct mind *m, const sr_move *legal, int count)
{
    int left = m->s->ask.left, wanted[TAD_GOODS] = {0};
    for (int g = TAD_GOODS - 1; g >= 0; g--) {
        wanted[g] = sr_min(left, m->s->ask.cost[g]);
        left -= wanted[g];
    }
    for (int g = m->s->ask.from; g < TAD_GOODS; g++) {
        const int at = wanted[g] ? find(legal, count, sr_move_make(TAD_V_SPARE, g, wanted[g], 0))
                                 : UNSET;
        if (at >= 0)
            return at;
    }
    return count - 1;
}

static int best_of(const struct mind *m, const sr_move *legal, int count,
                   int (*worth)(const struct mind *, int), int verb)
{
    int best = UNSET;
    for (int i = 0; i < count; i++)
        if (sr_move_verb(legal[i]) == verb &&
            (best < 0 || worth(m, sr_move_a(legal[i])) > worth(m, sr_move_a(legal[best]))))
            best = i;
    return best;
}

static int pick_worth(const struct mind *m, int kind)
{
    return rare_worth(m, m->me->rare, kind, false);
}

/* What a favour gains beyond the half of the card it costs. */
static int favour_worth(const struct mind *m, sr_move move)
{
    const int card = sr_move_bits(move, 8, 5);
    const int price = weigh(m, MISSIONS, 5 * m->ed->mission_value[card]);
    const struct work k = survey(m);
    int worth = 0;
    if (TAD_BIT(card) & TAD_PAWN_FAVOURS)
        worth = 25 * m->left;
    if (TAD_BIT(card) & TAD_TILE_FAVOURS)
        worth = m->left * (card == TAD_K15 ? 26 : 14);
    if (TAD_BIT(card) & TAD_GOODS_FAVOURS) {
        struct work with = k;
        with.later += m->ed->favour_goods;
        worth = m->s->phase == TAD_AT_BUILD
                    ? plan(m, with) - plan(m, k) + LATER_GOOD * m->ed->favour_goods / 2
                    : 0;
    }
    if (card == TAD_K1 || card == TAD_K2)
        for (int i = 0; i < TAD_RARES; i++)
            worth = m->s->rare_left[i] ? sr_max(worth, pick_worth(m, i)) : worth;
    if ((card == TAD_K3 || card == TAD_K4) && k.section < TAD_SECTIONS)
        worth = section_worth(m, k.section) + (k.section ? 15 : -20);
    if (card == TAD_K7 || card == TAD_K8)
        worth = m->ed->favour_floors[card - TAD_K7] * floor_worth(m, m->me->tower);
    if (card == TAD_K20) {
        const int victim = sr_move_bits(move, 13, 3) - 1;
        const int floors = sr_min(m->ed->favour_fall, m->s->player[victim].tower);
        worth = harm(m, victim, floors * (20 * m->moments + 5 * m->left));
    }
    if (card == TAD_K21 || card == TAD_K22)
        worth = m->left >= 2 && m->me->cards < 2 ? m->ed->favour_cards * draw_worth(m) : 0;
    return worth - price;
}

static int favour(const struct mind *m, const sr_move *legal, int count)
{
    int best = UNSET, most = 0;
    for (int i = 0; i < count; i++) {
        const int worth = sr_move_verb(legal[i]) == TAD_V_FLIP ? favour_worth(m, legal[i]) : 0;
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

static int improve(const struct mind *m, const sr_move *legal, int count)
{
    const int best = best_of(m, legal, count, tile_worth, TAD_V_BUY);
    const int collect = find_verb(legal, count, TAD_V_COLLECT);
    if (best >= 0 && tile_worth(m, sr_move_a(legal[best])) > 8 * m->ed->price[m->s->era - 1])
        return best;
    return best < 0 && collect >= 0 ? collect : find_verb(legal, count, TAD_V_DONE);
}

static sr_move job_move(const struct mind *m, const struct job *j)
{
    const int section = survey(m).section;
    switch (j->kind) {
    case JOB_FLOOR:
        return sr_move_make(TAD_V_FLOORS, 1, 0, 0);
    case JOB_SERIES:
        return TAD_V_SERIES;
    case JOB_SECTION:
        return sr_move_make(TAD_V_TEMPLE, j->arg, section, 0);
    case JOB_MISSION:
        return sr_move_make(TAD_V_COMPLETE, j->arg, 0, 0);
    case JOB_DRAW:
        return TAD_V_DRAW;
    case JOB_RARE:
        return sr_move_make(TAD_V_RARE, j->arg, j->tribute, 0);
    default:
        return TAD_V_PAY_TAX;
    }
}

/* A construction or kingdom turn: traitor first, then the jobs of the plan, the exchanges they need
 * before them. Floors are named all at once, so those the goods allow are counted first. */
static int build(const struct mind *m, const sr_move *legal, int count)
{
    const int traitor = find(legal, count, sr_move_make(TAD_V_TRAITOR, m->highest, 0, 0));
    if (traitor >= 0 && !m->st->meek)
        return traitor;
    const int flip = favour(m, legal, count);
    if (flip >= 0)
        return flip;
    struct work k = survey(m);
    if (m->s->phase == TAD_AT_KINGDOM)
        memset(k.pawns, 0, sizeof k.pawns);
    sr_move step = 0;
    bool stepped = false;
    int floors = 0;
    for (int i = 0; i < 24; i++) {
        const struct job j = best_job(m, &k);
        if (j.kind == JOB_NONE)
            break;
        const bool tax = j.kind == JOB_TAX && m->s->phase != TAD_AT_KINGDOM;
        k.stepped = false;
        carry_out(m, &k, &j);
        if (tax || (floors && j.kind != JOB_FLOOR))
            continue; /* the gold is set aside */
        if (k.stepped && !stepped) {
            const int at = find(legal, count, k.step);
            if (at >= 0)
                return at;
        }
        step = job_move(m, &j);
        if (j.kind != JOB_FLOOR) {
            const int at = find(legal, count, step);
            if (at >= 0)
                return at;
            continue;
        }
        floors++;
        stepped = false;
    }
    for (; floors > 0; floors--) {
        const int at = find(legal, count, sr_move_make(TAD_V_FLOORS, floors, 0, 0));
        if (at >= 0)
            return at;
    }
    return UNSET;
}

static int kingdom(const struct mind *m, const sr_move *legal, int count)
{
    static const uint8_t order[] = {TAD_V_SUPPLY, TAD_V_FIRST, TAD_V_EXEMPT, TAD_V_PAY_TAX};
    const int supply = m->me->tower - m->low;
    for (size_t i = 0; i < sizeof order; i++) {
        const int at = find_verb(legal, count, order[i]);
        if (at < 0 || (order[i] == TAD_V_SUPPLY && supply < 3 && m->s->era > 1))
            continue;
        return at;
    }
    const int job = build(m, legal, count);
    if (job >= 0)
        return job;
    const int refuse = find_verb(legal, count, TAD_V_REFUSE_TAX);
    return refuse >= 0 ? refuse : find_verb(legal, count, TAD_V_DONE);
}

static int start(const struct mind *m, const sr_move *legal, int count)
{
    static const uint8_t liked[ROADS][TAD_START_TILES] = {
        {4, 1, 3, 2}, {4, 2, 3, 1}, {2, 3, 1, 4}, {1, 3, 2, 4}};
    int best = 0, road = MISSIONS, most = 0;
    for (int i = 0; i < ROADS; i++)
        if (m->st->weight[i] > most) {
            most = m->st->weight[i];
            road = i;
        }
    for (int i = 1; i < count; i++) {
        const int a = sr_move_a(legal[i]), b = sr_move_a(legal[best]);
        if (a < TAD_START_TILES && b < TAD_START_TILES ? liked[road][a] > liked[road][b]
                                                       : tile_worth(m, a) > tile_worth(m, b))
            best = i;
    }
    return best;
}

static int choose(const struct strategy *st, const struct sr_rules *r, const struct sr_view *view,
                  const sr_move *legal, int count, struct sr_rng *rng)
{
    if (strcmp(r->game->id, "tadmor") != 0)
        return (int)sr_rng_below(rng, (uint32_t)count);
    const struct tad_state *s = (const struct tad_state *)&view->s;
    const struct mind m = look(st, r, s);
    int at = UNSET;
    switch (tad__decision(s)) {
    case TAD_AT_BONUS:
        at = (int)sr_rng_below(rng, (uint32_t)count);
        break;
    case TAD_AT_START:
        at = start(&m, legal, count);
        break;
    case TAD_AT_PLACE:
        at = place(&m, legal, count, rng);
        break;
    case TAD_AT_BANDIT:
        at = bandits(&m, legal, count, rng);
        break;
    case TAD_AT_IMPROVE:
        at = improve(&m, legal, count);
        break;
    case TAD_AT_LATE:
        at = favour(&m, legal, count);
        break;
    case TAD_AT_BUILD:
        at = build(&m, legal, count);
        break;
    case TAD_AT_KINGDOM:
        at = kingdom(&m, legal, count);
        break;
    case TAD_D_SPARE:
        at = spare(&m, legal, count);
        break;
    case TAD_D_GAIN:
        at = bundle(&m, legal, count, 1);
        break;
    case TAD_D_PAY:
    case TAD_D_DROP:
        at = bundle(&m, legal, count, -1);
        break;
    case TAD_D_RARE:
        at = best_of(&m, legal, count, pick_worth, TAD_V_PICK);
        break;
    case TAD_D_TAKE:
        at = best_of(&m, legal, count, tile_worth, TAD_V_TAKE);
        break;
    default:
        break;
    }
    return at >= 0 ? at : count - 1; /* the way out comes last */
}

/* ---- the players --------------------------------------------------------------------- */

#define STRATEGIES(X)                                                                              \
    X(tower, "tower", 150, 80, 80, 80, false)                                                      \
    X(temple, "temple", 80, 150, 80, 80, false)                                                    \
    X(missions, "missions", 80, 80, 150, 80, false)                                                \
    X(rares, "rares", 80, 80, 80, 150, false)                                                      \
    X(mixed, "mixed", 100, 100, 100, 100, false)                                                   \
    X(tower_meek, "tower-meek", 150, 80, 80, 80, true)                                             \
    X(temple_meek, "temple-meek", 80, 150, 80, 80, true)                                           \
    X(missions_meek, "missions-meek", 80, 80, 150, 80, true)                                       \
    X(rares_meek, "rares-meek", 80, 80, 80, 150, true)

#define DEFINE(name, id, a, b, c, d, meek)                                                         \
    static int choose_##name(const struct sr_rules *r, const struct sr_view *view,                 \
                             const sr_move *legal, int count, struct sr_rng *rng)                  \
    {                                                                                              \
        static const struct strategy st = {{a, b, c, d}, meek};                                    \
        return choose(&st, r, view, legal, count, rng);                                            \
    }
STRATEGIES(DEFINE)

#define ROW(name, id, a, b, c, d, meek)                                                            \
    {"tadmor:" id, "Tadmor by one road", choose_##name, {.visits = SR_SCRIPTED}},
const struct sr_bot lab_tadmor_strategies[] = {STRATEGIES(ROW){.id = NULL}};
