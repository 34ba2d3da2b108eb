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

bool sv_away(const struct sv_table *t, int seat, int64_t now)
{
    const struct sv_setup *terms = &t->setup;
    const struct sv_seat *s = &t->people.seat[seat];
    const int agreed = terms->patience ? terms->patience : sv_usual_patience(terms->live);
    if (!s->key[0] && !s->account[0])
        return true; /* forgotten: nobody can come back to it */
    if (s->here > 0 || (!terms->live && sv_actor(t) != seat))
        return false;
    return now - (terms->live ? s->gone_at : t->log.since) >= (int64_t)agreed * 1000;
}

static void sooner(int64_t *due, int64_t at)
{
    if (!*due || at < *due)
        *due = at;
}

void sv_set_due(struct sv_table *t, int64_t now)
{
    const struct sv_setup *terms = &t->setup;
    const int seat = sv_actor(t);
    int64_t due = 0;
    if (t->log.status == SV_WAITING && sv_full(t)) {
        t->people.due = sv_dice_until(t);
        return;
    }
    if (seat < 0 || sv_bot_decides(t)) {
        /* The table's own turn: if this process dies, another must find it and go on. */
        t->people.due = (seat >= 0 && sv_attended(t)) || sv_rematch_due(t) ? now : 0;
        return;
    }
    const struct sv_seat *s = &t->people.seat[seat];
    if (terms->clock_total)
        due = t->log.since + s->clock;
    if (terms->patience && (!terms->live || s->here == 0)) {
        const int64_t from = terms->live && s->gone_at > t->log.since ? s->gone_at : t->log.since;
        sooner(&due, from + (int64_t)terms->patience * 1000);
    }
    if (t->people.veil_ply == sv_ply(t))
        sooner(&due, t->people.veil_at);
    t->people.due = due;
}

void sv_time_passed(struct server *sv, struct sv_table *t, int64_t now)
{
    if (t->commit.busy || !t->people.due || now < t->people.due)
        return;
    tables_rematch(sv, t);
    if (sv_try_start(sv, t)) {
        sv_play_on(sv, t);
        sv_commit(sv, t);
        return;
    }
    if (t->log.status != SV_PLAYING)
        return;
    sv_set_due(t, now);
    const int seat = sv_actor(t);
    if (sv_play_on(sv, t)) {
        sv_commit(sv, t);
        return;
    }
    t->people.veil_ply = -1; /* it has passed, or is his to make after all */
    sv_set_due(t, now);
    robots_think(sv, t);
    if (seat < 0 || sv_bot_decides(t) || !t->people.due || now < t->people.due)
        return;
    if (sv_stand_in(sv, t, seat, "time", NULL))
        sv_commit(sv, t);
}
