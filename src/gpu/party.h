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
    cu_handle look, child, judge, pick, chosen;
    cu_handle make_keys, make_pieces, parent, first, note_down, near; /* lines.c */
    cu_handle open, round, arrive, policy, walk, note, settle, script;
    cu_pointer guide_there, looks_there, handicap, worth, standing, final, over;
    cu_pointer line_keys, pieces, list, listed; /* of what was drawn (lines.cu) */
    cu_pointer children, news, new_list, new_pieces; /* of children */
    cu_pointer rest, sums, notes, noted, w1_plain, w4_plain;
    uint32_t rests, notes_most; /* pairs of a parent's rest; notes of a child at most */
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
/* Weights in pairs, of `inputs` values for `width` neurons; 0 beyond those the network has. */
cu_pointer party_upload_padded(struct gpu_memory *m, const int16_t *w, int has, int inputs,
                               size_t width);
/* Whether children are described by what is new in them (lines.c). */
bool party_by_line(const struct party *p);
void party_room_for_lines(struct party *p);
/* Bytes that a child takes. */
size_t party_child_size(struct party *p);
/* What the parents are, what is new in their children, and what the network makes of these. */
cu_result party_look_by_line(struct party *p);


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
