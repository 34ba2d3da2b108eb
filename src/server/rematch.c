/* rematch.c: another match of the same people, once all want it. */
#include "core/alloc.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/play.h"
#include "server/secret.h"

struct again {
    char id[SV_ID_MAX], origin[SV_ID_MAX];
};

static void announce(struct server *sv, struct sv_table *old, void *arg, const char *error)
{
    struct again *g = (struct again *)arg;
    (void)error;
    struct entry e = entry_of(ENTRY_REMATCH, -1);
    e.has.text = g->id;
    if (old && !old->log.rematch[0] && sv_append(sv, old, &e, NULL))
        sv_commit(sv, old);
    sr_free(g);
}

static void rematch_there(struct server *sv, struct sv_table *t, void *arg, const char *error)
{
    struct again *g = (struct again *)arg;
    struct sv_table *old = sv_find(sv, g->origin);
    (void)error;
    if (t) {
        sv_with_table(sv, g->origin, announce, g);
        return;
    }
    if (old)
        old->commit.rematching = false; /* tried again when somebody comes by */
    sr_free(g);
}

/* When it could not be made it may be there already, from before a crash. */
static void rematch_made(struct server *sv, struct sv_table *t, void *arg, bool ok)
{
    struct again *g = (struct again *)arg;
    (void)t;
    (void)ok;
    sv_with_table(sv, g->id, rematch_there, g);
}

/* The same people with the same secrets, the first seat moved on by one. */
static bool seat_again(struct server *sv, struct sv_table *t, const struct sv_table *old)
{
    const int n = t->setup.config.seats;
    for (int i = 0; i < n; i++) {
        const struct sv_seat *s = &old->people.seat[(i + 1) % n];
        struct entry_sit sit = {.kind = s->kind};
        struct entry e = entry_of(ENTRY_SIT, i);
        memcpy(sit.name, s->name, sizeof sit.name);
        memcpy(sit.bot, s->bot, sizeof sit.bot);
        memcpy(sit.key, s->key, sizeof sit.key);
        memcpy(sit.account, s->account, sizeof sit.account);
        memcpy(sit.dice, s->again, sizeof sit.dice);
        e.has.sit = &sit;
        if (!sv_append(sv, t, &e, NULL))
            return false;
    }
    return true;
}

/* The set-up of the old table with dice of its own. */
static struct sv_table *table_again(const struct sv_table *old)
{
    struct sr_table_config config = old->setup.config;
    config.seed = config.seed_high = 0;
    struct sv_table *t = sv_table_new(&config, true, NULL);
    if (!t)
        return NULL;
    struct sv_setup *s = &t->setup;
    sv_next_id(old->id, old->setup.salt, t->id);
    s->live = old->setup.live;
    s->rated = old->setup.rated && !sv_guests(old);
    s->patience = old->setup.patience;
    s->clock_total = old->setup.clock_total;
    s->clock_add = old->setup.clock_add;
    s->delay_moves = old->setup.delay_moves;
    s->delay_minutes = old->setup.delay_minutes;
    memcpy(s->language, old->setup.language, sizeof s->language);
    memcpy(s->takeover, old->setup.takeover, sizeof s->takeover);
    memcpy(s->origin, old->id, sizeof s->origin);
    return t;
}

void tables_rematch(struct server *sv, struct sv_table *old)
{
    if (!sv_rematch_due(old) || old->commit.rematching)
        return;
    struct sv_table *t = table_again(old);
    struct again *g = (struct again *)sr_alloc(sizeof *g);
    if (!t || !g || !seat_again(sv, t, old)) {
        sv_table_free(t);
        sr_free(g);
        return;
    }
    memcpy(g->id, t->id, sizeof g->id);
    memcpy(g->origin, old->id, sizeof g->origin);
    old->commit.rematching = true;
    sv_hold(sv, t);
    sv_try_start(sv, t);
    sv_play_on(sv, t);
    t->commit.after = rematch_made;
    t->commit.after_arg = g;
    sv->counts.tables_created++;
    sv_commit(sv, t);
}
