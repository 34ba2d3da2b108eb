/* entry.c: entries of a log as they are stored (entry.h). */
#include "store/entry.h"

#include <stdlib.h>

#include "core/alloc.h"

const char *const entry_kind_names[ENTRY_KINDS] = {"sit",    "start", "move",  "undo", "ask",
                                                   "answer", "chat",  "leave", "vote", "stand_in",
                                                   "back",   "prefs", "rematch", "lock", "dice",
                                                   "resign", "end"};
const char *const entry_seat_names[] = {"open", "link", "human", "bot"};
const char *const entry_ask_names[] = {"undo", "rematch", "end"};
const char *const entry_by_names[] = {"player", "bot", "stand_in", "import", "forced", "standing"};

static int index_of(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

int entry_kind_of(const char *name) { return index_of(entry_kind_names, ENTRY_KINDS, name); }

/* ---- memory --------------------------------------------------------------------------------- */

struct entry entry_of(enum entry_kind kind, int seat)
{
    return (struct entry){
        .kind = (uint8_t)kind, .seat = (int8_t)seat, .asked = -1, .step = -1, .to = -1};
}

/* Bytes of what an entry has; 0: nothing. */
static size_t size_of(const struct entry *e)
{
    if (!e->has.text)
        return 0;
    if (e->kind == ENTRY_SIT)
        return sizeof *e->has.sit;
    if (e->kind == ENTRY_START)
        return sizeof *e->has.start;
    return e->kind == ENTRY_STAND_IN ? sizeof *e->has.stand_in : strlen(e->has.text) + 1;
}

bool entry_dup(struct entry *to, const struct entry *from)
{
    const size_t n = size_of(from);
    char *copy = n ? (char *)sr_alloc(n) : NULL;
    *to = *from;
    to->has.text = copy;
    if (copy)
        memcpy(copy, from->has.text, n);
    return n == 0 || copy;
}

void entry_free(struct entry *e)
{
    sr_free(e->has.text);
    e->has.text = NULL;
}

/* ---- writing -------------------------------------------------------------------------------- */

static void put_text(struct sr_buf *b, const char *key, const char *text)
{
    if (text[0])
        sr_json_put_str(b, key, text);
}

static void write_sit(struct sr_buf *b, const struct entry *e)
{
    const struct entry_sit *s = e->has.sit;
    sr_json_put_str(b, "kind", entry_seat_names[s->kind]);
    put_text(b, "name", s->name);
    put_text(b, "bot", s->bot);
    put_text(b, "key", s->key);
    put_text(b, "invite", s->invite);
    put_text(b, "account", s->account);
    put_text(b, "dice", s->dice);
    if (e->asked >= 0)
        sr_json_put_int(b, "asked", e->asked);
}

static void write_move(struct sr_buf *b, const struct sr_game *g, const struct entry *e)
{
    sr_json_put_move(b, "m", g, e->move);
    sr_json_put_int(b, "v", e->move);
    sr_json_put_hex64(b, "h", e->hash);
    sr_json_put_str(b, "by", entry_by_names[e->by]);
}

static void write_prefs(struct sr_buf *b, const struct entry *e)
{
    if (e->has.text) {
        sr_json_key(b, "standing");
        sr_json_raw(b, e->has.text);
    }
    if (e->step >= 0)
        sr_json_put_bool(b, "step", e->step);
}

static void write_texts(struct sr_buf *b, const char *key, const char text[][ENTRY_HASH_MAX])
{
    sr_json_put_open(b, key, '[');
    for (int i = 0; i < SR_SEATS_MAX; i++)
        sr_json_str(b, text[i]);
    sr_json_close(b, ']');
}

static void write_start(struct sr_buf *b, const struct entry_start *s)
{
    if (!s)
        return;
    write_texts(b, "dice", s->dice);
    write_texts(b, "parts", s->part);
}

static void write_members(struct sr_buf *b, const struct sr_game *g, const struct entry *e)
{
    switch ((enum entry_kind)e->kind) {
    case ENTRY_SIT:
        write_sit(b, e);
        break;
    case ENTRY_MOVE:
        write_move(b, g, e);
        break;
    case ENTRY_UNDO:
        sr_json_put_int(b, "to", e->to);
        put_text(b, "why", e->yes ? "rules" : "");
        break;
    case ENTRY_START:
        write_start(b, e->has.start);
        break;
    case ENTRY_ASK:
        sr_json_put_int(b, "what", e->what);
        if (e->what == ASK_UNDO)
            sr_json_put_int(b, "to", e->to);
        put_text(b, "dice", e->has.text ? e->has.text : "");
        break;
    case ENTRY_ANSWER:
    case ENTRY_LOCK:
        sr_json_put_bool(b, "yes", e->yes);
        put_text(b, "dice", e->has.text ? e->has.text : "");
        break;
    case ENTRY_DICE:
        sr_json_put_str(b, "part", e->has.text);
        break;
    case ENTRY_CHAT:
        sr_json_put_str(b, "text", e->has.text);
        break;
    case ENTRY_VOTE:
        sr_json_put_int(b, "for", e->to);
        break;
    case ENTRY_STAND_IN:
        sr_json_put_str(b, "bot", e->has.stand_in->bot);
        sr_json_put_str(b, "why", e->has.stand_in->why);
        put_text(b, "fault", e->has.stand_in->fault);
        break;
    case ENTRY_PREFS:
        write_prefs(b, e);
        break;
    case ENTRY_REMATCH:
        sr_json_put_str(b, "table", e->has.text);
        break;
    default:
        break;
    }
}

void entry_write(struct sr_buf *b, const struct sr_game *g, const struct entry *e)
{
    sr_json_open(b, '{');
    write_members(b, g, e);
    put_text(b, "id", e->cid);
    sr_json_close(b, '}');
}

/* ---- reading -------------------------------------------------------------------------------- */

/* "" where it is missing, no text or too long. */
static void get_text(const struct sr_doc *d, const char *key, char *out, size_t max)
{
    if (!sr_json_text(d, sr_json_get(d, 0, key), out, max))
        out[0] = '\0';
}

static int64_t get_int(const struct sr_doc *d, const char *key, int64_t usual)
{
    int64_t v;
    return sr_json_num(d, sr_json_get(d, 0, key), &v) ? v : usual;
}

static bool get_bool(const struct sr_doc *d, const char *key)
{
    const int t = sr_json_get(d, 0, key);
    return t >= 0 && d->tok[t].type == SR_J_TRUE;
}

/* A text of any length, in memory of its own; NULL without memory. */
static char *take_text(const struct sr_doc *d, const char *key)
{
    const int t = sr_json_get(d, 0, key);
    const size_t max = t < 0 ? 1 : d->tok[t].end - d->tok[t].start + 1;
    char *text = (char *)sr_alloc(max);
    if (text && !sr_json_text(d, t, text, max))
        text[0] = '\0';
    return text;
}

static enum sr_err no_memory(struct sr_diag *diag)
{
    return sr_fail(diag, SR_SPACE, "no memory for an entry");
}

static enum sr_err read_sit(struct entry *e, const struct sr_doc *d, struct sr_diag *diag)
{
    char kind[8];
    get_text(d, "kind", kind, sizeof kind);
    const int k = index_of(entry_seat_names, ENTRY_BOT + 1, kind);
    if (k < 0)
        return sr_fail(diag, SR_PARSE, "sit: unknown kind");
    struct entry_sit *s = (struct entry_sit *)sr_alloc(sizeof *s);
    if (!s)
        return no_memory(diag);
    s->kind = (enum entry_seat)k;
    get_text(d, "name", s->name, sizeof s->name);
    get_text(d, "bot", s->bot, sizeof s->bot);
    get_text(d, "key", s->key, sizeof s->key);
    get_text(d, "invite", s->invite, sizeof s->invite);
    get_text(d, "account", s->account, sizeof s->account);
    get_text(d, "dice", s->dice, sizeof s->dice);
    e->asked = (int8_t)get_int(d, "asked", -1);
    e->has.sit = s;
    return SR_OK;
}

static enum sr_err read_move(struct entry *e, const struct sr_game *g, const struct sr_doc *d,
                             struct sr_diag *diag)
{
    char text[SR_TEXT_MAX], by[16], hash[20];
    e->move = (sr_move)get_int(d, "v", 0);
    get_text(d, "by", by, sizeof by);
    get_text(d, "h", hash, sizeof hash);
    const int how = index_of(entry_by_names, BY_STANDING + 1, by);
    e->by = (uint8_t)(how < 0 ? BY_PLAYER : how);
    e->hash = strtoull(hash, NULL, 16);
    if (g && sr_move_verb(e->move) < g->move_count) {
        sr_move_text(g, e->move, text);
        if (sr_json_is(d, sr_json_get(d, 0, "m"), text))
            return SR_OK;
    }
    e->has.text = take_text(d, "m");
    return e->has.text ? SR_OK : no_memory(diag);
}

static enum sr_err read_stand_in(struct entry *e, const struct sr_doc *d, struct sr_diag *diag)
{
    struct entry_stand_in *s = (struct entry_stand_in *)sr_alloc(sizeof *s);
    if (!s)
        return no_memory(diag);
    get_text(d, "bot", s->bot, sizeof s->bot);
    get_text(d, "why", s->why, sizeof s->why);
    get_text(d, "fault", s->fault, sizeof s->fault);
    e->has.stand_in = s;
    return SR_OK;
}

static enum sr_err read_prefs(struct entry *e, const struct sr_doc *d, struct sr_diag *diag)
{
    if (sr_json_get(d, 0, "step") >= 0)
        e->step = get_bool(d, "step");
    const int t = sr_json_get(d, 0, "standing");
    if (t < 0)
        return SR_OK;
    const size_t n = d->tok[t].end - d->tok[t].start;
    e->has.text = (char *)sr_alloc(n + 3);
    if (!e->has.text)
        return no_memory(diag);
    if (d->tok[t].type == SR_J_ARRAY && d->tok[t].size > 0)
        memcpy(e->has.text, d->text + d->tok[t].start, n);
    else
        memcpy(e->has.text, "[]", 2);
    return SR_OK;
}

static enum sr_err read_text(struct entry *e, const struct sr_doc *d, const char *key,
                             struct sr_diag *diag)
{
    e->has.text = take_text(d, key);
    return e->has.text ? SR_OK : no_memory(diag);
}

/* Dice that are missing stay so. */
static enum sr_err read_dice(struct entry *e, const struct sr_doc *d, struct sr_diag *diag)
{
    return sr_json_get(d, 0, "dice") < 0 ? SR_OK : read_text(e, d, "dice", diag);
}

static enum sr_err read_start(struct entry *e, const struct sr_doc *d, struct sr_diag *diag)
{
    const int dice = sr_json_get(d, 0, "dice"), parts = sr_json_get(d, 0, "parts");
    if (parts < 0)
        return SR_OK;
    struct entry_start *s = (struct entry_start *)sr_alloc(sizeof *s);
    if (!s)
        return no_memory(diag);
    e->has.start = s;
    for (int i = 0; i < SR_SEATS_MAX; i++)
        if (!sr_json_text(d, sr_json_at(d, dice, i), s->dice[i], sizeof s->dice[i]) ||
            !sr_json_text(d, sr_json_at(d, parts, i), s->part[i], sizeof s->part[i]))
            return sr_fail(diag, SR_PARSE, "start: dice and parts are damaged");
    return SR_OK;
}

enum sr_err entry_read(struct entry *e, const struct sr_game *g, const char *body,
                       struct sr_tok *tok, int max, struct sr_diag *diag)
{
    struct sr_doc d;
    if (sr_json_parse(&d, body, strlen(body), tok, max, diag) != SR_OK ||
        d.tok[0].type != SR_J_OBJECT)
        return sr_fail(diag, SR_PARSE, "an entry is damaged");
    get_text(&d, "id", e->cid, sizeof e->cid);
    switch ((enum entry_kind)e->kind) {
    case ENTRY_SIT:
        return read_sit(e, &d, diag);
    case ENTRY_MOVE:
        return read_move(e, g, &d, diag);
    case ENTRY_UNDO:
        e->to = (int32_t)get_int(&d, "to", -1);
        e->yes = sr_json_is(&d, sr_json_get(&d, 0, "why"), "rules");
        return SR_OK;
    case ENTRY_ASK:
        e->what = (uint8_t)get_int(&d, "what", 0);
        if (e->what > ASK_END)
            return sr_fail(diag, SR_PARSE, "ask: unknown question");
        e->to = (int32_t)get_int(&d, "to", 0);
        return read_dice(e, &d, diag);
    case ENTRY_ANSWER:
    case ENTRY_LOCK:
        e->yes = get_bool(&d, "yes");
        return read_dice(e, &d, diag);
    case ENTRY_START:
        return read_start(e, &d, diag);
    case ENTRY_DICE:
        return read_text(e, &d, "part", diag);
    case ENTRY_CHAT:
        return read_text(e, &d, "text", diag);
    case ENTRY_VOTE:
        e->to = (int32_t)get_int(&d, "for", -1);
        return SR_OK;
    case ENTRY_STAND_IN:
        return read_stand_in(e, &d, diag);
    case ENTRY_PREFS:
        return read_prefs(e, &d, diag);
    case ENTRY_REMATCH:
        return read_text(e, &d, "table", diag);
    default:
        return SR_OK;
    }
}
