/* search.h: tree search for several players with chance and hidden information. */
#ifndef SERAI_AI_SEARCH_H
#define SERAI_AI_SEARCH_H

#include "ai/eval.h"
#include "serai/bot.h"

enum {
    TREE_ROOM_MIN = 10, TREE_ROOM_MAX = 18, /* sr_skill.memory */
    TREE_SLOTS = 2, /* for each node: open addressing, at most half full */
    TREE_EDGES = 4, /* for each node */
    TREE_DEPTH = 256,
    TREE_WIDE = 64 /* moves of an inner position that are looked at */
};

/* A position as a seat sees it. */
struct tree_node {
    uint64_t key;
    uint32_t first; /* edge + 1; 0: not opened */
    uint32_t visits;
    int32_t top;       /* best first guess of its edges */
    int32_t logit;     /* of that one, where a policy made the guesses */
    uint32_t suggested; /* edge + 1 of the move of the rules of thumb; 0: none */
    int32_t extra;      /* attention that move gets beside its own */
    uint16_t edges;
    uint8_t partial; /* some of its moves were left out */
};

struct tree_edge {
    sr_move move;
    uint32_t next;  /* edge + 1 */
    uint32_t visits;
    uint32_t chances; /* visits of the node while this move was legal */
    int64_t sum;      /* worth for the seat that decides */
    int32_t guess;    /* the same, one move ahead, at the first look */
    int32_t weight;   /* share of attention by the guess, AI_WIN for the best */
};

struct tree {
    struct sr_rules rules;
    struct ai_eval eval;
    double curiosity; /* of the decision under way */
    int32_t focus;    /* of AI_WIN */
    int fade, eyes, draws; /* as in sr_skill */
    int depth;             /* decisions to look ahead */
    bool policy;           /* the network's policy shares out attention */
    int playout;           /* turns that new positions are played on */
    int gain;              /* alone: points by which the search will do better than these */
    uint32_t nodes, edges;
    uint32_t node_max, edge_max, slot_max; /* a power of two each */
    struct tree_node *node;
    struct tree_edge *edge;
    uint32_t *slot; /* node + 1 */
    /* Of the moves of the root in this decision. */
    uint32_t root_first;
    uint32_t root_visits[SR_MOVES_MAX];
    int64_t root_win[SR_MOVES_MAX][SR_LINES_MAX], root_margin[SR_MOVES_MAX];
    int root_lines; /* of the score */
    /* Scratch. */
    struct ai_memo memo;
    union sr_state state, child;
    struct sr_view seen;
    sr_move legal[SR_MOVES_MAX];
    uint32_t open[SR_MOVES_MAX];
    int32_t logit[SR_MOVES_MAX], share[SR_MOVES_MAX];
};

struct tree_limits {
    int visits, samples;
    int curiosity, focus, trust, fade, eyes, draws, policy, playout, depth; /* as in sr_skill */
    bool patient; /* visits do not count while there is time */
    uint64_t until; /* on the clock */
    sr_clock *now;  /* NULL: no limit of time */
    void *context;
};

/* Bytes for nodes and edges of a tree with room for 2^room positions. */
#define TREE_BYTES(room)                                                                           \
    (((size_t)1 << (room)) * (sizeof(struct tree_node) + TREE_EDGES * sizeof(struct tree_edge) +  \
                              TREE_SLOTS * sizeof(uint32_t)))
/* `memory`: TREE_BYTES(room), aligned to 16, that outlive it. */
void tree_init(struct tree *t, const struct sr_rules *r, const struct ai_eval *e, void *memory,
               int room);
/* Looks at a decision; afterwards the edges of the root hold what was found. What earlier
 * decisions have found about this very position is used again. */
void tree_search(struct tree *t, const struct sr_view *view, const sr_move *legal, int count,
                 const struct tree_limits *limits, struct sr_rng *rng);
/* Looks at a position in which another seat decides, as often as limits->visits, and returns how
 * often; less when the tree is half full. The tree of before is kept. */
int tree_ponder(struct tree *t, const struct sr_view *view, const struct tree_limits *limits,
                struct sr_rng *rng);
/* One move ahead: worth of each move for the seat, averaged over limits->samples draws, or as many
 * as there is time for; 0 for moves there was no time for at all. */
void tree_look(struct tree *t, const struct sr_view *view, const sr_move *legal, int count,
               const struct tree_limits *limits, struct sr_rng *rng, int32_t *worth);
/* Puts a complete position that fits the view into t->state: any, or where the game knows which
 * secrets are likely, one of t->draws, the likelier the oftener. */
void tree_draw(struct tree *t, const struct sr_view *view, struct sr_rng *rng);
/* Playing on (playout.c): for how many turns at a table; and from t->state, with what came of
 * it. */
int playout_turns(const struct tree *t, const union sr_state *s, int playout);
void playout_run(struct tree *t, struct sr_rng *rng, struct ai_values *v);
/* The edge of the root for legal move i. */
const struct tree_edge *tree_root_edge(const struct tree *t, int i);

#endif
