/* batch.c: batches of random games, and which batches can be played at all. */
#include "ai/eval.h"
#include "core/format.h"
#include "gpu/wave.h"

/* Places for games under way: enough to fill a large device many times over, so that games of the
 * same kind meet. */
enum { PLACES = 1 << 20 };

/* Trials of a decision. */
enum { VISITS_MOST = 1024 };

static bool is_random(const struct sr_bot *bot) { return bot->skill.visits == -1; }

static bool all_random(const struct lab_setup *s)
{
    for (int i = 0; i < s->seats; i++)
        if (!is_random(&s->bot[i]))
            return false;
    return true;
}

/* NULL, or why a bot does not play there. */
static const char *refusal(const struct sr_bot *bot)
{
    const struct sr_skill *k = &bot->skill;
    if (k->visits > 0 && !k->halving)
        return "only random and scripted ones, those that look one move ahead, and halving do";
    if (k->visits > 0 && !k->learned)
        return "it tries moves by the hand-written judgement";
    if (k->visits > VISITS_MOST)
        return "it tries too many moves";
    if (k->overlook || k->taste || k->bargain)
        return "it overlooks, likes or bargains, which is reckoned on the CPU alone";
    if (k->net)
        return "it has a network of its own (--weights is for all players)";
    return NULL;
}

enum sr_err gpu_can_play(const struct lab_setup *s, struct sr_diag *diag)
{
    for (int i = 0; i < s->seats; i++) {
        if (is_random(&s->bot[i]))
            continue;
        if (s->bot[i].skill.visits == SR_SCRIPTED && gpu_has_network(s->rules.game))
            continue;
        const char *why = refusal(&s->bot[i]);
        if (why)
            return sr_fail(diag, SR_UNKNOWN, "the bot %s does not play on a GPU: %s", s->bot[i].id,
                           why);
        if (!ai_eval_for(&s->rules, true).net)
            return sr_fail(diag, SR_UNKNOWN, "%s has no network to look ahead with",
                           s->rules.game->id);
    }
    return SR_OK;
}

struct draw { /* of random moves */
    struct wave wave;
    cu_handle kernel;
};

static cu_result draw_moves(void *context)
{
    struct draw *d = context;
    struct wave *w = &d->wave;
    cu_pointer counts = wave_counter(w, 2);
    if (w->turn)
        return wave_turn(w, w->place[1], counts);
    void *arguments[] = {&w->edition, &w->states, &w->place[1], &w->keys,
                         &counts,     &w->active, &w->seed,     &w->totals};
    return gpu_launch(w->gpu, d->kernel, w->active, WAVE_BLOCK, 0, arguments);
}

/* The kernel shares next to nothing between threads: of the memory near a processor it leaves all
 * it can to the cache. A preference, and no harm if it is not heard. */
static void prefer_cache(struct gpu *g, cu_handle kernel)
{
    (void)g->cuda.cuFuncSetAttribute(kernel, CU_FUNC_CARVEOUT, 0);
}

static enum sr_err play_random(struct gpu *g, struct lab_batch *b, struct sr_diag *diag)
{
    cu_handle module;
    struct draw d;
    struct wave *w = &d.wave;
    enum sr_err err = gpu_module_of(g, b->setup->rules.game, GPU_SERIES, &module, diag);
    if (err || (err = gpu_function(g, module, "serai_choose", &d.kernel, diag)))
        return err;
    const double start = gpu_now();
    err = wave_begin(w, g, module, b, PLACES, diag);
    if (!err && gpu_fuses(b->setup->rules.game))
        err = gpu_function(g, module, "serai_turn", &w->turn, diag);
    if (!err) {
        prefer_cache(g, d.kernel);
        prefer_cache(g, w->apply);
        if (w->turn)
            prefer_cache(g, w->turn);
        cu_result e = wave_play(w, draw_moves, &d);
        b->seconds = gpu_now() - start;
        e = e ? e : wave_results(w, b);
        err = e ? cuda_fail(&g->cuda, e, "playing", diag) : SR_OK;
    }
    wave_end(w);
    return err;
}

enum sr_err gpu_play(struct gpu *g, struct lab_batch *b, struct sr_diag *diag)
{
    const enum sr_err err = gpu_can_play(b->setup, diag);
    if (err)
        return err;
    return all_random(b->setup) ? play_random(g, b, diag) : gpu_play_guided(g, b, diag);
}

static enum sr_err play(void *context, struct lab_batch *b, struct sr_diag *diag)
{
    return gpu_play(context, b, diag);
}

static const struct sr_game *game_there(void *context, const struct sr_game *game,
                                        struct sr_diag *diag)
{
    return gpu_game(context, game, diag);
}

struct lab_device gpu_device(struct gpu *g)
{
    return (struct lab_device){g, play, game_there, gpu_game_failed};
}
