/* trial.c: arms and what is known of their games. Neither threads nor files: a page has it, too. */
#include <stdio.h>

#include "lab/trial_inside.h"

/* ---- arms -------------------------------------------------------------------------------- */

void trial_arm_init(struct trial_arm *a, const struct sr_game *game, int seats, uint64_t seed)
{
    memset(a, 0, sizeof *a);
    snprintf(a->game, sizeof a->game, "%s", game->id);
    memcpy(a->set.edition, game->edition, game->edition_size);
    for (int i = 0; game->options[i].id; i++)
        a->set.option[i] = game->options[i].def;
    a->rules_version = game->rules_version;
    a->seats = seats;
    a->seed = seed;
    a->piece = 20;
    for (int i = 0; i < TRIAL_LIMITS; i++)
        a->item[i] = -1;
}

uint64_t trial_key(const struct trial_arm *a)
{
    const unsigned char *bytes = (const unsigned char *)a;
    uint64_t h = sizeof *a;
    for (size_t i = 0; i < sizeof *a; i++)
        h = base_mix(h, bytes[i]);
    return h;
}

struct trial_layout trial_layout_of(const struct sr_game *game, int seats)
{
    struct trial_layout l = {seats, 0, 0};
    const struct sr_rules r = sr_rules_default(game);
    union sr_state s;
    struct sr_scores sc;
    if (sr_setup(&r, seats, NULL, 1, &s, NULL) == SR_OK) {
        sr_scores_of(&r, &s, &sc);
        l.lines = sc.lines;
    }
    while (game->score_parts[l.parts])
        l.parts++;
    l.width = COL_LINES + l.lines * (LINE_PARTS + l.parts);
    return l;
}

void trial_column_name(const struct sr_game *game, int seats, int column, char *out, size_t max)
{
    static const char *const fixed[] = {"decisions", "turns",  "choosing", "choices", "wait",
                                        "margin",    "leads",  "decided",  "behind",  "stuck",
                                        "end",       "opener", "hash"};
    static const char *const line[] = {"score", "rank", "wins", "decisions"};
    const struct trial_layout l = trial_layout_of(game, seats);
    if (column < COL_LINES) {
        snprintf(out, max, "%s", fixed[column]);
        return;
    }
    const int i = (column - COL_LINES) / (LINE_PARTS + l.parts);
    const int what = (column - COL_LINES) % (LINE_PARTS + l.parts);
    const char *name = what < LINE_PARTS ? line[what] : game->score_parts[what - LINE_PARTS];
    snprintf(out, max, "%s%d.%s%s", i < seats ? "p" : "a", i < seats ? i + 1 : i - seats + 1,
             what < LINE_PARTS ? "" : "part.", name);
}

struct trial *trial_new(const struct sr_game *game, int threads)
{
    struct trial *t = mem_new(sizeof *t);
    t->game = game;
    t->threads = sr_max(1, threads);
    items_list(game, &t->items);
    return t;
}

void trial_free(struct trial *t)
{
    if (!t)
        return;
    for (int i = 0; i < t->arms; i++) {
        for (int64_t k = 0; k < t->arm[i]->pieces; k++)
            piece_free(&t->arm[i]->piece[k]);
        mem_free(t->arm[i]->piece);
        mem_free(t->arm[i]->use);
        mem_free(t->arm[i]);
    }
    mem_free(t->arm);
    if (t->run)
        t->leave(t->run);
    mem_free(t);
}

const struct items *trial_items(const struct trial *t) { return &t->items; }

void trial_watch(struct trial *t, trial_progress *progress, void *context)
{
    t->progress = progress;
    t->context = context;
}

void trial_device(struct trial *t, const struct lab_device *device) { t->device = device; }

const char *trial_device_trouble(const struct trial *t)
{
    return t->trouble.text[0] ? t->trouble.text : NULL;
}

void trial_share(struct trial *t, struct ranks *ranks) { t->ranks = ranks; }

int trial_arm(struct trial *t, const struct trial_arm *a)
{
    const uint64_t key = trial_key(a);
    for (int i = 0; i < t->arms; i++)
        if (t->arm[i]->key == key)
            return i;
    struct arm *arm = mem_new(sizeof *arm);
    arm->is = *a;
    arm->key = key;
    arm->layout = trial_layout_of(t->game, a->seats);
    if (a->uses)
        arm->use = mem_new((size_t)t->items.count * sizeof *arm->use);
    t->arm = mem_grow(t->arm, (size_t)(t->arms + 1) * sizeof(struct arm *));
    t->arm[t->arms] = arm;
    return t->arms++;
}

int trial_arms(const struct trial *t) { return t->arms; }

const struct trial_arm *trial_arm_get(const struct trial *t, int arm) { return &t->arm[arm]->is; }

struct trial_layout trial_layout(const struct trial *t, int arm) { return t->arm[arm]->layout; }

const struct trial_use *trial_uses(const struct trial *t, int arm) { return t->arm[arm]->use; }

int64_t trial_games(const struct trial *t, int arm)
{
    const struct arm *a = t->arm[arm];
    int64_t n = 0;
    while (n < a->pieces && a->piece[n].row)
        n++;
    return n * a->is.piece;
}

const int32_t *trial_row(const struct trial *t, int arm, int64_t game)
{
    const struct arm *a = t->arm[arm];
    return a->piece[game / a->is.piece].row + (game % a->is.piece) * a->layout.width;
}

void trial_room(struct arm *a, int64_t games)
{
    const int64_t wanted = (games + a->is.piece - 1) / a->is.piece;
    if (wanted <= a->pieces)
        return;
    a->piece = mem_grow(a->piece, (size_t)wanted * sizeof *a->piece);
    memset(a->piece + a->pieces, 0, (size_t)(wanted - a->pieces) * sizeof *a->piece);
    a->pieces = wanted;
}

void trial_take(struct trial *t, struct arm *a, int64_t number, struct piece *p)
{
    for (int i = 0; p->use && i < t->items.count; i++) {
        const int64_t *from = (const int64_t *)&p->use[i];
        int64_t *to = (int64_t *)&a->use[i];
        for (int k = 0; k < TRIAL_USE; k++)
            to[k] += from[k];
    }
    mem_free(p->use);
    p->use = NULL;
    a->piece[number] = *p;
}

bool trial_take_line(struct trial *t, const char *line, size_t len)
{
    uint64_t key;
    int64_t number;
    struct piece p;
    struct arm *a = NULL;
    if (!piece_head(line, len, &key, &number) || number >= TRIAL_PIECES)
        return false;
    for (int i = 0; i < t->arms; i++)
        a = t->arm[i]->key == key ? t->arm[i] : a;
    if (!a)
        return false;
    trial_room(a, (number + 1) * a->is.piece);
    if (a->piece[number].row)
        return true;
    piece_new(&t->items, &a->is, &p);
    if (!piece_read(&t->items, &a->is, line, len, &p)) {
        piece_free(&p);
        return false;
    }
    trial_take(t, a, number, &p);
    return true;
}
