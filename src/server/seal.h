/* seal.h: what notices and passkeys need of cryptography, on OpenSSL and libsodium: keys on the
 * curve P-256, signatures, and messages that only one browser can read (RFC 8291). Any thread. */
#ifndef SERAI_SERVER_SEAL_H
#define SERAI_SERVER_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SEAL_SCALAR = 32, /* bytes of a private key */
    SEAL_POINT = 65,  /* of a public one, uncompressed */
    SEAL_AUTH = 16,   /* of the secret a browser shares with us */
    SEAL_SALT = 16,
    SEAL_RECORD = 4096, /* a message is one record (RFC 8188) */
    SEAL_HEAD = SEAL_SALT + 4 + 1 + SEAL_POINT,
    SEAL_TEXT_MAX = SEAL_RECORD - SEAL_HEAD - 17, /* of the text in it */
    SEAL_KEY_TEXT = 132 /* a pair of keys as text, with NUL */
};

struct seal_key {
    unsigned char scalar[SEAL_SCALAR], point[SEAL_POINT];
};

bool seal_key_new(struct seal_key *k);
void seal_key_write(const struct seal_key *k, char out[SEAL_KEY_TEXT]);
bool seal_key_read(struct seal_key *k, const char *text);
/* Whether these bytes are a point of the curve. */
bool seal_point_ok(const unsigned char point[SEAL_POINT]);

/* Base64 for addresses, without padding. out must have room; false: it has not, or it is none. */
bool seal_text(const unsigned char *bytes, size_t len, char *out, size_t max);
bool seal_bytes(const char *text, unsigned char *out, size_t max, size_t *len);

/* A text for the browser with this point and secret, padded, as the body of a push message:
 * *out_len bytes in out, which has room for SEAL_RECORD. `own` and `salt` are used once. */
bool seal_message(const unsigned char point[SEAL_POINT], const unsigned char auth[SEAL_AUTH],
                  const struct seal_key *own, const unsigned char salt[SEAL_SALT],
                  const char *text, size_t len, size_t padding, unsigned char *out,
                  size_t *out_len);

/* "vapid t=..., k=..." (RFC 8292): that we are who sends to `audience`, until `expires` (seconds
 * since 1970). */
bool seal_vapid(const struct seal_key *k, const char *audience, const char *contact,
                int64_t expires, char *out, size_t max);

/* ES256: a signature of 64 bytes; and whether one in DER is of this point. */
bool seal_sign(const struct seal_key *k, const void *data, size_t len, unsigned char out[64]);
bool seal_verify(const unsigned char point[SEAL_POINT], const void *data, size_t len,
                 const unsigned char *der, size_t der_len);

#endif
