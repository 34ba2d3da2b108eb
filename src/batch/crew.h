/* crew.h: threads that do one piece of work again and again, each its own part of it. */
#ifndef SERAI_BATCH_CREW_H
#define SERAI_BATCH_CREW_H

struct crew; /* opaque */

/* Part `number` of `crew` parts. */
typedef void crew_work(void *context, int number);

/* The caller and threads - 1 others; NULL when they cannot be had. */
struct crew *crew_new(int threads);
void crew_free(struct crew *c);
/* Every part once; returns when all are done. */
void crew_run(struct crew *c, crew_work *work, void *context);

#endif
