/* items.c: what can be used, listed from the tables of a game. */
#include "lab/items.h"

#include <stdio.h>
#include <stdlib.h>

static int room_for(struct items *all, int count)
{
    if (all->count + count > ITEMS_MAX)
        return -1;
    all->count += count;
    return all->count - count;
}

static int add_words(struct items *all, enum item_kind kind, int verb, int arg,
                     const struct sr_names *names)
{
    const int first = room_for(all, names->count);
    for (int i = 0; first >= 0 && i < names->count; i++)
        all->list[first + i] = (struct item){kind, verb, arg, names, i};
    return first;
}

bool items_is_place(const struct sr_names *names)
{
    static const char *const ids[] = {"place", "space",  "square", "site", "souk",
                                      "cell",  "region", "wall",   "city", "hex"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        if (!strcmp(names->id, ids[i]))
            return true;
    return false;
}

/* What a move says of itself; places also where its notation leaves them out. */
static bool has_words(const struct sr_arg *a)
{
    return (a->type == SR_A_NAME || a->type == SR_A_SET) && a->names &&
           (!(a->flags & SR_A_SILENT) || !strcmp(a->names->id, "souk"));
}

/* Whether one list of the same things begins as the other: spaces, and spaces with more places. */
static bool begins_as(const struct sr_names *shorter, const struct sr_names *longer)
{
    if (shorter == longer)
        return true;
    if (strcmp(shorter->id, longer->id) != 0 || shorter->count >= longer->count)
        return false;
    for (int i = 0; i < shorter->count; i++)
        if (strcmp(shorter->name[i], longer->name[i]) != 0)
            return false;
    return true;
}

/* The longest list that begins as this one. */
static const struct sr_names *whole(const struct sr_game *g, const struct sr_names *names)
{
    const struct sr_names *best = names;
    for (int v = 0; v < g->move_count; v++)
        for (int i = 0; i < SR_ARGS_MAX; i++)
            if (has_words(&g->moves[v].arg[i]) && begins_as(best, g->moves[v].arg[i].names))
                best = g->moves[v].arg[i].names;
    return best;
}

/* How many verbs speak of a vocabulary, and where it was listed first. */
static int speakers(const struct sr_game *g, const struct sr_names *names, int *verb, int *arg)
{
    int count = 0;
    for (int v = g->move_count - 1; v >= 0; v--)
        for (int i = SR_ARGS_MAX - 1; i >= 0; i--)
            if (has_words(&g->moves[v].arg[i]) && whole(g, g->moves[v].arg[i].names) == names) {
                *verb = v;
                *arg = i;
                count++;
            }
    return count;
}

static void list_moves(struct items *all)
{
    const struct sr_game *g = all->game;
    for (int v = 0; v < g->move_count; v++) {
        all->verb[v] = (int16_t)room_for(all, 1);
        if (all->verb[v] >= 0)
            all->list[all->verb[v]] = (struct item){ITEM_VERB, v, 0, NULL, 0};
    }
    for (int v = 0; v < g->move_count; v++)
        for (int i = 0; i < SR_ARGS_MAX && g->moves[v].arg[i].type != SR_A_END; i++) {
            const struct sr_arg *a = &g->moves[v].arg[i];
            int verb = v, arg = i;
            if (!has_words(a))
                continue;
            const struct sr_names *words = whole(g, a->names);
            const int count = speakers(g, words, &verb, &arg);
            all->word[v][i] = verb == v && arg == i
                                  ? (int16_t)add_words(all, ITEM_WORD, 0, 0, words)
                                  : all->word[verb][arg];
            if (count > 1)
                all->move[v][i] = (int16_t)add_words(all, ITEM_MOVE, v, i, a->names);
        }
}

/* Hexes are one vocabulary for all verbs that name them. */
static void list_hexes(struct items *all)
{
    enum { SIDE = 2 * ITEMS_REACH + 1 };
    const struct sr_game *g = all->game;
    int first = -1;
    for (int v = 0; v < g->move_count; v++)
        for (int i = 0; i + 1 < SR_ARGS_MAX; i++) {
            const struct sr_arg *q = &g->moves[v].arg[i], *r = &g->moves[v].arg[i + 1];
            if (q->type != SR_A_SIGNED || r->type != SR_A_SIGNED || strcmp(q->key, "q") != 0 ||
                strcmp(r->key, "r") != 0)
                continue;
            if (first < 0) {
                for (int k = 0; k < ITEMS_HEXES; k++) {
                    snprintf(all->hex_text[k], sizeof all->hex_text[k], "%+d%+d",
                             (k / SIDE - ITEMS_REACH) % 100, (k % SIDE - ITEMS_REACH) % 100);
                    all->hex_name[k] = all->hex_text[k];
                }
                all->hexes = (struct sr_names){"hex", all->hex_name, ITEMS_HEXES};
                first = add_words(all, ITEM_WORD, 0, 0, &all->hexes);
            }
            all->hex[v] = (int16_t)first;
            all->hex_arg[v] = (int8_t)i;
        }
}

void items_list(const struct sr_game *game, struct items *out)
{
    memset(out, 0, sizeof *out);
    memset(out->verb, -1, sizeof out->verb);
    memset(out->word, -1, sizeof out->word);
    memset(out->move, -1, sizeof out->move);
    memset(out->chance, -1, sizeof out->chance);
    memset(out->hex, -1, sizeof out->hex);
    out->game = game;
    list_moves(out);
    list_hexes(out);
    for (int e = 0; e < game->event_count; e++)
        for (int i = 0; i < SR_EVENT_ARGS && game->events[e].arg[i].type != SR_A_END; i++)
            if (game->events[e].reveals && game->events[e].arg[i].type == SR_A_NAME)
                out->chance[e][i] =
                    (int16_t)add_words(out, ITEM_CHANCE, e, i, game->events[e].arg[i].names);
}

static int note(const struct items *all, int first, int value, int out[], int n)
{
    if (first < 0 || value < 0 || value >= all->list[first].names->count || n >= ITEMS_OF_MOVE)
        return n;
    for (int i = 0; i < n; i++)
        if (out[i] == first + value)
            return n;
    out[n] = first + value;
    return n + 1;
}

int items_of_move(const struct items *all, sr_move m, int out[ITEMS_OF_MOVE])
{
    const int v = sr_move_verb(m);
    int n = 0;
    if (all->verb[v] >= 0)
        out[n++] = all->verb[v];
    for (int i = 0; i < SR_ARGS_MAX; i++) {
        int value;
        if (all->word[v][i] < 0 || !sr_move_arg(all->game, m, i, &value))
            continue;
        if (all->game->moves[v].arg[i].type == SR_A_NAME) {
            n = note(all, all->word[v][i], value, out, n);
            n = note(all, all->move[v][i], value, out, n);
            continue;
        }
        for (int bit = 0; bit < 24; bit++)
            if (value >> bit & 1) {
                n = note(all, all->word[v][i], bit, out, n);
                n = note(all, all->move[v][i], bit, out, n);
            }
    }
    int q, r;
    if (all->hex[v] >= 0 && sr_move_arg(all->game, m, all->hex_arg[v], &q) &&
        sr_move_arg(all->game, m, all->hex_arg[v] + 1, &r) && abs(q) <= ITEMS_REACH &&
        abs(r) <= ITEMS_REACH)
        n = note(all, all->hex[v], (q + ITEMS_REACH) * (2 * ITEMS_REACH + 1) + r + ITEMS_REACH, out,
                 n);
    return n;
}

int items_of_event(const struct items *all, const struct sr_event *e, int out[ITEMS_OF_MOVE])
{
    int n = 0;
    for (int i = 0; i < SR_EVENT_ARGS; i++)
        if (all->chance[e->kind][i] >= 0) {
            const bool optional = all->game->events[e->kind].arg[i].flags & SR_A_OPTIONAL;
            n = note(all, all->chance[e->kind][i], e->arg[i] - optional, out, n);
        }
    return n;
}

void items_name(const struct items *all, int item, char *out, size_t max)
{
    const struct item *it = &all->list[item];
    const struct sr_verb *v =
        it->kind == ITEM_CHANCE ? &all->game->events[it->verb] : &all->game->moves[it->verb];
    const char *word = it->names ? it->names->name[it->value] : "";
    switch (it->kind) {
    case ITEM_VERB:
        snprintf(out, max, "%s", v->name);
        break;
    case ITEM_WORD:
        snprintf(out, max, "%s.%s", it->names->id, word);
        break;
    case ITEM_MOVE:
        snprintf(out, max, "%s.%s.%s", v->name, v->arg[it->arg].key, word);
        break;
    case ITEM_CHANCE:
        snprintf(out, max, "event %s.%s.%s", v->name, v->arg[it->arg].key, word);
        break;
    }
}

int items_find(const struct items *all, const char *name)
{
    int found = -1;
    for (int i = 0; i < all->count; i++) {
        char text[128];
        items_name(all, i, text, sizeof text);
        if (!strcmp(text, name))
            return i;
    }
    for (int i = 0; i < all->count; i++)
        if (all->list[i].kind == ITEM_WORD &&
            !strcmp(all->list[i].names->name[all->list[i].value], name)) {
            if (found >= 0)
                return -1;
            found = i;
        }
    return found;
}
