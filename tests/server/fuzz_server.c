/* fuzz_server.c: the whole server without sockets: requests and messages from bytes.
 *
 * Input is lines. The first letter says what happens:
 *   H METHOD PATH BODY    a request          S n    connection n (0..3) opens at the last table
 *   T n TEXT              it says TEXT       C n    it closes
 * In paths and texts @ stands for the id of the last table, $ for the last token handed out,
 * so that the fuzzer gets past the doors. Whatever comes: every answer is JSON, each request gets
 * exactly one, and nothing breaks. */
#include <sodium.h>
#include <stdlib.h>

#include "../fuzz/fuzz.h"
#include "fake.h"

enum { CONNS = 4, LINES_MAX = 40, TEXT_MAX = 65536 };

static struct server *sv;
static struct fake_conn conns[CONNS];
static char table[SV_ID_MAX] = "aaaaaaaaaaaaa", token[SV_SECRET_MAX] = "x";
static struct sr_tok tok[1 << 16];

/* Argon2 is slow on purpose: here a passphrase is kept as it is, so that accounts come by the
 * thousand. */
int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const pass,
                      unsigned long long len, unsigned long long ops, size_t memory)
{
    (void)ops, (void)memory;
    snprintf(out, crypto_pwhash_STRBYTES, "%.*s", (int)len, pass);
    return 0;
}

int crypto_pwhash_str_verify(const char str[crypto_pwhash_STRBYTES], const char *const pass,
                             unsigned long long len)
{
    return strlen(str) == len && memcmp(str, pass, len) == 0 ? 0 : -1;
}

static void remember(const struct sr_doc *d, const char *key, char *out, size_t max)
{
    char text[64];
    const int t = sr_json_get(d, 0, key);
    if (t >= 0 && sr_json_text(d, t, text, sizeof text) && strlen(text) < max)
        memcpy(out, text, strlen(text) + 1);
}

static void heard(struct fake_conn *c, const char *text, size_t len)
{
    struct sr_doc d;
    (void)c;
    FUZZ_NEED(sr_json_parse(&d, text, len, tok, 1 << 16, NULL) == SR_OK);
    FUZZ_NEED(sr_json_get(&d, 0, "type") >= 0);
}

static size_t expand(char *out, size_t max, const char *in, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len && n + 64 < max; i++) {
        const bool me = i + 1 < len && in[i + 1] == 'm'; /* "$me" is a word of its own */
        const char *word = in[i] == '@' ? table : in[i] == '$' && !me ? token : NULL;
        if (word) {
            memcpy(out + n, word, strlen(word));
            n += strlen(word);
        } else if (in[i]) {
            out[n++] = in[i];
        }
    }
    out[n] = '\0';
    return n;
}

static void do_request(char *line)
{
    static struct fake_answer a;
    struct sr_doc d;
    char *path = strchr(line, ' ');
    if (!path)
        return;
    *path++ = '\0';
    char *body = strchr(path, ' ');
    if (body)
        *body++ = '\0';
    if (strncmp(path, "/metrics", 8) == 0)
        return; /* no network to count */
    fake_ask(sv, &a, line, path, token, body);
    if (a.len == 0 || a.text[0] != '{')
        return;
    FUZZ_NEED(sr_json_parse(&d, a.text, a.len, tok, 1 << 16, NULL) == SR_OK);
    remember(&d, "table", table, sizeof table);
    remember(&d, "token", token, sizeof token);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char line[TEXT_MAX];
    if (!sv)
        sv = fake_server();
    /* A new database now and then: making one takes longer than most inputs. */
    static int inputs;
    if (++inputs % 100 == 0)
        fake_server_clear(sv);
    const char *at = (const char *)data, *end = at + size;
    for (int i = 0; i < LINES_MAX && at < end; i++) {
        const char *nl = (const char *)memchr(at, '\n', (size_t)(end - at));
        const char *stop = nl ? nl : end;
        const size_t n = expand(line, sizeof line, at, (size_t)(stop - at));
        at = stop + 1;
        struct fake_conn *c = n > 2 ? &conns[(unsigned char)line[2] % CONNS] : NULL;
        if (n > 2 && line[0] == 'H')
            do_request(line + 2);
        else if (c && line[0] == 'S') {
            c->heard = heard;
            fake_open(sv, c, table);
        } else if (c && line[0] == 'C')
            fake_close(sv, c);
        else if (n > 4 && line[0] == 'T' && c->open)
            fake_say(sv, c, line + 4);
        fake_settle(sv);
    }
    for (int i = 0; i < CONNS; i++)
        fake_close(sv, &conns[i]);
    fake_settle(sv);
    for (int i = 0; i < SV_BUCKETS; i++)
        while (sv->bucket[i])
            sv_drop(sv, sv->bucket[i]);
    FUZZ_NEED(sv->tables == 0 && !sv->conns && !sv->loads && store_waiting(sv->store) == 0);
    return 0;
}
