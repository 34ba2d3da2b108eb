/* calls.c: a game whose functions run on the device. The contract's functions get no context, so
 * there is one such game at a time, for one thread. */
#include <stddef.h>

#include "gpu/desk.h"
#include "gpu/device.h"

static struct {
    struct gpu *gpu;
    const struct sr_game *game;
    struct sr_game remote;
    cu_handle function;
    struct gpu_memory memory;
    cu_pointer desk;
    struct desk own;      /* what was sent last, and came back */
    bool failed;
    struct sr_diag why;
} line;

enum { HEAD = offsetof(struct desk, state) };

/* Sends the desk up to the state, and the edition when it is another; brings back the same. */
static bool call(int which, const void *edition, const void *state)
{
    struct cuda *c = &line.gpu->cuda;
    struct desk *d = &line.own;
    const struct sr_game *g = line.game;
    if (line.failed)
        return false;
    d->call = which;
    memcpy(d->state.bytes, state, g->state_size);
    cu_result e = 0;
    if (edition && memcmp(d->edition, edition, g->edition_size) != 0) {
        memcpy(d->edition, edition, g->edition_size);
        e = c->cuMemcpyHtoD_v2(line.desk + offsetof(struct desk, edition), d->edition,
                               g->edition_size);
    }
    void *arguments[] = {&line.desk};
    if (!e)
        e = c->cuMemcpyHtoD_v2(line.desk, d, HEAD + (size_t)g->state_size);
    if (!e)
        e = gpu_launch(line.gpu, line.function, 1, 1, 0, arguments);
    if (!e)
        e = c->cuMemcpyDtoH_v2(d, line.desk, HEAD + (size_t)g->state_size);
    if (e) {
        line.failed = true;
        cuda_fail(c, e, "a call of the rules", &line.why);
    }
    return !line.failed;
}

/* Fetches `count` things that stand behind the state. */
static bool fetch(void *to, size_t offset, size_t size)
{
    struct cuda *c = &line.gpu->cuda;
    const cu_result e = size ? c->cuMemcpyDtoH_v2(to, line.desk + offset, size) : 0;
    if (e) {
        line.failed = true;
        cuda_fail(c, e, "a call of the rules", &line.why);
    }
    return !e;
}

static void setup(const void *ed, void *state)
{
    if (call(DESK_SETUP, ed, state))
        memcpy(state, line.own.state.bytes, line.game->state_size);
    else
        line.game->setup(ed, state);
}

static int actor(const void *state)
{
    return call(DESK_ACTOR, NULL, state) ? line.own.result : line.game->actor(state);
}

static int decision(const void *state)
{
    return call(DESK_DECISION, NULL, state) ? line.own.result : line.game->decision(state);
}

static int legal(const void *ed, const void *state, sr_move *out)
{
    if (call(DESK_LEGAL, ed, state) &&
        fetch(out, offsetof(struct desk, list), (size_t)line.own.result * sizeof *out))
        return line.own.result;
    return line.game->legal(ed, state, out);
}

static bool allows(const void *ed, const void *state, sr_move move)
{
    line.own.move = move;
    return call(DESK_ALLOWS, ed, state) ? line.own.result != 0 : line.game->allows(ed, state, move);
}

static void apply(const void *ed, void *state, sr_move move, struct sr_events *ev)
{
    line.own.move = move;
    line.own.events_max = ev ? sr_min(ev->max - ev->count, SR_EVENTS_MAX) : -1;
    if (call(DESK_APPLY, ed, state) &&
        (!ev || fetch(ev->list + ev->count, offsetof(struct desk, event),
                      (size_t)line.own.result * sizeof *ev->list))) {
        memcpy(state, line.own.state.bytes, line.game->state_size);
        if (ev) {
            ev->count += line.own.result;
            ev->lost |= line.own.lost != 0;
        }
        return;
    }
    line.game->apply(ed, state, move, ev);
}

static void hide(const void *ed, void *view, int seat)
{
    line.own.seat = seat;
    if (call(DESK_HIDE, ed, view))
        memcpy(view, line.own.state.bytes, line.game->state_size);
    else
        line.game->hide(ed, view, seat);
}

static void fill(const void *ed, void *state, int viewer, struct sr_rng *rng)
{
    line.own.seat = viewer;
    line.own.rng = *rng;
    if (!call(DESK_FILL, ed, state)) {
        line.game->fill(ed, state, viewer, rng);
        return;
    }
    memcpy(state, line.own.state.bytes, line.game->state_size);
    *rng = line.own.rng;
}

static void scores(const void *ed, const void *state, struct sr_scores *out)
{
    line.own.scores = *out;
    if (call(DESK_SCORES, ed, state))
        *out = line.own.scores;
    else
        line.game->scores(ed, state, out);
}

static const char *check(const void *ed, const void *state)
{
    if (!call(DESK_CHECK, ed, state))
        return line.game->check(ed, state);
    return line.own.text[0] ? line.own.text : NULL;
}

static int opener(const void *state)
{
    return call(DESK_OPENER, NULL, state) ? line.own.result : line.game->opener(state);
}

const struct sr_game *gpu_game(struct gpu *g, const struct sr_game *game, struct sr_diag *diag)
{
    if (line.gpu == g && line.game == game)
        return &line.remote;
    if (line.gpu)
        gpu_free(&line.memory);
    memset(&line, 0, sizeof line);
    cu_handle module;
    if (gpu_module_of(g, game, GPU_CALLS, &module, diag) ||
        gpu_function(g, module, "serai_call", &line.function, diag))
        return NULL;
    line.memory.gpu = g;
    line.desk = gpu_alloc(&line.memory, sizeof(struct desk));
    if (line.memory.error) {
        cuda_fail(&g->cuda, line.memory.error, "room for a call", diag);
        gpu_free(&line.memory);
        return NULL;
    }
    line.gpu = g;
    line.game = game;
    line.remote = *game;
    line.remote.setup = setup;
    line.remote.actor = actor;
    line.remote.decision = decision;
    line.remote.legal = legal;
    line.remote.allows = game->allows ? allows : NULL;
    line.remote.apply = apply;
    line.remote.hide = hide;
    line.remote.fill = fill;
    line.remote.scores = scores;
    line.remote.check = check;
    line.remote.opener = game->opener ? opener : NULL;
    return &line.remote;
}

const char *gpu_game_failed(void) { return line.failed ? line.why.text : NULL; }
