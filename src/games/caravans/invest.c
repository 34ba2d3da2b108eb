/* invest.c: investing with its bribe, and lightening (R10, R11). */
#include "games/caravans/caravans.h"

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

/* Resources that may be put in after a bribe of these kinds, when so many écus are left: R10.4. Who
 * kept an écu could have bribed with it, so that what he paid instead does not count as well. */
static unsigned stakeable(const struct caravans *s, unsigned held, unsigned bribed_kinds, int ecus)
{
    const bool barred = s->head.option[OPT_BRIBE] == ALIKE_WITHOUT_ECUS && ecus > 0;
    return held & ~1u & (barred ? ~bribed_kinds : ~0u);
}

static unsigned bribed_kinds(const struct caravans *s)
{
    unsigned set = 0;
    for (int k = 0; k < KINDS; k++)
        set |= (unsigned)(s->bribe[k] > 0) << k;
    return set;
}

/* R10.3: any unit, as long as the rest of the bribe can be paid so that a resource is left to be
 * put in. Paying the rest in écus leaves the most: all are gone, or no resource was needed. */
static unsigned bribe_kinds(const struct caravans_edition *ed, const struct caravans *s)
{
    const struct caravans_player *p = &s->players[s->active];
    const int rest = ed->bribe_units - bribed(s) - 1, units = caravans__units(p);
    const unsigned held = caravans__kinds_held(p), paid = bribed_kinds(s);
    unsigned set = 0;
    for (int k = 0; k < KINDS; k++) {
        if (p->units[k] == 0)
            continue;
        const int ecus = p->units[ECU] - (k == ECU), resources = units - 1 - ecus;
        const unsigned left = p->units[k] > 1 ? held : held & ~(1u << k);
        if (ecus > rest ? stakeable(s, left, paid | 1u << k, ecus - rest) != 0
                        : resources > rest - ecus)
            set |= 1u << k;
    }
    /* R4.3: écus and one kind of resource, and no écu can be kept: all of them go, in one way. */
    const unsigned goods = held & ~1u;
    const bool kept = s->head.option[OPT_BRIBE] == ALIKE_ALWAYS && units > rest + 2;
    if ((goods & (goods - 1)) == 0 && p->units[ECU] <= rest && (set & 1u) && !kept)
        return 1u;
    return set;
}

/* R10.4: no two alike. */
static unsigned stake_kinds(const struct caravans *s)
{
    const struct caravans_player *p = &s->players[s->active];
    return stakeable(s, caravans__kinds_held(p), bribed_kinds(s), p->units[ECU]) &
           ~((unsigned)s->stake << 1);
}

static unsigned lighten_kinds(const struct caravans *s)
{
    return caravans__kinds_held(&s->players[s->active]);
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
        return caravans__list_kinds(V_DROP, lighten_kinds(s), out);
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
        return caravans__names_kind(m, V_DROP, lighten_kinds(s));
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
    sr_emit(ev, E_BRIBE, s->active, kind, 0, 0, 0);
    if (bribed(s) == ed->bribe_units)
        caravans__enter(s, ASK_STAKE);
}

static void stake(struct caravans *s, int kind, struct sr_events *ev)
{
    s->players[s->active].units[kind]--;
    s->stake = (uint16_t)(s->stake | 1u << (kind - 1));
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
