/* features.h: what a game tells the evaluation about its positions. One file per game in
 * src/ai/features/. Everything is said from the side of one line of the score (a seat, or an
 * automated player) and uses only what that seat may see: of other hands their size, never their
 * cards. Complete states and views of that seat give the same answers. */
#ifndef SERAI_AI_FEATURES_H
#define SERAI_AI_FEATURES_H

#include "ai/net.h"
#include "serai/game.h"

enum { AI_PARTS_MAX = 16, AI_POINT = 16, AI_SEEN = 6, AI_KEY_MAX = 160, AI_PIECE_MAX = 400 };
/* A fact about a move: which one (from 1), and its value, at most 255. */
#define AI_FACT(which, value) ((uint16_t)((which) << 8 | ((value) & 0xFF)))

/* Bytes of a row. */
struct ai_run {
    uint16_t at, from, length;
    bool common;
};

struct ai_game {
    const char *id;
    uint32_t version; /* of the features: raised when they change meaning */
    int inputs;       /* even; 0: the game has no features. They only grow at the end of a row: a
                         network reads as many as it has, so that older ones stay playable */
    int judged;       /* where in a row ai_put_judged wrote; 0: nowhere */
    int margin;       /* points by which a clear win is won */
    int margin_alone; /* the same against an automated opponent; 0: margin */
    int alone_spread; /* alone a search plays on to the end (playout.c), and a lead of so many
                         points is worth the odds of e to one; 0: it judges */
    int alone_gain;   /* points by which a whole game of the search ends better than the policy's */
    int plays_on;     /* with three and more it plays so many rounds of turns on before it judges */
    /* Spread of an estimated lead, in points, at the beginning and at the end of a game: how
     * far the hand-written judgement is to be trusted. */
    int spread_start, spread_end;
    const char *const *parts; /* names of the parts of the judgement, ended by NULL */

    /* Fills x[line][inputs] for all lines, all zero before; each by what that line may see. */
    void (*features)(const struct sr_rules *r, const union sr_state *s, int8_t *x);
    /* Where most of that is reckoned line by line, and a move changes few of the lines: its parts.
     * A line's piece depends on nothing that its key does not hold, so that equal keys have equal
     * pieces, and who has one already need not make it. Sizes in bytes, multiples of 8; 0: features
     * does everything at once. */
    int key_size, piece_size;
    void (*keys)(const struct sr_rules *r, const union sr_state *s, void *key); /* of all lines */
    void (*piece)(const struct sr_rules *r, const union sr_state *s, int line, void *piece);
    /* Writes what is not of a single line, into rows where there are zeros (ai_compose). */
    void (*rest)(const struct sr_rules *r, const union sr_state *s, const void *const *piece,
                 int8_t *x);
    /* Which bytes of a piece go where in its line's row (multiples of 4), and where `rest` writes
     * (multiples of 2), ended by a length of 0. What is the same in all rows it writes into the
     * first (`common`). */
    struct ai_run laid[3], added[4];
    int block, blocks; /* of ai_share_blocks */
    /* Hand-written: points the line will have at the end, by part, AI_POINT for each point. */
    void (*judge)(const struct sr_rules *r, const union sr_state *s, int line,
                  int part[AI_PARTS_MAX]);
    /* How much of the game has been played, 0..1024. */
    int (*progress)(const struct sr_rules *r, const union sr_state *s);
    /* Lines that compete; NULL: the seats. */
    int (*lines)(const union sr_state *s);
    /* NULL, or the move that rules of thumb would make for the seat that decides, by what it sees:
     * where a search looks first. Index of a legal move. */
    int (*suggest)(const struct sr_rules *r, const union sr_state *s, const sr_move *legal,
                   int count, struct sr_rng *rng);
    /* NULL, or how likely what is hidden from a seat would be as it is here, 1..65536: how the
     * others choose what they keep secret. Only of what the rules call equally possible. */
    int (*likely)(const struct sr_rules *r, const union sr_state *s, int seat);
    /* NULL, or what the policy should know of the moves beside their arguments, by what the seat
     * that decides sees: for each move up to AI_SEEN small facts (AI_FACT), 0 for none; all 0
     * before. Returns the move that ai_suggested would find, where it came to know it; -1: not. */
    int (*describe)(const struct sr_rules *r, const union sr_state *s, const sr_move *legal,
                     int count, uint16_t (*seen)[AI_SEEN]);
    /* NULL, or by how many thousandths of a chance to win a move must be better than any move
     * without a handicap to be chosen (offers to others, consent to theirs). */
    int (*handicap)(const struct sr_rules *r, const union sr_state *s, sr_move m);
    /* NULL, or what one who understands bargains would do about one: index of a legal move, -1:
     * there is none to be had. *firm: a step of an offer under way, not to be thought over. */
    int (*bargain)(const struct sr_rules *r, const union sr_state *s, const sr_move *legal,
                   int count, bool *firm);
    /* NULL, or what can be named in words of the game that a player has in reach: sentences of the
     * catalogue (ai.<game>.<goal>), what matters most first, at most 64, ended by NULL; and which
     * of them a seat has reached, by what it sees, as a bit set. They give hints their reasons. */
    const char *const *goals;
    uint64_t (*reached)(const struct sr_rules *r, const union sr_state *s, int seat);
};

/* Never NULL: games without a file of their own are judged by the score so far. */
const struct ai_game *ai_game_find(const char *id);

/* How far a judgement is to be trusted, in 1024ths of a point. */
static inline int ai_spread(int start, int end, int progress)
{
    return 1024 * start + (end - start) * progress;
}

/* ---- writing inputs ------------------------------------------------------------------------- */

struct ai_writer {
    int8_t *x;
    int n;
};

static inline int8_t ai_byte(int v)
{
    return (int8_t)(v > AI_INPUT_MAX ? AI_INPUT_MAX : v < -AI_INPUT_MAX ? -AI_INPUT_MAX : v);
}
/* v measured in `unit`s. */
static inline void ai_put(struct ai_writer *w, int v, int unit)
{
    w->x[w->n++] = ai_byte(v * AI_UNIT / unit);
}
static inline void ai_flag(struct ai_writer *w, int v) { w->x[w->n++] = (int8_t)(v ? AI_UNIT : 0); }
/* A flag for each of the first `count` members of a set. Eight at a time: each byte gets all eight
 * and keeps one. */
static inline void ai_flags(struct ai_writer *w, uint64_t set, int count)
{
    const uint64_t ones = 0x0101010101010101u, own = 0x8040201008040201u;
    for (int i = 0; i < count / 8; i++, set >>= 8, w->n += 8) {
        uint64_t lit = (set & 0xFF) * ones & own;
        lit = ((lit + 0x7F * ones) >> 7 & ones) * AI_UNIT;
        memcpy(w->x + w->n, &lit, sizeof lit);
    }
    for (int i = 0; i < count % 8; i++, set >>= 1)
        ai_flag(w, (int)(set & 1));
}
/* One of `count` values. */
static inline void ai_one_of(struct ai_writer *w, int v, int count)
{
    if (v >= 0 && v < count)
        w->x[w->n + v] = AI_UNIT;
    w->n += count;
}
/* A thermometer: step k is lit when v > k. */
static inline void ai_steps(struct ai_writer *w, int v, int steps)
{
    for (int k = 0; k < steps && k < v; k++)
        w->x[w->n + k] = AI_UNIT;
    w->n += steps;
}

/* The hand-written judgement, so that a network need not learn again what it knows: tenths of a
 * point, less what is the same for all lines. To a tenth, and as the logit the hand-written
 * evaluation makes of it (`spread`: ai_spread), once finely and once as far as it goes. */
enum { AI_JUDGED = 3, AI_JUDGED_FAR = 4 };
static inline void ai_put_judged(struct ai_writer *w, int judged, int spread)
{
    ai_put(w, judged, AI_UNIT);
    ai_put(w, judged * 1024, 10 * spread);
    ai_put(w, judged * 1024, 10 * AI_JUDGED_FAR * spread);
}

/* Inputs from one place to another; on a device four at a time, where rows and blocks allow it. */
static inline void ai_copy(int8_t *to, const int8_t *from, int n)
{
#ifdef __CUDACC_RTC__
    if ((((size_t)to | (size_t)from | (size_t)n) & 3) == 0) {
        for (int i = 0; i < n / 4; i++)
            ((uint32_t *)to)[i] = ((const uint32_t *)from)[i];
        return;
    }
#endif
    memcpy(to, from, (size_t)n);
}

/* A row of inputs begins with blocks, one for each player, its own first and then in turn order.
 * The own block of every row is there: the other rows get it too. */
static inline void ai_share_blocks(int8_t *x, int inputs, int lines, int block, int blocks)
{
    for (int line = 0; line < lines; line++)
        for (int i = 1; i < sr_min(lines, blocks); i++) {
            const int other = line + i < lines ? line + i : line + i - lines;
            ai_copy(x + line * inputs + i * block, x + other * inputs, block);
        }
}

/* Rows, all zero before, of pieces and the rest. */
static inline void ai_compose(const struct ai_game *g, const struct sr_rules *r,
                              const union sr_state *s, const void *const *piece, int lines,
                              int8_t *x)
{
    for (int line = 0; line < lines; line++)
        for (const struct ai_run *k = g->laid; k->length; k++)
            ai_copy(x + line * g->inputs + k->at, (const int8_t *)piece[line] + k->from, k->length);
    g->rest(r, s, piece, x);
    for (const struct ai_run *k = g->added; k->length; k++)
        for (int line = 1; k->common && line < lines; line++)
            ai_copy(x + line * g->inputs + k->at, x + k->at, k->length);
    ai_share_blocks(x, g->inputs, lines, g->block, g->blocks);
}

/* A word of four bytes at an address that is a multiple of four. */
static inline uint32_t ai_word(const void *p, int i)
{
#ifdef __CUDACC_RTC__
    return ((const uint32_t *)p)[i];
#else
    uint32_t w;
    memcpy(&w, (const char *)p + 4 * i, sizeof w);
    return w;
#endif
}

#endif
