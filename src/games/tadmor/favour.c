/* favour.c: completed missions and their favours: which can be flipped when, and what they do
 * (R13.2). */
#include "games/tadmor/tadmor.h"

/* Favours that have their time in a phase. */
static uint32_t timely(int phase)
{
    switch (phase) {
    case TAD_AT_PLACE:
        return TAD_PAWN_FAVOURS | TAD_BIT(TAD_K23) | TAD_BIT(TAD_K24);
    case TAD_AT_REDIRECT:
        return TAD_BIT(TAD_K9) | TAD_BIT(TAD_K10);
    case TAD_AT_IMPROVE:
        return TAD_ANY_TIME_FAVOURS | TAD_BIT(TAD_K25) | TAD_BIT(TAD_K26);
    case TAD_AT_LATE:
        return TAD_ANY_TIME_FAVOURS | TAD_TILE_FAVOURS;
    case TAD_AT_BUILD:
        return TAD_ANY_TIME_FAVOURS | TAD_BUILD_FAVOURS;
    case TAD_AT_KINGDOM:
        return TAD_ANY_TIME_FAVOURS;
    default:
        return 0;
    }
}

static bool any_tower(const struct tad_state *s, int seat)
{
    for (int p = 0; p < s->head.seats; p++)
        if (p != seat && s->player[p].tower > 0)
            return true;
    return false;
}

static bool any_rare(const struct tad_state *s)
{
    return s->top[TAD_GREY] != SR_NONE || s->top[TAD_YELLOW] != SR_NONE ||
           s->top[TAD_RED] != SR_NONE;
}

/* Whether the favour would do anything now; the card is face up and it is its time. */
static bool can_flip(const struct tad_edition *ed, const struct tad_state *s, int seat, int mission)
{
    switch (mission) {
    case TAD_K1:
    case TAD_K2:
        return any_rare(s);
    case TAD_K3:
    case TAD_K4:
        return tadmor__any_section(ed, s, seat);
    case TAD_K5:
    case TAD_K6:
        return tadmor__can_gain_pawn(ed, s, seat, TAD_BOAT);
    case TAD_K7:
    case TAD_K8:
        return s->player[seat].tower < TAD_TOWER_MAX;
    case TAD_K11:
    case TAD_K12:
        return tadmor__can_gain_pawn(ed, s, seat, TAD_CAMEL);
    case TAD_K13:
        return !(s->player[seat].used & TAD_USED_K13);
    case TAD_K15:
        return tadmor__any_display(s);
    case TAD_K19:
        return tadmor__supply(ed, s, TAD_FOUNDATIONS) > 0;
    case TAD_K20:
        return any_tower(s, seat);
    case TAD_K21:
    case TAD_K22:
        return tadmor__can_draw(s);
    case TAD_K23:
    case TAD_K24:
        return s->burst == 0 && tadmor__any_placement(ed, s, seat, 1);
    case TAD_K25:
    case TAD_K26:
        return tadmor__any_pool(ed, s);
    default:
        return true;
    }
}

bool tadmor__any_flip(const struct tad_edition *ed, const struct tad_state *s, int seat,
                      uint32_t missions)
{
    uint32_t set = s->player[seat].done & missions;
    for (; set; set &= set - 1)
        if (can_flip(ed, s, seat, sr_lowest(set)))
            return true;
    return false;
}

/* ---- moves: the mission and, where the favour wants one, its target ------------------ */

static sr_move flip_move(int mission, int seat, int section, int region)
{
    return (uint32_t)TAD_V_FLIP | (uint32_t)mission << TAD_FLIP_MISSION |
           (uint32_t)(seat + 1) << TAD_FLIP_VICTIM | (uint32_t)(section + 1) << TAD_FLIP_SECTION |
           (uint32_t)(region + 1) << TAD_FLIP_REGION;
}

static int list_flip(const struct tad_edition *ed, const struct tad_state *s, int mission,
                     sr_move *out)
{
    const int seat = s->active;
    int n = 0;
    switch (mission) {
    case TAD_K3:
    case TAD_K4:
        for (int i = 0; i < TAD_SECTIONS; i++)
            if (tadmor__can_section(ed, s, seat, i))
                out[n++] = flip_move(mission, -1, i, -1);
        return n;
    case TAD_K9:
    case TAD_K10:
        for (int r = 0; r < TAD_REGIONS; r++)
            if (tadmor__can_redirect(s, r))
                out[n++] = flip_move(mission, -1, -1, r);
        return n;
    case TAD_K20:
        for (int p = 0; p < s->head.seats; p++)
            if (p != seat && s->player[p].tower > 0)
                out[n++] = flip_move(mission, p, -1, -1);
        return n;
    default:
        out[n++] = flip_move(mission, -1, -1, -1);
        return n;
    }
}

int tadmor__list_flips(const struct tad_edition *ed, const struct tad_state *s, sr_move *out)
{
    uint32_t set = s->player[s->active].done & timely(s->phase);
    int n = 0;
    for (; set; set &= set - 1) {
        const int mission = sr_lowest(set);
        if (can_flip(ed, s, s->active, mission))
            n += list_flip(ed, s, mission, out + n);
    }
    return n;
}

static int display_size(const struct tad_state *s)
{
    return sr_count(sr_match(s->tile, TAD_TILES, 0xFF, TAD_DISPLAY));
}

static void ask_favour(struct tad_state *s, int kind, int left, int mission)
{
    tadmor__ask(s, kind, left);
    s->ask.mission = sr_u8(mission);
}

/* Favours that ask what is wanted. */
static void ask_about(const struct tad_edition *ed, struct tad_state *s, int mission)
{
    switch (mission) {
    case TAD_K1:
    case TAD_K2:
        ask_favour(s, TAD_ASK_RARE, 1, mission);
        break;
    case TAD_K15:
        ask_favour(s, TAD_ASK_TAKE, sr_min(ed->favour_tiles, display_size(s)), mission);
        break;
    case TAD_K16:
    case TAD_K17:
    case TAD_K18:
        ask_favour(s, TAD_ASK_GAIN, ed->favour_goods, mission);
        break;
    case TAD_K25:
    case TAD_K26:
        ask_favour(s, TAD_ASK_TAKE, 1, mission);
        break;
    default:
        break;
    }
}

void tadmor__flip(const struct tad_edition *ed, struct tad_state *s, sr_move move,
                  struct sr_events *ev)
{
    const int mission = tad_flip_mission(move);
    const int seat = s->active;
    s->player[seat].done &= ~TAD_BIT(mission);
    s->player[seat].flipped |= TAD_BIT(mission);
    sr_emit(ev, TAD_E_FLIP, seat, mission, 0, 0, 0);
    switch (mission) {
    case TAD_K3:
    case TAD_K4:
        tadmor__add_section(ed, s, tad_flip_section(move), ev);
        break;
    case TAD_K5:
    case TAD_K6:
        tadmor__gain_pawn(s, seat, TAD_BOAT, ev);
        break;
    case TAD_K7:
    case TAD_K8:
        tadmor__raise(ed, s, seat, ed->favour_floors[mission - TAD_K7], ev);
        break;
    case TAD_K9:
    case TAD_K10:
        tadmor__redirect(s, tad_flip_region(move), ev);
        break;
    case TAD_K11:
    case TAD_K12:
        tadmor__gain_pawn(s, seat, TAD_CAMEL, ev);
        break;
    case TAD_K13:
        s->player[seat].used |= TAD_USED_K13;
        break;
    case TAD_K19:
        tadmor__add_section(ed, s, TAD_FOUNDATIONS, ev);
        break;
    case TAD_K20:
        tadmor__fall(ed, s, tad_flip_victim(move), ed->favour_fall, ev);
        break;
    case TAD_K21:
    case TAD_K22:
        for (int i = 0; i < ed->favour_cards; i++)
            tadmor__draw(s, seat, ev);
        break;
    case TAD_K23:
    case TAD_K24:
        s->burst = ed->favour_pawns;
        break;
    default:
        ask_about(ed, s, mission);
        break;
    }
}
