/* play.c: the loop of a match at one screen: asks, understands, answers. */
#include <stdio.h>
#include <stdlib.h>

#include "lab/lab.h"
#include "terminal/session.h"

/* ---- words ------------------------------------------------------------------------------- */

/* Commands, each with the texts "serai.word.<name>" (words separated by |, the first one is
 * shown) and "serai.word.<name>.help". English words work in every language. */
enum command {
    CMD_MOVES, CMD_LOG, CMD_BOARD, CMD_SCORES, CMD_EXPLAIN, CMD_HINT, CMD_UNDO, CMD_RESET,
    CMD_REDO, CMD_BACK, CMD_LEFT, CMD_RIGHT, CMD_UP, CMD_DOWN, CMD_SAVE, CMD_RUN, CMD_HELP,
    CMD_QUIT, CMD_COUNT
};
static const char *const command_name[CMD_COUNT] = {
    "moves", "log", "board", "scores", "explain", "hint", "undo", "reset", "redo",
    "back", "left", "right", "up", "down", "save", "run", "help", "quit"};

struct play {
    struct session session;
    struct screen screen;
    struct input_line line;
    bool leaving, mistake, broken; /* broken: stdout has failed */
    bool step, running;            /* only bots play: the next move, all of them */
    uint32_t told;                 /* line by line: log told up to this ply */
    int asked;                     /* line by line: ply whose moves have been listed, or -1 */
    uint64_t drawn;                /* when the screen was last drawn for a bot */
    char verdict[512];             /* who loses by rule, and why; empty: nobody */
    struct sr_diag *diag;
};

static const char *word(const struct play *p, const char *key)
{
    return sr_text(p->session.setup->lang, key);
}

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

static int find_command(const struct play *p, const char *text, size_t n)
{
    for (int i = 0; i < CMD_COUNT; i++) {
        char key[64];
        snprintf(key, sizeof key, "serai.word.%s", command_name[i]);
        if (in_list(word(p, key), text, n) || in_list(sr_text(SR_EN, key), text, n))
            return i;
    }
    return -1;
}

/* ---- telling ----------------------------------------------------------------------------- */

static void tell(struct play *p, bool alarm, const char *key, const struct sr_text_arg *args)
{
    static const struct sr_text_arg none[] = {{NULL, 0, NULL}};
    struct sr_buf b;
    sr_buf_init(&b, p->screen.message, sizeof p->screen.message);
    sr_text_put(&b, p->session.setup->lang, key, args ? args : none);
    p->screen.alarm = alarm;
    if (!p->session.setup->screen && !(alarm && p->session.setup->script))
        printf("%s\n", p->screen.message);
}

/* A mistake: on a screen a message; in a script the end. */
static void object(struct play *p, const char *key, const struct sr_text_arg *args)
{
    tell(p, true, key, args);
    if (!p->session.setup->script)
        return;
    snprintf(p->diag->text, sizeof p->diag->text, "%.250s", p->screen.message);
    p->mistake = true;
}

/* Shows a text: over the board, or just printed. */
static struct sr_buf begin_text(struct play *p)
{
    struct sr_buf b;
    sr_buf_init(&b, p->screen.overlay, sizeof p->screen.overlay);
    return b;
}

static void end_text(struct play *p)
{
    p->screen.page = 0;
    if (p->session.setup->screen)
        return;
    fputs(p->screen.overlay, stdout);
    p->screen.overlay[0] = '\0';
}

static int text_width(const struct play *p)
{
    return p->session.setup->screen ? sr_min(p->screen.width - 2, 100) : 100;
}

/* ---- commands ---------------------------------------------------------------------------- */

static void show_explanation(struct play *p)
{
    struct session *s = &p->session;
    struct sr_buf b = begin_text(p);
    if (s->actor == SR_NOBODY) {
        sr_buf_put(&b, word(p, "serai.play.over"));
        sr_buf_put(&b, "\n");
    } else {
        const int d = s->speaker.game->decision(&s->view.s);
        const char *rule = s->speaker.game->decisions[d].rule;
        const struct sr_text_arg args[] = {
            {"rule", 0, rule ? rule : "?"}, {"game", 0, s->speaker.game->id}, {NULL, 0, NULL}};
        screen_question(&b, s);
        sr_buf_put(&b, "\n\n");
        screen_wrap(&b, sr_help_text(&s->speaker, d), text_width(p));
        sr_text_put(&b, s->setup->lang, "serai.play.rule", args);
        sr_buf_put(&b, "\n\n");
        if (s->setup->screen || s->legal_count <= 40)
            screen_list_moves(&b, s, NULL, s->setup->color);
    }
    end_text(p);
}

static void show_help(struct play *p)
{
    struct sr_buf b = begin_text(p);
    screen_wrap(&b, word(p, "serai.play.help"), text_width(p));
    sr_buf_put(&b, "\n");
    for (int i = 0; i < CMD_COUNT; i++) {
        char key[64], words[128];
        snprintf(key, sizeof key, "serai.word.%s", command_name[i]);
        snprintf(words, sizeof words, "%s", word(p, key));
        for (char *c = words; *c; c++)
            if (*c == '|')
                *c = ' ';
        snprintf(key, sizeof key, "serai.word.%s.help", command_name[i]);
        sr_buf_put(&b, "  ");
        printer_ink(&b, INK_ACCENT, 0, p->session.setup->color);
        scores_cell(&b, words, 22);
        printer_end(&b, p->session.setup->color);
        sr_buf_put(&b, "  ");
        sr_buf_put(&b, word(p, key));
        sr_buf_put(&b, "\n");
    }
    end_text(p);
}

static void show_moves(struct play *p, const char *filter)
{
    struct sr_buf b = begin_text(p);
    if (!screen_list_moves(&b, &p->session, *filter ? filter : NULL, p->session.setup->color)) {
        p->screen.overlay[0] = '\0';
        object(p, "serai.play.no_match",
               (const struct sr_text_arg[]){{"text", 0, filter}, {NULL, 0, NULL}});
        return;
    }
    end_text(p);
}

static void show_log(struct play *p, const char *count)
{
    struct sr_buf b = begin_text(p);
    const int n = *count ? (int)strtol(count, NULL, 10) : 0;
    const int ply = sr_table_ply(p->session.table);
    screen_list_log(&b, &p->session, n > 0 ? (uint32_t)sr_max(0, ply - n) : 0,
                    p->session.setup->color);
    if (!p->screen.overlay[0]) {
        tell(p, false, "serai.play.no_log", NULL);
        return;
    }
    end_text(p);
    p->screen.page = INT32_MAX; /* the newest is on the last page */
}

static void show_scores(struct play *p)
{
    struct session *s = &p->session;
    struct sr_buf b = begin_text(p);
    struct sr_scores sc;
    /* Scores of a view: what is hidden from the person does not count yet. */
    if (s->actor == SR_NOBODY || s->viewer == SR_SPECTATOR)
        sr_scores_of(&s->config->rules, sr_table_state(s->table), &sc);
    else
        sr_scores_of(&s->config->rules, &s->view.s, &sc);
    scores_table(&b, &s->speaker, &sc, s->setup->color);
    end_text(p);
}

static void show_board(struct play *p)
{
    if (p->session.setup->screen)
        return; /* it is drawn anyway */
    struct sr_buf b = begin_text(p);
    screen_list_board(&b, &p->screen, &p->session);
    end_text(p);
}

static void give_hint(struct play *p)
{
    struct session *s = &p->session;
    if (!s->legal_count) {
        object(p, "serai.play.no_hint", NULL);
        return;
    }
    const struct sr_idea idea = session_hint(s);
    char text[SR_TEXT_MAX], sentence[512], key[96];
    struct sr_buf b;
    sr_move_text(s->speaker.game, idea.move, text);
    sr_buf_init(&b, sentence, sizeof sentence);
    sr_move_sentence(&b, &s->speaker, idea.move);
    int number = 1;
    while (number < s->legal_count && s->legal[number - 1] != idea.move)
        number++;
    snprintf(key, sizeof key, "ai.%s.%s", s->speaker.game->id, idea.reason);
    const bool why = *idea.reason && sr_text_get(SR_EN, key, 0);
    const struct sr_text_arg args[] = {{"n", number, NULL},
                                       {"move", 0, text},
                                       {"sentence", 0, sentence},
                                       {"bot", 0, sr_bot_at(sr_bot_count() - 1)->id},
                                       {"win", (idea.win + 5) / 10, NULL},
                                       {"reason", 0, why ? word(p, key) : ""},
                                       {NULL, 0, NULL}};
    tell(p, false, why ? "serai.play.hint_why" : "serai.play.hint", args);
}

static void answer_undo(struct play *p, enum sr_err err, const char *done)
{
    const bool empty = sr_table_ply(p->session.table) == 0;
    if (err)
        object(p,
               err != SR_NOTHING ? "serai.play.failed"
               : empty           ? "serai.play.no_undo_yet"
                                 : "serai.play.no_undo",
               (const struct sr_text_arg[]){{"why", 0, p->diag->text}, {NULL, 0, NULL}});
    else
        tell(p, false, done, NULL);
}

static void save_copy(struct play *p, const char *path)
{
    struct session *s = &p->session;
    const char *to = *path ? path : s->setup->save_path;
    struct sr_diag why = {""};
    if (!to)
        object(p, "serai.play.save_where", NULL);
    else if (session_save(s, to, &why))
        object(p, "serai.play.save_failed",
               (const struct sr_text_arg[]){{"why", 0, why.text}, {NULL, 0, NULL}});
    else
        tell(p, false, "serai.play.saved",
             (const struct sr_text_arg[]){{"file", 0, to}, {NULL, 0, NULL}});
}

static void scroll(struct play *p, int dx, int dy)
{
    struct screen *sc = &p->screen;
    sc->scroll_x = sr_max(0, sc->scroll_x + dx);
    sc->scroll_y = sr_max(0, sc->scroll_y + dy);
    if (!p->session.setup->screen)
        show_board(p);
}

static void run_command(struct play *p, enum command c, const char *rest)
{
    struct session *s = &p->session;
    const int step = *rest ? sr_max(1, (int)strtol(rest, NULL, 10)) : 0;
    switch (c) {
    case CMD_MOVES:
        show_moves(p, rest);
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
        show_explanation(p);
        break;
    case CMD_HINT:
        give_hint(p);
        break;
    case CMD_UNDO:
        answer_undo(p, session_undo(s, p->diag), "serai.play.undone");
        break;
    case CMD_RESET:
        answer_undo(p, session_reset(s, p->diag), "serai.play.turn_undone");
        break;
    case CMD_BACK:
        answer_undo(p, session_back(s, p->diag), "serai.play.undone");
        break;
    case CMD_REDO:
        if (session_redo(s, p->diag))
            object(p, "serai.play.no_redo", NULL);
        else
            tell(p, false, "serai.play.redone", NULL);
        break;
    case CMD_LEFT:
        scroll(p, -(step ? step : 10), 0);
        break;
    case CMD_RIGHT:
        scroll(p, step ? step : 10, 0);
        break;
    case CMD_UP:
        scroll(p, 0, -(step ? step : 5));
        break;
    case CMD_DOWN:
        scroll(p, 0, step ? step : 5);
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
    if (c == CMD_UNDO || c == CMD_RESET || c == CMD_BACK || c == CMD_REDO)
        p->asked = -1;
}

/* ---- moves ------------------------------------------------------------------------------- */

static void play_move(struct play *p, sr_move m)
{
    struct sr_diag why = {""};
    if (session_play(&p->session, m, &why))
        object(p, "serai.play.failed",
               (const struct sr_text_arg[]){{"why", 0, why.text}, {NULL, 0, NULL}});
    p->asked = -1;
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
        count += screen_matches(one, text);
    }
    return count;
}

/* Text that is a move, or leads to some. */
static bool understand_move(struct play *p, const char *text)
{
    struct session *s = &p->session;
    sr_move m;
    int found = 0;
    if (!s->legal_count)
        return false;
    if (strspn(text, "0123456789") == strlen(text)) {
        const long n = strtol(text, NULL, 10);
        if (n < 1 || n > s->legal_count)
            object(p, "serai.play.number",
                   (const struct sr_text_arg[]){{"n", s->legal_count, NULL}, {NULL, 0, NULL}});
        else
            play_move(p, s->legal[n - 1]);
        return true;
    }
    if (sr_move_parse(&s->config->rules, &s->view.s, text, &m, NULL) == SR_OK) {
        play_move(p, m);
        return true;
    }
    /* In a script only whole moves count: half a move may mean another one tomorrow. */
    if (!s->setup->script && count_beginning(p, text, &found) == 1) {
        play_move(p, s->legal[found]);
        return true;
    }
    return false;
}

static void understand(struct play *p, char *text)
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
    const size_t n = strcspn(rest, " ");
    const int c = find_command(p, rest, n);
    if (c >= 0) {
        run_command(p, (enum command)c, rest + n + strspn(rest + n, " "));
        return;
    }
    if (!command_only && !p->session.setup->script && count_matching(p, text) > 0) {
        show_moves(p, text);
        return;
    }
    object(p, "serai.play.unknown",
           (const struct sr_text_arg[]){{"text", 0, text}, {NULL, 0, NULL}});
}

/* Adds the letters that all moves and commands beginning like the text have in common. */
static bool complete(void *context, char text[INPUT_MAX])
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
            char key[64];
            snprintf(key, sizeof key, "serai.word.%s", command_name[i - s->legal_count]);
            const char *list = word(p, key);
            snprintf(one, sizeof one, "%.*s", (int)strcspn(list, "|"), list);
        }
        if (strncmp(one, text, n))
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

/* ---- the loop ---------------------------------------------------------------------------- */

/* Line by line: what happened since the last time, then the question with its moves. */
static void print_question(struct play *p)
{
    struct session *s = &p->session;
    struct screen *sc = &p->screen;
    struct sr_buf b;
    sr_buf_init(&b, sc->frame, sizeof sc->frame);
    screen_list_log(&b, s, p->told, s->setup->color);
    p->told = (uint32_t)sr_table_ply(s->table);
    if (s->actor != SR_NOBODY && s->legal_count && p->asked != sr_table_ply(s->table)) {
        p->asked = sr_table_ply(s->table);
        sr_buf_put(&b, "\n");
        screen_question(&b, s);
        sr_buf_put(&b, "\n");
        if (s->legal_count <= 40) {
            screen_list_moves(&b, s, NULL, s->setup->color);
        } else {
            struct sr_buf t;
            sr_buf_init(&t, sc->scratch, sizeof sc->scratch);
            screen_list_verbs(&t, s);
            screen_wrap(&b, sc->scratch, 100);
            sr_buf_put(&b, word(p, "serai.play.many"));
            sr_buf_put(&b, "\n");
        }
    }
    fputs(sc->frame, stdout);
    if (!s->setup->script)
        fputs("> ", stdout);
    if (fflush(stdout))
        p->broken = true;
}

static void on_key(struct play *p, enum input_key key)
{
    struct screen *sc = &p->screen;
    if (sc->overlay[0] && (key == KEY_PAGE_UP || key == KEY_UP))
        sc->page = sr_max(0, sc->page - 1);
    else if (sc->overlay[0] && (key == KEY_PAGE_DOWN || key == KEY_DOWN))
        sc->page++;
    else if (key == KEY_LEFT || key == KEY_RIGHT)
        scroll(p, key == KEY_LEFT ? -4 : 4, 0);
    else if (key == KEY_UP || key == KEY_DOWN)
        scroll(p, 0, key == KEY_UP ? -2 : 2);
    else if (key == KEY_PAGE_UP || key == KEY_PAGE_DOWN)
        scroll(p, 0, key == KEY_PAGE_UP ? -10 : 10);
}

/* An empty line turns the page of a text, and closes it after the last; else it asks for the
 * next move of a match between bots. */
static void on_empty(struct play *p)
{
    struct screen *sc = &p->screen;
    if (!sc->overlay[0])
        p->step = true;
    else if (sc->page + 1 < sc->pages)
        sc->page++;
    else
        sc->overlay[0] = '\0';
}

/* Asks the person at the screen once; returns false when the game is to be left. */
static bool ask(struct play *p)
{
    struct session *s = &p->session;
    if (s->setup->screen)
        p->broken = !screen_draw(&p->screen, s);
    else
        print_question(p);
    if (p->broken)
        return false;
    p->line.arrows = p->screen.overlay[0] || p->screen.max_x > 0 || p->screen.max_y > 0;
    const enum input_kind kind = input_read(&p->line, "> ", complete, p);
    if (kind == INPUT_RESIZED)
        return true;
    if (kind == INPUT_KEY) {
        on_key(p, p->line.key);
        return true;
    }
    if (kind != INPUT_LINE)
        return false;
    p->screen.message[0] = '\0';
    if (s->setup->script)
        printf("> %s\n", p->line.text);
    if (!p->line.text[strspn(p->line.text, " \t")]) {
        on_empty(p);
    } else {
        p->screen.overlay[0] = '\0';
        understand(p, p->line.text);
    }
    p->line.text[0] = '\0';
    return !p->leaving && !p->mistake;
}

/* Waits for Enter with nothing secret on the screen. */
static bool pass_screen(struct play *p, int seat)
{
    for (;;) {
        if (!screen_pass(&p->screen, &p->session, seat)) {
            p->broken = true;
            return false;
        }
        p->line.text[0] = '\0';
        p->line.arrows = false;
        const enum input_kind kind = input_read(&p->line, "    ", NULL, NULL);
        p->line.text[0] = '\0';
        if (kind == INPUT_LINE)
            return true;
        if (kind == INPUT_END || kind == INPUT_STOP)
            return false;
    }
}

/* Only bots play: Enter shows the next move, "run" all of them. */
static bool watch(struct play *p)
{
    struct session *s = &p->session;
    p->step = p->running || !s->setup->screen;
    while (!p->step && !p->running) {
        if (!p->screen.message[0] && !p->screen.overlay[0])
            tell(p, false, "serai.play.watch", NULL);
        if (!ask(p))
            return false;
    }
    s->seen[s->viewer] = (uint32_t)sr_table_ply(s->table);
    return true;
}

/* A program that breaks the rules loses the game, which is over with that. */
static void lose(struct play *p, int seat, struct sr_diag *why)
{
    char name[SR_NAME_MAX + 16];
    struct sr_buf b;
    printer_clean(why->text);
    sr_buf_init(&b, name, sizeof name);
    sr_seat_text(&b, &p->session.speaker, seat);
    sr_buf_init(&b, p->verdict, sizeof p->verdict);
    sr_text_put(
        &b, p->session.setup->lang, "serai.play.forfeit",
        (const struct sr_text_arg[]){{"player", 0, name}, {"why", 0, why->text}, {NULL, 0, NULL}});
    p->leaving = true;
}

static void bot_turn(struct play *p)
{
    struct session *s = &p->session;
    const uint64_t now = s->setup->clock(NULL);
    if (s->setup->screen && s->humans && now - p->drawn > 200) {
        /* Bots that think for long: the screen shows who does. */
        char name[SR_NAME_MAX + 16];
        struct sr_buf b;
        sr_buf_init(&b, name, sizeof name);
        sr_seat_text(&b, &s->speaker, s->actor);
        tell(p, false, "serai.play.thinking",
             (const struct sr_text_arg[]){{"player", 0, name}, {NULL, 0, NULL}});
        p->broken = !screen_draw(&p->screen, s);
        p->screen.message[0] = '\0';
        p->drawn = now;
    }
    struct sr_diag why = {""};
    sr_move move;
    if (session_bot_move(s, &move, &why)) {
        lose(p, s->actor, &why);
        return;
    }
    if (session_play(s, move, &why))
        p->leaving = true;
    if (!s->setup->screen && !s->humans) {
        struct sr_buf b;
        sr_buf_init(&b, p->screen.frame, sizeof p->screen.frame);
        screen_list_log(&b, s, p->told, s->setup->color);
        p->told = (uint32_t)sr_table_ply(s->table);
        fputs(p->screen.frame, stdout);
        p->broken = fflush(stdout) != 0;
    }
}

static void loop(struct play *p)
{
    struct session *s = &p->session;
    while (sr_table_actor(s->table) != SR_NOBODY && !input_signal() && !p->broken) {
        const int actor = sr_table_actor(s->table);
        /* What a person did is safe before a bot thinks or anybody is waited for. The rest of a
         * script that has been read already need not wait for the disk. */
        if ((s->urgent || session_is_human(s, actor)) && !input_pending())
            session_sync(s);
        if (!session_is_human(s, actor)) {
            session_look(s, session_next_viewer(s));
            if (!s->humans && !watch(p))
                return;
            bot_turn(p);
            if (p->leaving)
                return;
            continue;
        }
        const int before = s->viewer;
        if (s->setup->screen && session_has_secrets(s, before, actor)) {
            p->screen.overlay[0] = p->screen.message[0] = '\0';
            if (!pass_screen(p, actor))
                return;
        }
        session_look(s, actor);
        if (!ask(p))
            return;
    }
}

/* ---- the end ----------------------------------------------------------------------------- */

static void print_end(struct play *p)
{
    struct session *s = &p->session;
    struct sr_buf b;
    const bool over = sr_table_actor(s->table) == SR_NOBODY;
    session_look(s, over ? SR_SPECTATOR : s->viewer);
    if (over) {
        struct sr_scores sc;
        sr_buf_init(&b, p->screen.frame, sizeof p->screen.frame);
        if (s->setup->screen)
            screen_list_board(&b, &p->screen, s);
        else
            screen_list_log(&b, s, p->told, s->setup->color);
        sr_buf_put(&b, "\n");
        sr_buf_put(&b, word(p, "serai.play.over"));
        sr_buf_put(&b, "\n\n");
        sr_scores_of(&s->config->rules, sr_table_state(s->table), &sc);
        scores_table(&b, &s->speaker, &sc, s->setup->color);
        fputs(p->screen.frame, stdout);
    }
    if (p->verdict[0])
        printf("%s\n", p->verdict);
    if (s->setup->save_path && !s->dirty && sr_table_ply(s->table) > 0)
        tell(p, false, over ? "serai.play.kept" : "serai.play.resume",
             (const struct sr_text_arg[]){{"file", 0, s->setup->save_path}, {NULL, 0, NULL}});
    if (s->setup->screen && p->screen.message[0])
        printf("%s\n", p->screen.message);
}

enum play_end play_run(const struct play_setup *setup, struct sr_diag *diag)
{
    struct play *p = mem_new(sizeof *p);
    p->diag = diag;
    p->asked = -1;
    session_init(&p->session, setup);
    p->told = p->session.seen[0];
    screen_size(&p->screen);
    if (setup->notice && setup->screen)
        snprintf(p->screen.message, sizeof p->screen.message, "%s", setup->notice);
    else if (setup->notice)
        printf("%s\n", setup->notice);
    input_open(setup->screen);
    loop(p);
    session_sync(&p->session);
    p->screen.message[0] = '\0';
    input_close();
    print_end(p);
    enum play_end end = PLAY_DONE;
    if (p->session.dirty && setup->save_path) {
        *diag = p->session.save_error;
        end = PLAY_NOT_SAVED;
    } else if (input_signal()) {
        end = PLAY_SIGNAL;
    } else if (p->mistake) {
        end = PLAY_MISTAKE;
    } else if (p->broken) {
        end = PLAY_NO_OUTPUT;
    }
    session_fini(&p->session);
    mem_free(p);
    return end;
}
