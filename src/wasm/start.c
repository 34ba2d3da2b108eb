/* start.c: what the module can be asked for that the page loads first: tables, without bots
 * (calls.h). */
#include "wasm/request.h"

const struct request_op request__operations[] = {
    {"games", view__games},    {"edition", view__edition}, {"look", view__look},
    {"peek", view__peek},      {"random", view__random},   {"new", table__new},
    {"load", table__load},     {"save", table__save},      {"close", table__close},
    {"branch", table__branch}, {"seats", table__seats},    {"position", table__position},
    {"log", table__log},       {"tell", table__tell},      {"play", table__play},
    {"undo", table__undo},     {"redo", table__redo},      {"reset", table__reset},
    {"rewind", table__rewind}, {"chance", table__chance}, {NULL, NULL},
};
