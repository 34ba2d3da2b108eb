/* seal.c: keys, signatures, sealed messages (seal.h). */
#include "server/seal.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { HASH = crypto_auth_hmacsha256_BYTES, CEK = 16, NONCE = 12, TAG = 16 };

/* ---- bytes as text --------------------------------------------------------------------------- */

bool seal_text(const unsigned char *bytes, size_t len, char *out, size_t max)
{
    const int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
    if (sodium_base64_encoded_len(len, variant) > max)
        return false;
    sodium_bin2base64(out, max, bytes, len, variant);
    return true;
}

/* Some browsers pad, and some use the other alphabet. */
bool seal_bytes(const char *text, unsigned char *out, size_t max, size_t *len)
{
    const size_t n = strcspn(text, "=");
    const char *end;
    if (strspn(text + n, "=") != strlen(text + n))
        return false;
    const int variant = memchr(text, '+', n) || memchr(text, '/', n)
                            ? sodium_base64_VARIANT_ORIGINAL_NO_PADDING
                            : sodium_base64_VARIANT_URLSAFE_NO_PADDING;
    return sodium_base642bin(out, max, text, n, NULL, len, &end, variant) == 0 && end == text + n;
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* The key as OpenSSL has it, of a point and, where it is ours, its scalar; NULL: it is none. */
static EVP_PKEY *key_of(const unsigned char *point, const unsigned char *scalar)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *bld = OSSL_PARAM_BLD_new();
    BIGNUM *number = scalar ? BN_bin2bn(scalar, SEAL_SCALAR, NULL) : NULL;
    OSSL_PARAM *params = NULL;
    if (bld && OSSL_PARAM_BLD_push_utf8_string(bld, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) &&
        OSSL_PARAM_BLD_push_octet_string(bld, OSSL_PKEY_PARAM_PUB_KEY, point, SEAL_POINT) &&
        (!scalar || (number && OSSL_PARAM_BLD_push_BN(bld, OSSL_PKEY_PARAM_PRIV_KEY, number))))
        params = OSSL_PARAM_BLD_to_param(bld);
    if (!ctx || !params || EVP_PKEY_fromdata_init(ctx) != 1 ||
        EVP_PKEY_fromdata(ctx, &key, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) != 1)
        key = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(bld);
    BN_clear_free(number);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

bool seal_point_ok(const unsigned char point[SEAL_POINT])
{
    EVP_PKEY *key = point[0] == 4 ? key_of(point, NULL) : NULL;
    EVP_PKEY_CTX *ctx = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    const bool ok = ctx && EVP_PKEY_public_check(ctx) == 1;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(key);
    return ok;
}

bool seal_key_new(struct seal_key *k)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIGNUM *number = NULL;
    size_t len = 0;
    const bool ok = key && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
                    BN_bn2binpad(number, k->scalar, SEAL_SCALAR) == SEAL_SCALAR &&
                    EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, k->point,
                                                    SEAL_POINT, &len) == 1 &&
                    len == SEAL_POINT && k->point[0] == 4;
    BN_clear_free(number);
    EVP_PKEY_free(key);
    return ok;
}

void seal_key_write(const struct seal_key *k, char out[SEAL_KEY_TEXT])
{
    unsigned char all[SEAL_SCALAR + SEAL_POINT];
    memcpy(all, k->scalar, SEAL_SCALAR);
    memcpy(all + SEAL_SCALAR, k->point, SEAL_POINT);
    (void)seal_text(all, sizeof all, out, SEAL_KEY_TEXT);
    sodium_memzero(all, sizeof all);
}

bool seal_key_read(struct seal_key *k, const char *text)
{
    unsigned char all[SEAL_SCALAR + SEAL_POINT];
    size_t len;
    const bool ok = seal_bytes(text, all, sizeof all, &len) && len == sizeof all;
    if (ok) {
        memcpy(k->scalar, all, SEAL_SCALAR);
        memcpy(k->point, all + SEAL_SCALAR, SEAL_POINT);
    }
    sodium_memzero(all, sizeof all);
    return ok;
}

/* ---- messages -------------------------------------------------------------------------------- */

static bool agree(const struct seal_key *own, const unsigned char point[SEAL_POINT],
                  unsigned char out[SEAL_SCALAR])
{
    EVP_PKEY *mine = key_of(own->point, own->scalar), *theirs = key_of(point, NULL);
    EVP_PKEY_CTX *ctx = mine && theirs ? EVP_PKEY_CTX_new(mine, NULL) : NULL;
    size_t len = SEAL_SCALAR;
    const bool ok = ctx && EVP_PKEY_derive_init(ctx) == 1 &&
                    EVP_PKEY_derive_set_peer(ctx, theirs) == 1 &&
                    EVP_PKEY_derive(ctx, out, &len) == 1 && len == SEAL_SCALAR;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(mine);
    EVP_PKEY_free(theirs);
    return ok;
}

static void hmac(const unsigned char *key, size_t key_len, const void *data, size_t len,
                 unsigned char out[HASH])
{
    crypto_auth_hmacsha256_state h;
    crypto_auth_hmacsha256_init(&h, key, key_len);
    crypto_auth_hmacsha256_update(&h, (const unsigned char *)data, len);
    crypto_auth_hmacsha256_final(&h, out);
    sodium_memzero(&h, sizeof h);
}

/* Key and nonce of the one record (RFC 8291, 3.4). */
static void derive(const unsigned char shared[SEAL_SCALAR], const unsigned char auth[SEAL_AUTH],
                   const unsigned char theirs[SEAL_POINT], const unsigned char ours[SEAL_POINT],
                   const unsigned char salt[SEAL_SALT], unsigned char cek[HASH],
                   unsigned char nonce[HASH])
{
    static const char key[] = "Content-Encoding: aes128gcm\0\1", once[] = "Content-Encoding: nonce"
                                                                          "\0\1";
    unsigned char info[14 + 2 * SEAL_POINT + 1], prk[HASH], ikm[HASH];
    memcpy(info, "WebPush: info", 14);
    memcpy(info + 14, theirs, SEAL_POINT);
    memcpy(info + 14 + SEAL_POINT, ours, SEAL_POINT);
    info[sizeof info - 1] = 1;
    hmac(auth, SEAL_AUTH, shared, SEAL_SCALAR, prk);
    hmac(prk, HASH, info, sizeof info, ikm);
    hmac(salt, SEAL_SALT, ikm, HASH, prk);
    hmac(prk, HASH, key, sizeof key - 1, cek);
    hmac(prk, HASH, once, sizeof once - 1, nonce);
    sodium_memzero(prk, sizeof prk);
    sodium_memzero(ikm, sizeof ikm);
}

static bool encrypt(const unsigned char *cek, const unsigned char *nonce, const char *text,
                    size_t len, size_t padding, unsigned char *out)
{
    static const unsigned char zeros[256], last = 2; /* behind the text of the last record */
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    unsigned char *at = out;
    int n;
    bool ok = ctx && EVP_EncryptInit_ex(ctx, EVP_aes_128_gcm(), NULL, cek, nonce) == 1 &&
              EVP_EncryptUpdate(ctx, at, &n, (const unsigned char *)text, (int)len) == 1;
    at += len;
    ok = ok && EVP_EncryptUpdate(ctx, at++, &n, &last, 1) == 1;
    while (ok && padding > 0) {
        const size_t part = padding < sizeof zeros ? padding : sizeof zeros;
        ok = EVP_EncryptUpdate(ctx, at, &n, zeros, (int)part) == 1;
        at += part;
        padding -= part;
    }
    ok = ok && EVP_EncryptFinal_ex(ctx, at, &n) == 1 &&
         EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_GET_TAG, TAG, at) == 1;
    EVP_CIPHER_CTX_free(ctx);
    return ok;
}

bool seal_message(const unsigned char point[SEAL_POINT], const unsigned char auth[SEAL_AUTH],
                  const struct seal_key *own, const unsigned char salt[SEAL_SALT], const char *text,
                  size_t len, size_t padding, unsigned char *out, size_t *out_len)
{
    unsigned char shared[SEAL_SCALAR], cek[HASH], nonce[HASH];
    if (len + padding > SEAL_TEXT_MAX || !agree(own, point, shared))
        return false;
    derive(shared, auth, point, own->point, salt, cek, nonce);
    memcpy(out, salt, SEAL_SALT);
    memcpy(out + SEAL_SALT, "\0\0\x10\0", 4); /* SEAL_RECORD */
    out[SEAL_SALT + 4] = SEAL_POINT;
    memcpy(out + SEAL_SALT + 5, own->point, SEAL_POINT);
    const bool ok = encrypt(cek, nonce, text, len, padding, out + SEAL_HEAD);
    *out_len = SEAL_HEAD + len + 1 + padding + TAG;
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(cek, sizeof cek);
    sodium_memzero(nonce, sizeof nonce);
    return ok;
}

/* ---- signatures ------------------------------------------------------------------------------ */

bool seal_sign(const struct seal_key *k, const void *data, size_t len, unsigned char out[64])
{
    unsigned char der[80];
    const unsigned char *at = der;
    size_t n = sizeof der;
    EVP_PKEY *key = key_of(k->point, k->scalar);
    EVP_MD_CTX *ctx = key ? EVP_MD_CTX_new() : NULL;
    ECDSA_SIG *sig = NULL;
    if (ctx && EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, key) == 1 &&
        EVP_DigestSign(ctx, der, &n, (const unsigned char *)data, len) == 1)
        sig = d2i_ECDSA_SIG(NULL, &at, (long)n);
    const bool ok = sig && BN_bn2binpad(ECDSA_SIG_get0_r(sig), out, 32) == 32 &&
                    BN_bn2binpad(ECDSA_SIG_get0_s(sig), out + 32, 32) == 32;
    ECDSA_SIG_free(sig);
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    return ok;
}

bool seal_verify(const unsigned char point[SEAL_POINT], const void *data, size_t len,
                 const unsigned char *der, size_t der_len)
{
    EVP_PKEY *key = key_of(point, NULL);
    EVP_MD_CTX *ctx = key ? EVP_MD_CTX_new() : NULL;
    const bool ok = ctx && EVP_DigestVerifyInit(ctx, NULL, EVP_sha256(), NULL, key) == 1 &&
                    EVP_DigestVerify(ctx, der, der_len, (const unsigned char *)data, len) == 1;
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    return ok;
}

bool seal_vapid(const struct seal_key *k, const char *audience, const char *contact,
                int64_t expires, char *out, size_t max)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[768], a[64], b[1100], token[1200], sign[96], point[96];
    unsigned char signature[64];
    const int n = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}",
                           audience, (long long)expires, contact);
    if (n < 0 || (size_t)n >= sizeof claims ||
        !seal_text((const unsigned char *)head, sizeof head - 1, a, sizeof a) ||
        !seal_text((const unsigned char *)claims, (size_t)n, b, sizeof b))
        return false;
    const int len = snprintf(token, sizeof token, "%s.%s", a, b);
    if (!seal_sign(k, token, (size_t)len, signature) ||
        !seal_text(signature, sizeof signature, sign, sizeof sign) ||
        !seal_text(k->point, SEAL_POINT, point, sizeof point))
        return false;
    const int all = snprintf(out, max, "vapid t=%s.%s, k=%s", token, sign, point);
    return all > 0 && (size_t)all < max;
}
