/* guide.h: what the host and the device know together about players that think. */
#ifndef SERAI_GPU_GUIDE_H
#define SERAI_GPU_GUIDE_H

#include "ai/halving.h"
#include "lab/record.h"

/* Memory of the device; the host has its address only. */
#ifdef __CUDACC_RTC__
#define GUIDE_AT(type) type *
#else
#define GUIDE_AT(type) uint64_t
#endif

enum guide_way { GUIDE_ANY, GUIDE_LOOKS, GUIDE_TRIES, GUIDE_BY_SCRIPT };
/* What is recorded: nothing; what players found; heads alone, of scripted ones too (lab_batch). */
enum guide_records { GUIDE_NOTHING, GUIDE_RECORDS, GUIDE_HEADS };

struct guide_skill {
    int32_t way; /* enum guide_way: plays any move, looks one move ahead, tries moves (halving),
                    is scripted */
    int32_t hand; /* judges by the hand-written judgement, not the network */
    int32_t samples, draws, slack, focus;
    int32_t visits, depth;
    int32_t player; /* which of the game's scripted ones */
};

struct guide {
    struct guide_skill skill[SR_SEATS_MAX];  /* by place in the list of bots */
    struct guide_skill glance[SR_SEATS_MAX]; /* theirs where they do not try moves */
    struct lab_study study;
    int32_t seats, rotate, lines, margin;
    int32_t slots;    /* states kept for a place: samples of any player at most, and his view */
    int32_t kept;     /* whether keys and pieces are kept for each game of the batch (lines.cu) */
    int32_t policy;   /* slots of the network's policy; 0: it has none */
    uint32_t room;    /* children of a step */
    int32_t records; /* enum guide_records */
    int32_t scripts; /* whether what scripted players choose is recorded */
    uint64_t seed, first; /* of the batch; number of its first game in the series */
};

/* A place whose player thinks. If he looks ahead, its children stand from `base` on, sample by
 * sample; if he tries moves, the trials of the round do. */
struct guide_look {
    uint32_t base;
    uint16_t count, samples; /* samples 0: nothing to look at */
    uint16_t listed;         /* moves of the decision, for the figures; 0: waits */
    uint16_t seat;
    int32_t tries; /* trials of this round; -1: none at all */
    int32_t chosen;
    int32_t told; /* whether it is recorded */
    const struct guide_skill *skill;
    struct sr_rng rng;
};

/* What became of a trial. */
enum { TRIAL_ON, TRIAL_OVER, TRIAL_NOBODYS };

/* Trials: of the root of each place, or of a round. */
struct guide_trials {
    GUIDE_AT(uint32_t) states;
    GUIDE_AT(struct sr_rng) rng;
    GUIDE_AT(uint32_t) owner; /* place */
    GUIDE_AT(uint32_t) at;    /* where in the order it was described */
    GUIDE_AT(uint8_t) end;    /* TRIAL_... */
    GUIDE_AT(uint8_t) seat;   /* by the order: who decides */
    GUIDE_AT(struct ai_values) values; /* of games that ended */
    GUIDE_AT(uint32_t) x;     /* inputs */
    GUIDE_AT(int32_t) y;      /* outputs */
    GUIDE_AT(int16_t) second; /* second layer of who decides */
    GUIDE_AT(struct halving) runs;  /* by place, as what follows */
    GUIDE_AT(int32_t) logits; /* of the decision */
    GUIDE_AT(const struct guide_look) looks;
    GUIDE_AT(uint32_t) drawn; /* views: the last of g->slots */
    GUIDE_AT(const int32_t) bp;
    GUIDE_AT(const int16_t) wp;
};

#endif
