/* effect.c: what a move costs and brings, by playing it on states that fit a view (effect.h). */
#include "serai/effect.h"

#include "core/fields.h"

enum {
    NUMBERS = 64, /* numbers of a player that are told, at most */
    TRIES = 32,   /* states on which a move that reveals something is played */
    PLENTY = 9,   /* goods of each kind that make a player rich */
    RICH_MOVES = 4 * SR_MOVES_MAX,
    KEY = 120
};

/* One number that is told. */
struct number {
    const struct sr_field *field; /* NULL: points */
    int16_t element;
    enum sr_family family;
    int as;      /* first number with the same words: they are one thing to a player */
    uint16_t at; /* byte in the player's struct, of a task in the state */
};

struct numbers {
    const struct sr_field *players; /* the array of the state */
    struct number list[NUMBERS];
    int count;
};

/* "<game>.<family>.<member>[.<element>]" */
void sr_effect_key(struct sr_buf *b, const struct sr_game *g, const struct sr_effect *e)
{
    static const char *const names[] = {".stock.", ".track.", ".task."};
    const struct sr_field *f = e->field;
    sr_buf_put(b, g->id);
    sr_buf_put(b, names[e->family]);
    sr_buf_put(b, f ? f->key : e->family == SR_STOCK ? "any" : "points");
    if (f && f->count && f->by) {
        sr_buf_put(b, ".");
        sr_buf_put(b, f->by->name[e->element]);
    }
}

static void make_key(char out[KEY], const struct sr_game *g, enum sr_family family,
                     const struct sr_field *f, int element)
{
    const struct sr_effect e = {f, (int16_t)element, family, 0};
    struct sr_buf b;
    sr_buf_init(&b, out, KEY);
    sr_effect_key(&b, g, &e);
}

/* A member "points" is part of the total, which is told instead. */
static bool is_number(const struct sr_field *f)
{
    return strcmp(f->key, "points") != 0 && f->type <= SR_T_U32 && !f->inner &&
           (f->count == 0 || f->by);
}

static void add_number(struct numbers *n, const struct sr_game *g, enum sr_family family,
                       const struct sr_field *f, int element)
{
    char key[KEY];
    make_key(key, g, family, f, element);
    const char *words = sr_text_get(SR_EN, key, 0);
    if (!words || SR_NEVER(n->count == NUMBERS))
        return;
    struct number *one = &n->list[n->count];
    *one = (struct number){.field = f, .element = (int16_t)element, .family = family};
    one->at = f ? (uint16_t)(f->offset + element * f->size) : (uint16_t)0;
    one->as = n->count++;
    for (int i = one->as - 1; i >= 0; i--) {
        char other[KEY];
        make_key(other, g, n->list[i].family, n->list[i].field, n->list[i].element);
        if (!strcmp(sr_text(SR_EN, other), words))
            one->as = i;
    }
}

static void find_numbers(struct numbers *n, const struct sr_game *g)
{
    n->players = NULL;
    n->count = 0;
    for (const struct sr_field *f = g->state_fields; f->key && !n->players; f++)
        if (f->type == SR_T_STRUCT && (f->flags & SR_F_SEATS))
            n->players = f;
    for (const struct sr_field *f = n->players ? n->players->sub : NULL; f && f->key; f++)
        for (int i = 0; is_number(f) && i < sr_max(1, f->count); i++) {
            add_number(n, g, SR_STOCK, f, i);
            add_number(n, g, SR_TRACK, f, i);
        }
    add_number(n, g, SR_TRACK, NULL, 0);
    for (const struct sr_field *f = g->state_fields; f->key; f++)
        if (is_number(f) && !f->count)
            add_number(n, g, SR_TASK, f, 0);
}

static const unsigned char *player_at(const struct numbers *n, const union sr_state *s, int seat)
{
    return s->bytes + n->players->offset + (size_t)seat * n->players->size;
}

static void read_numbers(const struct sr_rules *r, const struct numbers *n, const union sr_state *s,
                         int seat, int out[NUMBERS])
{
    for (int i = 0; i < n->count; i++) {
        const struct number *one = &n->list[i];
        if (one->family == SR_TASK) {
            out[i] = (int)fields__get(one->field, s->bytes + one->at);
        } else if (one->field) {
            out[i] = (int)fields__get(one->field, player_at(n, s, seat) + one->at);
        } else {
            struct sr_scores sc;
            sr_scores_of(r, s, &sc);
            out[i] = sc.total[seat];
        }
    }
}

/* Gives a seat plenty of everything that can be spent. */
static void enrich(const struct numbers *n, union sr_state *s, int seat)
{
    unsigned char *own = s->bytes + n->players->offset + (size_t)seat * n->players->size;
    for (int i = 0; i < n->count; i++) {
        const struct sr_field *f = n->list[i].field;
        if (n->list[i].family != SR_STOCK || fields__get(f, own + n->list[i].at) >= PLENTY)
            continue;
        fields__set(f, own + n->list[i].at, f->max && f->max < PLENTY ? f->max : PLENTY);
    }
}

/* Plays m on a state that fits the view, made `rich` if asked. `change` gets what it did to the
 * numbers; returns whether chance or hidden things had a part in it. */
static bool try_move(const struct sr_rules *r, const struct numbers *n, const struct sr_view *view,
                     bool rich, sr_move m, uint64_t seed, int change[NUMBERS])
{
    struct sr_event event[SR_EVENTS_MAX];
    struct sr_events ev = {event, 0, SR_EVENTS_MAX, false};
    struct sr_rng rng;
    union sr_state s;
    int before[NUMBERS];
    const int seat = view->s.head.viewer;
    sr_rng_seed(&rng, seed);
    sr_sample(r, view, &rng, &s);
    if (rich)
        enrich(n, &s, seat);
    const struct sr_rng chance = s.head.rng;
    read_numbers(r, n, &s, seat, before);
    sr_play_unchecked(r, &s, m, &ev);
    read_numbers(r, n, &s, seat, change);
    for (int i = 0; i < n->count; i++)
        change[i] -= before[i];
    return sr_events_reveal(r->game, &ev) || memcmp(&chance, &s.head.rng, sizeof chance) != 0;
}

/* The changes that are certain; others become 0. Returns whether all are. */
static bool sure_changes(const struct sr_rules *r, const struct numbers *n,
                         const struct sr_view *view, bool rich, sr_move m, int change[NUMBERS])
{
    if (!try_move(r, n, view, rich, m, 1, change))
        return true; /* all that matters is in the view: another state would give the same */
    for (int i = 2; i <= TRIES; i++) {
        int other[NUMBERS];
        try_move(r, n, view, rich, m, (uint64_t)i, other);
        for (int k = 0; k < n->count; k++)
            if (other[k] != change[k])
                change[k] = 0;
    }
    return false;
}

/* Adds what has the same words to the first of them. */
static void join(const struct numbers *n, int value[NUMBERS])
{
    for (int i = 0; i < n->count; i++) {
        if (n->list[i].as == i)
            continue;
        value[n->list[i].as] += value[i];
        value[i] = 0;
    }
}

/* The price that a following question asks for, where it only asks what to pay with: so many
 * goods, whichever. 0: no such question. */
static int price_to_come(const struct sr_rules *r, const struct numbers *n,
                         const struct sr_view *view, sr_move m)
{
    enum { MOST = 64 };
    sr_move legal[SR_MOVES_MAX];
    struct sr_rng rng;
    union sr_state s;
    const int seat = view->s.head.viewer;
    int price = 0;
    sr_rng_seed(&rng, 1);
    sr_sample(r, view, &rng, &s);
    sr_play_unchecked(r, &s, m, NULL);
    const int count = sr_actor(r, &s) == seat ? sr_legal(r, &s, legal) : 0;
    for (int i = 0; i < count && count <= MOST; i++) {
        int before[NUMBERS], after[NUMBERS], sum = 0;
        union sr_state then;
        sr_copy(r, &then, &s);
        read_numbers(r, n, &s, seat, before);
        sr_play_unchecked(r, &then, legal[i], NULL);
        read_numbers(r, n, &then, seat, after);
        for (int k = 0; k < n->count; k++)
            if (n->list[n->list[k].as].family == SR_STOCK)
                sum += after[k] - before[k];
        if (sum >= 0 || (i && sum != price))
            return 0;
        price = sum;
    }
    return count <= MOST ? price : 0;
}

int sr_effects(const struct sr_rules *r, const struct sr_view *view, sr_move m,
               struct sr_effect out[SR_EFFECTS_MAX])
{
    struct numbers n;
    int change[NUMBERS], count = 0;
    find_numbers(&n, r->game);
    if (!n.players || view->s.head.viewer >= view->s.head.seats)
        return 0;
    const bool sure = sure_changes(r, &n, view, false, m, change);
    join(&n, change);
    char any[KEY];
    make_key(any, r->game, SR_STOCK, NULL, 0);
    const int price = sure && sr_text_get(SR_EN, any, 0) ? price_to_come(r, &n, view, m) : 0;
    if (price)
        out[count++] = (struct sr_effect){NULL, 0, SR_STOCK, price};
    for (int gains = 0; gains < 2; gains++)
        for (int i = 0; i < n.count && count < SR_EFFECTS_MAX; i++)
            if (gains ? change[i] > 0 : change[i] < 0 && n.list[i].family != SR_TASK)
                out[count++] = (struct sr_effect){n.list[i].field, n.list[i].element,
                                                  n.list[i].family, change[i]};
    return count;
}

int sr_holdings(const struct sr_rules *r, const struct sr_view *view, int seat,
                struct sr_effect out[SR_EFFECTS_MAX])
{
    struct numbers n;
    int have[NUMBERS], count = 0;
    find_numbers(&n, r->game);
    if (!n.players || seat >= view->s.head.seats)
        return 0;
    read_numbers(r, &n, &view->s, seat, have);
    join(&n, have);
    for (int track = 0; track < 2; track++)
        for (int i = 0; i < n.count && count < SR_EFFECTS_MAX; i++) {
            const struct number *one = &n.list[i];
            const bool hidden =
                one->field && (one->field->flags & SR_F_HIDES) && view->s.head.viewer != seat;
            if (one->family == (track ? SR_TRACK : SR_STOCK) && have[i] != 0 && !hidden)
                out[count++] = (struct sr_effect){one->field, one->element, one->family, have[i]};
        }
    return count;
}

int sr_repeats(const struct sr_rules *r, const struct sr_view *view, sr_move m)
{
    enum { MOST = 20 };
    struct sr_event event[SR_EVENTS_MAX];
    struct numbers n;
    struct sr_rng rng;
    union sr_state s;
    int first[NUMBERS] = {0}, before[NUMBERS], after[NUMBERS], times = 0;
    const int seat = view->s.head.viewer;
    const int question = r->game->decision(&view->s);
    find_numbers(&n, r->game);
    if (!n.players || seat >= view->s.head.seats)
        return 1;
    sr_rng_seed(&rng, 1);
    sr_sample(r, view, &rng, &s);
    while (times < MOST && sr_actor(r, &s) == seat && r->game->decision(&s) == question &&
           sr_allows(r, &s, m)) {
        struct sr_events ev = {event, 0, SR_EVENTS_MAX, false};
        const struct sr_rng chance = s.head.rng;
        bool same = true, any = false;
        read_numbers(r, &n, &s, seat, before);
        sr_play_unchecked(r, &s, m, &ev);
        read_numbers(r, &n, &s, seat, after);
        for (int i = 0; i < n.count; i++) {
            const int change = after[i] - before[i];
            any = any || change != 0;
            same = same && (times == 0 || change == first[i]);
            first[i] = change;
        }
        if (!same || !any || sr_events_reveal(r->game, &ev) ||
            memcmp(&chance, &s.head.rng, sizeof chance) != 0)
            break;
        times++;
    }
    return sr_max(1, times);
}

/* ---- words ---------------------------------------------------------------------------------- */

static void put_amount(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_effect *e,
                       bool sign)
{
    char key[KEY], number[16];
    struct sr_buf t;
    make_key(key, sp->game, e->family, e->field, e->element);
    sr_buf_init(&t, number, sizeof number);
    const int size = e->change < 0 ? -e->change : e->change;
    sr_buf_put(&t, !sign ? "" : e->change < 0 ? "\u2212" : "+");
    sr_buf_int(&t, size);
    const struct sr_text_arg args[] = {{"n", size, number}, {NULL, 0, NULL}};
    const char *pattern = sr_text_get(sp->lang, key, sr_plural(sp->lang, size));
    sr_text_format(b, sp->lang, pattern ? pattern : "{n}", args);
}

static void put_list(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_effect *list,
                     int n, bool sign)
{
    for (int i = 0; i < n; i++) {
        sr_buf_put(b, i ? ", " : "");
        put_amount(b, sp, &list[i], sign);
    }
}

void sr_effects_text(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_effect *list,
                     int n)
{
    put_list(b, sp, list, n, true);
}

void sr_amounts_text(struct sr_buf *b, const struct sr_speaker *sp, const struct sr_effect *list,
                     int n)
{
    put_list(b, sp, list, n, false);
}

/* ---- what is missing ------------------------------------------------------------------------ */

/* Whether two moves are the same deed, paid in another way. */
static bool same_deed(const struct sr_game *g, sr_move a, sr_move b)
{
    const struct sr_verb *v = &g->moves[sr_move_verb(a)];
    if (sr_move_verb(a) != sr_move_verb(b))
        return false;
    for (int i = 0; i < SR_ARGS_MAX && v->arg[i].type != SR_A_END; i++) {
        int x = -1, y = -1;
        if (v->arg[i].flags & (SR_A_NONZERO | SR_A_SILENT | SR_A_KEYED))
            continue;
        const bool has_x = sr_move_arg(g, a, i, &x), has_y = sr_move_arg(g, b, i, &y);
        if (has_x != has_y || x != y)
            return false;
    }
    return true;
}

/* What the seat lacks for a move that its rich twin can make; count 0: nothing. */
static void find_lack(const struct sr_rules *r, const struct numbers *n, const struct sr_view *view,
                      struct sr_want *w)
{
    int change[NUMBERS], have[NUMBERS];
    sure_changes(r, n, view, true, w->move, change);
    read_numbers(r, n, &view->s, view->s.head.viewer, have);
    w->count = 0;
    for (int i = 0; i < n->count && w->count < 4; i++)
        if (n->list[i].family == SR_STOCK && have[i] + change[i] < 0)
            w->lack[w->count++] = (struct sr_effect){n->list[i].field, n->list[i].element, SR_STOCK,
                                                     -(have[i] + change[i])};
}

/* Whether what is lacking is all that stands in the way. */
static bool would_do(const struct sr_rules *r, const struct numbers *n, const struct sr_view *view,
                     const struct sr_want *w)
{
    struct sr_view rich;
    sr_copy(r, &rich.s, &view->s);
    unsigned char *own =
        rich.s.bytes + n->players->offset + (size_t)view->s.head.viewer * n->players->size;
    for (int i = 0; i < w->count; i++) {
        const struct sr_field *f = w->lack[i].field;
        if (SR_NEVER(!f))
            return false;
        unsigned char *at = own + f->offset + w->lack[i].element * f->size;
        fields__set(f, at, fields__get(f, at) + w->lack[i].change);
    }
    return sr_allows(r, &rich.s, w->move);
}

static int lack_of(const struct sr_want *w)
{
    int sum = 0;
    for (int i = 0; i < w->count; i++)
        sum += w->lack[i].change;
    return sum;
}

/* Puts a want into its place in the list, or in the place of its dearer twin. */
static int keep_want(const struct sr_game *g, struct sr_want *out, int count, int max,
                     const struct sr_want *w)
{
    for (int i = 0; i < count; i++) {
        if (!same_deed(g, out[i].move, w->move))
            continue;
        if (lack_of(&out[i]) <= lack_of(w))
            return count;
        memmove(&out[i], &out[i + 1], (size_t)(count - i - 1) * sizeof *out);
        count--;
        break;
    }
    int at = count;
    while (at > 0 && lack_of(&out[at - 1]) > lack_of(w))
        at--;
    if (at == max)
        return count;
    const int moved = sr_min(count, max - 1) - at;
    memmove(&out[at + 1], &out[at], (size_t)moved * sizeof *out);
    out[at] = *w;
    return sr_min(count + 1, max);
}

int sr_wants(const struct sr_rules *r, const struct sr_view *view, struct sr_want *out, int max)
{
    struct numbers n;
    struct sr_view rich;
    sr_move now[SR_MOVES_MAX], then[RICH_MOVES];
    int count = 0;
    find_numbers(&n, r->game);
    if (!n.players || view->s.head.viewer >= view->s.head.seats || max < 1)
        return 0;
    sr_copy(r, &rich.s, &view->s);
    enrich(&n, &rich.s, view->s.head.viewer);
    const int have = sr_legal(r, &view->s, now), could = sr_legal(r, &rich.s, then);
    for (int i = 0; i < could; i++) {
        bool possible = false;
        for (int k = 0; k < have && !possible; k++)
            possible = same_deed(r->game, now[k], then[i]);
        if (possible)
            continue;
        struct sr_want w = {.move = then[i]};
        find_lack(r, &n, view, &w);
        if (w.count && would_do(r, &n, view, &w))
            count = keep_want(r->game, out, count, max, &w);
    }
    return count;
}
