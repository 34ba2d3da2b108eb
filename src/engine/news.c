/* news.c: lines for programs of protocol version 2 (news.h). */
#include "engine/news.h"

#include "core/alloc.h"

enum { NEWS_FIRST = 4096, SPARE = 64 };

void news_free(struct news *n)
{
    sr_free(n->text);
    *n = (struct news){0};
}

void news_clear(struct news *n)
{
    n->len = 0;
    n->open = n->lost = n->told = false;
}

static bool grow(struct news *n)
{
    const size_t max = n->max ? 2 * n->max : NEWS_FIRST;
    char *text = max <= NEWS_MAX ? (char *)sr_realloc(n->text, max) : NULL;
    if (!text)
        return false;
    n->text = text;
    n->max = max;
    return true;
}

/* Something is about to be written behind what is there; false: there is no room for it. */
static bool begin(struct news *n, struct sr_buf *b)
{
    if (n->max - n->len <= SPARE && !grow(n)) {
        n->lost = true;
        return false;
    }
    sr_buf_init(b, n->text + n->len, n->max - n->len - SPARE);
    return true;
}

/* Keeps what was written; false: it is to be written once more, if there is room. */
static bool kept(struct news *n, const struct sr_buf *b)
{
    if (!b->full) {
        n->len += b->len;
        return true;
    }
    n->lost = !grow(n);
    return n->lost;
}

void news_match(struct news *n, const struct sr_rules *r, const union sr_state *s)
{
    struct sr_buf b;
    news_end(n);
    while (begin(n, &b)) {
        sr_buf_put(&b, "match ");
        sr_json_open(&b, '{');
        sr_json_put_str(&b, "game", r->game->id);
        sr_json_put_int(&b, "rules_version", r->game->rules_version);
        sr_json_put_int(&b, "players", s->head.seats);
        sr_json_put_int(&b, "seat", s->head.viewer);
        sr_json_key(&b, "options");
        sr_options_write(&b, r->game, s->head.option);
        sr_json_key(&b, "edition");
        sr_edition_write(&b, r);
        sr_json_close(&b, '}');
        sr_buf_put(&b, "\n");
        if (kept(n, &b))
            return;
    }
}

void news_move(struct news *n, const struct sr_game *g, int ply, int seat, sr_move move,
               const struct sr_events *ev, int viewer)
{
    static const struct sr_events none;
    struct sr_buf b;
    if (n->open && n->len - n->line > NEWS_LINE)
        news_end(n);
    while (!n->lost && begin(n, &b)) {
        sr_buf_put(&b, n->open ? "," : "moves [");
        b.comma = false;
        sr_move_told(&b, g, ply, seat, move, ev ? ev : &none, viewer);
        const size_t before = n->len;
        if (kept(n, &b) && !n->lost) {
            n->line = n->open ? n->line : before;
            n->open = true;
            return;
        }
    }
}

void news_result(struct news *n, const struct sr_rules *r, const struct sr_scores *sc)
{
    struct sr_buf b;
    news_end(n);
    while (begin(n, &b)) {
        sr_buf_put(&b, "result ");
        b.comma = false;
        sr_scores_write(&b, r, sc);
        sr_buf_put(&b, "\n");
        if (kept(n, &b))
            return;
    }
}

/* What is spared is for these. */
static void put(struct news *n, const char *text)
{
    const size_t len = strlen(text);
    if (n->max - n->len > len) {
        memcpy(n->text + n->len, text, len + 1);
        n->len += len;
    }
}

void news_end(struct news *n)
{
    if (n->open)
        put(n, "]\n");
    if (n->lost && !n->told)
        put(n, "moves lost []\n");
    n->open = false;
    n->told = n->lost;
}
