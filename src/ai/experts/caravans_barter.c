/* caravans_barter.c: offers between caravans. Different resources are worth their influence, a
 * second one of a kind little, and écus what the bribe of an investment needs: so there are swaps
 * that are good for both. */
#include "ai/experts/caravans_barter.h"

#include "ai/features/caravans_plan.h"

const struct barter barter__default = {
    .ecu = 5, .invest = 50, .least = 2, .action = 20, .rivalry = 40};

/* Worth of a caravan's units, its heaviest load kept (R11.1): half by what they would bring if they
 * were invested now, when two of them go as a bribe (R10.3), half unit by unit. Who lacks a bribe
 * wants écus, who has them wants a resource more. */
static int load_worth(const struct barter *b, const struct caravans_edition *ed,
                      const struct caravans *s, const int units[KINDS])
{
    int kept[KINDS], sum = 0, worth = 0;
    memcpy(kept, units, sizeof kept);
    for (int k = 0; k < KINDS; k++)
        sum += kept[k];
    for (; sum > ed->caravan_max; sum--)
        trek__cheapest(ed, b->ecu, kept);
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < kept[k]; i++)
            worth += trek__unit(ed, b->ecu, k, i);
    const int points = trek__investment(ed, s, b->ecu, kept, ed->bribe_units, NULL);
    return (10 * points * b->invest + worth * (100 - b->invest)) / 100;
}

/* Whether these units would win the game at the next investment (R13.1). */
static bool wins_with(const struct barter *b, const struct caravans_edition *ed,
                      const struct caravans *s, int seat, const int units[KINDS])
{
    const int points = trek__investment(ed, s, b->ecu, units, ed->bribe_units, NULL);
    return s->players[seat].influence + points >= ed->win_influence;
}

/* What a swap brings a seat, less what it brings the other; INT32_MIN where the other would win by
 * it. The seat gets `in` and gives `out`. */
static int balance(const struct barter *b, const struct caravans_edition *ed,
                   const struct caravans *s, int seat, int other, const int in[KINDS],
                   const int out[KINDS])
{
    int mine[KINDS], theirs[KINDS], mine_then[KINDS], theirs_then[KINDS];
    trek__units(&s->players[seat], mine);
    trek__units(&s->players[other], theirs);
    for (int k = 0; k < KINDS; k++) {
        mine_then[k] = mine[k] + in[k] - out[k];
        theirs_then[k] = theirs[k] + out[k] - in[k];
    }
    const bool wins = wins_with(b, ed, s, seat, mine_then);
    if (wins && seat == s->active)
        return 1000;
    if (wins_with(b, ed, s, other, theirs_then) && !wins)
        return INT32_MIN;
    const int gain = load_worth(b, ed, s, mine_then) - load_worth(b, ed, s, mine);
    const int theirs_gain = load_worth(b, ed, s, theirs_then) - load_worth(b, ed, s, theirs);
    return gain - sr_max(0, theirs_gain) * b->rivalry / 100 / sr_max(1, s->head.seats - 1);
}

/* ---- the best swap --------------------------------------------------------------------------- */

static void consider(const struct barter *b, const struct caravans_edition *ed,
                     const struct caravans *s, int seat, const struct swap *now, struct swap *best)
{
    const int gain = balance(b, ed, s, seat, now->partner, now->want, now->give);
    if (gain < b->least || gain <= best->gain)
        return;
    if (balance(b, ed, s, now->partner, seat, now->give, now->want) < b->least)
        return; /* he would not take it */
    *best = *now;
    best->gain = gain;
}

/* One unit for one, and two for one either way; `add` is the second unit of a side. */
static void consider_sides(const struct barter *b, const struct caravans_edition *ed,
                           const struct caravans *s, int seat, int partner, struct swap *best)
{
    const struct caravans_player *p = &s->players[seat], *other = &s->players[partner];
    for (int g = 0; g < KINDS; g++)
        for (int w = 0; w < KINDS; w++) {
            if (g == w || p->units[g] == 0 || other->units[w] == 0)
                continue;
            struct swap now = {.partner = partner};
            now.give[g] = now.want[w] = 1;
            consider(b, ed, s, seat, &now, best);
            if (ed->barter_units == 1)
                continue;
            for (int add = 0; add < KINDS; add++) {
                if (add != w && p->units[add] > now.give[add]) {
                    now.give[add]++;
                    consider(b, ed, s, seat, &now, best);
                    now.give[add]--;
                }
                if (add != g && other->units[add] > now.want[add]) {
                    now.want[add]++;
                    consider(b, ed, s, seat, &now, best);
                    now.want[add]--;
                }
            }
        }
}

struct swap barter__best(const struct barter *b, const struct caravans_edition *ed,
                         const struct caravans *s, int seat, unsigned partners)
{
    struct swap best = {.partner = -1};
    for (; partners; partners &= partners - 1)
        consider_sides(b, ed, s, seat, sr_lowest(partners), &best);
    return best;
}

/* ---- answers --------------------------------------------------------------------------------- */

static int find(const sr_move *legal, int count, sr_move m)
{
    for (int i = 0; i < count; i++)
        if (legal[i] == m)
            return i;
    return -1;
}

/* The next unit of a side that is not named yet, else the step that ends the side. */
static int name_side(const sr_move *legal, int count, int verb, int end, const int plan[KINDS],
                     const uint16_t named[KINDS])
{
    for (int k = 0; k < KINDS; k++) {
        const int i = plan[k] > named[k] ? find(legal, count, caravans__verb_kind(verb, k)) : -1;
        if (i >= 0)
            return i;
    }
    const int i = find(legal, count, caravans__verb(end));
    return i >= 0 ? i : find(legal, count, V_WITHDRAW);
}

static int reply(const struct barter *b, const struct caravans_edition *ed,
                 const struct caravans *s, const sr_move *legal, int count)
{
    int in[KINDS], out[KINDS];
    for (int k = 0; k < KINDS; k++) {
        in[k] = s->give[k];
        out[k] = s->want[k];
    }
    const int accept = find(legal, count, V_ACCEPT);
    if (accept >= 0 && balance(b, ed, s, s->partner, s->active, in, out) >= b->least)
        return accept;
    return find(legal, count, V_DECLINE);
}

int barter__choose(const struct barter *b, const struct caravans_edition *ed,
                   const struct caravans *s, const sr_move *legal, int count)
{
    if (s->phase == ASK_REPLY)
        return reply(b, ed, s, legal, count);
    const bool naming = s->phase == ASK_GIVE || s->phase == ASK_WANT;
    if (!naming && s->phase != ASK_ACTION && s->phase != ASK_TRADE)
        return -1;
    const unsigned partners = naming ? 1u << s->partner : caravans__partners(ed, s);
    if (!partners)
        return -1;
    const struct swap best = barter__best(b, ed, s, s->active, partners);
    if (s->phase == ASK_GIVE)
        return name_side(legal, count, V_GIVE, V_NEXT, best.give, s->give);
    if (s->phase == ASK_WANT)
        return name_side(legal, count, V_ASK, V_SEND, best.want, s->want);
    if (best.partner < 0)
        return -1;
    /* One offer a visit, and a visit for an offer alone only every other round: who has declined
     * once is not pestered. */
    if (s->phase == ASK_TRADE)
        return s->offers == 0 ? find(legal, count, caravans__verb_kind(V_OFFER, best.partner)) : -1;
    if (best.gain < b->action || (s->round + s->active) % 2)
        return -1;
    return find(legal, count, V_TRADE);
}
