/* day.c: the frame of the game: set-up, order of a day, supply and roll, ends of turn, day,
 * week and game. What a player does within a turn is left to the other files. */
#include "games/yspahan/yspahan.h"

/* ---- order of a day ------------------------------------------------------------------ */

static void order_from(struct yspahan_state *s, int first)
{
    const int seats = s->head.seats;
    s->turns = seats == 2 ? 3 : s->head.seats; /* R7.2: first, other, first */
    for (int i = 0; i < s->turns; i++)
        s->order[i] = sr_u8((first + i) % seats);
}

static int total_points(const struct yspahan_player *p)
{
    int sum = 0;
    for (int i = 0; i < PT_PARTS; i++)
        sum += p->points[i];
    return sum;
}

/* R4.1, last day with four: fewer points go earlier; among equals the one farther clockwise
 * from yesterday's first player. */
static bool goes_before(const struct yspahan_state *s, int a, int b, int yesterday)
{
    const int va = total_points(&s->players[a]), vb = total_points(&s->players[b]);
    if (va != vb)
        return va < vb;
    return (a - yesterday + YSP_SEATS) % YSP_SEATS > (b - yesterday + YSP_SEATS) % YSP_SEATS;
}

static void order_by_points(struct yspahan_state *s, int yesterday)
{
    for (int i = 1; i < s->turns; i++) {
        const uint8_t seat = s->order[i];
        int k = i;
        for (; k > 0 && goes_before(s, seat, s->order[k - 1], yesterday); k--)
            s->order[k] = s->order[k - 1];
        s->order[k] = seat;
    }
}

/* R4.1: the first player's role moves on clockwise, but for the last day of the game. */
static void next_order(const struct yspahan_edition *ed, struct yspahan_state *s)
{
    const int seats = s->head.seats, yesterday = s->order[0];
    int first = (yesterday + 1) % seats;
    const bool last = s->week == ed->weeks && s->day == ed->days;
    if (last && seats == 2) { /* R7.7 */
        const int behind = total_points(&s->players[0]) - total_points(&s->players[1]);
        first = behind < 0 ? 0 : behind > 0 ? 1 : first;
    }
    order_from(s, first);
    if (last && seats == 4)
        order_by_points(s, yesterday);
}

/* ---- beginning ----------------------------------------------------------------------- */

static void begin_turn(const struct ysp *y, int phase)
{
    struct yspahan_state *s = y->s;
    s->phase = sr_u8(phase);
    s->head.turn++;
    sr_emit(y->ev, EV_TURN, ysp_active(s), 0, 0, 0, 0);
}

static void begin_day(const struct ysp *y)
{
    struct yspahan_state *s = y->s;
    s->turn_index = 0;
    sr_emit(y->ev, EV_DAY, s->order[0], s->week, s->day, 0, 0);
    begin_turn(y, PH_SUPPLY);
}

void yspahan__setup(const void *edition, void *state)
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)edition;
    struct yspahan_state *s = (struct yspahan_state *)state;
    for (int p = 0; p < s->head.seats; p++) {
        s->players[p].gold = ed->start_gold;
        s->players[p].camels = ed->start_camels;
    }
    memset(s->shops, SR_NONE, sizeof s->shops);
    memcpy(s->deck, ed->copies, sizeof s->deck);
    memcpy(s->shuffled, ed->copies, sizeof s->shuffled);
    s->level = SR_NONE;
    s->asked = SR_NONE;
    s->week = s->day = 1;
    int first = 0; /* R9.2 */
    if (s->head.option[OP_FIRST_SEAT] == FIRST_SEAT_RANDOM)
        first = (int)sr_rng_below(&s->head.rng, s->head.seats);
    order_from(s, first);
    const struct ysp y = {ed, s, NULL};
    begin_day(&y);
}

/* ---- supply and roll ----------------------------------------------------------------- */

/* R4.3: the groups in rising order from CAMEL, the highest on GOLD. */
static void allot(const struct ysp *y, const struct yspahan_group by_face[YSP_FACES])
{
    struct yspahan_group *tower = y->s->tower;
    int level = LV_CAMEL, last = LV_CAMEL;
    for (int face = 0; face < YSP_FACES; face++) {
        if (by_face[face].value == 0)
            continue;
        last = level++;
        tower[last] = by_face[face];
    }
    if (last != LV_CAMEL && last != LV_GOLD) {
        const struct yspahan_group none = {0, 0, 0};
        tower[LV_GOLD] = tower[last];
        tower[last] = none;
    }
    for (int i = 0; i < YSP_LEVELS; i++)
        if (tower[i].value)
            sr_emit(y->ev, EV_GROUP, SR_NOBODY, i, tower[i].value, tower[i].white, tower[i].yellow);
}

/* White dice first, then yellow ones: case files fix rolls in this order. */
static void roll(const struct ysp *y, int white, int yellow)
{
    struct yspahan_group by_face[YSP_FACES];
    memset(by_face, 0, sizeof by_face);
    for (int i = 0; i < white + yellow; i++) {
        const uint32_t face = sr_rng_below(&y->s->head.rng, YSP_FACES);
        by_face[face].value = (uint8_t)(face + 1);
        if (i < white)
            by_face[face].white++;
        else
            by_face[face].yellow++;
    }
    sr_emit(y->ev, EV_ROLL, ysp_active(y->s), white, yellow, 0, 0);
    allot(y, by_face);
}

/* R4.2 */
void yspahan__buy(const struct ysp *y, int n)
{
    const int seat = ysp_active(y->s);
    if (n > 0)
        sr_emit(y->ev, EV_BUY, seat, n, 0, 0, 0);
    yspahan__pay_gold(y, seat, n * y->ed->yellow_price);
    roll(y, y->ed->white_dice[y->s->head.seats - 2], n);
    y->s->phase = PH_SELECT;
}

/* ---- ends ---------------------------------------------------------------------------- */

/* R4.8: with three or four players yellow dice last for the first player's turn only. */
static void remove_yellow(const struct ysp *y)
{
    int out = 0;
    for (int i = 0; i < YSP_LEVELS; i++) {
        struct yspahan_group *g = &y->s->tower[i];
        out += g->yellow;
        g->yellow = 0;
        if (g->white == 0)
            g->value = 0;
    }
    if (out > 0)
        sr_emit(y->ev, EV_YELLOW_OUT, SR_NOBODY, out, 0, 0, 0);
}

/* R6.2 to R6.4 */
static SR_NOINLINE void end_week(const struct ysp *y)
{
    sr_emit(y->ev, EV_WEEK_END, SR_NOBODY, y->s->week, 0, 0, 0);
    yspahan__score_souks(y);
    yspahan__count_caravan(y);
    y->s->supervisor = 0;
    sr_emit(y->ev, EV_HOME, SR_NOBODY, 0, 0, 0, 0);
}

/* R6.1, R6.5 */
static void end_day(const struct ysp *y)
{
    struct yspahan_state *s = y->s;
    memset(s->tower, 0, sizeof s->tower);
    if (s->day == y->ed->days)
        end_week(y);
    if (s->day == y->ed->days && s->week == y->ed->weeks) {
        s->turn_index = sr_u8(s->turns - 1);
        s->phase = PH_OVER;
        s->head.over = 1;
        sr_emit(y->ev, EV_OVER, SR_NOBODY, 0, 0, 0, 0);
        return;
    }
    if (s->day == y->ed->days) {
        s->day = 0;
        s->week++;
    }
    s->day++;
    next_order(y->ed, s);
    begin_day(y);
}

SR_NOINLINE void yspahan__end_turn(const struct ysp *y)
{
    struct yspahan_state *s = y->s;
    s->built = 0;
    if (s->turn_index == 0 && s->head.seats > 2)
        remove_yellow(y);
    s->turn_index++;
    if (s->turn_index == s->turns)
        end_day(y);
    else
        begin_turn(y, PH_SELECT);
}

/* R4.9: whether the question is skipped must not depend on which cards are held. */
void yspahan__post(const struct ysp *y)
{
    struct yspahan_state *s = y->s;
    const int seat = ysp_active(s);
    s->phase = PH_POST;
    if (s->players[seat].cards == 0 && !yspahan__can_build_any(y->ed, s, seat))
        yspahan__end_turn(y);
}
