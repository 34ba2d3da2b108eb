/* ledger.c: a table as the sum of its log: what each kind of entry does. The same code runs when
 * something happens and when a table is loaded, so that both cannot differ. */
#include "core/alloc.h"
#include "server/doc.h"
#include "server/hall.h"
#include "server/secret.h"
#include "server/voice.h"

const char *const sv_status_names[] = {"waiting", "playing", "over"};
const char *const sv_end_names[] = {"played", "resigned", "agreed", "closed"};

int sv_ply(const struct sv_table *t)
{
    return t->log.base_ply + (t->log.match ? sr_table_ply(t->log.match) : 0);
}

int sv_actor(const struct sv_table *t)
{
    return t->log.status == SV_PLAYING && t->log.match ? sr_table_actor(t->log.match) : SR_NOBODY;
}

bool sv_bot_decides(const struct sv_table *t)
{
    const int actor = sv_actor(t);
    return actor >= 0 &&
           (t->people.seat[actor].kind == ENTRY_BOT || t->people.seat[actor].stand_in[0]);
}

unsigned sv_people(const struct sv_table *t)
{
    unsigned set = 0;
    for (int i = 0; i < t->setup.config.seats; i++) {
        const struct sv_seat *s = &t->people.seat[i];
        if (s->kind == ENTRY_HUMAN && !s->left && !s->stand_in[0])
            set |= 1u << i;
    }
    return set;
}

bool sv_all_agree(const struct sv_table *t)
{
    return t->log.asked_by >= 0 && (sv_people(t) & ~t->log.agreed) == 0;
}

bool sv_rematch_due(const struct sv_table *t)
{
    return t->log.status == SV_OVER && !t->log.rematch[0] && t->log.asks == ASK_REMATCH &&
           sv_all_agree(t);
}

int sv_seats_of_people(const struct sv_table *t)
{
    int n = 0;
    for (int i = 0; i < t->setup.config.seats; i++)
        n += t->people.seat[i].kind != ENTRY_BOT;
    return n;
}

int sv_guests(const struct sv_table *t)
{
    int n = 0;
    for (int i = 0; i < t->setup.config.seats; i++)
        n += t->people.seat[i].kind == ENTRY_HUMAN && !t->people.seat[i].account[0];
    return n;
}

bool sv_attended(const struct sv_table *t)
{
    return t->people.conns || sv_people(t) != 0 || t->setup.cup[0];
}

bool sv_listed(const struct sv_table *t)
{
    bool open = t->log.status == SV_PLAYING;
    for (int i = 0; i < t->setup.config.seats; i++)
        open |= t->people.seat[i].kind == ENTRY_OPEN && !t->log.locked;
    return t->setup.listed && t->log.status != SV_OVER && open;
}

bool sv_language_ok(const char *l)
{
    return strlen(l) == 2 && l[0] >= 'a' && l[0] <= 'z' && l[1] >= 'a' && l[1] <= 'z';
}

int64_t sv_lobby_language(const char *language)
{
    return language[0]
               ? (int64_t)((language[0] - 'a' + 1) | (language[1] - 'a' + 1) << 5) << STORE_LANGUAGE
               : 0;
}

int64_t sv_lobby(const struct sv_table *t)
{
    bool open = false;
    for (int i = 0; i < t->setup.config.seats; i++)
        open |= t->people.seat[i].kind == ENTRY_OPEN;
    if (!sv_listed(t))
        return 0;
    return STORE_LISTED | (open && !t->log.locked ? STORE_FREE : 0) |
           (t->setup.live ? STORE_LIVE : 0) | (t->setup.rated ? STORE_RATED : 0) |
           sv_lobby_language(t->setup.language);
}

/* Open dice are for one person and his bots: among people nobody knows the seed before the end. */
bool sv_may_reveal(const struct sv_table *t)
{
    return t->log.status == SV_OVER || (t->setup.open_dice && sv_seats_of_people(t) <= 1);
}

bool sv_counts(const struct sv_table *t) { return !t->setup.open_dice && !t->setup.edition; }

/* ---- places ---------------------------------------------------------------------------------- */

/* The number of the entry by which a person is out of the match, 0: he is not. Where it is rated,
 * who is replaced at the end has given up as well. */
static int out_since(const struct sv_table *t, int seat)
{
    const struct sv_seat *s = &t->people.seat[seat];
    if (seat >= t->setup.config.seats || s->kind != ENTRY_HUMAN)
        return 0;
    const bool counts = t->setup.rated || t->setup.cup[0];
    return s->resigned || (counts && s->stand_in[0]) ? s->out : 0;
}

void sv_scores(const struct sv_table *t, const union sr_state *state, struct sr_scores *sc)
{
    int rank[SR_LINES_MAX], in = 0;
    sr_scores_of(&t->setup.config.rules, state, sc);
    memcpy(rank, sc->rank, sizeof rank);
    for (int i = 0; i < sc->lines; i++)
        in += out_since(t, i) == 0;
    for (int i = 0; i < sc->lines && in < sc->lines; i++) {
        const int out = out_since(t, i);
        sc->rank[i] = out ? in + 1 : 1;
        for (int o = 0; o < sc->lines; o++)
            sc->rank[i] += out ? out_since(t, o) > out : !out_since(t, o) && rank[o] < rank[i];
    }
}

/* Whether nobody plays any more, or only one: then there is nothing left to play for. */
static bool nobody_plays(const struct sv_table *t)
{
    int seats = 0, people = 0;
    for (int i = 0; i < t->setup.config.seats; i++) {
        const struct sv_seat *s = &t->people.seat[i];
        seats += !s->resigned;
        people += !s->resigned && s->kind == ENTRY_HUMAN;
    }
    return seats < 2 || people == 0;
}

const struct entry *sv_decision(const struct sv_table *t, int *at, int ply)
{
    while (*at > 0) {
        const struct entry *e = &t->log.entry[--*at];
        if (e->kind == ENTRY_MOVE && e->ply == ply)
            return e;
    }
    return NULL;
}

bool sv_by_person(const struct entry *e)
{
    return e->by == BY_PLAYER || e->by == BY_FORCED || e->by == BY_STANDING;
}

/* ---- entries -------------------------------------------------------------------------------- */

static enum sr_err no(struct sr_diag *diag, const char *why)
{
    return sr_fail(diag, SR_BROKEN, "%s", why);
}

static void clear_ask(struct sv_table *t)
{
    t->log.asked_by = -1;
    t->log.agreed = 0;
}

/* Who looks after the table: the first to sit down, and when he has gone the next in order. */
static void choose_host(struct sv_table *t)
{
    int8_t *host = &t->log.host;
    if (*host >= 0 && t->people.seat[*host].kind == ENTRY_HUMAN)
        return;
    *host = -1;
    for (int i = t->setup.config.seats - 1; i >= 0; i--)
        if (t->people.seat[i].kind == ENTRY_HUMAN)
            *host = (int8_t)i;
}

static void apply_sit(struct sv_table *t, struct sv_seat *s, const struct entry *e)
{
    const struct entry_sit *sit = e->has.sit;
    s->tenure += strcmp(s->key, sit->key) != 0;
    s->gone_at = e->at;
    s->kind = sit->kind;
    memcpy(s->name, sit->name, sizeof s->name);
    memcpy(s->bot, sit->bot, sizeof s->bot);
    memcpy(s->key, sit->key, sizeof s->key);
    memcpy(s->invite, sit->invite, sizeof s->invite);
    memcpy(s->account, sit->account, sizeof s->account);
    sv_dice_take(s, sit->dice);
    t->log.sat_at = e->at;
    s->left = s->late = false;
    s->stand_in[0] = '\0';
    s->votes = 0;
    s->clock = (int64_t)t->setup.clock_total * 1000;
    choose_host(t);
}

static void take_time(struct sv_seat *s, int64_t ms)
{
    s->clock -= ms;
    if (s->clock < 0)
        s->clock = 0;
}

/* Takes the time since the decision began from a person's clock. */
static void spend(const struct sv_table *t, struct sv_seat *s, int64_t at)
{
    if (t->setup.clock_total && t->log.status == SV_PLAYING && at > t->log.since)
        take_time(s, at - t->log.since);
}

/* Time is charged, and what a decision adds is granted, once for each decision finally made: who
 * takes back pays for the time until then (until he asked, where others had to agree), and what
 * the decisions taken back had added is gone. */
static void charge_undo(struct sv_table *t, const struct entry *e)
{
    const int64_t add = (int64_t)t->setup.clock_add * 1000;
    if (!t->setup.clock_total || e->seat < 0)
        return;
    int at = t->log.seq;
    for (int ply = sv_ply(t); ply > e->to; ply--) {
        const struct entry *made = sv_decision(t, &at, ply);
        if (made && sv_by_person(made))
            take_time(&t->people.seat[made->seat], add);
    }
    struct sv_seat *s = &t->people.seat[e->seat];
    if (!s->stand_in[0])
        spend(t, s, t->log.asked_by == e->seat ? t->log.asked_at : e->at);
}

/* Plays the move, by its notation where its number is that of other rules. */
static enum sr_err play(struct sv_table *t, struct entry *e, struct sr_events *ev,
                        struct sr_diag *diag)
{
    struct sr_table *match = t->log.match;
    enum sr_err err = SR_OK;
    if (e->has.text)
        err = sr_move_parse(&t->setup.config.rules, sr_table_state(match), e->has.text, &e->move,
                            diag);
    if (!err)
        err = sr_table_play(match, e->seat, e->move, ev, diag);
    if (err)
        return err;
    entry_free(e);
    const uint64_t hash = sr_table_hash(match, sr_table_ply(match) - 1);
    if (e->hash && e->hash != hash && !t->log.trusting)
        return no(diag, "the position after a move is another one");
    e->hash = hash;
    return SR_OK;
}

static enum sr_err apply_move(struct sv_table *t, struct entry *e, struct sv_news *news,
                              struct sr_diag *diag)
{
    struct sv_ledger *log = &t->log;
    if (!log->match) { /* rules have changed: only counted, the snapshot tells the rest */
        log->base_ply++;
        return SR_OK;
    }
    if (log->astray)
        return SR_OK;
    if (news)
        sr_copy(&t->setup.config.rules, &news->before, sr_table_state(log->match));
    const enum sr_err err = play(t, e, news ? &news->events : NULL, diag);
    if (err)
        return err;
    struct sv_seat *s = &t->people.seat[e->seat];
    if (s->kind == ENTRY_HUMAN && !s->stand_in[0]) {
        spend(t, s, e->at);
        s->clock += log->status == SV_PLAYING ? (int64_t)t->setup.clock_add * 1000 : 0;
    }
    s->late |= e->by == BY_STAND_IN && !s->stand_in[0];
    log->since = e->at;
    clear_ask(t);
    if (sr_table_actor(log->match) == SR_NOBODY)
        log->status = SV_OVER;
    return SR_OK;
}

static enum sr_err apply_undo(struct sv_table *t, const struct entry *e, struct sr_diag *diag)
{
    struct sv_ledger *log = &t->log;
    charge_undo(t, e);
    t->people.veil_ply = -1;
    clear_ask(t);
    log->since = e->at;
    if (!log->match) {
        log->base_ply = e->to;
        return e->to >= 0 ? SR_OK : no(diag, "undo: to where?");
    }
    if (log->trusting && e->to < log->base_ply)
        log->astray = true; /* that position was not kept */
    else if (e->to <= sv_ply(t))
        log->astray = false;
    return log->astray ? SR_OK : sr_table_rewind(log->match, e->to - log->base_ply, diag);
}

static enum sr_err apply_prefs(struct sv_seat *s, const struct entry *e, struct sr_diag *diag)
{
    if (e->step >= 0)
        s->step = e->step;
    if (!e->has.text)
        return SR_OK;
    const bool none = strcmp(e->has.text, "[]") == 0;
    char *standing = none ? NULL : sv_dup(e->has.text, strlen(e->has.text));
    if (!none && !standing)
        return sr_fail(diag, SR_SPACE, "no memory for an entry");
    sr_free(s->standing);
    s->standing = standing;
    return SR_OK;
}

static void apply_stand_in(struct sv_table *t, struct sv_seat *s, const struct entry *e)
{
    const bool decides = sv_actor(t) == e->seat;
    if (decides && !s->stand_in[0])
        spend(t, s, e->at);
    memcpy(s->stand_in, e->has.stand_in->bot, sizeof s->stand_in);
    if (!s->resigned)
        s->out = t->log.seq + 1;
    s->votes = 0;
    clear_ask(t); /* who is replaced does not say yes */
    t->log.since = decides ? e->at : t->log.since;
}

static void apply_back(struct sv_table *t, struct sv_seat *s, const struct entry *e)
{
    const int64_t least = (int64_t)t->setup.clock_add * 1000;
    s->stand_in[0] = '\0';
    s->left = false;
    s->votes = 0;
    t->log.since = sv_actor(t) == e->seat ? e->at : t->log.since;
    if (s->clock < least)
        s->clock = least;
}

/* Only now the seed is known, and the match begins with it. */
static enum sr_err apply_start(struct sv_table *t, const struct entry *e, struct sr_diag *diag)
{
    if (e->has.start) {
        sv_dice_mix(&t->setup, e->has.start);
        if (t->log.match && !sv_begin_match(t, diag))
            return SR_SPACE;
    }
    t->log.started = t->log.seq + 1;
    t->log.status = SV_PLAYING;
    t->log.since = e->at;
    if (t->log.match && sr_table_actor(t->log.match) == SR_NOBODY)
        t->log.status = SV_OVER;
    return SR_OK;
}

/* What he gives to the dice of a rematch. */
static void give_again(struct sv_seat *s, const struct entry *e)
{
    snprintf(s->again, sizeof s->again, "%s", e->has.text ? e->has.text : "");
}

static void apply_ask(struct sv_table *t, const struct entry *e)
{
    t->log.asked_by = e->seat;
    t->log.asked_at = e->at;
    t->log.asks = (enum entry_ask)e->what;
    t->log.asked_ply = e->what == ASK_UNDO ? e->to : 0;
    t->log.agreed = 1u << e->seat;
    give_again(&t->people.seat[e->seat], e);
}

static void apply_answer(struct sv_table *t, const struct entry *e)
{
    if (e->yes)
        t->log.agreed |= 1u << e->seat;
    else
        clear_ask(t);
    give_again(&t->people.seat[e->seat], e);
}

static void end_early(struct sv_table *t, enum sv_end how)
{
    t->log.over_at = t->log.seq + 1;
    t->log.status = SV_OVER;
    t->log.ended = how;
    clear_ask(t);
}

static void apply_resign(struct sv_table *t, struct sv_seat *s)
{
    s->resigned = true;
    s->out = t->log.seq + 1;
    clear_ask(t);
    if (t->log.status == SV_PLAYING && nobody_plays(t))
        end_early(t, SV_END_RESIGNED);
}

static enum sr_err apply(struct sv_table *t, struct entry *e, struct sv_news *news,
                         struct sr_diag *diag)
{
    struct sv_seat *s = e->seat >= 0 ? &t->people.seat[e->seat] : NULL;
    if (!s && e->kind != ENTRY_START && e->kind != ENTRY_REMATCH && e->kind != ENTRY_UNDO &&
        e->kind != ENTRY_END)
        return no(diag, "an entry without a seat");
    switch ((enum entry_kind)e->kind) {
    case ENTRY_SIT:
        apply_sit(t, s, e);
        return SR_OK;
    case ENTRY_START:
        return apply_start(t, e, diag);
    case ENTRY_MOVE:
        return apply_move(t, e, news, diag);
    case ENTRY_UNDO:
        return apply_undo(t, e, diag);
    case ENTRY_ASK:
        apply_ask(t, e);
        return SR_OK;
    case ENTRY_ANSWER:
        apply_answer(t, e);
        return SR_OK;
    case ENTRY_DICE:
        snprintf(s->part, sizeof s->part, "%s", e->has.text);
        return SR_OK;
    case ENTRY_LEAVE:
        s->left = true;
        clear_ask(t); /* who goes does not say yes */
        return SR_OK;
    case ENTRY_RESIGN:
        apply_resign(t, s);
        return SR_OK;
    case ENTRY_END:
        end_early(t, e->seat < 0 ? SV_END_CLOSED : SV_END_AGREED);
        return SR_OK;
    case ENTRY_VOTE:
        if (e->to < 0 || e->to >= t->setup.config.seats)
            return no(diag, "vote: no such seat");
        t->people.seat[e->to].votes |= 1u << e->seat;
        return SR_OK;
    case ENTRY_STAND_IN:
        apply_stand_in(t, s, e);
        return SR_OK;
    case ENTRY_BACK:
        apply_back(t, s, e);
        return SR_OK;
    case ENTRY_PREFS:
        return apply_prefs(s, e, diag);
    case ENTRY_LOCK:
        t->log.locked = e->yes;
        return SR_OK;
    case ENTRY_REMATCH:
        snprintf(t->log.rematch, sizeof t->log.rematch, "%s", e->has.text);
        clear_ask(t);
        return SR_OK;
    default:
        return SR_OK; /* chat */
    }
}

/* What a person did beside deciding is counted by his seat: the log has an end. What he is asked
 * he may always answer, and he gives up once. */
static void count_deed(struct sv_table *t, const struct entry *e)
{
    const int seat = e->asked >= 0 ? e->asked : e->seat;
    static const int weight[ENTRY_KINDS] = {
        [ENTRY_SIT] = 1,   [ENTRY_UNDO] = 1, [ENTRY_ASK] = 1,  [ENTRY_CHAT] = 1,
        [ENTRY_LEAVE] = 1, [ENTRY_VOTE] = 1, [ENTRY_BACK] = 1, [ENTRY_PREFS] = SV_WISH_WEIGHT,
        [ENTRY_LOCK] = 1};
    if (seat >= 0 && seat < t->setup.config.seats)
        t->people.seat[seat].deeds += weight[e->kind];
}

static bool log_grow(struct sv_ledger *log)
{
    if (log->seq < log->max)
        return true;
    const int max = log->max ? 2 * log->max : 16;
    struct entry *all = (struct entry *)sr_realloc(log->entry, (size_t)max * sizeof *all);
    if (!all)
        return false;
    log->entry = all;
    log->max = max;
    return true;
}

enum sr_err sv_apply(struct sv_table *t, struct entry *e, struct sv_news *news,
                     struct sr_diag *diag)
{
    enum sr_err err = SR_OK;
    if (news)
        news->events = (struct sr_events){news->event, 0, SR_EVENTS_MAX, false};
    if (t->log.seq >= SV_ENTRIES_MAX || e->seat >= t->setup.config.seats)
        err = no(diag, "an entry too many, or of a seat that is none");
    else if (!log_grow(&t->log))
        err = sr_fail(diag, SR_SPACE, "no memory for an entry");
    if (!err)
        err = apply(t, e, news, diag);
    if (err) {
        entry_free(e);
        return err;
    }
    e->ply = sv_ply(t);
    count_deed(t, e);
    t->log.entry[t->log.seq++] = *e;
    t->log.updated = e->at;
    return SR_OK;
}

bool sv_append(struct server *sv, struct sv_table *t, const struct entry *e, struct sr_diag *diag)
{
    struct sv_news news;
    struct entry own;
    if (t->log.seq >= SV_ENTRIES_MAX) {
        (void)no(diag, "the log of the table is full");
        return false;
    }
    enum sr_err err = entry_dup(&own, e) ? SR_OK : SR_SPACE;
    own.at = sv_now();
    if (!err)
        err = sv_apply(t, &own, &news, diag);
    if (!err)
        sv_render(sv, t, &news);
    else if (err != SR_ILLEGAL)
        sv_give_up(sv, t);
    return !err;
}
