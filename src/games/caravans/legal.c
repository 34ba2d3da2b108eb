/* legal.c: which file answers which question; forced answers; who decides (R4).
 *
 * Invariant: a question with one answer is never left standing, but for actions and trade, where
 * stopping is the choice (R4.3). */
#include "games/caravans/caravans.h"

int caravans__list_kinds(int verb, unsigned kinds, sr_move *out)
{
    int n = 0;
    for (; kinds; kinds &= kinds - 1)
        out[n++] = caravans__verb_kind(verb, sr_lowest(kinds));
    return n;
}

bool caravans__names_kind(sr_move m, int verb, unsigned kinds)
{
    const int kind = sr_move_a(m);
    return kind < 32 && m == caravans__verb_kind(verb, kind) && (kinds >> kind & 1);
}

static sr_move destroy_move(int pawn)
{
    return sr_move_make(V_DESTROY, pawn < RESOURCES ? AT_FORUM : AT_SUBURB, pawn % RESOURCES + 1,
                        0);
}

/* Place of a pawn in the order of R12.4. */
static int destroyed_pawn(sr_move m)
{
    return sr_move_b(m) - 1 + (sr_move_a(m) == AT_FORUM ? 0 : RESOURCES);
}

static int list_destroy(const struct caravans_edition *ed, const struct caravans *s, sr_move *out)
{
    const unsigned pawns = caravans__destroy_pawns(ed, s);
    int n = 0;
    for (int i = 0; i < 2 * RESOURCES; i++)
        if (pawns >> i & 1)
            out[n++] = destroy_move(i);
    return n;
}

int caravans__legal(const void *edition, const void *state, sr_move *out)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)edition;
    const struct caravans *s = (const struct caravans *)state;
    switch (s->phase) {
    case ASK_PLACE:
        return caravans__list_start(ed, s, out);
    case ASK_PICK:
        return caravans__list_kinds(V_PICK, caravans__pick_kinds(ed, s), out);
    case ASK_ACTION:
        return caravans__list_actions(ed, s, out);
    case ASK_TILE:
    case ASK_SPOT:
    case ASK_TURN:
        return caravans__list_explore(ed, s, out);
    case ASK_TRADE:
        return caravans__list_trade(ed, s, out);
    case ASK_GIVE:
    case ASK_WANT:
    case ASK_REPLY:
        return caravans__list_barter(ed, s, out);
    case ASK_PRODUCE:
        return caravans__list_kinds(V_PRODUCE, caravans__produce_kinds(ed, s), out);
    case ASK_DESTROY:
        return list_destroy(ed, s, out);
    default:
        return caravans__list_invest(ed, s, out);
    }
}

static bool allows_place(const struct caravans_edition *ed, const struct caravans *s, sr_move m)
{
    sr_move list[LONGEST_LIST];
    const int n = caravans__list_start(ed, s, list);
    for (int i = 0; i < n; i++)
        if (list[i] == m)
            return true;
    return false;
}

static bool allows_destroy(const struct caravans_edition *ed, const struct caravans *s, sr_move m)
{
    const int kind = sr_move_b(m);
    if (sr_move_verb(m) != V_DESTROY || kind < 1 || kind >= KINDS)
        return false;
    const int pawn = destroyed_pawn(m);
    return m == destroy_move(pawn) && (caravans__destroy_pawns(ed, s) >> pawn & 1);
}

bool caravans__allows(const void *edition, const void *state, sr_move m)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)edition;
    const struct caravans *s = (const struct caravans *)state;
    switch (s->phase) {
    case ASK_PLACE:
        return allows_place(ed, s, m);
    case ASK_PICK:
        return caravans__names_kind(m, V_PICK, caravans__pick_kinds(ed, s));
    case ASK_ACTION:
        return caravans__allows_action(ed, s, m);
    case ASK_TILE:
    case ASK_SPOT:
    case ASK_TURN:
        return caravans__allows_explore(ed, s, m);
    case ASK_TRADE:
        return caravans__allows_trade(ed, s, m);
    case ASK_GIVE:
    case ASK_WANT:
    case ASK_REPLY:
        return caravans__allows_barter(ed, s, m);
    case ASK_PRODUCE:
        return caravans__names_kind(m, V_PRODUCE, caravans__produce_kinds(ed, s));
    case ASK_DESTROY:
        return allows_destroy(ed, s, m);
    default:
        return caravans__allows_invest(ed, s, m);
    }
}

static void step(const struct caravans_edition *ed, struct caravans *s, sr_move m,
                 struct sr_events *ev)
{
    switch (s->phase) {
    case ASK_PLACE:
        caravans__place(ed, s, caravans__signed(m, Q_SHIFT), caravans__signed(m, R_SHIFT), ev);
        break;
    case ASK_PICK:
        caravans__pick(ed, s, sr_move_a(m), ev);
        break;
    case ASK_ACTION:
        caravans__act(ed, s, m, ev);
        break;
    case ASK_TILE:
    case ASK_SPOT:
    case ASK_TURN:
        caravans__explore_step(ed, s, m, ev);
        break;
    case ASK_TRADE:
        caravans__trade_step(ed, s, m, ev);
        break;
    case ASK_GIVE:
    case ASK_WANT:
    case ASK_REPLY:
        caravans__barter_step(ed, s, m, ev);
        break;
    case ASK_PRODUCE:
        caravans__produce(ed, s, sr_move_a(m), ev);
        break;
    case ASK_DESTROY:
        caravans__destroy(ed, s, destroyed_pawn(m), ev);
        break;
    default:
        caravans__invest_step(ed, s, m, ev);
        break;
    }
}

/* Questions that may have a single answer. The others always have several, or are always asked. */
static bool may_be_forced(int phase)
{
    const unsigned set = 1u << ASK_PICK | 1u << ASK_TILE | 1u << ASK_SPOT | 1u << ASK_REPLY |
                         1u << ASK_BRIBE | 1u << ASK_STAKE | 1u << ASK_LIGHTEN | 1u << ASK_PRODUCE |
                         1u << ASK_DESTROY;
    return set >> phase & 1;
}

void caravans__apply(const void *edition, void *state, sr_move m, struct sr_events *ev)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)edition;
    struct caravans *s = (struct caravans *)state;
    step(ed, s, m, ev);
    sr_move list[LONGEST_LIST];
    while (!s->head.over && may_be_forced(s->phase) && caravans__legal(ed, s, list) == 1)
        step(ed, s, list[0], ev);
}

int caravans__actor(const void *state)
{
    const struct caravans *s = (const struct caravans *)state;
    switch (s->phase) {
    case ASK_REPLY:
        return s->partner;
    case ASK_PRODUCE:
    case ASK_DESTROY:
        return s->cities[s->city].governor;
    default:
        return s->active;
    }
}

int caravans__decision(const void *state) { return ((const struct caravans *)state)->phase; }
