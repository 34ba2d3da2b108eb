/* tally.c: counts that fade (tally.h). */
#include "server/tally.h"

#include <math.h>

#include "core/alloc.h"

enum { NEIGHBOURS = 8 };

struct row {
    uint64_t key;
    double count;
    int64_t at;
};

struct tally {
    int64_t half_ms;
    uint64_t rows;
    struct row row[];
};

struct tally *tally_new(int rows, int64_t half_ms)
{
    struct tally *t = (struct tally *)sr_alloc(sizeof *t + (size_t)rows * sizeof(struct row));
    if (t) {
        t->half_ms = half_ms;
        t->rows = (uint64_t)rows;
    }
    return t;
}

void tally_free(struct tally *t) { sr_free(t); }

double *tally_of(struct tally *t, uint64_t key, int64_t now)
{
    struct row *oldest = NULL;
    for (uint64_t i = 0; i < NEIGHBOURS; i++) {
        struct row *r = &t->row[(key + i) % t->rows];
        if (r->key == key && r->at) {
            if (now > r->at)
                r->count *= exp2(-(double)(now - r->at) / (double)t->half_ms);
            r->at = now;
            return &r->count;
        }
        if (!oldest || r->at < oldest->at)
            oldest = r;
    }
    *oldest = (struct row){.key = key, .at = now};
    return &oldest->count;
}
