/* text.c: patterns from the compiled catalogues, filled with arguments.
 *
 * The catalogue itself (catalogue.c, made from po/ by tools/catalogue) is sorted by key; an entry
 * has one pattern, or as many as its language has plural forms. */
#include "serai/text.h"

#include "core/catalogue.h"

static const char *const codes[SR_LANGS] = {"en", "fr", "ru"};

bool sr_lang_parse(const char *s, enum sr_lang *out)
{
    for (int i = 0; i < SR_LANGS; i++) {
        if (strncmp(s, codes[i], 2) == 0 && (s[2] == '\0' || strchr("_-.@", s[2]))) {
            *out = (enum sr_lang)i;
            return true;
        }
    }
    return false;
}

const char *sr_lang_code(enum sr_lang lang) { return codes[lang]; }

int sr_plural(enum sr_lang lang, int64_t n)
{
    const uint64_t u = n < 0 ? 0u - (uint64_t)n : (uint64_t)n;
    const int ten = (int)(u % 10), hundred = (int)(u % 100);
    switch (lang) {
    case SR_FR:
        return u > 1;
    case SR_RU:
        if (ten == 1 && hundred != 11)
            return 0;
        return ten >= 2 && ten <= 4 && (hundred < 10 || hundred >= 20) ? 1 : 2;
    default:
        return u != 1;
    }
}

static const struct catalogue_entry *find(enum sr_lang lang, const char *key)
{
    const struct catalogue *c = &catalogue[lang];
    int low = 0, high = c->count;
    while (low < high) {
        const int mid = (low + high) / 2;
        const int order = strcmp(key, c->entry[mid].key);
        if (order == 0)
            return &c->entry[mid];
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return NULL;
}

const char *sr_text_get(enum sr_lang lang, const char *key, int form)
{
    const struct catalogue_entry *e = find(lang, key);
    if (!e)
        return NULL;
    const char *text = form >= 0 && form < 3 ? e->form[form] : NULL;
    return text ? text : e->form[0];
}

const char *sr_text(enum sr_lang lang, const char *key)
{
    const char *text = sr_text_get(lang, key, 0);
    if (!text)
        text = sr_text_get(SR_EN, key, 0);
    return text ? text : key;
}

const char *sr_text_key(enum sr_lang lang, int i)
{
    return i >= 0 && i < catalogue[lang].count ? catalogue[lang].entry[i].key : NULL;
}

/* ---- patterns ------------------------------------------------------------------------------- */

enum { KEY_MAX = 120 };

/* Appends the words up to NUL to a key being made: "a", ".", "b". */
static void make_key(char out[KEY_MAX], const char *a, const char *b, const char *c, const char *d)
{
    struct sr_buf k;
    sr_buf_init(&k, out, KEY_MAX);
    const char *const parts[] = {a, b, c, d};
    for (int i = 0; i < 4 && parts[i]; i++) {
        if (i)
            sr_buf_put(&k, ".");
        sr_buf_put(&k, parts[i]);
    }
}

static const struct sr_text_arg *find_arg(const struct sr_text_arg *args, const char *name,
                                          size_t n)
{
    for (; args && args->name; args++)
        if (strlen(args->name) == n && memcmp(args->name, name, n) == 0)
            return args;
    return NULL;
}

static void put_unit(struct sr_buf *b, enum sr_lang lang, const char *unit, size_t len, int64_t n)
{
    char word[KEY_MAX], key[KEY_MAX];
    struct sr_buf w;
    sr_buf_init(&w, word, sizeof word);
    sr_buf_putn(&w, unit, len);
    make_key(key, "unit", word, NULL, NULL);
    const char *pattern = sr_text_get(lang, key, sr_plural(lang, n));
    const struct sr_text_arg arg[] = {{"n", n, NULL}, {NULL, 0, NULL}};
    if (pattern)
        sr_text_format(b, lang, pattern, arg);
    else
        sr_buf_int(b, n);
}

void sr_text_format(struct sr_buf *b, enum sr_lang lang, const char *pattern,
                    const struct sr_text_arg *args)
{
    for (const char *s = pattern; *s;) {
        const char *open = strchr(s, '{');
        const char *close = open ? strchr(open, '}') : NULL;
        if (!close) {
            sr_buf_put(b, s);
            return;
        }
        sr_buf_putn(b, s, (size_t)(open - s));
        const char *name = open + 1;
        const char *colon = (const char *)memchr(name, ':', (size_t)(close - name));
        const struct sr_text_arg *a =
            find_arg(args, name, (size_t)((colon ? colon : close) - name));
        if (!a)
            sr_buf_putn(b, open, (size_t)(close + 1 - open));
        else if (colon)
            put_unit(b, lang, colon + 1, (size_t)(close - colon - 1), a->num);
        else if (a->text)
            sr_buf_put(b, a->text);
        else
            sr_buf_int(b, a->num);
        s = close + 1;
    }
}

void sr_text_put(struct sr_buf *b, enum sr_lang lang, const char *key,
                 const struct sr_text_arg *args)
{
    sr_text_format(b, lang, sr_text(lang, key), args);
}

/* ---- moves, events, decisions --------------------------------------------------------------- */

const char *sr_name_text(const struct sr_speaker *sp, const struct sr_names *names, int value)
{
    if (value < 0 || value >= names->count)
        return "?";
    char key[KEY_MAX];
    make_key(key, sp->game->id, names->id, names->name[value], NULL);
    const char *text = sr_text_get(sp->lang, key, 0);
    if (!text)
        text = sr_text_get(SR_EN, key, 0);
    return text ? text : names->name[value];
}

void sr_seat_text(struct sr_buf *b, const struct sr_speaker *sp, int seat)
{
    if (seat < 0)
        return;
    if (sp->names && seat < sp->seats && sp->names[seat] && sp->names[seat][0]) {
        sr_buf_put(b, sp->names[seat]);
        return;
    }
    if (seat < sp->seats) {
        const struct sr_text_arg arg[] = {{"n", seat + 1, NULL}, {NULL, 0, NULL}};
        sr_text_put(b, sp->lang, "seat.player", arg);
        return;
    }
    char key[KEY_MAX], number[12];
    struct sr_buf n;
    sr_buf_init(&n, number, sizeof number);
    sr_buf_int(&n, seat - sp->seats);
    make_key(key, sp->game->id, "automa", number, NULL);
    sr_buf_put(b, sr_text(sp->lang, key));
}

/* Texts of the arguments of one sentence live here until it is written. */
struct sentence {
    struct sr_text_arg arg[SR_ARGS_MAX + 3];
    char text[SR_ARGS_MAX + 1][120];
    int count;
};

static void add_seat(struct sentence *se, const struct sr_speaker *sp, const char *name, int seat)
{
    char *text = se->text[se->count];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof se->text[0]);
    sr_seat_text(&b, sp, seat);
    se->arg[se->count++] = (struct sr_text_arg){name, seat, text};
}

static void add_value(struct sentence *se, const struct sr_speaker *sp, const struct sr_arg *a,
                      int v)
{
    char *text = se->text[se->count];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof se->text[0]);
    struct sr_text_arg arg = {a->key, v, text};
    switch (a->type) {
    case SR_A_SEAT:
        add_seat(se, sp, a->key, v);
        return;
    case SR_A_NAME:
        sr_buf_put(&b, sr_name_text(sp, a->names, v));
        break;
    case SR_A_SET:
        for (int i = 0; i < a->names->count; i++) {
            if (!(v >> i & 1))
                continue;
            sr_buf_put(&b, b.len ? ", " : "");
            sr_buf_put(&b, sr_name_text(sp, a->names, i));
        }
        break;
    default:
        arg.text = NULL;
        break;
    }
    se->arg[se->count++] = arg;
}

void sr_move_sentence(struct sr_buf *b, const struct sr_speaker *sp, sr_move m)
{
    const struct sr_game *g = sp->game;
    const int verb = sr_move_verb(m);
    if (verb >= g->move_count)
        return;
    const struct sr_verb *v = &g->moves[verb];
    struct sentence se = {.count = 0};
    for (int i = 0; i < SR_ARGS_MAX && v->arg[i].type != SR_A_END; i++) {
        int value;
        if (sr_move_arg(g, m, i, &value))
            add_value(&se, sp, &v->arg[i], value);
    }
    se.arg[se.count].name = NULL;
    char key[KEY_MAX];
    make_key(key, g->id, "move", v->name, NULL);
    sr_text_put(b, sp->lang, key, se.arg);
    /* Optional arguments bring a clause of their own. */
    for (int i = 0; i < SR_ARGS_MAX && v->arg[i].type != SR_A_END; i++) {
        int value;
        if (!(v->arg[i].flags & (SR_A_OPTIONAL | SR_A_NONZERO)) || !sr_move_arg(g, m, i, &value))
            continue;
        if ((v->arg[i].flags & SR_A_NONZERO) && value == 0)
            continue;
        make_key(key, g->id, "move", v->name, v->arg[i].key);
        if (!sr_text_get(sp->lang, key, 0))
            continue;
        /* "Pay: purple 2, white 1": the first clause after a colon needs no comma. */
        sr_buf_put(b, b->len > 0 && b->text[b->len - 1] == ':' ? " " : ", ");
        sr_text_put(b, sp->lang, key, se.arg);
    }
}

void sr_event_sentence(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_event *e)
{
    const struct sr_game *g = sp->game;
    const struct sr_verb *v = &g->events[e->kind];
    struct sentence se = {.count = 0};
    bool secret = false;
    add_seat(&se, sp, "seat", e->seat);
    for (int i = 0; i < SR_EVENT_ARGS && v->arg[i].type != SR_A_END; i++) {
        int value = e->arg[i];
        if (value == SR_ARG_SECRET) {
            secret = true;
            continue;
        }
        if ((v->arg[i].flags & SR_A_OPTIONAL) && value-- == 0)
            continue;
        add_value(&se, sp, &v->arg[i], value);
    }
    se.arg[se.count].name = NULL;
    char key[KEY_MAX];
    make_key(key, g->id, "event", v->name, secret ? "secret" : NULL);
    sr_text_put(b, sp->lang, key, se.arg);
}

static const char *decision_text(const struct sr_speaker *sp, const char *what, int decision)
{
    char key[KEY_MAX];
    make_key(key, sp->game->id, what, sp->game->decisions[decision].name, NULL);
    const char *text = sr_text_get(sp->lang, key, 0);
    return text ? text : sp->game->decisions[decision].name;
}

const char *sr_ask_text(const struct sr_speaker *sp, int decision)
{
    return decision_text(sp, "ask", decision);
}

const char *sr_help_text(const struct sr_speaker *sp, int decision)
{
    return decision_text(sp, "help", decision);
}
