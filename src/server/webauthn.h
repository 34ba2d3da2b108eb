/* webauthn.h: what a passkey shows (WebAuthn level 2): reading what a browser hands over when one
 * is made and when one is used, and whether it is right. No store, no clock, no network. */
#ifndef SERAI_SERVER_WEBAUTHN_H
#define SERAI_SERVER_WEBAUTHN_H

#include "serai/json.h"
#include "server/seal.h"

enum {
    WEBAUTHN_CLIENT_MAX = 1024, /* bytes of the client's data */
    WEBAUTHN_MADE_MAX = 2048,   /* of what is handed over when one is made */
    WEBAUTHN_ID_MAX = 256,      /* of a credential's id */
    WEBAUTHN_TEXT_MAX = 352,    /* the id as text, with NUL */
    WEBAUTHN_CHALLENGE_MAX = 96
};
enum webauthn_alg { WEBAUTHN_ES256 = -7, WEBAUTHN_EDDSA = -8 };

struct webauthn_key {
    enum webauthn_alg alg;
    unsigned char bytes[SEAL_POINT]; /* a point, or the 32 bytes of an Ed25519 key */
};

struct webauthn_site { /* who we are */
    const char *id;     /* the name of the host */
    const char *origin; /* scheme, host and port */
};

struct webauthn_made {
    unsigned char id[WEBAUTHN_ID_MAX];
    size_t id_len;
    struct webauthn_key key;
    uint32_t counter;
};

/* The challenge that the client's data name, if they are of this type ("webauthn.create" or
 * "webauthn.get") and of our page; false: they are not. */
bool webauthn_client(const struct webauthn_site *site, const char *type, const char *json,
                     size_t len, struct sr_tok *tok, int toks,
                     char challenge[WEBAUTHN_CHALLENGE_MAX]);
/* A new one, from its attestation object with format "none". The person must have been there and
 * been verified by the device. */
bool webauthn_make(const struct webauthn_site *site, const unsigned char *object, size_t len,
                   struct webauthn_made *out);
/* Whether it was used: data of the authenticator, and a signature over them and the client's. */
bool webauthn_use(const struct webauthn_site *site, const struct webauthn_key *key,
                  const unsigned char *data, size_t len, const char *client, size_t client_len,
                  const unsigned char *signature, size_t signature_len, uint32_t *counter);

#endif
