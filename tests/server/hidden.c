/* hidden.c: what a viewer may not know does not reach him, whatever he asks: at decisions of
 * random matches of every game the table is put into another position that he cannot tell from the
 * true one (sr_sample), with another seed, salt, keys and wishes of the others, and everything the
 * server says to him must be the same, letter by letter: the table, the look back, the file, the
 * news of a move. Two moves that look the same to him must be told the same. What viewers are told
 * together, as one text where it can be, is what each would be told alone. And where a table is
 * told late, spectators are told the same whatever is decided now. */
#include <stdlib.h>

#include "core/alloc.h"
#include "fake.h"
#include "server/spectate.h"

enum { TEXT_MAX = 1 << 19, PLIES_MAX = 400, VIEWERS = SR_SEATS_MAX + 1, ONE_IN = 3 };

static struct server *sv;
static struct fake_answer answer;
static char table_id[SV_ID_MAX], token[SR_SEATS_MAX][SV_SECRET_MAX];
static struct fake_conn conn[VIEWERS];
static char said[TEXT_MAX]; /* to the viewer who is listened to */
static size_t said_len;
static struct fake_conn *listening;
static struct sr_rng rng;
static long compared, told, choices, futures;
static bool told_late; /* tables are */

static void note(const char *text, size_t len)
{
    NEED(said_len + len + 2 < TEXT_MAX);
    memcpy(said + said_len, text, len);
    said_len += len;
    said[said_len++] = '\n';
    said[said_len] = '\0';
}

static void heard(struct fake_conn *c, const char *text, size_t len)
{
    if (c == listening)
        note(text, len);
}

/* Times differ by a millisecond now and then. */
static void forget_times(char *text)
{
    static const char *const keys[] = {"\"now\":", "\"at\":", "\"updated\":"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        for (char *at = strstr(text, keys[k]); at; at = strstr(at, keys[k]))
            for (at += strlen(keys[k]); *at >= '0' && *at <= '9'; at++)
                *at = '0';
}

/* ---- the table in two guises ---------------------------------------------------------------- */

struct guise { /* what of a table is nobody's or somebody else's business */
    struct sr_table *match;
    int base_ply;
    uint64_t seed;
    char salt[SV_SECRET_MAX], key[SR_SEATS_MAX][SV_HASH_MAX];
    char *standing[SR_SEATS_MAX];
    bool step[SR_SEATS_MAX];
};

static void swap_guise(struct sv_table *t, struct guise *g)
{
    const struct guise had = {
        .match = t->log.match, .base_ply = t->log.base_ply, .seed = t->setup.config.seed};
    char salt[SV_SECRET_MAX], key[SV_HASH_MAX];
    t->log.match = g->match;
    t->log.base_ply = g->base_ply;
    t->setup.config.seed = g->seed;
    g->match = had.match;
    g->base_ply = had.base_ply;
    g->seed = had.seed;
    memcpy(salt, t->setup.salt, sizeof salt);
    memcpy(t->setup.salt, g->salt, sizeof salt);
    memcpy(g->salt, salt, sizeof salt);
    for (int i = 0; i < t->setup.config.seats; i++) {
        struct sv_seat *s = &t->people.seat[i];
        char *standing = s->standing;
        const bool step = s->step;
        memcpy(key, s->key, sizeof key);
        memcpy(s->key, g->key[i], sizeof key);
        memcpy(g->key[i], key, sizeof key);
        s->standing = g->standing[i];
        g->standing[i] = standing;
        s->step = g->step[i];
        g->step[i] = step;
    }
}

static char *copy_of(const char *text)
{
    char *copy = (char *)sr_alloc(strlen(text) + 1);
    NEED(copy);
    memcpy(copy, text, strlen(text));
    return copy;
}

/* The same for the viewer; other, where it can be, for everybody else. */
static void make_guise(const struct sv_table *t, int viewer, const union sr_state *s,
                       struct guise *g)
{
    static const char wish[] = "[{\"ask\":\"never\",\"verb\":\"x\"}]";
    memset(g, 0, sizeof *g);
    g->match = sr_table_at(&t->setup.config, s, NULL);
    NEED(g->match);
    g->base_ply = sv_ply(t);
    g->seed = t->setup.config.seed ^ 0x5A5A;
    sv_new_secret(g->salt);
    for (int i = 0; i < t->setup.config.seats; i++) {
        memcpy(g->key[i], t->people.seat[i].key, SV_HASH_MAX);
        g->step[i] = true;
        if (i == viewer)
            continue;
        sv_hash_secret(g->salt, g->key[i]);
        g->standing[i] = copy_of(wish);
    }
}

static void drop_guise(struct guise *g)
{
    sr_table_free(g->match);
    for (int i = 0; i < SR_SEATS_MAX; i++)
        sr_free(g->standing[i]);
}

/* ---- what is said --------------------------------------------------------------------------- */

static void ask_all(const struct sv_table *t, int viewer)
{
    char path[96];
    const char *secret = viewer < t->setup.config.seats ? token[viewer] : NULL;
    said_len = 0;
    said[0] = '\0';
    listening = &conn[viewer];
    fake_say(sv, &conn[viewer], "{\"type\":\"sync\"}");
    const char *const rests[] = {"", "/file", "/replay"};
    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
        snprintf(path, sizeof path, "/api/v1/tables/%s%s", t->id, rests[i]);
        fake_ask(sv, &answer, "GET", path, secret, NULL);
        note(answer.text, answer.len);
    }
    listening = NULL;
    forget_times(said);
}

/* The news of a move as it would go out to the viewer; then it has not happened. */
static void tell_move(struct sv_table *t, int viewer, sr_move m)
{
    said_len = 0;
    said[0] = '\0';
    NEED(sv_play_move(sv, t, sv_actor(t), m, BY_PLAYER, "c1", NULL));
    for (int i = 0; i < t->commit.outs; i++) {
        if (t->commit.out[i].viewer == viewer)
            note(net_text_chars(t->commit.out[i].text), t->commit.out[i].text->len);
        net_text_drop(t->commit.out[i].text);
    }
    t->commit.outs = 0;
    entry_free(&t->log.entry[--t->log.seq]);
    t->log.status = SV_PLAYING;
    forget_times(said);
}

/* ---- comparing ------------------------------------------------------------------------------ */

struct outcome { /* of a move, by the rules alone, as a viewer sees it */
    struct sr_view view;
    struct sr_event event[SR_EVENTS_MAX];
    int events;
};

static bool look(const struct sr_rules *r, const union sr_state *s, sr_move m, int viewer,
                 struct outcome *o)
{
    static struct sr_event list[SR_EVENTS_MAX];
    struct sr_events ev = {list, 0, SR_EVENTS_MAX, false};
    union sr_state after;
    memset(o, 0, sizeof *o);
    sr_copy(r, &after, s);
    if (sr_play(r, &after, m, &ev) != SR_OK)
        return false;
    sr_observe(r, &after, viewer, &o->view);
    o->events = ev.count;
    for (int i = 0; i < ev.count; i++)
        o->event[i] = sr_event_redact(&list[i], viewer);
    return sr_actor(r, &after) != SR_NOBODY; /* at the end all is shown */
}

static bool same_outcome(const struct sr_rules *r, const struct outcome *a, const struct outcome *b)
{
    if (a->events != b->events || !sr_equal(r, &a->view.s, &b->view.s))
        return false;
    for (int i = 0; i < a->events; i++) { /* who may see an event is no news to who may not */
        struct sr_event x = a->event[i], y = b->event[i];
        x.seers = y.seers = 0;
        if (memcmp(&x, &y, sizeof x) != 0)
            return false;
    }
    return true;
}

static void need_same(const char *what, int viewer, const char *one)
{
    if (strcmp(one, said) == 0)
        return;
    size_t at = 0;
    while (one[at] == said[at])
        at++;
    fprintf(stderr, "viewer %d learns something from %s:\n  %.200s\n  %.200s\n", viewer, what,
            one + (at < 60 ? 0 : at - 60), said + (at < 60 ? 0 : at - 60));
    fake_die(__FILE__, __LINE__, what);
}

static char first[TEXT_MAX];

/* What the viewer hears of a move (or, without one, when he asks) while the table looks so. */
static void hear(struct sv_table *t, int viewer, const union sr_state *s, const sr_move *m)
{
    struct guise g;
    make_guise(t, viewer, s, &g);
    swap_guise(t, &g);
    if (m)
        tell_move(t, viewer, *m);
    else
        ask_all(t, viewer);
    swap_guise(t, &g);
    drop_guise(&g);
}

static void hear_both(struct sv_table *t, int viewer, const union sr_state *s, const sr_move *m,
                      const union sr_state *other, const sr_move *k, const char *what)
{
    hear(t, viewer, s, m);
    memcpy(first, said, said_len + 1);
    hear(t, viewer, other, k);
    need_same(what, viewer, first);
}

static void compare(struct sv_table *t, int viewer, const sr_move *legal, int n)
{
    static struct outcome a, b;
    const struct sr_rules *r = &t->setup.config.rules;
    union sr_state truth, other;
    struct sr_view view;
    sr_copy(r, &truth, sr_table_state(t->log.match));
    sr_observe(r, &truth, viewer, &view);
    sr_sample(r, &view, &rng, &other);
    hear_both(t, viewer, &truth, NULL, &other, NULL, "what he asked for");
    compared++;
    const sr_move m = legal[sr_rng_below(&rng, (uint32_t)n)];
    const sr_move k = legal[sr_rng_below(&rng, (uint32_t)n)];
    if (!look(r, &truth, m, viewer, &a))
        return;
    if (look(r, &other, m, viewer, &b) && same_outcome(r, &a, &b)) {
        hear_both(t, viewer, &truth, &m, &other, &m, "the news of a move");
        told++;
    }
    if (k != m && viewer != sr_actor(r, &truth) && look(r, &truth, k, viewer, &b) &&
        same_outcome(r, &a, &b)) {
        hear_both(t, viewer, &truth, &m, &truth, &k, "the choice of a move");
        choices++;
    }
}

/* ---- told late ------------------------------------------------------------------------------ */

/* All that a spectator hears and finds after a move; then it has not happened. */
static void hear_late(struct sv_table *t, sr_move m)
{
    const int ply = sv_ply(t), before = t->people.told;
    NEED(sv_play_move(sv, t, sv_actor(t), m, BY_PLAYER, "c1", NULL));
    for (int i = 0; i < t->commit.outs; i++) {
        NEED(t->commit.out[i].viewer != SR_SPECTATOR);
        net_text_drop(t->commit.out[i].text);
    }
    t->commit.outs = 0;
    t->commit.durable = t->log.seq;
    ask_all(t, SR_SPECTATOR);
    memcpy(first + TEXT_MAX / 2, said, said_len + 1);
    said_len = 0;
    listening = &conn[SR_SPECTATOR];
    t->people.told = before;
    sv_gaze_on(sv, t, sv_now());
    note(first + TEXT_MAX / 2, strlen(first + TEXT_MAX / 2));
    listening = NULL;
    t->people.told = before;
    entry_free(&t->log.entry[--t->log.seq]);
    t->commit.durable = t->log.seq;
    t->log.status = SV_PLAYING;
    NEED(sr_table_rewind(t->log.match, ply, NULL) == SR_OK);
    forget_times(said);
}

static void compare_futures(struct sv_table *t, const sr_move *legal, int n)
{
    static struct outcome a, b;
    const struct sr_rules *r = &t->setup.config.rules;
    const union sr_state *s = sr_table_state(t->log.match);
    const sr_move m = legal[sr_rng_below(&rng, (uint32_t)n)];
    const sr_move k = legal[sr_rng_below(&rng, (uint32_t)n)];
    if (m == k || !look(r, s, m, SR_SPECTATOR, &a) || !look(r, s, k, SR_SPECTATOR, &b))
        return;
    hear_late(t, m);
    NEED(said_len < TEXT_MAX / 2);
    memcpy(first, said, said_len + 1);
    hear_late(t, k);
    need_same("what is told late", SR_SPECTATOR, first);
    futures++;
}

/* ---- matches -------------------------------------------------------------------------------- */

static void take(const char *key, char *out, size_t max)
{
    static struct sr_tok tok[4096];
    struct sr_doc d;
    NEED(answer.status == 201);
    NEED(sr_json_parse(&d, answer.text, answer.len, tok, 4096, NULL) == SR_OK);
    NEED(sr_json_text(&d, sr_json_get(&d, 0, key), out, max));
}

static struct sv_table *open_table(const struct sr_game *g, int seats)
{
    char body[512], path[96];
    struct sr_buf b;
    sr_buf_init(&b, body, sizeof body);
    sr_buf_put(&b, "{\"seats\":[{\"kind\":\"me\",\"name\":\"A\"}");
    for (int i = 1; i < seats; i++)
        sr_buf_put(&b, ",{\"kind\":\"open\"}");
    sr_buf_put(&b, told_late ? "],\"delay\":{\"moves\":3},\"patience\":0,\"game\":\""
                             : "],\"patience\":0,\"game\":\"");
    sr_buf_put(&b, g->id);
    sr_buf_put(&b, "\"}");
    fake_ask(sv, &answer, "POST", "/api/v1/tables", NULL, body);
    take("table", table_id, sizeof table_id);
    take("token", token[0], SV_SECRET_MAX);
    snprintf(path, sizeof path, "/api/v1/tables/%s/join", table_id);
    for (int i = 1; i < seats; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%c\"}", 'A' + i);
        fake_ask(sv, &answer, "POST", path, NULL, body);
        take("token", token[i], SV_SECRET_MAX);
    }
    struct sv_table *t = sv_find(sv, table_id);
    NEED(t && t->log.status != SV_WAITING);
    for (int v = 0; v < VIEWERS; v++) {
        if (v >= seats && v != SR_SPECTATOR)
            continue;
        char hello[128] = "{\"type\":\"hello\"}";
        if (v < seats)
            snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"token\":\"%.47s\"}", token[v]);
        conn[v].heard = heard;
        fake_open(sv, &conn[v], table_id);
        fake_say(sv, &conn[v], hello);
        if (v < seats) /* every decision is made here, forced ones too */
            fake_say(sv, &conn[v], "{\"type\":\"prefs\",\"step\":true}");
    }
    return t;
}

/* The last move goes out; who comes back and asks for it again must hear the same. */
static void tell_again(struct sv_table *t, int viewer)
{
    static struct fake_conn late;
    char hello[160];
    said_len = 0;
    said[0] = '\0';
    listening = &conn[viewer];
    sv_commit(sv, t);
    fake_settle(sv);
    forget_times(said);
    memcpy(first, said, said_len + 1);
    if (viewer < SR_SEATS_MAX)
        snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"resume\":%d,\"token\":\"%.47s\"}",
                 t->log.seq - 1, token[viewer]);
    else
        snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"resume\":%d}", t->log.seq - 1);
    said_len = 0;
    late = (struct fake_conn){.heard = heard};
    listening = &late;
    fake_open(sv, &late, table_id);
    fake_say(sv, &late, hello);
    fake_close(sv, &late);
    listening = NULL;
    forget_times(said);
    const char *again = strchr(said, '\n'); /* after "resumed" */
    NEED(again && strstr(said, "resumed") == said + 9);
    memmove(said, again + 1, strlen(again));
    need_same("being told together with others", viewer, first);
}

static void match(const struct sr_game *g, int seats)
{
    struct sv_table *t = open_table(g, seats);
    for (int ply = 0; ply < PLIES_MAX && sv_actor(t) != SR_NOBODY; ply++) {
        sr_move legal[SR_MOVES_MAX];
        const int n = sr_legal(&t->setup.config.rules, sr_table_state(t->log.match), legal);
        const int viewer = (int)sr_rng_below(&rng, (uint32_t)seats + 1);
        if (told_late && n > 1)
            compare_futures(t, legal, n);
        else if (!told_late && sr_rng_below(&rng, ONE_IN) == 0)
            compare(t, viewer == seats ? SR_SPECTATOR : viewer, legal, n);
        if (!told_late && sr_rng_below(&rng, 2 * ONE_IN) == 0)
            compare(t, sv_actor(t), legal, n);
        NEED(sv_play_move(sv, t, sv_actor(t), legal[sr_rng_below(&rng, (uint32_t)n)], BY_PLAYER, "",
                          NULL));
        tell_again(t, viewer < seats ? viewer : told_late ? 0 : SR_SPECTATOR);
    }
    for (int v = 0; v < VIEWERS; v++)
        fake_close(sv, &conn[v]);
}

int main(void)
{
    int tests = 0;
    sv = fake_server();
    sr_rng_seed(&rng, 1);
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_game *g = sr_game_at(i);
        for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
            compared = told = choices = 0;
            for (int n = 0; compared < 50 && n < 20; n++)
                match(g, seats);
            NEED(compared >= 50 && told > 10);
            printf("ok %d - %s, %d seats: %ld positions, %ld moves, %ld choices looked the same\n",
                   ++tests, g->id, seats, compared, told, choices);
            fflush(stdout);
        }
    }
    told_late = true;
    for (int i = 0; i < sr_game_count(); i++) {
        futures = 0;
        for (int n = 0; futures < 20 && n < 20; n++) /* a match of the template may end at once */
            match(sr_game_at(i), sr_game_at(i)->seats_max);
        NEED(futures >= 20);
        printf("ok %d - %s told late: %ld decisions left no trace\n", ++tests, sr_game_at(i)->id,
               futures);
    }
    printf("1..%d\n", tests);
    fake_server_free(sv);
    fake_answer_free(&answer);
    return 0;
}
