/* game.h: the contract of a game, and the calls the rest of the program makes on it.
 *
 * A game is one const struct sr_game, listed once in src/games/games.def. Its functions are pure:
 * they touch the state they are given and nothing else, draw chance only from the generator in
 * the state, allocate nothing, and know nothing of who calls them. */
#ifndef SERAI_GAME_H
#define SERAI_GAME_H

#include "serai/core.h"
#include "serai/rng.h"
#include "serai/schema.h"

#ifdef __cplusplus
extern "C" {
#endif

/* First member, named `head`, of every state and view. No game has padding in its state: equal
 * games have equal bytes (the C++20 build checks has_unique_object_representations). */
struct sr_head {
    struct sr_rng rng;             /* all zero in a view */
    uint32_t ply;                  /* decisions taken; sr_play counts */
    uint16_t turn;                 /* rules add 1 whenever a player's turn begins: "reset turn"
                                      goes back to its first decision */
    uint8_t seats;
    uint8_t viewer;                /* SR_FULL, or whose view this is (seat or SR_SPECTATOR) */
    int8_t option[SR_OPTIONS_MAX]; /* values in the order of sr_game.options */
    uint8_t over;                  /* rules set 1 when the game has ended */
    uint8_t spare;                 /* always 0 */
};
/* 36 bytes */

/* Room for a state of any game. Copy with sr_copy (only the bytes in use). */
union sr_state {
    struct sr_head head;
    uint64_t align;
    unsigned char bytes[SR_STATE_MAX];
};

/* What one viewer may see: the same struct with hidden values blanked. A type of its own, so that
 * code which must not peek (bots, clients) cannot be handed a state. */
struct sr_view {
    union sr_state s;
};

/* Something that happened. `arg` follows the verb's sr_arg rows. A viewer outside `seers` gets
 * the arguments of the `secret` mask replaced by SR_ARG_SECRET (sr_event_redact). */
struct sr_event {
    uint8_t kind;   /* index into sr_game.events */
    int8_t seat;    /* whose doing or gain it is; -1: nobody's; seats and more: an automated one */
    uint8_t seers;  /* bit per seat, bit 7 spectators; 0xFF everybody */
    uint8_t secret; /* bit i: arg[i] is for seers only */
    int16_t arg[SR_ARGS_MAX - 2];
};
enum { SR_ARG_SECRET = -32768, SR_EVENT_ARGS = SR_ARGS_MAX - 2, SR_ALL = 0xFF };

/* Collects the events of a move in memory of the caller. Rules accept NULL and stay silent. */
struct sr_events {
    struct sr_event *list;
    int count, max;
    bool lost; /* max was too small */
};

/* Appends an event whose arguments in the mask `secret` only `seers` see. */
void sr_emit_secret(struct sr_events *ev, int kind, int seat, unsigned seers, unsigned secret,
                    int a, int b, int c, int d);
/* Appends an event that everybody sees (a..d: first four arguments). */
void sr_emit(struct sr_events *ev, int kind, int seat, int a, int b, int c, int d);
/* The same; silence costs no call, only what the arguments do. Rules emit all the time, and a
 * search never listens. */
static inline void sr_emit_heard(struct sr_events *ev, int kind, int seat, int a, int b, int c,
                                 int d)
{
    if (ev)
        sr_emit(ev, kind, seat, a, b, c, d);
}
#define sr_emit sr_emit_heard
/* Appends a prepared event (five and more arguments). */
void sr_emit_event(struct sr_events *ev, const struct sr_event *e);

enum { SR_PARTS_MAX = 12, SR_LINES_MAX = SR_SEATS_MAX + 1 };

/* Result so far, or final. Lines 0..seats-1 are the seats; a line beyond is an automated opponent
 * that competes (Merv's Magistrate). Rank 1 is best, equal ranks are shared. */
struct sr_scores {
    int lines;
    int total[SR_LINES_MAX];
    int rank[SR_LINES_MAX];
    int part[SR_LINES_MAX][SR_PARTS_MAX]; /* by sr_game.score_parts; adds up to total */
};

/* Fills rank from total: more is better, ties share (1, 1, 3). */
void sr_rank_by_total(struct sr_scores *sc);

/* A choice made at set-up. names NULL: a number min..max; else an index into names
 * (a switch has the names off, on). */
struct sr_option {
    const char *id;
    const char *rule;
    int8_t min, max, def;
    const struct sr_names *names;
};

struct sr_game {
    const char *id;
    uint16_t rules_version; /* raised when the same seed and moves can give another game */
    uint8_t seats_min, seats_max;
    uint16_t state_size, edition_size;
    uint16_t moves_max;  /* caps proven by the contract tests */
    uint16_t events_max;
    uint32_t plies_max;

    const struct sr_option *options;    /* ended by id NULL */
    const int8_t *first_options;        /* NULL, or the values for somebody's first game */
    const struct sr_field *state_fields;/* members after head, in JSON order */
    const struct sr_field *edition_fields;
    const void *edition;                /* the default edition */
    const struct sr_verb *moves;
    const struct sr_verb *events;
    const struct sr_decision *decisions;/* ended by name NULL */
    uint8_t move_count, event_count;
    const char *const *score_parts;     /* ended by NULL */
    const struct sr_names *const *words;/* other vocabularies with texts (boards), ended by NULL */

    /* NULL, or what makes the numbers of this edition unplayable. */
    const char *(*check_edition)(const void *ed);
    /* The state is zero but for head (seats, options, seeded generator). */
    void (*setup)(const void *ed, void *state);
    /* Who decides now; SR_NOBODY when over. Works on views. */
    int (*actor)(const void *state);
    /* Index into decisions of the question asked now. Works on views. */
    int (*decision)(const void *state);
    /* All moves, fixed order, no repeats; returns how many (at least 1 until over).
     * Works on the view of the seat that decides. */
    int (*legal)(const void *ed, const void *state, sr_move *out);
    /* Whether legal would list it. NULL: core lists and looks. */
    bool (*allows)(const void *ed, const void *state, sr_move move);
    /* Plays a legal move, and what follows from it by force. */
    void (*apply)(const void *ed, void *state, sr_move move, struct sr_events *ev);
    /* Blanks in place what `seat` may not see; core has cleared rng and set viewer. Which values
     * are blanked depends only on what is not blanked: hiding a view again changes nothing. */
    void (*hide)(const void *ed, void *view, int seat);
    /* Fills in place what a view hides, uniformly over what its viewer cannot exclude;
     * core has seeded head.rng and set viewer to SR_FULL. `rng` is for the drawing. A view from
     * outside may come here before `check`: hidden is exactly what `hide` blanks and all values
     * are in their described ranges, but no position need look like it. */
    void (*fill)(const void *ed, void *state, int viewer, struct sr_rng *rng);
    void (*scores)(const void *ed, const void *state, struct sr_scores *out);
    /* NULL, or the invariant that is broken. */
    const char *(*check)(const void *ed, const void *state);
    /* At set-up: the seat that goes first, the others following clockwise. NULL where the seats
     * themselves are the order. For figures by place. */
    int (*opener)(const void *state);
};

/* What a front end proposes for the i-th option where a person sets up a game: the value for a
 * first game, or the one of the rules (def), which everything else begins with. */
static inline int sr_option_first(const struct sr_game *game, int i)
{
    return game->first_options ? game->first_options[i] : game->options[i].def;
}

/* Opens the definition of a game's table: SR_GAME(blank) = {...}; It is declared first, or C++
 * would keep the object to its file. */
#define SR_GAME(id_)                                                                               \
    extern const struct sr_game sr_game_##id_;                                                     \
    const struct sr_game sr_game_##id_

/* A game together with the edition it is played by. The edition must outlive all uses. */
struct sr_rules {
    const struct sr_game *game;
    const void *edition;
};

/* ---- registry ------------------------------------------------------------------------------- */

int sr_game_count(void);
/* In the order of games.def, the template game last; NULL past the end. */
const struct sr_game *sr_game_at(int i);
/* NULL when there is none. */
const struct sr_game *sr_game_find(const char *id);
/* The game with its default edition. */
struct sr_rules sr_rules_default(const struct sr_game *game);

/* ---- playing -------------------------------------------------------------------------------- */

/* Sets up a game. options: one value per option of the game, or NULL for the defaults.
 * SR_RANGE (seats or an option out of range) leaves *state alone. */
SR_MUST_CHECK enum sr_err sr_setup(const struct sr_rules *r, int seats, const int8_t *options,
                                   uint64_t seed, union sr_state *state, struct sr_diag *diag);
/* The same from a seed of 128 bits (sr_rng_seed_wide); high 0: as sr_setup. */
SR_MUST_CHECK enum sr_err sr_setup_wide(const struct sr_rules *r, int seats, const int8_t *options,
                                        uint64_t seed, uint64_t high, union sr_state *state,
                                        struct sr_diag *diag);

static inline int sr_actor(const struct sr_rules *r, const union sr_state *s)
{
    return s->head.over ? SR_NOBODY : r->game->actor(s);
}
static inline int sr_legal(const struct sr_rules *r, const union sr_state *s, sr_move *out)
{
    return s->head.over ? 0 : r->game->legal(r->edition, s, out);
}
bool sr_allows(const struct sr_rules *r, const union sr_state *s, sr_move move);

/* Plays a move: SR_OK, or SR_ILLEGAL / SR_OVER with the state untouched. ev may be NULL. */
SR_MUST_CHECK enum sr_err sr_play(const struct sr_rules *r, union sr_state *s, sr_move move,
                                  struct sr_events *ev);
/* The same without the check, for a move straight from sr_legal. */
static inline void sr_play_unchecked(const struct sr_rules *r, union sr_state *s, sr_move move,
                                     struct sr_events *ev)
{
    s->head.ply++;
    r->game->apply(r->edition, s, move, ev);
}

#ifndef SR_COPY_BYTES /* src/gpu/device/prelude.h has its own for devices */
#define SR_COPY_BYTES memcpy
#endif
static inline void sr_copy(const struct sr_rules *r, union sr_state *to, const union sr_state *from)
{
    SR_COPY_BYTES(to->bytes, from->bytes, r->game->state_size);
}
static inline bool sr_equal(const struct sr_rules *r, const union sr_state *a,
                            const union sr_state *b)
{
    return memcmp(a->bytes, b->bytes, r->game->state_size) == 0;
}

/* What `viewer` (a seat or SR_SPECTATOR) sees of a state. */
void sr_observe(const struct sr_rules *r, const union sr_state *s, int viewer,
                struct sr_view *view);
/* A complete state that fits the view, drawn with rng; its future chance is fresh. */
void sr_sample(const struct sr_rules *r, const struct sr_view *view, struct sr_rng *rng,
               union sr_state *out);

void sr_scores_of(const struct sr_rules *r, const union sr_state *s, struct sr_scores *out);
/* NULL, or the broken invariant (common ones and the game's own). */
const char *sr_check(const struct sr_rules *r, const union sr_state *s);
/* 64-bit hash of all bytes of the state; equal on every platform (all are little-endian). */
uint64_t sr_hash(const struct sr_rules *r, const union sr_state *s);

/* What a viewer outside seers gets to see of an event. */
struct sr_event sr_event_redact(const struct sr_event *e, int viewer);
/* Whether playing a move that caused these events must stop undo (roll, draw, reveal). */
bool sr_events_reveal(const struct sr_game *g, const struct sr_events *ev);

/* ---- notation ------------------------------------------------------------------------------- */

/* Writes a move as text (at most SR_TEXT_MAX bytes with NUL). */
void sr_move_text(const struct sr_game *g, sr_move m, char out[SR_TEXT_MAX]);
/* The legal move with that text (letter case and runs of blanks do not matter);
 * SR_ILLEGAL with a hint in diag when there is none. */
SR_MUST_CHECK enum sr_err sr_move_parse(const struct sr_rules *r, const union sr_state *s,
                                        const char *text, sr_move *out, struct sr_diag *diag);
/* Value of argument i of a move, as the table of arguments means it; false if absent. */
bool sr_move_arg(const struct sr_game *g, sr_move m, int i, int *value);

#ifdef __cplusplus
}
#endif
#endif
