/* told.c: positions and moves of a match as a viewer is told them (table.h). States only as the
 * viewer's view, events only redacted, moves only to the one who made them. */
#include "serai/table.h"

static void write_legal(struct sr_buf *b, const struct sr_rules *r, const union sr_state *s)
{
    sr_move moves[SR_MOVES_MAX];
    const int n = sr_legal(r, s, moves);
    sr_json_open(b, '[');
    for (int i = 0; i < n; i++)
        sr_move_write(b, r->game, moves[i]);
    sr_json_close(b, ']');
}

void sr_position_write(struct sr_buf *b, const struct sr_rules *r, const union sr_state *s,
                       int viewer)
{
    const int actor = sr_actor(r, s);
    const struct sr_decision *d =
        actor == SR_NOBODY ? NULL : &r->game->decisions[r->game->decision(s)];
    struct sr_scores sc;
    sr_json_put_int(b, "ply", s->head.ply);
    sr_json_put_seat(b, "actor", actor);
    if (d)
        sr_json_put_str(b, "decision", d->name);
    else
        sr_json_put_null(b, "decision");
    sr_json_put_str(b, "rule", d ? d->rule : "");
    sr_json_key(b, "view");
    sr_view_write(b, r, s, viewer);
    sr_json_key(b, "legal");
    if (viewer == SR_FULL || viewer == actor)
        write_legal(b, r, s);
    else
        sr_json_raw(b, "[]");
    sr_json_key(b, "scores");
    sr_scores_of(r, s, &sc);
    sr_scores_write(b, r, &sc);
}

void sr_table_position_write(struct sr_buf *b, const struct sr_table *t, const union sr_state *s,
                             int viewer)
{
    const int ply = sr_table_ply(t);
    const bool now = (int)s->head.ply == (int)sr_table_state(t)->head.ply;
    const int mover = now ? sr_table_last_person(t) : SR_NOBODY;
    sr_json_open(b, '{');
    sr_position_write(b, &sr_table_config_get(t)->rules, s, viewer);
    sr_json_put_int(b, "undo", mover < 0 ? 0 : ply - sr_table_undo_limit(t, mover));
    sr_json_put_int(b, "redo", now ? sr_table_redo_count(t) : 0);
    sr_json_put_int(b, "reset", mover < 0 ? 0 : ply - sr_table_turn_start(t, mover));
    sr_json_close(b, '}');
}

void sr_move_told(struct sr_buf *b, const struct sr_game *g, int ply, int seat, sr_move move,
                  const struct sr_events *ev, int viewer)
{
    sr_json_open(b, '{');
    sr_json_put_int(b, "ply", ply);
    sr_json_put_int(b, "seat", seat);
    sr_json_key(b, "move");
    if (viewer == SR_FULL || viewer == seat)
        sr_move_write(b, g, move);
    else
        sr_json_null(b);
    sr_json_key(b, "events");
    sr_events_write(b, g, ev, viewer);
    sr_json_close(b, '}');
}
