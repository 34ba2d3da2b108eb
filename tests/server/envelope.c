/* envelope.c: the other side of notices and passkeys, for the tests: a browser's keys, a service's
 * certificate, opening what was sealed and checking what was signed. It shares no line with the
 * server's own code.
 *   envelope keys                     SCALAR POINT AUTH
 *   envelope cert FOLDER              cert.pem and key.pem there, for localhost
 *   envelope open SCALAR POINT AUTH   the text of the message on stdin
 *   envelope sign SCALAR POINT        the signature (ES256, DER) of what is on stdin
 *   envelope ed SEED                  its public key of Ed25519, and the signature of what comes
 *   envelope token                    the claims of "vapid t=..., k=..." on stdin, if right */
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEED(x) ((x) ? (void)0 : die(__LINE__, #x))
static _Noreturn void die(int line, const char *what)
{
    fprintf(stderr, "envelope.c:%d: %s\n", line, what);
    exit(1);
}

static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* ---- base64 of addresses --------------------------------------------------------------------- */

static size_t decode(const char *text, size_t len, unsigned char *out)
{
    unsigned bits = 0;
    int have = 0;
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        const char *at = strchr(letters, text[i]);
        NEED(at && text[i]);
        bits = bits << 6 | (unsigned)(at - letters);
        if ((have += 6) >= 8)
            out[n++] = (unsigned char)(bits >> (have -= 8));
    }
    return n;
}

static void say(const unsigned char *bytes, size_t len, char end)
{
    unsigned bits = 0;
    int have = 0;
    for (size_t i = 0; i < len; i++) {
        bits = bits << 8 | bytes[i];
        for (have += 8; have >= 6; have -= 6)
            putchar(letters[bits >> (have - 6) & 63]);
    }
    if (have)
        putchar(letters[bits << (6 - have) & 63]);
    putchar(end);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static EVP_PKEY *key_of(const unsigned char *point, const unsigned char *scalar)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *b = OSSL_PARAM_BLD_new();
    NEED(OSSL_PARAM_BLD_push_utf8_string(b, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0));
    NEED(OSSL_PARAM_BLD_push_octet_string(b, OSSL_PKEY_PARAM_PUB_KEY, point, 65));
    BIGNUM *n = scalar ? BN_bin2bn(scalar, 32, NULL) : NULL;
    if (n)
        NEED(OSSL_PARAM_BLD_push_BN(b, OSSL_PKEY_PARAM_PRIV_KEY, n));
    OSSL_PARAM *p = OSSL_PARAM_BLD_to_param(b);
    NEED(EVP_PKEY_fromdata_init(ctx) == 1);
    NEED(EVP_PKEY_fromdata(ctx, &key, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, p) == 1);
    OSSL_PARAM_free(p);
    OSSL_PARAM_BLD_free(b);
    BN_free(n);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

static void keys(void)
{
    unsigned char point[65], scalar[32], auth[16];
    size_t len;
    BIGNUM *n = NULL;
    EVP_PKEY *key = EVP_EC_gen("P-256");
    NEED(EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &n) == 1);
    NEED(EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, 65, &len) == 1);
    NEED(BN_bn2binpad(n, scalar, 32) == 32 && RAND_bytes(auth, 16) == 1);
    say(scalar, 32, ' ');
    say(point, 65, ' ');
    say(auth, 16, '\n');
    BN_free(n);
    EVP_PKEY_free(key);
}

static void cert(const char *folder)
{
    char path[4096];
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *x = X509_new();
    X509V3_CTX ctx;
    X509V3_set_ctx(&ctx, x, x, NULL, NULL, 0);
    ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
    X509_set_version(x, X509_VERSION_3);
    X509_gmtime_adj(X509_getm_notBefore(x), -86400);
    X509_gmtime_adj(X509_getm_notAfter(x), 864000);
    X509_set_pubkey(x, key);
    X509_NAME *name = X509_get_subject_name(x);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"localhost", -1, -1,
                               0);
    X509_set_issuer_name(x, name);
    static const struct {
        int nid;
        const char *value;
    } more[] = {{NID_subject_alt_name, "DNS:localhost"}, {NID_basic_constraints, "CA:TRUE"}};
    for (int i = 0; i < 2; i++) {
        X509_EXTENSION *e = X509V3_EXT_conf_nid(NULL, &ctx, more[i].nid, more[i].value);
        NEED(e && X509_add_ext(x, e, -1) == 1);
        X509_EXTENSION_free(e);
    }
    NEED(X509_sign(x, key, EVP_sha256()) > 0);
    snprintf(path, sizeof path, "%s/cert.pem", folder);
    FILE *f = fopen(path, "w");
    NEED(f && PEM_write_X509(f, x) == 1 && fclose(f) == 0);
    snprintf(path, sizeof path, "%s/key.pem", folder);
    f = fopen(path, "w");
    NEED(f && PEM_write_PrivateKey(f, key, NULL, NULL, 0, NULL, NULL) == 1 && fclose(f) == 0);
    X509_free(x);
    EVP_PKEY_free(key);
}

/* ---- opening --------------------------------------------------------------------------------- */

static void hkdf(const unsigned char *salt, size_t salt_len, const unsigned char *ikm, size_t len,
                 const void *info, size_t info_len, unsigned char *out, size_t out_len)
{
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, NULL);
    NEED(EVP_PKEY_derive_init(c) == 1 && EVP_PKEY_CTX_set_hkdf_md(c, EVP_sha256()) == 1 &&
         EVP_PKEY_CTX_set1_hkdf_salt(c, salt, (int)salt_len) == 1 &&
         EVP_PKEY_CTX_set1_hkdf_key(c, ikm, (int)len) == 1 &&
         EVP_PKEY_CTX_add1_hkdf_info(c, (const unsigned char *)info, (int)info_len) == 1 &&
         EVP_PKEY_derive(c, out, &out_len) == 1);
    EVP_PKEY_CTX_free(c);
}

static void open_message(const char *scalar_text, const char *point_text, const char *auth_text)
{
    unsigned char scalar[64], point[80], auth[32], body[8192], shared[32], info[144], ikm[32],
        cek[16], nonce[12], text[8192];
    size_t len = 32;
    int n, more;
    NEED(decode(scalar_text, strlen(scalar_text), scalar) == 32);
    NEED(decode(point_text, strlen(point_text), point) == 65);
    NEED(decode(auth_text, strlen(auth_text), auth) == 16);
    const size_t got = fread(body, 1, sizeof body, stdin);
    NEED(got > 103 && got <= 4096 && body[20] == 65);
    NEED(memcmp(body + 16, "\0\0\x10\0", 4) == 0);
    EVP_PKEY *mine = key_of(point, scalar), *theirs = key_of(body + 21, NULL);
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new(mine, NULL);
    NEED(EVP_PKEY_derive_init(c) == 1 && EVP_PKEY_derive_set_peer(c, theirs) == 1 &&
         EVP_PKEY_derive(c, shared, &len) == 1);
    memcpy(info, "WebPush: info", 14);
    memcpy(info + 14, point, 65);
    memcpy(info + 79, body + 21, 65);
    hkdf(auth, 16, shared, 32, info, 144, ikm, 32);
    hkdf(body, 16, ikm, 32, "Content-Encoding: aes128gcm", 28, cek, 16);
    hkdf(body, 16, ikm, 32, "Content-Encoding: nonce", 24, nonce, 12);
    EVP_CIPHER_CTX *aes = EVP_CIPHER_CTX_new();
    NEED(EVP_DecryptInit_ex(aes, EVP_aes_128_gcm(), NULL, cek, nonce) == 1 &&
         EVP_DecryptUpdate(aes, text, &n, body + 86, (int)got - 86 - 16) == 1 &&
         EVP_CIPHER_CTX_ctrl(aes, EVP_CTRL_GCM_SET_TAG, 16, body + got - 16) == 1 &&
         EVP_DecryptFinal_ex(aes, text + n, &more) == 1);
    while (n > 0 && text[n - 1] == 0)
        n--;
    NEED(n > 0 && text[n - 1] == 2);
    fwrite(text, 1, (size_t)n - 1, stdout);
    EVP_CIPHER_CTX_free(aes);
    EVP_PKEY_CTX_free(c);
    EVP_PKEY_free(mine);
    EVP_PKEY_free(theirs);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void token(void)
{
    char line[4096] = "";
    unsigned char point[80], raw[128], der[128], *at = der, claims[2048];
    NEED(fgets(line, sizeof line, stdin) && strncmp(line, "vapid t=", 8) == 0);
    char *t = line + 8, *k = strstr(line, ", k=");
    NEED(k);
    const size_t len = (size_t)(k - t);
    k += 4;
    NEED(decode(k, strcspn(k, "\r\n"), point) == 65);
    const char *first = strchr(t, '.'), *last = first ? strchr(first + 1, '.') : NULL;
    NEED(last && last < t + len);
    NEED(decode(last + 1, len - (size_t)(last + 1 - t), raw) == 64);
    ECDSA_SIG *sig = ECDSA_SIG_new();
    NEED(ECDSA_SIG_set0(sig, BN_bin2bn(raw, 32, NULL), BN_bin2bn(raw + 32, 32, NULL)) == 1);
    const int n = i2d_ECDSA_SIG(sig, &at);
    EVP_PKEY *key = key_of(point, NULL);
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    NEED(EVP_DigestVerifyInit(c, NULL, EVP_sha256(), NULL, key) == 1);
    NEED(EVP_DigestVerify(c, der, (size_t)n, (const unsigned char *)t, (size_t)(last - t)) == 1);
    fwrite(claims, 1, decode(first + 1, (size_t)(last - first - 1), claims), stdout);
    EVP_MD_CTX_free(c);
    EVP_PKEY_free(key);
    ECDSA_SIG_free(sig);
}

static void sign(EVP_PKEY *key, const EVP_MD *md)
{
    unsigned char data[8192], out[256];
    const size_t got = fread(data, 1, sizeof data, stdin);
    size_t len = sizeof out;
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    NEED(EVP_DigestSignInit(c, NULL, md, NULL, key) == 1 &&
         EVP_DigestSign(c, out, &len, data, got) == 1);
    say(out, len, '\n');
    EVP_MD_CTX_free(c);
    EVP_PKEY_free(key);
}

static void sign_es256(const char *scalar_text, const char *point_text)
{
    unsigned char scalar[64], point[80];
    NEED(decode(scalar_text, strlen(scalar_text), scalar) == 32);
    NEED(decode(point_text, strlen(point_text), point) == 65);
    sign(key_of(point, scalar), EVP_sha256());
}

static void sign_ed(const char *seed_text)
{
    unsigned char seed[64], pub[32];
    size_t len = sizeof pub;
    NEED(decode(seed_text, strlen(seed_text), seed) == 32);
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, 32);
    NEED(key && EVP_PKEY_get_raw_public_key(key, pub, &len) == 1);
    say(pub, len, ' ');
    sign(key, NULL);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "keys") == 0)
        keys();
    else if (strcmp(what, "cert") == 0 && argc == 3)
        cert(argv[2]);
    else if (strcmp(what, "open") == 0 && argc == 5)
        open_message(argv[2], argv[3], argv[4]);
    else if (strcmp(what, "sign") == 0 && argc == 4)
        sign_es256(argv[2], argv[3]);
    else if (strcmp(what, "ed") == 0 && argc == 3)
        sign_ed(argv[2]);
    else if (strcmp(what, "token") == 0)
        token();
    else
        die(__LINE__, "see the top of this file");
    return 0;
}
