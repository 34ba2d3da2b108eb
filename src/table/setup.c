/* setup.c: how a match begins, as JSON and back (table.h): the one reader and the one writer of a
 * set-up, whoever asks. */
#include "serai/table.h"

static const char *const seat_kinds[] = {"human", "bot", "remote"};

enum { KINDS = sizeof seat_kinds / sizeof seat_kinds[0] };

void sr_table_config_init(struct sr_table_config *c, const struct sr_rules *r, int seats,
                          uint64_t seed)
{
    memset(c, 0, sizeof *c);
    c->rules = *r;
    c->rules_version = r->game->rules_version;
    c->seats = seats;
    c->seed = seed;
    for (int i = 0; r->game->options[i].id; i++)
        c->option[i] = r->game->options[i].def;
}

/* ---- writing -------------------------------------------------------------------------------- */

void sr_seats_write(struct sr_buf *b, const struct sr_seat *seat, int count)
{
    sr_json_open(b, '[');
    for (int i = 0; i < count; i++) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "kind", seat_kinds[seat[i].kind]);
        sr_json_put_str(b, "name", seat[i].name);
        if (seat[i].kind == SR_SEAT_BOT)
            sr_json_put_str(b, "bot", seat[i].bot);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static bool own_edition(const struct sr_rules *r)
{
    return r->edition != r->game->edition &&
           memcmp(r->edition, r->game->edition, r->game->edition_size) != 0;
}

void sr_table_config_write(struct sr_buf *b, const struct sr_table_config *c, unsigned parts)
{
    const struct sr_game *g = c->rules.game;
    sr_json_put_str(b, "game", g->id);
    sr_json_put_int(b, "rules_version", c->rules_version);
    sr_json_put_int(b, "players", c->seats);
    if (parts & SR_SETUP_SEED) {
        sr_json_key(b, "seed");
        sr_json_seed_wide(b, c->seed, c->seed_high);
    }
    sr_json_key(b, "options");
    sr_options_write(b, g, c->option);
    if (parts & SR_SETUP_SEATS || c->edition_name[0])
        sr_json_put_str(b, "edition_name", c->edition_name);
    if (parts & SR_SETUP_EDITION || own_edition(&c->rules)) {
        sr_json_key(b, "edition");
        sr_edition_write(b, &c->rules);
    }
    if (parts & SR_SETUP_SEATS) {
        sr_json_key(b, "seats");
        sr_seats_write(b, c->seat, c->seats);
    }
}

/* ---- reading -------------------------------------------------------------------------------- */

static enum sr_err read_seat(const struct sr_doc *doc, int t, struct sr_seat *out,
                             struct sr_diag *diag)
{
    struct sr_seat seat = {.kind = SR_SEAT_HUMAN};
    const int kind = sr_json_get(doc, t, "kind");
    int k = 0;
    while (k < KINDS && !sr_json_is(doc, kind, seat_kinds[k]))
        k++;
    if (k == KINDS)
        return sr_fail(diag, SR_RANGE, "seats: a kind is missing or unknown");
    seat.kind = (enum sr_seat_kind)k;
    const int name = sr_json_get(doc, t, "name");
    if (name >= 0 && !sr_json_text(doc, name, seat.name, sizeof seat.name))
        return sr_fail(diag, SR_TYPE, "seats: a name is no text or too long");
    const int bot = sr_json_get(doc, t, "bot");
    if (bot >= 0 && !sr_json_text(doc, bot, seat.bot, sizeof seat.bot))
        return sr_fail(diag, SR_TYPE, "seats: a bot's name is no text or too long");
    *out = seat;
    return SR_OK;
}

enum sr_err sr_seats_read(const struct sr_doc *doc, int tok, int count, struct sr_seat *out,
                          struct sr_diag *diag)
{
    enum sr_err err = SR_OK;
    for (int i = 0; i < count && !err; i++) {
        const int seat = sr_json_at(doc, tok, i);
        err = seat < 0 ? sr_fail(diag, SR_KEY, "seats: seat %d is missing", i)
                       : read_seat(doc, seat, &out[i], diag);
    }
    return err;
}

/* The value under a key that may be left out, or be null for the same: -1 then. */
static int optional(const struct sr_doc *doc, int tok, const char *key)
{
    const int t = sr_json_get(doc, tok, key);
    return t >= 0 && doc->tok[t].type == SR_J_NULL ? -1 : t;
}

/* Puts the name of a part before what is wrong in it, unless it is there. */
static enum sr_err within(const char *part, enum sr_err err, struct sr_diag *diag)
{
    if (err && diag && strncmp(diag->text, part, strlen(part)) != 0) {
        const struct sr_diag why = *diag;
        sr_explain(diag, "%s: %.200s", part, why.text);
    }
    return err;
}

static enum sr_err read_rules(const struct sr_doc *doc, int tok, void *edition,
                              struct sr_rules *out, struct sr_diag *diag)
{
    char id[32];
    if (doc->tok[tok].type != SR_J_OBJECT ||
        !sr_json_text(doc, sr_json_get(doc, tok, "game"), id, sizeof id))
        return sr_fail(diag, SR_KEY, "game: missing");
    const struct sr_game *g = sr_game_find(id);
    if (!g)
        return sr_fail(diag, SR_UNKNOWN, "there is no game \"%s\" here", id);
    *out = sr_rules_default(g);
    const int ed = optional(doc, tok, "edition");
    const enum sr_err err =
        ed < 0 ? SR_OK : within("edition", sr_edition_read(g, doc, ed, edition, diag), diag);
    if (!err && ed >= 0 && memcmp(edition, g->edition, g->edition_size) != 0)
        out->edition = edition;
    return err;
}

static enum sr_err read_players(const struct sr_doc *doc, int tok, const struct sr_game *g,
                                int *out, struct sr_diag *diag)
{
    int64_t n = 0;
    const int players = sr_json_get(doc, tok, "players"), seats = sr_json_get(doc, tok, "seats");
    if (players < 0 && seats >= 0 && doc->tok[seats].type == SR_J_ARRAY)
        n = doc->tok[seats].size;
    else if (!sr_json_num(doc, players, &n))
        return sr_fail(diag, SR_RANGE, "players: %d to %d are expected", g->seats_min,
                       g->seats_max);
    if (n < g->seats_min || n > g->seats_max)
        return sr_fail(diag, SR_RANGE, "players: %lld is not in %d..%d", (long long)n, g->seats_min,
                       g->seats_max);
    *out = (int)n;
    return SR_OK;
}

/* What has a usual value where it is not named. */
static enum sr_err read_choices(const struct sr_doc *doc, int tok, unsigned parts,
                                struct sr_table_config *c, struct sr_diag *diag)
{
    const struct sr_game *g = c->rules.game;
    const int version = sr_json_get(doc, tok, "rules_version");
    int64_t n = c->rules_version;
    if (version >= 0 && (!sr_json_num(doc, version, &n) || n < 0 || n > INT32_MAX))
        return sr_fail(diag, SR_TYPE, "rules_version: a number is expected");
    c->rules_version = (int)n;
    const int options = optional(doc, tok, "options");
    enum sr_err err = SR_OK;
    if (options >= 0)
        err = within("options", sr_options_read(g, doc, options, c->option, diag), diag);
    if (err)
        return err;
    const int named = optional(doc, tok, "edition_name");
    if (named >= 0 && !sr_json_text(doc, named, c->edition_name, sizeof c->edition_name))
        return sr_fail(diag, SR_TYPE, "edition_name: no text, or too long");
    const int seats = sr_json_get(doc, tok, "seats");
    if (parts & SR_SETUP_SEATS && seats >= 0)
        err = sr_seats_read(doc, seats, c->seats, c->seat, diag);
    return err;
}

enum sr_err sr_table_config_read(const struct sr_doc *doc, int tok, unsigned parts, void *edition,
                                 struct sr_table_config *c, struct sr_diag *diag)
{
    struct sr_rules r = {NULL, NULL};
    uint64_t seed = 0, high = 0;
    int seats = 0;
    enum sr_err err = read_rules(doc, tok, edition, &r, diag);
    if (!err)
        err = read_players(doc, tok, r.game, &seats, diag);
    if (err)
        return err;
    if (parts & SR_SETUP_SEED &&
        !sr_json_seed_wide_read(doc, sr_json_get(doc, tok, "seed"), &seed, &high))
        return sr_fail(diag, SR_TYPE, "seed: missing or no number");
    sr_table_config_init(c, &r, seats, seed);
    c->seed_high = high;
    return read_choices(doc, tok, parts, c, diag);
}
