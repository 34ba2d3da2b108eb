/* lab_figures.c: what is known of the games of arms, as JSON (lab_calls.h). */
#include <math.h>
#include <stdio.h>

#include "wasm/lab_calls.h"

enum { ARMS = 64, MOST = 200000 };

static void put_real(struct sr_buf *b, const char *key, double v)
{
    char text[40];
    sr_json_key(b, key);
    if (!isfinite(v)) {
        sr_json_null(b);
        return;
    }
    snprintf(text, sizeof text, "%.6g", v);
    sr_json_raw(b, text);
}

static void put_range(struct sr_buf *b, const char *key, double value, struct stats_interval i)
{
    sr_json_put_open(b, key, '{');
    put_real(b, "value", value);
    put_real(b, "low", i.low);
    put_real(b, "high", i.high);
    sr_json_close(b, '}');
}

static void put_mean(struct sr_buf *b, const char *key, const struct stats_mean *m)
{
    put_range(b, key, m->mean, stats_mean_interval(m, 0.95));
}

/* ---- arms --------------------------------------------------------------------------------- */

static void put_places(struct sr_buf *b, const char *key, int arm, int64_t games,
                       enum measure_kind by)
{
    static const char *const words[] = {"even", "unclear", "more", "less"};
    struct place_verdict v[SR_SEATS_MAX];
    const struct trial *t = lab__desk.trial;
    verdict_places(t, arm, games, by, v);
    sr_json_put_open(b, key, '[');
    for (int i = 0; i < trial_arm_get(t, arm)->seats; i++) {
        sr_json_open(b, '{');
        put_range(b, "won", v[i].mean.mean, v[i].interval);
        put_real(b, "fair", v[i].fair);
        put_real(b, "p", v[i].p);
        sr_json_put_str(b, "is", words[v[i].is]);
        if (v[i].leans)
            sr_json_put_bool(b, "leans", true);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

/* Who wins where players are not all the same: they move round the table. */
static void put_bots(struct sr_buf *b, int arm, int64_t games)
{
    const struct trial *t = lab__desk.trial;
    const struct trial_arm *a = trial_arm_get(t, arm);
    bool same = true;
    for (int i = 1; i < a->seats; i++)
        same = same && !strcmp(a->bot[i], a->bot[0]);
    if (same)
        return;
    sr_json_put_open(b, "bots", '[');
    for (int i = 0; i < a->seats; i++) {
        const struct measure won = {MEASURE_BOT, i};
        const struct stats_mean m = measure_mean(t, arm, games, &won);
        sr_json_open(b, '{');
        sr_json_put_str(b, "bot", a->bot[i]);
        put_mean(b, "won", &m);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static void put_arm(struct sr_buf *b, int arm, int64_t games)
{
    const struct trial *t = lab__desk.trial;
    const struct sr_game *game = lab__desk.game;
    struct measure list[MEASURES_MAX];
    const int n = measure_list(game, trial_arm_get(t, arm)->seats, list);
    sr_json_open(b, '{');
    put_places(b, "places", arm, games, MEASURE_PLACE);
    if (game->opener)
        put_places(b, "seats", arm, games, MEASURE_SEAT);
    put_bots(b, arm, games);
    sr_json_put_open(b, "measures", '{');
    for (int i = 0; i < n; i++) {
        char id[64];
        const struct stats_mean m = measure_mean(t, arm, games, &list[i]);
        measure_id(game, &list[i], id, sizeof id);
        put_mean(b, id, &m);
    }
    sr_json_close(b, '}');
    sr_json_close(b, '}');
}

static void put_changes(struct sr_buf *b, int a, int other, int64_t games)
{
    static const char *const words[] = {"same", "not_told_apart", "clearly_more", "clearly_less"};
    static struct change_verdict v[MEASURES_MAX];
    const int n = verdict_changes(lab__desk.trial, a, other, games, v);
    sr_json_put_open(b, "changes", '[');
    for (int i = 0; i < n; i++) {
        char id[64];
        measure_id(lab__desk.game, &v[i].measure, id, sizeof id);
        sr_json_open(b, '{');
        sr_json_put_str(b, "id", id);
        put_mean(b, "a", &v[i].a);
        put_mean(b, "b", &v[i].b);
        put_mean(b, "difference", &v[i].difference);
        put_real(b, "p", v[i].p);
        sr_json_put_str(b, "is", words[v[i].is]);
        sr_json_put_bool(b, "percent", measure_percent(&v[i].measure));
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    sr_json_put_int(b, "others", verdict_others(lab__desk.trial, a, other, games));
}

static enum sr_err need_arms(const struct request *q, int arm[ARMS], int *count, int64_t *games)
{
    const int list = request__get(q, "arms");
    if (list < 0 || q->doc.tok[list].type != SR_J_ARRAY || q->doc.tok[list].size < 1 ||
        q->doc.tok[list].size > ARMS)
        return sr_fail(q->diag, SR_KEY, "arms: a list is expected");
    *count = q->doc.tok[list].size;
    *games = INT64_MAX;
    for (int i = 0; i < *count; i++) {
        const enum sr_err err = lab__arm(q, sr_json_at(&q->doc, list, i), &arm[i]);
        if (err)
            return err;
        const int64_t n = trial_games(lab__desk.trial, arm[i]);
        *games = n < *games ? n : *games;
    }
    return SR_OK;
}

enum sr_err lab__look(const struct request *q)
{
    int arm[ARMS], count, within = 0;
    int64_t games;
    double widest = 0;
    enum sr_err err = need_arms(q, arm, &count, &games);
    if (!err && request__get(q, "within") >= 0)
        err = request__int(q, "within", 1, 200, &within);
    if (err)
        return err;
    for (int i = 0; i < count; i++)
        widest = fmax(widest, measure_width(lab__desk.trial, arm[i], games));
    sr_json_open(q->out, '{');
    sr_json_put_int(q->out, "games", games);
    put_real(q->out, "width", widest);
    if (within)
        sr_json_put_int(q->out, "more", measure_more(widest, within / 10.0, games, MOST));
    sr_json_put_open(q->out, "arms", '[');
    for (int i = 0; i < count; i++)
        put_arm(q->out, arm[i], games);
    sr_json_close(q->out, ']');
    if (count == 2)
        put_changes(q->out, arm[0], arm[1], games);
    sr_json_close(q->out, '}');
    return SR_OK;
}

/* ---- use ---------------------------------------------------------------------------------- */

static void put_use(struct sr_buf *b, const struct items *items, int i, const struct trial_use *u,
                    const struct use_verdict *v)
{
    static const char *const kinds[] = {"verb", "word", "move", "chance"};
    static const char *const words[] = {"plain", "must", "strong", "dead", "weak", "few", "never"};
    const struct item *it = &items->list[i];
    const struct sr_verb *verbs =
        it->kind == ITEM_CHANCE ? items->game->events : items->game->moves;
    sr_json_open(b, '{');
    sr_json_put_str(b, "kind", kinds[it->kind]);
    if (it->kind != ITEM_WORD)
        sr_json_put_str(b, "verb", verbs[it->verb].name);
    if (it->names) {
        sr_json_put_str(b, "names", it->names->id);
        sr_json_put_str(b, "word", it->names->name[it->value]);
    }
    if (it->kind == ITEM_WORD && items_is_place(it->names))
        sr_json_put_bool(b, "place", true);
    sr_json_put_int(b, "could", u->could);
    sr_json_put_int(b, "times", u->chosen);
    put_range(b, "chosen", v->chosen, v->chosen_interval);
    put_range(b, "won", v->won, v->won_interval);
    put_real(b, "when", v->when);
    sr_json_put_str(b, "is", words[v->is]);
    sr_json_close(b, '}');
}

enum sr_err lab__uses(const struct request *q)
{
    int arm;
    const enum sr_err err = lab__arm(q, request__get(q, "arm"), &arm);
    if (err)
        return err;
    const struct trial *t = lab__desk.trial;
    const struct trial_use *use = trial_uses(t, arm);
    if (!use)
        return sr_fail(q->diag, SR_NOTHING, "arm: it does not count what is used");
    const struct items *items = trial_items(t);
    const struct trial_layout l = trial_layout(t, arm);
    struct use_verdict *v = mem_new((size_t)(items->count + 1) * sizeof *v);
    verdict_uses(items, use, trial_arm_get(t, arm)->seats, l.lines, v);
    sr_json_open(q->out, '[');
    for (int i = 0; i < items->count; i++)
        if (use[i].could)
            put_use(q->out, items, i, &use[i], &v[i]);
    sr_json_close(q->out, ']');
    mem_free(v);
    return SR_OK;
}

/* ---- games one by one --------------------------------------------------------------------- */

enum sr_err lab__rows(const struct request *q)
{
    int arm, from, count;
    enum sr_err err = lab__arm(q, request__get(q, "arm"), &arm);
    if (!err)
        err = request__int(q, "from", 0, INT32_MAX, &from);
    if (!err)
        err = request__int(q, "count", 1, 2000, &count);
    if (err)
        return err;
    const struct trial *t = lab__desk.trial;
    const struct trial_layout l = trial_layout(t, arm);
    const int64_t games = trial_games(t, arm);
    sr_json_open(q->out, '{');
    sr_json_put_open(q->out, "columns", '[');
    for (int c = 0; c < l.width; c++) {
        char name[96];
        trial_column_name(lab__desk.game, trial_arm_get(t, arm)->seats, c, name, sizeof name);
        sr_json_str(q->out, name);
    }
    sr_json_close(q->out, ']');
    sr_json_put_open(q->out, "rows", '[');
    for (int64_t g = from; g < games && g < (int64_t)from + count; g++) {
        const int32_t *row = trial_row(t, arm, g);
        sr_json_open(q->out, '[');
        for (int c = 0; c < l.width; c++)
            sr_json_int(q->out, row[c]);
        sr_json_close(q->out, ']');
    }
    sr_json_close(q->out, ']');
    sr_json_close(q->out, '}');
    return SR_OK;
}
