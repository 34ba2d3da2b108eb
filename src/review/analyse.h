/* analyse.h: a finished match looked at again: chances after every decision, and what each cost. */
#ifndef SERAI_REVIEW_ANALYSE_H
#define SERAI_REVIEW_ANALYSE_H

#include "serai/bot.h"
#include "serai/table.h"

struct analysis_ply {
    int actor;
    int choices;
    sr_move move, best;
    int cost;                /* chance to win given away, in thousandths; 0 for the best move */
    const char *reason;      /* what speaks for the better move (sr_idea), or "" */
    int win[SR_LINES_MAX];   /* chances before the move, in thousandths */
};

struct analysis {
    const struct sr_game *game;
    int seats, lines;
    int plies;
    struct analysis_ply *ply;         /* [plies] */
    int final_win[SR_LINES_MAX];      /* after the last move; the result when it is over */
    int cost[SR_SEATS_MAX];           /* sum by seat */
    int choices[SR_SEATS_MAX];        /* decisions with a choice */
};

/* Judges every decision of a match with the bot's eyes, one a step; each seat is seen as it saw
 * itself. The table must not change meanwhile. NULL with diag: the match cannot be walked along, or
 * memory is short. A walk on until analysis_step says that nothing is left gives the same figures
 * whenever it is done. */
struct analysis_run;
SR_MUST_CHECK struct analysis_run *analysis_begin(struct analysis *a, const struct sr_table *t,
                                                  const struct sr_bot *bot, struct sr_diag *diag);
bool analysis_step(struct analysis_run *run); /* false: all is done */
void analysis_end(struct analysis_run *run);  /* at any time; `a` stays the caller's */

/* All of it at once. progress may be NULL. Free with analysis_free. */
SR_MUST_CHECK enum sr_err analysis_make(struct analysis *a, const struct sr_table *t,
                                        const struct sr_bot *bot,
                                        void (*progress)(int done, int count),
                                        struct sr_diag *diag);
void analysis_free(struct analysis *a);
/* The decisions that cost most, most first; returns how many (cost above `least`). */
int analysis_worst(const struct analysis *a, int least, int *ply, int max);

/* Reports. names: of the lines, NULL for "P1"... */
void analysis_json(struct sr_buf *b, const struct analysis *a);
void analysis_svg(struct sr_buf *b, const struct analysis *a, const char *const *names);

#endif
