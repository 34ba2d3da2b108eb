/* leagues.c: leagues go on (leagues.h). One is worked on at a time. */
#include "server/leagues.h"

#include "core/alloc.h"
#include "server/bell.h"
#include "server/secret.h"

enum { AT_ONCE = 50, GRACE_DAYS = 7 };
static const int64_t hour_ms = 3600000, day_ms = 86400000;

struct closing { /* a season that is over, while it is read and written */
    struct server *sv;
    struct league league;
    char cup[LADDER_DIVISIONS_MAX][SV_ID_MAX];
    int cups;
    char absent[LADDER_PLAYERS_MAX][SV_ID_MAX];
    int absents;
};

/* ---- reading --------------------------------------------------------------------------------- */

void leagues_ask(struct store_job *job, const char *id)
{
    store_add(job, ST_LEAGUE_GET, "s", id);
    store_add(job, ST_LEAGUE_PLAYERS, "s", id);
}

static void text(char *out, size_t max, const struct db_rows *rows, int row, int col)
{
    snprintf(out, max, "%s", db_text(rows, row, col));
}

bool leagues_read(const struct store_job *job, struct league *l)
{
    const struct db_rows *row = store_rows(job, 0), *p = store_rows(job, 1);
    memset(l, 0, sizeof *l);
    if (row->count == 0)
        return false;
    text(l->id, sizeof l->id, row, 0, 0);
    text(l->name, sizeof l->name, row, 0, 1);
    text(l->game, sizeof l->game, row, 0, 2);
    int *const number[] = {&l->seats, &l->size,  &l->moves,   &l->rounds,
                           &l->days,  &l->pause, &l->patience};
    for (int i = 0; i < (int)(sizeof number / sizeof *number); i++)
        *number[i] = (int)db_int(row, 0, 3 + i);
    l->rated = db_int(row, 0, 10) != 0;
    text(l->host, sizeof l->host, row, 0, 11);
    text(l->state, sizeof l->state, row, 0, 12);
    l->season = (int)db_int(row, 0, 13);
    l->created = db_int(row, 0, 14);
    l->at = db_int(row, 0, 15);
    l->ends = db_int(row, 0, 16) != 0;
    for (; l->players < p->count && l->players < LADDER_PLAYERS_MAX; l->players++) {
        struct cup_player *one = &l->player[l->players];
        text(one->who, sizeof one->who, p, l->players, 0);
        text(one->name, sizeof one->name, p, l->players, 1);
    }
    return true;
}

int64_t leagues_until(const struct league *l) { return l->at + l->days * day_ms; }

/* ---- a season begins ------------------------------------------------------------------------- */

/* One division: a tournament of these players, all of its rounds drawn. */
static void add_division(struct store_job *job, const struct league *l, struct cup *c)
{
    struct cup_table next[CUP_PLAYERS_MAX];
    const int rounds = l->rounds ? l->rounds : ladder_rounds(c->players, l->seats);
    const int clock = (int)(l->days * (day_ms / 1000) / l->seats);
    store_add(job, ST_CUP_BEGIN, "sssiiiiisiiii", c->id, l->name, l->game, (int64_t)rounds,
              (int64_t)l->seats, (int64_t)l->patience, (int64_t)clock, (int64_t)l->rated, l->id,
              (int64_t)l->season + 1, (int64_t)c->division, sv_now(), (int64_t)rounds);
    for (int i = 0; i < c->players; i++)
        store_add(job, ST_CUP_PLAYER_PUT, "siss", c->id, (int64_t)i, c->player[i].who,
                  c->player[i].name);
    for (c->round = 0; c->round < rounds; c->round++) {
        const int n = cups_pair(c, next);
        for (int i = 0; i < n && c->tables < CUP_TABLES_MAX; i++) {
            cups_add_game(job, c, &next[i], i);
            c->table[c->tables++] = next[i];
        }
    }
}

static bool has_people(const struct league *l)
{
    for (int i = 0; i < l->players; i++)
        if (strncmp(l->player[i].who, "bot:", 4) != 0)
            return true;
    return false;
}

bool leagues_begin(const struct server *sv, struct store_job *job, const struct league *l)
{
    const struct sr_game *g = sr_game_find(l->game);
    int size[LADDER_DIVISIONS_MAX], from = 0;
    const int least = g && l->seats < g->seats_min ? g->seats_min : l->seats;
    const int n = g ? ladder_divisions(l->players, l->size, least, size) : 0;
    const bool may = n > 0 && (has_people(l) || sv->options.limit_scale <= 0);
    struct cup *c = may ? (struct cup *)sr_alloc(sizeof *c) : NULL;
    if (!c)
        return false;
    store_add(job, ST_LEAGUE_NEXT, "isi", sv_now(), l->id, (int64_t)l->season);
    for (int d = 0; d < n; d++) {
        memset(c, 0, sizeof *c);
        sv_new_id(c->id);
        memcpy(c->game, l->game, sizeof c->game);
        c->robin = true;
        c->seats = l->seats;
        c->division = d + 1;
        c->players = size[d];
        memcpy(c->player, &l->player[from], (size_t)size[d] * sizeof *c->player);
        from += size[d];
        add_division(job, l, c);
    }
    sr_free(c);
    return true;
}

static void season_found(struct store_job *job, void *context)
{
    const struct db_rows *cups = store_rows(job, 0);
    for (int i = 0; !job->err && i < cups->count; i++)
        cups_add((struct server *)context, db_text(cups, i, 0));
}

void leagues_open(struct server *sv, const char *id, int season)
{
    struct store_job *job = store_job_new(season_found, sv);
    if (!job)
        return;
    store_add(job, ST_CUP_OF_SEASON, "si", id, (int64_t)season);
    store_send(sv->store, job);
}

/* ---- a season closes ------------------------------------------------------------------------- */

static void ended(struct server *sv, struct closing *k)
{
    sv->league_busy = false;
    sr_free(k);
}

static void written(struct store_job *job, void *context)
{
    struct closing *k = (struct closing *)context;
    if (!job->err) {
        sv_log(k->sv, "info", "league", "si", "league", k->league.id, "season",
               (int64_t)k->league.season);
        if (strcmp(k->league.state, "pause") == 0)
            leagues_open(k->sv, k->league.id, k->league.season + 1);
    } else if (job->err != SR_DIFFERS) /* else another process was first */
        sv_log(k->sv, "error", "store", "sss", "doing", "league", "league", k->league.id, "why",
               job->diag.text);
    ended(k->sv, k);
}

static bool is_absent(const struct closing *k, const char *who)
{
    for (int i = 0; i < k->absents; i++)
        if (strcmp(k->absent[i], who) == 0)
            return true;
    return false;
}

/* The standings of all divisions, one after the other, as players of the ladder: who[] gets them,
 * and size[] how many each division has. */
static int standings(const struct store_job *job, const struct closing *k,
                     struct cup_player who[LADDER_PLAYERS_MAX], int size[LADDER_DIVISIONS_MAX])
{
    struct cup_line line[CUP_PLAYERS_MAX];
    struct cup *c = (struct cup *)sr_alloc(sizeof *c);
    int n = 0;
    for (int d = 0; c && d < k->cups; d++) {
        size[d] = 0;
        if (!cups_read(job, 3 * d, c))
            continue;
        cup_standings(c->table, c->tables, c->players, line);
        for (; size[d] < c->players && n < LADDER_PLAYERS_MAX; size[d]++)
            who[n++] = c->player[line[size[d]].player];
    }
    sr_free(c);
    return c ? n : -1;
}

static void rank_all(struct store_job *next, const struct closing *k, const struct cup_player *who,
                     const int *size, int n)
{
    int order[LADDER_PLAYERS_MAX], ladder[LADDER_PLAYERS_MAX];
    for (int i = 0; i < n; i++)
        order[i] = i;
    ladder_next(size, k->cups, k->league.moves, order, ladder);
    for (int i = 0; i < n; i++) {
        const char *one = who[ladder[i]].who;
        bell_add_season(k->sv, next, one, k->league.id, k->league.season, k->league.name);
        if (is_absent(k, one))
            store_add(next, ST_LEAGUE_PLAYER_DROP, "ss", one, k->league.id);
        else
            store_add(next, ST_LEAGUE_RANK, "iss", (int64_t)i, k->league.id, one);
    }
}

static void read_all(struct store_job *job, void *context)
{
    struct closing *k = (struct closing *)context;
    const struct league *l = &k->league;
    int size[LADDER_DIVISIONS_MAX];
    struct cup_player *who = (struct cup_player *)sr_alloc(LADDER_PLAYERS_MAX * sizeof *who);
    struct store_job *next = job->err || !who ? NULL : store_job_new(written, k);
    const int n = next ? standings(job, k, who, size) : -1;
    if (n < 0) {
        store_job_free(next);
        ended(k->sv, k);
    } else {
        const int64_t now = sv_now();
        store_add(next, ST_LEAGUE_CLOSE, "isi", now + l->pause * hour_ms, l->id,
                  (int64_t)l->season);
        store_add(next, ST_CUP_END_SEASON, "isi", now, l->id, (int64_t)l->season);
        rank_all(next, k, who, size, n);
        store_send(k->sv->store, next);
    }
    sr_free(who);
}

/* Whether the season is over: all of its divisions are, or the time it had, and some more. */
static bool is_over(const struct league *l, const struct db_rows *cups)
{
    if (sv_now() > leagues_until(l) + GRACE_DAYS * day_ms)
        return true;
    for (int i = 0; i < cups->count; i++)
        if (strcmp(db_text(cups, i, 1), "over") != 0)
            return false;
    return true;
}

static void season_read(struct store_job *job, void *context)
{
    struct closing *k = (struct closing *)context;
    const struct db_rows *cups = store_rows(job, 0), *absent = store_rows(job, 1);
    struct store_job *next =
        !job->err && is_over(&k->league, cups) ? store_job_new(read_all, k) : NULL;
    if (!next) {
        ended(k->sv, k);
        return;
    }
    for (; k->cups < cups->count && k->cups < LADDER_DIVISIONS_MAX; k->cups++) {
        text(k->cup[k->cups], SV_ID_MAX, cups, k->cups, 0);
        cups_ask(next, k->cup[k->cups]);
    }
    for (; k->absents < absent->count && k->absents < LADDER_PLAYERS_MAX; k->absents++)
        text(k->absent[k->absents], SV_ID_MAX, absent, k->absents, 0);
    store_send(k->sv->store, next);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void looked(struct store_job *job, void *context)
{
    struct closing *k = (struct closing *)context;
    struct league *l = &k->league;
    struct store_job *next = NULL;
    if (!job->err && leagues_read(job, l)) {
        const bool runs = strcmp(l->state, "running") == 0;
        next = store_job_new(runs ? season_read : written, k);
        if (next && runs) {
            store_add(next, ST_CUP_OF_SEASON, "si", l->id, (int64_t)l->season);
            store_add(next, ST_LEAGUE_ABSENT, "si", l->id, (int64_t)l->season);
        } else if (next && (strcmp(l->state, "pause") != 0 || !leagues_begin(k->sv, next, l))) {
            store_job_free(next); /* it waits for players */
            next = NULL;
        }
    }
    if (next)
        store_send(k->sv->store, next);
    else
        ended(k->sv, k);
}

static void step(struct server *sv, const char *id)
{
    struct closing *k = (struct closing *)sr_alloc(sizeof *k);
    struct store_job *job = k ? store_job_new(looked, k) : NULL;
    if (!job) {
        ended(sv, k);
        return;
    }
    k->sv = sv;
    leagues_ask(job, id);
    store_send(sv->store, job);
}

static void swept(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    const struct db_rows *rows = store_rows(job, 0);
    /* Any of them, so that one that cannot go on holds up no other. */
    if (job->err || rows->count == 0)
        sv->league_busy = false;
    else
        step(sv, db_text(rows, (int)(sv_random64() % (uint64_t)rows->count), 0));
}

void leagues_sweep(struct server *sv, int64_t now)
{
    struct store_job *job = sv->league_busy ? NULL : store_job_new(swept, sv);
    if (!job)
        return;
    sv->league_busy = true;
    store_add(job, ST_LEAGUE_DUE, "iii", now, now - GRACE_DAYS * day_ms, (int64_t)AT_ONCE);
    store_send(sv->store, job);
}
