/* party.h: a batch of players who think, for guided.c (one move ahead), trials.c (halving) and
 * weights.c (the network). */
#ifndef SERAI_GPU_PARTY_H
#define SERAI_GPU_PARTY_H

#include "gpu/guide.h"
#include "gpu/wave.h"

struct party_step { /* counters of a sorting, cleared before it */
    uint32_t counts[WAVE_KEYS], taken[WAVE_KEYS];
};

struct party {
    struct wave wave;
    struct lab_batch *batch;
    struct guide guide;
    struct ai_eval eval;
    int looks, tries, scripts; /* how many players do, or are scripted */
    int visits, depth; /* most of those who try */
    cu_handle look, make_pieces, child, judge, pick, chosen;
    cu_handle open, round, arrive, policy, walk, note, settle, script;
    cu_pointer guide_there, looks_there, handicap, worth, standing, final, over;
    cu_pointer line_keys, pieces; /* of what was drawn */
    cu_pointer drawn, owner, order[2], keys, step, total, made, x, at, y;
    cu_pointer trials; /* struct guide_trials; 0: nobody tries moves */
    cu_pointer w1, b1, w2, b2, w3, b3, bp, wp;
    cu_pointer records, used;
    uint32_t words;         /* of a position's inputs */
    size_t record_most;     /* bytes of a record */
    unsigned char *fetched; /* records */
};

cu_pointer party_upload(struct gpu_memory *m, const void *data, size_t len);
void party_upload_net(struct party *p);
/* Places for so many items in the order of p->keys: from order[from] to the other one. Counters are
 * cleared before by party_clear. */
cu_result party_clear(struct party *p);
cu_result party_sort(struct party *p, int from, uint32_t count);

/* What the network makes of all lines of the positions: as many as `made` says (0: nothing does),
 * at most `most`. */
cu_result party_judge(struct party *p, cu_pointer made, uint32_t most);

/* Room for trials, and the decisions of those players. */
void party_room_for_trials(struct party *p);
cu_result party_try(struct party *p);

#endif
