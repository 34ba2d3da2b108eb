/* screen.c: frames on a terminal: the board, what happened, the question, the moves. On a screen
 * too small for all of it the board is a window that scrolls, and what the viewer holds stands
 * below it; moves keep their sentences and come in pages. */
#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "terminal/screen.h"

enum { LINE = SCREEN_LINE, FIXED_ROWS = 4 /* title, question, message, input */ };

static const char *word(const struct session *s, const char *key)
{
    return sr_text(s->setup->lang, key);
}

void screen_size(struct screen *sc)
{
    struct winsize size;
    sc->width = 100;
    sc->height = 35;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        sc->width = sr_max(20, size.ws_col);
        sc->height = sr_max(8, size.ws_row);
    }
}

const struct menu *screen_menu(struct screen *sc, const struct session *s)
{
    menu_make(&sc->menu, &s->config->rules, &s->speaker, &s->view, s->legal, s->legal_count);
    return &sc->menu;
}

/* ---- frames ------------------------------------------------------------------------------ */

/* Lines are cleared before they are written: clearing after the last column would eat it. */
static const char *const eol = "\n\033[2K";
static const char *const home = "\033[H\033[2K";

/* Writes it all at once; a frame that is cut in two flickers. */
static bool show(const struct sr_buf *b)
{
    size_t done = 0;
    while (done < b->len) {
        const ssize_t n = write(STDOUT_FILENO, b->text + done, b->len - done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* One line of text in an ink, cut at the width of the screen. */
static void put_line(struct sr_buf *b, const struct screen *sc, int ink, int style,
                     const char *text, bool color)
{
    const int w = canvas_width(text);
    printer_ink(b, ink, style, color);
    scores_cell(b, text, sr_min(w, sc->width));
    printer_end(b, color);
    sr_buf_put(b, eol);
}

/* The seed tells all that will be drawn: it is shown to whoever chose it or only looks on. */
static void put_title(struct sr_buf *b, const struct screen *sc, const struct session *s)
{
    char line[LINE], key[64], seed[SESSION_SEED];
    struct sr_buf t;
    sr_buf_init(&t, line, sizeof line);
    snprintf(key, sizeof key, "%s.title", s->speaker.game->id);
    session_seed(s, seed);
    const struct sr_text_arg args[] = {{"game", 0, sr_text(s->setup->lang, key)},
                                       {"seed", 0, seed},
                                       {"turn", s->view.s.head.turn, NULL},
                                       {"move", sr_table_ply(s->table) + 1, NULL},
                                       {NULL, 0, NULL}};
    const bool open = s->setup->show_seed || !s->humans || s->actor == SR_NOBODY;
    sr_text_put(&t, s->setup->lang, open ? "serai.play.title_seed" : "serai.play.title", args);
    put_line(b, sc, INK_TITLE, STYLE_BOLD, line, s->setup->color);
}

/* Length of a line that begins at text. */
static size_t line_length(const char *text) { return strcspn(text, "\n"); }

static int count_lines(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* A line with colour codes, cut at `width` columns. */
static void put_cut(struct sr_buf *b, const char *text, size_t n, int width, bool color)
{
    int column = 0;
    for (size_t i = 0; i < n;) {
        if (text[i] == '\033') {
            size_t k = i;
            while (k < n && text[k] != 'm')
                k++;
            sr_buf_putn(b, text + i, sr_min((int)(k + 1 - i), (int)(n - i)));
            i = k + 1;
            continue;
        }
        char glyph[5] = "";
        size_t k = 1;
        while (i + k < n && k < 4 && ((unsigned char)text[i + k] & 0xC0) == 0x80)
            k++;
        memcpy(glyph, text + i, k);
        const int w = canvas_width(glyph);
        if (column + w > width)
            break;
        sr_buf_put(b, glyph);
        column += w;
        i += k;
    }
    printer_end(b, color);
    sr_buf_put(b, eol);
}

/* Lines `from`.. of a text, `rows` at most; returns how many. */
static int put_lines(struct sr_buf *b, const struct screen *sc, const char *text, int from,
                     int rows, bool color)
{
    int at = 0, put = 0;
    while (*text && put < rows) {
        const size_t n = line_length(text);
        if (at++ >= from) {
            put_cut(b, text, n, sc->width, color);
            put++;
        }
        text += n + (text[n] == '\n');
    }
    return put;
}

/* A message that is longer than a line gets up to three. */
static int message_rows(const struct screen *sc)
{
    return sr_max(1, sr_min(3, (canvas_width(sc->message) + sc->width - 1) / sc->width));
}

/* The message, or what one can do here. */
static void put_message(struct sr_buf *b, struct screen *sc, const struct session *s)
{
    char line[LINE];
    const bool color = s->setup->color;
    if (sc->message[0]) {
        struct sr_buf t;
        sr_buf_init(&t, sc->scratch, sizeof sc->scratch);
        list_wrap(&t, sc->message, sc->width, 0);
        printer_ink(b, sc->alarm ? INK_RED : INK_ACCENT, 0, color);
        const int put = put_lines(b, sc, sc->scratch, 0, message_rows(sc), false);
        printer_end(b, color);
        for (int i = put; i < message_rows(sc); i++)
            sr_buf_put(b, eol);
    } else if (s->save_error.text[0]) {
        struct sr_buf t;
        sr_buf_init(&t, line, sizeof line);
        const struct sr_text_arg args[] = {{"why", 0, s->save_error.text}, {NULL, 0, NULL}};
        sr_text_put(&t, s->setup->lang, "serai.play.save_failed", args);
        put_line(b, sc, INK_RED, 0, line, color);
    } else if (sc->overlay[0]) {
        struct sr_buf t;
        sr_buf_init(&t, line, sizeof line);
        const struct sr_text_arg args[] = {
            {"page", (sc->top + sc->rows - 1) / sc->rows + 1, NULL},
            {"pages", sr_max(1, (sc->lines + sc->rows - 1) / sc->rows), NULL},
            {NULL, 0, NULL}};
        const bool more = sc->top + sc->rows < sc->lines;
        sr_text_put(&t, s->setup->lang, more ? "serai.play.page" : "serai.play.page_last", args);
        put_line(b, sc, INK_DIM, 0, line, color);
    } else if (sc->menu_pages > 1 && s->legal_count) {
        struct sr_buf t;
        sr_buf_init(&t, line, sizeof line);
        const struct sr_text_arg args[] = {{"from", sc->menu_first + 1, NULL},
                                           {"to", sc->menu_last, NULL},
                                           {"n", sc->menu.count, NULL},
                                           {NULL, 0, NULL}};
        sr_text_put(&t, s->setup->lang, "serai.play.more", args);
        put_line(b, sc, INK_ACCENT, 0, line, color);
    } else {
        const bool scrolls = sc->max_x > 0 || sc->max_y > 0;
        put_line(b, sc, INK_DIM, 0, word(s, scrolls ? "serai.play.keys_scroll" : "serai.play.keys"),
                 color);
    }
}

/* ---- the moves under the board ----------------------------------------------------------- */

enum { NUMBER = 3, GAP = 2, COLUMNS = 8 };

/* Moves that stand together on the screen, in columns read downwards, each as wide as needed. */
struct menu_page {
    int first, last, columns, width[COLUMNS];
};

/* The page that begins with a move: as many columns of `rows` moves as there is room for.
 * Sentences stay whole; only one that is wider than the screen is cut. */
static struct menu_page menu_page_at(const struct screen *sc, int first, int rows)
{
    struct menu_page page = {.first = first, .last = first};
    int used = 0;
    while (page.columns < COLUMNS && page.last < sc->menu.count) {
        const int end = sr_min(sc->menu.count, page.last + rows);
        int width = 0;
        for (int i = page.last; i < end; i++)
            width = sr_max(width, NUMBER + 1 + menu_width(&sc->menu, i));
        if (page.columns && used + GAP + width > sc->width)
            break;
        used += width + (page.columns ? GAP : 0);
        page.width[page.columns++] = sr_min(width, sc->width);
        page.last = end;
    }
    return page;
}

/* Rows that all moves need, up to a screenful. */
static int menu_rows(const struct screen *sc)
{
    int rows = 1;
    while (rows < sc->height && menu_page_at(sc, 0, rows).last < sc->menu.count)
        rows++;
    return rows;
}

static void put_choice(struct sr_buf *b, const struct screen *sc, int i, int width, bool color)
{
    char number[16];
    const char *effect = menu_effect(&sc->menu, i);
    snprintf(number, sizeof number, "%d", sc->menu.number[i]);
    printer_ink(b, INK_ACCENT, STYLE_BOLD, color);
    scores_cell(b, number, -NUMBER);
    printer_end(b, color);
    sr_buf_put(b, " ");
    /* What it costs is worth more than the end of a long sentence. */
    const int room = width - NUMBER - 1;
    const int shown = *effect ? sr_max(room / 2, room - 2 - canvas_width(effect)) : room;
    const int sentence = sr_min(canvas_width(menu_text(&sc->menu, i)), shown);
    scores_cell(b, menu_text(&sc->menu, i), sentence);
    int used = sentence;
    if (*effect) {
        const int cost = sr_min(canvas_width(effect), room - sentence - 2);
        printer_ink(b, INK_TITLE, 0, color);
        sr_buf_put(b, "  ");
        scores_cell(b, effect, cost);
        printer_end(b, color);
        used += cost + 2;
    }
    for (; used < room; used++)
        sr_buf_put(b, " ");
}

/* The page of moves that is turned up. */
static void put_menu(struct sr_buf *b, struct screen *sc, const struct session *s, int rows)
{
    struct menu_page page = menu_page_at(sc, 0, rows), shown = page;
    sc->menu_page = sr_max(0, sc->menu_page);
    for (sc->menu_pages = 1; page.last < sc->menu.count; sc->menu_pages++) {
        page = menu_page_at(sc, page.last, rows);
        if (sc->menu_pages <= sc->menu_page)
            shown = page;
    }
    sc->menu_page = sr_min(sc->menu_page, sc->menu_pages - 1);
    sc->menu_first = shown.first;
    sc->menu_last = shown.last;
    for (int row = 0; row < rows; row++) {
        struct sr_buf t;
        sr_buf_init(&t, sc->scratch, sizeof sc->scratch);
        for (int c = 0; c < shown.columns; c++) {
            const int i = shown.first + c * rows + row;
            if (i >= shown.last)
                break;
            sr_buf_put(&t, c ? "  " : "");
            put_choice(&t, sc, i, shown.width[c], s->setup->color);
        }
        put_cut(b, sc->scratch, strlen(sc->scratch), sc->width, s->setup->color);
    }
}

/* ---- whole screens ----------------------------------------------------------------------- */

static void fill(struct sr_buf *b, int rows)
{
    for (int i = 0; i < rows; i++)
        sr_buf_put(b, eol);
}

static bool draw_overlay(struct screen *sc, const struct session *s)
{
    struct sr_buf b;
    sr_buf_init(&b, sc->frame, sizeof sc->frame);
    const int rows = sc->height - 2 - message_rows(sc);
    sc->rows = rows;
    sc->lines = count_lines(sc->overlay);
    sc->top = sr_max(0, sr_min(sc->top, sc->lines - 1));
    sr_buf_put(&b, home);
    put_title(&b, sc, s);
    const int put = put_lines(&b, sc, sc->overlay, sc->top, rows, s->setup->color);
    fill(&b, rows - put);
    put_message(&b, sc, s);
    sr_buf_put(&b, "\033[J");
    return show(&b);
}

/* What happened last: at least something of what is new to the viewer, and as much as there is
 * room for. */
static int put_log(struct sr_buf *b, struct screen *sc, const struct session *s, int rows)
{
    const int ply = sr_table_ply(s->table);
    struct sr_buf t;
    sr_buf_init(&t, sc->scratch, sizeof sc->scratch);
    list_log(&t, s, (uint32_t)sr_max(0, ply - CANVAS_H)); /* a move has an event or more */
    const int lines = count_lines(sc->scratch);
    return put_lines(b, sc, sc->scratch, sr_max(0, lines - rows), rows, s->setup->color);
}

static int log_lines(const struct session *s)
{
    int n = 0;
    for (int i = 0; i < s->log_count; i++)
        n += s->log[i].ply >= s->seen[s->viewer];
    return n;
}

/* What the viewer holds, in a line or two, for boards that do not fit; empty for who holds
 * nothing. */
static int make_hand(struct screen *sc, const struct session *s)
{
    struct sr_effect have[SR_EFFECTS_MAX];
    const struct board *board = board_find(s->speaker.game->id);
    char goods[LINE], line[2 * LINE], name[128];
    struct sr_buf b, t;
    sc->scratch[0] = '\0';
    if (s->viewer >= s->config->seats)
        return 0;
    sr_buf_init(&t, name, sizeof name);
    sr_seat_text(&t, &s->speaker, s->viewer);
    sr_buf_init(&b, goods, sizeof goods);
    const int n = sr_holdings(&s->config->rules, &s->view, s->viewer, have);
    sr_amounts_text(&b, &s->speaker, have, n);
    if (board && board->hand) {
        const struct board_scene scene = list_scene(sc, s);
        board->hand(&scene, &b);
    }
    if (!b.len)
        return 0;
    const struct sr_text_arg args[] = {
        {"player", 0, name}, {"question", 0, goods}, {NULL, 0, NULL}};
    sr_buf_init(&b, line, sizeof line);
    sr_text_put(&b, s->setup->lang, "serai.play.question", args);
    sr_buf_init(&t, sc->scratch, sizeof sc->scratch);
    list_wrap(&t, line, sc->width, 2);
    return sr_min(2, count_lines(sc->scratch));
}

/* Rows that the moves and the last news get at least. */
static int least_rows(const struct screen *sc, const struct session *s)
{
    const int wanted = s->legal_count ? menu_rows(sc) : 0;
    return sr_min(wanted, sr_max(3, (sc->height - FIXED_ROWS) / 4)) + sr_min(1, log_lines(s));
}

/* How many rows each part of the screen gets. */
struct layout {
    int board, hand, log, moves, rest;
};

static struct layout divide(struct screen *sc, const struct session *s)
{
    struct layout l = {.hand = 0};
    const int rows = sc->height - FIXED_ROWS - (message_rows(sc) - 1);
    const int wanted = s->legal_count ? menu_rows(sc) : 0;
    const int news = sr_min(1, log_lines(s));
    /* A long message takes rows from a long list before it takes them from the board. */
    const int least = sr_max(sr_min(wanted, 3) + news, least_rows(sc, s) - (message_rows(sc) - 1));
    l.board = sr_max(3, sr_min(sc->canvas.h, rows - least));
    if (sc->canvas.h > l.board || sc->canvas.w > sc->width) {
        l.hand = make_hand(sc, s);
        l.board = sr_max(3, sr_min(sc->canvas.h, rows - least - l.hand));
    }
    l.rest = sr_max(0, rows - l.board - l.hand);
    l.moves = sr_min(wanted, sr_max(sr_min(wanted, 1), l.rest - news));
    l.log = sr_max(0, sr_min(s->log_count, l.rest - l.moves));
    return l;
}

/* What the board itself cannot scroll, the window does. */
static struct printer_window board_window(struct screen *sc, int rows)
{
    const int over_x = sr_max(0, sc->canvas.w - sc->width);
    const int over_y = sr_max(0, sc->canvas.h - rows);
    const struct printer_window window = {.x = sr_max(0, sr_min(over_x, sc->scroll_x - sc->max_x)),
                                          .y = sr_max(0, sr_min(over_y, sc->scroll_y - sc->max_y)),
                                          .width = sc->width,
                                          .height = rows,
                                          .eol = eol};
    sc->max_x += over_x;
    sc->max_y += over_y;
    sc->scroll_x = sr_max(0, sr_min(sc->scroll_x, sc->max_x));
    sc->scroll_y = sr_max(0, sr_min(sc->scroll_y, sc->max_y));
    return window;
}

/* A new decision: the window goes where its choices are. */
static void focus_board(struct screen *sc, const struct session *s, int rows)
{
    const struct board *board = board_find(s->speaker.game->id);
    int x = 0, y = 0;
    if (sc->focused == sc->menu.made_for || !board || !board->focus || !s->legal_count)
        return;
    const struct board_scene scene = list_scene(sc, s);
    sc->focused = sc->menu.made_for;
    board->focus(&scene, &x, &y);
    sc->scroll_x = sr_max(0, x + 1 - sc->width);
    sc->scroll_y = sr_max(0, y + 1 - rows);
}

static bool draw_game(struct screen *sc, const struct session *s)
{
    struct sr_buf b;
    sr_buf_init(&b, sc->frame, sizeof sc->frame);
    const bool color = s->setup->color;
    screen_menu(sc, s);
    list_draw_board(sc, s, sc->width, sc->height - FIXED_ROWS - least_rows(sc, s));
    const struct layout l = divide(sc, s);
    focus_board(sc, s, l.board);
    const struct printer_window window = board_window(sc, l.board);
    const int seat = s->viewer < SR_SEATS_MAX ? INK_SEAT_0 + s->viewer : INK_TEXT;

    sr_buf_put(&b, home);
    put_title(&b, sc, s);
    printer_rows(&b, &sc->canvas, &window, color);
    fill(&b, l.board - sr_min(l.board, sc->canvas.h));
    if (l.hand) {
        make_hand(sc, s);
        printer_ink(&b, seat, 0, color);
        put_lines(&b, sc, sc->scratch, 0, l.hand, false);
        printer_end(&b, color);
    }
    const int put = put_log(&b, sc, s, l.log);
    fill(&b, l.rest - l.moves - put);
    char line[LINE];
    struct sr_buf t;
    sr_buf_init(&t, line, sizeof line);
    list_question(&t, s);
    put_line(&b, sc, s->actor >= 0 && s->actor < SR_SEATS_MAX ? INK_SEAT_0 + s->actor : INK_TEXT,
             STYLE_BOLD, line, color);
    sc->menu_pages = 0;
    if (l.moves)
        put_menu(&b, sc, s, l.moves);
    put_message(&b, sc, s);
    sr_buf_put(&b, "\033[J");
    return show(&b);
}

bool screen_draw(struct screen *sc, const struct session *s)
{
    screen_size(sc);
    return sc->overlay[0] ? draw_overlay(sc, s) : draw_game(sc, s);
}

bool screen_pass(struct screen *sc, const struct session *s, int seat)
{
    struct sr_buf b, t;
    char line[LINE], name[128];
    screen_size(sc);
    sr_buf_init(&b, sc->frame, sizeof sc->frame);
    sr_buf_init(&t, name, sizeof name);
    sr_seat_text(&t, &s->speaker, seat);
    sr_buf_init(&t, line, sizeof line);
    const struct sr_text_arg args[] = {{"player", 0, name}, {NULL, 0, NULL}};
    sr_text_put(&t, s->setup->lang, "serai.play.pass", args);
    /* \033[3J: nothing of the other hand stays to be scrolled back to. */
    sr_buf_put(&b, "\033[H\033[2J\033[3J");
    put_title(&b, sc, s);
    fill(&b, sr_max(0, sc->height / 2 - 2));
    sr_buf_put(&b, "    ");
    sc->width -= 4; /* what the line is indented by */
    put_line(&b, sc, INK_SEAT_0 + seat, STYLE_BOLD, line, s->setup->color);
    sr_buf_put(&b, "\n    ");
    return show(&b);
}
