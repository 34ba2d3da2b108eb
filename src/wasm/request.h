/* request.h: one request of the page: reading its members, and the operations it may ask for. What
 * is asked for and answered is told in calls.h. */
#ifndef SERAI_WASM_REQUEST_H
#define SERAI_WASM_REQUEST_H

#include "serai/table.h"

struct request {
    struct sr_doc doc;
    struct sr_buf *out;
    struct sr_diag *diag;
};

/* Memory for the numbers of an edition. */
union edition {
    uint64_t align;
    unsigned char bytes[SR_EDITION_MAX];
};

/* Rules and view of a request about a single view. */
struct seen {
    struct sr_rules rules; /* point into edition */
    struct sr_view view;
    union edition edition;
};

typedef enum sr_err operation(const struct request *q);
/* What a module can be asked for, ended by name NULL: page.c, lab.c. */
struct request_op {
    const char *name;
    operation *run;
};
extern const struct request_op request__operations[];

/* Index of a member of the request, or -1. */
int request__get(const struct request *q, const char *key);
SR_MUST_CHECK enum sr_err request__int(const struct request *q, const char *key, int64_t min,
                                       int64_t max, int *out);
SR_MUST_CHECK enum sr_err request__seed(const struct request *q, uint64_t *out);
/* A seat below `seats`, SR_SPECTATOR, or SR_FULL. */
SR_MUST_CHECK enum sr_err request__viewer(const struct request *q, int seats, int *out);
SR_MUST_CHECK enum sr_err request__game(const struct request *q, const struct sr_game **out);
/* A move among the legal ones of a state. */
SR_MUST_CHECK enum sr_err request__move(const struct request *q, const struct sr_rules *r,
                                        const union sr_state *s, sr_move *out);
/* The table that is named (tables.c). */
SR_MUST_CHECK enum sr_err request__table(const struct request *q, struct sr_table **out);
/* The view of the seat that decides (views.c). */
SR_MUST_CHECK enum sr_err request__view(const struct request *q, struct seen *out);

/* tables.c */
operation table__new, table__load, table__save, table__close, table__branch, table__seats,
    table__position, table__log, table__tell, table__play, table__undo, table__redo, table__reset,
    table__rewind, table__chance;
/* views.c */
operation view__games, view__edition, view__look, view__peek, view__random;
/* thinker.c */
operation think__think, think__bot, think__ideas, think__review;

#endif
