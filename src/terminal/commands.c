/* commands.c: the words a player can type besides moves, and what they do. Each has the texts
 * "serai.word.<name>" (words separated by |, the first one is shown) and "serai.word.<name>.help".
 * English words work in every language. */
#include <stdio.h>
#include <stdlib.h>

#include "terminal/play.h"

static const char *const name[CMD_COUNT] = {
    "moves", "log", "board", "scores", "explain", "rules", "hint", "undo", "reset", "redo",
    "back", "left", "right", "up", "down", "save", "run", "help", "quit"};

/* Whether `text` (n letters) is one of the words in a list a|b|c. */
static bool in_list(const char *list, const char *text, size_t n)
{
    while (*list) {
        const size_t len = strcspn(list, "|");
        if (len == n && !strncmp(list, text, n))
            return true;
        list += len + (list[len] == '|');
    }
    return false;
}

int command_find(const struct play *p, const char *text, size_t n)
{
    for (int i = 0; i < CMD_COUNT; i++) {
        char key[64];
        snprintf(key, sizeof key, "serai.word.%s", name[i]);
        if (in_list(play_word(p, key), text, n) || in_list(sr_text(SR_EN, key), text, n))
            return i;
    }
    return -1;
}

void command_word(const struct play *p, enum command c, char out[64])
{
    char key[64];
    snprintf(key, sizeof key, "serai.word.%s", name[c]);
    const char *list = play_word(p, key);
    snprintf(out, 64, "%.*s", (int)strcspn(list, "|"), list);
}

/* ---- lists ------------------------------------------------------------------------------- */

static void show_help(struct play *p)
{
    struct sr_buf b = play_begin_text(p);
    list_wrap(&b, play_word(p, "serai.play.help"), play_text_width(p), 0);
    sr_buf_put(&b, "\n");
    for (int i = 0; i < CMD_COUNT; i++) {
        char key[64], words[128];
        snprintf(key, sizeof key, "serai.word.%s", name[i]);
        snprintf(words, sizeof words, "%s", play_word(p, key));
        for (char *c = words; *c; c++)
            if (*c == '|')
                *c = ' ';
        snprintf(key, sizeof key, "serai.word.%s.help", name[i]);
        sr_buf_put(&b, "  ");
        printer_ink(&b, INK_ACCENT, 0, p->session.setup->color);
        scores_cell(&b, words, 22);
        printer_end(&b, p->session.setup->color);
        sr_buf_put(&b, "  ");
        sr_buf_put(&b, play_word(p, key));
        sr_buf_put(&b, "\n");
    }
    play_end_text(p);
}

void command_show_moves(struct play *p, const char *filter)
{
    const struct menu *m = screen_menu(&p->screen, &p->session);
    struct sr_buf b = play_begin_text(p);
    if (!list_moves(&b, &p->session, m, *filter ? filter : NULL, play_text_width(p))) {
        p->screen.overlay[0] = '\0';
        play_object(p, "serai.play.no_match", PLAY_ARGS({"text", 0, filter}));
        return;
    }
    play_end_text(p);
}

static void show_log(struct play *p, const char *count)
{
    struct sr_buf b = play_begin_text(p);
    const int n = *count ? (int)strtol(count, NULL, 10) : 0;
    const int ply = sr_table_ply(p->session.table);
    list_log(&b, &p->session, n > 0 ? (uint32_t)sr_max(0, ply - n) : 0);
    if (!p->screen.overlay[0]) {
        play_tell(p, "serai.play.no_log", NULL);
        return;
    }
    int lines = 0;
    for (const char *c = p->screen.overlay; *c; c++)
        lines += *c == '\n';
    play_end_text(p);
    p->screen.top = sr_max(0, lines - (p->screen.height - 3)); /* the newest is at the end */
}

static void show_scores(struct play *p)
{
    struct session *s = &p->session;
    struct sr_buf b = play_begin_text(p);
    struct sr_scores sc;
    /* Scores of a view: what is hidden from the person does not count yet. */
    if (s->actor == SR_NOBODY || s->viewer == SR_SPECTATOR)
        sr_scores_of(&s->config->rules, sr_table_state(s->table), &sc);
    else
        sr_scores_of(&s->config->rules, &s->view.s, &sc);
    scores_table(&b, &s->speaker, &sc, s->setup->color);
    play_end_text(p);
}

static void show_board(struct play *p)
{
    if (p->session.setup->screen)
        return; /* it is drawn anyway */
    struct sr_buf b = play_begin_text(p);
    list_board(&b, &p->screen, &p->session);
    play_end_text(p);
}

static void give_hint(struct play *p)
{
    struct session *s = &p->session;
    if (!s->legal_count) {
        play_object(p, "serai.play.no_hint", NULL);
        return;
    }
    const struct sr_idea idea = session_hint(s);
    char text[SR_TEXT_MAX], sentence[512], key[96];
    struct sr_buf b;
    sr_move_text(s->speaker.game, idea.move, text);
    sr_buf_init(&b, sentence, sizeof sentence);
    sr_move_sentence(&b, &s->speaker, idea.move);
    const struct menu *m = screen_menu(&p->screen, s);
    int at = 0;
    while (at + 1 < m->count && m->move[at] != idea.move)
        at++;
    snprintf(key, sizeof key, "ai.%s.%s", s->speaker.game->id, sr_idea_why(&idea));
    const bool why = *sr_idea_why(&idea) && sr_text_get(SR_EN, key, 0);
    const struct sr_text_arg args[] = {{"n", m->number[at], NULL},
                                       {"move", 0, text},
                                       {"sentence", 0, sentence},
                                       {"bot", 0, session_adviser()->id},
                                       {"win", (idea.win + 5) / 10, NULL},
                                       {"reason", 0, why ? play_word(p, key) : ""},
                                       {NULL, 0, NULL}};
    play_tell(p, why ? "serai.play.hint_why" : "serai.play.hint", args);
}

static void answer_undo(struct play *p, enum sr_err err, const char *done)
{
    const bool empty = sr_table_ply(p->session.table) == 0;
    if (err)
        play_object(p,
                    err != SR_NOTHING ? "serai.play.failed"
                    : empty           ? "serai.play.no_undo_yet"
                                      : "serai.play.no_undo",
                    PLAY_ARGS({"why", 0, p->diag->text}));
    else
        play_tell(p, done, NULL);
}

static void save_copy(struct play *p, const char *path)
{
    struct session *s = &p->session;
    const char *to = *path ? path : s->setup->save_path;
    struct sr_diag why = {""};
    if (!to)
        play_object(p, "serai.play.save_where", NULL);
    else if (session_save(s, to, &why))
        play_object(p, "serai.play.save_failed", PLAY_ARGS({"why", 0, why.text}));
    else
        play_tell(p, "serai.play.saved", PLAY_ARGS({"file", 0, to}));
}

/* Takes back or plays again; false: another command. */
static bool run_history(struct play *p, enum command c)
{
    switch (c) {
    case CMD_UNDO:
        answer_undo(p, take_undo(p), "serai.play.undone");
        break;
    case CMD_RESET:
        answer_undo(p, session_reset(&p->session, p->diag), "serai.play.turn_undone");
        break;
    case CMD_BACK:
        answer_undo(p, take_back(p), "serai.play.undone");
        break;
    case CMD_REDO:
        if (take_redo(p))
            play_object(p, "serai.play.no_redo", NULL);
        else
            play_tell(p, "serai.play.redone", NULL);
        break;
    default:
        return false;
    }
    p->asked = -1;
    p->screen.menu_page = 0;
    return true;
}

static bool run_scroll(struct play *p, enum command c, int step)
{
    const int x = step ? step : 10, y = step ? step : 5;
    if (c == CMD_LEFT || c == CMD_RIGHT)
        play_scroll(p, c == CMD_LEFT ? -x : x, 0);
    else if (c == CMD_UP || c == CMD_DOWN)
        play_scroll(p, 0, c == CMD_UP ? -y : y);
    else
        return false;
    return true;
}

void command_run(struct play *p, enum command c, const char *rest)
{
    const int step = *rest ? sr_max(1, (int)strtol(rest, NULL, 10)) : 0;
    if (run_history(p, c) || run_scroll(p, c, step))
        return;
    switch (c) {
    case CMD_MOVES:
        command_show_moves(p, rest);
        break;
    case CMD_LOG:
        show_log(p, rest);
        break;
    case CMD_BOARD:
        show_board(p);
        break;
    case CMD_SCORES:
        show_scores(p);
        break;
    case CMD_EXPLAIN:
        explain(p, rest);
        break;
    case CMD_RULES:
        explain_rules(p, rest);
        break;
    case CMD_HINT:
        give_hint(p);
        break;
    case CMD_SAVE:
        save_copy(p, rest);
        break;
    case CMD_RUN:
        p->running = true;
        break;
    case CMD_HELP:
        show_help(p);
        break;
    default:
        p->leaving = true;
        break;
    }
}
