/* diff.c: compares JSON values by meaning: order of members, blanks and escapes do not matter. */
#include <stdio.h>

#include "base/memory.h"
#include "lab/lab.h"

enum { SHOWN_MAX = 400, PATH_LEN = 256, WORD_MAX = 256 };

struct comparison {
    const struct sr_doc *wanted, *given;
    bool part;
    lab_report *report;
    void *context;
    int count;
};

/* The text of a value as it stands, cut when it is long. */
static const char *shown(const struct sr_doc *doc, int t, char out[SHOWN_MAX])
{
    const struct sr_tok *tok = &doc->tok[t];
    const uint32_t quote = tok->type == SR_J_STRING ? 1 : 0;
    const uint32_t start = tok->start - quote, end = tok->end + quote;
    const int n = (int)(end - start);
    const int room = SHOWN_MAX - 8;
    snprintf(out, SHOWN_MAX, "%.*s%s", sr_min(n, room), doc->text + start, n > room ? "..." : "");
    return out;
}

static void differ(struct comparison *c, const char *path, int a, int b)
{
    char want[SHOWN_MAX] = "", got[SHOWN_MAX] = "";
    c->count++;
    if (!c->report)
        return;
    if (a >= 0)
        shown(c->wanted, a, want);
    if (b >= 0)
        shown(c->given, b, got);
    c->report(c->context, path, want, got);
}

static bool same_scalar(const struct comparison *c, int a, int b)
{
    const struct sr_tok *x = &c->wanted->tok[a], *y = &c->given->tok[b];
    if (x->type != y->type)
        return false;
    if (x->type == SR_J_STRING) {
        char s[WORD_MAX], t[WORD_MAX];
        if (sr_json_text(c->wanted, a, s, sizeof s) && sr_json_text(c->given, b, t, sizeof t))
            return strcmp(s, t) == 0;
    }
    const size_t n = x->end - x->start;
    return n == y->end - y->start &&
           memcmp(c->wanted->text + x->start, c->given->text + y->start, n) == 0;
}

static void compare(struct comparison *c, int a, int b, const char *path);

static void join(char out[PATH_LEN], const char *path, const char *key)
{
    snprintf(out, PATH_LEN, "%.160s%s%.80s", path, *path ? "." : "", key);
}

static int element_named(const struct sr_doc *doc, int array, const char *key)
{
    int i = 0;
    if (!*key)
        return -1;
    for (const char *d = key; *d; d++) {
        if (*d < '0' || *d > '9' || i > 100000)
            return -1;
        i = i * 10 + (*d - '0');
    }
    return sr_json_at(doc, array, i);
}

static void compare_members(struct comparison *c, int a, int b, const char *path)
{
    const bool list = c->given->tok[b].type == SR_J_ARRAY;
    char deeper[PATH_LEN], key[WORD_MAX];
    int t = a + 1;
    for (int i = 0; i < c->wanted->tok[a].size; i++) {
        const int value = c->wanted->tok[t].next;
        const bool read = sr_json_text(c->wanted, t, key, sizeof key);
        join(deeper, path, read ? key : "?");
        const int other = !read  ? -1
                          : list ? element_named(c->given, b, key)
                                 : sr_json_get(c->given, b, key);
        if (other < 0)
            differ(c, deeper, value, -1);
        else
            compare(c, value, other, deeper);
        t = c->wanted->tok[value].next;
    }
    if (c->part)
        return;
    t = b + 1;
    for (int i = 0; i < c->given->tok[b].size; i++) {
        const int value = c->given->tok[t].next;
        if (sr_json_text(c->given, t, key, sizeof key) && sr_json_get(c->wanted, a, key) < 0) {
            join(deeper, path, key);
            differ(c, deeper, -1, value);
        }
        t = c->given->tok[value].next;
    }
}

static void compare_lists(struct comparison *c, int a, int b, const char *path)
{
    if (c->wanted->tok[a].size != c->given->tok[b].size) {
        differ(c, path, a, b);
        return;
    }
    char deeper[PATH_LEN], key[16];
    int x = a + 1, y = b + 1;
    for (int i = 0; i < c->wanted->tok[a].size; i++) {
        snprintf(key, sizeof key, "%d", i);
        join(deeper, path, key);
        compare(c, x, y, deeper);
        x = c->wanted->tok[x].next;
        y = c->given->tok[y].next;
    }
}

static void compare(struct comparison *c, int a, int b, const char *path)
{
    const int x = c->wanted->tok[a].type, y = c->given->tok[b].type;
    if (x == SR_J_OBJECT && (y == SR_J_OBJECT || (c->part && y == SR_J_ARRAY)))
        compare_members(c, a, b, path);
    else if (x == SR_J_ARRAY && y == SR_J_ARRAY)
        compare_lists(c, a, b, path);
    else if (!same_scalar(c, a, b))
        differ(c, path, a, b);
}

/* The wanted value in today's form, where it is in an older one: tokens, and the text they are in,
 * are the caller's. */
static bool renew(const struct lab_form *form, const struct sr_doc *doc, int t, struct sr_doc *out,
                  char **text)
{
    const int state = t == 0 && doc->tok[0].type == SR_J_OBJECT ? sr_json_get(doc, 0, "state") : -1;
    const int at = state >= 0 ? state : t;
    if (!form->game || !sr_state_is_older(form->game, doc, at, form->seats))
        return false;
    const struct sr_tok *whole = &doc->tok[t], *part = &doc->tok[at];
    const size_t room = whole->end - whole->start + 256;
    struct sr_buf b;
    struct sr_diag diag;
    *text = mem_grow(NULL, room);
    sr_buf_init(&b, *text, room);
    sr_buf_putn(&b, doc->text + whole->start, part->start - whole->start);
    b.comma = false;
    sr_state_renew(&b, form->game, doc, at, form->seats);
    sr_buf_putn(&b, doc->text + part->end, whole->end - part->end);
    if (!b.full && !mem_parse(out, *text, b.len, &diag))
        return true;
    mem_free(*text);
    return false;
}

int lab_diff(const struct lab_form *form, const struct sr_doc *wanted, int a,
             const struct sr_doc *given, int b, bool part, const char *path, lab_report *report,
             void *context)
{
    struct sr_doc anew;
    char *text;
    const bool older = renew(form, wanted, a, &anew, &text);
    struct comparison c = {older ? &anew : wanted, given, part, report, context, 0};
    compare(&c, older ? 0 : a, b, path);
    if (older) {
        mem_free(anew.tok);
        mem_free(text);
    }
    return c.count;
}
