/* leagues_http.c: leagues as people ask for and see them (leagues.h). What a division looks like
 * inside is asked for as the tournament it is. */
#include <stdlib.h>

#include "core/alloc.h"
#include "server/asked.h"
#include "server/doc.h"
#include "server/leagues.h"
#include "server/names.h"
#include "server/secret.h"

enum {
    LIST_MAX = 50,
    DAYS_MAX = 90,
    DAYS = 60,
    PAUSE_MAX = 30 * 24,
    PAUSE = 48,
    PATIENCE = 3 * 86400,
    MOVES = 2,
    MOVES_MAX = 8
};

/* ---- what there is --------------------------------------------------------------------------- */

static void answer_list(struct store_job *job, void *context)
{
    static const char *const words[] = {"league", "name", "game"};
    struct asked *q = (struct asked *)context;
    const struct db_rows *rows = store_rows(job, 0);
    if (asked_failed(q, job))
        return;
    struct sr_buf b = sv_buf(q->sv);
    sr_json_open(&b, '{');
    sr_json_put_open(&b, "leagues", '[');
    for (int i = 0; i < rows->count; i++) {
        sr_json_open(&b, '{');
        for (int k = 0; k < 3; k++)
            sr_json_put_str(&b, words[k], db_text(rows, i, k));
        sr_json_put_int(&b, "seats", db_int(rows, i, 3));
        sr_json_put_bool(&b, "rated", db_int(rows, i, 4) != 0);
        sr_json_put_str(&b, "state", db_text(rows, i, 5));
        sr_json_put_int(&b, "season", db_int(rows, i, 6));
        sr_json_put_int(&b, "players", db_int(rows, i, 7));
        sr_json_close(&b, '}');
    }
    sr_json_close(&b, ']');
    sr_json_close(&b, '}');
    http_json(q->r, 200, &b);
    sr_free(q);
}

static void put_terms(struct sr_buf *b, const struct league *l)
{
    sr_json_put_str(b, "league", l->id);
    sr_json_put_str(b, "name", l->name);
    sr_json_put_str(b, "game", l->game);
    sr_json_put_int(b, "seats", l->seats);
    sr_json_put_int(b, "size", l->size);
    sr_json_put_int(b, "moves", l->moves);
    sr_json_put_int(b, "rounds", l->rounds);
    sr_json_put_int(b, "days", l->days);
    sr_json_put_int(b, "pause", l->pause);
    sr_json_put_int(b, "patience", l->patience);
    sr_json_put_bool(b, "rated", l->rated);
    sr_json_put_str(b, "state", l->state);
    sr_json_put_int(b, "season", l->season);
    sr_json_put_int(b, "created", l->created);
    if (strcmp(l->state, "running") == 0)
        sr_json_put_int(b, "until", leagues_until(l));
    if (strcmp(l->state, "pause") == 0)
        sr_json_put_int(b, "next", l->at);
    sr_json_put_bool(b, "ends", l->ends);
}

/* The divisions of the season that is shown, and how many go up and down from each. */
static void put_divisions(struct sr_buf *b, const struct league *l, const struct db_rows *rows)
{
    sr_json_put_open(b, "divisions", '[');
    for (int i = 0; i < rows->count; i++) {
        const int size = (int)db_int(rows, i, 2);
        const int up = i == 0 ? 0 : ladder_moves((int)db_int(rows, i - 1, 2), size, l->moves);
        const int down =
            i + 1 == rows->count ? 0 : ladder_moves(size, (int)db_int(rows, i + 1, 2), l->moves);
        sr_json_open(b, '{');
        sr_json_put_str(b, "cup", db_text(rows, i, 0));
        sr_json_put_str(b, "state", db_text(rows, i, 1));
        sr_json_put_int(b, "players", size);
        sr_json_put_int(b, "up", up);
        sr_json_put_int(b, "down", down);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static void league_write(struct sr_buf *b, const struct asked *q, const struct league *l,
                         const struct db_rows *cups, const struct db_rows *mine)
{
    bool in = false;
    sr_json_open(b, '{');
    put_terms(b, l);
    sr_json_put_bool(b, "host", q->account[0] && strcmp(l->host, q->account) == 0);
    sr_json_put_open(b, "players", '[');
    for (int i = 0; i < l->players; i++) {
        asked_put_player(b, l->player[i].who, l->player[i].name);
        in |= q->account[0] && strcmp(l->player[i].who, q->account) == 0;
    }
    sr_json_close(b, ']');
    sr_json_put_bool(b, "in", in);
    if (mine->count > 0)
        sr_json_put_int(b, "division", db_int(mine, 0, 0));
    sr_json_put_int(b, "shown", q->number);
    put_divisions(b, l, cups);
    sr_json_close(b, '}');
}

/* The league of a request, read anew with its answer: kept between two jobs. */
struct shown {
    struct asked *q;
    struct league league;
};

static void answer_one(struct store_job *job, void *context)
{
    struct shown *s = (struct shown *)context;
    if (!asked_failed(s->q, job)) {
        struct sr_buf b = sv_buf(s->q->sv);
        league_write(&b, s->q, &s->league, store_rows(job, 0), store_rows(job, 1));
        http_json(s->q->r, 200, &b);
        sr_free(s->q);
    }
    sr_free(s);
}

static void one_found(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    if (asked_failed(q, job))
        return;
    struct shown *s = (struct shown *)sr_alloc(sizeof *s);
    struct store_job *next = s ? store_job_new(answer_one, s) : NULL;
    if (!next || !leagues_read(job, &s->league)) {
        asked_refuse(q, next ? "not_found" : "busy", next ? q->doors->none : "no memory");
        store_job_free(next);
        sr_free(s);
        return;
    }
    s->q = q;
    if (q->number < 1 || q->number > s->league.season)
        q->number = s->league.season;
    store_add(next, ST_CUP_OF_SEASON, "si", q->id, q->number);
    store_add(next, ST_LEAGUE_MINE, "sis", q->id, q->number, q->account);
    store_send(q->sv->store, next);
}

static void look(struct asked *q)
{
    char season[8];
    struct store_job *job = asked_job(q, q->id[0] ? one_found : answer_list);
    if (!job)
        return;
    if (http_asked(q->r, "season", season, sizeof season))
        q->number = strtol(season, NULL, 10);
    if (q->id[0])
        leagues_ask(job, q->id);
    else
        store_add(job, ST_LEAGUE_LIST, "i", (int64_t)LIST_MAX);
    store_send(q->sv->store, job);
}

/* ---- a new one ------------------------------------------------------------------------------- */

static void made(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    if (asked_failed(q, job))
        return;
    if (job->step[0].changed == 0)
        asked_refuse(q, "limited", "you have three leagues that are not over");
    else
        asked_made(q, "league");
}

/* Reads a whole number within bounds; false when it is there and is none. */
static bool term(const struct sr_doc *d, const char *key, int usual, int least, int most, int *out)
{
    const int64_t n = sv_get_int(d, 0, key, usual);
    *out = (int)n;
    return n >= least && n <= most;
}

static const char *terms_read(const struct sr_doc *d, struct league *l)
{
    sv_get_text(d, 0, "game", l->game, sizeof l->game);
    const struct sr_game *g = sr_game_find(l->game);
    if (!sv_get_text(d, 0, "name", l->name, sizeof l->name) || strlen(l->name) >= 40 ||
        !sv_name_ok(l->name))
        return "name: 1 to 39 bytes that can be read";
    if (!g || !term(d, "seats", 2, g->seats_min > 2 ? g->seats_min : 2, g->seats_max, &l->seats))
        return "a game, and seats that it has (two or more)";
    if (!term(d, "size", l->seats == 2 ? 6 : 2 * l->seats, l->seats, LADDER_SIZE_MAX, &l->size))
        return "size: of a division, from the seats to 16";
    if (!term(d, "moves", MOVES, 1, MOVES_MAX, &l->moves) ||
        !term(d, "rounds", 0, 0, CUP_ROUNDS_MAX, &l->rounds))
        return "moves: 1 to 8; rounds: 0 to 15";
    if (!term(d, "days", DAYS, 1, DAYS_MAX, &l->days) ||
        !term(d, "pause", PAUSE, 0, PAUSE_MAX, &l->pause) ||
        !term(d, "patience", PATIENCE, 60, DAYS_MAX * 86400, &l->patience))
        return "days: 1 to 90; pause: 0 to 720 hours; patience: 60 to 7776000 seconds";
    l->rated = sv_get_bool(d, 0, "rated", false);
    return NULL;
}

static void make(struct asked *q)
{
    struct sr_doc d;
    if (!http_body(q->sv, q->r, &d)) {
        sr_free(q);
        return;
    }
    struct league *l = (struct league *)sr_alloc(sizeof *l);
    const char *wrong = l ? terms_read(&d, l) : NULL;
    struct store_job *job = NULL;
    if (!l || wrong)
        asked_refuse(q, l ? "range" : "busy", l ? wrong : "no memory");
    else
        job = asked_job(q, made);
    if (job) {
        sv_new_id(q->id);
        store_add(job, ST_LEAGUE_ADD, "sssiiiiiiiisis", q->id, l->name, l->game, (int64_t)l->seats,
                  (int64_t)l->size, (int64_t)l->moves, (int64_t)l->rounds, (int64_t)l->days,
                  (int64_t)l->pause, (int64_t)l->patience, (int64_t)l->rated, q->account, sv_now(),
                  q->account);
        if (asked_bots(job, q, &d, ST_LEAGUE_PLAYER_ADD, LADDER_PLAYERS_MAX)) {
            store_send(q->sv->store, job);
        } else {
            store_job_free(job);
            asked_refuse(q, "unknown", "bots: a list of at most 64 names");
        }
    }
    sr_free(l);
}

/* ---- joining, leaving, starting, ending ------------------------------------------------------ */

static void changed(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    if (job->err == SR_DIFFERS)
        asked_refuse(q, "taken", "it has begun, or is over, or that was done already");
    else if (asked_failed(q, job))
        return;
    else if (job->step[0].changed == 0)
        asked_refuse(q, "taken", "it is over, or full, or that was done already");
    else
        asked_done(q);
}

static void begun(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    if (!job->err)
        leagues_open(q->sv, q->id, 1);
    changed(job, context);
}

static void start_found(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    if (asked_failed(q, job))
        return;
    struct league *l = (struct league *)sr_alloc(sizeof *l);
    struct store_job *then = NULL;
    if (!l || !leagues_read(job, l))
        asked_refuse(q, l ? "not_found" : "busy", l ? q->doors->none : "no memory");
    else if (strcmp(l->host, q->account) != 0)
        asked_refuse(q, "forbidden", "the one who made it starts it");
    else if (strcmp(l->state, "open") != 0)
        asked_refuse(q, "taken", "it has begun");
    else
        then = asked_job(q, begun);
    if (then && leagues_begin(q->sv, then, l)) {
        store_send(q->sv->store, then);
    } else if (then) {
        store_job_free(then);
        asked_refuse(q, "range", "there are too few players");
    }
    sr_free(l);
}

static void change(struct asked *q)
{
    static const char *const whats[] = {"/join", "/leave", "/start", "/end"};
    int what = 0;
    while (what < 4 && strcmp(q->what, whats[what]) != 0)
        what++;
    if (what == 4) {
        asked_refuse(q, "not_found", "there is no such resource");
        return;
    }
    struct store_job *job = asked_job(q, what == 2 ? start_found : changed);
    if (!job)
        return;
    if (what == 0)
        store_add(job, ST_LEAGUE_PLAYER_ADD, "sssi", q->account, q->name, q->id,
                  (int64_t)LADDER_PLAYERS_MAX);
    else if (what == 1)
        store_add(job, ST_LEAGUE_PLAYER_DROP, "ss", q->account, q->id);
    else if (what == 2)
        leagues_ask(job, q->id);
    else
        store_add(job, ST_LEAGUE_END, "isss", sv_now(), q->id, q->account, q->account);
    store_send(q->sv->store, job);
}

void leagues_route(struct server *sv, struct net_request *r, const char *rest)
{
    static const struct asked_doors doors = {look, make, change, "there is no such league"};
    asked_route(sv, r, rest, &doors);
}
