/* thinker.c: what bots think: a move, ideas, a look back at a match (calls.h). */
#include "core/alloc.h"
#include "serai/bot.h"
#include "wasm/request.h"

enum { IDEAS_MAX = 256, VISITS_MAX = 1000000 };

/* The mind that thinks between requests, as long as they are about the same game and seed. */
static struct {
    struct sr_mind *mind;
    struct seen at; /* its rules point in here */
    char bot[SR_NAME_MAX];
    uint64_t seed;
    int twin;
} thinker;

static enum sr_err wake(const struct request *q, const struct sr_rules *r, const char *bot,
                        uint64_t seed)
{
    struct sr_bot known;
    int twin = 0;
    enum sr_err err = sr_bot_read(bot, &known, q->diag);
    if (!err && request__get(q, "twin") >= 0)
        err = request__int(q, "twin", 0, SR_MINDS_MAX - 1, &twin);
    if (err)
        return err;
    const size_t size = r->game->edition_size;
    if (thinker.mind && thinker.at.rules.game == r->game && thinker.seed == seed &&
        thinker.twin == twin && strcmp(thinker.bot, bot) == 0 &&
        memcmp(thinker.at.edition.bytes, r->edition, size) == 0)
        return SR_OK;
    sr_free(thinker.mind);
    thinker.mind = NULL;
    void *memory = sr_realloc(NULL, sr_mind_size_for(&known));
    if (!memory)
        return sr_fail(q->diag, SR_SPACE, "no memory for a bot");
    memcpy(thinker.at.edition.bytes, r->edition, size);
    thinker.at.rules.game = r->game;
    thinker.at.rules.edition = thinker.at.edition.bytes;
    thinker.seed = seed;
    thinker.twin = twin;
    struct sr_buf name;
    sr_buf_init(&name, thinker.bot, sizeof thinker.bot);
    sr_buf_put(&name, bot);
    thinker.mind = sr_mind_init_twin(memory, &thinker.at.rules, &known, seed, twin);
    return SR_OK;
}

static enum sr_err need_bot(const struct request *q, char id[SR_NAME_MAX])
{
    if (!sr_json_text(&q->doc, request__get(q, "bot"), id, SR_NAME_MAX) || !sr_bot_find(id))
        return sr_fail(q->diag, SR_UNKNOWN, "bot: missing or unknown");
    return SR_OK;
}

/* View, moves and bot of a request; a request with visits wakes the thinker. */
static enum sr_err need_thought(const struct request *q, struct seen *seen, sr_move *moves,
                                int *count, char id[SR_NAME_MAX], uint64_t *seed)
{
    int visits = 0;
    enum sr_err err = request__view(q, seen);
    if (!err)
        err = need_bot(q, id);
    if (!err)
        err = request__seed(q, seed);
    if (err)
        return err;
    *count = sr_legal(&seen->rules, &seen->view.s, moves);
    if (request__get(q, "visits") < 0)
        return SR_OK;
    err = request__int(q, "visits", 0, VISITS_MAX, &visits);
    if (!err)
        err = wake(q, &seen->rules, id, *seed);
    if (!err && visits > 0)
        sr_mind_limit(thinker.mind, visits, -1);
    return err;
}

/* ---- several workers at one decision --------------------------------------------------------- */

static struct sr_found found;

enum sr_err think__think(const struct request *q)
{
    static struct seen seen;
    static sr_move moves[SR_MOVES_MAX];
    char id[SR_NAME_MAX];
    uint64_t seed;
    int n;
    enum sr_err err = need_thought(q, &seen, moves, &n, id, &seed);
    if (!err && (request__get(q, "visits") < 0 || !sr_bot_shares(sr_bot_find(id))))
        err = sr_fail(q->diag, SR_RANGE, "visits: missing, or a bot that does not search");
    if (err)
        return err;
    found.moves = 0; /* a single move needs no thought */
    if (n > 1) {
        sr_mind_think(thinker.mind, &seen.view, moves, n);
        sr_mind_tell(thinker.mind, &found);
    }
    sr_json_open(q->out, '{');
    sr_json_put_int(q->out, "minds", found.minds);
    sr_json_put_int(q->out, "lines", found.lines);
    sr_json_put_open(q->out, "moves", '[');
    for (int i = 0; i < found.moves; i++) {
        const struct sr_found_move *f = &found.move[i];
        sr_json_open(q->out, '[');
        sr_json_int(q->out, f->tried);
        sr_json_int(q->out, f->visits);
        sr_json_int(q->out, f->worth);
        sr_json_int(q->out, f->margin);
        for (int k = 0; k < found.lines; k++)
            sr_json_int(q->out, f->win[k]);
        sr_json_close(q->out, ']');
    }
    sr_json_close(q->out, ']');
    sr_json_close(q->out, '}');
    return SR_OK;
}

/* What think__think wrote. */
static bool read_found(const struct sr_doc *doc, int t)
{
    int64_t minds, lines, n[4];
    const int moves = sr_json_get(doc, t, "moves");
    if (!sr_json_num(doc, sr_json_get(doc, t, "minds"), &minds) ||
        !sr_json_num(doc, sr_json_get(doc, t, "lines"), &lines) || lines < 0 ||
        lines > SR_LINES_MAX || minds < 0 || minds > SR_MINDS_MAX)
        return false;
    found.minds = (int)minds;
    found.lines = (int)lines;
    found.moves = 0;
    for (int i = 0, row; (row = sr_json_at(doc, moves, i)) >= 0; i++) {
        if (i == SR_MOVES_MAX)
            return false;
        struct sr_found_move *f = &found.move[found.moves++];
        for (int k = 0; k < 4; k++)
            if (!sr_json_num(doc, sr_json_at(doc, row, k), &n[k]))
                return false;
        for (int k = 0; k < lines; k++)
            if (!sr_json_num(doc, sr_json_at(doc, row, 4 + k), &f->win[k]))
                return false;
        if (n[0] < 0 || n[0] > UINT32_MAX || n[1] < 0 || n[1] > UINT32_MAX)
            return false;
        f->tried = (uint32_t)n[0];
        f->visits = (uint32_t)n[1];
        f->worth = n[2];
        f->margin = n[3];
    }
    return true;
}

/* What the thinkers of other workers found about the decision the own one has thought about. */
static enum sr_err hear(const struct request *q, const struct seen *seen, const sr_move *moves,
                        int n)
{
    const int heard = request__get(q, "heard");
    if (!sr_mind_thought(thinker.mind, &seen->view)) /* another request came between */
        sr_mind_think(thinker.mind, &seen->view, moves, n);
    for (int i = 0, one; (one = sr_json_at(&q->doc, heard, i)) >= 0; i++)
        if (!read_found(&q->doc, one) || sr_mind_hear(thinker.mind, &found))
            return sr_fail(q->diag, SR_RANGE, "heard: %d is about something else", i);
    return SR_OK;
}

/* Whether there is something to be heard before a choice. */
static bool hears(const struct request *q, const char *bot, int n)
{
    return request__get(q, "heard") >= 0 && request__get(q, "visits") >= 0 && n > 1 &&
           sr_bot_shares(sr_bot_find(bot));
}

enum sr_err think__bot(const struct request *q)
{
    static struct seen seen;
    static sr_move moves[SR_MOVES_MAX];
    char id[SR_NAME_MAX];
    uint64_t seed;
    int n;
    enum sr_err err = need_thought(q, &seen, moves, &n, id, &seed);
    if (!err && hears(q, id, n))
        err = hear(q, &seen, moves, n);
    if (err)
        return err;
    int i;
    if (hears(q, id, n)) {
        i = sr_mind_decide(thinker.mind, &seen.view, moves, n);
    } else if (request__get(q, "visits") < 0) {
        struct sr_rng rng;
        sr_bot_seed(&rng, seed, seen.view.s.head.viewer);
        i = sr_bot_find(id)->choose(&seen.rules, &seen.view, moves, n, &rng);
    } else {
        i = sr_mind_choose(thinker.mind, &seen.view, moves, n);
    }
    sr_json_open(q->out, '{');
    sr_json_put_move(q->out, "move", seen.rules.game, moves[i]);
    sr_json_close(q->out, '}');
    return SR_OK;
}

enum sr_err think__ideas(const struct request *q)
{
    static struct seen seen;
    static sr_move moves[SR_MOVES_MAX];
    static struct sr_idea ideas[IDEAS_MAX];
    char id[SR_NAME_MAX];
    uint64_t seed;
    int n, most = 5;
    enum sr_err err = need_thought(q, &seen, moves, &n, id, &seed);
    if (!err && request__get(q, "most") >= 0)
        err = request__int(q, "most", 1, IDEAS_MAX, &most);
    if (!err)
        err = wake(q, &seen.rules, id, seed);
    const bool heard = !err && hears(q, id, n);
    if (heard)
        err = hear(q, &seen, moves, n);
    if (err)
        return err;
    n = heard ? sr_mind_list(thinker.mind, &seen.view, moves, n, ideas, most)
              : sr_mind_ideas(thinker.mind, &seen.view, moves, n, ideas, most);
    sr_json_open(q->out, '[');
    for (int i = 0; i < n; i++) {
        sr_json_open(q->out, '{');
        sr_json_put_move(q->out, "move", seen.rules.game, ideas[i].move);
        sr_json_put_int(q->out, "win", ideas[i].win);
        sr_json_put_int(q->out, "margin", ideas[i].margin);
        sr_json_put_int(q->out, "visits", ideas[i].visits);
        sr_json_put_str(q->out, "reason", sr_idea_why(&ideas[i]));
        sr_json_put_int(q->out, "gain", ideas[i].gain);
        sr_json_close(q->out, '}');
    }
    sr_json_close(q->out, ']');
    return SR_OK;
}

/* What the decision at s has cost: its move against the best one, as its seat saw them. */
static void put_decision(const struct request *q, const struct sr_rules *r, const union sr_state *s,
                         const struct sr_view *view, sr_move played)
{
    static sr_move moves[SR_MOVES_MAX];
    static struct sr_idea ideas[IDEAS_MAX];
    const int choices = sr_legal(r, s, moves);
    int at = 0;
    const int n = sr_mind_ideas(thinker.mind, view, moves, choices, ideas, IDEAS_MAX);
    while (at < n && ideas[at].move != played)
        at++;
    const int cost = at > 0 && at < n ? sr_max(0, ideas[0].win - ideas[at].win) : 0;
    sr_json_put_int(q->out, "seat", view->s.head.viewer);
    sr_json_put_int(q->out, "choices", choices);
    sr_json_key(q->out, "move");
    sr_move_write(q->out, r->game, played);
    sr_json_key(q->out, "better");
    sr_move_write(q->out, r->game, cost > 0 ? ideas[0].move : played);
    sr_json_put_int(q->out, "cost", cost);
    sr_json_put_str(q->out, "reason", cost > 0 ? sr_idea_why(&ideas[0]) : "");
}

/* Chances at a moment: as found by the search just made, or else judged, while someone decides; the
 * result itself at the end. */
static void put_chances(const struct request *q, const struct sr_view *view,
                        const struct sr_scores *sc, bool searched)
{
    int win[SR_LINES_MAX] = {0};
    int winners = 0;
    for (int i = 0; i < sc->lines; i++)
        winners += sc->rank[i] == 1;
    for (int i = 0; i < sc->lines; i++)
        win[i] = sc->rank[i] == 1 ? 1000 / sr_max(1, winners) : 0;
    if (view && !(searched && sr_mind_chances(thinker.mind, win)))
        sr_mind_judge(thinker.mind, view, win);
    sr_json_put_ints(q->out, "win", win, sc->lines);
    sr_json_put_ints(q->out, "scores", sc->total, sc->lines);
}

enum sr_err think__review(const struct request *q)
{
    static union sr_state s;
    static struct sr_view view;
    struct sr_table *t;
    char id[SR_NAME_MAX];
    int ply, visits;
    enum sr_err err = request__table(q, &t);
    if (!err)
        err = request__int(q, "ply", 0, sr_table_ply(t), &ply);
    if (!err)
        err = request__int(q, "visits", 0, VISITS_MAX, &visits);
    if (!err)
        err = need_bot(q, id);
    if (err)
        return err;
    const struct sr_rules *r = &sr_table_config_get(t)->rules;
    err = wake(q, r, id, 1);
    if (!err)
        err = sr_table_replay(t, ply, &s, NULL, q->diag);
    if (err)
        return err;
    sr_mind_limit(thinker.mind, visits, -1);
    const int actor = sr_actor(r, &s);
    struct sr_scores sc;
    sr_scores_of(r, &s, &sc);
    if (actor != SR_NOBODY)
        sr_observe(r, &s, actor, &view);
    sr_json_open(q->out, '{');
    const bool decided = actor != SR_NOBODY && ply < sr_table_ply(t);
    if (decided)
        put_decision(q, r, &s, &view, sr_table_move(t, ply));
    put_chances(q, actor == SR_NOBODY ? NULL : &view, &sc, decided);
    sr_json_close(q->out, '}');
    return SR_OK;
}
