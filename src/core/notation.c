/* notation.c: moves as short texts. One format for all games, driven by the verbs' argument rows;
 * parsing is matching against the legal moves, so there is no second grammar to keep in step. */
#include "serai/game.h"
#include "serai/json.h"

bool sr_move_arg(const struct sr_game *g, sr_move m, int i, int *value)
{
    const int verb = sr_move_verb(m);
    if (verb >= g->move_count)
        return false;
    const struct sr_arg *a = &g->moves[verb].arg[i];
    if (a->type == SR_A_END)
        return false;
    int v = sr_move_bits(m, a->shift, a->bits);
    if (a->flags & SR_A_OPTIONAL) {
        if (v == 0)
            return false;
        v--;
    }
    if (a->type == SR_A_SIGNED && (v >> (a->bits - 1) & 1))
        v -= 1 << a->bits;
    *value = v;
    return true;
}

static void put_name(struct sr_buf *b, const struct sr_names *names, int v)
{
    if (v >= 0 && v < names->count)
        sr_buf_put(b, names->name[v]);
    else
        sr_buf_int(b, v);
}

static void put_set(struct sr_buf *b, const struct sr_names *names, int v)
{
    bool any = false;
    for (int i = 0; i < names->count; i++) {
        if (!(v >> i & 1))
            continue;
        if (any)
            sr_buf_put(b, "+");
        sr_buf_put(b, names->name[i]);
        any = true;
    }
    if (!any)
        sr_buf_put(b, "none");
}

static void put_value(struct sr_buf *b, const struct sr_arg *a, int v)
{
    switch (a->type) {
    case SR_A_NAME:
        put_name(b, a->names, v);
        break;
    case SR_A_SET:
        put_set(b, a->names, v);
        break;
    case SR_A_SEAT:
        sr_buf_put(b, "P");
        sr_buf_int(b, v + 1);
        break;
    case SR_A_SIGNED:
        if (v > 0)
            sr_buf_put(b, "+");
        sr_buf_int(b, v);
        break;
    default:
        sr_buf_int(b, v);
        break;
    }
}

void sr_move_text(const struct sr_game *g, sr_move m, char out[SR_TEXT_MAX])
{
    struct sr_buf b;
    sr_buf_init(&b, out, SR_TEXT_MAX);
    const int verb = sr_move_verb(m);
    if (verb >= g->move_count) {
        sr_buf_put(&b, "?");
        return;
    }
    sr_buf_put(&b, g->moves[verb].name);
    for (int i = 0; i < SR_ARGS_MAX && g->moves[verb].arg[i].type != SR_A_END; i++) {
        const struct sr_arg *a = &g->moves[verb].arg[i];
        int v;
        if ((a->flags & SR_A_SILENT) || !sr_move_arg(g, m, i, &v))
            continue;
        if ((a->flags & SR_A_NONZERO) && v == 0)
            continue;
        sr_buf_put(&b, " ");
        if (a->flags & SR_A_KEYED) {
            sr_buf_put(&b, a->key);
            sr_buf_put(&b, "=");
        }
        put_value(&b, a, v);
    }
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Equal but for letter case and runs of blanks. */
static bool same_text(const char *typed, const char *text)
{
    while (is_blank(*typed))
        typed++;
    for (;;) {
        if (is_blank(*typed)) {
            while (is_blank(*typed))
                typed++;
            if (*typed == '\0')
                return *text == '\0';
            if (*text++ != ' ')
                return false;
            continue;
        }
        if (lower(*typed) != lower(*text))
            return false;
        if (*typed == '\0')
            return true;
        typed++;
        text++;
    }
}

enum sr_err sr_move_parse(const struct sr_rules *r, const union sr_state *s, const char *text,
                          sr_move *out, struct sr_diag *diag)
{
    sr_move list[SR_MOVES_MAX];
    const int n = sr_legal(r, s, list);
    char one[SR_TEXT_MAX];
    for (int i = 0; i < n; i++) {
        sr_move_text(r->game, list[i], one);
        if (same_text(text, one)) {
            *out = list[i];
            return SR_OK;
        }
    }
    if (n == 0)
        return sr_fail(diag, SR_OVER, "the game is over");
    sr_move_text(r->game, list[0], one);
    return sr_fail(diag, SR_ILLEGAL,
                   "'%.60s' is not one of the %d legal moves here (such as '%.60s')", text, n, one);
}
