/* calls.cu: one call of a game's contract, by one thread. */
#include "device/core.h"
#include "gpu/desk.h"

extern "C" __global__ void serai_call(struct desk *d)
{
    const void *ed = d->edition;
    union sr_state *s = &d->state;
    struct sr_events events;
    const char *what = NULL;
    events.list = d->event;
    events.count = 0;
    events.max = d->events_max;
    events.lost = false;
    switch (d->call) {
    case DESK_SETUP:
        SERAI_GAME.setup(ed, s);
        break;
    case DESK_ACTOR:
        d->result = SERAI_GAME.actor(s);
        break;
    case DESK_DECISION:
        d->result = SERAI_GAME.decision(s);
        break;
    case DESK_LEGAL:
        d->result = SERAI_GAME.legal(ed, s, d->list);
        break;
    case DESK_ALLOWS:
        d->result = SERAI_GAME.allows && SERAI_GAME.allows(ed, s, d->move);
        break;
    case DESK_APPLY:
        SERAI_GAME.apply(ed, s, d->move, d->events_max < 0 ? (struct sr_events *)0 : &events);
        d->result = events.count;
        d->lost = events.lost;
        break;
    case DESK_HIDE:
        SERAI_GAME.hide(ed, s, d->seat);
        break;
    case DESK_FILL:
        SERAI_GAME.fill(ed, s, d->seat, &d->rng);
        break;
    case DESK_SCORES:
        SERAI_GAME.scores(ed, s, &d->scores);
        break;
    case DESK_CHECK:
        what = SERAI_GAME.check(ed, s);
        for (d->result = 0; what && what[d->result] && d->result < DESK_TEXT - 1; d->result++)
            d->text[d->result] = what[d->result];
        d->text[d->result] = '\0';
        break;
    default:
        d->result = SERAI_GAME.opener ? SERAI_GAME.opener(s) : 0;
        break;
    }
}
