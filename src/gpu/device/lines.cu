/* lines.cu: children of games that describe their positions line by line (features.h). A child
 * differs little from the position it comes from, its parent: a line or two have another piece, and
 * of the rest of the rows a few numbers change. So the parents are described in full, and what the
 * first layer makes of them is summed up once (serai_first); of a child it is noted what is
 * different (serai_note_down), and the network goes on from its parent's sums (serai_near). */

enum {
    BLOCKS = SERAI_BLOCKS, /* of other players and one's own, at the beginning of a row */
    SHARED = SERAI_BLOCK,  /* inputs of one of them */
    COMMON = 15,           /* in the place of a line: the same in all rows */
    COLUMNS = TILES * 8,   /* of a row's sums: neurons, then outputs */
    LANES = (H1 + 31) / 32 /* neurons of a thread */
};

/* Number of a parent among all; what was drawn for a place stands together, its view last. */
static inline uint32_t parent_of(const struct guide *g, uint32_t owner)
{
    return owner / (uint32_t)g->slots * (uint32_t)(g->slots - 1) + owner % (uint32_t)g->slots;
}

/* Where its keys and pieces are: those of a game stay from move to move. */
static inline uint64_t home_of(const struct guide *g, const struct place *places, uint32_t owner)
{
    const uint32_t each = (uint32_t)(g->slots - 1), slots = (uint32_t)g->slots;
    return (g->kept ? (uint64_t)places[owner / slots].game * each + owner % slots
                    : parent_of(g, owner)) *
           LINES;
}

/* A parent whose children are to be described; NULL: there is none. */
struct parent {
    const union sr_state *state;
    uint64_t home;
};
static bool find_parent(const struct guide *g, const uint32_t *drawn,
                        const struct guide_look *looks, const struct place *places, uint32_t t,
                        uint32_t count, struct parent *p)
{
    const uint32_t each = (uint32_t)(g->slots - 1), i = t / each, k = t % each;
    if (t >= count || places[i].game == 0xFFFFFFFFu || k >= looks[i].samples ||
        looks[i].skill->hand)
        return false;
    p->state = (const union sr_state *)(drawn + ((uint64_t)i * (uint32_t)g->slots + k) * WORDS);
    p->home = home_of(g, places, i * (uint32_t)g->slots + k);
    return true;
}

/* The keys of parents, and a list of the pieces that have become other ones. */
extern "C" __global__ void BOUNDS serai_keys(const void *edition, const struct guide *g,
                                             const uint32_t *drawn,
                                             const struct guide_look *looks,
                                             const struct place *places, uint32_t count,
                                             uint64_t *keys, uint32_t *list, uint32_t *listed)
{
    const uint32_t t = blockIdx.x * BLOCK + threadIdx.x;
    const struct sr_rules r = {(const struct sr_game *)0, edition};
    struct parent p;
    if (!find_parent(g, drawn, looks, places, t, count, &p))
        return;
    uint64_t key[LINES * KEY], *there = keys + p.home * KEY;
    uint32_t changed = 0;
    SERAI_FEATURES.keys(&r, p.state, key);
    for (int line = 0; line < g->lines; line++)
        for (int k = line * KEY; k < (line + 1) * KEY; k++)
            if (there[k] != key[k]) {
                there[k] = key[k];
                changed |= 1u << line;
            }
    uint32_t at = changed ? atomicAdd(listed, (uint32_t)__popc(changed)) : 0;
    for (; changed; changed &= changed - 1)
        list[at++] = t * LINES + (uint32_t)__ffs((int)changed) - 1;
}

/* Makes the pieces of a list: of parents each goes where its line's is, of children (NULL: looks)
 * to its number in the list. A kernel of its own, so that nothing but the plan of a line is among
 * the instructions that a processor has at hand. */
extern "C" __global__ void BOUNDS serai_pieces(const void *edition, const struct guide *g,
                                               const uint32_t *states,
                                               const struct guide_look *looks,
                                               const struct place *places, uint32_t count,
                                               uint64_t *pieces, const uint32_t *list,
                                               const uint32_t *listed)
{
    const uint32_t t = blockIdx.x * BLOCK + threadIdx.x;
    const struct sr_rules r = {(const struct sr_game *)0, edition};
    struct parent p = {NULL, t};
    if (t >= *listed)
        return;
    const uint32_t line = list[t] % LINES;
    if (!looks)
        p.state = (const union sr_state *)(states + (uint64_t)(list[t] / LINES) * WORDS);
    else if (!find_parent(g, states, looks, places, list[t] / LINES, count, &p))
        return;
    else
        p.home += line;
    uint64_t own[PIECE], *there = pieces + p.home * PIECE;
    SERAI_FEATURES.piece(&r, p.state, (int)line, own);
    for (int k = 0; k < PIECE; k++)
        there[k] = own[k];
}

/* What the game adds to the pieces, alone; only where it may stand in x there are zeros before. */
static inline void add_rest(const struct sr_rules *r, const union sr_state *s, int lines,
                            const void *const *piece, int8_t *x)
{
    for (const struct ai_run *k = SERAI_FEATURES.added; k->length; k++)
        for (int line = 0; line < (k->common ? 1 : lines); line++) {
            uint16_t *to = (uint16_t *)(x + line * INPUTS + k->at);
            for (int i = 0; i < k->length / 2; i++)
                to[i] = 0;
        }
    SERAI_FEATURES.rest(r, s, piece, x);
}

/* The inputs of parents, and the rest once more by itself: `rests` pairs of each. */
extern "C" __global__ void BOUNDS serai_parent(const void *edition, const struct guide *g,
                                               const uint32_t *drawn,
                                               const struct guide_look *looks,
                                               const struct place *places, uint32_t count,
                                               const uint64_t *pieces, uint32_t *x, uint32_t words,
                                               uint16_t *rest, uint32_t rests)
{
    const uint32_t t = blockIdx.x * BLOCK + threadIdx.x;
    const struct sr_rules r = {(const struct sr_game *)0, edition};
    struct parent p;
    if (!find_parent(g, drawn, looks, places, t, count, &p))
        return;
    uint32_t seen[LINES * INPUTS / 4 + 2];
    const void *piece[LINES];
    for (int line = 0; line < g->lines; line++)
        piece[line] = pieces + (p.home + (uint32_t)line) * PIECE;
    add_rest(&r, p.state, g->lines, piece, (int8_t *)seen);
    uint16_t *to = rest + (uint64_t)t * rests;
    for (const struct ai_run *k = SERAI_FEATURES.added; k->length; k++)
        for (int line = 0; line < (k->common ? 1 : g->lines); line++)
            for (int i = 0; i < k->length / 2; i++)
                *to++ = ((const uint16_t *)seen)[(line * INPUTS + k->at) / 2 + i];
    for (uint32_t k = 0; k < words; k++)
        seen[k] = 0;
    ai_compose(&SERAI_FEATURES, &r, p.state, piece, g->lines, (int8_t *)seen);
    for (uint32_t k = 0; k < words; k++)
        x[word_of(t, words, k)] = seen[k];
}

/* ---- children ------------------------------------------------------------------------------- */

/* Notes of a child: of two inputs each which pair of the row it is, of which line, and by how much
 * they differ from the parent's. */
struct notes {
    uint32_t *to;
    uint32_t count;
};
static inline void note(struct notes *n, int line, int pair, uint32_t now, uint32_t before)
{
    const int first = (int8_t)now - (int8_t)before;
    const int second = (int8_t)(now >> 8) - (int8_t)(before >> 8);
    if (first | second)
        n->to[n->count++] = (uint32_t)pair << 22 | (uint32_t)line << 18 |
                            ((uint32_t)first & 511) << 9 | ((uint32_t)second & 511);
}

static inline void note_piece(struct notes *n, int line, const uint64_t *now,
                              const uint64_t *before)
{
    for (const struct ai_run *k = SERAI_FEATURES.laid; k->length; k++)
        for (int i = 0; i < k->length / 4; i++) {
            const uint32_t a = ((const uint32_t *)now)[k->from / 4 + i];
            const uint32_t b = ((const uint32_t *)before)[k->from / 4 + i];
            if (a == b)
                continue;
            note(n, line, k->at / 2 + 2 * i, a, b);
            note(n, line, k->at / 2 + 2 * i + 1, a >> 16, b >> 16);
        }
}

static inline void note_rest(struct notes *n, int lines, const uint32_t *now,
                             const uint16_t *before)
{
    for (const struct ai_run *k = SERAI_FEATURES.added; k->length; k++)
        for (int line = 0; line < (k->common ? 1 : lines); line++)
            for (int i = 0; i < k->length / 2; i++) {
                const uint32_t a = ((const uint16_t *)now)[(line * INPUTS + k->at) / 2 + i];
                const uint32_t b = *before++;
                if (a != b)
                    note(n, k->common ? (int)COMMON : line, k->at / 2 + i, a, b);
            }
}

/* What is new in a child. */
struct child {
    uint32_t base; /* of its pieces among those of all children */
    uint32_t changed; /* bit per line that has one; NONE: it is not described */
};
#define NONE 0xFFFFFFFFu

/* Makes the positions and lists the pieces that are new in those that are not the end, or judges
 * them by hand. */
extern "C" __global__ void BOUNDS serai_child(const void *edition, const struct guide *g,
                                              const struct place *children, const uint32_t *counts,
                                              const uint32_t *owner, const uint32_t *drawn,
                                              const struct place *places, const uint64_t *keys,
                                              uint32_t *states, struct child *news, uint32_t *list,
                                              uint32_t *listed, uint32_t *at, int32_t *final,
                                              uint8_t *over, const struct guide_look *looks,
                                              uint32_t *made)
{
    const uint32_t count = count_children(counts);
    const uint32_t t = blockIdx.x * BLOCK + threadIdx.x;
    if (t == 0)
        *made = count;
    if (t >= count)
        return;
    __align__(16) uint32_t own[WORDS];
    const uint32_t c = children[t].game;
    const struct guide_look *look = &looks[owner[c] / (uint32_t)g->slots];
    struct child mine = {0, NONE};
    if (make_child(edition, g, &children[t], look, drawn + (uint64_t)owner[c] * WORDS, t, own, at,
                   final, over)) {
        const struct sr_rules r = {(const struct sr_game *)0, edition};
        const uint64_t *before = keys + home_of(g, places, owner[c]) * KEY;
        uint64_t key[LINES * KEY];
        for (int k = 0; k < WORDS / 4; k++)
            ((struct quad *)states)[(uint64_t)t * (WORDS / 4) + k] = ((const struct quad *)own)[k];
        SERAI_FEATURES.keys(&r, (const union sr_state *)own, key);
        mine.changed = 0;
        for (int line = 0; line < g->lines; line++) {
            bool same = true;
            for (int k = 0; k < KEY; k++)
                same &= key[line * KEY + k] == before[line * KEY + k];
            mine.changed |= (uint32_t)!same << line;
        }
        if (mine.changed)
            mine.base = atomicAdd(listed, (uint32_t)__popc(mine.changed));
        uint32_t n = mine.base;
        for (uint32_t set = mine.changed; set; set &= set - 1)
            list[n++] = t * LINES + (uint32_t)__ffs((int)set) - 1;
    }
    news[t] = mine;
}

/* Notes what is new. noted: by the sorted order, how much that is. */
extern "C" __global__ void BOUNDS serai_note_down(const void *edition, const struct guide *g,
                                             const struct place *children, const uint32_t *owner,
                                             const struct place *places, const uint64_t *pieces,
                                             const uint32_t *states, const struct child *news,
                                             const uint64_t *made_pieces, const uint16_t *rest,
                                             uint32_t rests, uint32_t *notes, uint32_t most,
                                             uint32_t *noted, const uint32_t *made)
{
    const uint32_t t = blockIdx.x * BLOCK + threadIdx.x;
    if (t >= *made)
        return;
    const struct child mine = news[t];
    const uint32_t o = owner[children[t].game];
    struct notes n = {notes + (uint64_t)t * most, 0};
    if (mine.changed != NONE) {
        const struct sr_rules r = {(const struct sr_game *)0, edition};
        const union sr_state *s = (const union sr_state *)(states + (uint64_t)t * WORDS);
        const uint64_t *before = pieces + home_of(g, places, o) * PIECE;
        const uint64_t *own = made_pieces + (uint64_t)mine.base * PIECE;
        uint32_t seen[LINES * INPUTS / 4 + 2];
        const void *piece[LINES];
        for (int line = 0; line < g->lines; line++) {
            piece[line] = before + line * PIECE;
            if (!(mine.changed >> line & 1))
                continue;
            piece[line] = own;
            note_piece(&n, line, own, before + line * PIECE);
            own += PIECE;
        }
        add_rest(&r, s, g->lines, piece, (int8_t *)seen);
        note_rest(&n, g->lines, seen, rest + (uint64_t)parent_of(g, o) * rests);
        for (; n.count % 4; n.count++) /* they are read by fours */
            n.to[n.count] = 0;
    }
    noted[t] = n.count;
}

/* ---- the network ---------------------------------------------------------------------------- */

/* What the first layer makes of all lines of the parents, before anything is added or cut off. */
extern "C" __global__ void __launch_bounds__(BLOCK)
    serai_first(const struct guide *g, const uint32_t *x, uint32_t words, uint32_t count,
                const uint2 *w1, int32_t *sums)
{
    const uint32_t number = blockIdx.x * WARPS + threadIdx.x / 32;
    const uint32_t lines = (uint32_t)g->lines, line = number % lines;
    const uint32_t first = number / lines * ROWS;
    if (first >= count)
        return;
    const uint32_t *p[2], from[2] = {line * INPUTS, line * INPUTS};
    for (int k = 0; k < 2; k++) {
        const uint32_t parent = first + threadIdx.x % 32 / 4 + 8 * k;
        p[k] = x + word_of(parent < count ? parent : count - 1, words, 0);
    }
    run_first(p, from, w1, [=](int row, int column, int sum) {
        if (first + row < count)
            sums[((uint64_t)(first + row) * lines + line) * COLUMNS + column] = sum;
    });
}

/* The sums of a position: of `LANES` neurons of all rows, and of an output of one. */
struct near {
    int32_t row[LINES][LANES];
    int32_t straight;
};

/* Adds two weights for each neuron, of a pair of inputs. */
static inline void add_pair(int32_t (&row)[LANES], const uint32_t *w, int pair, int first,
                            int second)
{
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < LANES; k++)
        if (H1 % 32 == 0 || lane + 32 * k < H1) {
            const uint32_t two = __ldg(w + (uint32_t)pair * H1 + lane + 32 * k);
            row[k] += first * (int16_t)two + second * (int16_t)(two >> 16);
        }
}

static inline void add_note(struct near *n, uint32_t note, int lines, const uint32_t *w1,
                            const uint32_t *w4)
{
    const int pair = (int)(note >> 22), line = (int)(note >> 18 & 15), lane = threadIdx.x % 32;
    const int first = (int)(note << 14) >> 23, second = (int)(note << 23) >> 23;
    const bool shared = pair < SHARED / 2;
    int own = -1; /* the pair in the row of this thread's output */
#pragma unroll
    for (int r = 0; r < LINES; r++) {
        /* Whose block it is, seen from row r. */
        const int block = shared ? line - r + (line < r ? lines : 0) : 0;
        const int here = pair + block * (SHARED / 2);
        if (r >= lines || block >= BLOCKS || (!shared && line != COMMON && line != r))
            continue;
        add_pair(n->row[r], w1, here, first, second);
        own = lane / AI_OUTPUTS == r ? here : own;
    }
    if (own >= 0) {
        const uint32_t two = __ldg(w4 + own * AI_OUTPUTS + lane % AI_OUTPUTS);
        n->straight += first * (int16_t)two + second * (int16_t)(two >> 16);
    }
}

/* The rows of a child, from its parent's and what is different. */
static inline void run_child(struct layers *out, int at, int lines, const int32_t *sums,
                             const uint32_t *notes, uint32_t noted, const uint32_t *w1,
                             const uint32_t *w4, const int32_t *b1)
{
    const int lane = threadIdx.x % 32;
    struct near n;
#pragma unroll
    for (int r = 0; r < LINES; r++)
#pragma unroll
        for (int k = 0; k < LANES; k++)
            n.row[r][k] = r < lines && (H1 % 32 == 0 || lane + 32 * k < H1)
                              ? sums[r * COLUMNS + lane + 32 * k]
                              : 0;
    n.straight =
        lane < AI_OUTPUTS * lines ? sums[lane / AI_OUTPUTS * COLUMNS + H1 + lane % AI_OUTPUTS] : 0;
    for (uint32_t k = 0; k < noted; k += 4) {
        const struct quad four = *(const struct quad *)(notes + k);
#pragma unroll
        for (int i = 0; i < 4; i++)
            add_note(&n, four.word[i], lines, w1, w4);
    }
#pragma unroll
    for (int r = 0; r < LINES; r++)
#pragma unroll
        for (int k = 0; k < LANES; k++)
            if (r < lines && (H1 % 32 == 0 || lane + 32 * k < H1)) {
                const int v = clip(n.row[r][k] + b1[lane + 32 * k], 7);
                ((uint8_t *)out->high[at + r])[lane + 32 * k] = (uint8_t)(v >> 4);
                ((uint8_t *)out->low[at + r])[lane + 32 * k] = (uint8_t)(v & 15);
            }
    if (lane < AI_OUTPUTS * lines)
        out->straight[at + lane / AI_OUTPUTS][lane % AI_OUTPUTS] = n.straight;
}

/* All lines of children: a warp takes as many as it has rows for. */
extern "C" __global__ void __launch_bounds__(BLOCK, 6)
    serai_near(const struct guide *g, const struct place *children, const uint32_t *owner,
               const int32_t *sums, const uint32_t *notes, uint32_t most, const uint32_t *noted,
               const uint32_t *made, const uint32_t *w1, const uint32_t *w4, const int32_t *b1,
               const uint2 *w2, const int32_t *b2, const int16_t *w3, const int32_t *b3, int32_t *y)
{
    __shared__ struct layers all[WARPS];
    struct layers *own = &all[threadIdx.x / 32];
    const int lane = threadIdx.x % 32, lines = g->lines, each = ROWS / lines;
    const uint32_t first = (blockIdx.x * WARPS + threadIdx.x / 32) * (uint32_t)each;
    const uint32_t count = *made;
    if (first >= count)
        return;
    for (int k = lane; k < ROWS * (FIRST / 4); k += 32)
        own->high[k / (FIRST / 4)][k % (FIRST / 4)] = own->low[k / (FIRST / 4)][k % (FIRST / 4)] =
            0;
    __syncwarp();
    for (int k = 0; k < each && first + k < count; k++) {
        const uint32_t t = first + (uint32_t)k;
        const uint32_t parent = parent_of(g, owner[children[t].game]);
        run_child(own, k * lines, lines, sums + (uint64_t)parent * (uint32_t)lines * COLUMNS,
                  notes + (uint64_t)t * most, noted[t], w1, w4, b1);
    }
    __syncwarp();
    run_second(own, w2, b2);
    __syncwarp();
    for (int k = lane; k < each * lines * AI_OUTPUTS; k += 32) {
        const int row = k / AI_OUTPUTS, o = k % AI_OUTPUTS;
        if (first + (uint32_t)(row / lines) < count)
            y[(uint64_t)first * (uint32_t)lines * AI_OUTPUTS + (uint32_t)k] =
                own->straight[row][o] + last_layer(own, row, o, w3, b3);
    }
}
