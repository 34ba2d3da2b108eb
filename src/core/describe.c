/* describe.c: a game told as data, for clients that are not written in C: its seats, options,
 * vocabularies, and the verbs of its moves and events with their arguments. */
#include "serai/json.h"

static void write_names(struct sr_buf *b, const char *key, const struct sr_names *names)
{
    sr_json_key(b, key);
    if (names)
        sr_json_str(b, names->id);
    else
        sr_json_null(b);
}

static void write_args(struct sr_buf *b, const struct sr_verb *v, int max)
{
    static const char *const types[] = {"end", "int", "signed", "name", "seat", "set"};
    sr_json_open(b, '[');
    for (int i = 0; i < max && v->arg[i].type != SR_A_END; i++) {
        const struct sr_arg *a = &v->arg[i];
        sr_json_open(b, '{');
        sr_json_put_str(b, "key", a->key);
        sr_json_put_str(b, "type", types[a->type]);
        write_names(b, "names", a->names);
        sr_json_put_bool(b, "optional", (a->flags & (SR_A_OPTIONAL | SR_A_NONZERO)) != 0);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static void write_verbs(struct sr_buf *b, const struct sr_verb *verbs, int count, int max_args)
{
    sr_json_open(b, '[');
    for (int i = 0; i < count; i++) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "name", verbs[i].name);
        sr_json_put_str(b, "rule", verbs[i].rule);
        sr_json_put_bool(b, "reveals", verbs[i].reveals);
        sr_json_key(b, "args");
        write_args(b, &verbs[i], max_args);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

static void write_options(struct sr_buf *b, const struct sr_game *g)
{
    sr_json_open(b, '[');
    for (int i = 0; g->options[i].id; i++) {
        const struct sr_option *o = &g->options[i];
        sr_json_open(b, '{');
        sr_json_put_str(b, "id", o->id);
        sr_json_put_str(b, "rule", o->rule);
        sr_json_put_int(b, "min", o->min);
        sr_json_put_int(b, "max", o->max);
        sr_json_put_int(b, "default", o->def);
        sr_json_put_int(b, "first", sr_option_first(g, i));
        write_names(b, "names", o->names);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
}

/* Every vocabulary once, by its id. */
struct words {
    struct sr_buf *b;
    const struct sr_names *seen[64];
    int count;
};

static void add_words(struct words *w, const struct sr_names *names)
{
    if (!names)
        return;
    for (int i = 0; i < w->count; i++)
        if (strcmp(w->seen[i]->id, names->id) == 0)
            return;
    if (SR_NEVER(w->count == 64))
        return;
    w->seen[w->count++] = names;
    sr_json_put_open(w->b, names->id, '[');
    for (int i = 0; i < names->count; i++)
        sr_json_str(w->b, names->name[i]);
    sr_json_close(w->b, ']');
}

static void add_field_words(struct words *w, const struct sr_field *f)
{
    for (; f->key; f++) {
        add_words(w, f->names);
        add_words(w, f->by);
        add_words(w, f->inner_by);
        if (f->sub)
            add_field_words(w, f->sub);
    }
}

static void add_verb_words(struct words *w, const struct sr_verb *verbs, int count)
{
    for (int i = 0; i < count; i++)
        for (int a = 0; a < SR_ARGS_MAX && verbs[i].arg[a].type != SR_A_END; a++)
            add_words(w, verbs[i].arg[a].names);
}

static void write_words(struct sr_buf *b, const struct sr_game *g)
{
    struct words w = {.b = b, .count = 0};
    sr_json_open(b, '{');
    for (int i = 0; g->options[i].id; i++)
        add_words(&w, g->options[i].names);
    add_verb_words(&w, g->moves, g->move_count);
    add_verb_words(&w, g->events, g->event_count);
    add_field_words(&w, g->state_fields);
    for (int i = 0; g->words[i]; i++)
        add_words(&w, g->words[i]);
    sr_json_close(b, '}');
}

void sr_game_write(struct sr_buf *b, const struct sr_game *g)
{
    sr_json_open(b, '{');
    sr_json_put_str(b, "id", g->id);
    sr_json_put_int(b, "rules_version", g->rules_version);
    sr_json_put_open(b, "seats", '[');
    sr_json_int(b, g->seats_min);
    sr_json_int(b, g->seats_max);
    sr_json_close(b, ']');
    sr_json_put_int(b, "state_bytes", g->state_size);
    sr_json_key(b, "options");
    write_options(b, g);
    sr_json_key(b, "moves");
    write_verbs(b, g->moves, g->move_count, SR_ARGS_MAX);
    sr_json_key(b, "events");
    write_verbs(b, g->events, g->event_count, SR_EVENT_ARGS);
    sr_json_put_open(b, "decisions", '[');
    for (int i = 0; g->decisions[i].name; i++) {
        sr_json_open(b, '{');
        sr_json_put_str(b, "name", g->decisions[i].name);
        sr_json_put_str(b, "rule", g->decisions[i].rule);
        sr_json_close(b, '}');
    }
    sr_json_close(b, ']');
    sr_json_put_open(b, "score_parts", '[');
    for (int i = 0; g->score_parts[i]; i++)
        sr_json_str(b, g->score_parts[i]);
    sr_json_close(b, ']');
    sr_json_key(b, "words");
    write_words(b, g);
    sr_json_close(b, '}');
}
