/* ledger.c: a table as the sum of its log: what each kind of entry does, how a table is set up,
 * and how its set-up is stored. The same code runs when something happens and when a table is
 * loaded, so that both cannot differ. */
#include <stdlib.h>

#include "core/alloc.h"
#include "server/fair.h"
#include "server/server.h"

const char *const sv_status_names[] = {"waiting", "playing", "over"};
const char *const sv_seat_names[] = {"open", "link", "human", "bot"};
const char *const sv_kind_names[] = {"sit",    "start", "move",   "undo", "ask",
                                     "answer", "chat",  "leave",  "vote", "stand_in",
                                     "back",   "prefs", "rematch"};

int sv_ply(const struct sv_table *t)
{
    return t->log.match ? t->log.base_ply + sr_table_ply(t->log.match) : t->log.base_ply;
}

int sv_actor(const struct sv_table *t)
{
    return t->log.status == SV_PLAYING && t->log.match ? sr_table_actor(t->log.match) : SR_NOBODY;
}

bool sv_bot_decides(const struct sv_table *t)
{
    const int actor = sv_actor(t);
    return actor >= 0 &&
           (t->people.seat[actor].kind == SV_BOT || t->people.seat[actor].stand_in[0]);
}

unsigned sv_people(const struct sv_table *t)
{
    unsigned set = 0;
    for (int i = 0; i < t->setup.config.seats; i++)
        if (t->people.seat[i].kind == SV_HUMAN && !t->people.seat[i].left &&
            !t->people.seat[i].stand_in[0])
            set |= 1u << i;
    return set;
}

bool sv_all_agree(const struct sv_table *t)
{
    return t->log.asked_by >= 0 && (sv_people(t) & ~t->log.agreed) == 0;
}

bool sv_rematch_due(const struct sv_table *t)
{
    return t->log.status == SV_OVER && !t->log.rematch[0] && t->log.asked_what == 1 &&
           sv_all_agree(t);
}

/* ---- entries -------------------------------------------------------------------------------- */

static bool no(struct sr_diag *diag, const char *why)
{
    (void)sr_fail(diag, SR_BROKEN, "%s", why);
    return false;
}

static int name_index(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static void clear_ask(struct sv_table *t)
{
    t->log.asked_by = -1;
    t->log.agreed = 0;
}

static bool apply_sit(struct sv_table *t, struct sv_seat *s, const struct sr_doc *d,
                      struct sr_diag *diag)
{
    char kind[8];
    sv_get_text(d, 0, "kind", kind, sizeof kind);
    const int k = name_index(sv_seat_names, 4, kind);
    if (k < 0)
        return no(diag, "sit: unknown kind");
    s->kind = (enum sv_seat_kind)k;
    sv_get_text(d, 0, "name", s->name, sizeof s->name);
    sv_get_text(d, 0, "bot", s->bot, sizeof s->bot);
    sv_get_text(d, 0, "key", s->key, sizeof s->key);
    sv_get_text(d, 0, "invite", s->invite, sizeof s->invite);
    sv_get_text(d, 0, "account", s->account, sizeof s->account);
    s->left = false;
    s->stand_in[0] = '\0';
    s->votes = 0;
    s->clock = (int64_t)t->setup.clock_total * 1000;
    return true;
}

/* The move by its number if the text agrees, else by its text (rules may have renumbered). */
static bool read_move(const struct sv_table *t, const struct sr_doc *d, sr_move *out,
                      struct sr_diag *diag)
{
    const struct sr_rules *r = &t->setup.config.rules;
    char text[SR_TEXT_MAX], ours[SR_TEXT_MAX];
    sv_get_text(d, 0, "m", text, sizeof text);
    const sr_move m = (sr_move)sv_get_int(d, 0, "v", 0);
    if (sr_move_verb(m) < r->game->move_count) {
        sr_move_text(r->game, m, ours);
        if (strcmp(text, ours) == 0) {
            *out = m;
            return true;
        }
    }
    return sr_move_parse(r, sr_table_state(t->log.match), text, out, diag) == SR_OK;
}

/* Takes the time since the decision began from a person's clock. */
static void spend(const struct sv_table *t, struct sv_seat *s, int64_t at)
{
    if (t->setup.clock_total && t->log.status == SV_PLAYING)
        s->clock -= at - t->log.since;
    if (s->clock < 0)
        s->clock = 0;
}

static bool apply_move(struct server *sv, struct sv_table *t, int seat, int64_t at,
                       const struct sr_doc *d, struct sr_diag *diag)
{
    if (!t->log.match) { /* rules have changed: only counted, the snapshot tells the rest */
        t->log.base_ply++;
        return true;
    }
    sr_move m;
    if (t->log.astray)
        return true;
    if (!read_move(t, d, &m, diag))
        return false;
    sr_copy(&t->setup.config.rules, &sv->before, sr_table_state(t->log.match));
    sv->events = (struct sr_events){sv->event_list, 0, SR_EVENTS_MAX, false};
    if (sr_table_play(t->log.match, seat, m, &sv->events, diag) != SR_OK)
        return false;
    char hash[20];
    if (!sv->trust_moves && sv_get_text(d, 0, "h", hash, sizeof hash) &&
        strtoull(hash, NULL, 16) != sr_table_hash(t->log.match, sr_table_ply(t->log.match) - 1))
        return no(diag, "the position after a move is another one");
    struct sv_seat *s = &t->people.seat[seat];
    if (s->kind == SV_HUMAN && !s->stand_in[0]) {
        spend(t, s, at);
        s->clock += t->log.status == SV_PLAYING ? (int64_t)t->setup.clock_add * 1000 : 0;
    }
    t->log.since = at;
    clear_ask(t);
    if (sr_table_actor(t->log.match) == SR_NOBODY)
        t->log.status = SV_OVER;
    return true;
}

static bool apply_undo(const struct server *sv, struct sv_table *t, int64_t at,
                       const struct sr_doc *d, struct sr_diag *diag)
{
    const int to = (int)sv_get_int(d, 0, "to", -1);
    clear_ask(t);
    t->log.since = at;
    if (!t->log.match) {
        t->log.base_ply = to;
        return to >= 0;
    }
    if (sv->trust_moves && to < t->log.base_ply)
        t->log.astray = true; /* that position was not kept */
    else if (to <= sv_ply(t))
        t->log.astray = false;
    if (t->log.astray)
        return true;
    return sr_table_rewind(t->log.match, to - t->log.base_ply, diag) == SR_OK;
}

static bool apply_prefs(struct sv_seat *s, const struct sr_doc *d)
{
    s->step = sv_get_bool(d, 0, "step", s->step);
    const int standing = sr_json_get(d, 0, "standing");
    if (standing < 0)
        return true;
    sr_free(s->standing);
    s->standing = NULL;
    const char *start;
    const size_t n = sv_raw(d, standing, &start);
    if (d->tok[standing].size > 0)
        s->standing = sv_dup(start, n);
    return d->tok[standing].size == 0 || s->standing;
}

static bool apply(struct server *sv, struct sv_table *t, enum sv_kind kind, int seat, int64_t at,
                  const struct sr_doc *d, struct sr_diag *diag)
{
    struct sv_seat *s = seat >= 0 ? &t->people.seat[seat] : NULL;
    if (!s && kind != SV_START && kind != SV_REMATCH && kind != SV_UNDO)
        return no(diag, "an entry without a seat");
    const bool decides = s && sv_actor(t) == seat;
    switch (kind) {
    case SV_SIT:
        return apply_sit(t, s, d, diag);
    case SV_START:
        t->log.status = SV_PLAYING;
        t->log.since = at;
        if (t->log.match && sr_table_actor(t->log.match) == SR_NOBODY)
            t->log.status = SV_OVER;
        return true;
    case SV_MOVE:
        return apply_move(sv, t, seat, at, d, diag);
    case SV_UNDO:
        return apply_undo(sv, t, at, d, diag);
    case SV_ASK:
        t->log.asked_by = (int8_t)seat;
        t->log.asked_what = (int8_t)sv_get_int(d, 0, "what", 0);
        t->log.asked_ply = (int)sv_get_int(d, 0, "to", 0);
        t->log.agreed = 1u << seat;
        return true;
    case SV_ANSWER:
        if (sv_get_bool(d, 0, "yes", false))
            t->log.agreed |= 1u << seat;
        else
            clear_ask(t);
        return true;
    case SV_LEAVE:
        s->left = true;
        clear_ask(t); /* who goes does not say yes */
        return true;
    case SV_VOTE: {
        const int whom = (int)sv_get_int(d, 0, "for", -1);
        if (whom < 0 || whom >= t->setup.config.seats)
            return no(diag, "vote: no such seat");
        t->people.seat[whom].votes |= 1u << seat;
        return true;
    }
    case SV_STAND_IN:
        if (decides && !s->stand_in[0])
            spend(t, s, at);
        sv_get_text(d, 0, "bot", s->stand_in, sizeof s->stand_in);
        s->votes = 0;
        t->log.since = decides ? at : t->log.since;
        return true;
    case SV_BACK:
        s->stand_in[0] = '\0';
        s->left = false;
        s->votes = 0;
        t->log.since = decides ? at : t->log.since;
        if (s->clock < (int64_t)t->setup.clock_add * 1000)
            s->clock = (int64_t)t->setup.clock_add * 1000;
        return true;
    case SV_PREFS:
        return apply_prefs(s, d);
    case SV_REMATCH:
        sv_get_text(d, 0, "table", t->log.rematch, sizeof t->log.rematch);
        clear_ask(t);
        return true;
    default:
        return true; /* chat */
    }
}

static bool log_grow(struct sv_table *t)
{
    if (t->log.seq < t->log.max)
        return true;
    const int max = t->log.max ? 2 * t->log.max : 32;
    struct sv_entry *log = (struct sv_entry *)sr_realloc(t->log.entry, (size_t)max * sizeof *log);
    if (!log)
        return false;
    t->log.entry = log;
    t->log.max = max;
    return true;
}

bool sv_apply(struct server *sv, struct sv_table *t, enum sv_kind kind, int seat, int64_t at,
              char *body, struct sr_diag *diag)
{
    struct sr_doc d;
    bool ok = body && log_grow(t);
    if (!ok)
        no(diag, "no memory for an entry");
    if (ok && (t->log.seq >= SV_ENTRIES_MAX || seat >= t->setup.config.seats))
        ok = no(diag, "an entry too many, or of a seat that is none");
    if (ok && (sr_json_parse(&d, body, strlen(body), sv->tok_a, SV_TOKENS_MAX, diag) != SR_OK ||
               d.tok[0].type != SR_J_OBJECT))
        ok = no(diag, "an entry is damaged");
    if (ok)
        ok = apply(sv, t, kind, seat, at, &d, diag);
    if (!ok) {
        sr_free(body);
        return false;
    }
    t->log.entry[t->log.seq++] =
        (struct sv_entry){at, (uint8_t)kind, (int8_t)seat, sv_ply(t), body};
    t->log.updated = at;
    return true;
}

bool sv_append(struct server *sv, struct sv_table *t, enum sv_kind kind, int seat, const char *body,
               struct sr_diag *diag)
{
    sv->events.count = 0;
    if (t->log.seq >= SV_ENTRIES_MAX)
        return no(diag, "the log of the table is full");
    if (!sv_apply(sv, t, kind, seat, sv_now(), sv_dup(body, strlen(body)), diag)) {
        sv_give_up(sv, t);
        return false;
    }
    sv_render(sv, t, t->log.seq, &sv->before, &sv->events);
    return true;
}

/* ---- set-up --------------------------------------------------------------------------------- */

void sv_config_write(struct sr_buf *b, const struct sv_table *t)
{
    const struct sr_game *g = t->setup.config.rules.game;
    sr_json_open(b, '{');
    sr_json_key(b, "game");
    sr_json_str(b, g->id);
    sr_json_key(b, "players");
    sr_json_int(b, t->setup.config.seats);
    sr_json_key(b, "seed");
    sr_json_seed(b, t->setup.config.seed);
    sr_json_key(b, "salt");
    sr_json_str(b, t->setup.salt);
    sr_json_key(b, "rules_version");
    sr_json_int(b, t->setup.config.rules_version);
    sr_json_key(b, "options");
    sr_options_write(b, g, t->setup.config.option);
    if (t->setup.edition) {
        sr_json_key(b, "edition_name");
        sr_json_str(b, t->setup.config.edition_name);
        sr_json_key(b, "edition");
        sr_edition_write(b, &t->setup.config.rules);
    }
    const struct {
        const char *key;
        int value;
    } flags[] = {{"live", t->setup.live},         {"open_dice", t->setup.open_dice},
                 {"listed", t->setup.listed},     {"patience", t->setup.patience},
                 {"clock", t->setup.clock_total}, {"add", t->setup.clock_add}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        sr_json_key(b, flags[i].key);
        sr_json_int(b, flags[i].value);
    }
    sr_json_key(b, "takeover");
    sr_json_str(b, t->setup.takeover);
    sr_json_key(b, "origin");
    sr_json_str(b, t->setup.origin);
    sr_json_key(b, "created");
    sr_json_int(b, t->setup.created);
    sr_json_close(b, '}');
}

static bool read_edition(struct sv_table *t, const struct sr_doc *d, struct sr_diag *diag)
{
    const struct sr_game *g = t->setup.config.rules.game;
    const int ed = sr_json_get(d, 0, "edition");
    if (ed < 0)
        return true;
    t->setup.edition = (unsigned char *)sr_alloc(g->edition_size);
    if (!t->setup.edition || sr_edition_read(g, d, ed, t->setup.edition, diag) != SR_OK)
        return false;
    t->setup.config.rules.edition = t->setup.edition;
    sv_get_text(d, 0, "edition_name", t->setup.config.edition_name, sizeof t->setup.config.edition_name);
    return true;
}

static bool read_config(struct sv_table *t, const struct sr_doc *d, struct sr_diag *diag)
{
    char game[32];
    sv_get_text(d, 0, "game", game, sizeof game);
    const struct sr_game *g = sr_game_find(game);
    uint64_t seed;
    if (!g || !sr_json_seed_read(d, sr_json_get(d, 0, "seed"), &seed))
        return no(diag, "the game of this table is not in this build");
    const struct sr_rules r = sr_rules_default(g);
    sr_table_config_init(&t->setup.config, &r, (int)sv_get_int(d, 0, "players", 0), seed);
    const int options = sr_json_get(d, 0, "options");
    if (options >= 0 && sr_options_read(g, d, options, t->setup.config.option, diag) != SR_OK)
        return false;
    sv_get_text(d, 0, "salt", t->setup.salt, sizeof t->setup.salt);
    t->setup.config.rules_version = (int)sv_get_int(d, 0, "rules_version", 0);
    t->setup.live = sv_get_int(d, 0, "live", 1) != 0;
    t->setup.open_dice = sv_get_int(d, 0, "open_dice", 0) != 0;
    t->setup.listed = sv_get_int(d, 0, "listed", 0) != 0;
    t->setup.patience = (int)sv_get_int(d, 0, "patience", 0);
    t->setup.clock_total = (int)sv_get_int(d, 0, "clock", 0);
    t->setup.clock_add = (int)sv_get_int(d, 0, "add", 0);
    t->setup.created = sv_get_int(d, 0, "created", 0);
    sv_get_text(d, 0, "takeover", t->setup.takeover, sizeof t->setup.takeover);
    sv_get_text(d, 0, "origin", t->setup.origin, sizeof t->setup.origin);
    fair_commit(g->id, seed, t->setup.salt, t->setup.commit);
    return read_edition(t, d, diag);
}

struct sv_table *sv_config_read(struct server *sv, const char *id, const char *json,
                                struct sr_diag *diag)
{
    struct sv_table *t = (struct sv_table *)sr_alloc(sizeof *t);
    struct sr_doc d;
    if (!t)
        return NULL;
    snprintf(t->id, sizeof t->id, "%s", id);
    t->people.waits_end = &t->people.waits;
    t->log.asked_by = -1;
    if (sr_json_parse(&d, json, strlen(json), sv->tok_a, SV_TOKENS_MAX, diag) != SR_OK ||
        d.tok[0].type != SR_J_OBJECT || !read_config(t, &d, diag)) {
        sv_table_free(t);
        return NULL;
    }
    return t;
}

bool sv_begin_match(struct sv_table *t, struct sr_diag *diag)
{
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
        sr_free(t->log.entry[i].body);
    for (int i = 0; i < t->commit.outs; i++)
        net_text_drop(t->commit.out[i].text);
    sr_free(t->commit.out);
    sr_free(t->log.entry);
    sr_table_free(t->log.match);
    sr_free(t->setup.edition);
    sr_free(t);
}
