/* guided.c: batches whose players think: look one move ahead, try moves, or follow a script. */
#include "base/memory.h"
#include "core/format.h"
#include "gpu/party.h"
#include "lab/record.h"

/* Games under way, and children of a step for each of them. With records, which are fetched after
 * every step, fewer. */
enum {
    PLACES = 1 << 17,
    PLACES_RECORDED = 1 << 14,
    CHILDREN = 18,
    ROOM_MOST = 1 << 22,
    ROOM_LEAST = 1 << 14, /* one place may have half as many */
    TRIALS_MOST = 1 << 20,
    DRAWN_MOST = 1 << 20 /* positions that are described in full (lines.c) */
};

/* As mind__decide has it: the more share a victory, the less is a thousandth of it. */
static int slack_of(const struct sr_skill *k, int seats)
{
    return k->halving || !k->slack ? k->slack : sr_max(1, k->slack * 2 / sr_max(2, seats));
}

/* Which of the game's scripted players it is; -1: none of them. */
static int player_of(const struct sr_game *game, const struct sr_bot *bot)
{
    const struct sr_bot *player;
    for (int i = 0; bot->skill.visits == SR_SCRIPTED && (player = lab_scripted(game, i)); i++)
        if (!strcmp(player->id, bot->id))
            return i;
    return -1;
}

static enum guide_way way_of(const struct sr_game *game, const struct sr_bot *bot)
{
    const int visits = bot->skill.visits;
    if (visits < 0) /* a script for another game plays any move */
        return player_of(game, bot) >= 0 ? GUIDE_BY_SCRIPT : GUIDE_ANY;
    return visits == 0 ? GUIDE_LOOKS : GUIDE_TRIES;
}

static void read_skills(struct party *p)
{
    const struct lab_batch *b = p->batch;
    const struct sr_game *game = b->setup->rules.game;
    struct guide *g = &p->guide;
    int samples = 1;
    for (int i = 0; i < b->setup->seats; i++) {
        const struct sr_skill *k = &b->setup->bot[i].skill;
        const enum guide_way way = way_of(game, &b->setup->bot[i]);
        g->skill[i] = (struct guide_skill){.way = way,
                                           .player = player_of(game, &b->setup->bot[i]),
                                           .hand = !k->learned,
                                           .samples = k->samples,
                                           .draws = k->draws,
                                           .slack = slack_of(k, b->setup->seats),
                                           .focus = k->focus,
                                           .visits = k->visits,
                                           .depth = k->depth};
        g->glance[i] = g->skill[i];
        g->glance[i].visits = sr_min(1, k->visits);
        p->looks += way == GUIDE_LOOKS;
        p->tries += way == GUIDE_TRIES;
        p->scripts += way == GUIDE_BY_SCRIPT;
        if (way == GUIDE_LOOKS)
            samples = sr_max(samples, k->samples);
        if (way == GUIDE_TRIES) {
            p->visits = sr_max(p->visits, k->visits);
            p->depth = sr_max(p->depth, k->depth);
        }
    }
    g->slots = samples + 1;
    g->seats = b->setup->seats;
    g->rotate = b->rotate;
    g->seed = b->setup->seed + (uint64_t)b->first;
    g->first = (uint64_t)b->first;
    g->margin = ai_margin(p->eval.game, g->seats);
    g->policy = p->eval.net->slots;
    g->records = !b->records ? GUIDE_NOTHING : b->heads ? GUIDE_HEADS : GUIDE_RECORDS;
    g->scripts = b->records && (b->heads || b->study);
    g->study = b->study ? *b->study : (struct lab_study){.deep = 100, .told = 100};
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Places: with trials those for which a round has room. */
static uint32_t places_of(const struct party *p)
{
    const bool whole = p->guide.records == GUIDE_RECORDS && p->looks + p->guide.scripts > 0;
    uint32_t places = whole ? PLACES_RECORDED : PLACES;
    const uint32_t samples = (uint32_t)p->guide.slots - 1;
    const uint32_t drawn = DRAWN_MOST / samples;
    places = party_by_line(p) && drawn < places ? drawn : places;
    const uint32_t tried = p->visits ? TRIALS_MOST / (uint32_t)p->visits : places;
    return tried < places ? tried : places;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }
static size_t greatest(size_t a, size_t b) { return a > b ? a : b; }

/* Children of a step: as many as there is memory for, or fewer. */
static uint32_t room_of(struct party *p)
{
    const struct guide *g = &p->guide;
    const size_t places = p->wave.places, samples = (size_t)g->slots - 1;
    const size_t tried = places * (size_t)p->visits;
    const size_t looked = p->looks ? places * CHILDREN * samples + 8192 : 0;
    size_t free_bytes = 0, all = 0;
    if (p->wave.gpu->cuda.cuMemGetInfo_v2(&free_bytes, &all))
        free_bytes = (size_t)4 << 30;
    const size_t fits = free_bytes / 2 / party_child_size(p);
    const size_t wanted = greatest(tried, least(looked, greatest(fits, ROOM_LEAST)));
    return (uint32_t)least(wanted, ROOM_MOST);
}

static void make_room(struct party *p)
{
    struct gpu_memory *m = &p->wave.memory;
    struct guide *g = &p->guide;
    const struct sr_game *game = p->batch->setup->rules.game;
    const size_t places = p->wave.places;
    p->words = ((uint32_t)g->lines * (uint32_t)p->eval.game->inputs + 3) / 4;
    g->room = room_of(p);
    const size_t room = g->room;
    p->looks_there = gpu_alloc(m, places * sizeof(struct guide_look));
    p->drawn = gpu_alloc(m, places * (size_t)g->slots * lab_pitch(game));
    for (int i = 0; i < 2; i++)
        p->order[i] = gpu_alloc(m, room * 2 * sizeof(uint32_t));
    p->owner = gpu_alloc(m, room * sizeof(uint32_t));
    p->handicap = gpu_alloc(m, room * sizeof(int32_t));
    p->keys = gpu_alloc(m, room);
    p->step = gpu_alloc(m, sizeof(struct party_step));
    p->total = gpu_alloc(m, sizeof(uint32_t));
    p->made = gpu_alloc(m, sizeof(uint32_t));
    /* The last slice of the last row may reach beyond it; weights are 0 there. */
    const size_t parents = party_by_line(p) ? places * (size_t)(g->slots - 1) : 0;
    const size_t full = party_by_line(p) && !p->tries ? 0 : room;
    const size_t rows = greatest(parents, full);
    p->x = gpu_alloc(m, ((rows + 31) / 32 * p->words + 9) * 32 * sizeof(uint32_t));
    p->at = gpu_alloc(m, room * sizeof(uint32_t));
    p->final = gpu_alloc(m, room * sizeof(int32_t));
    p->over = gpu_alloc(m, room);
    p->y = gpu_alloc(m, room * (size_t)g->lines * AI_OUTPUTS * sizeof(int32_t));
    p->worth = gpu_alloc(m, room * sizeof(int32_t));
    p->standing = gpu_alloc(m, room * sizeof(int64_t));
    p->used = gpu_alloc(m, sizeof(uint32_t));
    p->record_most = g->records == GUIDE_HEADS
                         ? sizeof(struct lab_record)
                         : lab_record_length(game->state_size, g->lines, game->moves_max);
    if (g->records) {
        p->records = gpu_alloc(m, places * p->record_most);
        p->fetched = mem_grow(NULL, places * p->record_most);
    }
    if (p->looks && party_by_line(p))
        party_room_for_lines(p);
    p->guide_there = party_upload(m, g, sizeof *g);
    party_upload_net(p);
    if (p->tries)
        party_room_for_trials(p);
}

/* ---- playing --------------------------------------------------------------------------------- */

cu_result party_clear(struct party *p)
{
    return p->wave.gpu->cuda.cuMemsetD8_v2(p->step, 0, sizeof(struct party_step));
}

cu_result party_sort(struct party *p, int from, uint32_t count)
{
    cu_pointer counts = p->step + offsetof(struct party_step, counts);
    cu_pointer taken = p->step + offsetof(struct party_step, taken);
    void *sort[] = {&p->order[from], &p->order[1 - from], &p->keys, &counts, &taken, &count,
                    &p->total};
    return gpu_launch(p->wave.gpu, p->wave.sort, count, WAVE_SORT_BLOCK, 0, sort);
}

cu_result party_judge(struct party *p, cu_pointer made, uint32_t most)
{
    /* A warp of the network takes a line of 16 positions; of the last ones there may be fewer. */
    const uint32_t warps = (most + 15) / 16 * (uint32_t)p->guide.lines;
    void *judge[] = {&p->guide_there, &p->x,  &p->words, &made,  &most,  &p->w1,
                     &p->b1,          &p->w2, &p->b2,    &p->w3, &p->b3, &p->y};
    return gpu_launch(p->wave.gpu, p->judge, 32 * warps, WAVE_BLOCK, 0, judge);
}

/* Players who look one move ahead: their children stand in order[0]. */
static cu_result look_ahead(struct party *p)
{
    struct wave *w = &p->wave;
    struct gpu *gpu = w->gpu;
    const uint32_t room = p->guide.room;
    cu_pointer counts = p->step;
    void *child[] = {&w->edition, &p->guide_there, &p->order[1], &counts, &p->owner,
                     &p->drawn,   &p->x,           &p->words,    &p->at,  &p->final,
                     &p->over,    &p->looks_there, &p->made};
    void *pick[] = {&w->states,   &w->place[1], &w->active,   &p->guide_there, &p->looks_there,
                    &p->order[0], &p->at,       &p->handicap, &p->y,           &p->final,
                    &p->worth,    &p->standing, &p->over,     &p->records,     &p->used};
    cu_result e = party_sort(p, 0, room);
    if (!e && party_by_line(p))
        e = party_look_by_line(p);
    else if (!e && !(e = gpu_launch(gpu, p->child, room, WAVE_BLOCK, 0, child)))
        e = party_judge(p, p->made, room);
    if (e)
        return e;
    return gpu_launch(gpu, p->pick, w->active, WAVE_BLOCK, 0, pick);
}

/* Hands over what was recorded in this step. */
static cu_result fetch_records(struct party *p)
{
    struct cuda *c = &p->wave.gpu->cuda;
    struct lab_records *r = p->batch->records;
    uint32_t used = 0;
    cu_result e = c->cuMemcpyDtoH_v2(&used, p->used, sizeof used);
    if (e || !used)
        return e;
    if ((e = c->cuMemcpyDtoH_v2(p->fetched, p->records, used)) ||
        (e = c->cuMemsetD8_v2(p->used, 0, sizeof used)))
        return e;
    for (uint32_t at = 0; at < used;) {
        struct lab_record one; /* numbered in the series from here on */
        memcpy(&one, p->fetched + at, sizeof one);
        one.game += (uint32_t)p->batch->first;
        memcpy(p->fetched + at, &one, sizeof one);
        at += one.length;
        r->count++;
    }
    if (!r->failed)
        r->failed = !r->write(r->context, p->fetched, used);
    return 0;
}

static cu_result follow_scripts(struct party *p)
{
    struct wave *w = &p->wave;
    void *script[] = {&w->edition,     &w->states, &w->place[1], &w->active, &p->guide_there,
                      &p->looks_there, &p->drawn,  &p->records,  &p->used};
    return gpu_launch(w->gpu, p->script, w->active, WAVE_BLOCK, 0, script);
}

static cu_result think(void *context)
{
    struct party *p = context;
    struct wave *w = &p->wave;
    cu_pointer counts = p->step, verbs = wave_counter(w, 2);
    void *look[] = {&w->edition,     &w->states, &w->place[1], &w->active, &p->guide_there,
                    &p->looks_there, &p->drawn,  &p->order[0], &p->owner,  &p->handicap,
                    &p->keys,        &counts,    &p->total,    &p->trials};
    void *chosen[] = {&w->place[1], &p->looks_there, &w->keys, &verbs, &w->active, &w->totals};
    cu_result e = w->gpu->cuda.cuMemsetD8_v2(p->total, 0, sizeof(uint32_t));
    if (e || (e = party_clear(p)) ||
        (e = gpu_launch(w->gpu, p->look, w->active, WAVE_BLOCK, 0, look)) ||
        (p->scripts && (e = follow_scripts(p))) || (p->looks && (e = look_ahead(p))) ||
        (p->tries && (e = party_try(p))) || (p->guide.records && (e = fetch_records(p))))
        return e;
    return gpu_launch(w->gpu, p->chosen, w->active, WAVE_BLOCK, 0, chosen);
}

struct kernel {
    const char *name;
    cu_handle *to;
};
static enum sr_err find_kernels(struct party *p, struct gpu *g, cu_handle module,
                                struct sr_diag *diag)
{
    const struct kernel kernel[] = {
        {"serai_look", &p->look},   {"serai_child", &p->child},   {"serai_net", &p->judge},
        {"serai_pick", &p->pick},   {"serai_chosen", &p->chosen}, {"serai_open", &p->open},
        {"serai_round", &p->round}, {"serai_arrive", &p->arrive}, {"serai_policy", &p->policy},
        {"serai_walk", &p->walk},   {"serai_note", &p->note},     {"serai_settle", &p->settle}};
    enum sr_err err = SR_OK;
    for (size_t i = 0; !err && i < sizeof kernel / sizeof kernel[0]; i++)
        err = gpu_function(g, module, kernel[i].name, kernel[i].to, diag);
    const struct kernel by_line[] = {
        {"serai_keys", &p->make_keys},      {"serai_pieces", &p->make_pieces},
        {"serai_parent", &p->parent},       {"serai_first", &p->first},
        {"serai_note_down", &p->note_down}, {"serai_near", &p->near}};
    for (size_t i = 0; !err && party_by_line(p) && i < sizeof by_line / sizeof by_line[0]; i++)
        err = gpu_function(g, module, by_line[i].name, by_line[i].to, diag);
    if (!err && p->scripts)
        err = gpu_function(g, module, "serai_script", &p->script, diag);
    return err;
}

static enum sr_err play(struct party *p, struct gpu *g, struct sr_diag *diag)
{
    struct lab_batch *b = p->batch;
    union sr_state first;
    cu_handle module;
    read_skills(p);
    const enum gpu_part part = p->scripts ? GPU_SCRIPTED : GPU_GUIDED;
    enum sr_err err =
        sr_setup(&b->setup->rules, b->setup->seats, b->setup->option, 1, &first, diag);
    if (err || (err = gpu_module_of(g, b->setup->rules.game, part, &module, diag)) ||
        (err = find_kernels(p, g, module, diag)))
        return err;
    p->guide.lines = ai_lines(&p->eval, &first);
    const double start = gpu_now();
    err = wave_begin(&p->wave, g, module, b, places_of(p), diag);
    if (!err) {
        make_room(p);
        cu_result e = p->wave.memory.error;
        e = e ? e : wave_play(&p->wave, think, p);
        b->seconds = gpu_now() - start;
        e = e ? e : wave_results(&p->wave, b);
        err = e ? cuda_fail(&g->cuda, e, "playing", diag) : SR_OK;
    }
    wave_end(&p->wave);
    return err;
}

enum sr_err gpu_play_guided(struct gpu *g, struct lab_batch *b, struct sr_diag *diag)
{
    struct party *p = mem_new(sizeof *p);
    p->batch = b;
    p->eval = ai_eval_for(&b->setup->rules, true);
    if (!p->eval.net) { /* scripted players alone: nobody asks it */
        const struct sr_rules printed = sr_rules_default(b->setup->rules.game);
        p->eval = ai_eval_for(&printed, true);
    }
    const enum sr_err err = play(p, g, diag);
    mem_free(p->fetched);
    mem_free(p);
    return err;
}
