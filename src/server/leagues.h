/* leagues.h: leagues for play by turns. All who are in stand on one ladder. A season cuts it into
 * divisions, and a division is a tournament (cups.h) whose rounds are all drawn at once. When all
 * are over, or their time is, the last of each division change places on the ladder with the first
 * of the next, who was replaced by a bot at all of his tables is taken out, and after a pause the
 * next season begins. Beginning and closing are one transaction each, which fails if another
 * process has done so: a step can be repeated and cut off anywhere, and nothing counts twice. */
#ifndef SERAI_SERVER_LEAGUES_H
#define SERAI_SERVER_LEAGUES_H

#include "server/cups.h"
#include "server/ladder.h"

struct league { /* as it was read */
    char id[SV_ID_MAX], name[CUP_NAME_MAX], game[SR_NAME_MAX], state[16], host[SV_ID_MAX];
    int seats, size, moves, rounds; /* rounds 0: as many as bring everybody to everybody */
    int days, pause, patience;      /* of a season; hours between two; seconds of a decision */
    bool rated, ends;               /* ends: there is no season after this one */
    int season;                     /* 0: none has begun */
    int64_t created, at; /* when the season began; in a pause, when the next one may */
    struct cup_player player[LADDER_PLAYERS_MAX]; /* by the ladder, best first */
    int players;
};

/* The two statements that read a league, and the reading of what they answered. */
void leagues_ask(struct store_job *job, const char *id);
bool leagues_read(const struct store_job *job, struct league *l);
/* Adds the statements that begin the next season; false: there are too few players, or nobody but
 * bots, for whom no server plays on and on (but where no limits hold). */
bool leagues_begin(const struct server *sv, struct store_job *job, const struct league *l);
/* Opens the tables of a season that has begun at once; else the next sweep would. */
void leagues_open(struct server *sv, const char *id, int season);
/* When the season that runs must be over. */
int64_t leagues_until(const struct league *l);

void leagues_sweep(struct server *sv, int64_t now); /* now and then: what is to begin or to close */

void leagues_route(struct server *sv, struct net_request *r, const char *rest);

#endif
