/* effect.h: what a move costs and brings, told before it is played.
 *
 * Nothing here knows a game. The move is played on states that fit the view of the seat that
 * decides, and what that seat's own numbers have become is the effect. Which numbers are worth
 * telling the catalogue says: a member of the player's struct is told where the game has a text
 *
 *   <game>.stock.<member>[.<element>]   what can be spent: "{n} camels"
 *   <game>.stock.any                    any of it: a price of which the next question asks
 *   <game>.track.<member>[.<element>]   what is only counted: "{n} influence"
 *   <game>.track.points                 the total of the score
 *   <game>.task.<member of the state>   what there will be to do: "{n} goods to place"; only
 *                                       where it grows
 *
 * Members with the same words are one thing to a player and told as one. Where one member counts
 * others (cards in hand) both are stock: sr_wants tries what a seat could do with plenty of all.
 *
 * Only what is certain is told: a move that draws, rolls or reveals is played on many states, and
 * what does not come out the same in all of them is left out. Since the states are drawn from the
 * view, nothing hidden can show. */
#ifndef SERAI_EFFECT_H
#define SERAI_EFFECT_H

#include "serai/text.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SR_EFFECTS_MAX = 24 };

enum sr_family { SR_STOCK, SR_TRACK, SR_TASK };

struct sr_effect {
    const struct sr_field *field; /* of the player's struct, or of the state; NULL: points, or any
                                     stock */
    int16_t element;              /* of an array, else 0 */
    enum sr_family family;
    int change;                   /* less than 0: a cost */
};

/* What the legal move m certainly changes for the seat that decides in its own view; costs first.
 * Returns how many (0 when nothing that is told changes). */
int sr_effects(const struct sr_rules *r, const struct sr_view *view, sr_move m,
               struct sr_effect out[SR_EFFECTS_MAX]);

/* The key of its text: "merv.stock.cubes.purple", "yspahan.track.points". */
void sr_effect_key(struct sr_buf *b, const struct sr_game *g, const struct sr_effect *e);

/* "−3 camels, −2 gold, +5 points"; nothing for n 0. */
void sr_effects_text(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_effect *list,
                     int n);
/* The same without signs: "3 camels, 2 gold". */
void sr_amounts_text(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_effect *list,
                     int n);

/* What a seat has of all that is told, as far as the view shows it and it is not 0; what can be
 * spent comes first. `change` is the number itself. */
int sr_holdings(const struct sr_rules *r, const struct sr_view *view, int seat,
                struct sr_effect out[SR_EFFECTS_MAX]);

/* How often in a row the legal move m can be played with the same effect, while the same seat is
 * asked the same question and nothing is revealed: that many exchanges are one choice. At least
 * 1; 1 also for a move without an effect that is told. */
int sr_repeats(const struct sr_rules *r, const struct sr_view *view, sr_move m);

/* A move that is missing for want of goods only, and what is missing for it. */
struct sr_want {
    sr_move move;
    int count;
    struct sr_effect lack[4]; /* change: how many more, at least 1 */
};

/* Moves of this decision that more goods would make legal, nearest first; at most `max`. Moves
 * that differ only in how they are paid count once, and not at all when one of them is legal. */
int sr_wants(const struct sr_rules *r, const struct sr_view *view, struct sr_want *out, int max);

#ifdef __cplusplus
}
#endif
#endif
