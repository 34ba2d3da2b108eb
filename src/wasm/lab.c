/* lab.c: the lab of a page (lab_calls.h): numbers of an edition, arms, their games in pieces. */
#include <stdio.h>

#include "core/fields.h"
#include "wasm/calls.h"
#include "wasm/lab_calls.h"

struct lab_desk lab__desk;

/* Names of a bot, and changes to an edition, at most. */
enum { CHANGES = 16384 };

static void leave_game(struct lab_desk *d)
{
    piece_desk_free(d->bench);
    trial_free(d->trial);
    mem_free(d->numbers);
    memset(d, 0, sizeof *d);
}

/* The game of the request is the one that is looked at from now on. */
static enum sr_err take_game(const struct request *q)
{
    const struct sr_game *game;
    struct lab_desk *d = &lab__desk;
    const enum sr_err err = request__game(q, &game);
    if (err || d->game == game)
        return err;
    leave_game(d);
    d->game = game;
    d->numbers = mem_new(sizeof *d->numbers);
    numbers_list(game, d->numbers);
    d->trial = trial_new(game, 1);
    d->bench = piece_desk_new(trial_items(d->trial));
    return SR_OK;
}

enum sr_err lab__arm(const struct request *q, int token, int *out)
{
    int64_t v;
    const struct lab_desk *d = &lab__desk;
    if (!d->trial || !sr_json_num(&q->doc, token, &v) || v < 0 || v >= trial_arms(d->trial))
        return sr_fail(q->diag, SR_UNKNOWN, "arm: there is none with this number");
    *out = (int)v;
    return SR_OK;
}

/* ---- numbers ------------------------------------------------------------------------------ */

static void put_word(struct sr_buf *b, const char *at, size_t n, const struct sr_names *names)
{
    sr_json_open(b, '{');
    sr_json_key(b, "word");
    sr_json_strn(b, at, n);
    if (names)
        sr_json_put_str(b, "names", names->id);
    sr_json_close(b, '}');
}

/* A path step by step: members by key, elements by their word and its vocabulary. */
static void put_steps(struct sr_buf *b, const struct sr_game *game, const char *path)
{
    const struct sr_field *fields = game->edition_fields;
    sr_json_put_open(b, "steps", '[');
    for (const char *at = path; *at && fields;) {
        char key[NUMBERS_PATH];
        size_t n = strcspn(at, ".");
        snprintf(key, sizeof key, "%.*s", (int)n, at);
        const struct sr_field *f = fields__find(fields, key);
        if (!f)
            break;
        sr_json_open(b, '{');
        sr_json_put_str(b, "key", key);
        sr_json_close(b, '}');
        at += n + (at[n] == '.');
        for (int depth = 0; *at && depth < (f->count > 0) + (f->inner > 0); depth++) {
            n = strcspn(at, ".");
            put_word(b, at, n, depth ? f->inner_by : f->by);
            at += n + (at[n] == '.');
        }
        fields = f->sub;
    }
    sr_json_close(b, ']');
}

static void put_number(struct sr_buf *b, const struct number *n, const struct numbers_set *set)
{
    const int64_t v = numbers_get(n, set);
    char value[64];
    numbers_text(n, v, value, sizeof value);
    sr_json_open(b, '{');
    sr_json_put_str(b, "path", n->path);
    sr_json_put_str(b, "mark", (char[]){n->mark, '\0'});
    sr_json_put_int(b, "min", n->min);
    sr_json_put_int(b, "max", n->max);
    sr_json_put_str(b, "value", value);
    if (n->names) {
        sr_json_put_str(b, "names", n->names->id);
        sr_json_put_open(b, "words", '[');
        for (int i = (int)n->min; i <= n->max && i < n->names->count; i++)
            sr_json_str(b, n->names->name[i]);
        sr_json_close(b, ']');
    }
    if (n->field && n->field->type == SR_T_BOOL)
        sr_json_put_bool(b, "switch", true);
    if (n->field && n->field->flags & SR_F_NONE)
        sr_json_put_bool(b, "none", true);
    if (n->field)
        put_steps(b, lab__desk.game, n->path);
    sr_json_close(b, '}');
}

static void put_bots(struct sr_buf *b, const struct sr_game *game)
{
    sr_json_put_str(b, "house", lab_house_bot(game));
    sr_json_put_open(b, "bots", '[');
    for (int i = 0; lab_scripted(game, i); i++)
        sr_json_str(b, lab_scripted(game, i)->id);
    for (int i = 0; i < sr_bot_count(); i++)
        sr_json_str(b, sr_bot_at(i)->id);
    sr_json_close(b, ']');
}

static enum sr_err lab__numbers(const struct request *q)
{
    struct trial_arm printed;
    const enum sr_err err = take_game(q);
    if (err)
        return err;
    const struct lab_desk *d = &lab__desk;
    trial_arm_init(&printed, d->game, d->game->seats_min, 0);
    sr_json_open(q->out, '{');
    sr_json_put_open(q->out, "numbers", '[');
    for (int i = 0; i < d->numbers->count; i++)
        put_number(q->out, &d->numbers->list[i], &printed.set);
    sr_json_close(q->out, ']');
    put_bots(q->out, d->game);
    sr_json_put_bool(q->out, "opener", d->game->opener != NULL);
    sr_json_close(q->out, '}');
    return SR_OK;
}

/* ---- editions ----------------------------------------------------------------------------- */

/* An arm as the request has it: game, players, and changes or a whole edition. */
static enum sr_err need_edition(const struct request *q, struct trial_arm *out)
{
    static char changes[CHANGES];
    int seats;
    enum sr_err err = take_game(q);
    const struct lab_desk *d = &lab__desk;
    if (!err)
        err = request__int(q, "players", d->game->seats_min, d->game->seats_max, &seats);
    if (err)
        return err;
    trial_arm_init(out, d->game, seats, 1);
    const int whole = request__get(q, "edition"), text = request__get(q, "changes");
    if (whole >= 0)
        err = sr_edition_read(d->game, &q->doc, whole, out->set.edition, q->diag);
    if (!err && request__get(q, "options") >= 0)
        err =
            sr_options_read(d->game, &q->doc, request__get(q, "options"), out->set.option, q->diag);
    if (!err && text >= 0 && !sr_json_text(&q->doc, text, changes, sizeof changes))
        err = sr_fail(q->diag, SR_TYPE, "changes: a text is expected");
    if (!err && text >= 0)
        err = numbers_change(d->numbers, changes, &out->set, q->diag);
    return err ? err : numbers_check(d->game, &out->set, seats, q->diag);
}

static enum sr_err lab__edition(const struct request *q)
{
    static char changes[CHANGES];
    static struct trial_arm arm, printed;
    const enum sr_err err = need_edition(q, &arm);
    if (err)
        return err;
    const struct lab_desk *d = &lab__desk;
    const struct sr_rules r = {d->game, arm.set.edition};
    trial_arm_init(&printed, d->game, arm.seats, 1);
    const int count =
        numbers_difference(d->numbers, &printed.set, &arm.set, changes, sizeof changes);
    sr_json_open(q->out, '{');
    sr_json_put_str(q->out, "changes", changes);
    sr_json_put_int(q->out, "count", count);
    sr_json_key(q->out, "edition");
    sr_edition_write(q->out, &r);
    sr_json_key(q->out, "options");
    sr_options_write(q->out, d->game, arm.set.option);
    sr_json_close(q->out, '}');
    return SR_OK;
}

/* ---- arms --------------------------------------------------------------------------------- */

static enum sr_err need_bots(const struct request *q, struct trial_arm *a)
{
    const int list = request__get(q, "bots");
    if (list < 0 || q->doc.tok[list].type != SR_J_ARRAY || q->doc.tok[list].size != a->seats)
        return sr_fail(q->diag, SR_KEY, "bots: one for each seat is expected");
    for (int i = 0; i < a->seats; i++) {
        struct sr_bot bot;
        if (!sr_json_text(&q->doc, sr_json_at(&q->doc, list, i), a->bot[i], TRIAL_BOT))
            return sr_fail(q->diag, SR_TYPE, "bots: a name is expected");
        const enum sr_err err = lab_bot_read(a->bot[i], &bot, q->diag);
        if (err)
            return err;
        /* Bytes after the name count in the arm's key: there are none but zeros. */
        const size_t n = strlen(a->bot[i]);
        memset(a->bot[i] + n, 0, TRIAL_BOT - n);
    }
    return SR_OK;
}

static enum sr_err lab__arm_new(const struct request *q)
{
    static struct trial_arm a;
    enum sr_err err = need_edition(q, &a);
    if (!err)
        err = need_bots(q, &a);
    if (!err)
        err = request__seed(q, &a.seed);
    if (err)
        return err;
    int piece = a.piece;
    if (request__get(q, "piece") >= 0 && (err = request__int(q, "piece", 1, 100, &piece)))
        return err;
    a.piece = piece;
    const int uses = request__get(q, "uses");
    a.uses = uses >= 0 && q->doc.tok[uses].type == SR_J_TRUE;
    sr_json_open(q->out, '{');
    sr_json_put_int(q->out, "arm", trial_arm(lab__desk.trial, &a));
    sr_json_put_int(q->out, "piece", a.piece);
    sr_json_close(q->out, '}');
    return SR_OK;
}

static enum sr_err lab__piece(const struct request *q)
{
    struct lab_desk *d = &lab__desk;
    struct piece p;
    int arm, number;
    size_t len;
    enum sr_err err = lab__arm(q, request__get(q, "arm"), &arm);
    if (!err)
        err = request__int(q, "number", 0, TRIAL_PIECES - 1, &number);
    if (err)
        return err;
    const struct trial_arm *a = trial_arm_get(d->trial, arm);
    const struct items *items = trial_items(d->trial);
    piece_new(items, a, &p);
    piece_play(d->bench, d->game, a, number, NULL, &p);
    char *line = piece_write(items, a, trial_key(a), number, &p, &len);
    sr_json_open(q->out, '{');
    sr_json_key(q->out, "line");
    sr_json_strn(q->out, line, len);
    sr_json_close(q->out, '}');
    mem_free(line);
    piece_free(&p);
    return SR_OK;
}

static enum sr_err lab__take(const struct request *q)
{
    const int t = request__get(q, "line");
    if (t < 0 || q->doc.tok[t].type != SR_J_STRING || !lab__desk.trial)
        return sr_fail(q->diag, SR_KEY, "line: missing");
    const struct sr_tok *tok = &q->doc.tok[t];
    if (!trial_take_line(lab__desk.trial, q->doc.text + tok->start, tok->end - tok->start))
        return sr_fail(q->diag, SR_BROKEN, "line: damaged, or of no arm of this lab");
    sr_json_open(q->out, '{');
    sr_json_put_bool(q->out, "taken", true);
    sr_json_close(q->out, '}');
    return SR_OK;
}

const struct request_op request__operations[] = {
    {"numbers", lab__numbers}, {"edition", lab__edition}, {"arm", lab__arm_new},
    {"piece", lab__piece},     {"take", lab__take},       {"look", lab__look},
    {"uses", lab__uses},       {"rows", lab__rows},       {"verify", lab__verify},
    {NULL, NULL},
};
