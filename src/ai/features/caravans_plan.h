/* caravans_plan.h: what goods are worth to a caravan of Caravans, and what a visit to a city would
 * bring. Shared by the evaluation and the scripted players of src/lab. All worths are in tenths of
 * a point of influence; `ecu` is what one écu counts. */
#ifndef SERAI_AI_CARAVANS_PLAN_H
#define SERAI_AI_CARAVANS_PLAN_H

#include "games/caravans/caravans.h"

/* Influence of a resource when invested, in tenths. */
static inline int trek__value(const struct caravans_edition *ed, int kind)
{
    return 10 * ed->values[ed->classes[kind - 1]];
}

/* One more unit of a kind when `held` of it are there: a second one only serves as a bribe. */
int trek__unit(const struct caravans_edition *ed, int ecu, int kind, int held);
/* Takes away the unit whose loss hurts least; returns its kind. */
int trek__cheapest(const struct caravans_edition *ed, int ecu, int units[KINDS]);
/* Influence of the best investment with these units, in whole points, when `due` units of the
 * bribe are still to be paid; that bribe, if wanted. Where écus kept would bar the kinds of the
 * bribe (R10.4), écus go first. */
int trek__investment(const struct caravans_edition *ed, const struct caravans *s, int ecu,
                     const int units[KINDS], int due, int bribe[KINDS]);

/* What lies in a city; what of it there is at all, and what is printed there (bit per kind). */
struct market {
    uint16_t pawns[PLACES][KINDS];
    uint16_t offered[PLACES], printed;
};
void trek__market(const struct caravans_edition *ed, const struct caravans *s, int city,
                  struct market *out);
/* The same when the prints of its suburbs and, last, its own are known. */
void trek__market_of(const struct caravans_city *city, const uint8_t print[DIRS + 1],
                     struct market *out);

/* One dealing with a city; without gain it is not worth doing. */
struct deal {
    int kind, place, gain;
    bool sells;
};
/* The dealing that pays most now, given what was bought and sold before (bits per kind). */
struct deal trek__deal(const struct caravans_edition *ed, const struct caravans *s, int seat,
                       int ecu, int city, const struct market *mk, const int units[KINDS],
                       unsigned bought, unsigned sold);
/* What a visit would bring, less the influence it costs; 0 when the city is closed to the seat.
 * `mk` is the market of the city; `units` are those before the visit, and afterwards those after
 * it. A visit under way goes on. */
int trek__visit(const struct caravans_edition *ed, const struct caravans *s, int seat, int ecu,
                int city, const struct market *mk, int units[KINDS]);
/* How good a place is for a city, by what is printed on its six neighbours: kinds, rare ones
 * counting more, and explored suburbs. */
int trek__site(const struct caravans_edition *ed, const uint8_t print[DIRS]);

/* What an écu counts for the evaluation; over how many steps half the worth of a goal is lost; how
 * many cities are looked at, the most promising first. */
enum { AN_ECU = 5, A_WAY = 5, NEAR = 3 };

/* Influence an investment of these units would bring now, or will when the one under way is
 * finished. */
int trek__influence(const struct caravans_edition *ed, const struct caravans *s, int seat,
                    const int units[KINDS]);
/* What a caravan is worth with these units, in tenths of a point. */
int trek__holdings(const struct caravans_edition *ed, const struct caravans *s, int seat,
                   const int units[KINDS]);

/* Something to be had on a hex some steps away. */
struct goal {
    int worth; /* tenths of a point; 0: there is none */
    int steps;
    int city;       /* a visit: where, and the investment it makes possible */
    int investment;
    int dq, dr; /* a place: where, from the caravan */
};

/* The farther, the less: others may come first, and time passes. */
static inline int trek__net_worth(const struct goal *g)
{
    return g->worth * A_WAY / (A_WAY + 1 + g->steps);
}

/* The map around a caravan, as far as it looks for cities. Of each hex a bit for what is printed on
 * it, its region (from 1; 0: the central hex) and a bit that it is explored; 0: it is not. */
enum { GROUND = 9, GROUND_WIDTH = 2 * (GROUND + 2) + 1 };
enum { GROUND_REGION = KINDS, GROUND_EXPLORED = 15 };
static_assert(REGIONS < 1 << (GROUND_EXPLORED - GROUND_REGION), "all regions have a number there");
struct ground {
    int q, r;
    bool known;
    uint16_t hex[GROUND_WIDTH * GROUND_WIDTH]; /* beyond GROUND there may be something missing */
};

/* What is the same for all lines, reckoned once: cities as far as they were asked for, and
 * what the lines hold; and the ground of who was looked at last. */
struct country {
    struct ground ground;
    int some[32], rest[32]; /* of a site by the kinds around it, wood to iron and the others */
    uint64_t known;         /* cities whose prints and market are here */
    uint8_t print[CITIES][DIRS + 1];
    struct market market[CITIES];
    int holdings[SR_SEATS_MAX], investment[SR_SEATS_MAX];
};
/* For the lines from `first` up to `end`. */
void trek__look_over(const struct caravans_edition *ed, const struct caravans *s, int first,
                     int end, struct country *l);
void trek__look_round(const struct caravans_edition *ed, const struct caravans *s, int q, int r,
                      struct ground *out);
/* What is printed on a city's suburbs and, last, under it; and what that makes of its market. */
const uint8_t *trek__prints(const struct caravans_edition *ed, const struct caravans *s,
                            struct country *l, int city);
const struct market *trek__known_market(const struct caravans_edition *ed,
                                        const struct caravans *s, struct country *l, int city);
/* The best visits, the most promising first; returns how many. */
int trek__visits(const struct caravans_edition *ed, const struct caravans *s, int seat,
                 struct country *l, struct goal out[NEAR]);
/* A city of one's own, when so many are founded. */
int trek__founding(const struct caravans *s, int founded);
/* The best site for a city and the nearest border of the map, as the crow flies. */
void trek__places(const struct caravans_edition *ed, const struct caravans *s, int seat,
                  const struct country *l, struct goal *site, struct goal *border);

static inline void trek__units(const struct caravans_player *p, int out[KINDS])
{
    for (int k = 0; k < KINDS; k++)
        out[k] = p->units[k];
}

#endif
