/* buf.c: text in memory of the caller, and the JSON writer on it. */
#include "core/format.h"
#include "core/utf8.h"

void sr_buf_init(struct sr_buf *b, char *memory, size_t max)
{
    SR_ASSERT(max > 0);
    b->text = memory;
    b->len = 0;
    b->max = max;
    b->full = false;
    b->comma = false;
    memory[0] = '\0';
}

/* Whether n bytes and a NUL still fit; if not, it is full. */
static bool room_for(struct sr_buf *b, size_t n)
{
    b->full |= n >= b->max - b->len;
    return !b->full;
}

void sr_buf_putn(struct sr_buf *b, const char *text, size_t n)
{
    if (!room_for(b, n))
        return;
    memcpy(b->text + b->len, text, n);
    b->len += n;
    b->text[b->len] = '\0';
}

static void put_char(struct sr_buf *b, char c)
{
    if (!room_for(b, 1))
        return;
    b->text[b->len++] = c;
    b->text[b->len] = '\0';
}

void sr_buf_put(struct sr_buf *b, const char *text) { sr_buf_putn(b, text, strlen(text)); }

void sr_buf_int(struct sr_buf *b, int64_t v)
{
    char digits[24];
    int i = (int)sizeof digits;
    uint64_t u = v < 0 ? 0u - (uint64_t)v : (uint64_t)v;
    do {
        digits[--i] = (char)('0' + u % 10);
        u /= 10;
    } while (u > 0);
    if (v < 0)
        digits[--i] = '-';
    sr_buf_putn(b, digits + i, sizeof digits - (size_t)i);
}

void sr_buf_hex64(struct sr_buf *b, uint64_t v)
{
    char digits[16];
    for (int i = 15; i >= 0; i--, v >>= 4)
        digits[i] = "0123456789abcdef"[v & 15];
    sr_buf_putn(b, digits, sizeof digits);
}

static void before_value(struct sr_buf *b)
{
    if (b->comma)
        put_char(b, ',');
    b->comma = true;
}

void sr_json_open(struct sr_buf *b, char bracket)
{
    before_value(b);
    put_char(b, bracket);
    b->comma = false;
}

void sr_json_close(struct sr_buf *b, char bracket)
{
    put_char(b, bracket);
    b->comma = true;
}

/* Writes the escape of a character that may not stand in a string as it is. */
static void put_escaped(struct sr_buf *b, unsigned char c)
{
    char esc[6] = {'\\', (char)c};
    size_t len = 2;
    if (c == '\n')
        esc[1] = 'n';
    else if (c == '\t')
        esc[1] = 't';
    else if (c < 0x20) {
        memcpy(esc + 1, "u00", 3);
        esc[4] = (char)('0' + (c >> 4));
        esc[5] = "0123456789abcdef"[c & 15];
        len = 6;
    }
    sr_buf_putn(b, esc, len);
}

/* Bytes that are no UTF-8 (a name typed in another encoding) become U+FFFD: what is written can
 * always be read. */
static void put_checked(struct sr_buf *b, const char *s, size_t n)
{
    put_char(b, '"');
    size_t from = 0;
    for (size_t i = 0; i < n;) {
        const unsigned char c = (unsigned char)s[i];
        const size_t len = c < 0x80 ? 1 : utf8_length(s + i, n - i);
        if (len > 0 && c >= 0x20 && c != '"' && c != '\\') {
            i += len;
            continue;
        }
        sr_buf_putn(b, s + from, i - from);
        if (len > 0)
            put_escaped(b, c);
        else
            sr_buf_put(b, "\xEF\xBF\xBD");
        from = ++i;
    }
    sr_buf_putn(b, s + from, n - from);
    put_char(b, '"');
}

static bool is_plain(unsigned char c) { return c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; }

/* The same of eight characters at once. Among bytes of ASCII, a subtraction sets a high bit exactly
 * when one is below what is subtracted, and a quote or backslash is 0 after the exclusive or. */
static bool all_plain(uint64_t v)
{
    const uint64_t ones = 0x0101010101010101u, high = 0x80 * ones;
    const uint64_t quote = v ^ 0x22 * ones, slash = v ^ 0x5C * ones;
    return ((v | (v - 0x20 * ones) | (quote - ones) | (slash - ones)) & high) == 0;
}

/* Nearly all strings are plain ASCII: one pass looks and copies, and only what is not plain, or
 * may not fit, is written with care. */
static void put_quoted(struct sr_buf *b, const char *s, size_t n)
{
    if (b->full || n + 3 >= b->max - b->len) {
        put_checked(b, s, n);
        return;
    }
    char *out = b->text + b->len + 1;
    size_t i = 0;
    for (uint64_t v; i + sizeof v <= n; i += sizeof v) {
        memcpy(&v, s + i, sizeof v);
        if (!all_plain(v))
            break;
        memcpy(out + i, &v, sizeof v);
    }
    while (i < n && is_plain((unsigned char)s[i])) {
        out[i] = s[i];
        i++;
    }
    if (i < n) {
        b->text[b->len] = '\0';
        put_checked(b, s, n);
        return;
    }
    out[-1] = out[n] = '"';
    out[n + 1] = '\0';
    b->len += n + 2;
}

void sr_json_key(struct sr_buf *b, const char *key)
{
    before_value(b);
    put_quoted(b, key, strlen(key));
    put_char(b, ':');
    b->comma = false;
}

void sr_json_int(struct sr_buf *b, int64_t v)
{
    before_value(b);
    sr_buf_int(b, v);
}

void sr_json_strn(struct sr_buf *b, const char *s, size_t n)
{
    before_value(b);
    put_quoted(b, s, n);
}

void sr_json_str(struct sr_buf *b, const char *s) { sr_json_strn(b, s, strlen(s)); }

void sr_json_bool(struct sr_buf *b, bool v) { sr_json_raw(b, v ? "true" : "false"); }

void sr_json_null(struct sr_buf *b) { sr_json_raw(b, "null"); }

void sr_json_raw(struct sr_buf *b, const char *json) { sr_json_rawn(b, json, strlen(json)); }

void sr_json_rawn(struct sr_buf *b, const char *json, size_t n)
{
    before_value(b);
    sr_buf_putn(b, json, n);
}

void sr_json_put_int(struct sr_buf *b, const char *key, int64_t v)
{
    sr_json_key(b, key);
    sr_json_int(b, v);
}

void sr_json_put_str(struct sr_buf *b, const char *key, const char *s)
{
    sr_json_key(b, key);
    sr_json_str(b, s);
}

void sr_json_put_bool(struct sr_buf *b, const char *key, bool v)
{
    sr_json_key(b, key);
    sr_json_bool(b, v);
}

void sr_json_put_null(struct sr_buf *b, const char *key)
{
    sr_json_key(b, key);
    sr_json_null(b);
}

void sr_json_put_seat(struct sr_buf *b, const char *key, int seat)
{
    if (seat < 0)
        sr_json_put_null(b, key);
    else
        sr_json_put_int(b, key, seat);
}

void sr_json_put_hex64(struct sr_buf *b, const char *key, uint64_t v)
{
    char text[20];
    struct sr_buf digits;
    sr_buf_init(&digits, text, sizeof text);
    sr_buf_hex64(&digits, v);
    sr_json_put_str(b, key, text);
}

void sr_json_put_ints(struct sr_buf *b, const char *key, const int *v, int count)
{
    sr_json_put_open(b, key, '[');
    for (int i = 0; i < count; i++)
        sr_json_int(b, v[i]);
    sr_json_close(b, ']');
}

void sr_json_put_open(struct sr_buf *b, const char *key, char bracket)
{
    sr_json_key(b, key);
    sr_json_open(b, bracket);
}

/* At most `most` bytes of text, and no more than fit, in whole characters. */
static void put_some(struct sr_buf *b, const char *text, size_t most)
{
    const size_t room = b->full ? 0 : b->max - b->len - 1;
    size_t n = strnlen(text, most < room ? most : room);
    while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80)
        n--;
    sr_buf_putn(b, text, n);
}

/* The few conversions diagnostics use, so that core needs no stdio (and WebAssembly no imports). */
void sr_buf_vformat(struct sr_buf *b, const char *format, va_list args)
{
    for (const char *f = format; *f; f++) {
        if (*f != '%') {
            sr_buf_putn(b, f, 1);
            continue;
        }
        f++;
        if (strncmp(f, "lld", 3) == 0) {
            sr_buf_int(b, va_arg(args, long long));
            f += 2;
            continue;
        }
        size_t most = SIZE_MAX;
        if (f[0] == '.' && f[1] == '*') {
            const int given = va_arg(args, int);
            most = given < 0 ? SIZE_MAX : (size_t)given;
            f += 2;
        } else if (*f == '.') {
            most = 0;
            for (f++; *f >= '0' && *f <= '9'; f++)
                most = most * 10 + (size_t)(*f - '0');
        }
        if (*f == 's') {
            const char *text = va_arg(args, const char *);
            put_some(b, text, most);
        } else if (*f == 'd') {
            sr_buf_int(b, va_arg(args, int));
        } else {
            SR_ASSERT(*f == '%');
            sr_buf_putn(b, "%", 1);
        }
    }
}

/* One line of whole characters, whatever was quoted in it: it goes to terminals and into JSON. */
static void clean_text(char *text, size_t n)
{
    for (size_t i = 0; i < n;) {
        const size_t len = utf8_length(text + i, n - i);
        if (len == 0)
            text[i] = '?';
        else if ((unsigned char)text[i] < 0x20 || text[i] == 0x7F)
            text[i] = ' ';
        i += len ? len : 1;
    }
}

void sr_explain(struct sr_diag *diag, const char *format, ...)
{
    if (!diag)
        return;
    struct sr_buf b;
    sr_buf_init(&b, diag->text, sizeof diag->text);
    va_list args;
    va_start(args, format);
    sr_buf_vformat(&b, format, args);
    va_end(args);
    clean_text(diag->text, b.len);
}
