/* dice.c: how the people at a table make its seed (fair.h): what each gives when he sits down, how
 * long the start waits for parts to be shown, and what goes into the seed. */
#include "server/doc.h"
#include "server/secret.h"

enum { SHOW_MS = 5000 }; /* to show one's part, once the last seat is taken */

bool sv_dice_ok(const char *given)
{
    return !given[0] || fair_is_dice(given) || fair_is_part(given);
}

bool sv_dice_read(const struct sr_doc *d, int tok, char out[FAIR_HEX])
{
    out[0] = '\0';
    return sr_json_get(d, tok, "dice") < 0 ||
           (sv_get_text(d, tok, "dice", out, FAIR_HEX) && out[0] && sv_dice_ok(out));
}

void sv_dice_take(struct sv_seat *s, const char *given)
{
    const bool part = fair_is_part(given);
    s->dice[0] = s->part[0] = '\0';
    if (part) {
        snprintf(s->part, sizeof s->part, "%s", given);
        fair_dice(given, s->dice);
    } else if (fair_is_dice(given)) {
        snprintf(s->dice, sizeof s->dice, "%s", given);
    }
}

bool sv_full(const struct sv_table *t)
{
    for (int i = 0; i < t->setup.config.seats; i++)
        if (t->people.seat[i].kind < ENTRY_HUMAN)
            return false;
    return true;
}

int64_t sv_dice_until(const struct sv_table *t) { return t->log.sat_at + SHOW_MS; }

bool sv_dice_awaited(const struct sv_table *t, int64_t now)
{
    for (int i = 0; t->setup.mixed && i < t->setup.config.seats; i++)
        if (t->people.seat[i].dice[0] && !t->people.seat[i].part[0])
            return now < sv_dice_until(t);
    return false;
}

struct entry sv_dice_start(const struct sv_table *t, struct entry_start *start)
{
    struct entry e = entry_of(ENTRY_START, -1);
    memset(start, 0, sizeof *start);
    if (!t->setup.mixed)
        return e;
    for (int i = 0; i < t->setup.config.seats; i++) {
        const struct sv_seat *s = &t->people.seat[i];
        snprintf(start->dice[i], FAIR_HEX, "%s", s->dice);
        snprintf(start->part[i], FAIR_HEX, "%s", s->part[0] ? s->part : s->dice);
    }
    e.has.start = start;
    return e;
}

void sv_dice_mix(struct sv_setup *s, const struct entry_start *start)
{
    const struct sr_table_config *c = &s->config;
    fair_seed(c->rules.game->id, s->salt, start->part, c->seats, &s->config.seed,
              &s->config.seed_high);
}

static void put_texts(struct sr_buf *b, const char *key, const char text[][FAIR_HEX], int count)
{
    sr_json_put_open(b, key, '[');
    for (int i = 0; i < count; i++)
        sr_json_str(b, text[i]);
    sr_json_close(b, ']');
}

void sv_put_dice(struct sr_buf *b, const struct sv_table *t)
{
    const struct entry *e = t->log.started ? &t->log.entry[t->log.started - 1] : NULL;
    if (!e || !e->has.start)
        return;
    put_texts(b, "dice", e->has.start->dice, t->setup.config.seats);
    put_texts(b, "parts", e->has.start->part, t->setup.config.seats);
}
