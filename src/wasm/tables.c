/* tables.c: the tables of a page: opening and closing, looking, playing, taking back (calls.h). */
#include "wasm/calls.h"
#include "wasm/request.h"

static struct sr_table *tables[CALL_TABLES];
static struct sr_event event_list[SR_EVENTS_MAX];

enum sr_err request__table(const struct request *q, struct sr_table **out)
{
    int id;
    const enum sr_err err = request__int(q, "table", 1, CALL_TABLES, &id);
    if (err)
        return err;
    *out = tables[id - 1];
    return *out ? SR_OK : sr_fail(q->diag, SR_UNKNOWN, "there is no table %d", id);
}

static int seats_of(const struct sr_table *t) { return sr_table_config_get(t)->seats; }
static const struct sr_rules *rules_of(const struct sr_table *t)
{
    return &sr_table_config_get(t)->rules;
}

/* The table of a request, and whose eyes look at it. */
static enum sr_err need_sight(const struct request *q, struct sr_table **t, int *viewer)
{
    const enum sr_err err = request__table(q, t);
    return err ? err : request__viewer(q, seats_of(*t), viewer);
}

/* ---- opening and closing -------------------------------------------------------------------- */

static enum sr_err free_place(const struct request *q, int *out)
{
    for (int i = 0; i < CALL_TABLES; i++) {
        *out = i;
        if (!tables[i])
            return SR_OK;
    }
    return sr_fail(q->diag, SR_SPACE, "%d tables are open", CALL_TABLES);
}

/* Keeps a table that was made, or tells why there is none. */
static enum sr_err open_table(const struct request *q, int place, struct sr_table *t)
{
    if (!t)
        return SR_SPACE;
    tables[place] = t;
    sr_json_open(q->out, '{');
    sr_json_put_int(q->out, "table", place + 1);
    sr_json_put_int(q->out, "ply", sr_table_ply(t));
    sr_json_close(q->out, '}');
    return SR_OK;
}

enum sr_err table__new(const struct request *q)
{
    union edition edition;
    struct sr_table_config c;
    int place;
    enum sr_err err = free_place(q, &place);
    if (!err)
        err = sr_table_config_read(&q->doc, 0, SR_SETUP_WHOLE, edition.bytes, &c, q->diag);
    return err ? err : open_table(q, place, sr_table_new(&c, q->diag));
}

enum sr_err table__load(const struct request *q)
{
    const int save = request__get(q, "save");
    int place;
    enum sr_err err = free_place(q, &place);
    if (!err && save < 0)
        err = sr_fail(q->diag, SR_KEY, "save: missing");
    if (err)
        return err;
    struct sr_table *t = sr_table_read(&q->doc, save, &err, q->diag);
    return err ? err : open_table(q, place, t);
}

enum sr_err table__save(const struct request *q)
{
    struct sr_table *t;
    const enum sr_err err = request__table(q, &t);
    if (!err)
        sr_table_write(q->out, t);
    return err;
}

enum sr_err table__close(const struct request *q)
{
    struct sr_table *t;
    const enum sr_err err = request__table(q, &t);
    if (err)
        return err;
    for (int i = 0; i < CALL_TABLES; i++)
        if (tables[i] == t)
            tables[i] = NULL;
    sr_table_free(t);
    sr_json_raw(q->out, "{}");
    return SR_OK;
}

enum sr_err table__branch(const struct request *q)
{
    struct sr_table *t;
    int ply, place;
    enum sr_err err = request__table(q, &t);
    if (!err)
        err = request__int(q, "ply", 0, sr_table_ply(t), &ply);
    if (!err)
        err = free_place(q, &place);
    return err ? err : open_table(q, place, sr_table_branch(t, ply, q->diag));
}

enum sr_err table__seats(const struct request *q)
{
    struct sr_table *t;
    struct sr_seat seat[SR_SEATS_MAX];
    enum sr_err err = request__table(q, &t);
    if (err)
        return err;
    memcpy(seat, sr_table_config_get(t)->seat, sizeof seat);
    if (request__get(q, "seats") >= 0)
        err = sr_seats_read(&q->doc, request__get(q, "seats"), seats_of(t), seat, q->diag);
    if (err)
        return err;
    for (int i = 0; i < seats_of(t); i++)
        *sr_table_seat(t, i) = seat[i];
    sr_seats_write(q->out, seat, seats_of(t));
    return SR_OK;
}

/* ---- looking -------------------------------------------------------------------------------- */

enum sr_err table__position(const struct request *q)
{
    struct sr_table *t;
    union sr_state state;
    int viewer, ply;
    enum sr_err err = need_sight(q, &t, &viewer);
    if (!err && request__get(q, "ply") < 0) {
        sr_table_position_write(q->out, t, sr_table_state(t), viewer);
        return SR_OK;
    }
    if (!err)
        err = request__int(q, "ply", 0, sr_table_ply(t), &ply);
    if (!err)
        err = sr_table_replay(t, ply, &state, NULL, q->diag);
    if (!err)
        sr_table_position_write(q->out, t, &state, viewer);
    return err;
}

/* What a viewer may read of the moves from `from` on. */
static enum sr_err put_log(const struct request *q, const struct sr_table *t, int from, int viewer)
{
    static struct sr_walk w;
    const enum sr_err err = sr_walk_begin(&w, t, from, q->diag);
    sr_json_open(q->out, '[');
    while (!err && sr_walk_next(&w))
        sr_move_told(q->out, rules_of(t)->game, w.ply, w.seat, w.move, &w.events, viewer);
    sr_json_close(q->out, ']');
    return err;
}

enum sr_err table__log(const struct request *q)
{
    struct sr_table *t;
    int viewer, from = 0;
    enum sr_err err = need_sight(q, &t, &viewer);
    if (!err && request__get(q, "from") >= 0)
        err = request__int(q, "from", 0, sr_table_ply(t), &from);
    return err ? err : put_log(q, t, from, viewer);
}

/* ---- what a page is told after a change ------------------------------------------------------ */

/* Who is asked for: the people at the screen as a set, and the one who looks. */
struct screen {
    unsigned people;
    int viewer;
};

static enum sr_err need_screen(const struct request *q, struct sr_table **t, struct screen *out)
{
    enum sr_err err = need_sight(q, t, &out->viewer);
    const int people = request__get(q, "people");
    out->people = 0;
    for (int i = 0; !err && people >= 0 && i < q->doc.tok[people].size; i++) {
        int64_t seat;
        if (!sr_json_num(&q->doc, sr_json_at(&q->doc, people, i), &seat) || seat < 0 ||
            seat >= seats_of(*t))
            err = sr_fail(q->diag, SR_RANGE, "people: seats are expected");
        else
            out->people |= 1u << seat;
    }
    return err;
}

/* The one of the people who decides next looks from now on, else the one who did. */
static int next_viewer(const struct sr_table *t, const struct screen *s)
{
    const int actor = sr_table_actor(t);
    return actor != SR_NOBODY && s->people >> actor & 1 ? actor : s->viewer;
}

static void put_viewer(struct sr_buf *b, int viewer)
{
    if (viewer == SR_SPECTATOR)
        sr_json_put_str(b, "viewer", "spectator");
    else
        sr_json_put_seat(b, "viewer", viewer == SR_FULL ? SR_NOBODY : viewer);
}

/* Members of an answer: whose it is, the position, and the log from `from` on. `ev`: what the one
 * move after `from` did, where that is known already. */
static enum sr_err put_telling(const struct request *q, const struct sr_table *t,
                               const struct screen *s, int from, const struct sr_events *ev)
{
    const int viewer = next_viewer(t, s), actor = sr_table_actor(t);
    const struct sr_rules *r = rules_of(t);
    enum sr_err err = SR_OK;
    put_viewer(q->out, viewer);
    sr_json_key(q->out, "position");
    sr_table_position_write(q->out, t, sr_table_state(t), viewer);
    /* Other eyes have read another log. */
    if (viewer != s->viewer)
        from = 0;
    sr_json_put_open(q->out, "log", '{');
    sr_json_put_int(q->out, "from", from);
    sr_json_key(q->out, "moves");
    if (viewer == s->viewer && ev) {
        sr_json_open(q->out, '[');
        if (from < sr_table_ply(t))
            sr_move_told(q->out, r->game, from, sr_table_mover(t, from), sr_table_move(t, from), ev,
                         viewer);
        sr_json_close(q->out, ']');
    } else {
        err = put_log(q, t, from, viewer);
    }
    sr_json_close(q->out, '}');
    if (actor != SR_NOBODY && !(s->people >> actor & 1)) {
        sr_json_key(q->out, "view");
        sr_view_write(q->out, r, sr_table_state(t), actor);
    }
    return err;
}

enum sr_err table__tell(const struct request *q)
{
    struct sr_table *t;
    struct screen s;
    enum sr_err err = need_screen(q, &t, &s);
    if (err)
        return err;
    sr_json_open(q->out, '{');
    err = put_telling(q, t, &s, 0, NULL);
    sr_json_close(q->out, '}');
    return err;
}

/* ---- playing and taking back ----------------------------------------------------------------- */

/* All a page needs after a change that left the first `from` moves as they were. */
static enum sr_err put_change(const struct request *q, const struct sr_table *t,
                              const struct screen *s, int from, const struct sr_events *ev)
{
    sr_json_open(q->out, '{');
    sr_json_key(q->out, "events");
    sr_events_write(q->out, rules_of(t)->game, ev, next_viewer(t, s));
    const enum sr_err err = put_telling(q, t, s, from, ev);
    sr_json_put_open(q->out, "save", '{');
    sr_json_put_int(q->out, "from", from);
    sr_json_key(q->out, "moves");
    sr_table_moves_write(q->out, t, from);
    sr_json_close(q->out, '}');
    sr_json_close(q->out, '}');
    return err;
}

enum sr_err table__play(const struct request *q)
{
    struct sr_table *t;
    struct screen s;
    sr_move m;
    struct sr_draw told[SR_DRAWS_MAX];
    int draws = 0;
    struct sr_events ev = {event_list, 0, SR_EVENTS_MAX, false};
    enum sr_err err = need_screen(q, &t, &s);
    if (!err)
        err = request__move(q, rules_of(t), sr_table_state(t), &m);
    if (!err)
        err = sr_draws_read(&q->doc, request__get(q, "told"), told, &draws, q->diag);
    if (!err)
        err = sr_table_play_told(t, sr_table_actor(t), m, told, draws, &ev, q->diag);
    return err ? err : put_change(q, t, &s, sr_table_ply(t) - 1, &ev);
}

/* What would come to light if the next draw of a move came out so. */
static void put_way(const struct request *q, const struct sr_table *t, sr_move m,
                    const struct sr_draw *told, int draws)
{
    union sr_state s;
    const struct sr_rules *r = rules_of(t);
    struct sr_events ev = {event_list, 0, SR_EVENTS_MAX, false};
    int kept = 0;
    sr_copy(r, &s, sr_table_state(t));
    sr_draws_try(r, &s, m, told, draws, &ev);
    for (int i = 0; i < ev.count; i++)
        if (r->game->events[ev.list[i].kind].reveals)
            ev.list[kept++] = ev.list[i];
    ev.count = kept;
    sr_events_write(q->out, r->game, &ev, SR_FULL);
}

enum sr_err table__chance(const struct request *q)
{
    struct sr_table *t;
    sr_move m;
    struct sr_draw told[SR_DRAWS_MAX + 1];
    int draws = 0;
    uint32_t of = 0;
    enum sr_err err = request__table(q, &t);
    if (!err)
        err = request__move(q, rules_of(t), sr_table_state(t), &m);
    if (!err)
        err = sr_draws_read(&q->doc, request__get(q, "told"), told, &draws, q->diag);
    if (!err)
        err = sr_draws_next(rules_of(t), sr_table_state(t), m, told, draws, &of, q->diag);
    if (err)
        return err;
    sr_json_open(q->out, '{');
    sr_json_put_int(q->out, "of", of);
    sr_json_put_open(q->out, "ways", '[');
    for (uint32_t value = 0; value < of && of <= CALL_WAYS; value++) {
        told[draws] = (struct sr_draw){value, of};
        put_way(q, t, m, told, draws + 1);
    }
    sr_json_close(q->out, ']');
    sr_json_close(q->out, '}');
    return SR_OK;
}

enum sr_err table__redo(const struct request *q)
{
    struct sr_table *t;
    struct screen s;
    struct sr_events ev = {event_list, 0, SR_EVENTS_MAX, false};
    enum sr_err err = need_screen(q, &t, &s);
    if (!err)
        err = sr_table_redo(t, &ev, q->diag);
    return err ? err : put_change(q, t, &s, sr_table_ply(t) - 1, &ev);
}

enum back { BACK_UNDO, BACK_RESET, BACK_REWIND };

static enum sr_err go_back(const struct request *q, enum back how)
{
    struct sr_table *t;
    struct screen s;
    int ply = 0;
    const struct sr_events nothing = {event_list, 0, 0, false};
    enum sr_err err = need_screen(q, &t, &s);
    if (!err && how == BACK_REWIND)
        err = request__int(q, "ply", 0, sr_table_ply(t), &ply);
    if (err)
        return err;
    /* On one screen the person who moved last takes back. */
    const int seat = sr_max(0, sr_table_last_person(t));
    err = how == BACK_UNDO    ? sr_table_undo(t, seat, q->diag)
          : how == BACK_RESET ? sr_table_reset_turn(t, seat, q->diag)
                              : sr_table_rewind(t, ply, q->diag);
    return err ? err : put_change(q, t, &s, sr_table_ply(t), &nothing);
}

enum sr_err table__undo(const struct request *q) { return go_back(q, BACK_UNDO); }
enum sr_err table__reset(const struct request *q) { return go_back(q, BACK_RESET); }
enum sr_err table__rewind(const struct request *q) { return go_back(q, BACK_REWIND); }
