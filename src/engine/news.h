/* news.h: what a program of protocol version 2 is to hear before its next question: lines that are
 * ready to be sent (docs/engine.md). */
#ifndef SERAI_ENGINE_NEWS_H
#define SERAI_ENGINE_NEWS_H

#include "serai/table.h"

enum {
    NEWS_MAX = 4 << 20,  /* bytes; what is beyond is lost, and the program told so */
    NEWS_LINE = 48 << 10 /* a line of moves is ended here, for readers with small buffers */
};

/* Zeros: no news. */
struct news {
    char *text;
    size_t len, max;
    size_t line;     /* where the line of moves begins that is not ended yet */
    bool open, lost; /* there is one; something did not fit, */
    bool told;       /* and that is said */
};

void news_free(struct news *n);
/* From now on there are none. */
void news_clear(struct news *n);
/* Which match it is, as the viewer of s sees it. */
void news_match(struct news *n, const struct sr_rules *r, const union sr_state *s);
/* What a move did, as a viewer is told. */
void news_move(struct news *n, const struct sr_game *g, int ply, int seat, sr_move move,
               const struct sr_events *ev, int viewer);
void news_result(struct news *n, const struct sr_rules *r, const struct sr_scores *sc);
/* Ends the line that is open: the text can be sent. */
void news_end(struct news *n);

#endif
