/* time.c: what time does at a table: clocks and patience run out, and a stand-in takes over. */
#include "server/hall.h"
#include "server/http.h"
#include "server/play.h"
#include "server/robots.h"

bool sv_stand_in(struct server *sv, struct sv_table *t, int seat, const char *why,
                 const char *fault)
{
    struct entry_stand_in stand_in = {""};
    struct entry e = entry_of(ENTRY_STAND_IN, seat);
    memcpy(stand_in.bot, t->setup.takeover, sizeof stand_in.bot);
    snprintf(stand_in.why, sizeof stand_in.why, "%s", why);
    snprintf(stand_in.fault, sizeof stand_in.fault, "%s", fault ? fault : "");
    e.has.stand_in = &stand_in;
    return sv_append(sv, t, &e, NULL);
}

void sv_set_due(struct sv_table *t, int64_t now)
{
    const struct sv_setup *terms = &t->setup;
    const int seat = sv_actor(t);
    int64_t due = 0;
    if (seat < 0 || sv_bot_decides(t)) {
        /* The table's own turn: if this process dies, another must find it and go on. */
        t->people.due = seat >= 0 || sv_rematch_due(t) ? now : 0;
        return;
    }
    const struct sv_seat *s = &t->people.seat[seat];
    if (terms->clock_total)
        due = t->log.since + s->clock;
    if (terms->patience && (!terms->live || s->here == 0)) {
        const int64_t from = terms->live && s->gone_at > t->log.since ? s->gone_at : t->log.since;
        const int64_t end = from + (int64_t)terms->patience * 1000;
        if (!due || end < due)
            due = end;
    }
    t->people.due = due;
}

void sv_time_passed(struct server *sv, struct sv_table *t, int64_t now)
{
    if (t->commit.busy || !t->people.due || now < t->people.due)
        return;
    tables_rematch(sv, t);
    if (t->log.status != SV_PLAYING)
        return;
    sv_set_due(t, now);
    const int seat = sv_actor(t);
    robots_think(sv, t);
    if (seat < 0 || sv_bot_decides(t) || !t->people.due || now < t->people.due)
        return;
    if (sv_stand_in(sv, t, seat, "time", NULL))
        sv_commit(sv, t);
}
