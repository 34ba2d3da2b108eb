/* goods.c: what a player holds: warehouse and exchanged zone, paying, exchanging, and the one way
 * in which several goods are chosen at once (R6.7 to R6.12). */
#include "games/tadmor/tadmor.h"

int tadmor__total(const struct tad_player *p)
{
    int n = 0;
    for (int g = 0; g < TAD_GOODS; g++)
        n += tadmor__have(p, g);
    return n;
}

/* How many goods of a cost the player lacks. */
int tadmor__missing(const struct tad_player *p, const uint8_t cost[TAD_GOODS])
{
    int n = 0;
    for (int g = 0; g < TAD_GOODS; g++)
        n += sr_max(0, cost[g] - tadmor__have(p, g));
    return n;
}

/* The general supply never runs out; the cap only keeps bytes from overflowing (R14.12). */
static int room(const struct tad_player *p, int n)
{
    return sr_min(n, TAD_GOODS_MAX - tadmor__total(p));
}

void tadmor__store(struct tad_player *p, int good, int n)
{
    sr_add_u8(&p->goods[good], room(p, n));
}

void tadmor__exchange_in(struct tad_player *p, int good, int n)
{
    sr_add_u8(&p->exchanged[good], room(p, n));
}

/* R6.11: exchanged goods have fewer uses, so they go first. */
void tadmor__spend(struct tad_player *p, int good, int n)
{
    const int exchanged = sr_min(n, p->exchanged[good]);
    sr_add_u8(&p->exchanged[good], -exchanged);
    sr_add_u8(&p->goods[good], exchanged - n);
}

void tadmor__pay(struct tad_state *s, int seat, const uint8_t cost[TAD_GOODS], struct sr_events *ev)
{
    for (int g = 0; g < TAD_GOODS; g++) {
        if (cost[g] == 0)
            continue;
        tadmor__spend(&s->player[seat], g, cost[g]);
        sr_emit(ev, TAD_E_PAID, seat, g, cost[g], 0, 0);
    }
}

void tadmor__points(struct tad_state *s, int seat, int n, int source, struct sr_events *ev)
{
    struct tad_player *p = &s->player[seat];
    if (n == 0)
        return;
    p->pp = sr_i16(sr_max(-TAD_PP_MAX, sr_min(TAD_PP_MAX, p->pp + n)));
    sr_emit(ev, TAD_E_POINTS, seat, n, source, 0, 0);
}

/* R10.2 */
int tadmor__limit(const struct tad_edition *ed, const struct tad_state *s, int seat)
{
    return tadmor__owns(s, seat, TAD_I33) ? ed->limit_large : ed->limit;
}

/* ---- exchanges ----------------------------------------------------------------------- */

/* The ten exchanges: wood and stone to marble or gold, then marble and gold to two base goods. */
enum { UPWARD = 4, UP_ALL = 0xF, DOWN = 3, DOWN_ALL = 7, EVERY = 0x3FF };

int tadmor__exchange_from(int exchange)
{
    return exchange < UPWARD ? exchange / 2 : TAD_MARBLE + (exchange - UPWARD) / DOWN;
}

int tadmor__exchange_to(int exchange)
{
    return exchange < UPWARD ? exchange % 2 : TAD_TO_WOODS + (exchange - UPWARD) % DOWN;
}

/* The exchanges of a superior good for two base goods. */
static unsigned doubling(int good)
{
    return (unsigned)DOWN_ALL << (UPWARD + (good - TAD_MARBLE) * DOWN);
}

bool tadmor__doubles(unsigned exchanges, int good) { return exchanges & doubling(good); }

/* R6.7: bit set of the exchanges the player is licensed for. */
unsigned tadmor__exchanges(const struct tad_edition *ed, const struct tad_state *s, int seat,
                           uint32_t acts)
{
    if ((acts & TAD_BIT(TAD_MARKET)) || (s->player[seat].used & TAD_USED_K13) ||
        s->post[TAD_AT_I21] >> 1 == seat || s->post[TAD_AT_I22] >> 1 == seat)
        return EVERY;
    unsigned set = acts & TAD_BIT(TAD_MARKET_UP) ? UP_ALL : 0;
    for (int i = 0; i < TAD_START_TILES; i++)
        if (tadmor__owns(s, seat, TAD_I1 + i))
            set |= 1u << (ed->trade_from[i] * 2 + ed->trade_to[i] - TAD_MARBLE);
    for (int i = 0; i < 2; i++)
        if (tadmor__owns(s, seat, TAD_I23 + i))
            set |= doubling(ed->double_from[i]);
    return set;
}

void tadmor__trade(struct tad_state *s, int from, int yield, struct sr_events *ev)
{
    static const uint8_t given[TAD_YIELDS][TAD_GOODS] = {
        {0, 0, 1, 0}, {0, 0, 0, 1}, {2, 0, 0, 0}, {1, 1, 0, 0}, {0, 2, 0, 0}};
    struct tad_player *p = &s->player[s->active];
    sr_add_u8(&p->goods[from], -1);
    for (int g = 0; g < TAD_GOODS; g++)
        tadmor__exchange_in(p, g, given[yield][g]);
    sr_emit(ev, TAD_E_TRADE, s->active, from, yield, 0, 0);
}

/* ---- choosing several goods (R6.12) -------------------------------------------------- */

static bool is_question(int verb, int kind) { return verb - TAD_V_PAY == kind - TAD_ASK_PAY; }

/* The least and the most of a good that the whole choice can contain. */
static void bounds(const struct tad_state *s, int good, int *low, int *high)
{
    const int have = tadmor__have(&s->player[s->active], good);
    *low = 0;
    *high = s->ask.kind == TAD_ASK_GAIN ? s->ask.left : have;
    if (s->ask.kind == TAD_ASK_SPARE) {
        *low = sr_max(0, s->ask.cost[good] - have);
        *high = s->ask.cost[good];
    }
}

/* Answers name one kind of good and how many of it, kinds in rising order: every multiset has
 * exactly one sequence of answers. */
int tadmor__list_goods(const struct tad_state *s, int verb, sr_move *out)
{
    int low[TAD_GOODS], high[TAD_GOODS];
    int more_low = 0, more_high = 0, n = 0;
    if (!is_question(verb, s->ask.kind))
        return 0;
    for (int g = s->ask.from; g < TAD_GOODS; g++) {
        bounds(s, g, &low[g], &high[g]);
        more_low += low[g];
        more_high += high[g];
    }
    for (int g = s->ask.from; g < TAD_GOODS; g++) {
        more_low -= low[g];
        more_high -= high[g];
        const int least = sr_max(sr_max(1, low[g]), s->ask.left - more_high);
        const int most = sr_min(high[g], s->ask.left - more_low);
        for (int k = least; k <= most; k++)
            out[n++] = sr_move_make(verb, g, k, 0);
        if (low[g] > 0)
            break; /* this kind cannot be skipped */
    }
    return n;
}

/* Takes one answer; true when the choice is complete. */
bool tadmor__answer_goods(struct tad_state *s, int verb, int good, int n, struct sr_events *ev)
{
    struct tad_player *p = &s->player[s->active];
    uint8_t only[TAD_GOODS] = {0, 0, 0, 0};
    only[good] = sr_u8(n);
    switch (verb) {
    case TAD_V_PAY:
        tadmor__pay(s, s->active, only, ev);
        break;
    case TAD_V_SPARE:
        sr_add_u8(&s->ask.cost[good], -n);
        break;
    case TAD_V_GAIN:
        tadmor__exchange_in(p, good, n);
        sr_emit(ev, TAD_E_GAIN, s->active, good, n, 0, 0);
        break;
    default:
        tadmor__spend(p, good, n);
        sr_emit(ev, TAD_E_DROP, s->active, good, n, 0, 0);
        break;
    }
    sr_add_u8(&s->ask.left, -n);
    s->ask.from = sr_u8(good + 1);
    return s->ask.left == 0;
}
