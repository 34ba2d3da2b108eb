/* gather.h: which moves of random games are played side by side, beside those of the same verb.
 * What a move leads to divides the threads of a warp as much as the move itself; where a look at it
 * and at the position tells that much, such moves get keys of their own (docs/performance.md). */
#ifndef SERAI_DEVICE_GATHER_H
#define SERAI_DEVICE_GATHER_H

/* Below IDLE. */
static inline int gather_key(const void *state, sr_move move)
{
    const int verb = sr_move_verb(move);
#if SERAI_GATHER /* Yspahan */
    enum { SELECTED = 24, LAST_GOOD = SELECTED + 32, LAST_TURN = LAST_GOOD + 1 };
    static_assert((int)MV_COUNT <= SELECTED && (int)LAST_TURN < (int)IDLE, "keys of their own");
    const struct yspahan_state *s = (const struct yspahan_state *)state;
    if (verb == MV_SEL)
        return SELECTED + (int)sr_move_bits(move, 8, 5); /* level and action */
    if (verb == MV_PUT && s->goods == 1)
        return LAST_GOOD;
    if (verb == MV_END && s->turn_index + 1 >= s->turns)
        return LAST_TURN;
#endif
    (void)state;
    return verb;
}

#endif
