/* lists.c: moves, log, question and board as text, for a screen or line by line. */
#include <stdio.h>

#include "terminal/screen.h"

static const char *word(const struct session *s, const char *key)
{
    return sr_text(s->setup->lang, key);
}

/* ---- moves ------------------------------------------------------------------------------- */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Whether the word at `filter` (n letters) begins some word of the notation. */
static bool begins_word(const char *notation, const char *filter, size_t n)
{
    for (const char *w = notation; *w;) {
        size_t i = 0;
        while (i < n && w[i] && lower(w[i]) == lower(filter[i]))
            i++;
        if (i == n)
            return true;
        w += strcspn(w, " +=");
        w += strspn(w, " +=");
    }
    return false;
}

bool list_matches(const char *notation, const char *filter)
{
    while (*filter) {
        filter += strspn(filter, " ");
        const size_t n = strcspn(filter, " ");
        if (n && !begins_word(notation, filter, n))
            return false;
        filter += n;
    }
    return true;
}

/* "  12  build booth  Put up the Booth  −3 camels, −2 gold": what does not fit goes on below. */
static void move_line(struct sr_buf *b, const struct session *s, const struct menu *m, int i,
                      int notation_width, int width)
{
    const bool color = s->setup->color;
    char text[SR_TEXT_MAX], number[16];
    sr_move_text(s->speaker.game, m->move[i], text);
    snprintf(number, sizeof number, "%d", m->number[i]);
    printer_ink(b, INK_ACCENT, 0, color);
    scores_cell(b, number, -4);
    printer_end(b, color);
    sr_buf_put(b, "  ");
    const int notation = sr_max(notation_width, canvas_width(text));
    scores_cell(b, text, notation);
    const int column = 6 + notation + 2, sentence = canvas_width(menu_text(m, i));
    const bool below = column + sentence > width && sentence + 10 <= width;
    sr_buf_put(b, below ? "\n          " : "  ");
    printer_ink(b, INK_DIM, 0, color);
    sr_buf_put(b, menu_text(m, i));
    printer_end(b, color);
    const char *effect = menu_effect(m, i);
    const int at = (below ? 10 : column) + sentence + 2;
    if (*effect) {
        sr_buf_put(b, at + canvas_width(effect) > width ? "\n          " : "  ");
        sr_buf_put(b, effect);
    }
    sr_buf_put(b, "\n");
}

static int widest_notation(const struct session *s, const struct menu *m)
{
    char text[SR_TEXT_MAX];
    int widest = 0;
    for (int i = 0; i < m->count; i++) {
        sr_move_text(s->speaker.game, m->move[i], text);
        widest = sr_max(widest, canvas_width(text));
    }
    return widest;
}

static bool listed(const struct session *s, const struct menu *m, int i, const char *filter)
{
    char text[SR_TEXT_MAX];
    sr_move_text(s->speaker.game, m->move[i], text);
    return !filter || list_matches(text, filter);
}

/* Long lists come in groups by verb. */
int list_moves(struct sr_buf *b, const struct session *s, const struct menu *m, const char *filter,
               int width)
{
    enum { LONG_LIST = 12 };
    const struct sr_game *g = s->speaker.game;
    const int notation = sr_min(sr_max(16, width / 3), widest_notation(s, m));
    int count[256] = {0}, total = 0, verbs = 0;
    for (int i = 0; i < m->count; i++)
        if (listed(s, m, i, filter)) {
            verbs += count[sr_move_verb(m->move[i])]++ == 0;
            total++;
        }
    const bool groups = total > LONG_LIST && verbs > 1;
    for (int v = 0; v < (groups ? g->move_count : 1); v++) {
        if (groups && !count[v])
            continue;
        if (groups) {
            char title[96];
            snprintf(title, sizeof title, "%s (%d)", g->moves[v].name, count[v]);
            printer_ink(b, INK_TITLE, STYLE_BOLD, s->setup->color);
            sr_buf_put(b, title);
            printer_end(b, s->setup->color);
            sr_buf_put(b, "\n");
        }
        for (int i = 0; i < m->count; i++)
            if ((!groups || sr_move_verb(m->move[i]) == v) && listed(s, m, i, filter))
                move_line(b, s, m, i, notation, width);
    }
    return total;
}

void list_verbs(struct sr_buf *b, const struct session *s, const struct menu *m)
{
    const struct sr_game *g = s->speaker.game;
    char text[SR_TEXT_MAX + 16];
    for (int v = 0; v < g->move_count; v++) {
        int n = 0, last = 0;
        for (int i = 0; i < m->count; i++)
            if (sr_move_verb(m->move[i]) == v) {
                n++;
                last = i;
            }
        if (!n)
            continue;
        if (n == 1) {
            char one[SR_TEXT_MAX];
            sr_move_text(g, m->move[last], one);
            snprintf(text, sizeof text, "%d %s", m->number[last], one);
        } else {
            snprintf(text, sizeof text, "%s (%d)", g->moves[v].name, n);
        }
        sr_buf_put(b, b->len ? "   " : "");
        sr_buf_put(b, text);
    }
}

/* ---- log and question -------------------------------------------------------------------- */

void list_log(struct sr_buf *b, const struct session *s, uint32_t from)
{
    const bool color = s->setup->color;
    uint32_t ply = UINT32_MAX;
    for (int i = 0; i < s->log_count; i++) {
        if (s->log[i].ply < from)
            continue;
        const struct sr_event e = sr_event_redact(&s->log[i].event, s->viewer);
        char number[16] = "";
        if (s->log[i].ply != ply)
            snprintf(number, sizeof number, "%u", s->log[i].ply + 1);
        ply = s->log[i].ply;
        printer_ink(b, INK_DIM, 0, color);
        scores_cell(b, number, -4);
        printer_end(b, color);
        sr_buf_put(b, "  ");
        if (e.seat >= 0 && e.seat < s->speaker.seats)
            printer_ink(b, INK_SEAT_0 + e.seat, 0, color);
        sr_event_sentence(b, &s->speaker, &e);
        printer_end(b, color);
        sr_buf_put(b, "\n");
    }
}

void list_question(struct sr_buf *b, const struct session *s)
{
    if (s->actor == SR_NOBODY) {
        sr_buf_put(b, word(s, "serai.play.over"));
        return;
    }
    char name[128];
    struct sr_buf n;
    sr_buf_init(&n, name, sizeof name);
    sr_seat_text(&n, &s->speaker, s->actor);
    const int decision = s->speaker.game->decision(&s->view.s);
    const struct sr_text_arg args[] = {
        {"player", 0, name}, {"question", 0, sr_ask_text(&s->speaker, decision)}, {NULL, 0, NULL}};
    sr_text_put(b, s->setup->lang, "serai.play.question", args);
}

void list_wrap(struct sr_buf *b, const char *text, int width, int indent)
{
    int column = 0;
    bool fresh = true; /* nothing on this line but its indent */
    while (*text) {
        char one[512];
        size_t n = strcspn(text, " \n");
        if (n >= sizeof one)
            n = sizeof one - 1;
        memcpy(one, text, n);
        one[n] = '\0';
        const int w = canvas_width(one);
        if (!fresh && column + 1 + w > width) {
            sr_buf_put(b, "\n");
            for (column = 0; column < indent; column++)
                sr_buf_put(b, " ");
            fresh = true;
        }
        sr_buf_put(b, fresh ? "" : " ");
        sr_buf_put(b, one);
        column += w + !fresh;
        fresh = fresh && w == 0;
        text += n;
        if (*text == '\n') {
            sr_buf_put(b, "\n");
            column = 0;
            fresh = true;
        }
        if (*text == ' ' || *text == '\n')
            text++;
    }
    sr_buf_put(b, "\n");
}

/* ---- the board --------------------------------------------------------------------------- */

struct board_scene list_scene(struct screen *sc, const struct session *s)
{
    return (struct board_scene){.rules = &s->config->rules,
                                .view = &s->view,
                                .speaker = &s->speaker,
                                .legal = s->legal,
                                .number = screen_menu(sc, s)->number,
                                .legal_count = s->legal_count};
}

void list_draw_board(struct screen *sc, const struct session *s, int width, int height)
{
    const struct board *board = board_find(s->speaker.game->id);
    const bool adapts = board && board->adapts;
    struct board_scene scene = list_scene(sc, s);
    scene.width = sr_min(sr_max(adapts ? 80 : 100, width), CANVAS_W);
    scene.height = sr_min(sr_max(adapts ? 14 : 28, height), CANVAS_H);
    sc->max_x = sc->max_y = 0;
    if (board && board->extent)
        board->extent(&scene, &sc->max_x, &sc->max_y);
    scene.scroll_x = sr_min(sc->scroll_x, sc->max_x);
    scene.scroll_y = sr_min(sc->scroll_y, sc->max_y);
    board_draw(&scene, &sc->canvas);
}

void list_board(struct sr_buf *b, struct screen *sc, const struct session *s)
{
    const int width = s->setup->screen ? sc->width : 100;
    const struct printer_window all = {0, 0, s->setup->screen ? width : CANVAS_W, CANVAS_H, "\n"};
    list_draw_board(sc, s, width, 28);
    printer_rows(b, &sc->canvas, &all, s->setup->color);
}
