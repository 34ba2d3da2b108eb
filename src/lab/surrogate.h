/* surrogate.h: what a search believes about mixtures it has not played: how a measure comes out,
 * and how sure that is.
 *
 * A mixture is a list of levers, each a step of one number. Two models, both Gaussian processes
 * that differ in what they hold to be alike:
 *   squares  every lever does something of its own, and they add up: least squares with a prior
 *   process  steps of one number are alike the nearer they are, and levers may need each other
 * How much levers do at all is learned by likelihood; which model serves a measure better is told
 * by foreseeing each mixture from all the others. */
#ifndef SERAI_LAB_SURROGATE_H
#define SERAI_LAB_SURROGATE_H

#include <stdbool.h>
#include <stdint.h>

enum { SURROGATE_MIXED = 12, SURROGATE_AIMS = 24 };
enum surrogate_kind { SURROGATE_SQUARES, SURROGATE_PROCESS, SURROGATE_KINDS };

/* Levers: which number each changes (0, 1, ...), and by how many steps, within -4..4. */
struct surrogate *surrogate_new(const int16_t *number, const int8_t *steps, int levers, int aims);
void surrogate_free(struct surrogate *s);

/* A mixture was played: y[aims]. */
void surrogate_learn(struct surrogate *s, const int16_t *lever, int count, const double *y);
/* Fits all of them. noise[aims]: deviation of one y. `only`: that model; SURROGATE_KINDS: for
 * each aim the one that foresees better. */
bool surrogate_fit(struct surrogate *s, const double *noise, enum surrogate_kind only);
/* Which one is used for an aim, and how far off each was when it foresaw mixtures from the others,
 * in deviations of the noise (1: as good as can be). */
enum surrogate_kind surrogate_used(const struct surrogate *s, int aim);
double surrogate_missed(const struct surrogate *s, int aim, enum surrogate_kind kind);

/* What a mixture would come to, without the noise of playing it; deviation may be NULL. */
void surrogate_foresee(const struct surrogate *s, const int16_t *lever, int count, double *mean,
                       double *deviation);
/* The most that deviations can be: of a mixture that nothing is known about. */
double surrogate_unsure(const struct surrogate *s, int aim, int count);
/* What a lever alone changes. */
void surrogate_effect(const struct surrogate *s, int lever, double *mean, double *deviation);

#endif
