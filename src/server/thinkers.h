/* thinkers.h: `serai robots`: a process that thinks for the bots of several servers. It gets views
 * and never states, keeps nothing, and may be killed at any time: servers ask another one, or their
 * own workers. */
#ifndef SERAI_SERVER_THINKERS_H
#define SERAI_SERVER_THINKERS_H

#include "serai/json.h"

struct thinkers_options {
    const char *listen; /* HOST:PORT or unix:PATH */
    const char *secret; /* that servers must show */
    const char *ready;  /* file that gets the port when it listens; NULL: none */
    int at_once;        /* searches at the same time */
};

/* Runs until told to stop (SIGTERM, SIGINT). 0, or an exit code with the reason in diag. */
int thinkers_run(const struct thinkers_options *options, struct sr_diag *diag);

#endif
