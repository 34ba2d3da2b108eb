/* news.c: what people at a table get to read (voice.h): entries, as each viewer may know them. */
#include <stddef.h>

#include "server/hall.h"
#include "server/socket.h"
#include "server/spectate.h"
#include "server/voice.h"

/* What the last viewer was told of a move: who may know exactly as much is told the same letters,
 * and who neither made it nor decides next gets the very same text. */
struct told {
    int viewer; /* -1: nobody has been told yet */
    struct sr_view was, is;
    size_t from, len;       /* where events and delta stand in the text */
    struct net_text *text;  /* NULL: there was no memory for it */
    struct net_text *plain; /* of one who neither made the move nor decides next; NULL none yet */
};

void sv_put_choice(struct sr_buf *b, const struct sv_table *t, const struct entry *e, int viewer)
{
    /* That a decision was forced or answered in advance may tell others of a hand. */
    const bool told = e->seat == viewer || (e->by != BY_FORCED && e->by != BY_STANDING);
    sr_json_put_str(b, "by", entry_by_names[told ? e->by : BY_PLAYER]);
    if (e->seat != viewer && !sv_may_reveal(t))
        return;
    if (e->has.text) /* of rules that are gone */
        sr_json_put_str(b, "move", e->has.text);
    else
        sr_json_put_move(b, "move", t->setup.config.rules.game, e->move);
}

/* Events and delta, as members; `told` (may be NULL) has the views, and the text where these say
 * the same as the last viewer's. */
static void put_events(struct sr_buf *b, const struct sr_rules *r, const struct sv_news *news,
                       const struct sr_view *was, const struct sr_view *is, int viewer)
{
    sr_json_key(b, "events");
    sr_events_write(b, r->game, &news->events, viewer);
    sr_json_key(b, "delta");
    sr_state_delta(b, r, &was->s, &is->s);
}

static void put_news(struct sr_buf *b, const struct sr_rules *r, const struct sv_news *news,
                     const union sr_state *after, int viewer, struct told *told)
{
    struct sr_view was, is;
    if (!told) {
        sr_observe(r, &news->before, viewer, &was);
        sr_observe(r, after, viewer, &is);
        put_events(b, r, news, &was, &is, viewer);
        return;
    }
    if (told->text)
        sr_json_rawn(b, net_text_chars(told->text) + told->from, told->len);
    else
        put_events(b, r, news, &told->was, &told->is, viewer);
}

static void put_move(struct server *sv, struct sr_buf *b, const struct sv_table *t,
                     const struct entry *e, int viewer, const struct sv_news *news,
                     const union sr_state *after, struct told *told)
{
    const struct sr_rules *r = &t->setup.config.rules;
    sv_put_choice(b, t, e, viewer);
    if (e->seat == viewer)
        sv_put_id(b, e->cid);
    if (t->setup.clock_total && !sv_sees_past(t, viewer))
        sr_json_put_int(b, "clock", t->people.seat[e->seat].clock);
    if (!after)
        return;
    const size_t from = b->len + 1; /* behind a comma */
    put_news(b, r, news, after, viewer, told);
    if (told) {
        told->from = from;
        told->len = b->len - from;
    }
    sv_put_decision(sv, b, t, after, viewer);
    if (sr_actor(r, after) == SR_NOBODY) {
        sr_json_put_bool(b, "over", true);
        sv_put_end(b, t, after);
    }
}

static void put_text(struct sr_buf *b, const char *key, const char *text)
{
    if (text[0])
        sr_json_put_str(b, key, text);
}

static void put_sit(struct sr_buf *b, const struct entry_sit *s)
{
    sr_json_put_str(b, "kind", entry_seat_names[s->kind]);
    put_text(b, "name", s->name);
    put_text(b, "bot", s->bot);
    if (s->account[0])
        sr_json_put_bool(b, "member", true);
    char dice[FAIR_HEX];
    if (fair_is_part(s->dice)) /* a part is shown at the start; until then only its dice */
        fair_dice(s->dice, dice);
    put_text(b, "dice", fair_is_part(s->dice) ? dice : s->dice);
}

static void put_stand_in(struct sr_buf *b, const struct entry_stand_in *s)
{
    sr_json_put_str(b, "bot", s->bot);
    sr_json_put_str(b, "why", s->why);
    put_text(b, "fault", s->fault);
}

static void put_prefs(struct sr_buf *b, const struct entry *e)
{
    if (e->step >= 0)
        sr_json_put_bool(b, "step", e->step);
    if (!e->has.text)
        return;
    sr_json_key(b, "standing");
    sr_json_raw(b, e->has.text);
}

/* The members of all kinds but moves. */
static void put_members(struct sr_buf *b, const struct entry *e, int viewer)
{
    switch ((enum entry_kind)e->kind) {
    case ENTRY_SIT:
        put_sit(b, e->has.sit);
        break;
    case ENTRY_UNDO:
        sr_json_put_int(b, "to", e->to);
        put_text(b, "why", e->yes ? "rules" : "");
        break;
    case ENTRY_ASK:
        sr_json_put_str(b, "what", entry_ask_names[e->what]);
        if (e->what == ASK_UNDO)
            sr_json_put_int(b, "to", e->to);
        break;
    case ENTRY_ANSWER:
    case ENTRY_LOCK:
        sr_json_put_bool(b, "yes", e->yes);
        break;
    case ENTRY_CHAT:
        sr_json_put_str(b, "text", e->has.text);
        break;
    case ENTRY_DICE:
        sr_json_put_str(b, "part", e->has.text);
        break;
    case ENTRY_VOTE:
        sr_json_put_int(b, "for", e->to);
        break;
    case ENTRY_STAND_IN:
        put_stand_in(b, e->has.stand_in);
        break;
    case ENTRY_PREFS:
        if (viewer == e->seat)
            put_prefs(b, e);
        break;
    case ENTRY_REMATCH:
        sr_json_put_str(b, "table", e->has.text);
        break;
    default:
        break;
    }
}

/* A match that ends though its rules would have it go on: by the last who gave up, or by all. */
static void put_given_up(struct sr_buf *b, const struct sv_table *t, int seq,
                         const union sr_state *after)
{
    if (t->log.status != SV_OVER || t->log.over_at != seq)
        return;
    sr_json_put_bool(b, "over", true);
    sr_json_put_null(b, "decision");
    sv_put_end(b, t, after);
}

static struct sr_buf entry_text(struct server *sv, const struct sv_table *t, int seq, int viewer,
                                const struct sv_news *news, const union sr_state *after,
                                struct told *told)
{
    const struct entry *e = &t->log.entry[seq - 1];
    struct sr_buf b = sv_message(sv, entry_kind_names[e->kind]);
    sr_json_put_int(&b, "seq", seq);
    sr_json_put_int(&b, "at", e->at);
    sr_json_put_int(&b, "ply", e->ply);
    sv_put_seat(&b, "seat", e->seat);
    if (e->kind == ENTRY_MOVE)
        put_move(sv, &b, t, e, viewer, news, after, told);
    else
        put_members(&b, e, viewer);
    if (e->kind == ENTRY_START)
        sv_put_dice(&b, t);
    if ((e->kind == ENTRY_RESIGN || e->kind == ENTRY_END) && after)
        put_given_up(&b, t, seq, after);
    if ((e->kind == ENTRY_START || e->kind == ENTRY_UNDO) && after) {
        sv_put_view(&b, t, after, viewer);
        sv_put_decision(sv, &b, t, after, viewer);
    }
    sr_json_close(&b, '}');
    return b;
}

struct sr_buf sv_entry_text(struct server *sv, const struct sv_table *t, int seq, int viewer,
                            const struct sv_news *news, const union sr_state *after)
{
    return entry_text(sv, t, seq, viewer, news, after, NULL);
}

/* The viewers at the table, a bit each. */
static unsigned present(const struct sv_table *t)
{
    unsigned set = 0;
    for (const struct sv_conn *c = t->people.conns; c; c = c->next)
        set |= 1u << c->viewer;
    return set;
}

/* Whether two views are the same but for whose they are. */
static bool same_view(const struct sr_rules *r, const struct sr_view *a, const struct sr_view *b)
{
    const size_t at = offsetof(struct sr_head, viewer);
    return memcmp(a->s.bytes, b->s.bytes, at) == 0 &&
           memcmp(a->s.bytes + at + 1, b->s.bytes + at + 1, r->game->state_size - at - 1) == 0;
}

static bool same_events(const struct sr_events *ev, int a, int b)
{
    for (int i = 0; i < ev->count; i++)
        if (ev->list[i].secret && (ev->list[i].seers >> a & 1) != (ev->list[i].seers >> b & 1))
            return false;
    return true;
}

/* Looks at the move as `viewer` does; what was said to the last one is forgotten, unless this one
 * may know exactly as much. */
static void look(struct told *told, const struct sr_rules *r, const struct sv_news *news,
                 const union sr_state *after, int viewer)
{
    struct sr_view was, is;
    sr_observe(r, &news->before, viewer, &was);
    sr_observe(r, after, viewer, &is);
    const bool same = told->viewer >= 0 && same_view(r, &told->was, &was) &&
                      same_view(r, &told->is, &is) &&
                      same_events(&news->events, told->viewer, viewer);
    if (!same)
        told->text = told->plain = NULL;
    told->viewer = viewer;
    sr_copy(r, &told->was.s, &was.s);
    sr_copy(r, &told->is.s, &is.s);
}

static void render_move(struct server *sv, struct sv_table *t, const struct sv_news *news,
                        const union sr_state *after, unsigned viewers)
{
    const struct sr_rules *r = &t->setup.config.rules;
    const int made = t->log.entry[t->log.seq - 1].seat, decides = sr_actor(r, after);
    struct told told;
    told.viewer = -1;
    told.text = told.plain = NULL;
    for (int v = 0; v <= SR_SPECTATOR; v++) {
        if (!(viewers >> v & 1))
            continue;
        const bool plain = v != made && v != decides;
        look(&told, r, news, after, v);
        if (plain && told.plain) {
            sv_out_share(t, v, told.plain);
            continue;
        }
        const struct sr_buf b = entry_text(sv, t, t->log.seq, v, news, after, &told);
        told.text = sv_out_add(t, v, &b);
        if (plain)
            told.plain = told.text;
    }
}

void sv_render(struct server *sv, struct sv_table *t, const struct sv_news *news)
{
    const union sr_state *after = t->log.match ? sr_table_state(t->log.match) : NULL;
    const bool late = sv_late(t, SR_SPECTATOR); /* they hear of it by the tick */
    const unsigned viewers = present(t) & ~(late ? 1u << SR_SPECTATOR : 0);
    if (!late)
        t->people.told = t->log.seq;
    if (after && t->log.entry[t->log.seq - 1].kind == ENTRY_MOVE) {
        render_move(sv, t, news, after, viewers);
        return;
    }
    for (int v = 0; v <= SR_SPECTATOR; v++) {
        if (!(viewers >> v & 1))
            continue;
        const struct sr_buf b = sv_entry_text(sv, t, t->log.seq, v, news, after);
        sv_out_add(t, v, &b);
    }
}
