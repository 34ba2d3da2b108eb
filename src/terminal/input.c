/* input.c: lines from a person. On a terminal a small line editor (arrows, history, completion);
 * in a pipe plain lines. Signals never kill the game in the middle of something: they end the
 * wait, and the loop above leaves in order. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "terminal/terminal.h"

enum { HISTORY = 32 };

static struct {
    bool open, keys;
    struct termios before;
    volatile sig_atomic_t stop, resized;
    unsigned char bytes[4096]; /* read, not yet used */
    int at, count;
    char history[HISTORY][INPUT_MAX];
    int remembered;
} in;

static const int stops[] = {SIGINT, SIGTERM, SIGHUP};

/* Only calls that a signal handler may make. */
static void give_back(void)
{
    if (!in.keys)
        return;
    (void)!write(STDOUT_FILENO, "\033[?1049l", 8);
    tcsetattr(STDIN_FILENO, TCSANOW, &in.before);
}

static void on_stop(int number)
{
    if (in.stop) { /* the second time at once: every move has been saved already */
        give_back();
        _exit(128 + number);
    }
    in.stop = number;
}

static void on_resize(int number)
{
    (void)number;
    in.resized = 1;
}

/* Keys one by one, on a screen of its own. */
static void take_over(void)
{
    struct termios t = in.before;
    (void)!write(STDOUT_FILENO, "\033[?1049h", 8);
    t.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    t.c_cc[VMIN] = 1;
    t.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &t);
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction a = {.sa_handler = handler}; /* no SA_RESTART: a signal ends the wait */
    sigemptyset(&a.sa_mask);
    sigaction(number, &a, NULL);
}

/* Ctrl-Z gives the terminal back to the shell; fg takes it over again. */
static void on_suspend(int number)
{
    give_back();
    handle(number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL); /* here it stops */
    handle(number, on_suspend);
    take_over();
    in.resized = 1;
}

void input_open(bool keys)
{
    in.open = true;
    in.keys = keys && tcgetattr(STDIN_FILENO, &in.before) == 0;
    for (int i = 0; i < 3; i++)
        handle(stops[i], on_stop);
    handle(SIGPIPE, SIG_IGN);
    if (!in.keys)
        return;
    handle(SIGWINCH, on_resize);
    handle(SIGTSTP, on_suspend);
    take_over();
}

void input_close(void)
{
    if (!in.open)
        return;
    give_back();
    for (int i = 0; i < 3; i++)
        handle(stops[i], SIG_DFL);
    handle(SIGWINCH, SIG_DFL);
    handle(SIGTSTP, SIG_DFL);
    in.open = in.keys = false;
}

int input_signal(void) { return in.stop; }

bool input_pending(void) { return in.at < in.count; }

/* ---- bytes ------------------------------------------------------------------------------- */

enum { BYTE_END = -1, BYTE_SIGNAL = -2, BYTE_LATE = -3 };

/* The next byte; with `wait_ms` >= 0 gives up after that time. */
static int next_byte(int wait_ms)
{
    if (in.at < in.count)
        return in.bytes[in.at++];
    for (;;) {
        sigset_t all, old;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, &old); /* no signal between the look and the wait */
        if (in.stop || in.resized) {
            sigprocmask(SIG_SETMASK, &old, NULL);
            return BYTE_SIGNAL;
        }
        fd_set set;
        FD_ZERO(&set);
        FD_SET(STDIN_FILENO, &set);
        const struct timespec limit = {.tv_sec = wait_ms / 1000,
                                       .tv_nsec = (long)(wait_ms % 1000) * 1000000};
        const int ready =
            pselect(STDIN_FILENO + 1, &set, NULL, NULL, wait_ms < 0 ? NULL : &limit, &old);
        sigprocmask(SIG_SETMASK, &old, NULL);
        if (ready == 0)
            return BYTE_LATE;
        if (ready < 0)
            continue;
        const ssize_t n = read(STDIN_FILENO, in.bytes, sizeof in.bytes);
        if (n > 0) {
            in.at = 1;
            in.count = (int)n;
            return in.bytes[0];
        }
        if (n == 0 || errno != EINTR)
            return BYTE_END;
    }
}

static enum input_kind signalled(void)
{
    if (in.stop)
        return INPUT_STOP;
    in.resized = 0;
    return INPUT_RESIZED;
}

/* ---- plain lines ------------------------------------------------------------------------- */

static enum input_kind read_plain(struct input_line *line)
{
    int n = 0;
    for (;;) {
        const int c = next_byte(-1);
        if (c == BYTE_SIGNAL) {
            const enum input_kind kind = signalled();
            if (kind == INPUT_STOP)
                return kind;
            continue;
        }
        if (c == '\n' || (c == BYTE_END && n > 0)) {
            line->text[n] = '\0';
            return INPUT_LINE;
        }
        if (c == BYTE_END)
            return INPUT_END;
        if (n < INPUT_MAX - 1 && c != '\r' && c != '\0')
            line->text[n++] = (char)c;
    }
}

/* ---- the line editor --------------------------------------------------------------------- */

struct editor {
    char *text;
    int len, cursor; /* in bytes, on the border of characters */
    int recalled;    /* how far back in the history */
};

static bool inside(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

static void show(const struct editor *e, const char *prompt)
{
    char frame[2 * INPUT_MAX + 128], ahead[INPUT_MAX];
    memcpy(ahead, e->text + e->cursor, (size_t)(e->len - e->cursor));
    ahead[e->len - e->cursor] = '\0';
    const int back = canvas_width(ahead);
    int n = snprintf(frame, sizeof frame, "\r\033[K%s%.*s", prompt, e->len, e->text);
    if (back > 0)
        n += snprintf(frame + n, sizeof frame - (size_t)n, "\033[%dD", back);
    (void)!write(STDOUT_FILENO, frame, (size_t)n);
}

static void insert(struct editor *e, char c)
{
    if (e->len >= INPUT_MAX - 1)
        return;
    memmove(e->text + e->cursor + 1, e->text + e->cursor, (size_t)(e->len - e->cursor));
    e->text[e->cursor++] = c;
    e->len++;
}

static void erase(struct editor *e, int from, int to)
{
    memmove(e->text + from, e->text + to, (size_t)(e->len - to));
    e->len -= to - from;
    e->cursor = from;
}

static int left_of(const struct editor *e, int at)
{
    if (at > 0)
        at--;
    while (at > 0 && inside(e->text[at]))
        at--;
    return at;
}

static int right_of(const struct editor *e, int at)
{
    if (at < e->len)
        at++;
    while (at < e->len && inside(e->text[at]))
        at++;
    return at;
}

static int word_left(const struct editor *e)
{
    int at = e->cursor;
    while (at > 0 && e->text[at - 1] == ' ')
        at--;
    while (at > 0 && e->text[at - 1] != ' ')
        at--;
    return at;
}

static void replace(struct editor *e, const char *text)
{
    snprintf(e->text, INPUT_MAX, "%s", text);
    e->len = e->cursor = (int)strlen(e->text);
}

static void recall(struct editor *e, int step)
{
    const int oldest = sr_min(in.remembered, HISTORY);
    const int to = e->recalled + step;
    if (to < 0 || to > oldest)
        return;
    e->recalled = to;
    replace(e, to ? in.history[(in.remembered - to) % HISTORY] : "");
}

static void remember(const char *text)
{
    if (!*text)
        return;
    const int last = (in.remembered + HISTORY - 1) % HISTORY;
    if (in.remembered && !strcmp(in.history[last], text))
        return;
    snprintf(in.history[in.remembered % HISTORY], INPUT_MAX, "%s", text);
    in.remembered++;
}

/* The rest of an escape sequence; -1 when it is none we know. */
static int read_escape(void)
{
    int c = next_byte(50);
    if (c != '[' && c != 'O')
        return -1;
    int number = 0;
    while ((c = next_byte(50)) >= '0' && c <= '9')
        number = number * 10 + (c - '0');
    switch (c) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    case 'H':
        return 'a' & 31; /* home: as Ctrl-A */
    case 'F':
        return 'e' & 31;
    case '~':
        return number == 5                  ? KEY_PAGE_UP
               : number == 6                ? KEY_PAGE_DOWN
               : number == 3                ? 'd' & 31
               : number == 1 || number == 7 ? 'a' & 31
               : number == 4 || number == 8 ? 'e' & 31
                                            : -1;
    default:
        return -1;
    }
}

/* Control keys on a line; false when the key is not one of them. */
static bool edit(struct editor *e, int c)
{
    switch (c) {
    case 'a' & 31:
        e->cursor = 0;
        return true;
    case 'e' & 31:
        e->cursor = e->len;
        return true;
    case 'b' & 31:
        e->cursor = left_of(e, e->cursor);
        return true;
    case 'f' & 31:
        e->cursor = right_of(e, e->cursor);
        return true;
    case 'd' & 31:
        erase(e, e->cursor, right_of(e, e->cursor));
        return true;
    case 127:
    case 'h' & 31:
        erase(e, left_of(e, e->cursor), e->cursor);
        return true;
    case 'u' & 31:
        erase(e, 0, e->cursor);
        return true;
    case 'k' & 31:
        erase(e, e->cursor, e->len);
        return true;
    case 'w' & 31:
        erase(e, word_left(e), e->cursor);
        return true;
    default:
        return false;
    }
}

/* An arrow or page key: true when it is the caller's business. */
static bool escape(struct editor *e, struct input_line *line)
{
    const int key = read_escape();
    if (key < 0)
        return false;
    const bool arrow = key >= KEY_UP && key <= KEY_RIGHT;
    if (key == KEY_PAGE_UP || key == KEY_PAGE_DOWN || (arrow && line->arrows && e->len == 0)) {
        line->key = (enum input_key)key;
        return true;
    }
    if (key == KEY_UP || key == KEY_DOWN)
        recall(e, key == KEY_UP ? 1 : -1);
    else if (key == KEY_LEFT || key == KEY_RIGHT)
        edit(e, (key == KEY_LEFT ? 'b' : 'f') & 31);
    else
        edit(e, key);
    return false;
}

static enum input_kind read_keys(struct input_line *line, const char *prompt,
                                 input_completer *complete, void *context)
{
    /* What was typed before a redraw stays. */
    struct editor e = {.text = line->text, .len = (int)strlen(line->text)};
    e.cursor = e.len;
    for (;;) {
        show(&e, prompt);
        const int c = next_byte(-1);
        line->text[e.len] = '\0';
        if (c == BYTE_SIGNAL)
            return signalled();
        if (c == BYTE_END || (c == ('d' & 31) && e.len == 0))
            return INPUT_END;
        if (c == '\n' || c == '\r') {
            remember(line->text);
            return INPUT_LINE;
        }
        if (c == ('l' & 31)) {
            line->key = KEY_REDRAW;
            return INPUT_KEY;
        }
        if (c == ('p' & 31) || c == ('n' & 31)) {
            recall(&e, c == ('p' & 31) ? 1 : -1);
        } else if (c == 27) {
            if (escape(&e, line)) {
                line->text[e.len] = '\0';
                return INPUT_KEY;
            }
        } else if (c == '\t') {
            if (complete && complete(context, line->text))
                e.len = e.cursor = (int)strlen(line->text);
        } else if (!edit(&e, c) && c >= 32) {
            insert(&e, (char)c);
        }
    }
}

enum input_kind input_read(struct input_line *line, const char *prompt, input_completer *complete,
                           void *context)
{
    return in.keys ? read_keys(line, prompt, complete, context) : read_plain(line);
}
