/* kin.h: what processes that share a database tell each other through it: sessions that have ended,
 * and what addresses have used up. Said by NOTIFY and heard at once; the same stands in rows, which
 * are read now and then, and with every beat while the ear is deaf. */
#ifndef SERAI_SERVER_KIN_H
#define SERAI_SERVER_KIN_H

#include "server/server.h"

/* Adds to a job that sessions have ended: all of an account but `kept` (a hash, "" none), or one
 * (account ""). Nothing where the process is alone. */
void kin_add_ended(const struct server *sv, struct store_job *job, const char *account,
                   const char *kept, const char *session);
/* A wrong guess at an account (limits_key). */
void kin_tell_missed(struct server *sv, uint64_t guess);
/* With a beat: adds what this process has to say, and asks for what others said where that is
 * due. */
void kin_add_beat(struct server *sv, struct store_job *job);
/* What they said, in the answer to a beat. */
void kin_hear(struct server *sv, const struct store_job *beat);
/* The secret all processes of a database know: the first to come makes it. Waits for the store;
 * "": it cannot be read. */
void kin_secret(struct server *sv, char out[SV_SECRET_MAX]);
/* Begins to listen, stops, and lets go of it when the loop is closed. */
void kin_open(struct server *sv);
void kin_close(struct server *sv);
void kin_free(struct server *sv);

#endif
