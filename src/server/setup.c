/* setup.c: a table's beginning and end in memory, and its set-up as it is stored: the members every
 * set-up has (serai/table.h), and the server's own. */
#include "core/alloc.h"
#include "server/doc.h"
#include "server/fair.h"
#include "server/secret.h"

/* The table's own copy of the edition, which requests and other tables only lend. */
static bool take_config(struct sv_table *t, const struct sr_table_config *config)
{
    const struct sr_game *g = config->rules.game;
    t->setup.config = *config;
    if (config->rules.edition == g->edition)
        return true;
    t->setup.edition = (unsigned char *)sr_alloc(g->edition_size);
    if (!t->setup.edition)
        return false;
    memcpy(t->setup.edition, config->rules.edition, g->edition_size);
    t->setup.config.rules.edition = t->setup.edition;
    t->setup.changed = sr_edition_changes(&t->setup.config.rules);
    return true;
}

static struct sv_table *table_alloc(const struct sr_table_config *config, struct sr_diag *diag)
{
    struct sv_table *t = (struct sv_table *)sr_alloc(sizeof *t);
    if (t) {
        t->people.waits_end = &t->people.waits;
        t->log.asked_by = t->log.host = -1;
        t->people.veil_ply = -1;
    }
    if (t && take_config(t, config))
        return t;
    (void)sr_fail(diag, SR_SPACE, "no memory for a table");
    sv_table_free(t);
    return NULL;
}

static void commit_to_seed(struct sv_setup *s)
{
    if (s->mixed)
        fair_seal(s->config.rules.game->id, s->salt, s->commit);
    else
        fair_commit(s->config.rules.game->id, s->config.seed, s->salt, s->commit);
}

struct sv_table *sv_table_new(const struct sr_table_config *config, bool mixed,
                              struct sr_diag *diag)
{
    struct sv_table *t = table_alloc(config, diag);
    if (!t)
        return NULL;
    sv_new_id(t->id);
    sv_new_secret(t->setup.salt);
    t->setup.mixed = mixed;
    commit_to_seed(&t->setup);
    t->setup.config.rules_version = config->rules.game->rules_version;
    t->setup.created = t->log.updated = sv_now();
    t->commit.created_now = true;
    if (sv_begin_match(t, diag))
        return t;
    sv_table_free(t);
    return NULL;
}

bool sv_begin_match(struct sv_table *t, struct sr_diag *diag)
{
    sr_table_free(t->log.match);
    t->log.match = sr_table_new(&t->setup.config, diag);
    return t->log.match != NULL;
}

void sv_table_free(struct sv_table *t)
{
    if (!t)
        return;
    for (int i = 0; i < SR_SEATS_MAX; i++)
        sr_free(t->people.seat[i].standing);
    for (int i = 0; i < t->log.seq; i++)
        entry_free(&t->log.entry[i]);
    for (int i = 0; i < t->commit.outs; i++)
        net_text_drop(t->commit.out[i].text);
    sr_free(t->commit.out);
    sr_free(t->log.entry);
    sr_table_free(t->log.match);
    sr_free(t->setup.edition);
    sr_free(t);
}

/* ---- stored ---------------------------------------------------------------------------------- */

void sv_setup_write(struct sr_buf *b, const struct sv_table *t)
{
    const struct sv_setup *s = &t->setup;
    sr_json_open(b, '{');
    sr_table_config_write(b, &s->config, SR_SETUP_SEED);
    sr_json_put_str(b, "salt", s->salt);
    sr_json_put_int(b, "fair", s->mixed ? 2 : 1);
    sr_json_put_int(b, "live", s->live);
    sr_json_put_int(b, "open_dice", s->open_dice);
    sr_json_put_int(b, "listed", s->listed);
    sr_json_put_int(b, "rated", s->rated);
    sr_json_put_int(b, "patience", s->patience);
    sr_json_put_int(b, "clock", s->clock_total);
    sr_json_put_int(b, "add", s->clock_add);
    sr_json_put_int(b, "delay_moves", s->delay_moves);
    sr_json_put_int(b, "delay_minutes", s->delay_minutes);
    sr_json_put_str(b, "takeover", s->takeover);
    sr_json_put_str(b, "origin", s->origin);
    sr_json_put_str(b, "language", s->language);
    sr_json_put_str(b, "cup", s->cup);
    sr_json_put_int(b, "created", s->created);
    sr_json_close(b, '}');
}

static void read_terms(struct sv_setup *s, const struct sr_doc *d)
{
    sv_get_text(d, 0, "salt", s->salt, sizeof s->salt);
    s->mixed = sv_get_int(d, 0, "fair", 1) == 2;
    s->live = sv_get_int(d, 0, "live", 1) != 0;
    s->open_dice = sv_get_int(d, 0, "open_dice", 0) != 0;
    s->listed = sv_get_int(d, 0, "listed", 0) != 0;
    s->rated = sv_get_int(d, 0, "rated", 0) != 0;
    s->patience = (int)sv_get_int(d, 0, "patience", 0);
    s->clock_total = (int)sv_get_int(d, 0, "clock", 0);
    s->clock_add = (int)sv_get_int(d, 0, "add", 0);
    s->delay_moves = (int)sv_get_int(d, 0, "delay_moves", 0);
    s->delay_minutes = (int)sv_get_int(d, 0, "delay_minutes", 0);
    s->created = sv_get_int(d, 0, "created", 0);
    sv_get_text(d, 0, "takeover", s->takeover, sizeof s->takeover);
    sv_get_text(d, 0, "origin", s->origin, sizeof s->origin);
    sv_get_text(d, 0, "language", s->language, sizeof s->language);
    sv_get_text(d, 0, "cup", s->cup, sizeof s->cup);
}

struct sv_table *sv_setup_read(struct server *sv, const char *id, const char *json,
                               struct sr_diag *diag)
{
    unsigned char edition[SR_EDITION_MAX];
    struct sr_table_config config;
    struct sr_doc d;
    if (sr_json_parse(&d, json, strlen(json), sv->tok_a, SV_TOKENS_MAX, diag) != SR_OK ||
        sr_table_config_read(&d, 0, SR_SETUP_SEED, edition, &config, diag) != SR_OK)
        return NULL;
    struct sv_table *t = table_alloc(&config, diag);
    if (!t)
        return NULL;
    snprintf(t->id, sizeof t->id, "%s", id);
    read_terms(&t->setup, &d);
    commit_to_seed(&t->setup);
    return t;
}
