/* calls.h: the whole library behind one call, for JavaScript: a request in JSON goes into the
 * buffer, the answer comes back in it. The same code runs natively in tests.
 *
 *   request  {"op":"play","table":1,"move":"sel bag tower","viewer":0}
 *   answer   {"ok":{...}}  or  {"error":{"code":"illegal","text":"..."}}
 *
 * | op | request | answer |
 * |---|---|---|
 * | games |  | [game described as data, ...] |
 * | edition | game | {edition, values:[...]} |
 * | new | game, players, seed, options?, edition?, edition_name?, seats? | {table} |
 * | load | save (a saved game) | {table, ply} |
 * | save | table | the saved game |
 * | close | table | {} |
 * | branch | table, ply | {table} |
 * | seats | table, seats? | [{kind,name,bot}]; with seats changes them |
 * | position | table, viewer, ply? | position |
 * | tell | table, viewer, people? | {viewer, position, log, view} |
 * | play | table, move, viewer, people?, told? | {events, viewer, position, log, save, view} |
 * | chance | table, move, told? | {of, ways} |
 * | undo, redo, reset | table, viewer, people? | the same |
 * | rewind | table, ply, viewer, people? | the same |
 * | log | table, viewer, from? | [{ply, seat, move, events}] |
 * | look | game, view, edition? | position of a view alone, without undo, redo, reset |
 * | peek | game, view, move, edition? | {reveals, actor, events, effects} of a move not made |
 * | think | game, view, bot, seed, twin?, edition?, visits | what was found, for heard |
 * | bot | game, view, bot, seed, edition?, visits?, heard? | {move} |
 * | ideas | game, view, bot, seed, edition?, visits?, heard?, most? | [{move, ... reason, gain}] |
 * | review | table, ply, bot, visits | {win, scores, seat, choices, move, better, cost, reason} |
 * | random | game, players, seed, games | {hash, plies} |
 *
 * visits is how much is known of a decision at the end of the call: asked again with more, a bot
 * goes on from where it was, so that the page can stop when its time is over. Several workers think
 * about one decision each with another twin (0..15); the one with twin 0 is then asked for its move
 * or its ideas with what the others found (heard: a list of answers to think), and thinks no more.
 * Chances are in
 * thousandths. review tells the chances to win (of every line) at a moment of a match, and what
 * the decision there has cost.
 * peek tells what a move would do to the table: events, and who would decide next. Of a move that
 * rolls, draws or reveals it says only that it does. effects is what the move certainly costs and
 * brings to the one who makes it (effect.h): [{key, n}...], key a text such as merv.stock.camels.
 * play and what takes back answer with all a page needs, so that it asks once for a click. people
 * are the seats of those at this screen: the answer is for the one of them who decides next, else
 * for viewer, and says for whom. log and save are {from, moves}: what to put after the first `from`
 * entries of the log shown, and of the moves of the save kept. view is what the seat that decides
 * sees, where it is none of the people: a bot is to be asked.
 * told is how the draws of a move came out at a real table: [[value, out of how many]...]. chance
 * tells out of how many the next one is (0: there is none), and for each way it can come out the
 * events that bring something to light; draws after it are then the first.
 * undo and reset take back what the last of the people decided, and what bots did since: nothing
 * that was rolled, drawn or revealed meanwhile.
 * viewer is a seat, "spectator", or null for everything (analysis, or a game that is over).
 * A position: {ply, actor, decision, rule, view, legal, scores, undo, redo, reset}; legal is
 * filled when the viewer decides (or sees everything). The text of a move is in the log for its
 * mover and for those who see everything: events tell the others what they may know. */
#ifndef SERAI_WASM_CALLS_H
#define SERAI_WASM_CALLS_H

#include <stddef.h>

enum { CALL_BUFFER = 4 << 20, CALL_TABLES = 1024, CALL_WAYS = 64 };

/* Where requests are put and answers are found: sr_call_room bytes. */
char *sr_call_buffer(void);
int sr_call_room(void);
/* Carries out the request of `len` bytes in the buffer; returns the length of the answer. */
int sr_call(int len);
/* In the WebAssembly module only: takes the file of weights of `len` bytes in the buffer: 1. 0: it
 * is damaged, or of another version; 2: its game has one already. */
int sr_call_weights(int len);

#endif
