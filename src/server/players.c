/* players.c: what anybody may know of players: ratings, leaderboards, profiles (http.h). */
#include <stdlib.h>

#include "core/alloc.h"
#include "server/account.h"
#include "server/doc.h"
#include "server/http.h"
#include "server/names.h"
#include "server/rater.h"
#include "server/secret.h"

enum { SEASONS_MAX = 40, BOARD_MAX = 100, HISTORY_MAX = 50, COURSE_MAX = 400 };

struct asked {
    struct server *sv;
    struct net_request *r;
    char game[SR_NAME_MAX];
    char season[16]; /* one that is over; "": the present */
};

static struct asked *asked_new(struct server *sv, struct net_request *r)
{
    struct asked *q = (struct asked *)sr_alloc(sizeof *q);
    if (q) {
        q->sv = sv;
        q->r = r;
    } else {
        http_error(sv, r, "busy", "no memory");
    }
    return q;
}

static struct store_job *job_for(struct asked *q, store_done *then)
{
    struct store_job *job = q ? store_job_new(then, q) : NULL;
    if (q && !job) {
        http_error(q->sv, q->r, "busy", "no memory");
        sr_free(q);
    }
    return job;
}

/* Whether the job failed, which is then said. */
static bool failed(const struct store_job *job, struct asked *q)
{
    if (!job->err)
        return false;
    http_error(q->sv, q->r, "store", "this cannot be read at the moment");
    sr_free(q);
    return true;
}

static void finish(struct asked *q, struct sr_buf *b)
{
    sr_json_close(b, '}');
    http_json(q->r, 200, b);
    sr_free(q);
}

/* Mean, uncertainty, matches and victories, from column `from` on. */
static void put_rating(struct sr_buf *b, const struct db_rows *rows, int row, int from)
{
    sr_json_put_int(b, "rating", rater_points(db_int(rows, row, from)));
    sr_json_put_int(b, "band", rater_band(db_int(rows, row, from + 1)));
    sr_json_put_int(b, "games", db_int(rows, row, from + 2));
    sr_json_put_int(b, "wins", db_int(rows, row, from + 3));
}

/* ---- the leaderboard ------------------------------------------------------------------------- */

static void put_listed(struct sr_buf *b, const struct db_rows *rows, int i)
{
    static const char bot[] = "bot:";
    const char *who = db_text(rows, i, 0);
    int place = i;
    while (place > 0 && db_int(rows, place - 1, 2) == db_int(rows, i, 2))
        place--;
    sr_json_open(b, '{');
    sr_json_put_int(b, "place", place + 1);
    if (strncmp(who, bot, sizeof bot - 1) == 0)
        sr_json_put_str(b, "bot", who + sizeof bot - 1);
    else
        sr_json_put_str(b, "name", db_text(rows, i, 1));
    put_rating(b, rows, i, 2);
    sr_json_close(b, '}');
}

static void answer_board(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    const struct db_rows *all = store_rows(job, 0), *own = store_rows(job, 1);
    if (failed(job, q))
        return;
    struct sr_buf b = sv_buf(q->sv);
    sr_json_open(&b, '{');
    sr_json_put_str(&b, "game", q->game);
    sr_json_put_int(&b, "listed_from", RATER_LISTED);
    if (q->season[0])
        sr_json_put_str(&b, "season", q->season);
    const struct db_rows *seasons = store_rows(job, job->steps - 1);
    sr_json_put_open(&b, "seasons", '[');
    for (int i = 0; i < seasons->count; i++)
        sr_json_str(&b, db_text(seasons, i, 0));
    sr_json_close(&b, ']');
    sr_json_put_open(&b, "ratings", '[');
    for (int i = 0; i < all->count; i++)
        put_listed(&b, all, i);
    sr_json_close(&b, ']');
    if (job->steps == 3 && own->count > 0) {
        sr_json_put_open(&b, "you", '{');
        if (db_int(own, 0, 2) >= RATER_LISTED)
            sr_json_put_int(&b, "place", db_int(own, 0, 4) + 1);
        put_rating(&b, own, 0, 0);
        sr_json_close(&b, '}');
    }
    finish(q, &b);
}

static void board(struct server *sv, void *arg, const char *account, const char *name,
                  const char *error)
{
    struct asked *q = (struct asked *)arg;
    struct store_job *job = job_for(q, answer_board);
    (void)sv;
    (void)name;
    (void)error; /* who cannot be found out is nobody */
    if (!job)
        return;
    if (q->season[0])
        store_add(job, ST_SEASON_LIST, "ssiii", q->season, q->game, (int64_t)RATER_LISTED, sv_now(),
                  (int64_t)BOARD_MAX);
    else
        store_add(job, ST_RATING_LIST, "siii", q->game, (int64_t)RATER_LISTED, sv_now(),
                  (int64_t)BOARD_MAX);
    if (account[0] && !q->season[0])
        store_add(job, ST_RATING_PLACE, "iiss", (int64_t)RATER_LISTED, sv_now(), q->game, account);
    store_add(job, ST_SEASON_NAMES, "si", q->game, (int64_t)SEASONS_MAX);
    store_send(q->sv->store, job);
}

/* ---- what a match did ------------------------------------------------------------------------ */

static void answer_table(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    const struct db_rows *rows = store_rows(job, 0);
    if (failed(job, q))
        return;
    struct sr_buf b = sv_buf(q->sv);
    sr_json_open(&b, '{');
    sr_json_put_open(&b, "rated", '[');
    for (int i = 0; i < rows->count; i++) {
        const int is = rater_points(db_int(rows, i, 1)), was = rater_points(db_int(rows, i, 3));
        sr_json_open(&b, '{');
        sr_json_put_int(&b, "seat", db_int(rows, i, 0));
        sr_json_put_int(&b, "rating", is);
        sr_json_put_int(&b, "band", rater_band(db_int(rows, i, 2)));
        sr_json_put_int(&b, "change", is - was);
        sr_json_close(&b, '}');
    }
    sr_json_close(&b, ']');
    finish(q, &b);
}

void ratings_get(struct server *sv, struct net_request *r)
{
    char table[SV_ID_MAX], secret[SV_SECRET_MAX];
    if (strcmp(r->method, "GET") != 0) {
        http_error(sv, r, "method", "GET is expected");
        return;
    }
    struct asked *q = asked_new(sv, r);
    if (!q)
        return;
    if (http_asked(r, "table", table, sizeof table)) {
        struct store_job *job = job_for(q, answer_table);
        if (!job)
            return;
        store_add(job, ST_RATED_TABLE, "s", table);
        store_send(sv->store, job);
        return;
    }
    if (!http_asked(r, "game", q->game, sizeof q->game) || !sr_game_find(q->game)) {
        sr_free(q);
        http_error(sv, r, "unknown", "game: there is none of that name");
        return;
    }
    http_asked(r, "season", q->season, sizeof q->season);
    if (http_bearer(r, secret))
        account_of(sv, secret, board, q);
    else
        board(sv, q, "", "", NULL);
    memset(secret, 0, sizeof secret);
}

/* ---- a profile ------------------------------------------------------------------------------- */

static void put_ratings(struct sr_buf *b, const struct db_rows *rows)
{
    sr_json_put_open(b, "ratings", '[');
    for (int i = 0; i < rows->count; i++) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "game", db_text(rows, i, 0));
        put_rating(b, rows, i, 1);
        sr_json_put_bool(b, "listed", db_int(rows, i, 3) >= RATER_LISTED);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

/* How the ratings went, from the first match of these on. */
static void put_course(struct sr_buf *b, const struct db_rows *rows)
{
    sr_json_put_open(b, "course", '[');
    for (int i = rows->count - 1; i >= 0; i--) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "game", db_text(rows, i, 0));
        sr_json_put_int(b, "at", db_int(rows, i, 1));
        sr_json_put_int(b, "rating", rater_points(db_int(rows, i, 2)));
        sr_json_put_int(b, "band", rater_band(db_int(rows, i, 3)));
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

/* One game with one number of seats: rows `from` to before `end`, a place each. */
static void put_result(struct sr_buf *b, const struct db_rows *rows, int from, int end)
{
    int64_t games = 0, points = 0, best = INT64_MIN, place[SR_LINES_MAX] = {0};
    for (int i = from; i < end; i++) {
        const int64_t at = db_int(rows, i, 2), top = db_int(rows, i, 4);
        games += db_int(rows, i, 3);
        best = top > best ? top : best;
        points += db_int(rows, i, 5);
        if (at >= 1 && at <= SR_LINES_MAX)
            place[at - 1] = db_int(rows, i, 3);
    }
    sr_json_open(b, '{');
    sr_json_put_str(b, "game", db_text(rows, from, 0));
    sr_json_put_int(b, "seats", db_int(rows, from, 1));
    sr_json_put_int(b, "games", games);
    sr_json_put_int(b, "wins", place[0]);
    sr_json_put_int(b, "best", best);
    sr_json_put_int(b, "points", points);
    sr_json_put_open(b, "places", '[');
    for (int i = 0; i < db_int(rows, from, 1) && i < SR_LINES_MAX; i++)
        sr_json_int(b, place[i]);
    sr_json_close(b, ']');
    sr_json_close(b, '}');
}

static void put_results(struct sr_buf *b, const struct db_rows *rows)
{
    sr_json_put_open(b, "results", '[');
    for (int i = 0, end; i < rows->count; i = end) {
        for (end = i + 1; end < rows->count; end++)
            if (strcmp(db_text(rows, end, 0), db_text(rows, i, 0)) != 0 ||
                db_int(rows, end, 1) != db_int(rows, i, 1))
                break;
        put_result(b, rows, i, end);
    }
    sr_json_close(b, ']');
}

/* Those who sat at the table of a match, by seat. */
static void put_with(struct sr_buf *b, const struct db_rows *with, const char *table)
{
    sr_json_put_open(b, "seats", '[');
    for (int i = 0; i < with->count; i++) {
        const char *kind = db_text(with, i, 3);
        if (strcmp(db_text(with, i, 0), table) != 0)
            continue;
        sr_json_open(b, '{');
        if (strcmp(kind, "human") == 0 || strcmp(kind, "stand_in") == 0)
            sr_json_put_str(b, "name", db_text(with, i, 2));
        else
            sr_json_put_str(b, "bot", kind);
        sr_json_put_int(b, "place", db_int(with, i, 4));
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

/* Who knows the id of a table may watch it and read what was said there. Those of tables that were
 * shown to all, or whose result changed ratings, are everybody's; the others belong to who sat
 * there. */
static bool open_to(const struct db_rows *rows, int i, const struct db_rows *with,
                    const char *asker)
{
    const char *table = db_text(rows, i, 0), *summary = db_text(rows, i, 9);
    if (strstr(summary, "\"listed\":true") || strstr(summary, "\"rated\":true") ||
        strstr(summary, "\"cup\":\""))
        return true;
    for (int o = 0; asker[0] && o < with->count; o++)
        if (strcmp(db_text(with, o, 0), table) == 0 && strcmp(db_text(with, o, 5), asker) == 0)
            return true;
    return false;
}

static void put_history(struct sr_buf *b, const struct db_rows *rows, const struct db_rows *with,
                        const char *asker)
{
    sr_json_put_open(b, "history", '[');
    for (int i = 0; i < rows->count; i++) {
        const int64_t is = db_int(rows, i, 7), was = db_int(rows, i, 8);
        sr_json_open(b, '{');
        if (open_to(rows, i, with, asker))
            sr_json_put_str(b, "table", db_text(rows, i, 0));
        sr_json_put_int(b, "seat", db_int(rows, i, 1));
        sr_json_put_str(b, "game", db_text(rows, i, 2));
        sr_json_put_int(b, "place", db_int(rows, i, 4));
        sr_json_put_int(b, "total", db_int(rows, i, 5));
        sr_json_put_int(b, "at", db_int(rows, i, 6));
        if (is || was) {
            sr_json_put_int(b, "rating", rater_points(is));
            sr_json_put_int(b, "change", rater_points(is) - rater_points(was));
        }
        put_with(b, with, db_text(rows, i, 0));
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

struct profile {
    struct asked asked; /* first: it is freed by that name */
    char name[SR_NAME_MAX];
    char asker[SV_ID_MAX]; /* account of the one who asks; "" unknown */
    int64_t since;
    /* of its history: before that time, of that game ("" all), of so many seats (0 all) */
    int64_t before, seats;
    char game[SR_NAME_MAX];
};

static void answer_profile(struct store_job *job, void *context)
{
    struct profile *p = (struct profile *)context;
    if (failed(job, &p->asked))
        return;
    struct sr_buf b = sv_buf(p->asked.sv);
    sr_json_open(&b, '{');
    sr_json_put_str(&b, "name", p->name);
    sr_json_put_int(&b, "since", p->since);
    put_ratings(&b, store_rows(job, 0));
    put_course(&b, store_rows(job, 1));
    put_results(&b, store_rows(job, 2));
    const struct db_rows *history = store_rows(job, 3);
    put_history(&b, history, store_rows(job, 4), p->asker);
    if (history->count == HISTORY_MAX)
        sr_json_put_int(&b, "before", db_int(history, history->count - 1, 6));
    finish(&p->asked, &b);
}

static void found(struct store_job *job, void *context)
{
    struct profile *p = (struct profile *)context;
    const struct db_rows *rows = store_rows(job, 0);
    if (failed(job, &p->asked))
        return;
    if (rows->count == 0) {
        http_error(p->asked.sv, p->asked.r, "not_found", "there is no player of that name");
        sr_free(p);
        return;
    }
    const char *account = db_text(rows, 0, 0);
    snprintf(p->name, sizeof p->name, "%s", db_text(rows, 0, 1));
    p->since = db_int(rows, 0, 2);
    struct store_job *all = job_for(&p->asked, answer_profile);
    if (!all)
        return;
    store_add(all, ST_RATINGS_OF, "s", account);
    store_add(all, ST_RATED_COURSE, "si", account, (int64_t)COURSE_MAX);
    store_add(all, ST_STATS_BY_PLACE, "s", account);
    static const enum store_stmt both[] = {ST_RESULTS_OF, ST_RESULTS_WITH};
    for (int i = 0; i < 2; i++)
        store_add(all, both[i], "sissiii", account, p->before, p->game, p->game, p->seats, p->seats,
                  (int64_t)HISTORY_MAX);
    store_send(p->asked.sv->store, all);
}

static void profile(struct server *sv, void *arg, const char *account, const char *name,
                    const char *error)
{
    struct profile *p = (struct profile *)arg;
    char fold[SR_NAME_MAX];
    (void)name;
    (void)error; /* who cannot be found out is nobody */
    snprintf(p->asker, sizeof p->asker, "%s", account);
    sv_name_fold(p->name, fold);
    struct store_job *job = job_for(&p->asked, found);
    if (!job)
        return;
    store_add(job, ST_ACCOUNT_SINCE, "s", fold);
    store_send(sv->store, job);
}

void players_get(struct server *sv, struct net_request *r, const char *name)
{
    char given[SR_NAME_MAX], secret[SV_SECRET_MAX];
    if (strcmp(r->method, "GET") != 0) {
        http_error(sv, r, "method", "GET is expected");
        return;
    }
    if (!http_decode(name, strlen(name), given, sizeof given)) {
        http_error(sv, r, "not_found", "there is no player of that name");
        return;
    }
    struct profile *p = (struct profile *)sr_alloc(sizeof *p);
    if (!p) {
        http_error(sv, r, "busy", "no memory");
        return;
    }
    p->asked.sv = sv;
    p->asked.r = r;
    char text[24];
    p->before = http_asked(r, "before", text, sizeof text) ? strtoll(text, NULL, 10) : INT64_MAX;
    p->seats = http_asked(r, "seats", text, sizeof text) ? strtoll(text, NULL, 10) : 0;
    http_asked(r, "game", p->game, sizeof p->game);
    memcpy(p->name, given, sizeof p->name);
    if (http_bearer(r, secret))
        account_of(sv, secret, profile, p);
    else
        profile(sv, p, "", "", NULL);
    memset(secret, 0, sizeof secret);
}
