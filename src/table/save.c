/* save.c: a match as JSON and back. The moves are stored in notation with the hash after each, so
 * that a reader can tell exactly where a log stops fitting the rules. */
#include "serai/table.h"

enum { FORMAT = 1 };

static void draws_write(struct sr_buf *b, const struct sr_table *t, int ply)
{
    int count;
    const struct sr_draw *told = sr_table_told(t, ply, &count);
    if (!told)
        return;
    sr_json_open(b, '[');
    for (int i = 0; i < count; i++) {
        sr_json_open(b, '[');
        sr_json_int(b, told[i].value);
        sr_json_int(b, told[i].of);
        sr_json_close(b, ']');
    }
    sr_json_close(b, ']');
}

/* Moves need their position only to be read, not to be written. */
void sr_table_moves_write(struct sr_buf *b, const struct sr_table *t, int from)
{
    const struct sr_game *g = sr_table_config_get(t)->rules.game;
    sr_json_open(b, '[');
    for (int i = from; i < sr_table_ply(t); i++) {
        char text[SR_TEXT_MAX], hash[20];
        struct sr_buf h;
        sr_move_text(g, sr_table_move(t, i), text);
        sr_buf_init(&h, hash, sizeof hash);
        sr_buf_hex64(&h, sr_table_hash(t, i));
        sr_json_open(b, '[');
        sr_json_int(b, sr_table_mover(t, i));
        sr_json_str(b, text);
        sr_json_str(b, hash);
        draws_write(b, t, i);
        sr_json_close(b, ']');
    }
    sr_json_close(b, ']');
}

void sr_table_write(struct sr_buf *b, const struct sr_table *t)
{
    sr_json_open(b, '{');
    sr_json_put_int(b, "caravanserai", FORMAT);
    sr_table_config_write(b, sr_table_config_get(t), SR_SETUP_WHOLE);
    sr_json_key(b, "moves");
    sr_table_moves_write(b, t, 0);
    sr_json_close(b, '}');
}

/* ---- reading -------------------------------------------------------------------------------- */

enum sr_err sr_draws_read(const struct sr_doc *doc, int tok, struct sr_draw out[SR_DRAWS_MAX],
                          int *count, struct sr_diag *diag)
{
    *count = 0;
    if (tok < 0)
        return SR_OK;
    const int size = doc->tok[tok].type == SR_J_ARRAY ? doc->tok[tok].size : -1;
    if (size < 0 || size > SR_DRAWS_MAX)
        return sr_fail(diag, SR_TYPE, "draws: a list of at most %d is expected", SR_DRAWS_MAX);
    for (int i = 0; i < size; i++) {
        const int pair = sr_json_at(doc, tok, i);
        int64_t value, of;
        if (!sr_json_num(doc, sr_json_at(doc, pair, 0), &value) ||
            !sr_json_num(doc, sr_json_at(doc, pair, 1), &of) || of < 2 || of > INT32_MAX ||
            value < 0 || value >= of)
            return sr_fail(diag, SR_TYPE, "draw %d: [value, out of how many] is expected", i + 1);
        out[i] = (struct sr_draw){(uint32_t)value, (uint32_t)of};
    }
    *count = size;
    return SR_OK;
}

/* One move: [mover, "text", "hash", draws]; the hash may be left out by hand-written files, draws
 * are there where chance was told. */
static enum sr_err read_move(const struct sr_doc *doc, int m, int ply, struct sr_table *t,
                             struct sr_diag *diag)
{
    char text[SR_TEXT_MAX], hash[20];
    int64_t mover;
    if (!sr_json_num(doc, sr_json_at(doc, m, 0), &mover) || mover < 0 || mover >= SR_SEATS_MAX ||
        !sr_json_text(doc, sr_json_at(doc, m, 1), text, sizeof text))
        return sr_fail(diag, SR_TYPE, "move %d: [seat, \"move\", \"hash\"] is expected", ply);
    sr_move move;
    struct sr_diag why;
    struct sr_draw told[SR_DRAWS_MAX];
    int draws;
    const struct sr_rules *r = &sr_table_config_get(t)->rules;
    if (sr_draws_read(doc, sr_json_at(doc, m, 3), told, &draws, &why) != SR_OK ||
        sr_move_parse(r, sr_table_state(t), text, &move, &why) != SR_OK ||
        sr_table_play_told(t, (int)mover, move, told, draws, NULL, &why) != SR_OK)
        return sr_fail(diag, SR_DIFFERS, "move %d does not fit: %.200s", ply, why.text);
    const int h = sr_json_at(doc, m, 2);
    if (h < 0)
        return SR_OK;
    char ours[20];
    struct sr_buf b;
    sr_buf_init(&b, ours, sizeof ours);
    sr_buf_hex64(&b, sr_table_hash(t, ply));
    if (!sr_json_text(doc, h, hash, sizeof hash) || strcmp(hash, ours) != 0)
        return sr_fail(diag, SR_DIFFERS, "after move %d (%.60s) the position is another one", ply,
                       text);
    return SR_OK;
}

static enum sr_err check_format(const struct sr_doc *doc, int tok, struct sr_diag *diag)
{
    int64_t n;
    if (doc->tok[tok].type != SR_J_OBJECT ||
        !sr_json_num(doc, sr_json_get(doc, tok, "caravanserai"), &n))
        return sr_fail(diag, SR_PARSE, "this is no saved game");
    if (n != FORMAT)
        return sr_fail(diag, SR_UNKNOWN, "saved in format %lld, this program knows format %d",
                       (long long)n, FORMAT);
    return SR_OK;
}

static struct sr_table *read_table(const struct sr_doc *doc, int tok, enum sr_err *err,
                                   struct sr_diag *diag)
{
    union {
        uint64_t align;
        unsigned char bytes[SR_EDITION_MAX];
    } edition;
    struct sr_table_config c;
    *err = check_format(doc, tok, diag);
    if (!*err)
        *err = sr_table_config_read(doc, tok, SR_SETUP_WHOLE, edition.bytes, &c, diag);
    if (*err)
        return NULL;
    const int moves = sr_json_get(doc, tok, "moves");
    if (moves < 0 || doc->tok[moves].type != SR_J_ARRAY) {
        *err = sr_fail(diag, SR_KEY, "moves: missing");
        return NULL;
    }
    struct sr_table *t = sr_table_new(&c, diag);
    if (!t) {
        *err = SR_SPACE;
        return NULL;
    }
    int m = moves + 1;
    for (int i = 0; i < doc->tok[moves].size && !*err; i++, m = doc->tok[m].next)
        *err = read_move(doc, m, i, t, diag);
    if (*err) {
        sr_table_free(t);
        return NULL;
    }
    return t;
}

/* What does not fit may be no fault but a game of other rules: the reason says so. */
static void blame_rules(const struct sr_doc *doc, int tok, enum sr_err err, struct sr_diag *diag)
{
    char id[32];
    int64_t version;
    const struct sr_game *g = NULL;
    if (sr_json_text(doc, sr_json_get(doc, tok, "game"), id, sizeof id))
        g = sr_game_find(id);
    if (!g || !sr_json_num(doc, sr_json_get(doc, tok, "rules_version"), &version) ||
        version == g->rules_version)
        return;
    const struct sr_diag why = *diag;
    (void)sr_fail(diag, err, "saved with version %lld of the rules, this program plays %d: %.160s",
                  (long long)version, g->rules_version, why.text);
}

struct sr_table *sr_table_read(const struct sr_doc *doc, int tok, enum sr_err *err,
                               struct sr_diag *diag)
{
    struct sr_table *t = read_table(doc, tok, err, diag);
    if (!t && diag && *err != SR_SPACE)
        blame_rules(doc, tok, *err, diag);
    return t;
}
