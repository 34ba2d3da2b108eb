/* invest.c: investing with its bribe, and lightening (R10, R11). */
#include "games/caravans/caravans.h"

/* R4.4: sets are named in one order only. A kind may be answered when it and what stands at or
 * after it still make the units due; the lowest one available always does. */
unsigned caravans__chain_kinds(const uint16_t units[KINDS], int last, int due)
{
    unsigned set = 0;
    int after = 0;
    for (int k = KINDS - 1; k >= last; k--) {
        after += units[k];
        if (units[k] > 0 && after >= due)
            set |= 1u << k;
    }
    return set;
}

/* R10.2: the bribe, and at least one resource besides. */
bool caravans__can_invest(const struct caravans_edition *ed, const struct caravans_player *p)
{
    const int units = caravans__units(p);
    return units > ed->bribe_units && units > p->units[ECU];
}

static int bribed(const struct caravans *s)
{
    int n = 0;
    for (int k = 0; k < KINDS; k++)
        n += s->bribe[k];
    return n;
}

/* R10.3: like any chain, and a resource must be left when the bribe is complete. Once it starts
 * with an écu, the écus left may pay as much of the rest as they can. */
static unsigned bribe_kinds(const struct caravans_edition *ed, const struct caravans *s)
{
    const struct caravans_player *p = &s->players[s->active];
    const int due = ed->bribe_units - bribed(s);
    const int ecus = p->units[ECU];
    const int resources = caravans__units(p) - ecus;
    unsigned set = caravans__chain_kinds(p->units, s->last, due);
    if (resources - sr_max(0, due - ecus) < 1)
        set &= ~1u;
    if (resources - due < 1)
        set &= 1u;
    return set;
}

/* R10.4: no two alike, so strictly upwards. */
static unsigned stake_kinds(const struct caravans *s)
{
    const struct caravans_player *p = &s->players[s->active];
    unsigned set = 0;
    for (int k = s->last + 1; k < KINDS; k++)
        if (p->units[k] > 0)
            set |= 1u << k;
    return set;
}

static unsigned lighten_kinds(const struct caravans_edition *ed, const struct caravans *s)
{
    const struct caravans_player *p = &s->players[s->active];
    return caravans__chain_kinds(p->units, s->last, caravans__units(p) - ed->caravan_max);
}

int caravans__list_invest(const struct caravans_edition *ed, const struct caravans *s, sr_move *out)
{
    int n;
    switch (s->phase) {
    case ASK_INVEST:
        out[0] = caravans__verb(V_SKIP);
        out[1] = caravans__verb(V_INVEST);
        return 2;
    case ASK_BRIBE:
        return caravans__list_kinds(V_BRIBE, bribe_kinds(ed, s), out);
    case ASK_STAKE:
        n = caravans__list_kinds(V_STAKE, stake_kinds(s), out);
        if (s->stake)
            out[n++] = caravans__verb(V_FINISH);
        return n;
    default:
        return caravans__list_kinds(V_DROP, lighten_kinds(ed, s), out);
    }
}

bool caravans__allows_invest(const struct caravans_edition *ed, const struct caravans *s, sr_move m)
{
    switch (s->phase) {
    case ASK_INVEST:
        return m == V_SKIP || m == V_INVEST;
    case ASK_BRIBE:
        return caravans__names_kind(m, V_BRIBE, bribe_kinds(ed, s));
    case ASK_STAKE:
        return (m == V_FINISH && s->stake) || caravans__names_kind(m, V_STAKE, stake_kinds(s));
    default:
        return caravans__names_kind(m, V_DROP, lighten_kinds(ed, s));
    }
}

/* ---- playing --------------------------------------------------------------------------------- */

static void begin_investment(const struct caravans_edition *ed, struct caravans *s)
{
    s->productive = 1;
    caravans__enter(s, ed->bribe_units > 0 ? ASK_BRIBE : ASK_STAKE);
}

static void pay_bribe(const struct caravans_edition *ed, struct caravans *s, int kind,
                      struct sr_events *ev)
{
    s->players[s->active].units[kind]--;
    s->bribe[kind]++;
    s->last = (uint8_t)kind;
    sr_emit(ev, E_BRIBE, s->active, kind, 0, 0, 0);
    if (bribed(s) == ed->bribe_units)
        caravans__enter(s, ASK_STAKE);
}

static void stake(struct caravans *s, int kind, struct sr_events *ev)
{
    s->players[s->active].units[kind]--;
    s->stake = (uint16_t)(s->stake | 1u << (kind - 1));
    s->last = (uint8_t)kind;
    sr_emit(ev, E_STAKE, s->active, kind, 0, 0, 0);
}

/* R10.5, R13.1: the points are added together; who reaches the goal wins at once. */
static void finish_investment(const struct caravans_edition *ed, struct caravans *s,
                              struct sr_events *ev)
{
    struct caravans_player *p = &s->players[s->active];
    int points = 0;
    for (int i = 0; i < RESOURCES; i++)
        if (s->stake >> i & 1)
            points += ed->values[ed->classes[i]];
    p->influence = sr_u16(p->influence + points);
    sr_emit(ev, E_INVEST, s->active, points, p->influence, 0, 0);
    s->stake = 0;
    memset(s->bribe, 0, sizeof s->bribe);
    s->last = 0;
    if (p->influence >= ed->win_influence)
        caravans__end(ed, s, BY_GOAL, ev);
    else
        caravans__after_investment(ed, s, ev);
}

/* R11.1 */
static void drop(const struct caravans_edition *ed, struct caravans *s, int kind,
                 struct sr_events *ev)
{
    struct caravans_player *p = &s->players[s->active];
    p->units[kind]--;
    s->last = (uint8_t)kind;
    sr_emit(ev, E_DROP, s->active, kind, 0, 0, 0);
    if (caravans__units(p) <= ed->caravan_max)
        caravans__after_lightening(ed, s, ev);
}

void caravans__invest_step(const struct caravans_edition *ed, struct caravans *s, sr_move m,
                           struct sr_events *ev)
{
    switch (sr_move_verb(m)) {
    case V_SKIP:
        caravans__after_investment(ed, s, ev);
        break;
    case V_INVEST:
        begin_investment(ed, s);
        break;
    case V_BRIBE:
        pay_bribe(ed, s, sr_move_a(m), ev);
        break;
    case V_STAKE:
        stake(s, sr_move_a(m), ev);
        break;
    case V_FINISH:
        finish_investment(ed, s, ev);
        break;
    default:
        drop(ed, s, sr_move_a(m), ev);
        break;
    }
}
