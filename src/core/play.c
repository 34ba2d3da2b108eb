/* play.c: what core adds to the functions of a game while it is played: views, samples, results,
 * hashes, events. In the common subset of C and C++ like the rules, and compiled for devices with
 * them. */
#include "serai/game.h"

/* ---- hidden information --------------------------------------------------------------------- */

void sr_observe(const struct sr_rules *r, const union sr_state *s, int viewer, struct sr_view *view)
{
    sr_copy(r, &view->s, s);
    memset(&view->s.head.rng, 0, sizeof view->s.head.rng);
    view->s.head.viewer = (uint8_t)viewer;
    r->game->hide(r->edition, &view->s, viewer);
}

void sr_sample(const struct sr_rules *r, const struct sr_view *view, struct sr_rng *rng,
               union sr_state *out)
{
    sr_copy(r, out, &view->s);
    const int viewer = out->head.viewer;
    out->head.viewer = SR_FULL;
    const uint64_t high = sr_rng_next(rng);
    const uint64_t low = sr_rng_next(rng);
    sr_rng_seed(&out->head.rng, high << 32 | low);
    r->game->fill(r->edition, out, viewer, rng);
}

/* ---- results, hash -------------------------------------------------------------------------- */

void sr_scores_of(const struct sr_rules *r, const union sr_state *s, struct sr_scores *out)
{
    memset(out, 0, sizeof *out);
    out->lines = s->head.seats;
    r->game->scores(r->edition, s, out);
}

void sr_rank_by_total(struct sr_scores *sc)
{
    for (int i = 0; i < sc->lines; i++) {
        sc->rank[i] = 1;
        for (int j = 0; j < sc->lines; j++)
            if (sc->total[j] > sc->total[i])
                sc->rank[i]++;
    }
}

/* FNV-like over 64-bit words with a strong final mix; the state has no padding (game.h). */
uint64_t sr_hash(const struct sr_rules *r, const union sr_state *s)
{
    const size_t n = r->game->state_size;
    uint64_t h = 0xCBF29CE484222325u ^ n;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t w;
        memcpy(&w, s->bytes + i, 8);
        h = (h ^ w) * 0x9E3779B97F4A7C15u;
        h ^= h >> 32;
    }
    uint64_t tail = 0;
    memcpy(&tail, s->bytes + i, n - i);
    h = (h ^ tail) * 0x9E3779B97F4A7C15u;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9u;
    return h ^ (h >> 32);
}

/* ---- events --------------------------------------------------------------------------------- */

void sr_emit_event(struct sr_events *ev, const struct sr_event *e)
{
    if (!ev)
        return;
    if (ev->count >= ev->max) {
        ev->lost = true;
        return;
    }
    ev->list[ev->count++] = *e;
}

void sr_emit_secret(struct sr_events *ev, int kind, int seat, unsigned seers, unsigned secret,
                    int a, int b, int c, int d)
{
    if (!ev)
        return;
    struct sr_event e;
    memset(&e, 0, sizeof e);
    e.kind = sr_u8(kind);
    e.seat = sr_i8(seat);
    e.seers = (uint8_t)seers;
    e.secret = (uint8_t)secret;
    e.arg[0] = sr_i16(a);
    e.arg[1] = sr_i16(b);
    e.arg[2] = sr_i16(c);
    e.arg[3] = sr_i16(d);
    sr_emit_event(ev, &e);
}

#undef sr_emit
void sr_emit(struct sr_events *ev, int kind, int seat, int a, int b, int c, int d)
{
    sr_emit_secret(ev, kind, seat, SR_ALL, 0, a, b, c, d);
}

struct sr_event sr_event_redact(const struct sr_event *e, int viewer)
{
    struct sr_event out = *e;
    if (viewer == SR_FULL || (e->seers >> viewer & 1))
        return out;
    for (int i = 0; i < SR_EVENT_ARGS; i++)
        if (e->secret >> i & 1)
            out.arg[i] = SR_ARG_SECRET;
    return out;
}

bool sr_events_reveal(const struct sr_game *g, const struct sr_events *ev)
{
    for (int i = 0; i < ev->count; i++)
        if (g->events[ev->list[i].kind].reveals)
            return true;
    return false;
}
