/* json.c: the strict JSON reader: text to tokens, without heap and without recursion.
 *
 * Invariant: a token list only ever describes text that is valid JSON in valid UTF-8. */
#include "serai/json.h"

#include "core/utf8.h"

enum { DEPTH_MAX = 32 };

struct reader {
    const char *text;
    size_t len, at;
    struct sr_doc *doc;
};

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static int hex4(const char *s)
{
    int v = 0;
    for (int i = 0; i < 4; i++) {
        const int d = hex_digit(s[i]);
        if (d < 0)
            return -1;
        v = v << 4 | d;
    }
    return v;
}

static const char *read_string(struct reader *r, struct sr_tok *t)
{
    r->at++;
    t->type = SR_J_STRING;
    t->start = (uint32_t)r->at;
    while (r->at < r->len) {
        const unsigned char c = (unsigned char)r->text[r->at];
        if (c == '"') {
            t->end = (uint32_t)r->at++;
            return NULL;
        }
        if (c < 0x20)
            return "control character in a string";
        if (c == '\\') {
            if (r->at + 1 >= r->len)
                break;
            const char e = r->text[r->at + 1];
            if (e == 'u') {
                if (r->at + 6 > r->len)
                    break;
                const int u = hex4(r->text + r->at + 2);
                if (u < 0)
                    return "bad \\u escape";
                r->at += 6;
                if (u >= 0xDC00 && u <= 0xDFFF)
                    return "lone surrogate";
                if (u >= 0xD800 && u <= 0xDBFF) {
                    if (r->at + 6 > r->len || r->text[r->at] != '\\' || r->text[r->at + 1] != 'u')
                        return "lone surrogate";
                    const int low = hex4(r->text + r->at + 2);
                    if (low < 0xDC00 || low > 0xDFFF)
                        return "lone surrogate";
                    r->at += 6;
                }
            } else if (e && strchr("\"\\/bfnrt", e)) {
                r->at += 2;
            } else {
                return "bad escape";
            }
        } else {
            const size_t n = utf8_length(r->text + r->at, r->len - r->at);
            if (n == 0)
                return "invalid UTF-8";
            r->at += n;
        }
    }
    return "string without end";
}

static bool digit_at(const struct reader *r)
{
    return r->at < r->len && r->text[r->at] >= '0' && r->text[r->at] <= '9';
}

static const char *read_number(struct reader *r, struct sr_tok *t)
{
    t->type = SR_J_INT;
    t->start = (uint32_t)r->at;
    if (r->text[r->at] == '-')
        r->at++;
    if (!digit_at(r))
        return "a number wants digits";
    if (r->text[r->at] == '0')
        r->at++;
    else
        while (digit_at(r))
            r->at++;
    if (digit_at(r))
        return "a number begins with 0";
    if (r->at < r->len && r->text[r->at] == '.') {
        t->type = SR_J_FLOAT;
        r->at++;
        if (!digit_at(r))
            return "digits are missing after the point";
        while (digit_at(r))
            r->at++;
    }
    if (r->at < r->len && (r->text[r->at] == 'e' || r->text[r->at] == 'E')) {
        t->type = SR_J_FLOAT;
        r->at++;
        if (r->at < r->len && (r->text[r->at] == '+' || r->text[r->at] == '-'))
            r->at++;
        if (!digit_at(r))
            return "digits are missing in the exponent";
        while (digit_at(r))
            r->at++;
    }
    t->end = (uint32_t)r->at;
    return NULL;
}

static const char *read_word(struct reader *r, struct sr_tok *t)
{
    static const struct {
        const char *word;
        uint8_t type;
    } words[] = {{"true", SR_J_TRUE}, {"false", SR_J_FALSE}, {"null", SR_J_NULL}};
    for (int i = 0; i < 3; i++) {
        const size_t n = strlen(words[i].word);
        if (r->len - r->at >= n && memcmp(r->text + r->at, words[i].word, n) == 0) {
            t->type = words[i].type;
            t->start = (uint32_t)r->at;
            r->at += n;
            t->end = (uint32_t)r->at;
            return NULL;
        }
    }
    return "a value is expected";
}

static void skip_blanks(struct reader *r)
{
    while (r->at < r->len && r->text[r->at] != '\0' && strchr(" \t\r\n", r->text[r->at]))
        r->at++;
}

static char peek(struct reader *r)
{
    skip_blanks(r);
    return r->at < r->len ? r->text[r->at] : '\0';
}

/* Reads one value that is no container. */
static const char *read_scalar(struct reader *r, struct sr_tok *t)
{
    const char c = r->text[r->at];
    if (c == '"')
        return read_string(r, t);
    if (c == '-' || (c >= '0' && c <= '9'))
        return read_number(r, t);
    return read_word(r, t);
}

static struct sr_tok *add(struct sr_doc *doc)
{
    if (doc->count >= doc->max)
        return NULL;
    struct sr_tok *t = &doc->tok[doc->count++];
    memset(t, 0, sizeof *t);
    return t;
}

static const char *const too_many = "too many values";

/* The key of a member and its colon. */
static const char *read_key(struct reader *r)
{
    if (peek(r) != '"')
        return "a key in quotes is expected";
    struct sr_tok *k = add(r->doc);
    if (!k)
        return too_many;
    const char *bad = read_string(r, k);
    if (bad)
        return bad;
    k->next = r->doc->count;
    if (peek(r) != ':')
        return "a colon is expected";
    r->at++;
    return NULL;
}

/* The whole grammar as a loop over a stack of open containers. */
static const char *read_document(struct reader *r)
{
    struct sr_doc *doc = r->doc;
    int32_t open[DEPTH_MAX];
    int depth = 0;
    for (;;) {
        /* a value */
        const char c = peek(r);
        struct sr_tok *t = add(doc);
        if (!t)
            return too_many;
        if (r->at >= r->len)
            return "the text ends too early";
        if (c == '{' || c == '[') {
            if (depth == DEPTH_MAX)
                return "nested too deeply";
            t->type = c == '{' ? SR_J_OBJECT : SR_J_ARRAY;
            t->start = (uint32_t)r->at++;
            open[depth++] = doc->count - 1;
            const char next = peek(r);
            if (next == (c == '{' ? '}' : ']'))
                goto close;
            if (c == '{')
                goto key;
            continue;
        }
        const char *error = read_scalar(r, t);
        if (error)
            return error;
        t->next = doc->count;

    after_value:
        if (depth == 0)
            return NULL;
        struct sr_tok *top = &doc->tok[open[depth - 1]];
        top->size++;
        const char then = peek(r);
        if (then == ',') {
            r->at++;
            if (top->type == SR_J_ARRAY)
                continue;
        key:;
            const char *bad = read_key(r);
            if (bad)
                return bad;
            continue;
        }
        if (then != (top->type == SR_J_OBJECT ? '}' : ']'))
            return "a comma or a closing bracket is expected";
    close:
        top = &doc->tok[open[--depth]];
        top->end = (uint32_t)++r->at;
        top->next = doc->count;
        goto after_value;
    }
}

enum sr_err sr_json_parse(struct sr_doc *doc, const char *text, size_t len, struct sr_tok *tok,
                          int max, struct sr_diag *diag)
{
    doc->text = text;
    doc->tok = tok;
    doc->count = 0;
    doc->max = max;
    if (len > INT32_MAX)
        return sr_fail(diag, SR_SPACE, "the text is too long");
    struct reader r = {text, len, 0, doc};
    const char *error = read_document(&r);
    if (!error && (peek(&r) != '\0' || r.at < r.len))
        error = "text after the value";
    if (!error)
        return SR_OK;
    int line = 1, column = 1;
    for (size_t i = 0; i < r.at && i < len; i++, column++)
        if (text[i] == '\n')
            line++, column = 0;
    doc->count = 0;
    return sr_fail(diag, error == too_many ? SR_SPACE : SR_PARSE, "JSON, line %d, column %d: %s",
                   line, column, error);
}

int sr_json_get(const struct sr_doc *doc, int object, const char *key)
{
    if (object < 0 || object >= doc->count || doc->tok[object].type != SR_J_OBJECT)
        return -1;
    int t = object + 1;
    for (int i = 0; i < doc->tok[object].size; i++) {
        if (sr_json_is(doc, t, key))
            return t + 1;
        t = doc->tok[t + 1].next;
    }
    return -1;
}

int sr_json_at(const struct sr_doc *doc, int array, int i)
{
    if (array < 0 || array >= doc->count || doc->tok[array].type != SR_J_ARRAY || i < 0 ||
        i >= doc->tok[array].size)
        return -1;
    int t = array + 1;
    while (i-- > 0)
        t = doc->tok[t].next;
    return t;
}

static size_t put_code(char *out, uint32_t code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

/* Decodes the escape at s into out; returns bytes of s used, *n bytes written. */
static size_t decode_escape(const char *s, char out[4], size_t *n)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (s[1] != 'u') {
        out[0] = to[strchr(from, s[1]) - from];
        *n = 1;
        return 2;
    }
    uint32_t code = (uint32_t)hex4(s + 2);
    size_t used = 6;
    if (code >= 0xD800 && code <= 0xDBFF) {
        code = 0x10000 + ((code - 0xD800) << 10) + ((uint32_t)hex4(s + 8) - 0xDC00);
        used = 12;
    }
    *n = put_code(out, code);
    return used;
}

bool sr_json_text(const struct sr_doc *doc, int t, char *out, size_t max)
{
    if (t < 0 || t >= doc->count || doc->tok[t].type != SR_J_STRING || max == 0)
        return false;
    const char *s = doc->text + doc->tok[t].start;
    const char *end = doc->text + doc->tok[t].end;
    size_t len = 0;
    while (s < end) {
        char piece[4] = {*s};
        size_t n = 1;
        if (*s == '\\')
            s += decode_escape(s, piece, &n);
        else
            s++;
        if (piece[0] == '\0' || len + n >= max)
            return false;
        memcpy(out + len, piece, n);
        len += n;
    }
    out[len] = '\0';
    return true;
}

bool sr_json_is(const struct sr_doc *doc, int t, const char *string)
{
    if (t < 0 || t >= doc->count || doc->tok[t].type != SR_J_STRING)
        return false;
    const size_t n = doc->tok[t].end - doc->tok[t].start;
    const char *s = doc->text + doc->tok[t].start;
    if (!memchr(s, '\\', n))
        return strlen(string) == n && memcmp(s, string, n) == 0;
    char decoded[SR_TEXT_MAX];
    return sr_json_text(doc, t, decoded, sizeof decoded) && strcmp(decoded, string) == 0;
}

bool sr_json_num(const struct sr_doc *doc, int t, int64_t *out)
{
    if (t < 0 || t >= doc->count || doc->tok[t].type != SR_J_INT)
        return false;
    const char *s = doc->text + doc->tok[t].start;
    const char *end = doc->text + doc->tok[t].end;
    const bool negative = *s == '-';
    uint64_t v = 0;
    for (s += negative; s < end; s++) {
        const uint64_t d = (uint64_t)(*s - '0');
        if (v > (UINT64_MAX - d) / 10)
            return false;
        v = v * 10 + d;
    }
    if (v > (uint64_t)INT64_MAX + negative)
        return false;
    *out = negative ? (int64_t)(0u - v) : (int64_t)v;
    return true;
}
