/* cups.h: tournaments. What has been drawn and played is in the store; a step (cups.c) reads it
 * all, opens tables that are missing, and when a round is over draws the next one in one
 * transaction that fails if another process has done so. So a step can be repeated and cut off
 * anywhere. What people ask for and see: cups_http.c. */
#ifndef SERAI_SERVER_CUPS_H
#define SERAI_SERVER_CUPS_H

#include "server/http.h"
#include "server/pairing.h"

enum { CUP_NAME_MAX = 64 };

struct cup_player {
    char who[48], name[SR_NAME_MAX]; /* account, or bot:NAME#NUMBER */
};

struct cup { /* as it was read */
    char id[SV_ID_MAX], name[CUP_NAME_MAX], game[SR_NAME_MAX], state[16], host[SV_ID_MAX];
    bool robin, live, rated;
    int rounds, seats, round, patience;
    int64_t created;
    int clock;              /* seconds of thinking at a table; 0: no clock */
    char league[SV_ID_MAX]; /* it is a division of (leagues.h); "" none */
    int season, division;
    struct cup_player player[CUP_PLAYERS_MAX];
    int players;
    struct cup_table table[CUP_TABLES_MAX];
    char tab[CUP_TABLES_MAX][SV_ID_MAX];
    bool there[CUP_TABLES_MAX]; /* the table has been opened */
    int tables;
};

struct cups;
struct cups *cups_new(void);
void cups_free(struct cups *c);
void cups_add(struct server *sv, const char *id); /* something of it has changed */
void cups_sweep(struct server *sv);               /* now and then: all that are running */

/* The three statements that read a cup, and the reading of what they answered, from that step of
 * the job on; false: there is none. */
void cups_ask(struct store_job *job, const char *id);
bool cups_read(const struct store_job *job, int step, struct cup *c);
/* Draws round c->round + 1: how many tables it has; 0: there are too few players. */
int cups_pair(const struct cup *c, struct cup_table out[CUP_PLAYERS_MAX]);
/* Adds the statement that table n of a round is drawn. */
void cups_add_game(struct store_job *job, const struct cup *c, const struct cup_table *t, int n);
/* Adds the statements that begin the next round; false: there are too few players. */
bool cups_draw(struct store_job *job, const struct cup *c);

void cups_route(struct server *sv, struct net_request *r, const char *rest);

#endif
