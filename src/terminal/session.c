/* session.c: the match behind the screen. */
#include "terminal/session.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/mix.h"
#include "council/council.h"

/* ---- beginning and end ------------------------------------------------------------------- */

static void keep_events(struct session *s, uint32_t ply, const struct sr_events *ev)
{
    if (s->log_count + ev->count > s->log_max) {
        s->log_max = 2 * (s->log_count + ev->count) + 64;
        s->log = mem_grow(s->log, (size_t)s->log_max * sizeof *s->log);
    }
    for (int i = 0; i < ev->count; i++)
        s->log[s->log_count++] = (struct log_entry){ply, ev->list[i]};
}

/* The log of a resumed game, by playing it once more. */
static void rebuild_log(struct session *s)
{
    struct sr_walk w;
    const enum sr_err err = sr_walk_begin(&w, s->table, 0, NULL);
    while (!err && sr_walk_next(&w))
        keep_events(s, (uint32_t)w.ply, &w.events);
}

/* The minds that think for a seat, or for the adviser. Without a clock only one: then it is asked
 * for the same answer every time. */
static struct council *minds_of(struct session *s, int place, const struct sr_bot *bot)
{
    const int spare = s->setup->clock ? s->setup->processors : 1;
    const uint64_t seed = base_mix(s->config->seed, (uint64_t)place);
    if (!s->minds[place])
        s->minds[place] = council_new(&s->config->rules, bot, seed, council_seats(bot, spare),
                                      s->setup->clock, NULL);
    if (!s->minds[place])
        mem_short();
    return s->minds[place];
}

void session_init(struct session *s, const struct play_setup *setup)
{
    memset(s, 0, sizeof *s);
    s->setup = setup;
    s->table = setup->table;
    s->config = sr_table_config_get(s->table);
    s->speaker = (struct sr_speaker){.lang = setup->lang,
                                     .game = s->config->rules.game,
                                     .names = s->names,
                                     .seats = s->config->seats,
                                     .you = -1};
    for (int i = 0; i < s->config->seats; i++) {
        memcpy(s->shown_name[i], s->config->seat[i].name, SR_NAME_MAX);
        printer_clean(s->shown_name[i]);
        s->names[i] = s->shown_name[i];
        s->humans += session_is_human(s, i);
    }
    rebuild_log(s);
    /* After a resume the last moves are worth seeing again. */
    const int ply = sr_table_ply(s->table);
    for (int i = 0; i <= SR_SEATS_MAX; i++)
        s->seen[i] = (uint32_t)sr_max(0, ply - s->config->seats);
    session_look(s, session_next_viewer(s));
}

void session_fini(struct session *s)
{
    for (int i = 0; i <= SR_SEATS_MAX; i++)
        council_free(s->minds[i]);
    for (int i = 0; i < SR_SEATS_MAX; i++)
        external_free(s->program[i]);
    mem_free(s->log);
}

/* ---- looking ----------------------------------------------------------------------------- */

void session_seed(const struct session *s, char out[SESSION_SEED])
{
    const unsigned long long seed = s->config->seed, high = s->config->seed_high;
    if (high)
        snprintf(out, SESSION_SEED, "%016llx%016llx", high, seed);
    else
        snprintf(out, SESSION_SEED, "%llu", seed);
}

bool session_is_human(const struct session *s, int seat)
{
    return seat >= 0 && seat < s->config->seats && s->config->seat[seat].kind != SR_SEAT_BOT;
}

int session_next_viewer(const struct session *s)
{
    const int actor = sr_table_actor(s->table);
    if (session_is_human(s, actor))
        return actor;
    if (session_is_human(s, s->viewer))
        return s->viewer;
    for (int i = 0; i < s->config->seats; i++)
        if (session_is_human(s, i))
            return i;
    return SR_SPECTATOR;
}

void session_look(struct session *s, int viewer)
{
    s->actor = sr_table_actor(s->table);
    s->viewer = viewer;
    sr_table_view(s->table, viewer, &s->view);
    s->legal_count = 0;
    if (s->actor == viewer && s->actor != SR_NOBODY)
        s->legal_count = sr_legal(&s->config->rules, &s->view.s, s->legal);
}

/* Whether a seat sees more than the public. */
static bool sees_more(const struct session *s, int seat)
{
    struct sr_view own, public_view;
    sr_table_view(s->table, seat, &own);
    sr_table_view(s->table, SR_SPECTATOR, &public_view);
    own.s.head.viewer = public_view.s.head.viewer;
    return !sr_equal(&s->config->rules, &own.s, &public_view.s);
}

bool session_has_secrets(const struct session *s, int before, int after)
{
    if (before == after || !session_is_human(s, before) || !session_is_human(s, after))
        return false;
    return sees_more(s, before) || sees_more(s, after);
}

/* ---- playing ----------------------------------------------------------------------------- */

static void write_table(struct sr_buf *b, const struct sr_table *t)
{
    sr_table_write(b, t);
    sr_buf_put(b, "\n");
}

enum sr_err session_save(struct session *s, const char *path, struct sr_diag *diag)
{
    size_t max = 1 << 16;
    char *text = NULL;
    struct sr_buf b;
    do {
        max *= 2;
        text = mem_grow(text, max);
        sr_buf_init(&b, text, max);
        write_table(&b, s->table);
    } while (b.full);
    const enum sr_err err = file_write(path, text, b.len, diag);
    mem_free(text);
    return err;
}

/* A failure is shown, but the game goes on: the next move tries again. */
void session_sync(struct session *s)
{
    s->urgent = false;
    if (!s->dirty || !s->setup->save_path)
        return;
    s->save_error.text[0] = '\0';
    s->dirty = session_save(s, s->setup->save_path, &s->save_error) != SR_OK;
}

static void changed(struct session *s, bool by_person)
{
    s->dirty = true;
    s->urgent |= by_person;
}

/* The program that plays a seat, not started yet; NULL: one of our bots does. */
static struct external *program_of(struct session *s, int seat)
{
    static const struct external_terms ours = {0};
    for (int i = 0; i < s->setup->programs && !s->program[seat]; i++)
        if (!strcmp(s->setup->program[i].name, s->config->seat[seat].bot))
            s->program[seat] = external_new(s->setup->program[i].command, &ours);
    return s->program[seat];
}

/* Programs hear how the match went. */
static void tell_end(struct session *s)
{
    const struct sr_rules *r = &s->config->rules;
    struct sr_scores sc;
    sr_scores_of(r, sr_table_state(s->table), &sc);
    for (int seat = 0; seat < s->config->seats; seat++) {
        external_follow(s->program[seat], s->table, seat);
        external_over(s->program[seat], r, &sc);
    }
}

enum sr_err session_play(struct session *s, sr_move move, struct sr_diag *diag)
{
    struct sr_event event[SR_EVENTS_MAX];
    struct sr_events ev = {event, 0, SR_EVENTS_MAX, false};
    const uint32_t ply = (uint32_t)sr_table_ply(s->table);
    const int actor = sr_table_actor(s->table);
    const enum sr_err err = sr_table_play(s->table, actor, move, &ev, diag);
    if (err)
        return err;
    keep_events(s, ply, &ev);
    if (sr_table_actor(s->table) == SR_NOBODY)
        tell_end(s);
    changed(s, session_is_human(s, actor));
    if (session_is_human(s, actor))
        s->seen[actor] = ply; /* what this move brought is news, too */
    return SR_OK;
}

static const struct sr_bot *bot_of(const struct session *s, int seat, struct sr_bot *out)
{
    if (sr_bot_read(s->config->seat[seat].bot, out, NULL) == SR_OK)
        return out;
    return sr_bot_at(0);
}

/* Those with a limit of time think while a person does; they have thought before. */
void session_ponder(struct session *s)
{
    struct sr_bot bot;
    struct sr_view view;
    for (int seat = 0; seat < s->config->seats && s->setup->clock; seat++) {
        if (session_is_human(s, seat) || !s->minds[seat] || !bot_of(s, seat, &bot)->skill.patient ||
            program_of(s, seat))
            continue;
        sr_table_view(s->table, seat, &view);
        council_ponder(s->minds[seat], &view);
    }
}

static void rest(struct session *s)
{
    for (int i = 0; i <= SR_SEATS_MAX; i++)
        if (s->minds[i])
            council_rest(s->minds[i]);
}

enum sr_err session_bot_move(struct session *s, sr_move *out, struct sr_diag *diag)
{
    const int seat = sr_table_actor(s->table);
    sr_move legal[SR_MOVES_MAX];
    struct sr_view view;
    struct sr_bot bot;
    rest(s);
    sr_table_view(s->table, seat, &view);
    const int n = sr_legal(&s->config->rules, &view.s, legal);
    struct external *program = program_of(s, seat);
    if (program) {
        int index = 0, took;
        external_follow(program, s->table, seat);
        const enum sr_err err = external_choose(program, &s->config->rules, &view, legal, n,
                                                s->setup->program_ms, &index, &took, diag);
        *out = legal[index];
        return err;
    }
    *out = legal[council_choose(minds_of(s, seat, bot_of(s, seat, &bot)), &view, legal, n)];
    return SR_OK;
}

const struct sr_bot *session_adviser(void) { return sr_bot_find("vizier"); }

struct sr_idea session_hint(struct session *s)
{
    enum { COMPARED = 8 }; /* a reason is what others have not */
    struct sr_idea idea[COMPARED] = {{.move = s->legal[0], .reason = ""}};
    struct sr_bot adviser = *session_adviser();
    rest(s);
    adviser.skill.cores = -1; /* a person waits: all that can help */
    struct council *c = minds_of(s, SR_SEATS_MAX, &adviser);
    council_ideas(c, &s->view, s->legal, s->legal_count, idea, COMPARED);
    return idea[0];
}

/* ---- taking back ------------------------------------------------------------------------- */

static void taken_back(struct session *s)
{
    const uint32_t ply = (uint32_t)sr_table_ply(s->table);
    while (s->log_count && s->log[s->log_count - 1].ply >= ply)
        s->log_count--;
    for (int i = 0; i <= SR_SEATS_MAX; i++)
        if (s->seen[i] > ply)
            s->seen[i] = ply;
    changed(s, true);
}

/* Whoever moved last may take it back; bots never want to. */
static int last_mover(const struct session *s)
{
    const int ply = sr_table_ply(s->table);
    return ply > 0 ? sr_table_mover(s->table, ply - 1) : SR_NOBODY;
}

enum sr_err session_undo(struct session *s, struct sr_diag *diag)
{
    const int seat = last_mover(s);
    if (!session_is_human(s, seat))
        return SR_NOTHING;
    const enum sr_err err = sr_table_undo(s->table, seat, diag);
    if (!err)
        taken_back(s);
    return err;
}

enum sr_err session_reset(struct session *s, struct sr_diag *diag)
{
    const int seat = last_mover(s);
    if (!session_is_human(s, seat))
        return SR_NOTHING;
    const enum sr_err err = sr_table_reset_turn(s->table, seat, diag);
    if (!err)
        taken_back(s);
    return err;
}

enum sr_err session_back(struct session *s, struct sr_diag *diag)
{
    int ply = sr_table_ply(s->table) - 1;
    while (ply >= 0 && !session_is_human(s, sr_table_mover(s->table, ply)))
        ply--;
    if (ply < 0)
        return SR_NOTHING;
    const enum sr_err err = sr_table_rewind(s->table, ply, diag);
    if (!err)
        taken_back(s);
    return err;
}

enum sr_err session_redo(struct session *s, struct sr_diag *diag)
{
    struct sr_event event[SR_EVENTS_MAX];
    enum sr_err err;
    /* Bots' moves come back together with the person's. */
    do {
        struct sr_events ev = {event, 0, SR_EVENTS_MAX, false};
        const uint32_t ply = (uint32_t)sr_table_ply(s->table);
        err = sr_table_redo(s->table, &ev, diag);
        if (!err)
            keep_events(s, ply, &ev);
    } while (!err && sr_table_redo_count(s->table) &&
             !session_is_human(s, sr_table_actor(s->table)));
    if (!err)
        changed(s, true);
    return err;
}
