/* cups.c: tournaments go on (cups.h). One step is worked on at a time. */
#include "server/cups.h"

#include <stdlib.h>

#include "core/alloc.h"
#include "server/doc.h"
#include "server/hall.h"
#include "server/play.h"
#include "server/secret.h"

enum { WAITING_MAX = 256, CUPS_AT_ONCE = 200 };

struct cups {
    char waiting[WAITING_MAX][SV_ID_MAX];
    int count;
    bool busy, sweeping;
    char swept[SV_ID_MAX]; /* sweeps go on behind this one, for there may be many */
    struct cup cup; /* being worked on */
};

struct cups *cups_new(void) { return (struct cups *)sr_alloc(sizeof(struct cups)); }

void cups_free(struct cups *c) { sr_free(c); }

/* ---- reading --------------------------------------------------------------------------------- */

void cups_ask(struct store_job *job, const char *id)
{
    store_add(job, ST_CUP_GET, "s", id);
    store_add(job, ST_CUP_PLAYERS, "s", id);
    store_add(job, ST_CUP_GAMES, "s", id);
}

static void text(char *out, size_t max, const struct db_rows *rows, int row, int col)
{
    snprintf(out, max, "%s", db_text(rows, row, col));
}

/* Numbers with commas between them. */
static int numbers(const char *s, int *out, int max)
{
    int n = 0;
    while (*s && n < max) {
        char *end;
        out[n++] = (int)strtol(s, &end, 10);
        s = *end == ',' ? end + 1 : end;
        if (end == s && *s)
            break;
    }
    return n;
}

/* A row for each seat of a table that is over, one for others. */
static void read_game(struct cup *c, const struct db_rows *g, int i)
{
    const bool more = c->tables > 0 && strcmp(c->tab[c->tables - 1], db_text(g, i, 1)) == 0;
    if (!more && c->tables == CUP_TABLES_MAX)
        return;
    struct cup_table *t = &c->table[more ? c->tables - 1 : c->tables];
    if (!more) {
        *t = (struct cup_table){.round = (int)db_int(g, i, 0)};
        t->count = numbers(db_text(g, i, 2), t->player, SR_SEATS_MAX);
        t->over = t->count == 1;
        text(c->tab[c->tables], SV_ID_MAX, g, i, 1);
        c->there[c->tables++] = db_int(g, i, 3) != 0;
        for (int s = 0; s < t->count; s++)
            if (t->player[s] < 0 || t->player[s] >= c->players)
                t->player[s] = 0;
    }
    const int64_t place = db_int(g, i, 5);
    const int seat = (int)db_int(g, i, 4);
    if (place < 1 || seat < 0 || seat >= t->count)
        return;
    t->over = true;
    t->place[seat] = (int)place;
    t->total[seat] = (int)db_int(g, i, 6);
}

bool cups_read(const struct store_job *job, int step, struct cup *c)
{
    const struct db_rows *row = store_rows(job, step), *p = store_rows(job, step + 1);
    const struct db_rows *g = store_rows(job, step + 2);
    memset(c, 0, sizeof *c);
    if (row->count == 0)
        return false;
    text(c->id, sizeof c->id, row, 0, 0);
    text(c->name, sizeof c->name, row, 0, 1);
    text(c->game, sizeof c->game, row, 0, 2);
    c->robin = strcmp(db_text(row, 0, 3), "robin") == 0;
    c->rounds = (int)db_int(row, 0, 4);
    c->seats = (int)db_int(row, 0, 5);
    c->live = db_int(row, 0, 6) != 0;
    c->patience = (int)db_int(row, 0, 7);
    c->rated = db_int(row, 0, 8) != 0;
    text(c->host, sizeof c->host, row, 0, 9);
    text(c->state, sizeof c->state, row, 0, 10);
    c->round = (int)db_int(row, 0, 11);
    c->created = db_int(row, 0, 12);
    c->clock = (int)db_int(row, 0, 13);
    text(c->league, sizeof c->league, row, 0, 14);
    c->season = (int)db_int(row, 0, 15);
    c->division = (int)db_int(row, 0, 16);
    for (int i = 0; i < p->count && c->players < CUP_PLAYERS_MAX; i++, c->players++) {
        text(c->player[i].who, sizeof c->player[i].who, p, i, 0);
        text(c->player[i].name, sizeof c->player[i].name, p, i, 1);
    }
    for (int i = 0; i < g->count; i++)
        read_game(c, g, i);
    return true;
}

/* ---- drawing --------------------------------------------------------------------------------- */

void cups_add_game(struct store_job *job, const struct cup *c, const struct cup_table *t, int n)
{
    char id[SV_ID_MAX], players[64];
    size_t len = 0;
    players[0] = '\0';
    for (int s = 0; s < t->count; s++)
        len += (size_t)snprintf(players + len, sizeof players - len, "%s%d", s ? "," : "",
                                t->player[s]);
    sv_new_id(id);
    store_add(job, ST_CUP_GAME_ADD, "siiss", c->id, (int64_t)t->round, (int64_t)n, id, players);
}

int cups_pair(const struct cup *c, struct cup_table out[CUP_PLAYERS_MAX])
{
    const struct sr_game *g = sr_game_find(c->game);
    int size[CUP_PLAYERS_MAX], byes = 0;
    uint64_t seed = 0;
    if (!g)
        return 0;
    const int least = g->seats_min > 2 ? g->seats_min : 2;
    /* Everybody against everybody is of two; else an odd number makes a larger table. */
    const int most = c->robin && c->seats == 2 ? 2 : g->seats_max;
    const int sizes = cup_sizes(c->players, c->seats, least, most, size, &byes);
    if (sizes == 0)
        return 0;
    for (const char *s = c->id; *s; s++)
        seed = seed * 31 + (unsigned char)*s;
    return cup_pair(c->robin, size, sizes, byes, c->round + 1, c->table, c->tables, c->players,
                    seed, out);
}

bool cups_draw(struct store_job *job, const struct cup *c)
{
    struct cup_table next[CUP_PLAYERS_MAX];
    const int n = cups_pair(c, next);
    if (n == 0)
        return false;
    store_add(job, ST_CUP_ROUND, "iisi", (int64_t)c->round + 1, sv_now(), c->id, (int64_t)c->round);
    for (int i = 0; i < n; i++)
        cups_add_game(job, c, &next[i], i);
    return true;
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* The set-up of a table of the tournament, as any other is read. */
static struct sv_table *table_of(struct server *sv, const struct cup *c, int i)
{
    char json[128];
    struct sr_doc d;
    struct sr_table_config config;
    unsigned char edition[SR_EDITION_MAX];
    struct sr_diag diag = {""};
    snprintf(json, sizeof json, "{\"game\":\"%s\",\"players\":%d}", c->game, c->table[i].count);
    if (sr_json_parse(&d, json, strlen(json), sv->tok_b, SV_TOKENS_MAX, &diag) != SR_OK ||
        sr_table_config_read(&d, 0, 0, edition, &config, &diag) != SR_OK)
        return NULL;
    struct sv_table *t = sv_table_new(&config, true, &diag);
    if (!t)
        return NULL;
    memcpy(t->id, c->tab[i], sizeof t->id);
    memcpy(t->setup.cup, c->id, sizeof t->setup.cup);
    t->setup.live = c->live;
    t->setup.rated = c->rated;
    t->setup.patience = c->patience;
    t->setup.clock_total = c->clock;
    snprintf(t->setup.takeover, sizeof t->setup.takeover, "trader");
    return t;
}

static bool sit_all(struct server *sv, struct sv_table *t, const struct cup *c, int i)
{
    static const char bot[] = "bot:";
    for (int s = 0; s < c->table[i].count; s++) {
        const struct cup_player *p = &c->player[c->table[i].player[s]];
        struct entry_sit sit = {.kind = ENTRY_HUMAN};
        struct entry e = entry_of(ENTRY_SIT, s);
        if (strncmp(p->who, bot, sizeof bot - 1) == 0) {
            sit.kind = ENTRY_BOT;
            snprintf(sit.bot, sizeof sit.bot, "%.*s", (int)strcspn(p->who + sizeof bot - 1, "#"),
                     p->who + sizeof bot - 1);
        } else {
            snprintf(sit.account, sizeof sit.account, "%.*s", SV_ID_MAX - 1, p->who);
        }
        snprintf(sit.name, sizeof sit.name, "%s", p->name);
        e.has.sit = &sit;
        if (!sv_append(sv, t, &e, NULL))
            return false;
    }
    return true;
}

/* Opened here, or by another process: then the store refuses this one. */
static void open_table(struct server *sv, const struct cup *c, int i)
{
    struct sv_table *t = sv_find(sv, c->tab[i]) ? NULL : table_of(sv, c, i);
    if (!t)
        return;
    if (!sit_all(sv, t, c, i)) {
        sv_table_free(t);
        return;
    }
    sv_hold(sv, t);
    sv_try_start(sv, t);
    sv_play_on(sv, t);
    sv->counts.tables_created++;
    sv_commit(sv, t);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void next(struct server *sv);

static void done(struct server *sv)
{
    sv->cups->busy = false;
    next(sv);
}

static void drawn(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    if (!job->err || job->err == SR_DIFFERS)
        cups_add(sv, sv->cups->cup.id); /* its tables are to be opened */
    done(sv);
}

static bool all_over(const struct cup *c)
{
    for (int i = 0; i < c->tables; i++)
        if (!c->table[i].over)
            return false;
    return true;
}

static void looked(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    struct cup *c = &sv->cups->cup;
    if (job->err || !cups_read(job, 0, c) || strcmp(c->state, "running") != 0) {
        done(sv);
        return;
    }
    for (int i = 0; i < c->tables; i++)
        if (!c->there[i] && !c->table[i].over) /* what is over may have been cleared away */
            open_table(sv, c, i);
    struct store_job *then = all_over(c) ? store_job_new(drawn, sv) : NULL;
    if (!then) {
        done(sv);
        return;
    }
    if (c->round >= c->rounds || !cups_draw(then, c))
        store_add(then, ST_CUP_OVER, "is", sv_now(), c->id);
    store_send(sv->store, then);
}

static void next(struct server *sv)
{
    struct cups *c = sv->cups;
    char id[SV_ID_MAX];
    struct store_job *job = c->busy || !c->count || sv->stopping ? NULL : store_job_new(looked, sv);
    if (!job)
        return;
    c->busy = true;
    memcpy(id, c->waiting[0], sizeof id);
    memmove(c->waiting[0], c->waiting[1], (size_t)--c->count * sizeof *c->waiting);
    cups_ask(job, id);
    store_send(sv->store, job);
}

void cups_add(struct server *sv, const char *id)
{
    struct cups *c = sv->cups;
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->waiting[i], id) == 0)
            return;
    if (c->count < WAITING_MAX)
        snprintf(c->waiting[c->count++], SV_ID_MAX, "%s", id);
    next(sv);
}

static void swept(struct store_job *job, void *context)
{
    struct server *sv = (struct server *)context;
    const struct db_rows *rows = store_rows(job, 0);
    sv->cups->sweeping = false;
    for (int i = 0; !job->err && i < rows->count; i++)
        cups_add(sv, db_text(rows, i, 0));
    const bool more = !job->err && rows->count == CUPS_AT_ONCE;
    snprintf(sv->cups->swept, SV_ID_MAX, "%s", more ? db_text(rows, rows->count - 1, 0) : "");
}

void cups_sweep(struct server *sv)
{
    struct store_job *job = sv->cups->sweeping ? NULL : store_job_new(swept, sv);
    if (!job)
        return;
    sv->cups->sweeping = true;
    store_add(job, ST_CUP_RUNNING, "si", sv->cups->swept, (int64_t)CUPS_AT_ONCE);
    store_send(sv->store, job);
}
