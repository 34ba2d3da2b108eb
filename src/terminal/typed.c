/* typed.c: what a player types: the number of a move, the move or its beginning, how often, or a
 * command. */
#include <stdio.h>
#include <stdlib.h>

#include "terminal/play.h"

/* Plays a move so many times as one choice; more than is possible is refused before the first. */
static void play_move(struct play *p, sr_move m, int times)
{
    struct session *s = &p->session;
    struct sr_diag why = {""};
    const int most = times > 1 ? sr_repeats(&s->config->rules, &s->view, m) : 1;
    if (times > most) {
        play_object(p, "serai.play.too_often", PLAY_ARGS({"n", most, NULL}));
        return;
    }
    int done = 0;
    for (; done < times; done++)
        if (session_play(s, m, &why)) {
            play_object(p, "serai.play.failed", PLAY_ARGS({"why", 0, why.text}));
            break;
        }
    if (done)
        take_burst(p, done);
    p->asked = -1;
    p->screen.menu_page = 0;
}

/* Moves whose notation begins with the text, letter case aside; the last of them in *found. */
static int count_beginning(const struct play *p, const char *text, int *found)
{
    const struct session *s = &p->session;
    const size_t n = strlen(text);
    int count = 0;
    for (int i = 0; i < s->legal_count; i++) {
        char one[SR_TEXT_MAX];
        sr_move_text(s->speaker.game, s->legal[i], one);
        size_t k = 0;
        while (k < n && one[k] && (one[k] | 0x20) == (text[k] | 0x20))
            k++;
        if (k == n && (one[k] == '\0' || one[k] == ' ' || text[n - 1] == ' ')) {
            *found = i;
            count++;
        }
    }
    return count;
}

static int count_matching(const struct play *p, const char *text)
{
    const struct session *s = &p->session;
    int count = 0;
    for (int i = 0; i < s->legal_count; i++) {
        char one[SR_TEXT_MAX];
        sr_move_text(s->speaker.game, s->legal[i], one);
        count += list_matches(one, text);
    }
    return count;
}

/* The move a text means: its number, its notation, or the beginning of one. */
static bool find_move(struct play *p, const char *text, sr_move *out)
{
    struct session *s = &p->session;
    int found = 0;
    if (*text && strspn(text, "0123456789") == strlen(text)) {
        const struct menu *m = screen_menu(&p->screen, s);
        const int i = menu_find(m, strtol(text, NULL, 10));
        if (i >= 0)
            *out = m->move[i];
        return i >= 0;
    }
    if (sr_move_parse(&s->config->rules, &s->view.s, text, out, NULL) == SR_OK)
        return true;
    /* In a script only whole moves count: half a move may mean another one tomorrow. */
    if (s->setup->script || count_beginning(p, text, &found) != 1)
        return false;
    *out = s->legal[found];
    return true;
}

/* "5 x3", "trade wood stone ×2": cuts off how often, and returns it; 1 when nothing is said. */
static int cut_times(const char *text, char out[INPUT_MAX])
{
    size_t n = strlen(text), digits = 0;
    snprintf(out, INPUT_MAX, "%s", text);
    while (digits < n && digits < 3 && strchr("0123456789", out[n - digits - 1]))
        digits++;
    if (!digits || digits == n)
        return 1;
    const int times = (int)strtol(out + n - digits, NULL, 10);
    n -= digits;
    if (out[n - 1] == 'x')
        n -= 1;
    else if (n >= 2 && !memcmp(out + n - 2, "×", 2))
        n -= 2;
    else
        return 1;
    while (n && out[n - 1] == ' ')
        n--;
    if (!n || times < 1)
        return 1;
    out[n] = '\0';
    return times;
}

/* Text that is a move. */
static bool understand_move(struct play *p, const char *text)
{
    sr_move m;
    char once[INPUT_MAX];
    if (!p->session.legal_count)
        return false;
    if (find_move(p, text, &m)) {
        play_move(p, m, 1);
        return true;
    }
    const int times = cut_times(text, once);
    if (times > 1 && find_move(p, once, &m)) {
        play_move(p, m, times);
        return true;
    }
    if (strspn(text, "0123456789") != strlen(text))
        return false;
    play_object(p, "serai.play.number", PLAY_ARGS({"text", 0, text}));
    return true;
}

void typed_line(struct play *p, char *text)
{
    text += strspn(text, " \t");
    for (size_t n = strlen(text); n && (text[n - 1] == ' ' || text[n - 1] == '\t');)
        text[--n] = '\0';
    if (!*text)
        return;
    const bool command_only = *text == ':';
    const char *rest = text + command_only;
    if (!command_only && understand_move(p, text))
        return;
    const size_t n = *rest == '?' ? 1 : strcspn(rest, " "); /* "?I8" as "? I8" */
    const int c = command_find(p, rest, n);
    if (c >= 0) {
        command_run(p, (enum command)c, rest + n + strspn(rest + n, " "));
        return;
    }
    if (!command_only && !p->session.setup->script && count_matching(p, text) > 0) {
        command_show_moves(p, text);
        return;
    }
    play_object(p, "serai.play.unknown", PLAY_ARGS({"text", 0, text}));
}

/* Adds the letters that all moves and commands beginning like the text have in common. */
bool typed_complete(void *context, char text[INPUT_MAX])
{
    struct play *p = context;
    const struct session *s = &p->session;
    const size_t n = strlen(text);
    char common[SR_TEXT_MAX] = "";
    int count = 0;
    for (int i = 0; i < s->legal_count + CMD_COUNT; i++) {
        char one[SR_TEXT_MAX];
        if (i < s->legal_count) {
            sr_move_text(s->speaker.game, s->legal[i], one);
        } else {
            command_word(p, (enum command)(i - s->legal_count), one);
        }
        if (strncmp(one, text, n) != 0)
            continue;
        if (!count++) {
            snprintf(common, sizeof common, "%s", one);
            continue;
        }
        size_t k = 0;
        while (common[k] && common[k] == one[k])
            k++;
        common[k] = '\0';
    }
    if (!count || strlen(common) <= n)
        return false;
    snprintf(text, INPUT_MAX, "%s", common);
    return true;
}
