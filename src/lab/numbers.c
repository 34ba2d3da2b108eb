/* numbers.c: an edition as a list of numbers with names. */
#include "lab/numbers.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/fields.h"

struct lister {
    struct numbers *out;
    const unsigned char *base;
};

static void add(void *arg, const struct fields__found *found)
{
    struct lister *l = arg;
    struct numbers *all = l->out;
    const struct sr_field *f = found->field;
    if (all->count == NUMBERS_MAX || strlen(found->path) >= NUMBERS_PATH || fields__is_set(f))
        return;
    struct number *n = &all->list[all->count++];
    memcpy(n->path, found->path, strlen(found->path) + 1);
    n->mark = found->prov[0];
    n->field = f;
    n->at = (uint16_t)(found->at - l->base);
    n->names = f->type == SR_T_NAME ? f->names : NULL;
    n->min = f->min;
    n->max = f->max;
    if (n->names)
        n->max = f->names->count - 1;
    else if (f->min == 0 && f->max == 0)
        n->max = fields__type_max(f);
}

void numbers_list(const struct sr_game *game, struct numbers *out)
{
    out->game = game;
    out->count = 0;
    struct lister l = {out, game->edition};
    fields__list(game->edition_fields, game->edition, add, &l);
    for (int i = 0; game->options[i].id && out->count < NUMBERS_MAX; i++) {
        const struct sr_option *o = &game->options[i];
        struct number *n = &out->list[out->count++];
        *n = (struct number){
            .mark = 'O', .at = (uint16_t)i, .min = o->min, .max = o->max, .names = o->names};
        snprintf(n->path, sizeof n->path, "option.%s", o->id);
    }
}

int64_t numbers_get(const struct number *n, const struct numbers_set *set)
{
    return n->field ? fields__get(n->field, set->edition + n->at) : set->option[n->at];
}

void numbers_put(const struct number *n, struct numbers_set *set, int64_t value)
{
    if (n->field)
        fields__set(n->field, set->edition + n->at, value);
    else
        set->option[n->at] = (int8_t)value;
}

static bool is_none(const struct number *n, int64_t value)
{
    return n->field && (n->field->flags & SR_F_NONE) && value == fields__none(n->field);
}

void numbers_text(const struct number *n, int64_t value, char *out, size_t max)
{
    if (is_none(n, value))
        snprintf(out, max, "null");
    else if (n->names && value >= 0 && value < n->names->count)
        snprintf(out, max, "%s", n->names->name[value]);
    else
        snprintf(out, max, "%lld", (long long)value);
}

bool numbers_match(const struct number *n, const char *pattern)
{
    const char *p = n->path;
    for (;;) {
        const size_t step = strcspn(p, "."), wanted = strcspn(pattern, ".");
        const bool any = wanted == 1 && *pattern == '*';
        if (!any && (step != wanted || memcmp(p, pattern, step) != 0))
            return false;
        p += step;
        pattern += wanted;
        if (!*pattern)
            return true; /* all below it, too */
        if (!*p)
            return false;
        p++;
        pattern++;
    }
}

enum sr_err numbers_read(const struct number *n, const char *text, int64_t now, int64_t *out,
                         struct sr_diag *diag)
{
    if (n->field && (n->field->flags & SR_F_NONE) && !strcmp(text, "null")) {
        *out = fields__none(n->field);
        return SR_OK;
    }
    for (int i = 0; n->names && i < n->names->count; i++)
        if (!strcmp(n->names->name[i], text)) {
            *out = i;
            return SR_OK;
        }
    if (n->field && n->field->type == SR_T_BOOL &&
        (!strcmp(text, "true") || !strcmp(text, "false"))) {
        *out = *text == 't';
        return SR_OK;
    }
    char *end;
    const long long v = strtoll(text, &end, 10);
    if (n->names && n->field)
        return sr_fail(diag, SR_RANGE, "%s: there is no %.40s (such as %s)", n->path, text,
                       n->names->name[0]);
    if (end == text || *end)
        return sr_fail(diag, SR_TYPE, "%s: %.40s is no number", n->path, text);
    *out = (*text == '+' || *text == '-') && n->min >= 0 ? now + v : v;
    if (*out < n->min || *out > n->max)
        return sr_fail(diag, SR_RANGE, "%s: %lld is not in %lld..%lld", n->path, (long long)*out,
                       (long long)n->min, (long long)n->max);
    return SR_OK;
}

/* How many letters two paths begin with in common, and end with. */
static int likeness(const char *a, const char *b)
{
    int n = 0, m = 0;
    const int la = (int)strlen(a), lb = (int)strlen(b);
    while (n < la && n < lb && a[n] == b[n])
        n++;
    while (m < la - n && m < lb - n && a[la - 1 - m] == b[lb - 1 - m])
        m++;
    return 4 * (n + m) - (la > lb ? la - lb : lb - la);
}

static enum sr_err unknown(const struct numbers *all, const char *path, struct sr_diag *diag)
{
    int best = 0;
    for (int i = 1; i < all->count; i++)
        if (likeness(path, all->list[i].path) > likeness(path, all->list[best].path))
            best = i;
    if (!all->count || likeness(path, all->list[best].path) <= (int)strlen(path))
        return sr_fail(diag, SR_KEY,
                       "%s has no number %.60s; serai games %s --edition lists what there is",
                       all->game->id, path, all->game->id);
    return sr_fail(diag, SR_KEY, "%s has no number %.60s; there is %s", all->game->id, path,
                   all->list[best].path);
}

enum sr_err numbers_named(const struct numbers *all, const char *list, struct sr_diag *diag)
{
    while (*list) {
        char path[2 * NUMBERS_PATH];
        const size_t len = strcspn(list, ",");
        bool found = false;
        snprintf(path, sizeof path, "%.*s", (int)len, list);
        for (int i = 0; i < all->count && !found; i++)
            found = numbers_match(&all->list[i], path);
        if (!found)
            return unknown(all, path, diag);
        list += len + (list[len] == ',');
    }
    return SR_OK;
}

static enum sr_err change_one(const struct numbers *all, const char *part, size_t len,
                              struct numbers_set *set, struct sr_diag *diag)
{
    char path[2 * NUMBERS_PATH], value[64];
    const char *equals = memchr(part, '=', len);
    if (!equals || equals == part || equals + 1 == part + len ||
        (size_t)(equals - part) >= sizeof path || (size_t)(part + len - equals - 1) >= sizeof value)
        return sr_fail(diag, SR_PARSE, "%.*s is no change: path=value", (int)len, part);
    snprintf(path, sizeof path, "%.*s", (int)(equals - part), part);
    snprintf(value, sizeof value, "%.*s", (int)(part + len - equals - 1), equals + 1);
    bool found = false;
    for (int i = 0; i < all->count; i++) {
        const struct number *n = &all->list[i];
        int64_t v;
        if (!numbers_match(n, path))
            continue;
        const enum sr_err err = numbers_read(n, value, numbers_get(n, set), &v, diag);
        if (err)
            return err;
        numbers_put(n, set, v);
        found = true;
    }
    return found ? SR_OK : unknown(all, path, diag);
}

enum sr_err numbers_change(const struct numbers *all, const char *text, struct numbers_set *set,
                           struct sr_diag *diag)
{
    while (*text) {
        const size_t len = strcspn(text, ",");
        const enum sr_err err = change_one(all, text, len, set, diag);
        if (err)
            return err;
        text += len + (text[len] == ',');
    }
    return SR_OK;
}

enum sr_err numbers_check(const struct sr_game *game, const struct numbers_set *set, int seats,
                          struct sr_diag *diag)
{
    const struct sr_rules r = {game, set->edition};
    union sr_state probe;
    enum sr_err err = fields__check(game->edition_fields, set->edition, false, diag);
    if (err)
        return err;
    const char *bad = game->check_edition(set->edition);
    if (bad)
        return sr_fail(diag, SR_BROKEN, "this edition cannot be played: %s", bad);
    err = sr_setup(&r, seats, set->option, 1, &probe, diag);
    return err;
}

int numbers_difference(const struct numbers *all, const struct numbers_set *from,
                       const struct numbers_set *to, char *out, size_t max)
{
    struct sr_buf b;
    int count = 0;
    bool cut = false;
    sr_buf_init(&b, out, max);
    for (int i = 0; i < all->count; i++) {
        const struct number *n = &all->list[i];
        const int64_t v = numbers_get(n, to);
        char value[64];
        if (numbers_get(n, from) == v)
            continue;
        numbers_text(n, v, value, sizeof value);
        count++;
        if (cut || b.len + strlen(n->path) + strlen(value) + 8 > max) {
            cut = true;
            continue;
        }
        sr_buf_put(&b, count > 1 ? "," : "");
        sr_buf_put(&b, n->path);
        sr_buf_put(&b, "=");
        sr_buf_put(&b, value);
    }
    sr_buf_put(&b, cut ? " ..." : "");
    return count;
}
