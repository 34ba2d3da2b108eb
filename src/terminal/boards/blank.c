/* blank.c: the board of the template game: prices, the deck, the hands. */
#include <stdio.h>

#include "games/blank/blank.h"
#include "terminal/board.h"

static const char *word(const struct board_scene *scene, const char *key)
{
    return sr_text(scene->speaker->lang, key);
}

static void draw_market(const struct board_scene *scene, struct canvas *c)
{
    const struct blank_state *s = (const struct blank_state *)&scene->view->s;
    const struct blank_edition *ed = (const struct blank_edition *)scene->rules->edition;
    char title[96];
    snprintf(title, sizeof title, "%s %d", word(scene, "blank.board.round"), s->round);
    canvas_frame(c, 0, 0, 60, 3 + BLANK_WARES, INK_DIM, title);
    canvas_put(c, 16, 1, INK_DIM, 0, word(scene, "blank.board.points"));
    canvas_put(c, 28, 1, INK_DIM, 0, word(scene, "blank.board.sold"));
    canvas_printf(c, 42, 1, INK_TEXT, 0, "%s %d", word(scene, "blank.board.deck"), s->deck_count);
    for (int i = 0; i < BLANK_WARES; i++) {
        canvas_put(c, 2, 2 + i, INK_TEXT, 0, sr_name_text(scene->speaker, &blank__wares, i));
        canvas_printf(c, 16, 2 + i, INK_YELLOW, 0, "%d", ed->price[i]);
        canvas_printf(c, 28, 2 + i, INK_TEXT, 0, "%d", s->sold[i]);
    }
}

static void draw_player(const struct board_scene *scene, struct canvas *c, int seat, int y)
{
    const struct blank_state *s = (const struct blank_state *)&scene->view->s;
    const struct blank_player *p = &s->player[seat];
    char name[96];
    struct sr_buf b;
    sr_buf_init(&b, name, sizeof name);
    sr_seat_text(&b, scene->speaker, seat);
    const bool active = !s->head.over && s->active == seat;
    canvas_put(c, 1, y, INK_SEAT_0 + seat, active ? STYLE_BOLD : 0, active ? "▶" : " ");
    canvas_put(c, 3, y, INK_SEAT_0 + seat, active ? STYLE_BOLD : 0, name);
    canvas_printf(c, 22, y, INK_YELLOW, 0, "★ %d", p->points);
    int x = 30;
    for (int i = 0; i < BLANK_WARES; i++) {
        const char *ware = sr_name_text(scene->speaker, &blank__wares, i);
        if (p->hand[i] == SR_HIDDEN) {
            canvas_printf(c, x, y, INK_DIM, 0, "%s %d", word(scene, "blank.board.hand"),
                          p->hand_count);
            return;
        }
        if (p->hand[i])
            x = canvas_printf(c, x, y, INK_TEXT, 0, "%d %s  ", p->hand[i], ware);
    }
}

static void draw(const struct board_scene *scene, struct canvas *c)
{
    const struct blank_state *s = (const struct blank_state *)&scene->view->s;
    draw_market(scene, c);
    for (int seat = 0; seat < s->head.seats; seat++)
        draw_player(scene, c, seat, 4 + BLANK_WARES + seat);
}

const struct board board_blank = {"blank", draw, NULL};
