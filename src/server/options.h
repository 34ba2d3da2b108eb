/* options.h: what `serai serve` is told. */
#ifndef SERAI_SERVER_OPTIONS_H
#define SERAI_SERVER_OPTIONS_H

#include <stdbool.h>

#include "engine/external.h"
#include "serai/core.h"
#include "store/store.h"

struct serve_options {
    const char *data;      /* folder of the SQLite database */
    const char *store;     /* postgres://..., or NULL: SQLite in the folder */
    struct store_shard shard[STORE_BANKS_MAX - 1]; /* databases of some of the tables */
    int shards;
    const char *listen; /* addresses, names, "*", unix:PATH, by commas; NULL: all */
    int port;
    const char *peer;   /* HOST:PORT where other processes reach this one; NULL: none */
    const char *origin; /* allowed origins, separated by commas; NULL: only the host itself */
    const char *embed_origin; /* origins whose pages may embed tables, by commas; NULL: none */
    const char *operator_token; /* opens the operator's page; NULL: there is none */
    const char *seasons; /* of ratings: "quarter", "year"; NULL: none */
    const char *proxies; /* whose X-Forwarded-For is believed; NULL: nobody's */
    int analysis_visits; /* of a decision, in analyses on demand; 0: none are made */
    const char *robots; /* processes that think for bots, by commas; NULL: none */
    const char *robots_secret;
    int bots_at_once; /* searches at the same time, and as many engines */
    struct external_named engine[EXTERNAL_NAMED_MAX];
    int engines, engine_ms; /* how many; time of one decision */
    double limit_scale; /* multiplies all rate limits; 0: none, and no veil over forced decisions */
    int connections_max;
    int per_address;
    const char *url; /* of the page, as people open it; NULL: not said */
    const char *sendmail; /* the machine's mail program; NULL: no e-mail */
    const char *push_contact; /* mailto: or https: for push services; NULL: no push messages */
    const char *push_test;    /* certificates of a service for tests; NULL: only real ones */
    bool quiet;        /* only warnings in the log */
    const char *ready; /* file that gets the port when the server listens; NULL: none */
};

/* Runs until told to stop (SIGTERM, SIGINT). 0, or an exit code with the reason in diag. */
int serve_run(const struct serve_options *options, struct sr_diag *diag);

#endif
