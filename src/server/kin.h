/* kin.h: what processes that share a database tell each other through it: sessions that have ended,
 * and what addresses have used up. Told with every beat, so within about half a second. */
#ifndef SERAI_SERVER_KIN_H
#define SERAI_SERVER_KIN_H

#include "server/server.h"

/* Adds to a job that sessions have ended: all of an account but `kept` (a hash, "" none), or one
 * (account ""). Nothing where the process is alone. */
void kin_add_ended(const struct server *sv, struct store_job *job, const char *account,
                   const char *kept, const char *session);
/* A wrong guess at an account (limits_key). */
void kin_tell_missed(struct server *sv, uint64_t guess);
/* With a beat: adds what this process has to say and asks for what others said. */
void kin_add_beat(struct server *sv, struct store_job *job);
/* What they said. */
void kin_hear(struct server *sv, const struct db_rows *rows);

#endif
