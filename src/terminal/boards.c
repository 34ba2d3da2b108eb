/* boards.c: the list of boards, and the plain listing for a game that has none yet. */
#include <stdio.h>

#include "base/memory.h"
#include "terminal/terminal.h"

/* Weak: a game can be built and played before its board is drawn. */
#define GAME(id) extern const struct board board_##id __attribute__((weak));
#include "games_list.h"
#undef GAME

static const struct board *const boards[] = {
#define GAME(id) &board_##id,
#include "games_list.h"
#undef GAME
};

const struct board *board_find(const char *game)
{
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        if (boards[i] && !strcmp(boards[i]->game, game))
            return boards[i];
    return NULL;
}

/* ---- the plain listing ------------------------------------------------------------------- */

struct listing {
    struct canvas *canvas;
    const struct sr_doc *doc;
    int x, y, width, height;
};

static void list_value(struct listing *l, const char *path, int t)
{
    const struct sr_tok *tok = &l->doc->tok[t];
    char key[64], deeper[160];
    if (tok->type == SR_J_OBJECT) {
        int k = t + 1;
        for (int i = 0; i < tok->size; i++) {
            const int value = l->doc->tok[k].next;
            sr_json_text(l->doc, k, key, sizeof key);
            snprintf(deeper, sizeof deeper, "%.90s%s%.60s", path, *path ? "." : "", key);
            list_value(l, deeper, value);
            k = l->doc->tok[value].next;
        }
        return;
    }
    if (tok->type == SR_J_ARRAY && tok->size && l->doc->tok[t + 1].type == SR_J_OBJECT) {
        int e = t + 1;
        for (int i = 0; i < tok->size; i++, e = l->doc->tok[e].next) {
            snprintf(deeper, sizeof deeper, "%.140s.%d", path, i);
            list_value(l, deeper, e);
        }
        return;
    }
    if (l->y >= l->height) { /* next column */
        l->y = 0;
        l->x += 50;
    }
    if (l->x + 40 > l->width)
        return;
    const int x = canvas_printf(l->canvas, l->x, l->y, INK_DIM, 0, "%.28s ", path);
    canvas_printf(l->canvas, x, l->y++, INK_TEXT, 0, "%.*s",
                  sr_min((int)(tok->end - tok->start), sr_max(4, l->x + 48 - x)),
                  l->doc->text + tok->start);
}

static void draw_listing(const struct board_scene *scene, struct canvas *canvas)
{
    enum { ROOM = 1 << 18 };
    char *text = mem_grow(NULL, ROOM);
    struct sr_buf b;
    struct sr_doc doc;
    sr_buf_init(&b, text, ROOM);
    sr_state_write(&b, scene->rules, &scene->view->s);
    if (!b.full && mem_parse(&doc, text, b.len, NULL) == SR_OK) {
        struct listing l = {canvas, &doc, 0, 0, scene->width, scene->height};
        list_value(&l, "", 0);
        mem_free(doc.tok);
    }
    mem_free(text);
}

void board_draw(const struct board_scene *scene, struct canvas *canvas)
{
    const struct board *board = board_find(scene->rules->game->id);
    canvas_clear(canvas);
    if (board)
        board->draw(scene, canvas);
    else
        draw_listing(scene, canvas);
}
