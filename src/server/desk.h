/* desk.h: where passphrases are hashed and verified, and how often they may be guessed.
 *
 * Each takes 64 MiB and a tenth of a second, so a few are worked on at a time. Those who wait are
 * served in the order of how often their address has been wrong of late: who mistypes once goes
 * before forty addresses that guess. An account that is guessed at answers more and more slowly,
 * but not to addresses that have signed in to it before. */
#ifndef SERAI_SERVER_DESK_H
#define SERAI_SERVER_DESK_H

#include <sodium.h>

#include "server/names.h"
#include "server/server.h"

enum { PASS_MIN = 8, PASS_MAX = 200 };
/* RECOVER: by a code; RESET: by a passkey. */
enum purpose { SIGN_IN, NEW_ACCOUNT, NEW_PASS, RECOVER, RESET };

struct hash_wait;
typedef void desk_worked(struct hash_wait *w, int status); /* status not 0: it was cut off */

struct hash_wait { /* one passphrase and what it is for */
    uv_work_t work;
    struct server *sv;
    struct net_request *r;
    struct hash_wait *next;
    desk_worked *then;
    char name[SR_NAME_MAX], fold[SR_NAME_MAX], look[SV_LOOK_MAX];
    char account[SV_ID_MAX], token[SV_SECRET_MAX];
    char pass[PASS_MAX + 1];
    char fresh[PASS_MAX + 1];      /* the new one, to replace it */
    char session[ENTRY_HASH_MAX];  /* that stays when the passphrase changes */
    char stored[crypto_pwhash_STRBYTES];
    uint64_t address, guess; /* who asks; which account, by its name */
    enum purpose purpose;
    bool known; /* the name exists */
    bool right; /* the passphrase is */
    bool ok;    /* and all could be worked out */
    int64_t suspended; /* until when */
};

struct desk *desk_new(void);
void desk_free(struct desk *d);
bool desk_busy(const struct desk *d);
/* Whether no more of that address, or of all, can wait. */
/* A guess at an account that was wrong, by other means than a passphrase. */
void desk_wrong(struct server *sv, const char *fold, const char *address);
bool desk_full(struct server *sv, const char *address);
/* Seconds until the account may be tried again from there; 0: now. */
int desk_delay(struct server *sv, const char *fold, const char *address);
/* Works it out on a worker and goes on with `then`. */
void desk_queue(struct server *sv, struct hash_wait *w, desk_worked *then);
/* A wrong guess, here or at another process. */
void desk_missed(struct desk *d, uint64_t guess);
void desk_done(struct hash_wait *w); /* forgets it */

#endif
