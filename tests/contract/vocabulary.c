/* vocabulary.c: the tables of a game make sense: names, rows of arguments, fields, options, rule
 * numbers, limits. And the list of catalogue keys that follow from them. */
#include <stdio.h>
#include <stdlib.h>

#include "contract.h"

/* ---- words ----------------------------------------------------------------------------------- */

static bool word_ok(const char *s)
{
    if (!s || !*s)
        return false;
    for (; *s; s++)
        if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
              *s == '_' || *s == '-'))
            return false;
    return true;
}

static bool key_ok(const char *s)
{
    if (!word_ok(s) || (*s >= '0' && *s <= '9'))
        return false;
    for (; *s; s++)
        if ((*s >= 'A' && *s <= 'Z') || *s == '-')
            return false;
    return true;
}

static char lower(char ch) { return ch >= 'A' && ch <= 'Z' ? (char)(ch - 'A' + 'a') : ch; }

static bool same_word(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b))
        a++, b++;
    return lower(*a) == lower(*b);
}

static bool names_check(struct run *c, const struct sr_names *names)
{
    NEED(c, names->count >= 1 && names->count <= 254, "a vocabulary has 1 to 254 names");
    NEEDF(c, key_ok(names->id), "a vocabulary has an id", "%s", names->id ? names->id : "(null)");
    for (int i = 0; i < names->count; i++) {
        NEEDF(c, word_ok(names->name[i]), "names are short words", "%s %d", names->id, i);
        for (int k = 0; k < i; k++)
            NEEDF(c, !same_word(names->name[i], names->name[k]),
                  "names are unique, whatever their letter case", "%s.%s", names->id,
                  names->name[i]);
    }
    return true;
}

/* ---- rule numbers ---------------------------------------------------------------------------- */

/* The numbered rules text, whole; "" when there is none. */
static const char *rules_text(const struct sr_game *g)
{
    static char text[1 << 18];
    char path[1024];
    text[0] = '\0';
    snprintf(path, sizeof path, "%s/docs/rules/%s.md", SOURCE_ROOT, g->id);
    FILE *f = fopen(path, "rb");
    if (f) {
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        fclose(f);
    }
    return text;
}

/* "R4.3" not followed by another digit. */
static bool rule_exists(const char *text, const char *rule)
{
    char number[32];
    snprintf(number, sizeof number, "R%s", rule);
    const size_t n = strlen(number);
    for (const char *at = strstr(text, number); at; at = strstr(at + 1, number))
        if (at[n] < '0' || at[n] > '9')
            return true;
    return false;
}

static bool rule_check(struct run *c, const char *text, const char *what, const char *name,
                       const char *rule)
{
    NEEDF(c, rule && *rule, "it names its rule", "%s %s", what, name);
    NEEDF(c, rule_exists(text, rule), "its rule stands in docs/rules", "%s %s: R%s", what, name,
          rule);
    return true;
}

/* ---- verbs ----------------------------------------------------------------------------------- */

static bool args_check(struct run *c, const struct sr_verb *v, bool move)
{
    uint32_t claimed = 0xFF;
    const int most = move ? SR_ARGS_MAX : SR_EVENT_ARGS;
    for (int i = 0; i < SR_ARGS_MAX && v->arg[i].type != SR_A_END; i++) {
        const struct sr_arg *a = &v->arg[i];
        NEEDF(c, i < most, "an event has at most six arguments", "%s", v->name);
        NEEDF(c, key_ok(a->key), "arguments have keys", "%s %d", v->name, i);
        NEEDF(c, !same_word(a->key, "seat") || move, "an event's seat is no argument", "%s",
              v->name);
        for (int k = 0; k < i; k++)
            NEEDF(c, strcmp(a->key, v->arg[k].key) != 0, "keys of arguments differ", "%s.%s",
                  v->name, a->key);
        if (a->type == SR_A_NAME || a->type == SR_A_SET) {
            NEEDF(c, a->names, "names have a vocabulary", "%s.%s", v->name, a->key);
            if (!names_check(c, a->names))
                return false;
        }
        if (!move) {
            NEEDF(c, a->type != SR_A_SET || a->names->count <= 15, "a set in an event fits",
                  "%s.%s", v->name, a->key);
            continue;
        }
        NEEDF(c, a->shift >= 8 && a->bits >= 1 && a->shift + a->bits <= 32,
              "an argument lies in bits 8 to 31", "%s.%s", v->name, a->key);
        const uint32_t mask = (uint32_t)(((uint64_t)1 << a->bits) - 1) << a->shift;
        NEEDF(c, !(claimed & mask), "arguments do not overlap", "%s.%s", v->name, a->key);
        claimed |= mask;
        const int spare = a->flags & SR_A_OPTIONAL ? 1 : 0;
        if (a->type == SR_A_NAME)
            NEEDF(c, a->names->count + spare <= 1 << a->bits, "all names fit their bits", "%s.%s",
                  v->name, a->key);
        if (a->type == SR_A_SET)
            NEEDF(c, a->names->count <= a->bits, "all names fit their bits", "%s.%s", v->name,
                  a->key);
    }
    return true;
}

static bool verbs_check(struct run *c, const char *text, const struct sr_verb *verbs, int count,
                        bool move)
{
    for (int i = 0; i < count; i++) {
        const struct sr_verb *v = &verbs[i];
        NEEDF(c, key_ok(v->name), "verbs are snake_case", "%d", i);
        for (int k = 0; k < i; k++)
            NEEDF(c, !same_word(v->name, verbs[k].name), "verbs differ", "%s", v->name);
        if (!rule_check(c, text, move ? "move" : "event", v->name, v->rule) ||
            !args_check(c, v, move))
            return false;
    }
    return true;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static int type_size(enum sr_type type)
{
    switch (type) {
    case SR_T_U16:
    case SR_T_I16:
    case SR_T_SET16:
        return 2;
    case SR_T_U32:
    case SR_T_SET32:
        return 4;
    default:
        return 1;
    }
}

static bool field_check(struct run *c, const struct sr_field *fields, const struct sr_field *f)
{
    NEEDF(c, key_ok(f->key), "keys are snake_case", "%s", f->key);
    for (const struct sr_field *k = fields; k != f; k++)
        NEEDF(c, strcmp(k->key, f->key) != 0, "keys differ", "%s", f->key);
    const bool names = f->type == SR_T_NAME || f->type == SR_T_SET8 || f->type == SR_T_SET16 ||
                       f->type == SR_T_SET32;
    NEEDF(c, names == (f->names != NULL), "names, and only names, have a vocabulary", "%s", f->key);
    if (names && !names_check(c, f->names))
        return false;
    if (names && f->type != SR_T_NAME)
        NEEDF(c, f->names->count <= 8 * f->size, "a set has room for its names", "%s", f->key);
    NEEDF(c, (f->type == SR_T_STRUCT) == (f->sub != NULL), "structs have members", "%s", f->key);
    NEEDF(c, f->sub || f->size == type_size(f->type), "the type has the size of the member", "%s",
          f->key);
    NEEDF(c, f->min <= f->max, "a range is no empty one", "%s", f->key);
    if (f->by)
        NEEDF(c, names_check(c, f->by) && f->by->count >= f->count,
              "each element of an array by names has one", "%s", f->key);
    if (f->inner_by)
        NEEDF(c, names_check(c, f->inner_by) && f->inner_by->count >= f->inner,
              "each element of a row by names has one", "%s", f->key);
    if (f->length) {
        const struct sr_field *len = fields;
        while (len->key && strcmp(len->key, f->length) != 0)
            len++;
        NEEDF(c, len->key && (len->type == SR_T_U8 || len->type == SR_T_U16) && !len->count,
              "the length of a list is a number beside it", "%s", f->key);
    }
    return true;
}

/* Marks the bytes of each field in `owner`; no byte may have two. */
static bool fields_check(struct run *c, const struct sr_field *fields, int base, int size,
                         unsigned char *owner)
{
    for (const struct sr_field *f = fields; f->key; f++) {
        NEEDF(c, f - fields < 120, "an object has at most 120 members", "%s", f->key);
        if (!field_check(c, fields, f))
            return false;
        const int n = sr_max(1, f->count) * sr_max(1, f->inner);
        for (int i = 0; i < n; i++) {
            const int at = base + f->offset + i * f->size;
            NEEDF(c, at >= 0 && at + f->size <= size, "a field lies within its struct", "%s",
                  f->key);
            if (f->sub) {
                if (!fields_check(c, f->sub, at, size, owner))
                    return false;
                continue;
            }
            for (int b = at; b < at + f->size; b++) {
                NEEDF(c, !owner[b], "fields do not overlap", "%s", f->key);
                owner[b] = 1;
            }
        }
    }
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool limits_check(struct run *c, const struct sr_game *g)
{
    NEED(c, key_ok(g->id), "the game has an id");
    NEED(c, sr_game_find(g->id) == g, "the game is found by its id");
    NEED(c, g->seats_min >= 1 && g->seats_min <= g->seats_max && g->seats_max <= SR_SEATS_MAX,
         "seats are 1 to 7");
    NEED(c, g->state_size > sizeof(struct sr_head) && g->state_size <= SR_STATE_MAX,
         "a state has at most 2 KiB");
    NEED(c, g->edition_size <= SR_EDITION_MAX, "an edition has at most 8 KiB");
    NEED(c, g->moves_max >= 1 && g->moves_max <= SR_MOVES_MAX, "moves_max");
    NEED(c, g->events_max >= 1 && g->events_max <= SR_EVENTS_MAX, "events_max");
    NEED(c, g->plies_max >= 1 && g->plies_max <= 1000000, "plies_max");
    NEED(c, g->rules_version >= 1, "rules_version counts from 1");
    int parts = 0;
    for (; g->score_parts[parts]; parts++)
        NEEDF(c, key_ok(g->score_parts[parts]), "parts of the score have names", "%d", parts);
    NEED(c, parts >= 1 && parts <= SR_PARTS_MAX, "parts of the score");
    return true;
}

static bool options_check(struct run *c, const struct sr_game *g, const char *text)
{
    for (int i = 0; g->options[i].id; i++) {
        const struct sr_option *o = &g->options[i];
        NEED(c, i < SR_OPTIONS_MAX, "at most ten options");
        NEEDF(c, key_ok(o->id), "options have ids", "%d", i);
        NEEDF(c, o->min <= o->def && o->def <= o->max && o->max < INT8_MAX,
              "the default of an option is in its range", "%s", o->id);
        if (o->names)
            NEEDF(c, names_check(c, o->names) && o->min >= 0 && o->max < o->names->count,
                  "values of an option have names", "%s", o->id);
        if (!rule_check(c, text, "option", o->id, o->rule))
            return false;
    }
    return true;
}

bool vocabulary_check(struct run *c)
{
    static unsigned char owner[SR_EDITION_MAX];
    const struct sr_game *g = c->rules.game;
    const char *text = rules_text(g);
    NEEDF(c, text[0], "the rules are written down", "docs/rules/%s.md", g->id);
    if (!limits_check(c, g) || !options_check(c, g, text))
        return false;
    for (int i = 0; g->decisions[i].name; i++) {
        NEEDF(c, key_ok(g->decisions[i].name), "decisions are snake_case", "%d", i);
        if (!rule_check(c, text, "decision", g->decisions[i].name, g->decisions[i].rule))
            return false;
    }
    if (!verbs_check(c, text, g->moves, g->move_count, true) ||
        !verbs_check(c, text, g->events, g->event_count, false))
        return false;
    for (int i = 0; g->words[i]; i++)
        if (!names_check(c, g->words[i]))
            return false;
    memset(owner, 0, sizeof owner);
    memset(owner, 1, sizeof(struct sr_head));
    if (!fields_check(c, g->state_fields, 0, g->state_size, owner))
        return false;
    memset(owner, 0, sizeof owner);
    return fields_check(c, g->edition_fields, 0, g->edition_size, owner);
}

/* ---- catalogue keys -------------------------------------------------------------------------- */

static void print_names(const struct sr_game *g, const struct sr_names *names)
{
    for (int i = 0; names && i < names->count; i++)
        printf("%s.%s.%s\n", g->id, names->id, names->name[i]);
}

static void print_verbs(const struct sr_game *g, const char *kind, const struct sr_verb *verbs,
                        int count, bool move)
{
    for (int i = 0; i < count; i++) {
        const struct sr_verb *v = &verbs[i];
        bool secret = false;
        printf("%s.%s.%s", g->id, kind, v->name);
        if (!move)
            printf(" seat");
        for (int k = 0; k < SR_ARGS_MAX && v->arg[k].type != SR_A_END; k++) {
            printf(" %s", v->arg[k].key);
            secret = secret || (v->arg[k].flags & SR_A_SECRET);
        }
        printf("\n");
        if (secret) {
            printf("%s.%s.%s.secret seat", g->id, kind, v->name);
            for (int k = 0; k < SR_ARGS_MAX && v->arg[k].type != SR_A_END; k++)
                if (!(v->arg[k].flags & SR_A_SECRET))
                    printf(" %s", v->arg[k].key);
            printf("\n");
        }
        /* Clauses of optional arguments may be there or not: "?" says so. */
        for (int k = 0; k < SR_ARGS_MAX && v->arg[k].type != SR_A_END; k++) {
            if (move && (v->arg[k].flags & (SR_A_OPTIONAL | SR_A_NONZERO))) {
                printf("?%s.%s.%s.%s", g->id, kind, v->name, v->arg[k].key);
                for (int j = 0; j < SR_ARGS_MAX && v->arg[j].type != SR_A_END; j++)
                    printf(" %s", v->arg[j].key);
                printf("\n");
            }
            print_names(g, v->arg[k].names);
        }
    }
}

static void print_fields(const struct sr_game *g, const struct sr_field *fields)
{
    for (const struct sr_field *f = fields; f->key; f++) {
        print_names(g, f->names);
        print_names(g, f->by);
        print_names(g, f->inner_by);
        if (f->sub)
            print_fields(g, f->sub);
    }
}

/* What moves cost and bring may be told or not (effect.h). */
static void print_numbers(const struct sr_game *g)
{
    for (const struct sr_field *f = g->state_fields; f->key; f++) {
        if (f->type <= SR_T_U32 && !f->count)
            printf("?%s.task.%s n\n", g->id, f->key);
        if (strcmp(f->key, "players"))
            continue;
        for (const struct sr_field *m = f->sub; m->key; m++)
            for (int i = 0; m->type <= SR_T_U32 && i < (m->by ? m->count : 1); i++)
                for (int stock = 0; stock < 2; stock++)
                    printf("?%s.%s.%s%s%s n\n", g->id, stock ? "stock" : "track", m->key,
                           m->by ? "." : "", m->by ? m->by->name[i] : "");
    }
    printf("?%s.track.points n\n?%s.stock.any n\n", g->id, g->id);
}

void vocabulary_keys(const struct sr_game *g)
{
    print_numbers(g);
    printf("%s.title\n%s.tagline\n", g->id, g->id);
    print_verbs(g, "move", g->moves, g->move_count, true);
    print_verbs(g, "event", g->events, g->event_count, false);
    print_fields(g, g->state_fields);
    for (int i = 0; g->words[i]; i++)
        print_names(g, g->words[i]);
    for (int i = 0; g->decisions[i].name; i++)
        printf("%s.ask.%s\n%s.help.%s\n", g->id, g->decisions[i].name, g->id, g->decisions[i].name);
    for (int i = 0; g->score_parts[i]; i++)
        printf("%s.score.%s\n", g->id, g->score_parts[i]);
    for (int i = 0; g->options[i].id; i++) {
        printf("%s.option.%s\n%s.option.%s.help\n", g->id, g->options[i].id, g->id,
               g->options[i].id);
        print_names(g, g->options[i].names);
    }
}
