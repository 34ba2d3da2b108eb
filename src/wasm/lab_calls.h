/* lab_calls.h: what the lab's module can be asked for, in the manner of calls.h.
 *
 * | op | request | answer |
 * |---|---|---|
 * | numbers | game | {numbers: [{path, mark, value, ...}], bots, house, opener} |
 * | edition | game, players, changes? or edition?, options? | {changes, count, edition, options} |
 * | arm | game, players, seed, bots, changes?, uses?, piece? | {arm, piece} |
 * | piece | arm, number | {line} |
 * | take | line | {taken} |
 * | look | arms, within? | {games, width, more?, arms: [figures], changes?, others?} |
 * | uses | arm | [{kind, verb?, names?, word?, place?, could, times, chosen, won, when, is}] |
 * | rows | arm, from, count | {columns, rows} |
 * | verify | cases: one or a list | {passed, failed, differences: [{case, step, path, ...}]} |
 *
 * An arm is an edition, given as changes to the printed one ("tax.era_3=3,option.setup=1", see
 * lab/numbers.h), with its players and a seed; the same arm again has the same number and keeps its
 * games. piece: how many games are played at once. Whoever asks for a piece of its games gets a
 * line; whoever takes lines knows the games, no matter who played them (lab/trial.h). look tells
 * figures of the first `games` games that all of the arms have, {places, seats?, bots?, measures},
 * each with its 95 % interval {value, low, high}; of two arms what the second changes. more: so
 * many games to have next until the places of the arms are known to `within` tenths of a point; 0:
 * enough. All figures are those of `serai lab`. */
#ifndef SERAI_WASM_LAB_CALLS_H
#define SERAI_WASM_LAB_CALLS_H

#include "lab/verdict.h"
#include "wasm/request.h"

/* The experiment under way: one game at a time. */
struct lab_desk {
    const struct sr_game *game;
    struct numbers *numbers;
    struct trial *trial;
    struct bench_desk *bench;
};
extern struct lab_desk lab__desk;

/* An arm that is named by its number. */
SR_MUST_CHECK enum sr_err lab__arm(const struct request *q, int token, int *out);

/* lab_figures.c */
operation lab__look, lab__uses, lab__rows;
/* lab_cases.c */
operation lab__verify;

#endif
