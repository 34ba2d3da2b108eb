/* lobby.c: lists anybody may read: open tables, games with their options and bots. */
#include <stdio.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "serai/bot.h"
#include "server/doc.h"
#include "server/http.h"
#include "server/secret.h"

enum { LOBBY_MAX = 200, LOBBY_MS = 1000, CURSOR_MAX = 96 };

struct asked {
    struct server *sv;
    struct net_request *r;
    bool page; /* not the first, which many ask for */
};

static void answer_text(struct net_request *r, struct net_text *t)
{
    const struct net_answer a = {.status = 200,
                                 .type = "application/json; charset=utf-8",
                                 .body = net_text_chars(t),
                                 .len = t->len};
    r->answer(r, &a);
}

/* Where a page ends: tables may have changed in the same millisecond, so the id is part of it. */
static const char *last_of(const struct db_rows *rows, char out[CURSOR_MAX])
{
    const int i = rows->count - 1;
    snprintf(out, CURSOR_MAX, "%lld-%s", (long long)db_int(rows, i, 2), db_text(rows, i, 0));
    return out;
}

static void listed(struct store_job *job, void *context)
{
    struct asked *q = (struct asked *)context;
    struct server *sv = q->sv;
    if (job->err) {
        http_error(sv, q->r, "store", "the tables cannot be listed at the moment");
        sr_free(q);
        return;
    }
    const struct db_rows *rows = store_rows(job, 0);
    char cursor[CURSOR_MAX];
    struct sr_buf b = sv_buf(sv);
    sr_json_open(&b, '{');
    sr_json_key(&b, "tables");
    sr_json_open(&b, '[');
    for (int i = 0; i < rows->count; i++)
        sr_json_raw(&b, db_text(rows, i, 1));
    sr_json_close(&b, ']');
    if (rows->count == LOBBY_MAX) /* there may be more: ask for what is before the last */
        sr_json_put_str(&b, "before", last_of(rows, cursor));
    sr_json_close(&b, '}');
    if (q->page) {
        http_json(q->r, 200, &b);
        sr_free(q);
        return;
    }
    net_text_drop(sv->lobby.text);
    sv->lobby.text = b.full ? NULL : net_text_new(b.text, b.len);
    sv->lobby.at = sv_now();
    if (sv->lobby.text)
        answer_text(q->r, sv->lobby.text);
    else
        http_error(sv, q->r, "busy", "no memory");
    sr_free(q);
}

struct wish { /* which tables are asked for */
    char game[SR_NAME_MAX];
    int64_t mask, value; /* of enum store_lobby */
};

static void read_wish(const struct net_request *r, struct wish *w)
{
    char text[16];
    *w = (struct wish){.mask = STORE_LISTED, .value = STORE_LISTED};
    http_asked(r, "game", w->game, sizeof w->game);
    if (http_asked(r, "free", text, sizeof text)) {
        w->mask |= STORE_FREE;
        w->value |= STORE_FREE;
    }
    if (http_asked(r, "pace", text, sizeof text)) {
        w->mask |= STORE_LIVE;
        w->value |= strcmp(text, "live") == 0 ? STORE_LIVE : 0;
    }
    if (http_asked(r, "rated", text, sizeof text)) {
        w->mask |= STORE_RATED;
        w->value |= strcmp(text, "yes") == 0 ? STORE_RATED : 0;
    }
    if (http_asked(r, "language", text, sizeof text) && sv_language_ok(text)) {
        w->mask |= (int64_t)1023 << STORE_LANGUAGE;
        w->value |= sv_lobby_language(text);
    }
}

/* The list is made at most once a second, however many ask. */
void tables_lobby(struct server *sv, struct net_request *r)
{
    char text[CURSOR_MAX], *id = NULL;
    struct wish w;
    read_wish(r, &w);
    const int64_t before =
        http_asked(r, "before", text, sizeof text) ? strtoll(text, &id, 10) : INT64_MAX;
    const bool plain = before == INT64_MAX && !w.game[0] && w.mask == STORE_LISTED;
    if (plain && sv->lobby.text && sv_now() - sv->lobby.at < LOBBY_MS) {
        answer_text(r, sv->lobby.text);
        return;
    }
    struct asked *q = (struct asked *)sr_alloc(sizeof *q);
    struct store_job *job = q ? store_job_new(listed, q) : NULL;
    if (!job) {
        sr_free(q);
        http_error(sv, r, "busy", "no memory");
        return;
    }
    q->sv = sv;
    q->r = r;
    q->page = !plain;
    store_add(job, ST_TABLE_LOBBY, "iisssiii", before, before, id && *id == '-' ? id + 1 : "",
              w.game, w.game, w.mask, w.value, (int64_t)LOBBY_MAX);
    store_send(sv->store, job);
}

static void option_write(struct sr_buf *b, const struct sr_option *o)
{
    sr_json_open(b, '{');
    sr_json_key(b, "id");
    sr_json_str(b, o->id);
    if (o->names) {
        sr_json_key(b, "values");
        sr_json_open(b, '[');
        for (int i = o->min; i <= o->max; i++)
            sr_json_str(b, o->names->name[i]);
        sr_json_close(b, ']');
        sr_json_key(b, "default");
        sr_json_str(b, o->names->name[o->def]);
    } else {
        sr_json_key(b, "min");
        sr_json_int(b, o->min);
        sr_json_key(b, "max");
        sr_json_int(b, o->max);
        sr_json_key(b, "default");
        sr_json_int(b, o->def);
    }
    sr_json_close(b, '}');
}

/* Everything about one game as data: vocabularies, moves, events, decisions, edition. */
void games_one(struct server *sv, struct net_request *r, const char *id)
{
    const struct sr_game *g = sr_game_find(id);
    if (!g) {
        http_error(sv, r, "not_found", "there is no such game");
        return;
    }
    struct sr_buf b = sv_buf(sv);
    sr_game_write(&b, g);
    http_json(r, 200, &b);
}

void games_list(struct server *sv, struct net_request *r)
{
    struct sr_buf b = sv_buf(sv);
    sr_json_open(&b, '{');
    sr_json_key(&b, "games");
    sr_json_open(&b, '[');
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_game *g = sr_game_at(i);
        sr_json_open(&b, '{');
        sr_json_key(&b, "id");
        sr_json_str(&b, g->id);
        sr_json_key(&b, "rules_version");
        sr_json_int(&b, g->rules_version);
        sr_json_key(&b, "seats_min");
        sr_json_int(&b, g->seats_min);
        sr_json_key(&b, "seats_max");
        sr_json_int(&b, g->seats_max);
        sr_json_key(&b, "options");
        sr_json_open(&b, '[');
        for (const struct sr_option *o = g->options; o->id; o++)
            option_write(&b, o);
        sr_json_close(&b, ']');
        sr_json_close(&b, '}');
    }
    sr_json_close(&b, ']');
    sr_json_key(&b, "bots");
    sr_json_open(&b, '[');
    for (int i = 0; i < sr_bot_count(); i++)
        sr_json_str(&b, sr_bot_at(i)->id);
    sr_json_close(&b, ']');
    sr_json_key(&b, "engines");
    sr_json_open(&b, '[');
    for (int i = 0; i < sv->options.engines; i++)
        sr_json_str(&b, sv->options.engine[i].name);
    sr_json_close(&b, ']');
    sr_json_close(&b, '}');
    http_json(r, 200, &b);
}
