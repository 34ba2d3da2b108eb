/* oracle.c: what stands behind `serai engine`: obeys a line at a time. Holds one position (as a
 * view) and one bot. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "council/council.h"
#include "engine/charge.h"
#include "lab/arena.h"
#include "lab/oracle.h"

struct oracle {
    oracle_say *say;
    void *context;
    struct sr_bot bot;
    uint64_t seed;
    unsigned char edition[SR_EDITION_MAX];
    struct sr_rules rules; /* game NULL: none chosen */
    bool ready;            /* a position is there */
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX];
    int count;
    struct council *minds;
};

enum { IDEAS = 5 };

static void SR_PRINTF(2, 3) tell(struct oracle *e, const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    e->say(e->context, line);
}

struct oracle *oracle_new(const struct sr_bot *bot, oracle_say *say, void *context)
{
    struct oracle *e = mem_grow(NULL, sizeof *e);
    memset(e, 0, sizeof *e);
    e->say = say;
    e->context = context;
    e->bot = *bot;
    e->seed = 1;
    return e;
}

void oracle_free(struct oracle *e)
{
    council_free(e->minds);
    mem_free(e);
}

/* The minds are made anew when what they depend on changes. One, but for a bot that was told to use
 * more processors (cores=N). */
static struct council *minds_of(struct oracle *e)
{
    if (!e->minds)
        e->minds =
            council_new(&e->rules, &e->bot, e->seed, council_seats(&e->bot, 1), charge_clock, NULL);
    if (!e->minds)
        mem_short();
    return e->minds;
}

static void forget(struct oracle *e)
{
    council_free(e->minds);
    e->minds = NULL;
}

/* Cuts the next word off *at; "" at the end. */
static const char *word(char **at)
{
    while (**at == ' ')
        ++*at;
    const char *w = *at;
    while (**at && **at != ' ')
        ++*at;
    if (**at)
        *(*at)++ = '\0';
    return w;
}

static bool choose_game(struct oracle *e, const char *id)
{
    const struct sr_game *g = sr_game_find(id);
    if (!g)
        return false;
    if (e->rules.game != g) {
        e->rules = sr_rules_default(g);
        forget(e);
    }
    e->ready = false;
    return true;
}

/* game ID [EDITION-JSON] */
static void do_game(struct oracle *e, char *rest)
{
    const char *id = word(&rest);
    if (!choose_game(e, id)) {
        tell(e, "error there is no game %.60s", id);
        return;
    }
    if (!*rest)
        return;
    struct sr_doc doc;
    struct sr_diag diag;
    if (mem_parse(&doc, rest, strlen(rest), &diag)) {
        tell(e, "error %s", diag.text);
        return;
    }
    if (sr_edition_read(e->rules.game, &doc, 0, e->edition, &diag))
        tell(e, "error %s", diag.text);
    else
        e->rules.edition = e->edition;
    mem_free(doc.tok);
    forget(e);
}

static void take_position(struct oracle *e)
{
    const int actor = sr_actor(&e->rules, &e->view.s);
    e->count = 0;
    if (actor == e->view.s.head.viewer)
        e->count = sr_legal(&e->rules, &e->view.s, e->legal);
    e->ready = true;
}

/* view JSON */
static void do_view(struct oracle *e, const char *json)
{
    struct sr_doc doc;
    struct sr_diag diag;
    char id[32];
    e->ready = false;
    if (mem_parse(&doc, json, strlen(json), &diag)) {
        tell(e, "error %s", diag.text);
        return;
    }
    union sr_state *s = &e->view.s;
    if (!sr_json_text(&doc, sr_json_get(&doc, 0, "game"), id, sizeof id) || !choose_game(e, id))
        tell(e, "error the view names no game I know");
    else if (sr_state_read(&e->rules, &doc, 0, s, &diag))
        tell(e, "error %s", diag.text);
    else if (s->head.viewer >= s->head.seats)
        tell(e, "error a bot takes the view of a seat, not a state");
    else
        take_position(e);
    mem_free(doc.tok);
}

/* match JSON: the game and the edition it is played by. */
static void do_match(struct oracle *e, const char *json)
{
    struct sr_doc doc;
    struct sr_diag diag;
    char id[32];
    if (mem_parse(&doc, json, strlen(json), &diag)) {
        tell(e, "error %s", diag.text);
        return;
    }
    const int edition = sr_json_get(&doc, 0, "edition");
    if (!sr_json_text(&doc, sr_json_get(&doc, 0, "game"), id, sizeof id) || !choose_game(e, id))
        tell(e, "error the match names no game I know");
    else if (edition >= 0 && sr_edition_read(e->rules.game, &doc, edition, e->edition, &diag))
        tell(e, "error %s", diag.text);
    else if (edition >= 0)
        e->rules.edition = e->edition;
    mem_free(doc.tok);
    forget(e);
}

/* position seats N seed S [moves MOVE; MOVE; ...] */
static void do_position(struct oracle *e, char *rest)
{
    int seats = 0;
    uint64_t seed = 1;
    char *moves = NULL;
    struct sr_diag diag = {""};
    e->ready = false;
    if (!e->rules.game) {
        tell(e, "error choose a game first");
        return;
    }
    seats = e->rules.game->seats_min;
    for (const char *w = word(&rest); *w; w = word(&rest)) {
        if (!strcmp(w, "seats")) {
            seats = (int)strtol(word(&rest), NULL, 10);
        } else if (!strcmp(w, "seed")) {
            seed = strtoull(word(&rest), NULL, 10);
        } else if (!strcmp(w, "moves")) {
            moves = rest;
            break;
        } else {
            tell(e, "error position does not know %.40s", w);
            return;
        }
    }
    union sr_state s;
    if (sr_setup(&e->rules, seats, NULL, seed, &s, &diag)) {
        tell(e, "error %s", diag.text);
        return;
    }
    while (moves && *moves) {
        char *semicolon = strchr(moves, ';'), *next = semicolon ? semicolon + 1 : NULL;
        if (semicolon)
            *semicolon = '\0';
        sr_move m;
        while (*moves == ' ')
            moves++;
        if (sr_move_parse(&e->rules, &s, moves, &m, &diag) || sr_play(&e->rules, &s, m, NULL)) {
            tell(e, "error %s", diag.text[0] ? diag.text : "the game is over");
            return;
        }
        moves = next;
    }
    const int actor = sr_actor(&e->rules, &s);
    if (actor == SR_NOBODY) {
        tell(e, "error the game is over");
        return;
    }
    sr_observe(&e->rules, &s, actor, &e->view);
    take_position(e);
}

/* bot SPEC */
static void do_bot(struct oracle *e, const char *spec)
{
    struct sr_bot bot;
    struct sr_diag diag;
    if (sr_bot_read(spec, &bot, &diag)) {
        tell(e, "error %s", diag.text);
        return;
    }
    e->bot = bot;
    forget(e);
}

/* go [ms N] [visits N] */
static void do_go(struct oracle *e, char *rest)
{
    int visits = e->bot.skill.visits, ms = e->bot.skill.millis;
    char text[SR_TEXT_MAX];
    for (const char *w = word(&rest); *w; w = word(&rest)) {
        const long v = strtol(word(&rest), NULL, 10);
        if (v < 1 || v > 100000000 || (strcmp(w, "ms") != 0 && strcmp(w, "visits") != 0)) {
            tell(e, "error go takes ms N and visits N");
            return;
        }
        if (!strcmp(w, "ms"))
            ms = (int)v;
        else
            visits = (int)v;
    }
    if (!e->ready || !e->count) {
        tell(e, "error there is nothing to decide");
        return;
    }
    struct council *c = minds_of(e);
    if (e->bot.skill.visits > 0)
        council_limit(c, visits, ms);
    if (e->count == 1) {
        sr_move_text(e->rules.game, e->legal[0], text);
        tell(e, "bestmove %s", text);
        return;
    }
    if (e->bot.skill.visits < 0 || e->bot.skill.slack) {
        sr_move_text(e->rules.game, e->legal[council_choose(c, &e->view, e->legal, e->count)],
                     text);
        tell(e, "bestmove %s", text);
        return;
    }
    struct sr_idea idea[IDEAS];
    const int n = council_ideas(c, &e->view, e->legal, e->count, idea, IDEAS);
    for (int i = n - 1; i >= 0; i--) {
        sr_move_text(e->rules.game, idea[i].move, text);
        tell(e, "info rank %d win %d.%d margin %d visits %u move %s", i + 1, idea[i].win / 10,
             idea[i].win % 10, idea[i].margin, (unsigned)idea[i].visits, text);
    }
    tell(e, "bestmove %s", text);
}

/* net */
static void do_net(struct oracle *e)
{
    char *line =
        e->ready ? oracle_net(&e->rules, &e->bot, e->seed, &e->view, e->legal, e->count) : NULL;
    if (line)
        e->say(e->context, line);
    else
        tell(e, "error %s", e->ready ? "no network judges here" : "there is no position");
    mem_free(line);
}

bool oracle_line(struct oracle *e, const char *line, size_t len)
{
    char *copy = mem_grow(NULL, len + 1);
    memcpy(copy, line, len);
    while (len && (copy[len - 1] == '\n' || copy[len - 1] == '\r' || copy[len - 1] == ' '))
        len--;
    copy[len] = '\0';
    char *rest = copy;
    const char *w = word(&rest);
    bool on = true;
    if (!strcmp(w, "serai")) {
        tell(e, "id name Caravanserai %s", e->bot.id);
        tell(e, "id protocol 2");
        for (int i = 0; i < sr_game_count(); i++)
            tell(e, "id game %s", sr_game_at(i)->id);
        tell(e, "ready");
    } else if (!strcmp(w, "isready")) {
        tell(e, "ready");
    } else if (!strcmp(w, "bot")) {
        do_bot(e, rest);
    } else if (!strcmp(w, "seed")) {
        e->seed = strtoull(rest, NULL, 10);
        forget(e);
    } else if (!strcmp(w, "game")) {
        do_game(e, rest);
    } else if (!strcmp(w, "match")) {
        do_match(e, rest);
    } else if (!strcmp(w, "view")) {
        do_view(e, rest);
    } else if (!strcmp(w, "position")) {
        do_position(e, rest);
    } else if (!strcmp(w, "go")) {
        do_go(e, rest);
    } else if (!strcmp(w, "net")) {
        do_net(e);
    } else if (!strcmp(w, "quit")) {
        on = false;
    } else if (*w && strcmp(w, "legal") != 0 && strcmp(w, "moves") != 0 &&
               strcmp(w, "result") != 0) { /* for those who do not know the rules, or remember */
        tell(e, "error unknown command %.40s", w);
    }
    mem_free(copy);
    return on;
}
