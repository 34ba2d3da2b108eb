/* trial.h: experiments: series of games under several conditions, measured game by game.
 *
 * A trial has arms: an edition with options, players, a seed. Game i of every arm has the seed
 * `seed + i`, so that arms differ by what was changed and not by luck. Games are played in pieces,
 * each a function of its arm and its number alone: who plays them, and when, changes nothing.
 * Finished pieces can be kept in a file, a line each, and are not played again. */
#ifndef SERAI_LAB_TRIAL_H
#define SERAI_LAB_TRIAL_H

#include "lab/items.h"
#include "lab/lab.h"
#include "lab/numbers.h"

/* ---- conditions -------------------------------------------------------------------------- */

enum { TRIAL_BOT = 48, TRIAL_LIMITS = 8, TRIAL_PIECES = 10000000 /* of an arm, at most */ };

/* What the player in the first place of the list of bots may not do. */
enum trial_limit { TRIAL_FREE, TRIAL_NEVER, TRIAL_ONLY };

/* Plain bytes, so that it can be compared, hashed and sent; fill with trial_arm_init. */
struct trial_arm {
    char game[16];
    uint64_t seed;
    struct numbers_set set;
    int32_t rules_version;
    int32_t seats;
    int32_t piece;                    /* games of a piece */
    int32_t uses;                     /* 1: count what is used */
    int32_t limit;                    /* enum trial_limit */
    int32_t item[TRIAL_LIMITS];       /* it speaks of; -1: none */
    char bot[SR_SEATS_MAX][TRIAL_BOT];/* as lab_bot_read takes them; they move round the table */
};
void trial_arm_init(struct trial_arm *a, const struct sr_game *game, int seats, uint64_t seed);

/* ---- what is measured -------------------------------------------------------------------- */

/* Columns of a row. Points are those on the table; they are looked at whenever a turn begins. */
enum trial_column {
    COL_PLIES,    /* decisions, forced ones too */
    COL_TURNS,
    COL_CHOOSING, /* decisions with a choice */
    COL_CHOICES,  /* moves to choose from, summed over these */
    COL_WAIT,     /* longest row of decisions by others between two of one player */
    COL_MARGIN,   /* winner's points less those of the next */
    COL_LEADS,    /* changes of the leader */
    COL_DECIDED,  /* thousandths of the game after which the winner was not behind any more */
    COL_BEHIND,   /* points the winner was behind at most */
    COL_STUCK,    /* 1: who is last was last (or shared it) all the time */
    COL_END,      /* kind of the last event */
    COL_OPENER,   /* seat that went first */
    COL_HASH,     /* of the final state */
    COL_LINES     /* from here LINE_... for each line of the score */
};
enum trial_line { LINE_SCORE, LINE_RANK, LINE_WINS /* in 1/840 */, LINE_DECISIONS, LINE_PARTS };

struct trial_layout {
    int lines, parts, width;
};
struct trial_layout trial_layout_of(const struct sr_game *game, int seats);
static inline int trial_at(const struct trial_layout *l, int line, int what)
{
    return COL_LINES + line * (LINE_PARTS + l->parts) + what;
}
/* "turns", "p2.score", "p1.part.temple", "a1.rank" (an automated player). */
void trial_column_name(const struct sr_game *game, int seats, int column, char *out, size_t max);

/* How often something was offered and chosen; sums over games. Players: seats of a game. */
struct trial_use {
    int64_t offered, chosen;      /* decisions */
    int64_t games;                /* in which anybody could */
    int64_t could, did;           /* players */
    int64_t could2, could_did, did2;
    int64_t did_games, won, won2, won_did; /* wins in 1/840 of those who did */
    int64_t not_games, not_won, not_won2, not_won_did, not2; /* of those who could and did not */
    int64_t when;                 /* thousandths of the game at their first time, summed */
};
enum { TRIAL_USE = sizeof(struct trial_use) / sizeof(int64_t) };

/* ---- running ----------------------------------------------------------------------------- */

struct trial;
struct ranks;
struct trial *trial_new(const struct sr_game *game, int threads);
void trial_free(struct trial *t);
const struct items *trial_items(const struct trial *t);

/* Called a few times a second: games played by trial_play, and all it was asked for. */
typedef void trial_progress(void *context, int64_t done, int64_t count);
void trial_watch(struct trial *t, trial_progress *progress, void *context);
/* Other processes that play pieces, too (ranks.h); NULL: none. */
void trial_share(struct trial *t, struct ranks *ranks);

/* A device that plays instead of the bots where it can (scripted players, and those that look one
 * move ahead by a network); NULL: none. Its decisions are gone through here, so that all is
 * measured as ever. */
void trial_device(struct trial *t, const struct lab_device *device);
/* NULL, or why the device is not used any more: the bots went on. */
const char *trial_device_trouble(const struct trial *t);

/* Goes on with a file, or begins one; `command` is told in its first line. Damaged lines at its
 * end (a killed program) are left out and cut off: *lost says how many. SR_DIFFERS: made by
 * another program, its games come out otherwise. */
SR_MUST_CHECK enum sr_err trial_keep(struct trial *t, const char *path, const char *command,
                                     int *lost, struct sr_diag *diag);

/* Number of an arm; the same arm again gets the same number. */
int trial_arm(struct trial *t, const struct trial_arm *a);
int trial_arms(const struct trial *t);
const struct trial_arm *trial_arm_get(const struct trial *t, int arm);
/* Has at least `games` games of each of these arms played. SR_IO: the file could not
 * be written (all games so far are still known). */
SR_MUST_CHECK enum sr_err trial_play(struct trial *t, const int *arm, int arms, int64_t games,
                                     struct sr_diag *diag);

/* Takes in a finished piece that came as text (piece_write), where an arm wants it; false: damaged,
 * or of no arm of this trial. A piece that is there already changes nothing. */
bool trial_take_line(struct trial *t, const char *line, size_t len);

int64_t trial_games(const struct trial *t, int arm);
const int32_t *trial_row(const struct trial *t, int arm, int64_t game);
struct trial_layout trial_layout(const struct trial *t, int arm);
/* [items] sums over all games of the arm. */
const struct trial_use *trial_uses(const struct trial *t, int arm);
/* Pieces played by this run, not read from the file. */
int64_t trial_played(const struct trial *t);

/* ---- inside: pieces (piece.c) ------------------------------------------------------------ */

struct piece {
    int32_t *row;           /* [piece][width] */
    struct trial_use *use;  /* [items]; NULL: not counted */
};
/* Decisions that are known already, in the order of games and plies. */
struct piece_choice {
    uint32_t game, ply;
    sr_move move;
};
struct piece_script {
    struct piece_choice *choice;
    int64_t count, room;
};

struct bench_desk;
struct bench_desk *piece_desk_new(const struct items *items);
void piece_desk_free(struct bench_desk *d);
/* What the script (NULL: none) does not know the bots decide. */
void piece_play(struct bench_desk *d, const struct sr_game *game, const struct trial_arm *a,
                int64_t number, const struct piece_script *script, struct piece *out);
/* As text, without newline, and back; the room of `out` is given. False: damaged. */
char *piece_write(const struct items *items, const struct trial_arm *a, uint64_t key,
                  int64_t number, const struct piece *p, size_t *len);
bool piece_head(const char *line, size_t len, uint64_t *key, int64_t *number);
bool piece_read(const struct items *items, const struct trial_arm *a, const char *line, size_t len,
                struct piece *out);
void piece_new(const struct items *items, const struct trial_arm *a, struct piece *out);
void piece_free(struct piece *p);
uint64_t trial_key(const struct trial_arm *a);

#endif
