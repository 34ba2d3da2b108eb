/* take_back.c: answers that are not asked, choices that are several moves, and how both are taken
 * back and played again.
 *
 * Which decisions had one answer is read from the log itself, so that it is the same after a
 * resume. A move is taken back together with the answers that followed by themselves: they would
 * follow again at once. */
#include "terminal/play.h"

/* Whether everybody can see that the seat has no choice: in whatever state fits the public view
 * there is one legal move. Else the missing question would tell what is hidden. */
static bool publicly_single(const struct sr_rules *r, const union sr_state *now, int seat)
{
    enum { TRIES = 24 };
    struct sr_view seen;
    struct sr_rng rng;
    sr_observe(r, now, SR_SPECTATOR, &seen);
    sr_rng_seed(&rng, 1);
    for (int i = 0; i < TRIES; i++) {
        sr_move legal[SR_MOVES_MAX];
        union sr_state state;
        sr_sample(r, &seen, &rng, &state);
        if (sr_actor(r, &state) != seat || sr_legal(r, &state, legal) != 1)
            return false;
    }
    return true;
}

/* Whether a person is asked in this state: there is a choice, or it must look like one. */
static bool is_asked(const struct session *s, const union sr_state *state, sr_move *only)
{
    const struct sr_rules *r = &s->config->rules;
    sr_move legal[SR_MOVES_MAX];
    if (s->setup->script || sr_legal(r, state, legal) != 1)
        return true;
    *only = legal[0];
    return s->humans > 1 && !publicly_single(r, state, sr_actor(r, state));
}

bool take_single(const struct play *p, sr_move *move)
{
    return !is_asked(&p->session, sr_table_state(p->session.table), move);
}

/* The same for the decision at a ply of the log. */
static bool was_choice(const struct session *s, int ply)
{
    union sr_state state;
    sr_move only;
    return sr_table_replay(s->table, ply, &state, NULL, NULL) || is_asked(s, &state, &only);
}

void take_burst(struct play *p, int count)
{
    const int ply = sr_table_ply(p->session.table) - count;
    while (p->bursts && p->burst[p->bursts - 1].ply >= ply)
        p->bursts--; /* of moves that were taken back since */
    if (count < 2)
        return;
    if (p->bursts == BURSTS)
        memmove(&p->burst[0], &p->burst[1], (size_t)--p->bursts * sizeof p->burst[0]);
    p->burst[p->bursts].ply = ply;
    p->burst[p->bursts++].count = count;
}

/* First ply of the choice that the move at `ply` was part of. */
static int choice_start(const struct play *p, int ply)
{
    while (ply > 0 && !was_choice(&p->session, ply))
        ply--;
    for (int i = 0; i < p->bursts; i++)
        if (ply > p->burst[i].ply && ply < p->burst[i].ply + p->burst[i].count)
            return p->burst[i].ply;
    return ply;
}

enum sr_err take_undo(struct play *p)
{
    struct session *s = &p->session;
    const int ply = sr_table_ply(s->table);
    if (ply == 0)
        return SR_NOTHING;
    const int start = choice_start(p, ply - 1), seat = sr_table_mover(s->table, ply - 1);
    if (!was_choice(s, start) || sr_table_undo_limit(s->table, seat) > start)
        return SR_NOTHING;
    enum sr_err err = SR_OK;
    while (!err && sr_table_ply(s->table) > start)
        err = session_undo(s, p->diag);
    return err;
}

enum sr_err take_back(struct play *p)
{
    struct session *s = &p->session;
    enum sr_err err;
    do
        err = session_back(s, p->diag);
    while (!err && sr_table_ply(s->table) > 0 &&
           choice_start(p, sr_table_ply(s->table)) != sr_table_ply(s->table));
    return err;
}

enum sr_err take_redo(struct play *p)
{
    struct session *s = &p->session;
    const int from = sr_table_ply(s->table);
    int until = from + 1;
    for (int i = 0; i < p->bursts; i++)
        if (p->burst[i].ply == from)
            until = from + p->burst[i].count;
    enum sr_err err = session_redo(s, p->diag);
    while (!err && sr_table_redo_count(s->table) > 0 &&
           (sr_table_ply(s->table) < until || !was_choice(s, sr_table_ply(s->table))))
        err = session_redo(s, p->diag);
    return err;
}
