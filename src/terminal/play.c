/* play.c: the loop of a match at one screen: shows, asks, lets the bots play, ends. */
#include <stdio.h>

#include "base/memory.h"
#include "terminal/play.h"

/* ---- telling ----------------------------------------------------------------------------- */

const char *play_word(const struct play *p, const char *key)
{
    return sr_text(p->session.setup->lang, key);
}

static void put_message(struct play *p, bool alarm, const char *key, const struct sr_text_arg *args)
{
    static const struct sr_text_arg none[] = {{NULL, 0, NULL}};
    struct sr_buf b;
    sr_buf_init(&b, p->screen.message, sizeof p->screen.message);
    sr_text_put(&b, p->session.setup->lang, key, args ? args : none);
    p->screen.alarm = alarm;
}

void play_tell(struct play *p, const char *key, const struct sr_text_arg *args)
{
    put_message(p, false, key, args);
    if (!p->session.setup->screen)
        printf("%s\n", p->screen.message);
}

void play_object(struct play *p, const char *key, const struct sr_text_arg *args)
{
    put_message(p, true, key, args);
    if (p->session.setup->script) {
        printer_clean(p->screen.message);
        fflush(stdout);
        fprintf(stderr, "serai play: %s\n", p->screen.message);
        p->mistakes++;
        p->asked = -1; /* the question comes again */
    } else if (!p->session.setup->screen) {
        printf("%s\n", p->screen.message);
    }
}

struct sr_buf play_begin_text(struct play *p)
{
    struct sr_buf b;
    sr_buf_init(&b, p->screen.overlay, sizeof p->screen.overlay);
    p->screen.top = 0;
    return b;
}

void play_end_text(struct play *p)
{
    if (p->session.setup->screen)
        return;
    fputs(p->screen.overlay, stdout);
    p->screen.overlay[0] = '\0';
}

int play_text_width(const struct play *p)
{
    return p->session.setup->screen ? sr_min(p->screen.width - 2, 100) : 100;
}

void play_scroll(struct play *p, int dx, int dy)
{
    struct screen *sc = &p->screen;
    sc->scroll_x = sr_max(0, sc->scroll_x + dx);
    sc->scroll_y = sr_max(0, sc->scroll_y + dy);
    if (!p->session.setup->screen)
        command_run(p, CMD_BOARD, "");
}

/* ---- the loop ---------------------------------------------------------------------------- */

/* Line by line: what happened since the last time, then the question with its moves. */
static void print_question(struct play *p)
{
    struct session *s = &p->session;
    struct screen *sc = &p->screen;
    struct sr_buf b;
    sr_buf_init(&b, sc->frame, sizeof sc->frame);
    list_log(&b, s, p->told);
    p->told = (uint32_t)sr_table_ply(s->table);
    if (s->actor != SR_NOBODY && s->legal_count && p->asked != sr_table_ply(s->table)) {
        p->asked = sr_table_ply(s->table);
        sr_buf_put(&b, "\n");
        list_question(&b, s);
        sr_buf_put(&b, "\n");
        const struct menu *m = screen_menu(sc, s);
        if (s->legal_count <= 40) {
            list_moves(&b, s, m, NULL, 100);
        } else {
            struct sr_buf t;
            sr_buf_init(&t, sc->scratch, sizeof sc->scratch);
            list_verbs(&t, s, m);
            list_wrap(&b, sc->scratch, 100, 0);
            sr_buf_put(&b, play_word(p, "serai.play.many"));
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
        sc->top = sr_max(0, sc->top - (key == KEY_UP ? 1 : sc->rows));
    else if (sc->overlay[0] && (key == KEY_PAGE_DOWN || key == KEY_DOWN))
        sc->top += sc->top + sc->rows < sc->lines ? (key == KEY_DOWN ? 1 : sc->rows) : 0;
    else if (sc->menu_pages > 1 && (key == KEY_PAGE_UP || key == KEY_PAGE_DOWN))
        sc->menu_page = sr_max(0, sc->menu_page + (key == KEY_PAGE_UP ? -1 : 1));
    else if (key == KEY_LEFT || key == KEY_RIGHT)
        play_scroll(p, key == KEY_LEFT ? -4 : 4, 0);
    else if (key == KEY_UP || key == KEY_DOWN)
        play_scroll(p, 0, key == KEY_UP ? -2 : 2);
    else if (key == KEY_PAGE_UP || key == KEY_PAGE_DOWN)
        play_scroll(p, 0, key == KEY_PAGE_UP ? -10 : 10);
}

/* An empty line turns the page of a text, and closes it after the last; else the page of the
 * moves, round and round; else it asks for the next move of a match between bots. */
static void on_empty(struct play *p)
{
    struct screen *sc = &p->screen;
    if (!sc->overlay[0] && sc->menu_pages > 1)
        sc->menu_page = (sc->menu_page + 1) % sc->menu_pages;
    else if (!sc->overlay[0])
        p->step = true;
    else if (sc->top + sc->rows < sc->lines)
        sc->top += sc->rows;
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
    if (s->setup->screen && !input_pending())
        session_ponder(s);
    p->line.arrows = p->screen.overlay[0] || p->screen.max_x > 0 || p->screen.max_y > 0;
    const enum input_kind kind = input_read(&p->line, "> ", typed_complete, p);
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
        typed_line(p, p->line.text);
    }
    p->line.text[0] = '\0';
    return !p->leaving;
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
            play_tell(p, "serai.play.watch", NULL);
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
    sr_text_put(&b, p->session.setup->lang, "serai.play.forfeit",
                PLAY_ARGS({"player", 0, name}, {"why", 0, why->text}));
    p->leaving = true;
}

static void bot_turn(struct play *p)
{
    struct session *s = &p->session;
    const uint64_t now = s->setup->clock(NULL);
    if (s->setup->screen && s->humans && now - p->drawn > 200) {
        /* Bots that think for long: the screen shows who does. */
        char name[SR_NAME_MAX + 16], kept[sizeof p->screen.message];
        struct sr_buf b;
        sr_buf_init(&b, name, sizeof name);
        sr_seat_text(&b, &s->speaker, s->actor);
        memcpy(kept, p->screen.message, sizeof kept); /* nobody has read it yet */
        play_tell(p, "serai.play.thinking", PLAY_ARGS({"player", 0, name}));
        p->broken = !screen_draw(&p->screen, s);
        memcpy(p->screen.message, kept, sizeof kept);
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
        list_log(&b, s, p->told);
        p->told = (uint32_t)sr_table_ply(s->table);
        fputs(p->screen.frame, stdout);
        p->broken = fflush(stdout) != 0;
    }
}

/* Gives the only possible answer for a person; on a screen a message says so. */
static void answer_single(struct play *p, sr_move move)
{
    struct session *s = &p->session;
    char sentence[SCREEN_LINE];
    struct sr_buf b;
    struct sr_diag why = {""};
    sr_buf_init(&b, sentence, sizeof sentence);
    sr_move_sentence(&b, &s->speaker, move);
    const uint32_t seen = s->seen[s->actor];
    const int actor = s->actor;
    if (session_play(s, move, &why)) {
        p->leaving = true;
        return;
    }
    s->seen[actor] = seen;     /* nobody has looked at the log meanwhile */
    if (!p->screen.message[0]) /* what is told already has not been read */
        put_message(p, false, "serai.play.single", PLAY_ARGS({"sentence", 0, sentence}));
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
        sr_move only;
        if (take_single(p, &only)) {
            session_look(s, session_next_viewer(s));
            answer_single(p, only);
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

/* "Anna wins with 54 points": by the ranks, which settle ties as the rules say. */
static void put_winner(struct play *p, struct sr_buf *b, const struct sr_scores *sc)
{
    char names[SCREEN_LINE];
    struct sr_buf n;
    int winners = 0, total = 0;
    sr_buf_init(&n, names, sizeof names);
    for (int i = 0; i < sc->lines; i++) {
        if (sc->rank[i] != 1)
            continue;
        sr_buf_put(&n, winners++ ? ", " : "");
        sr_seat_text(&n, &p->session.speaker, i);
        total = sc->total[i];
    }
    if (sc->lines < 2 || p->verdict[0])
        return; /* alone there is nobody to beat; a verdict is told below */
    sr_text_put(b, p->session.setup->lang, winners > 1 ? "serai.play.share" : "serai.play.wins",
                PLAY_ARGS({"player", 0, names}, {"n", total, NULL}));
    sr_buf_put(b, "\n");
}

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
            list_board(&b, &p->screen, s);
        else
            list_log(&b, s, p->told);
        sr_buf_put(&b, "\n");
        sr_buf_put(&b, play_word(p, "serai.play.over"));
        sr_buf_put(&b, "\n");
        sr_scores_of(&s->config->rules, sr_table_state(s->table), &sc);
        put_winner(p, &b, &sc);
        sr_buf_put(&b, "\n");
        scores_table(&b, &s->speaker, &sc, s->setup->color);
        char seed[SESSION_SEED];
        session_seed(s, seed);
        sr_buf_put(&b, "\n");
        sr_text_put(&b, s->setup->lang, "serai.play.seed", PLAY_ARGS({"seed", 0, seed}));
        sr_buf_put(&b, "\n");
        fputs(p->screen.frame, stdout);
    }
    if (p->verdict[0])
        printf("%s\n", p->verdict);
    if (s->setup->save_path && !s->dirty && sr_table_ply(s->table) > 0)
        play_tell(p, over ? "serai.play.kept" : "serai.play.resume",
                  PLAY_ARGS({"file", 0, s->setup->save_path}));
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
    } else if (p->mistakes) {
        end = PLAY_MISTAKE;
    } else if (p->broken) {
        end = PLAY_NO_OUTPUT;
    }
    menu_free(&p->screen.menu);
    session_fini(&p->session);
    mem_free(p);
    return end;
}
