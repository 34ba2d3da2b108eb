/* bot.h: players that decide by themselves. A bot is handed a view, never a state.
 *
 * Same view, same seed, same visits: same move, on every platform. Nothing here allocates, reads
 * a clock or starts a thread by itself. */
#ifndef SERAI_BOT_H
#define SERAI_BOT_H

#include "serai/json.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SR_SCRIPTED = -2 };
struct ai_net; /* ai/net.h */

/* What a level likes beside winning: nothing; what can be taken at once; one plan, another in each
 * match; points now; what is built to last. */
enum sr_likes {
    SR_LIKES_NOTHING,
    SR_LIKES_TO_TAKE,
    SR_LIKES_ONE_PLAN,
    SR_LIKES_NOW,
    SR_LIKES_TO_BUILD
};

/* How a bot thinks. */
struct sr_skill {
    int visits;   /* positions looked at in the tree for a decision; 0: one move ahead only;
                     -1: does not think, plays any move;
                     SR_SCRIPTED: chooses by its own `choose` */
    bool patient; /* with a clock it looks on until its time is over or the matter is clear, however
                     many visits that takes */
    int samples;  /* draws of what is hidden for the first look at the moves */
    int slack;    /* spread of its choice among good moves, in thousandths of a chance to win;
                     0: always the best it has found */
    int millis;   /* time after which it stops looking, where a clock is given; 0: none */
    int curiosity;/* hundredths: how long promising moves are tried before results decide */
    int focus;    /* thousandths of a chance to win that halve the interest in a move */
    bool learned; /* judges by the trained network where the game has one */
    const struct ai_net *net; /* the network to judge by; NULL: the one of the game */
    bool halving; /* no tree: `visits` trials of promising moves, the worse half dropped after each
                     round; `slack` is the noise of their choice, 1000 for all of it */
    int depth;    /* decisions a trial plays on before it is judged; how many a tree looks ahead,
                     0: as far as it grows */
    int trust;    /* the move with the best mean is played, of those with a share of the visits of
                     the one tried most: one in `trust`; 0: the one tried most itself */
    int fade;     /* visits of a position after which the extra attention for the move of the rules
                     of thumb has halved; 0: it stays */
    int eyes;     /* positions are told apart in the tree as they are seen by 0: who searches,
                     1: who decides there */
    int draws;    /* draws of what is hidden, of which one is taken: the likelier the oftener */
    int policy;   /* attention follows 1: the network's policy, where it has one; 0: a look at every
                     move, one step ahead */
    int playout;  /* 1: new positions are played on by the policy before they are judged: with three
                     and more for a round of turns or two, alone to the end of the game, with two
                     not at all; 0: judged at once */
    int memory;   /* room of the tree: 2 to the power of this positions; 10..18 */
    int bargain;  /* 1: makes offers that are good for both, and takes such offers */
    /* Character. */
    int overlook; /* hundredths of the moves, and half as many kinds of moves, that it does not see
                     in a turn */
    int taste;    /* thousandths of a chance to win that a point of what it likes counts more */
    int likes;    /* enum sr_likes */
    int cores;    /* how many minds may think for it at once, where the caller lets them (council);
                     0 and 1: one alone; -1: as many as there are processors for */
};

struct sr_bot {
    const char *id;
    const char *title; /* one English line for lists */
    /* Chooses among `count` >= 1 legal moves of the view's own seat; returns an index.
     * `rng` is the bot's own generator. Remembers nothing between calls; thinks in memory of the
     * calling thread. NULL in a bot made by sr_bot_read. */
    int (*choose)(const struct sr_rules *r, const struct sr_view *view, const sr_move *legal,
                  int count, struct sr_rng *rng);
    struct sr_skill skill;
};

int sr_bot_count(void);
const struct sr_bot *sr_bot_at(int i);
/* NULL when there is none. */
const struct sr_bot *sr_bot_find(const char *id);

/* A bot of the list with changes: "vizier:visits=500:eval=hand". Keys: visits, samples, slack,
 * ms, curiosity, focus, depth, trust, fade, eyes, draws, policy, playout, memory, bargain,
 * overlook, taste, cores, eval (net, hand). A number of visits makes an end of patience. Beside
 * the list it knows "old": vizier's search as it was before most of these, a yardstick; and for
 * training "halving". out->id stays the plain name. SR_UNKNOWN, SR_KEY, SR_RANGE. */
SR_MUST_CHECK enum sr_err sr_bot_read(const char *text, struct sr_bot *out, struct sr_diag *diag);

/* Generator of the bot in a seat: made from the match's seed and the seat, so that a seat's
 * choices do not depend on the others or on threads. */
void sr_bot_seed(struct sr_rng *rng, uint64_t match_seed, int seat);

/* ---- a bot with a memory -------------------------------------------------------------------- */

/* Keeps its tree from one decision to the next, and can tell what it thought. */
struct sr_mind;

/* Bytes of memory it needs, aligned to 16, whatever bot it is; what it does not use it does not
 * touch. And what a mind of this bot needs, which may be much less. */
size_t sr_mind_size(void);
size_t sr_mind_size_for(const struct sr_bot *bot);
/* Makes a mind in memory of the caller; there is nothing to undo. The edition of r must outlive
 * it. One mind serves one seat of one match. */
struct sr_mind *sr_mind_init(void *memory, const struct sr_rules *r, const struct sr_bot *bot,
                             uint64_t seed);
/* Milliseconds that grow; the only thing a mind ever asks of the outside. NULL: no clock. */
typedef uint64_t sr_clock(void *context);
void sr_mind_clock(struct sr_mind *m, sr_clock *now, void *context);
/* Other limits for the decisions to come; negative: as it is. */
void sr_mind_limit(struct sr_mind *m, int visits, int millis);
/* Chooses among `count` >= 1 legal moves of the view's own seat; returns an index. */
int sr_mind_choose(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count);

/* What a mind thought of one move. Chances in thousandths. */
struct sr_idea {
    sr_move move;
    uint32_t visits;
    int win;     /* chance of its seat to win (ties shared): made honest by what such beliefs
                    came to in games (docs/ai.md) */
    int margin;  /* expected result less the best other's, in points */
    /* Why: the part of the hand-written judgement that gains most by this move compared with
     * the other moves, and by how many tenths of a point; "" when none stands out. The name is
     * a key of the catalogue: ai.<game>.<reason>. */
    const char *reason;
    int gain;
    /* Something that can be named: what this move brings or keeps in reach and most of the others
     * do not. A key like the reason; "" when there is nothing. */
    const char *goal;
};
/* The best that can be said: the goal, or else the reason. */
static inline const char *sr_idea_why(const struct sr_idea *i)
{
    return i->goal && *i->goal ? i->goal : i->reason;
}
/* Thinks about a decision as sr_mind_choose does, and lists its moves, best first; at most
 * `max`. Returns how many. */
int sr_mind_ideas(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                  struct sr_idea *out, int max);

/* ---- several minds at one decision ----------------------------------------------------------- */

/* What a mind found out about the moves of a decision, in numbers that can be added up. Minds
 * that differ look elsewhere: together they know more than one. The sum does not depend on
 * the order it is made in; with a count of visits and without a clock it is the same every time. */
enum { SR_MINDS_MAX = 16 };
struct sr_found {
    int moves; /* 0: nothing, the decision was not searched */
    int lines; /* of the score; 0: no visit was made */
    int minds; /* whose findings these are: each has made one first guess of every move */
    struct sr_found_move {
        uint32_t tried;  /* visits, with what was known before */
        uint32_t visits; /* of this decision alone */
        int64_t worth;   /* sum over `tried` and the guesses, 65536 for a sure victory */
        int64_t margin;  /* these two: sums over `visits` */
        int64_t win[SR_LINES_MAX];
    } move[SR_MOVES_MAX];
};
/* The k-th of several minds at one seat, as sr_mind_init makes the first (0). The others have other
 * seeds, and other measures of curiosity, or they would think the same where nothing is hidden and
 * nothing is rolled. */
struct sr_mind *sr_mind_init_twin(void *memory, const struct sr_rules *r, const struct sr_bot *bot,
                                  uint64_t seed, int k);
/* Whether minds of this bot have something to add up: it searches, and sees all moves. */
bool sr_bot_shares(const struct sr_bot *bot);
/* Thinks in the others' time: looks at a position in which another seat decides, as its own seat
 * sees it, so many times more. What it finds is used when its turn comes, so the same seed and view
 * no longer give the same move: for bots with a limit of time. Returns how often it looked; 0: the
 * bot does not search, or has no room left. */
int sr_mind_ponder(struct sr_mind *m, const struct sr_view *view, int visits);
/* The first half of sr_mind_choose and of sr_mind_ideas: thinks about a decision. For bots that
 * share, and decisions with 2 moves or more. */
void sr_mind_think(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count);
/* Whether that was the last thing it did. */
bool sr_mind_thought(const struct sr_mind *m, const struct sr_view *view);
/* What it found, and what it has heard. */
void sr_mind_tell(const struct sr_mind *m, struct sr_found *out);
/* Takes what another mind found about the decision it thought about last. SR_RANGE: that was about
 * something else, or makes no sense; nothing is changed. */
SR_MUST_CHECK enum sr_err sr_mind_hear(struct sr_mind *m, const struct sr_found *found);
/* The second half: chooses, or lists the moves, by what it found and heard. */
int sr_mind_decide(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count);
int sr_mind_list(struct sr_mind *m, const struct sr_view *view, const sr_move *legal, int count,
                 struct sr_idea *out, int max);

/* Chance to win of every line of the score, in thousandths, if the best move is made that the last
 * search found. Returns the number of lines; 0: the last decision was not searched. */
int sr_mind_chances(const struct sr_mind *m, int win[SR_LINES_MAX]);
/* Chance to win of every line of the score at a view, in thousandths, by the judgement alone,
 * averaged over draws of what is hidden. Returns the number of lines. */
int sr_mind_judge(struct sr_mind *m, const struct sr_view *view, int win[SR_LINES_MAX]);

#ifdef __cplusplus
}
#endif
#endif
