/* save.c: a match as JSON and back. The moves are stored in notation with the hash after each, so
 * that a reader can tell exactly where a log stops fitting the rules. */
#include "serai/table.h"

static const char *const seat_kinds[] = {"human", "bot", "remote"};

enum { FORMAT = 1 };

static void write_seats(struct sr_buf *b, const struct sr_table_config *c)
{
    sr_json_open(b, '[');
    for (int i = 0; i < c->seats; i++) {
        sr_json_open(b, '{');
        sr_json_key(b, "kind");
        sr_json_str(b, seat_kinds[c->seat[i].kind]);
        sr_json_key(b, "name");
        sr_json_str(b, c->seat[i].name);
        if (c->seat[i].kind == SR_SEAT_BOT) {
            sr_json_key(b, "bot");
            sr_json_str(b, c->seat[i].bot);
        }
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

/* Moves need their position only to be read, not to be written. */
static void write_moves(struct sr_buf *b, const struct sr_table *t)
{
    const struct sr_game *g = sr_table_config_get(t)->rules.game;
    sr_json_open(b, '[');
    for (int i = 0; i < sr_table_ply(t); i++) {
        char text[SR_TEXT_MAX], hash[20];
        struct sr_buf h;
        sr_move_text(g, sr_table_move(t, i), text);
        sr_buf_init(&h, hash, sizeof hash);
        sr_buf_hex64(&h, sr_table_hash(t, i));
        sr_json_open(b, '[');
        sr_json_int(b, sr_table_mover(t, i));
        sr_json_str(b, text);
        sr_json_str(b, hash);
        sr_json_close(b, ']');
    }
    sr_json_close(b, ']');
}

void sr_table_write(struct sr_buf *b, const struct sr_table *t)
{
    const struct sr_table_config *c = sr_table_config_get(t);
    sr_json_open(b, '{');
    sr_json_key(b, "caravanserai");
    sr_json_int(b, FORMAT);
    sr_json_key(b, "game");
    sr_json_str(b, c->rules.game->id);
    sr_json_key(b, "rules_version");
    sr_json_int(b, c->rules.game->rules_version);
    sr_json_key(b, "players");
    sr_json_int(b, c->seats);
    sr_json_key(b, "seed");
    sr_json_seed(b, c->seed);
    sr_json_key(b, "options");
    sr_options_write(b, c->rules.game, c->option);
    sr_json_key(b, "edition_name");
    sr_json_str(b, c->edition_name);
    sr_json_key(b, "edition");
    sr_edition_write(b, &c->rules);
    sr_json_key(b, "seats");
    write_seats(b, c);
    sr_json_key(b, "moves");
    write_moves(b, t);
    sr_json_close(b, '}');
}

/* ---- reading -------------------------------------------------------------------------------- */

static enum sr_err read_seat(const struct sr_doc *doc, int t, struct sr_seat *seat,
                             struct sr_diag *diag)
{
    const int kind = sr_json_get(doc, t, "kind");
    int k = 0;
    while (k < 3 && !sr_json_is(doc, kind, seat_kinds[k]))
        k++;
    if (k == 3)
        return sr_fail(diag, SR_RANGE, "seats: a kind is missing or unknown");
    seat->kind = (enum sr_seat_kind)k;
    const int name = sr_json_get(doc, t, "name");
    if (name >= 0 && !sr_json_text(doc, name, seat->name, sizeof seat->name))
        return sr_fail(diag, SR_TYPE, "seats: a name is no text or too long");
    const int bot = sr_json_get(doc, t, "bot");
    if (bot >= 0 && !sr_json_text(doc, bot, seat->bot, sizeof seat->bot))
        return sr_fail(diag, SR_TYPE, "seats: a bot's name is no text or too long");
    return SR_OK;
}

static enum sr_err read_config(const struct sr_doc *doc, int tok, void *edition,
                               struct sr_table_config *c, char name[SR_NAME_MAX],
                               struct sr_diag *diag)
{
    int64_t n;
    char id[32];
    if (doc->tok[tok].type != SR_J_OBJECT ||
        !sr_json_num(doc, sr_json_get(doc, tok, "caravanserai"), &n))
        return sr_fail(diag, SR_PARSE, "this is no saved game");
    if (n != FORMAT)
        return sr_fail(diag, SR_UNKNOWN, "saved in format %lld, this program knows format %d",
                       (long long)n, FORMAT);
    if (!sr_json_text(doc, sr_json_get(doc, tok, "game"), id, sizeof id))
        return sr_fail(diag, SR_KEY, "game: missing");
    const struct sr_game *g = sr_game_find(id);
    if (!g)
        return sr_fail(diag, SR_UNKNOWN, "there is no game \"%s\" here", id);
    struct sr_rules r = {g, edition};
    memcpy(edition, g->edition, g->edition_size);
    const int ed = sr_json_get(doc, tok, "edition");
    enum sr_err err = ed < 0 ? SR_OK : sr_edition_read(g, doc, ed, edition, diag);
    if (err)
        return err;

    const int players = sr_json_get(doc, tok, "players");
    uint64_t seed;
    if (!sr_json_num(doc, players, &n) || n < g->seats_min || n > g->seats_max)
        return sr_fail(diag, SR_RANGE, "players: %d to %d are expected", g->seats_min,
                       g->seats_max);
    if (!sr_json_seed_read(doc, sr_json_get(doc, tok, "seed"), &seed))
        return sr_fail(diag, SR_TYPE, "seed: missing or no number");
    sr_table_config_init(c, &r, (int)n, seed);
    const int options = sr_json_get(doc, tok, "options");
    if (options >= 0) {
        err = sr_options_read(g, doc, options, c->option, diag);
        if (err)
            return err;
    }
    name[0] = '\0';
    const int named = sr_json_get(doc, tok, "edition_name");
    if (named >= 0 && !sr_json_text(doc, named, name, SR_NAME_MAX))
        return sr_fail(diag, SR_TYPE, "edition_name: no text, or too long");
    c->edition_name = name;
    const int seats = sr_json_get(doc, tok, "seats");
    for (int i = 0; i < c->seats && seats >= 0 && !err; i++) {
        const int seat = sr_json_at(doc, seats, i);
        err = seat < 0 ? sr_fail(diag, SR_KEY, "seats: seat %d is missing", i)
                       : read_seat(doc, seat, &c->seat[i], diag);
    }
    return err;
}

/* One move: [mover, "text", "hash"]; the hash may be left out by hand-written files. */
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
    const struct sr_rules *r = &sr_table_config_get(t)->rules;
    if (sr_move_parse(r, sr_table_state(t), text, &move, &why) != SR_OK ||
        sr_table_play(t, (int)mover, move, NULL, &why) != SR_OK)
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

static struct sr_table *read_table(const struct sr_doc *doc, int tok, void *edition,
                                   enum sr_err *err, struct sr_diag *diag)
{
    struct sr_table_config c;
    char name[SR_NAME_MAX];
    *err = read_config(doc, tok, edition, &c, name, diag);
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

struct sr_table *sr_table_read(const struct sr_doc *doc, int tok, void *edition, enum sr_err *err,
                               struct sr_diag *diag)
{
    struct sr_table *t = read_table(doc, tok, edition, err, diag);
    if (!t && diag && *err != SR_SPACE)
        blame_rules(doc, tok, *err, diag);
    return t;
}
