/* search.h: tree search for several players with chance and hidden information. */
#ifndef SERAI_AI_SEARCH_H
#define SERAI_AI_SEARCH_H

#include "ai/eval.h"
#include "serai/bot.h"

enum {
    TREE_NODES = 1 << 14,
    TREE_SLOTS = 2 * TREE_NODES, /* open addressing, at most half full */
    TREE_EDGES = 1 << 16,
    TREE_DEPTH = 256,
    TREE_WIDE = 64 /* moves of an inner position that are looked at */
};

/* A position as the searching seat sees it. */
struct tree_node {
    uint64_t key;
    uint32_t first; /* edge + 1; 0: not opened */
    uint32_t visits;
    int32_t top;    /* best first guess of its edges */
    uint16_t edges;
    uint8_t partial; /* some of its moves were left out */
    uint8_t spare;
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
    uint32_t nodes, edges;
    struct tree_node node[TREE_NODES];
    struct tree_edge edge[TREE_EDGES];
    uint32_t slot[TREE_SLOTS]; /* node + 1 */
    /* Of the moves of the root in this decision. */
    uint32_t root_first;
    uint32_t root_visits[SR_MOVES_MAX];
    int64_t root_win[SR_MOVES_MAX], root_margin[SR_MOVES_MAX];
    /* Scratch. */
    struct ai_memo memo;
    union sr_state state, child;
    struct sr_view seen;
    sr_move legal[SR_MOVES_MAX];
    uint32_t open[SR_MOVES_MAX];
};

struct tree_limits {
    int visits, samples;
    int curiosity, focus; /* as in sr_skill */
    uint64_t until; /* on the clock */
    sr_clock *now;  /* NULL: no limit of time */
    void *context;
};

void tree_init(struct tree *t, const struct sr_rules *r, const struct ai_eval *e);
/* Looks at a decision; afterwards the edges of the root hold what was found. What earlier
 * decisions have found about this very position is used again. */
void tree_search(struct tree *t, const struct sr_view *view, const sr_move *legal, int count,
                 const struct tree_limits *limits, struct sr_rng *rng);
/* One move ahead: worth of each move for the seat, averaged over limits->samples draws, or as many
 * as there is time for; 0 for moves there was no time for at all. */
void tree_look(struct tree *t, const struct sr_view *view, const sr_move *legal, int count,
               const struct tree_limits *limits, struct sr_rng *rng, int32_t *worth);
/* The edge of the root for legal move i. */
const struct tree_edge *tree_root_edge(const struct tree *t, int i);

#endif
