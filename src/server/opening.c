/* opening.c: new tables: their terms, their seats, the moves they begin with (http.h). */
#include "core/alloc.h"
#include "serai/bot.h"
#include "server/doc.h"
#include "server/hall.h"
#include "server/http.h"
#include "server/limit.h"
#include "server/names.h"
#include "server/play.h"
#include "server/robots.h"
#include "server/secret.h"
#include "server/spectate.h"

enum { TABLES_MAX = 50000, LONGEST = 90 * 86400, SHOWN_MAX = 5 };

/* Whether one who opens tables shows as many in the lobby as he may: others' are to be seen too. */
static bool shows_enough(const struct server *sv, const struct sv_table *t)
{
    int shown = 0;
    for (int i = 0; i < SV_BUCKETS; i++)
        for (const struct sv_table *o = sv->bucket[i]; o; o = o->next)
            shown += o->people.opened_by == t->people.opened_by && o->log.status == SV_WAITING &&
                     sv_listed(o);
    return sv->options.limit_scale > 0 && sv_listed(t) && shown >= SHOWN_MAX;
}

/* ---- the answer ----------------------------------------------------------------------------- */

static void put_invites(struct sr_buf *b, const struct opened *o)
{
    sr_json_put_open(b, "invites", '[');
    for (int i = 0; i < SR_SEATS_MAX; i++) {
        if (!o->invite[i][0])
            continue;
        sr_json_open(b, '{');
        sr_json_put_int(b, "seat", i);
        sr_json_put_str(b, "invite", o->invite[i]);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

void tables_answer_opened(struct server *sv, struct sv_table *t, void *arg, bool ok)
{
    struct opened *o = (struct opened *)arg;
    if (!ok) {
        http_error(sv, o->r, "store", "this could not be saved; try again");
        sr_free(o);
        return;
    }
    struct sr_buf b = sv_buf(sv);
    sr_json_open(&b, '{');
    sr_json_put_str(&b, "table", t->id);
    sr_json_put_seat(&b, "seat", o->seat);
    if (o->seat >= 0)
        sr_json_put_str(&b, "token", o->token);
    put_invites(&b, o);
    sr_json_put_str(&b, "commit", t->setup.commit);
    sr_json_close(&b, '}');
    http_json(o->r, 201, &b);
    memset(o, 0, sizeof *o);
    sr_free(o);
}

/* There is a table already where he may sit down. */
static void answer_waiting(struct server *sv, struct net_request *r, const struct sv_table *t)
{
    struct sr_buf b = sv_buf(sv);
    sr_json_open(&b, '{');
    sr_json_put_str(&b, "waiting", t->id);
    sr_json_close(&b, '}');
    http_json(r, 200, &b);
}

/* ---- terms and seats ------------------------------------------------------------------------ */

/* Clocks, patience and the like, within bounds. */
static enum sr_err read_terms(struct sv_setup *s, const struct sr_doc *d, struct sr_diag *diag)
{
    s->live = sv_get_bool(d, 0, "live", true);
    s->listed = sv_get_bool(d, 0, "listed", false);
    s->open_dice = sv_get_bool(d, 0, "open_dice", s->open_dice);
    const int64_t patience = sv_get_int(d, 0, "patience", sv_usual_patience(s->live));
    if (patience < 0 || patience > LONGEST)
        return sr_fail(diag, SR_RANGE, "patience: 0 to 7776000 seconds");
    s->patience = (int)patience;
    const int clock = sr_json_get(d, 0, "clock");
    if (clock >= 0 && d->tok[clock].type == SR_J_OBJECT) {
        const int64_t total = sv_get_int(d, clock, "total", 0),
                      add = sv_get_int(d, clock, "add", 0);
        if (total < 1 || total > LONGEST || add < 0 || add > 86400)
            return sr_fail(diag, SR_RANGE, "clock: total 1 to 7776000, add 0 to 86400 seconds");
        s->clock_total = (int)total;
        s->clock_add = (int)add;
    }
    if (!sv_get_text(d, 0, "takeover", s->takeover, sizeof s->takeover)) {
        const struct sr_bot *bot = sr_bot_find("trader");
        snprintf(s->takeover, sizeof s->takeover, "%s", (bot ? bot : sr_bot_at(0))->id);
    }
    s->rated = sv_get_bool(d, 0, "rated", false);
    sv_get_text(d, 0, "language", s->language, sizeof s->language);
    if (s->language[0] && !sv_language_ok(s->language))
        return sr_fail(diag, SR_RANGE, "language: two small letters");
    if (!sv_title_ok(s->config.edition_name))
        return sr_fail(diag, SR_RANGE, "edition_name: text that can be read");
    if (!sr_bot_find(s->takeover))
        return sr_fail(diag, SR_UNKNOWN, "takeover: there is no bot of that name");
    return sv_delay_read(s, d, diag);
}

/* Ratings compare like with like: only the printed numbers, dice that nobody knows, people who are
 * known again, and no match that can be left waiting for ever. */
static bool may_rate(const struct sv_table *t, struct sr_diag *diag)
{
    const struct sv_setup *s = &t->setup;
    const char *why = NULL;
    if (s->open_dice || s->edition)
        why = "rated: only by the printed numbers, from the beginning, with sealed dice";
    else if (s->config.seats < 2)
        why = "rated: two seats are the least";
    else if (sv_guests(t) > 0)
        why = "rated: only with an account";
    else if (!s->patience && !s->clock_total)
        why = "rated: patience or a clock is needed";
    if (!s->rated || !why)
        return true;
    (void)sr_fail(diag, SR_RANGE, "%s", why);
    return false;
}

/* One seat as asked for. */
static enum sr_err read_seat(const struct server *sv, const struct sr_doc *d, int spec, int i,
                             const struct asker *who, struct opened *o, struct entry_sit *sit,
                             struct sr_diag *diag)
{
    char kind[8];
    if (spec < 0 || d->tok[spec].type != SR_J_OBJECT ||
        !sv_get_text(d, spec, "kind", kind, sizeof kind))
        return sr_fail(diag, SR_KEY, "seats: each needs a kind");
    if (strcmp(kind, "me") == 0) {
        if (o->seat >= 0 || !tables_name(d, spec, who, sit->name))
            return sr_fail(diag, SR_RANGE, "seats: one \"me\" with a name of 1 to 39 bytes");
        if (!sv_dice_read(d, spec, sit->dice))
            return sr_fail(diag, SR_RANGE, "dice: 64 hex digits, or 16 to 48 letters and digits");
        o->seat = i;
        sv_new_secret(o->token);
        sv_hash_secret(o->token, sit->key);
        sit->kind = ENTRY_HUMAN;
        snprintf(sit->account, sizeof sit->account, "%s", who->account);
    } else if (strcmp(kind, "link") == 0) {
        sv_new_secret(o->invite[i]);
        sv_hash_secret(o->invite[i], sit->invite);
        sit->kind = ENTRY_LINK;
    } else if (strcmp(kind, "open") == 0) {
        sit->kind = ENTRY_OPEN;
    } else if (strcmp(kind, "bot") == 0 && sv_get_text(d, spec, "bot", sit->bot, sizeof sit->bot) &&
               robots_know(sv, sit->bot)) {
        sit->kind = ENTRY_BOT;
        memcpy(sit->name, sit->bot, sizeof sit->name);
    } else {
        return sr_fail(diag, SR_UNKNOWN,
                       "seats: kinds are me, open, link and bot (with a bot's name)");
    }
    return SR_OK;
}

static bool seat_all(struct server *sv, struct sv_table *t, const struct sr_doc *d,
                     const struct asker *who, struct opened *o, struct sr_diag *diag)
{
    const int seats = sr_json_get(d, 0, "seats"), n = t->setup.config.seats;
    if (seats < 0 || d->tok[seats].type != SR_J_ARRAY || d->tok[seats].size != n) {
        (void)sr_fail(diag, SR_RANGE, "seats: %d are expected", n);
        return false;
    }
    for (int i = 0; i < n; i++) {
        struct entry_sit sit = {.kind = ENTRY_OPEN};
        struct entry e = entry_of(ENTRY_SIT, i);
        e.has.sit = &sit;
        if (read_seat(sv, d, sr_json_at(d, seats, i), i, who, o, &sit, diag) != SR_OK ||
            !sv_append(sv, t, &e, diag))
            return false;
    }
    return true;
}

/* Moves of another match that this one begins with. */
static bool replay_into(struct server *sv, struct sv_table *t, const struct sr_table *from,
                        int64_t ply, struct sr_diag *diag)
{
    for (int i = 0; i < sr_table_ply(from) && i < ply; i++) {
        int told;
        if (sr_table_told(from, i, &told)) {
            (void)sr_fail(diag, SR_RANGE, "a match whose dice were told cannot go on at a server");
            return false;
        }
        if (!sv_play_move(sv, t, sr_table_mover(from, i), sr_table_move(from, i), BY_IMPORT, "",
                          diag))
            return false;
    }
    return true;
}

/* ---- opening -------------------------------------------------------------------------------- */

void tables_open(struct server *sv, struct net_request *r, const struct sr_doc *d,
                 const struct sr_table_config *config, const struct sr_table *from,
                 const char *origin, const struct asker *who)
{
    struct sr_diag diag = {""};
    const unsigned long shortages = sr_alloc_failures();
    struct opened *o = (struct opened *)sr_alloc(sizeof *o);
    struct sv_table *t = o ? sv_table_new(config, !from, &diag) : NULL;
    bool ok = t != NULL;
    if (ok) {
        store_place(sv->store, t->id);
        o->r = r;
        o->seat = -1;
        t->setup.open_dice = from != NULL;
        snprintf(t->setup.origin, sizeof t->setup.origin, "%s", origin);
        ok = read_terms(&t->setup, d, &diag) == SR_OK && seat_all(sv, t, d, who, o, &diag) &&
             (!from || replay_into(sv, t, from, sv_get_int(d, 0, "ply", INT32_MAX), &diag));
        t->setup.open_dice |= from != NULL;
        ok = ok && may_rate(t, &diag);
    }
    if (ok)
        t->people.opened_by = limits_key(sv->limits, r->address);
    const struct sv_table *waits = ok ? quick_find(sv, d, t, who->account) : NULL;
    const bool enough = ok && !waits && shows_enough(sv, t);
    if (!ok || enough || waits) {
        sv_table_free(t);
        sr_free(o);
        if (waits)
            answer_waiting(sv, r, waits);
        else if (enough)
            http_limited(sv, r, 60, "you show five tables in the lobby already");
        else
            http_refuse(sv, r, shortages, "range", diag.text);
        return;
    }
    sv_hold(sv, t);
    sv_try_start(sv, t);
    sv_play_on(sv, t);
    t->commit.after = tables_answer_opened;
    t->commit.after_arg = o;
    sv->counts.tables_created++;
    sv_commit(sv, t);
}

/* A saved match in the member "file": set-up and moves come from there. */
static void import_table(struct server *sv, struct net_request *r, const struct sr_doc *d, int file,
                         const struct asker *who)
{
    struct sr_diag diag = {""};
    const unsigned long shortages = sr_alloc_failures();
    enum sr_err err;
    struct sr_table *from = sr_table_read(d, file, &err, &diag);
    if (!from) {
        http_refuse(sv, r, shortages, sr_err_name(err), diag.text);
        return;
    }
    tables_open(sv, r, d, sr_table_config_get(from), from, "", who);
    sr_table_free(from);
}

void tables_create(struct server *sv, struct net_request *r, const struct asker *who)
{
    struct sr_doc d;
    struct sr_table_config config;
    unsigned char edition[SR_EDITION_MAX];
    struct sr_diag diag = {""};
    int wait;
    if (!limits_take(sv->limits, LIMIT_CREATE, r->address, sv_now(), &wait)) {
        http_limited(sv, r, wait, "too many tables in a short time");
        return;
    }
    if (sv->tables >= TABLES_MAX) {
        http_error(sv, r, "busy", "all tables are taken; come back later");
        return;
    }
    if (!http_body(sv, r, &d))
        return;
    const int file = sr_json_get(&d, 0, "file");
    if (file >= 0) {
        import_table(sv, r, &d, file, who);
        return;
    }
    const enum sr_err err = sr_table_config_read(&d, 0, 0, edition, &config, &diag);
    if (err) {
        http_error(sv, r, "range", diag.text);
        return;
    }
    tables_open(sv, r, &d, &config, NULL, "", who);
}
