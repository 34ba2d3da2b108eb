/* request.c: a request in JSON to the operation it asks for, and its answer (calls.h). One request
 * at a time, so its memory is static; tables and what a bot knows are all that lives between
 * requests. */
#include "wasm/request.h"

#include "wasm/calls.h"

enum { TOKENS = 200000 };

static char buffer[CALL_BUFFER];
static char answer[CALL_BUFFER];
static struct sr_tok tokens[TOKENS];

char *sr_call_buffer(void) { return buffer; }
int sr_call_room(void) { return CALL_BUFFER; }

/* ---- members -------------------------------------------------------------------------------- */

int request__get(const struct request *q, const char *key) { return sr_json_get(&q->doc, 0, key); }

enum sr_err request__int(const struct request *q, const char *key, int64_t min, int64_t max,
                         int *out)
{
    int64_t v;
    const int t = request__get(q, key);
    if (t < 0)
        return sr_fail(q->diag, SR_KEY, "%s: missing", key);
    if (!sr_json_num(&q->doc, t, &v))
        return sr_fail(q->diag, SR_TYPE, "%s: a number is expected", key);
    if (v < min || v > max)
        return sr_fail(q->diag, SR_RANGE, "%s: out of range", key);
    *out = (int)v;
    return SR_OK;
}

enum sr_err request__seed(const struct request *q, uint64_t *out)
{
    if (!sr_json_seed_read(&q->doc, request__get(q, "seed"), out))
        return sr_fail(q->diag, SR_TYPE,
                       "seed: a number from 0 to 18446744073709551615 is expected");
    return SR_OK;
}

enum sr_err request__viewer(const struct request *q, int seats, int *out)
{
    int64_t v;
    const int t = request__get(q, "viewer");
    if (t < 0 || q->doc.tok[t].type == SR_J_NULL)
        *out = SR_FULL;
    else if (sr_json_is(&q->doc, t, "spectator"))
        *out = SR_SPECTATOR;
    else if (sr_json_num(&q->doc, t, &v) && v >= 0 && v < seats)
        *out = (int)v;
    else
        return sr_fail(q->diag, SR_RANGE, "viewer: null, a seat or \"spectator\" is expected");
    return SR_OK;
}

enum sr_err request__game(const struct request *q, const struct sr_game **out)
{
    char id[32];
    if (!sr_json_text(&q->doc, request__get(q, "game"), id, sizeof id))
        return sr_fail(q->diag, SR_KEY, "game: missing");
    *out = sr_game_find(id);
    return *out ? SR_OK : sr_fail(q->diag, SR_UNKNOWN, "there is no game \"%s\"", id);
}

enum sr_err request__move(const struct request *q, const struct sr_rules *r,
                          const union sr_state *s, sr_move *out)
{
    const int t = request__get(q, "move");
    if (t < 0)
        return sr_fail(q->diag, SR_KEY, "move: missing");
    return sr_move_read(r, s, &q->doc, t, out, q->diag);
}

/* ---- dispatch ------------------------------------------------------------------------------- */

static enum sr_err run(const struct request *q)
{
    const int op = request__get(q, "op");
    for (const struct request_op *o = request__operations; o->name; o++)
        if (sr_json_is(&q->doc, op, o->name))
            return o->run(q);
    return sr_fail(q->diag, SR_UNKNOWN, "op: missing or unknown");
}

int sr_call(int len)
{
    struct sr_diag diag = {""};
    struct sr_buf out;
    struct request q = {.out = &out, .diag = &diag};
    sr_buf_init(&out, answer, sizeof answer);
    sr_json_open(&out, '{');
    sr_json_key(&out, "ok");
    enum sr_err err = len < 0 || len > CALL_BUFFER
                          ? sr_fail(&diag, SR_SPACE, "the request is too long")
                          : sr_json_parse(&q.doc, buffer, (size_t)len, tokens, TOKENS, &diag);
    if (!err)
        err = run(&q);
    sr_json_close(&out, '}');
    if (!err && out.full)
        err = sr_fail(&diag, SR_SPACE, "the answer is too long");
    if (err) {
        sr_buf_init(&out, answer, sizeof answer);
        sr_json_open(&out, '{');
        sr_json_put_open(&out, "error", '{');
        sr_json_put_str(&out, "code", sr_err_name(err));
        sr_json_put_str(&out, "text", diag.text);
        sr_json_close(&out, '}');
        sr_json_close(&out, '}');
    }
    memcpy(buffer, answer, out.len + 1);
    return (int)out.len;
}
