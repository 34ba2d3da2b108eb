/* cups_http.c: tournaments as people ask for and see them (cups.h). */
#include "core/alloc.h"
#include "server/asked.h"
#include "server/cups.h"
#include "server/doc.h"
#include "server/names.h"
#include "server/play.h"
#include "server/secret.h"

enum { LIST_MAX = 50, LONGEST = 90 * 86400 };

/* ---- what there is --------------------------------------------------------------------------- */

static void answer_list(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    const struct db_rows *rows = store_rows(job, 0);
    if (asked_failed(q, job))
        return;
    struct sr_buf b = sv_buf(q->sv);
    sr_json_open(&b, '{');
    sr_json_put_open(&b, "cups", '[');
    for (int i = 0; i < rows->count; i++) {
        sr_json_open(&b, '{');
        sr_json_put_str(&b, "cup", db_text(rows, i, 0));
        sr_json_put_str(&b, "name", db_text(rows, i, 1));
        sr_json_put_str(&b, "game", db_text(rows, i, 2));
        sr_json_put_str(&b, "kind", db_text(rows, i, 3));
        sr_json_put_int(&b, "rounds", db_int(rows, i, 4));
        sr_json_put_int(&b, "seats", db_int(rows, i, 5));
        sr_json_put_bool(&b, "live", db_int(rows, i, 6) != 0);
        sr_json_put_bool(&b, "rated", db_int(rows, i, 7) != 0);
        sr_json_put_str(&b, "state", db_text(rows, i, 8));
        sr_json_put_int(&b, "round", db_int(rows, i, 9));
        sr_json_put_int(&b, "players", db_int(rows, i, 10));
        sr_json_close(&b, '}');
    }
    sr_json_close(&b, ']');
    sr_json_close(&b, '}');
    http_json(q->r, 200, &b);
    sr_free(q);
}

static void put_standings(struct sr_buf *b, const struct cup *c)
{
    struct cup_line line[CUP_PLAYERS_MAX];
    cup_standings(c->table, c->tables, c->players, line);
    sr_json_put_open(b, "standings", '[');
    for (int i = 0; i < c->players; i++) {
        sr_json_open(b, '{');
        sr_json_put_int(b, "player", line[i].player);
        sr_json_put_int(b, "games", line[i].games);
        sr_json_put_int(b, "points", line[i].points);
        sr_json_put_int(b, "opponents", line[i].opponents);
        sr_json_put_int(b, "share", line[i].share);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static void put_numbers(struct sr_buf *b, const char *key, const int *number, int n)
{
    sr_json_put_open(b, key, '[');
    for (int i = 0; i < n; i++)
        sr_json_int(b, number[i]);
    sr_json_close(b, ']');
}

static void put_tables(struct sr_buf *b, const struct cup *c)
{
    sr_json_put_open(b, "tables", '[');
    for (int i = 0; i < c->tables; i++) {
        const struct cup_table *t = &c->table[i];
        sr_json_open(b, '{');
        sr_json_put_int(b, "round", t->round);
        if (t->count > 1)
            sr_json_put_str(b, "table", c->tab[i]);
        put_numbers(b, "players", t->player, t->count);
        if (t->over && t->count > 1) {
            put_numbers(b, "places", t->place, t->count);
            put_numbers(b, "totals", t->total, t->count);
        }
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static void cup_write(struct sr_buf *b, const struct cup *c, const char *account)
{
    int you = -1;
    sr_json_open(b, '{');
    sr_json_put_str(b, "cup", c->id);
    sr_json_put_str(b, "name", c->name);
    sr_json_put_str(b, "game", c->game);
    sr_json_put_str(b, "kind", c->robin ? "robin" : "swiss");
    sr_json_put_int(b, "rounds", c->rounds);
    sr_json_put_int(b, "seats", c->seats);
    sr_json_put_bool(b, "live", c->live);
    sr_json_put_int(b, "patience", c->patience);
    sr_json_put_bool(b, "rated", c->rated);
    sr_json_put_str(b, "state", c->state);
    sr_json_put_int(b, "round", c->round);
    sr_json_put_int(b, "created", c->created);
    if (c->league[0]) {
        sr_json_put_str(b, "league", c->league);
        sr_json_put_int(b, "season", c->season);
        sr_json_put_int(b, "division", c->division);
    }
    sr_json_put_open(b, "players", '[');
    for (int i = 0; i < c->players; i++) {
        asked_put_player(b, c->player[i].who, c->player[i].name);
        if (account[0] && strcmp(c->player[i].who, account) == 0)
            you = i;
    }
    sr_json_close(b, ']');
    sr_json_put_seat(b, "you", you);
    sr_json_put_bool(b, "host", account[0] && strcmp(c->host, account) == 0);
    put_standings(b, c);
    put_tables(b, c);
    sr_json_close(b, '}');
}

static void answer_one(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    struct cup *c = (struct cup *)sr_alloc(sizeof *c);
    if (job->err || !c) {
        asked_refuse(q, job->err ? "store" : "busy", "this cannot be read at the moment");
    } else if (!cups_read(job, 0, c)) {
        asked_refuse(q, "not_found", "there is no such tournament");
    } else {
        struct sr_buf b = sv_buf(q->sv);
        cup_write(&b, c, q->account);
        http_json(q->r, 200, &b);
        sr_free(q);
    }
    sr_free(c);
}

/* ---- a new one ------------------------------------------------------------------------------- */

static void made(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    if (asked_failed(q, job))
        return;
    if (job->step[0].changed == 0)
        asked_refuse(q, "limited", "you have five tournaments that are not over");
    else
        asked_made(q, "cup");
}

static bool terms_ok(const struct sr_game *g, int64_t rounds, int64_t seats, int64_t patience)
{
    return g && rounds >= 1 && rounds <= CUP_ROUNDS_MAX && seats >= 2 && seats >= g->seats_min &&
           seats <= g->seats_max && patience >= 60 && patience <= LONGEST;
}

static void make(struct asked *q)
{
    struct sr_doc d;
    char name[CUP_NAME_MAX], game[SR_NAME_MAX], kind[8];
    if (!http_body(q->sv, q->r, &d)) {
        sr_free(q);
        return;
    }
    const bool live = sv_get_bool(&d, 0, "live", true);
    const bool text = sv_get_text(&d, 0, "name", name, sizeof name) && strlen(name) < 40 &&
                      sv_name_ok(name) && sv_get_text(&d, 0, "kind", kind, sizeof kind) &&
                      (strcmp(kind, "swiss") == 0 || strcmp(kind, "robin") == 0);
    sv_get_text(&d, 0, "game", game, sizeof game);
    const int64_t rounds = sv_get_int(&d, 0, "rounds", 5), seats = sv_get_int(&d, 0, "seats", 2);
    const int64_t patience = sv_get_int(&d, 0, "patience", sv_usual_patience(live));
    if (!text || !terms_ok(sr_game_find(game), rounds, seats, patience)) {
        asked_refuse(q, "range", "name, kind (swiss, robin), 1 to 15 rounds, seats of the game");
        return;
    }
    sv_new_id(q->id);
    struct store_job *job = asked_job(q, made);
    if (!job)
        return;
    store_add(job, ST_CUP_ADD, "ssssiiiiisis", q->id, name, game, kind, rounds, seats,
              (int64_t)live, patience, (int64_t)sv_get_bool(&d, 0, "rated", false), q->account,
              sv_now(), q->account);
    if (!asked_bots(job, q, &d, ST_CUP_PLAYER_ADD, CUP_PLAYERS_MAX)) {
        store_job_free(job);
        asked_refuse(q, "unknown", "bots: a list of at most 64 names");
        return;
    }
    store_send(q->sv->store, job);
}

/* ---- joining and starting -------------------------------------------------------------------- */

static void changed(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    if (job->err && job->err != SR_DIFFERS) {
        asked_refuse(q, "store", "this could not be saved; try again");
    } else if (job->err || job->step[0].changed == 0) {
        asked_refuse(q, "taken", "it has begun, or is full, or that was done already");
    } else {
        if (strcmp(q->what, "/start") == 0)
            cups_add(q->sv, q->id);
        asked_done(q);
    }
}

static void start_found(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    struct cup *c = (struct cup *)sr_alloc(sizeof *c);
    const bool found = c && !job->err && cups_read(job, 0, c);
    struct store_job *then = NULL;
    if (!found)
        asked_refuse(q, c && !job->err ? "not_found" : "busy", "there is no such tournament");
    else if (strcmp(c->host, q->account) != 0)
        asked_refuse(q, "forbidden", "the one who made it starts it");
    else if (c->round > 0)
        asked_refuse(q, "taken", "it has begun");
    else
        then = asked_job(q, changed);
    if (then && cups_draw(then, c)) {
        store_send(q->sv->store, then);
    } else if (then) {
        store_job_free(then);
        asked_refuse(q, "range", "there are too few players");
    }
    sr_free(c);
}

static void change(struct asked *q)
{
    const bool join = strcmp(q->what, "/join") == 0, leave = strcmp(q->what, "/leave") == 0;
    const bool start = strcmp(q->what, "/start") == 0;
    if (!join && !leave && !start) {
        asked_refuse(q, "not_found", "there is no such resource");
        return;
    }
    struct store_job *job = asked_job(q, start ? start_found : changed);
    if (!job)
        return;
    if (start)
        cups_ask(job, q->id);
    else if (join)
        store_add(job, ST_CUP_PLAYER_ADD, "sssi", q->account, q->name, q->id,
                  (int64_t)CUP_PLAYERS_MAX);
    else
        store_add(job, ST_CUP_PLAYER_DROP, "ss", q->account, q->id);
    store_send(q->sv->store, job);
}

static void look(struct asked *q)
{
    struct store_job *job = asked_job(q, q->id[0] ? answer_one : answer_list);
    if (!job)
        return;
    if (q->id[0])
        cups_ask(job, q->id);
    else
        store_add(job, ST_CUP_LIST, "i", (int64_t)LIST_MAX);
    store_send(q->sv->store, job);
}

void cups_route(struct server *sv, struct net_request *r, const char *rest)
{
    static const struct asked_doors doors = {look, make, change, "there is no such tournament"};
    asked_route(sv, r, rest, &doors);
}
