/* explain.c: what is asked, what is missing, what the signs mean, what a thing is; the rules. */
#include <stdio.h>
#include <stdlib.h>

#include "terminal/play.h"
#include "terminal/rules.h"

/* ---- what is asked ----------------------------------------------------------------------- */

static void put_title(struct sr_buf *b, const struct play *p, const char *text)
{
    const bool color = p->session.setup->color;
    printer_ink(b, INK_TITLE, STYLE_BOLD, color);
    sr_buf_put(b, text);
    printer_end(b, color);
    sr_buf_put(b, "\n");
}

static void put_rule(struct sr_buf *b, const struct play *p, const char *rule)
{
    char command[64];
    command_word(p, CMD_RULES, command);
    if (!rule)
        return;
    sr_text_put(b, p->session.setup->lang, "serai.play.rule",
                PLAY_ARGS({"rule", 0, rule}, {"command", 0, command}));
    sr_buf_put(b, "\n");
}

/* Moves that are missing for want of goods, with what is missing. */
static void put_wants(struct sr_buf *b, const struct play *p)
{
    enum { MOST = 12 };
    const struct session *s = &p->session;
    struct sr_want want[MOST];
    if (!s->legal_count)
        return;
    const int n = sr_wants(&s->config->rules, &s->view, want, MOST);
    if (n) {
        sr_buf_put(b, "\n");
        put_title(b, p, play_word(p, "serai.play.wanting"));
    }
    for (int i = 0; i < n; i++) {
        char line[SCREEN_LINE], sentence[512], lack[256];
        struct sr_buf t;
        sr_buf_init(&t, sentence, sizeof sentence);
        sr_move_sentence(&t, &s->speaker, want[i].move);
        sr_buf_init(&t, lack, sizeof lack);
        sr_amounts_text(&t, &s->speaker, want[i].lack, want[i].count);
        sr_buf_init(&t, line, sizeof line);
        sr_text_put(&t, s->setup->lang, "serai.play.lacking",
                    PLAY_ARGS({"sentence", 0, sentence}, {"goods", 0, lack}));
        sr_buf_put(b, "  ");
        list_wrap(b, line, play_text_width(p), 4);
    }
}

static void put_legend(struct sr_buf *b, const struct play *p)
{
    char key[64];
    snprintf(key, sizeof key, "%s.legend", p->session.speaker.game->id);
    if (!sr_text_get(SR_EN, key, 0))
        return;
    sr_buf_put(b, "\n");
    put_title(b, p, play_word(p, "serai.play.legend"));
    list_wrap(b, play_word(p, key), play_text_width(p), 2);
    list_wrap(b, play_word(p, "serai.play.things"), play_text_width(p), 0);
}

static void explain_question(struct play *p)
{
    struct session *s = &p->session;
    const struct menu *m = screen_menu(&p->screen, s);
    struct sr_buf b = play_begin_text(p);
    if (s->actor == SR_NOBODY) {
        sr_buf_put(&b, play_word(p, "serai.play.over"));
        sr_buf_put(&b, "\n");
    } else {
        char question[SCREEN_LINE];
        struct sr_buf t;
        const int d = s->speaker.game->decision(&s->view.s);
        sr_buf_init(&t, question, sizeof question);
        list_question(&t, s);
        put_title(&b, p, question);
        list_wrap(&b, sr_help_text(&s->speaker, d), play_text_width(p), 0);
        put_rule(&b, p, s->speaker.game->decisions[d].rule);
        if (s->legal_count && s->legal_count <= 12) {
            sr_buf_put(&b, "\n");
            list_moves(&b, s, m, NULL, play_text_width(p));
        }
        put_wants(&b, p);
    }
    put_legend(&b, p);
    play_end_text(p);
}

/* ---- what a thing is --------------------------------------------------------------------- */

enum { SEARCH_MOST = 24 };

struct search {
    const struct board_scene *scene;
    const struct board *board;
    const char *wanted;
    struct sr_buf *out;
    const struct play *play;
    char found[SEARCH_MOST + 1][48]; /* "tile.i8": what has been told */
    int count;
};

/* Lower case for the letters of our languages. */
static size_t fold(const char *s, unsigned *code)
{
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] < 0x80) {
        *code = u[0] >= 'A' && u[0] <= 'Z' ? u[0] + 32u : u[0];
        return 1;
    }
    if ((u[0] & 0xE0) == 0xC0 && u[1]) {
        unsigned c = (u[0] & 0x1Fu) << 6 | (u[1] & 0x3Fu);
        if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x410 && c <= 0x42F))
            c += 32;
        else if (c == 0x401)
            c = 0x451;
        *code = c;
        return 2;
    }
    *code = u[0];
    return 1;
}

/* How far `text` agrees with the wanted word: 2 as a whole or up to a blank, 1 as a beginning of
 * three letters at least. */
static int agrees(const char *text, const char *wanted)
{
    int letters = 0;
    while (*wanted) {
        unsigned a, b;
        if (!*text)
            return 0;
        text += fold(text, &a);
        wanted += fold(wanted, &b);
        if (a == '_')
            a = ' ';
        if (b == '_')
            b = ' ';
        if (a != b)
            return 0;
        letters++;
    }
    return *text == '\0' || *text == ' ' || *text == ':' ? 2 : letters >= 3 ? 1 : 0;
}

/* The same word stands in several places of a game's vocabularies. */
static bool is_new(struct search *s, const struct sr_names *names, int value)
{
    char *key = s->found[s->count];
    if (s->count == SEARCH_MOST)
        return false;
    snprintf(key, sizeof s->found[0], "%.20s.%.24s", names->id, names->name[value]);
    for (int i = 0; i < s->count; i++)
        if (!strcmp(s->found[i], key))
            return false;
    s->count++;
    return true;
}

static void try_names(struct search *s, const struct sr_names *names)
{
    for (int i = 0; names && i < names->count; i++) {
        const char *text = sr_name_text(s->scene->speaker, names, i);
        char about[2048];
        struct sr_buf b;
        if (agrees(text, s->wanted) < 1 && agrees(names->name[i], s->wanted) < 2)
            continue;
        sr_buf_init(&b, about, sizeof about);
        if (!s->board->about(s->scene, names, i, &b) || !is_new(s, names, i))
            continue;
        sr_buf_put(s->out, s->count > 1 ? "\n" : "");
        put_title(s->out, s->play, text);
        list_wrap(s->out, about, play_text_width(s->play), 0);
    }
}

static void try_fields(struct search *s, const struct sr_field *f)
{
    for (; f->key; f++) {
        try_names(s, f->names);
        try_names(s, f->by);
        if (f->sub)
            try_fields(s, f->sub);
    }
}

/* A move by its number or notation: what it does, and by which rule. */
static bool explain_move(struct play *p, const char *text, struct sr_buf *b)
{
    const struct session *s = &p->session;
    const struct menu *m = screen_menu(&p->screen, s);
    int at = -1;
    if (strspn(text, "0123456789") == strlen(text))
        at = menu_find(m, strtol(text, NULL, 10));
    for (int i = 0; at < 0 && i < m->count; i++) {
        char one[SR_TEXT_MAX];
        sr_move_text(s->speaker.game, m->move[i], one);
        at = !strcmp(one, text) ? i : -1;
    }
    if (at < 0)
        return false;
    put_title(b, p, menu_text(m, at));
    if (*menu_effect(m, at)) {
        sr_buf_put(b, menu_effect(m, at));
        sr_buf_put(b, "\n");
    }
    put_rule(b, p, s->speaker.game->moves[sr_move_verb(m->move[at])].rule);
    return true;
}

static void explain_thing(struct play *p, const char *thing)
{
    const struct session *s = &p->session;
    const struct sr_game *g = s->speaker.game;
    struct sr_buf b = play_begin_text(p);
    const struct board_scene scene = {
        .rules = &s->config->rules, .view = &s->view, .speaker = &s->speaker};
    struct search search = {
        .scene = &scene, .board = board_find(g->id), .wanted = thing, .out = &b, .play = p};
    if (explain_move(p, thing, &b)) {
        play_end_text(p);
        return;
    }
    if (search.board && search.board->about) {
        for (int i = 0; g->words[i]; i++)
            try_names(&search, g->words[i]);
        for (int v = 0; v < g->move_count; v++)
            for (int a = 0; a < SR_ARGS_MAX && g->moves[v].arg[a].type != SR_A_END; a++)
                try_names(&search, g->moves[v].arg[a].names);
        try_fields(&search, g->state_fields);
    }
    if (!search.count) {
        p->screen.overlay[0] = '\0';
        play_object(p, "serai.play.no_thing", PLAY_ARGS({"text", 0, thing}));
        return;
    }
    play_end_text(p);
}

void explain(struct play *p, const char *thing)
{
    if (*thing)
        explain_thing(p, thing);
    else
        explain_question(p);
}

/* ---- the rules --------------------------------------------------------------------------- */

static int lines_of(const struct sr_buf *b)
{
    int n = 0;
    for (size_t i = 0; i < b->len; i++)
        n += b->text[i] == '\n';
    return n;
}

/* One line of the rules, wrapped; headings and the rule asked for stand out. */
static void put_rules_line(struct sr_buf *b, const struct play *p, const char *line, bool wanted)
{
    const bool color = p->session.setup->color, heading = !strncmp(line, "# ", 2);
    const bool item = !strncmp(line, "• ", strlen("• ")), row = !strncmp(line, "  ", 2);
    if (wanted || heading)
        printer_ink(b, wanted ? INK_ACCENT : INK_TITLE, STYLE_BOLD, color);
    if (row)
        sr_buf_put(b, "  ");
    list_wrap(b, heading || row ? line + 2 : line, play_text_width(p), item ? 2 : row ? 4 : 0);
    if (wanted || heading)
        printer_end(b, color);
}

void explain_rules(struct play *p, const char *number)
{
    const struct session *s = &p->session;
    const char *rules = rules_find(s->speaker.game->id, s->setup->lang);
    const char *wanted = rules_number(number);
    struct sr_buf b = play_begin_text(p);
    int at = *wanted ? -1 : 0;
    while (rules && *rules) {
        static char line[16384];
        const size_t n = strcspn(rules, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, rules);
        rules += n + (rules[n] == '\n');
        const bool here = *wanted && at < 0 && rules_is(line, wanted);
        if (here)
            at = lines_of(&b);
        /* Line by line only the rule asked for is printed, up to the next heading or number. */
        if (s->setup->screen || !*wanted || here)
            put_rules_line(&b, p, line, here);
        else if (at >= 0 && (!strncmp(line, "# ", 2) || strstr(line, "R") == line || !*line))
            break;
        else if (at >= 0)
            put_rules_line(&b, p, line, false);
    }
    if (at < 0 || !b.len) {
        p->screen.overlay[0] = '\0';
        play_object(p, "serai.play.no_rule", PLAY_ARGS({"text", 0, number}));
        return;
    }
    play_end_text(p);
    p->screen.top = at;
}
