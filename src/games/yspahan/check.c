/* check.c: what holds between any two decisions. States come from files and from the
 * network: what passes here cannot lead the other files out of bounds. Ranges first, then
 * what builds on them. */
#include "games/yspahan/yspahan.h"

static const char *check_time(const struct yspahan_edition *ed, const struct yspahan_state *s)
{
    const int seats = s->head.seats;
    if (s->week < 1 || s->week > ed->weeks || s->day < 1 || s->day > ed->days)
        return "week or day out of range";
    if (s->turns != (seats == 2 ? 3 : seats) || s->turn_index >= s->turns)
        return "the turn is out of range";
    unsigned seen = 0;
    for (int i = 0; i < YSP_SEATS; i++) {
        if (i >= s->turns ? s->order[i] != 0 : s->order[i] >= seats)
            return "the order of the day names a seat that does not exist";
        if (i < seats)
            seen |= 1u << s->order[i];
    }
    if (seen != (1u << seats) - 1)
        return "the order of the day leaves a seat out";
    if (seats == 2 && s->order[2] != s->order[0])
        return "with two players the first player also plays last";
    return NULL;
}

static const char *check_player(const struct yspahan_player *p)
{
    for (int i = 0; i < PT_PARTS; i++)
        if (p->points[i] > YSP_POINTS_MAX)
            return "a player has more points than there can be";
    if (p->gold > YSP_STOCK_MAX || p->camels > YSP_STOCK_MAX)
        return "a player has more gold or camels than there can be";
    if (p->buildings >= 1 << YSP_BUILDINGS || p->spare != 0)
        return "a building that does not exist";
    if (p->cards > YSP_HAND)
        return "a hand is too large";
    for (int i = 0; i < YSP_HAND; i++) {
        if (i >= p->cards ? p->hand[i] != 0 : p->hand[i] >= YSP_CARDS)
            return "a hand is damaged";
        if (i > 0 && i < p->cards && p->hand[i] < p->hand[i - 1])
            return "a hand is not in the order of the cards";
    }
    return NULL;
}

static const char *check_players(const struct yspahan_state *s)
{
    for (int p = 0; p < s->head.seats; p++) {
        const char *broken = check_player(&s->players[p]);
        if (broken)
            return broken;
    }
    struct yspahan_player nobody;
    memset(&nobody, 0, sizeof nobody);
    for (int p = s->head.seats; p < YSP_SEATS; p++)
        if (memcmp(&s->players[p], &nobody, sizeof nobody) != 0)
            return "an empty seat holds something";
    return NULL;
}

/* R2.8, R10.3 */
static const char *check_cards(const struct yspahan_edition *ed, const struct yspahan_state *s)
{
    int count[YSP_CARDS] = {0}, left[YSP_CARDS] = {0};
    for (int p = 0; p < s->head.seats; p++) {
        for (int i = 0; i < s->players[p].cards; i++)
            count[s->players[p].hand[i]]++;
        for (int card = 0; card < YSP_CARDS; card++)
            left[card] += s->players[p].drawn[card];
    }
    for (int card = 0; card < YSP_CARDS; card++) {
        if (count[card] + s->deck[card] + s->discard[card] != ed->copies[card])
            return "cards are lost or invented";
        if (s->shuffled[card] > ed->copies[card] || s->deck[card] + left[card] > s->shuffled[card])
            return "the deck holds, or gave, more than was shuffled into it";
    }
    return NULL;
}

/* R4.3: values rise from level to level; the highest is on GOLD, so no other group shows 6
 * but a single one; a group on the nth level has n - 1 smaller values below it. */
static const char *check_tower(const struct yspahan_edition *ed, const struct yspahan_state *s)
{
    int white = 0, yellow = 0, below = 0;
    for (int i = 0; i < YSP_LEVELS; i++) {
        const struct yspahan_group *g = &s->tower[i];
        white += g->white;
        yellow += g->yellow;
        if ((g->value != 0) != (g->white + g->yellow > 0))
            return "a level has a value without dice, or dice without a value";
        if (g->value == 0)
            continue;
        if (g->value > YSP_FACES || g->value <= below)
            return "the values on the tower do not rise";
        if (i > LV_CAMEL && g->value < (i == LV_GOLD ? 2 : i + 1))
            return "a value is too low for its level";
        if (ysp_is_area(i) && g->value == YSP_FACES)
            return "the highest value is on the gold level";
        below = g->value;
    }
    if (white > ed->white_dice[s->head.seats - 2] || yellow > ed->yellow_dice)
        return "there are too many dice on the tower";
    if (s->head.seats > 2 && s->turn_index > 0 && yellow > 0)
        return "yellow dice outlast the first player's turn";
    return NULL;
}

static const char *check_city(const struct yspahan_edition *ed, const struct yspahan_state *s)
{
    uint64_t in_souks = 0;
    for (int i = 0; i < YSP_SHOPS; i++)
        if (s->shops[i] != SR_NONE && s->shops[i] >= s->head.seats)
            return "a shop belongs to a seat that does not exist";
    for (int i = 0; i < YSP_SOUKS; i++) {
        const struct yspahan_souk *souk = &ed->souks[i];
        int owner = SR_NONE;
        in_souks |= ysp_shops_of(souk);
        for (int k = souk->first; k < souk->first + souk->size; k++) {
            if (s->shops[k] == SR_NONE)
                continue;
            if (owner != SR_NONE && owner != s->shops[k])
                return "a souk holds goods of two players";
            owner = s->shops[k];
        }
    }
    for (int i = 0; i < YSP_SHOPS; i++)
        if (s->shops[i] != SR_NONE && !(in_souks >> i & 1))
            return "a good stands in no souk";
    if (s->supervisor >= YSP_SQUARES)
        return "the supervisor has left the streets";
    return NULL;
}

static const char *check_caravan(const struct yspahan_edition *ed, const struct yspahan_state *s)
{
    if (s->caravan_count >= YSP_LINES * ysp_line_camels(ed, s))
        return "the caravan is full";
    for (int i = 0; i < YSP_CARAVAN; i++)
        if (i >= s->caravan_count ? s->caravan[i] != 0 : s->caravan[i] >= s->head.seats)
            return "the caravan carries a good of nobody";
    return NULL;
}

static bool is_beside(const struct yspahan_edition *ed, const struct yspahan_state *s, int shop)
{
    return shop < YSP_SHOPS && s->shops[shop] != SR_NONE &&
           (ed->links[s->supervisor][0] == shop || ed->links[s->supervisor][1] == shop);
}

/* R5.4: pending goods stand beside the supervisor. */
static const char *check_pending(const struct yspahan_edition *ed, const struct yspahan_state *s)
{
    const int least = s->phase == PH_SEND, most = s->phase == PH_SEND ? 2 : s->phase == PH_KEEP;
    if (s->pending_count < least || s->pending_count > most)
        return "there are too many or too few goods to be sent";
    for (int i = 0; i < YSP_LINKS; i++) {
        if (i >= s->pending_count) {
            if (s->pending[i] != 0)
                return "leftovers among the goods to be sent";
        } else if (!is_beside(ed, s, s->pending[i])) {
            return "a good to be sent does not stand beside the supervisor";
        }
    }
    if (s->pending_count == 2 && s->pending[0] >= s->pending[1])
        return "the goods to be sent are not in order";
    if (s->phase != PH_KEEP)
        return s->asked == SR_NONE ? NULL : "an owner is asked out of time";
    if (!is_beside(ed, s, s->asked) || (s->pending_count > 0 && s->pending[0] == s->asked))
        return "the owner asked has no good that is being sent";
    return NULL;
}

static const char *check_phase(const struct yspahan_edition *ed, const struct yspahan_state *s)
{
    const int phase = s->phase;
    if (phase > PH_OVER || s->head.over != (phase == PH_OVER))
        return "the phase is out of range";
    if (phase == PH_PLACE) {
        if (!ysp_is_area(s->level) || s->goods == 0)
            return "there is nothing to place";
        if (!yspahan__area_shops(ed, s, ysp_active(s), s->level))
            return "there is nowhere to place goods";
    } else if (s->level != SR_NONE || s->goods != 0) {
        return "goods are left over from placing";
    }
    if (phase == PH_MOVE ? s->value < 1 || s->value > YSP_FACES : s->value != 0)
        return "the value for the supervisor is out of range";
    if (s->built > (phase == PH_POST && s->head.seats > 2) || s->spare != 0)
        return "a build is noted out of time";
    if (phase == PH_SUPPLY && s->turn_index != 0)
        return "only the first player buys dice";
    return check_pending(ed, s);
}

/* R6.1, R6.2, R6.4: what an end of day and of the game leave behind. */
static const char *check_cleared(const struct yspahan_edition *ed, const struct yspahan_state *s)
{
    if (s->phase != PH_SUPPLY && s->phase != PH_OVER)
        return NULL;
    for (int i = 0; i < YSP_LEVELS; i++)
        if (s->tower[i].value != 0)
            return "dice lie on the tower before the roll";
    if (s->phase != PH_OVER)
        return NULL;
    if (s->week != ed->weeks || s->day != ed->days || s->turn_index != s->turns - 1)
        return "the game is over before its time";
    for (int i = 0; i < YSP_SHOPS; i++)
        if (s->shops[i] != SR_NONE)
            return "the city is not empty after the game";
    return s->supervisor == 0 ? NULL : "the supervisor is not back after the game";
}

const char *yspahan__check(const void *edition, const void *state)
{
    const struct yspahan_edition *ed = (const struct yspahan_edition *)edition;
    const struct yspahan_state *s = (const struct yspahan_state *)state;
    const char *broken = check_time(ed, s);
    if (!broken)
        broken = check_players(s);
    if (!broken)
        broken = check_cards(ed, s);
    if (!broken)
        broken = check_tower(ed, s);
    if (!broken)
        broken = check_city(ed, s);
    if (!broken)
        broken = check_caravan(ed, s);
    if (!broken)
        broken = check_phase(ed, s);
    return broken ? broken : check_cleared(ed, s);
}
