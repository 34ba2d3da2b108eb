/* menu.c: the moves of a decision as a list to choose from. */
#include "terminal/menu.h"

#include "base/memory.h"
#include "terminal/canvas.h"

enum { LINE = 1024 };

/* ---- numbers ----------------------------------------------------------------------------- */

/* "slot 3": a move that is nothing but a number of a thing. */
static bool plain_number(const struct sr_game *g, sr_move m, int *value)
{
    const struct sr_verb *v = &g->moves[sr_move_verb(m)];
    int found = 0;
    for (int i = 0; i < SR_ARGS_MAX && v->arg[i].type != SR_A_END; i++) {
        if (v->arg[i].flags & SR_A_SILENT)
            continue;
        if (v->arg[i].type != SR_A_INT || v->arg[i].flags || !sr_move_arg(g, m, i, value))
            return false;
        found++;
    }
    return found == 1;
}

/* Moves are numbered from 1. Where most of them are numbers of things (slots, shops, how many),
 * those are their own numbers, and the others follow. */
static void set_numbers(struct menu *m)
{
    const struct sr_game *g = m->rules->game;
    int verb = -1, named = 0, most = 0, value = 0;
    bool one_verb = true;
    for (int i = 0; i < m->count; i++) {
        if (!plain_number(g, m->move[i], &value))
            continue;
        one_verb = one_verb && (verb < 0 || verb == sr_move_verb(m->move[i]));
        verb = sr_move_verb(m->move[i]);
        most = sr_max(most, value);
        named++;
    }
    const bool things = one_verb && named > 0 && 2 * named >= m->count;
    int next = things ? most + 1 : 1;
    for (int i = 0; i < m->count; i++) {
        if (things && plain_number(g, m->move[i], &value))
            m->number[i] = value;
        else
            m->number[i] = next++;
    }
}

int menu_find(const struct menu *m, long number)
{
    for (int i = 0; i < m->count; i++)
        if (m->number[i] == number)
            return i;
    return -1;
}

/* ---- words ------------------------------------------------------------------------------- */

static size_t keep(struct menu *m, size_t *used, const char *text)
{
    const size_t n = strlen(text) + 1, at = *used;
    if (at + n > m->room) {
        m->room = 2 * (at + n) + 4096;
        m->words = mem_grow(m->words, m->room);
    }
    memcpy(m->words + at, text, n);
    *used = at + n;
    return at;
}

static void describe(struct menu *m, const struct sr_view *view, int i, size_t *used)
{
    struct sr_effect effect[SR_EFFECTS_MAX];
    char line[LINE];
    struct sr_buf b;
    sr_buf_init(&b, line, sizeof line);
    sr_move_sentence(&b, m->speaker, m->move[i]);
    m->text[i] = keep(m, used, line);
    sr_buf_init(&b, line, sizeof line);
    const int n = sr_effects(m->rules, view, m->move[i], effect);
    sr_effects_text(&b, m->speaker, effect, n);
    m->repeat[i] = n ? sr_repeats(m->rules, view, m->move[i]) : 1;
    if (m->repeat[i] > 1) {
        const struct sr_text_arg args[] = {{"n", m->repeat[i], NULL}, {NULL, 0, NULL}};
        sr_buf_put(&b, "  ");
        sr_text_put(&b, m->speaker->lang, "serai.play.repeat", args);
    }
    m->effect[i] = keep(m, used, line);
}

void menu_make(struct menu *m, const struct sr_rules *rules, const struct sr_speaker *speaker,
               const struct sr_view *view, const sr_move *legal, int count)
{
    size_t used = 0;
    const uint64_t hash = sr_hash(rules, &view->s);
    if (m->rules && m->made_for == hash && m->count == count)
        return;
    m->rules = rules;
    m->speaker = speaker;
    m->made_for = hash;
    m->count = count;
    memcpy(m->move, legal, (size_t)count * sizeof *legal);
    set_numbers(m);
    for (int i = 0; i < count; i++)
        describe(m, view, i, &used);
}

void menu_free(struct menu *m)
{
    mem_free(m->words);
    m->words = NULL;
    m->room = 0;
    m->rules = NULL;
}

const char *menu_text(const struct menu *m, int i) { return m->words + m->text[i]; }
const char *menu_effect(const struct menu *m, int i) { return m->words + m->effect[i]; }

int menu_width(const struct menu *m, int i)
{
    const int effect = canvas_width(menu_effect(m, i));
    return canvas_width(menu_text(m, i)) + (effect ? effect + 2 : 0);
}
