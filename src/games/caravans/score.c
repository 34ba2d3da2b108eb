/* score.c: the end of a game and its ranking (R13, R14.6). */
#include "games/caravans/caravans.h"

int caravans__grade(const struct caravans_edition *ed, int round)
{
    int grade = 0;
    while (grade < GRADES - 1 && round > ed->solo_grades[grade])
        grade++;
    return grade;
}

void caravans__end(const struct caravans_edition *ed, struct caravans *s, int ending,
                   struct sr_events *ev)
{
    s->head.over = 1;
    s->ending = (uint8_t)ending;
    s->actions = 0;
    s->city = 0;
    s->productive = 0;
    caravans__enter(s, ASK_ACTION);
    const bool solo = s->head.seats == 1;
    if (ending == BY_STALL)
        sr_emit(ev, E_STALL, -1, s->idle, 0, 0, 0);
    else if (ending == BY_CAP)
        sr_emit(ev, E_CAP, -1, s->round, 0, 0, 0);
    if (ending != BY_GOAL && solo)
        sr_emit(ev, E_SOLO_LOSS, 0, s->players[0].influence, 0, 0, 0);
    else if (ending == BY_GOAL && solo)
        sr_emit(ev, E_SOLO_WIN, 0, s->round, caravans__grade(ed, s->round), 0, 0);
    else if (ending == BY_GOAL)
        sr_emit(ev, E_WIN, s->active, s->players[s->active].influence, s->round, 0, 0);
}

/* R13.5: more influence, expertises, cities founded, units; positive when a stands before b. */
static int compare(const struct caravans_player *a, const struct caravans_player *b)
{
    if (a->influence != b->influence)
        return a->influence - b->influence;
    const int expertises = sr_count(a->expertise) - sr_count(b->expertise);
    if (expertises != 0)
        return expertises;
    if (a->cities != b->cities)
        return b->cities - a->cities; /* markers left: fewer is more founded */
    return caravans__units(a) - caravans__units(b);
}

void caravans__scores(const void *edition, const void *state, struct sr_scores *out)
{
    const struct caravans_edition *ed = (const struct caravans_edition *)edition;
    const struct caravans *s = (const struct caravans *)state;
    out->lines = s->head.seats;
    for (int i = 0; i < out->lines; i++) {
        const struct caravans_player *p = &s->players[i];
        int lost = 0;
        for (int n = 0; n < p->own_trades; n++)
            lost += ed->own_trade_loss + ed->own_trade_step * n;
        out->total[i] = p->influence;
        out->part[i][0] = p->influence + lost;
        out->part[i][1] = -lost;
        out->rank[i] = 1;
        for (int j = 0; j < out->lines; j++)
            if (compare(&s->players[j], p) > 0)
                out->rank[i]++;
    }
    if (s->head.seats == 1) /* R14.6: 1 is won, 2 is lost */
        out->rank[0] = s->players[0].influence >= ed->win_influence ? 1 : 2;
}
