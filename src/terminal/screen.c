/* screen.c: what a person sees: the board, what happened, the question, the moves. The same lists
 * are printed line by line where there is no screen to draw on. */
#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "terminal/session.h"

enum { LINE = 1024, FIXED_ROWS = 4 /* title, question, message, input */ };

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

/* ---- lists ------------------------------------------------------------------------------- */

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

bool screen_matches(const char *notation, const char *filter)
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

static void move_line(struct sr_buf *b, const struct session *s, int i, int notation_width,
                      bool color)
{
    char text[SR_TEXT_MAX], number[16];
    sr_move_text(s->speaker.game, s->legal[i], text);
    snprintf(number, sizeof number, "%d", i + 1);
    printer_ink(b, INK_ACCENT, 0, color);
    scores_cell(b, number, -4);
    printer_end(b, color);
    sr_buf_put(b, "  ");
    scores_cell(b, text, sr_max(notation_width, canvas_width(text)));
    printer_ink(b, INK_DIM, 0, color);
    sr_buf_put(b, "  ");
    sr_move_sentence(b, &s->speaker, s->legal[i]);
    printer_end(b, color);
    sr_buf_put(b, "\n");
}

static int widest_notation(const struct session *s)
{
    char text[SR_TEXT_MAX];
    int widest = 0;
    for (int i = 0; i < s->legal_count; i++) {
        sr_move_text(s->speaker.game, s->legal[i], text);
        widest = sr_max(widest, canvas_width(text));
    }
    return widest;
}

static bool listed(const struct session *s, int i, const char *filter)
{
    char text[SR_TEXT_MAX];
    sr_move_text(s->speaker.game, s->legal[i], text);
    return !filter || screen_matches(text, filter);
}

/* Long lists come in groups by verb. */
int screen_list_moves(struct sr_buf *b, const struct session *s, const char *filter, bool color)
{
    enum { LONG_LIST = 12 };
    const struct sr_game *g = s->speaker.game;
    const int width = sr_min(40, widest_notation(s));
    int count[256] = {0}, total = 0, verbs = 0;
    for (int i = 0; i < s->legal_count; i++)
        if (listed(s, i, filter)) {
            verbs += count[sr_move_verb(s->legal[i])]++ == 0;
            total++;
        }
    const bool groups = total > LONG_LIST && verbs > 1;
    for (int v = 0; v < (groups ? g->move_count : 1); v++) {
        if (groups && !count[v])
            continue;
        if (groups) {
            char title[96];
            snprintf(title, sizeof title, "%s (%d)", g->moves[v].name, count[v]);
            printer_ink(b, INK_TITLE, STYLE_BOLD, color);
            sr_buf_put(b, title);
            printer_end(b, color);
            sr_buf_put(b, "\n");
        }
        for (int i = 0; i < s->legal_count; i++)
            if ((!groups || sr_move_verb(s->legal[i]) == v) && listed(s, i, filter))
                move_line(b, s, i, width, color);
    }
    return total;
}

/* "build (12)  move (40)  17 pass": verbs with how many moves they have. */
void screen_list_verbs(struct sr_buf *b, const struct session *s)
{
    const struct sr_game *g = s->speaker.game;
    char text[SR_TEXT_MAX + 16];
    for (int v = 0; v < g->move_count; v++) {
        int n = 0, last = 0;
        for (int i = 0; i < s->legal_count; i++)
            if (sr_move_verb(s->legal[i]) == v) {
                n++;
                last = i;
            }
        if (!n)
            continue;
        if (n == 1) {
            char one[SR_TEXT_MAX];
            sr_move_text(g, s->legal[last], one);
            snprintf(text, sizeof text, "%d %s", last + 1, one);
        } else {
            snprintf(text, sizeof text, "%s (%d)", g->moves[v].name, n);
        }
        sr_buf_put(b, b->len ? "   " : "");
        sr_buf_put(b, text);
    }
}

void screen_list_log(struct sr_buf *b, const struct session *s, uint32_t from, bool color)
{
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

void screen_question(struct sr_buf *b, const struct session *s)
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

void screen_wrap(struct sr_buf *b, const char *text, int width)
{
    int column = 0;
    while (*text) {
        char one[512];
        size_t n = strcspn(text, " \n");
        if (n >= sizeof one)
            n = sizeof one - 1;
        memcpy(one, text, n);
        one[n] = '\0';
        const int w = canvas_width(one);
        if (column && column + 1 + w > width) {
            sr_buf_put(b, "\n");
            column = 0;
        }
        sr_buf_put(b, column ? " " : "");
        sr_buf_put(b, one);
        column += w + (column > 0);
        text += n;
        if (*text == '\n') {
            sr_buf_put(b, "\n");
            column = 0;
        }
        if (*text == ' ' || *text == '\n')
            text++;
    }
    sr_buf_put(b, "\n");
}

/* ---- the board --------------------------------------------------------------------------- */

static void draw_board(struct screen *sc, const struct session *s, int width, int height)
{
    const struct board *board = board_find(s->speaker.game->id);
    struct board_scene scene = {.rules = &s->config->rules,
                                .view = &s->view,
                                .speaker = &s->speaker,
                                .legal = s->legal,
                                .legal_count = s->legal_count,
                                .width = sr_min(width, CANVAS_W),
                                .height = sr_min(height, CANVAS_H)};
    sc->max_x = sc->max_y = 0;
    if (board && board->extent)
        board->extent(&scene, &sc->max_x, &sc->max_y);
    scene.scroll_x = sr_min(sc->scroll_x, sc->max_x);
    scene.scroll_y = sr_min(sc->scroll_y, sc->max_y);
    board_draw(&scene, &sc->canvas);
}

void screen_list_board(struct sr_buf *b, struct screen *sc, const struct session *s)
{
    const struct printer_window all = {0, 0, CANVAS_W, CANVAS_H, "\n"};
    draw_board(sc, s, 100, 28);
    printer_rows(b, &sc->canvas, &all, s->setup->color);
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

static void put_title(struct sr_buf *b, const struct screen *sc, const struct session *s)
{
    char line[LINE], key[64], seed[24];
    struct sr_buf t;
    sr_buf_init(&t, line, sizeof line);
    snprintf(key, sizeof key, "%s.title", s->speaker.game->id);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->config->seed);
    const struct sr_text_arg args[] = {{"game", 0, sr_text(s->setup->lang, key)},
                                       {"seed", 0, seed},
                                       {"turn", s->view.s.head.turn, NULL},
                                       {"move", sr_table_ply(s->table) + 1, NULL},
                                       {NULL, 0, NULL}};
    sr_text_put(&t, s->setup->lang, "serai.play.title", args);
    put_line(b, sc, INK_TITLE, STYLE_BOLD, line, s->setup->color);
}

/* The message, or what one can do here. */
static void put_message(struct sr_buf *b, const struct screen *sc, const struct session *s)
{
    char line[LINE];
    const bool color = s->setup->color;
    if (sc->message[0]) {
        put_line(b, sc, sc->alarm ? INK_RED : INK_ACCENT, 0, sc->message, color);
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
            {"page", sc->page + 1, NULL}, {"pages", sc->pages, NULL}, {NULL, 0, NULL}};
        sr_text_put(&t, s->setup->lang,
                    sc->page + 1 < sc->pages ? "serai.play.page" : "serai.play.page_last", args);
        put_line(b, sc, INK_DIM, 0, line, color);
    } else {
        const bool scrolls = sc->max_x > 0 || sc->max_y > 0;
        put_line(b, sc, INK_DIM, 0, word(s, scrolls ? "serai.play.keys_scroll" : "serai.play.keys"),
                 color);
    }
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

/* ---- the moves under the board ----------------------------------------------------------- */

enum { WHOLE_SENTENCES = 12 }; /* more moves are easier to find in columns */

struct columns {
    int width, count, rows;
};

static struct columns fit_columns(const struct session *s, int width)
{
    const int each = widest_notation(s) + 7;
    const int count = sr_max(1, width / each);
    return (struct columns){each, count, (s->legal_count + count - 1) / count};
}

static void put_columns(struct sr_buf *b, const struct screen *sc, const struct session *s,
                        const struct columns *c)
{
    for (int row = 0; row < c->rows; row++) {
        char line[4 * LINE];
        struct sr_buf t;
        sr_buf_init(&t, line, sizeof line);
        for (int i = row; i < s->legal_count; i += c->rows) {
            char text[SR_TEXT_MAX], number[16];
            sr_move_text(s->speaker.game, s->legal[i], text);
            snprintf(number, sizeof number, "%d", i + 1);
            printer_ink(&t, INK_ACCENT, 0, s->setup->color);
            scores_cell(&t, number, -4);
            printer_end(&t, s->setup->color);
            sr_buf_put(&t, " ");
            scores_cell(&t, text, c->width - 5);
        }
        put_cut(b, line, strlen(line), sc->width, s->setup->color);
    }
}

/* As much as fits: whole sentences, else columns of notation, else the verbs. */
static int rows_of_moves(const struct session *s, int width, int rows)
{
    if (s->legal_count <= sr_min(rows, WHOLE_SENTENCES))
        return s->legal_count;
    const struct columns c = fit_columns(s, width);
    return c.rows <= rows ? c.rows : 1;
}

static void put_moves(struct sr_buf *b, struct screen *sc, const struct session *s, int rows)
{
    const struct columns c = fit_columns(s, sc->width);
    if (s->legal_count <= sr_min(rows, WHOLE_SENTENCES)) {
        struct sr_buf t;
        sr_buf_init(&t, sc->scratch, sizeof sc->scratch);
        screen_list_moves(&t, s, NULL, s->setup->color);
        put_lines(b, sc, sc->scratch, 0, rows, s->setup->color);
    } else if (c.rows <= rows) {
        put_columns(b, sc, s, &c);
    } else {
        char line[LINE];
        struct sr_buf t;
        sr_buf_init(&t, line, sizeof line);
        screen_list_verbs(&t, s);
        put_line(b, sc, INK_ACCENT, 0, line, s->setup->color);
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
    const int rows = sc->height - 3;
    const int lines = count_lines(sc->overlay);
    sc->pages = sr_max(1, (lines + rows - 1) / rows);
    sc->page = sr_max(0, sr_min(sc->page, sc->pages - 1));
    sr_buf_put(&b, home);
    put_title(&b, sc, s);
    const int put = put_lines(&b, sc, sc->overlay, sc->page * rows, rows, s->setup->color);
    fill(&b, rows - put);
    put_message(&b, sc, s);
    sr_buf_put(&b, "\033[J");
    return show(&b);
}

/* What happened since the viewer last decided. */
static int put_log(struct sr_buf *b, struct screen *sc, const struct session *s, int rows)
{
    struct sr_buf t;
    sr_buf_init(&t, sc->scratch, sizeof sc->scratch);
    screen_list_log(&t, s, s->seen[s->viewer], s->setup->color);
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

static bool draw_game(struct screen *sc, const struct session *s)
{
    struct sr_buf b;
    sr_buf_init(&b, sc->frame, sizeof sc->frame);
    const bool color = s->setup->color;
    draw_board(sc, s, sr_max(100, sc->width), sr_max(28, sc->height - FIXED_ROWS - 8));
    /* Rows under the board: at least two for what happened and what can be done. */
    const int board = sr_max(3, sr_min(sc->canvas.h, sc->height - FIXED_ROWS - 2));
    const int rest = sc->height - FIXED_ROWS - board;
    int log = sr_min(log_lines(s), sr_max(1, rest / 3));
    const int moves = s->legal_count ? rows_of_moves(s, sc->width, rest - log) : 0;
    log = sr_min(log_lines(s), rest - moves);

    /* What the board itself cannot scroll, the window does. */
    const int over_x = sr_max(0, sc->canvas.w - sc->width);
    const int over_y = sr_max(0, sc->canvas.h - board);
    const struct printer_window window = {.x = sr_max(0, sr_min(over_x, sc->scroll_x - sc->max_x)),
                                          .y = sr_max(0, sr_min(over_y, sc->scroll_y - sc->max_y)),
                                          .width = sc->width,
                                          .height = board,
                                          .eol = eol};
    sc->max_x += over_x;
    sc->max_y += over_y;
    sc->scroll_x = sr_max(0, sr_min(sc->scroll_x, sc->max_x));
    sc->scroll_y = sr_max(0, sr_min(sc->scroll_y, sc->max_y));

    sr_buf_put(&b, home);
    put_title(&b, sc, s);
    printer_rows(&b, &sc->canvas, &window, color);
    fill(&b, board - sr_min(board, sc->canvas.h));
    const int put = put_log(&b, sc, s, log);
    fill(&b, rest - moves - put);
    char line[LINE];
    struct sr_buf t;
    sr_buf_init(&t, line, sizeof line);
    screen_question(&t, s);
    put_line(&b, sc, s->actor >= 0 && s->actor < SR_SEATS_MAX ? INK_SEAT_0 + s->actor : INK_TEXT,
             STYLE_BOLD, line, color);
    if (moves)
        put_moves(&b, sc, s, moves);
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
    put_line(&b, sc, INK_SEAT_0 + seat, STYLE_BOLD, line, s->setup->color);
    sr_buf_put(&b, "\n    ");
    return show(&b);
}
