/* question.h: what a bot is asked, for whoever thinks: a worker of the server, or the pool of bots
 * that several servers share. It tells a view and never a state: neither seed nor names. */
#ifndef SERAI_SERVER_QUESTION_H
#define SERAI_SERVER_QUESTION_H

#include "serai/bot.h"
#include "serai/table.h"

enum { QUESTION_NICE = 10, QUESTION_BOT_MAX = 48 };

struct question {
    uint64_t number; /* the asker's */
    uint64_t owner;  /* for whom, for fairness: who opened the table */
    bool there;      /* somebody is at the table */
    uint64_t seed;
    const struct sr_bot *bot;
    struct sr_rules rules;
    struct sr_view view;
    int count;
    sr_move legal[SR_MOVES_MAX];
};

/* A line, and back; `config` is the table's. Reading: `edition` (SR_EDITION_MAX bytes) must outlive
 * the question. false: it does not fit, or cannot be answered; the number is read all the same. */
bool question_write(struct sr_buf *b, const struct question *q,
                    const struct sr_table_config *config);
bool question_read(struct question *q, void *edition, const char *line, size_t len,
                   struct sr_tok *tok, int max);
/* Thinks, on a thread that is made nice; the index of a move, -1: no memory. *minds: for how many
 * processors there is room; becomes how many were used. *micros: of one. */
int question_choose(const struct question *q, int *minds, uint64_t *micros);

struct answer {
    uint64_t number;
    bool done; /* else nobody has thought: */
    bool full; /* there are too many questions, or it could not be read */
    sr_move move;
    uint64_t micros; /* of processors, as far as is known */
};
bool answer_write(struct sr_buf *b, const struct answer *a);
/* false: no answer, only a sign of life. */
bool answer_read(struct answer *a, const char *line, size_t len);

#endif
