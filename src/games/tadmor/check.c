/* check.c: what must hold in every position. A state that passes can be listed, played, hidden and
 * scored without further care, wherever its bytes came from: indexes and ranges come first, then
 * conservation, then the question that stands. */
#include "games/tadmor/tadmor.h"

#define FAIL_IF(condition, sentence)                                                               \
    do {                                                                                           \
        if (condition)                                                                             \
            return sentence;                                                                       \
    } while (0)

/* ---- the round ----------------------------------------------------------------------- */

static const char *check_round(const struct tad_edition *ed, const struct tad_state *s)
{
    const int seats = s->head.seats;
    FAIL_IF(seats < 2 || seats > TAD_SEATS, "the number of seats is out of range");
    FAIL_IF(s->phase >= TAD_PHASES, "the phase is unknown");
    FAIL_IF((s->phase == TAD_AT_END) != (s->head.over != 0), "phase and end do not agree");
    FAIL_IF(s->round < 1 || s->round > tadmor__last_round(ed), "the round is out of range");
    FAIL_IF(s->era != (s->round - 1) / ed->era_rounds + 1, "era and round do not agree");
    FAIL_IF(s->first >= seats || s->lead >= seats || s->active >= seats,
            "a seat of the turn is out of range");
    FAIL_IF(s->burst > (s->phase == TAD_AT_PLACE ? ed->favour_pawns : 0),
            "there are placements left where none can be");
    FAIL_IF(s->spare[0] || s->spare[1], "the spare bytes are not zero");
    return NULL;
}

/* Seats waiting to be asked have the card it is about; the active one is among them. */
static const char *check_waiting(const struct tad_state *s)
{
    uint32_t missions = 0;
    if (s->phase == TAD_AT_REDIRECT)
        missions = TAD_BIT(TAD_K9) | TAD_BIT(TAD_K10);
    else if (s->phase == TAD_AT_SWAP)
        missions = TAD_BIT(TAD_K14);
    FAIL_IF(missions == 0 && s->waiting != 0, "seats wait to be asked outside the bandits step");
    FAIL_IF(s->waiting >> s->head.seats, "an empty seat waits to be asked");
    FAIL_IF(missions && !(s->waiting >> s->active & 1),
            "the active seat does not wait to be asked");
    for (int p = 0; p < s->head.seats; p++)
        FAIL_IF((s->waiting >> p & 1) && !(s->player[p].done & missions),
                "a seat is asked about a mission it does not have face up");
    return NULL;
}

static const char *check_bandits(const struct tad_state *s)
{
    const bool raid = s->phase == TAD_AT_REDIRECT || s->phase == TAD_AT_SWAP;
    FAIL_IF(s->attacked != SR_NONE && s->attacked >= TAD_REGIONS, "the slot holds no region");
    FAIL_IF(s->holder != SR_NONE && s->holder >= s->head.seats,
            "an empty seat holds a bandit card");
    FAIL_IF((s->revealed != SR_NONE) != raid, "a bandit card is revealed outside a raid");
    FAIL_IF(raid && (s->revealed >= TAD_REGIONS || s->revealed == s->attacked),
            "the revealed bandit card cannot be");
    FAIL_IF(s->phase == TAD_AT_REDIRECT && (s->holder == SR_NONE || s->held != SR_NONE),
            "nobody revealed the bandit card");
    FAIL_IF((s->phase == TAD_AT_SWAP || s->phase == TAD_AT_BANDIT) && s->holder != SR_NONE,
            "a bandit card is held too early");
    if (s->phase == TAD_AT_REDIRECT)
        return NULL;
    FAIL_IF((s->holder == SR_NONE) != (s->held == SR_NONE), "a held bandit card has no holder");
    FAIL_IF(s->held != SR_NONE && (s->held >= TAD_REGIONS || s->held == s->attacked),
            "the held bandit card cannot be");
    return NULL;
}

/* ---- tiles, pawns, goods ------------------------------------------------------------- */

/* Place in this round's order, from 0. */
static int place_of(const struct tad_state *s, int seat)
{
    return (seat - s->lead + s->head.seats) % s->head.seats;
}

/* While starting improvements are chosen, from the last player to the first, those who had their
 * turn own one tile and the others none. */
static const char *check_start(const struct tad_state *s)
{
    for (int p = 0; p < s->head.seats; p++) {
        const bool chosen = s->phase == TAD_AT_START && place_of(s, p) > place_of(s, s->active);
        int owned = 0;
        for (int t = 0; t < TAD_TILES; t++)
            owned += tadmor__owns(s, p, t);
        FAIL_IF(owned != chosen, "starting improvements are chosen one by one, last player first");
    }
    return NULL;
}

static const char *check_tiles(const struct tad_edition *ed, const struct tad_state *s)
{
    const bool dealing = s->phase == TAD_AT_BONUS || s->phase == TAD_AT_START;
    int display = 0;
    for (int t = 0; t < TAD_TILES; t++) {
        const int where = s->tile[t], era = ed->tile_era[t];
        FAIL_IF(where >= TAD_WHERES || (where < TAD_SEATS && where >= s->head.seats),
                "an improvement is nowhere");
        FAIL_IF((where == TAD_REMOVED) != (s->head.seats == 2 && !ed->tile_two[t]),
                "the improvements for two players are not as they should be");
        FAIL_IF(where == TAD_DISPLAY && (dealing || era != s->era),
                "an improvement of another era is on display");
        FAIL_IF(where < TAD_SEATS && era > s->era, "an improvement has come before its era");
        display += where == TAD_DISPLAY;
    }
    FAIL_IF(display > ed->display[s->head.seats - 2], "too many improvements are on display");
    return dealing ? check_start(s) : NULL;
}

static const char *check_rares(const struct tad_edition *ed, const struct tad_state *s)
{
    for (int r = 0; r < TAD_RARES; r++) {
        int n = s->rare_left[r];
        for (int p = 0; p < s->head.seats; p++)
            n += s->player[p].rare[r];
        FAIL_IF(n != ed->rare_copies[s->head.seats - 2], "rare goods are lost or invented");
    }
    for (int pile = 0; pile < TAD_PILES; pile++) {
        const int top = s->top[pile];
        FAIL_IF((top == SR_NONE) != (tadmor__pile_size(s, pile) == 0),
                "a pile has no top, or only one");
        FAIL_IF(top != SR_NONE &&
                    (top >= TAD_RARES || top / TAD_RARES_IN_PILE != pile || s->rare_left[top] == 0),
                "the top of a pile is not in it");
    }
    return NULL;
}

/* A pawn whose phase is over, or whose owner had his turn in it, has gone home. */
static bool overdue(const struct tad_state *s, int seat, uint32_t act)
{
    const bool had_turn = place_of(s, seat) < place_of(s, s->active);
    if (act & TAD_BIT(TAD_BANDITS))
        return s->phase >= TAD_AT_BANDIT;
    if (act & TAD_SLOT_ACTS)
        return s->phase > TAD_AT_IMPROVE;
    if (act & TAD_COLLECT_ACTS)
        return s->phase > TAD_AT_LATE;
    if (act & TAD_BUILD_ACTS)
        return s->phase > TAD_AT_BUILD || (s->phase == TAD_AT_BUILD && had_turn);
    return s->phase > TAD_AT_KINGDOM || (s->phase == TAD_AT_KINGDOM && had_turn);
}

static const char *check_space(const struct tad_board *b, const struct tad_state *s, int space)
{
    const int pawn = s->board[space], action = b->action[space], shape = b->shape[space];
    if (pawn == SR_NONE)
        return NULL;
    FAIL_IF(pawn >= s->head.seats * TAD_KINDS, "a pawn of nobody stands on the board");
    FAIL_IF(action == TAD_NO_ACTION, "a pawn stands on a space that is not on this board");
    FAIL_IF(shape != TAD_FOR_EITHER && shape != pawn % TAD_KINDS,
            "a pawn stands on a space for the other kind");
    FAIL_IF(overdue(s, pawn / TAD_KINDS, TAD_BIT(action)),
            "a pawn stands on the board after its time");
    return NULL;
}

static const char *check_pawns(const struct tad_edition *ed, const struct tad_state *s)
{
    static const uint8_t tile[TAD_PRIVATE] = {TAD_I21, TAD_I22, TAD_I37, TAD_I47, TAD_I48};
    const bool empty = s->phase < TAD_AT_PLACE;
    int placed[TAD_PAWNS] = {0};
    for (int i = 0; i < TAD_SPACES; i++) {
        const char *broken = check_space(tadmor__board(ed, s), s, i);
        if (broken)
            return broken;
        if (s->board[i] != SR_NONE)
            placed[s->board[i]]++;
    }
    for (int i = 0; i < TAD_PRIVATE; i++) {
        const int pawn = s->post[i];
        if (pawn == SR_NONE)
            continue;
        FAIL_IF(pawn >= s->head.seats * TAD_KINDS || s->tile[tile[i]] != pawn / TAD_KINDS,
                "a pawn stands on a tile that is not its owner's");
        FAIL_IF(overdue(s, pawn / TAD_KINDS,
                        i == TAD_AT_I37 || i == TAD_AT_I47 ? TAD_BUILD_ACTS : TAD_BIT(TAD_MARKET)),
                "a pawn stands on a private tile after its time");
        placed[pawn]++;
    }
    for (int i = 0; i < s->head.seats * TAD_KINDS; i++) {
        const struct tad_player *p = &s->player[i / TAD_KINDS];
        const int kind = i % TAD_KINDS;
        FAIL_IF(placed[i] && empty, "a pawn stands on the board before the first round");
        FAIL_IF(p->owned[kind] < ed->start_pawns[kind] || p->owned[kind] > ed->max_pawns[kind],
                "a player has too many or too few pawns");
        FAIL_IF(p->reserve[kind] + placed[i] != p->owned[kind], "pawns are lost or invented");
    }
    return NULL;
}

static const char *check_player(const struct tad_state *s, const struct tad_player *p)
{
    const bool resolving = s->phase >= TAD_AT_IMPROVE && s->phase <= TAD_AT_KINGDOM;
    int exchanged = 0;
    for (int g = 0; g < TAD_GOODS; g++)
        exchanged += p->exchanged[g];
    FAIL_IF(tadmor__total(p) > TAD_GOODS_MAX, "a player has more goods than there can be");
    FAIL_IF(exchanged && !resolving, "goods lie in an exchanged zone outside the resolution");
    FAIL_IF(p->pp > TAD_PP_MAX || p->pp < -TAD_PP_MAX, "the prestige is out of range");
    FAIL_IF(p->tower > TAD_TOWER_MAX, "a tower is too high");
    FAIL_IF(p->favoured > 1 || (p->favoured && p->temples[TAD_STATUES] == 0),
            "a temple bonus was given without a temple");
    FAIL_IF(p->used >= 128 || p->stood >= 8, "a flag is unknown");
    FAIL_IF(p->stood && !resolving && s->phase != TAD_AT_DROP,
            "kingdom pawns are remembered outside the resolution");
    return NULL;
}

static const char *check_players(const struct tad_edition *ed, const struct tad_state *s)
{
    struct tad_player nobody;
    memset(&nobody, 0, sizeof nobody);
    int favoured = 0;
    for (int p = 0; p < TAD_SEATS; p++) {
        if (p >= s->head.seats) {
            FAIL_IF(memcmp(&s->player[p], &nobody, sizeof nobody) != 0,
                    "an empty seat holds something");
            continue;
        }
        const char *broken = check_player(s, &s->player[p]);
        if (broken)
            return broken;
        favoured += s->player[p].favoured;
    }
    FAIL_IF(s->bonuses > 2 || favoured != s->bonuses, "the temple bonuses do not add up");
    for (int i = 0; i < TAD_SECTIONS; i++)
        FAIL_IF(tadmor__supply(ed, s, i) < 0, "there are more temple sections than cards");
    return NULL;
}

/* ---- missions ------------------------------------------------------------------------ */

static const char *check_missions(const struct tad_state *s)
{
    uint32_t seen = s->discards, hands = 0, waves = 0;
    FAIL_IF(seen & ~TAD_ALL_MISSIONS, "an unknown mission is discarded");
    for (int p = 0; p < s->head.seats; p++) {
        const struct tad_player *who = &s->player[p];
        const uint32_t sets[3] = {who->hand, who->done, who->flipped};
        for (int i = 0; i < 3; i++) {
            FAIL_IF(sets[i] & ~TAD_ALL_MISSIONS, "a player has an unknown mission");
            FAIL_IF(sets[i] & seen, "a mission is in two places");
            seen |= sets[i];
        }
        FAIL_IF(sr_count(who->hand) != who->cards, "a hand is not as large as it says");
        hands |= who->hand;
    }
    for (int w = 0; w < TAD_WAVES; w++) {
        FAIL_IF(s->wave[w] & waves, "a mission was drawn in two waves");
        waves |= s->wave[w];
        for (int p = 0; p < s->head.seats; p++)
            FAIL_IF(sr_count(s->player[p].hand & s->wave[w]) != s->player[p].older[w],
                    "the older cards of a hand do not add up");
    }
    FAIL_IF(waves & ~hands, "a mission of an older wave is in no hand");
    return NULL;
}

/* ---- the question -------------------------------------------------------------------- */

static bool is_none(const struct tad_ask *a, bool tile, bool mission, bool temple, bool pile)
{
    return (tile || a->tile == SR_NONE) && (mission || a->mission == SR_NONE) &&
           (temple || (a->via == SR_NONE && a->section == SR_NONE)) && (pile || a->pile == SR_NONE);
}

static const char *check_spare(const struct tad_edition *ed, const struct tad_state *s)
{
    const struct tad_ask *a = &s->ask;
    const bool temple = a->mission == SR_NONE;
    FAIL_IF(s->phase != TAD_AT_BUILD || !is_none(a, false, !temple, temple, false),
            "goods are left out of no cost");
    if (temple) {
        FAIL_IF(a->via >= TAD_VIAS || a->section >= TAD_SECTIONS ||
                    !tadmor__can_section(ed, s, s->active, a->section),
                "a section is paid that cannot be built");
    } else {
        FAIL_IF(a->mission >= TAD_MISSIONS || !tadmor__up(s, s->active, a->mission),
                "a mission is paid that is not completed");
    }
    const uint8_t *cost = temple ? ed->temple_cost[a->section] : ed->mission_cost[a->mission];
    for (int g = 0; g < TAD_GOODS; g++)
        FAIL_IF(a->cost[g] > cost[g], "more is to be paid than the cost");
    return NULL;
}

static const char *check_take(const struct tad_state *s)
{
    const int mission = s->ask.mission;
    const bool display = mission == TAD_K15;
    FAIL_IF(!is_none(&s->ask, false, true, false, false) ||
                (!display && mission != TAD_K25 && mission != TAD_K26),
            "an improvement is taken by no favour");
    FAIL_IF(s->phase != TAD_AT_LATE && (display || s->phase != TAD_AT_IMPROVE),
            "an improvement is taken outside its phase");
    int n = 0;
    for (int t = 0; t < TAD_TILES; t++)
        n += s->tile[t] == TAD_DISPLAY;
    FAIL_IF(s->ask.left > (display ? n : 1), "more improvements are due than there are");
    return NULL;
}

static const char *check_rare_question(const struct tad_state *s)
{
    const struct tad_ask *a = &s->ask;
    FAIL_IF(s->phase != TAD_AT_BUILD || !is_none(a, false, true, false, true),
            "a rare good is chosen outside the construction");
    FAIL_IF(a->mission != SR_NONE && a->mission != TAD_K1 && a->mission != TAD_K2,
            "a rare good is chosen by no favour");
    if (a->pile != SR_NONE)
        FAIL_IF(a->mission != SR_NONE || a->pile >= TAD_PILES || a->left > 1,
                "a rare good is bought from no pile");
    int n = 0;
    for (int pile = 0; pile < TAD_PILES; pile++)
        n += tadmor__pile_size(s, pile);
    FAIL_IF(a->left > n, "more rare goods are due than there are");
    return NULL;
}

static const char *check_ask(const struct tad_edition *ed, const struct tad_state *s)
{
    const struct tad_ask *a = &s->ask;
    const bool resolving = s->phase >= TAD_AT_IMPROVE && s->phase <= TAD_AT_KINGDOM;
    FAIL_IF(a->kind >= TAD_ASKS, "the question is unknown");
    FAIL_IF((a->left == 0) != (a->kind == TAD_ASK_NOTHING), "a question asks for nothing");
    FAIL_IF(a->from > TAD_GOLD || (a->from && (a->kind < TAD_ASK_PAY || a->kind > TAD_ASK_DROP)),
            "a question begins at no good");
    FAIL_IF(a->kind != TAD_ASK_SPARE && (a->cost[0] || a->cost[1] || a->cost[2] || a->cost[3]),
            "a question has a cost that should have none");
    FAIL_IF((s->phase == TAD_AT_BONUS) != (a->kind == TAD_ASK_BASE || a->kind == TAD_ASK_SUPERIOR),
            "bonus goods are for the set-up");
    FAIL_IF((s->phase == TAD_AT_DROP) != (a->kind == TAD_ASK_DROP),
            "goods are dropped at the end of the round");
    switch (a->kind) {
    case TAD_ASK_SPARE:
        return check_spare(ed, s);
    case TAD_ASK_TAKE:
        return check_take(s);
    case TAD_ASK_RARE:
        return check_rare_question(s);
    case TAD_ASK_PAY:
        FAIL_IF(s->phase != TAD_AT_IMPROVE || !is_none(a, true, false, false, false) ||
                    a->tile >= TAD_TILES || s->tile[a->tile] != TAD_DISPLAY,
                "an improvement is paid that is not on display");
        FAIL_IF(a->left > ed->price[s->era - 1], "the price of an improvement is too high");
        return NULL;
    case TAD_ASK_GAIN:
        FAIL_IF(!resolving || !is_none(a, false, true, false, false) ||
                    a->mission >= TAD_MISSIONS || !(TAD_BIT(a->mission) & TAD_GOODS_FAVOURS),
                "goods are gained by no favour");
        FAIL_IF(a->left > ed->favour_goods, "more goods are gained than the favour gives");
        return NULL;
    case TAD_ASK_DROP:
        FAIL_IF(a->left != tadmor__total(&s->player[s->active]) - tadmor__limit(ed, s, s->active),
                "not as many goods are dropped as there are too many");
        break;
    default:
        break;
    }
    FAIL_IF(!is_none(a, false, false, false, false), "a question has more parts than it needs");
    return NULL;
}

const char *tadmor__check(const void *edition, const void *state)
{
    const struct tad_edition *ed = (const struct tad_edition *)edition;
    const struct tad_state *s = (const struct tad_state *)state;
    const char *broken = check_round(ed, s);
    if (!broken)
        broken = check_bandits(s);
    if (!broken)
        broken = check_tiles(ed, s);
    if (!broken)
        broken = check_players(ed, s);
    if (!broken)
        broken = check_rares(ed, s);
    if (!broken)
        broken = check_missions(s);
    if (!broken)
        broken = check_waiting(s);
    if (!broken)
        broken = check_pawns(ed, s);
    if (!broken)
        broken = check_ask(ed, s);
    if (broken || s->head.over)
        return broken;
    if (s->phase == TAD_AT_IMPROVE) {
        const int slot = tadmor__current_slot(ed, s);
        FAIL_IF(slot < 0 || s->board[slot] / TAD_KINDS != s->active,
                "the active player is not the one on the lowest slot");
    }
    sr_move list[TAD_MOVES_MAX];
    FAIL_IF(tadmor__legal(ed, s, list) < 1, "the player who decides has no move");
    return NULL;
}
