/* play.c: what a seat may do at its table: one function for each message. Every change goes through
 * sv_append; the caller commits. */
#include "server/play.h"

#include "server/doc.h"
#include "server/hall.h"
#include "server/limit.h"
#include "server/own.h"
#include "server/robots.h"
#include "server/secret.h"
#include "server/socket.h"
#include "server/spectate.h"
#include "server/voice.h"

enum { FORCED_MAX = 512, SEEN_BACK = 400, RULES_MAX = 16 };

struct call { /* one message being handled */
    struct server *sv;
    struct sv_table *t;
    struct sv_conn *c;
    const struct sr_doc *d;
    int seat;
    char id[SV_CID_MAX];
    struct sr_diag diag;
};

static bool refuse(struct call *k, const char *code, const char *text)
{
    sv_error(k->sv, k->c, k->id, code, text);
    return false;
}

/* What was to happen did not: for want of memory, or because it cannot. */
static bool refuse_change(struct call *k)
{
    if (k->t->commit.failing)
        return refuse(k, "store", "there is no memory for this at the moment; try again");
    return refuse(k, "broken", k->diag.text);
}

/* Appends with the request's id, so that a repeated request is known again. */
static bool append(struct call *k, struct entry *e)
{
    memcpy(e->cid, k->id, sizeof e->cid);
    return sv_append(k->sv, k->t, e, &k->diag) || refuse_change(k);
}

static bool append_plain(struct call *k, enum entry_kind kind)
{
    struct entry e = entry_of(kind, k->seat);
    return append(k, &e);
}

/* ---- moves ---------------------------------------------------------------------------------- */

bool sv_play_move(struct server *sv, struct sv_table *t, int seat, sr_move m, enum entry_by by,
                  const char *cid, struct sr_diag *diag)
{
    struct entry e = entry_of(ENTRY_MOVE, seat);
    e.move = m;
    e.by = (uint8_t)by;
    snprintf(e.cid, sizeof e.cid, "%s", cid);
    if (!sv_append(sv, t, &e, diag))
        return false;
    sv->counts.moves++;
    return true;
}

bool sv_play_on(struct server *sv, struct sv_table *t)
{
    bool played = false;
    for (int i = 0; i < FORCED_MAX && t->log.status == SV_PLAYING && t->log.match; i++) {
        const int seat = sv_actor(t);
        if (seat < 0 || sv_bot_decides(t))
            break;
        sr_move legal[SR_MOVES_MAX];
        const union sr_state *s = sr_table_state(t->log.match);
        const int n = sr_legal(&t->setup.config.rules, s, legal);
        const int choice = sv_automatic(sv, t, s, seat, legal, n);
        if (choice < 0 || sv_veiled(sv, t, s, seat, legal, n) ||
            !sv_play_move(sv, t, seat, legal[choice], n == 1 ? BY_FORCED : BY_STANDING, "", NULL))
            break;
        played = true;
    }
    return played;
}

static bool do_move(struct call *k)
{
    struct sv_table *t = k->t;
    if (t->log.status == SV_WAITING)
        return refuse(k, "waiting", "the match has not begun");
    if (t->log.status == SV_OVER)
        return refuse(k, "over", "the match is over");
    if (sv_get_int(k->d, 0, "ply", -1) != sv_ply(t))
        return refuse(k, "stale", "the table has moved on: look again");
    if (sv_actor(t) != k->seat)
        return refuse(k, "turn", "it is not for you to decide");
    if (t->people.seat[k->seat].stand_in[0])
        return refuse(k, "stand_in", "a bot plays for you: take your seat back first");
    sr_move m;
    const int tok = sr_json_get(k->d, 0, "move");
    if (tok < 0)
        return refuse(k, "key", "move: missing");
    const enum sr_err err =
        sr_move_read(&t->setup.config.rules, sr_table_state(t->log.match), k->d, tok, &m, &k->diag);
    if (err)
        return refuse(k, sr_err_name(err), k->diag.text);
    return sv_play_move(k->sv, t, k->seat, m, BY_PLAYER, k->id, &k->diag) || refuse_change(k);
}

static bool do_prefs(struct call *k)
{
    const int standing = sr_json_get(k->d, 0, "standing");
    char text[SV_STANDING_MAX + 1];
    struct entry e = entry_of(ENTRY_PREFS, k->seat);
    if (standing >= 0) {
        const struct sr_tok *list = &k->d->tok[standing];
        const size_t n = list->end - list->start;
        if (list->type != SR_J_ARRAY || list->size > RULES_MAX || n > SV_STANDING_MAX)
            return refuse(k, "range", "standing: an array of at most 16 rules, 4096 bytes");
        if (!sv_standing_ok(k->d, standing, k->t->setup.config.rules.game))
            return refuse(k, "range", "standing: a rule is not well formed");
        snprintf(text, sizeof text, "%.*s", (int)n, k->d->text + list->start);
        if (list->size == 0)
            snprintf(text, sizeof text, "[]");
        e.has.text = text;
    }
    if (sr_json_get(k->d, 0, "step") >= 0)
        e.step = sv_get_bool(k->d, 0, "step", false);
    return append(k, &e);
}

/* ---- undo ----------------------------------------------------------------------------------- */

/* The ply before the last choice of the seat's own after `limit`, or before the first one; -1:
 * there is none. */
static int before_choice(const struct sv_table *t, int seat, int limit, bool first)
{
    int to = -1, at = t->log.seq;
    for (int ply = sv_ply(t); ply > limit && (first || to < 0); ply--) {
        const struct entry *e = sv_decision(t, &at, ply);
        if (!e)
            break;
        if (e->seat == seat && e->by == BY_PLAYER)
            to = ply - 1;
    }
    return to;
}

/* Whether somebody would lose by it who cannot be asked: a person a bot stands in for, or one who
 * has gone and whose own decisions would be taken back. */
static bool at_anothers_cost(const struct sv_table *t, int seat, int to)
{
    unsigned gone = 0;
    for (int i = 0; i < t->setup.config.seats; i++) {
        const struct sv_seat *s = &t->people.seat[i];
        if (i == seat || s->kind != ENTRY_HUMAN)
            continue;
        if (s->stand_in[0] && !s->left)
            return true;
        gone |= s->left ? 1u << i : 0;
    }
    int at = t->log.seq;
    for (int ply = sv_ply(t); gone && ply > to; ply--) {
        const struct entry *e = sv_decision(t, &at, ply);
        if (e && gone >> e->seat & 1 && sv_by_person(e))
            return true;
    }
    return false;
}

static bool append_back_to(struct call *k, enum entry_kind kind, int to)
{
    struct entry e = entry_of(kind, k->seat);
    e.to = to;
    return append(k, &e);
}

static bool do_undo(struct call *k)
{
    struct sv_table *t = k->t;
    if (t->log.status != SV_PLAYING)
        return refuse(k, t->log.status == SV_OVER ? "over" : "waiting",
                      "there is no match to change");
    if (sv_get_int(k->d, 0, "ply", -1) != sv_ply(t))
        return refuse(k, "stale", "the table has moved on: look again");
    if (t->log.seq >= SV_UNDO_MAX)
        return refuse(k, "limited",
                      "so much has happened here that nothing is taken back any more");
    const bool turn = sv_get_bool(k->d, 0, "turn", false);
    const int limit = t->log.base_ply + (turn ? sr_table_turn_start(t->log.match, k->seat)
                                              : sr_table_undo_limit(t->log.match, k->seat));
    int to = before_choice(t, k->seat, limit, turn);
    if (to >= 0)
        return append_back_to(k, ENTRY_UNDO, to);
    if (turn)
        return refuse(k, "nothing", "there is nothing to take back");
    if (t->setup.rated || t->setup.cup[0])
        return refuse(k, "rated", "what is shown or answered stands at a rated table");
    /* Something was revealed or others have moved: it takes the others' consent. */
    to = before_choice(t, k->seat, t->log.base_ply, false);
    if (to < 0)
        return refuse(k, "nothing", "there is nothing to take back");
    if (at_anothers_cost(t, k->seat, to))
        return refuse(k, "replaced", "somebody this concerns is replaced and cannot be asked");
    if ((sv_people(t) & ~(1u << k->seat)) == 0)
        return append_back_to(k, ENTRY_UNDO, to);
    if (t->log.asked_by >= 0)
        return refuse(k, "asked", "a question to the table is open already");
    return append_back_to(k, ENTRY_ASK, to);
}

/* What one gives to the dice of a rematch. */
static bool give_dice(struct call *k, struct entry *e, char memory[FAIR_HEX])
{
    if (!sv_dice_read(k->d, 0, memory))
        return refuse(k, "range", "dice: 64 hex digits, or 16 to 48 letters and digits");
    e->has.text = memory[0] ? memory : NULL;
    return true;
}

static bool do_answer(struct call *k)
{
    struct sv_table *t = k->t;
    if (t->log.asked_by < 0 || t->log.asked_by == k->seat)
        return refuse(k, "nothing", "nothing is asked of you");
    char dice[FAIR_HEX];
    struct entry then = entry_of(t->log.asks == ASK_END ? ENTRY_END : ENTRY_UNDO, t->log.asked_by);
    then.to = t->log.asked_ply;
    const bool rematch = t->log.asks == ASK_REMATCH;
    struct entry e = entry_of(ENTRY_ANSWER, k->seat);
    e.yes = sv_get_bool(k->d, 0, "yes", false);
    if (rematch && e.yes && !give_dice(k, &e, dice))
        return false;
    if (!append(k, &e))
        return false;
    if (rematch || !sv_all_agree(t))
        return true; /* an agreed rematch is made once this is stored (sv_pump) */
    return sv_append(k->sv, t, &then, &k->diag) || refuse_change(k);
}

static bool do_rematch(struct call *k)
{
    struct sv_table *t = k->t;
    if (t->log.status != SV_OVER)
        return refuse(k, "playing", "the match is not over");
    if (t->setup.cup[0])
        return refuse(k, "rated", "whom you meet next the tournament says");
    if (t->log.rematch[0] || t->log.asked_by >= 0)
        return refuse(k, "asked", "a rematch is offered or made already");
    char dice[FAIR_HEX];
    struct entry e = entry_of(ENTRY_ASK, k->seat);
    e.what = ASK_REMATCH;
    return give_dice(k, &e, dice) && append(k, &e);
}

/* ---- giving up ------------------------------------------------------------------------------ */

/* The match goes on without him, or is over when there is nobody left to play it. */
static bool do_resign(struct call *k)
{
    struct sv_table *t = k->t;
    if (t->log.status != SV_PLAYING)
        return refuse(k, t->log.status == SV_OVER ? "over" : "waiting",
                      "there is no match to give up");
    if (t->people.seat[k->seat].resigned)
        return refuse(k, "resigned", "you have resigned already");
    if (!append_plain(k, ENTRY_RESIGN))
        return false;
    if (t->log.status == SV_OVER || t->people.seat[k->seat].stand_in[0])
        return true;
    return sv_stand_in(k->sv, t, k->seat, "resigned", NULL) || refuse_change(k);
}

/* Whether somebody's place would be taken from him who is not asked. */
static bool somebody_replaced(const struct sv_table *t)
{
    for (int i = 0; i < t->setup.config.seats; i++)
        if (t->people.seat[i].kind == ENTRY_HUMAN && t->people.seat[i].stand_in[0] &&
            (t->setup.rated || !t->people.seat[i].left))
            return true;
    return false;
}

/* Offers to leave the match without a result. */
static bool do_end(struct call *k)
{
    struct sv_table *t = k->t;
    const bool alone = (sv_people(t) & ~(1u << k->seat)) == 0;
    if (t->log.status != SV_PLAYING)
        return refuse(k, t->log.status == SV_OVER ? "over" : "waiting", "there is no match to end");
    if (t->log.asked_by >= 0)
        return refuse(k, "asked", "a question to the table is open already");
    if (somebody_replaced(t))
        return refuse(k, "replaced", "somebody this concerns is replaced and cannot be asked");
    if (t->setup.cup[0])
        return refuse(k, "rated", "a match of a tournament is played out or given up");
    if (t->setup.rated && alone)
        return refuse(k, "rated", "a rated match against bots is played out or given up");
    if (alone)
        return append_plain(k, ENTRY_END);
    struct entry e = entry_of(ENTRY_ASK, k->seat);
    e.what = ASK_END;
    return append(k, &e);
}

/* ---- the start ------------------------------------------------------------------------------- */

static bool start_now(struct server *sv, struct sv_table *t)
{
    struct entry_start start;
    const struct entry e = sv_dice_start(t, &start);
    return sv_append(sv, t, &e, NULL);
}

bool sv_try_start(struct server *sv, struct sv_table *t)
{
    return t->log.status == SV_WAITING && sv_full(t) && !sv_dice_awaited(t, sv_now()) &&
           start_now(sv, t);
}

/* Shows the part of the dice that was committed to. Only when nobody can commit any more. */
static bool do_dice(struct call *k)
{
    const struct sv_seat *s = &k->t->people.seat[k->seat];
    char part[FAIR_PART_MAX], dice[FAIR_HEX];
    if (k->t->log.status != SV_WAITING)
        return refuse(k, "playing", "the match has begun");
    if (!sv_full(k->t))
        return refuse(k, "waiting", "parts are shown when all seats are taken");
    if (!s->dice[0] || s->part[0])
        return refuse(k, "nothing", "there is no part of the dice to be shown by you");
    sv_get_text(k->d, 0, "part", part, sizeof part);
    fair_dice(part, dice);
    if (!fair_is_part(part) || strcmp(dice, s->dice) != 0)
        return refuse(k, "differs", "part: not the one that was committed to");
    struct entry e = entry_of(ENTRY_DICE, k->seat);
    e.has.text = part;
    return append(k, &e);
}

/* ---- people --------------------------------------------------------------------------------- */

static bool do_chat(struct call *k)
{
    char text[SV_CHAT_MAX + 1], who[32];
    int wait;
    if (!sv_get_text(k->d, 0, "text", text, sizeof text) || !text[0])
        return refuse(k, "range", "text: 1 to 500 bytes");
    for (const char *s = text; *s; s++)
        if ((unsigned char)*s < 0x20)
            return refuse(k, "range", "text: control characters are not allowed");
    if (watch_silenced(k->sv, k->t->people.seat[k->seat].account, sv_now()))
        return refuse(k, "silenced", "an operator has taken the word from you for a while");
    snprintf(who, sizeof who, "%s:%d", k->t->id, k->seat);
    if (!limits_take(k->sv->limits, LIMIT_CHAT, who, sv_now(), &wait)) {
        k->sv->counts.limited++;
        return refuse(k, "limited", "too many lines in a short time");
    }
    struct entry e = entry_of(ENTRY_CHAT, k->seat);
    e.has.text = text;
    k->sv->counts.chats++;
    return append(k, &e);
}

static bool do_vote(struct call *k)
{
    struct sv_table *t = k->t;
    const int64_t whom = sv_get_int(k->d, 0, "for", -1);
    if (t->log.status != SV_PLAYING || whom < 0 || whom >= t->setup.config.seats ||
        whom == k->seat || t->people.seat[whom].kind != ENTRY_HUMAN ||
        t->people.seat[whom].stand_in[0])
        return refuse(k, "range", "for: another person's seat in a running match is expected");
    if (!sv_away(t, (int)whom, sv_now()))
        return refuse(k, "present", "he is there, or not away for longer than was agreed");
    struct entry e = entry_of(ENTRY_VOTE, k->seat);
    e.to = (int)whom;
    if (!append(k, &e))
        return false;
    const unsigned voters = sv_people(t) & ~(1u << whom);
    const unsigned votes = t->people.seat[whom].votes & voters;
    if (2 * __builtin_popcount(votes) > __builtin_popcount(voters))
        return sv_stand_in(k->sv, t, (int)whom, "vote", NULL) || refuse_change(k);
    return true;
}

static bool do_leave(struct call *k)
{
    struct sv_table *t = k->t;
    if (t->log.status == SV_WAITING && sv_full(t) && !start_now(k->sv, t))
        return refuse_change(k); /* parts may have been shown: nobody else sits down any more */
    if (t->log.status == SV_WAITING) {
        struct entry_sit nobody = {.kind = ENTRY_OPEN};
        struct entry e = entry_of(ENTRY_SIT, k->seat);
        e.has.sit = &nobody;
        return append(k, &e);
    }
    if (!append_plain(k, ENTRY_LEAVE))
        return false;
    if (t->log.status == SV_PLAYING && !t->people.seat[k->seat].stand_in[0])
        return sv_stand_in(k->sv, t, k->seat, "left", NULL) || refuse_change(k);
    return true;
}

static bool do_back(struct call *k)
{
    const struct sv_seat *s = &k->t->people.seat[k->seat];
    if (s->resigned)
        return refuse(k, "resigned", "you have resigned");
    if (!s->stand_in[0] && !s->left)
        return refuse(k, "nothing", "the seat is yours already");
    k->t->people.think_ticket++; /* a choice in the works is void */
    return append_plain(k, ENTRY_BACK);
}

/* Before the start the host looks after the seats. */
static bool is_host(struct call *k)
{
    if (k->t->log.status != SV_WAITING || sv_full(k->t))
        return refuse(k, "playing", "the match has begun, or is about to");
    return k->seat == k->t->log.host || refuse(k, "host", "that is for the host to do");
}

static bool do_lock(struct call *k)
{
    struct entry e = entry_of(ENTRY_LOCK, k->seat);
    e.yes = sv_get_bool(k->d, 0, "yes", true);
    return is_host(k) && append(k, &e);
}

static void remember(struct call *k, const char *who)
{
    struct sv_people *p = &k->t->people;
    const int i = p->removals++ % SV_REMOVED_MAX;
    p->removed[i].who = limits_key(k->sv->limits, who);
    p->removed[i].at = sv_now();
}

/* A seat is open again: a person's, a bot's, or one held by a link. Who had it does not take an
 * open seat there again at once. */
static bool do_remove(struct call *k)
{
    struct sv_table *t = k->t;
    const int64_t whom = sv_get_int(k->d, 0, "seat", -1);
    if (!is_host(k))
        return false;
    if (whom < 0 || whom >= t->setup.config.seats || whom == k->seat ||
        t->people.seat[whom].kind == ENTRY_OPEN)
        return refuse(k, "range", "seat: another seat that is not open is expected");
    const bool strangers = k->sv->options.limit_scale > 0;
    if (strangers && t->people.seat[whom].account[0])
        remember(k, t->people.seat[whom].account);
    for (const struct sv_conn *c = t->people.conns; strangers && c; c = c->next)
        if (c->viewer == whom)
            remember(k, c->net->address);
    struct entry_sit nobody = {.kind = ENTRY_OPEN};
    struct entry e = entry_of(ENTRY_SIT, (int)whom);
    e.has.sit = &nobody;
    e.asked = (int8_t)k->seat;
    return append(k, &e);
}

/* Empty seats become bots, so that the match can begin. */
static bool do_fill(struct call *k)
{
    struct sv_table *t = k->t;
    struct entry_sit bot = {.kind = ENTRY_BOT};
    sv_get_text(k->d, 0, "bot", bot.bot, sizeof bot.bot);
    memcpy(bot.name, bot.bot, sizeof bot.name);
    if (!is_host(k))
        return false;
    if (!robots_know(k->sv, bot.bot))
        return refuse(k, "unknown", "bot: there is none of that name");
    for (int i = 0; i < t->setup.config.seats; i++) {
        if (t->people.seat[i].kind >= ENTRY_HUMAN)
            continue;
        struct entry e = entry_of(ENTRY_SIT, i);
        e.has.sit = &bot;
        e.asked = (int8_t)k->seat; /* another seat's holder: his requests are known by this */
        if (!append(k, &e))
            return false;
    }
    return true;
}

/* ---- messages ------------------------------------------------------------------------------- */

/* The number of the entry this request made when it came before; 0: it is new. */
static int seen_before(const struct sv_table *t, int seat, const char *id)
{
    const int first = t->log.seq > SEEN_BACK ? t->log.seq - SEEN_BACK : 0;
    for (int i = t->log.seq - 1; id[0] && i >= first; i--) {
        const struct entry *e = &t->log.entry[i];
        if ((e->seat == seat || e->asked == seat) && strcmp(e->cid, id) == 0)
            return i + 1;
    }
    return 0;
}

static bool cid_ok(const char *id)
{
    return id[strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")] ==
           '\0';
}

static const struct message {
    const char *type;
    bool (*run)(struct call *k);
} messages[] = {{"move", do_move},      {"undo", do_undo},   {"answer", do_answer},
                {"chat", do_chat},      {"prefs", do_prefs}, {"vote", do_vote},
                {"leave", do_leave},    {"back", do_back},   {"fill", do_fill},
                {"rematch", do_rematch}, {"remove", do_remove}, {"lock", do_lock},
                {"dice", do_dice},      {"resign", do_resign}, {"end", do_end}};

static const struct message *message_of(const char *type)
{
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (strcmp(messages[i].type, type) == 0)
            return &messages[i];
    return NULL;
}

/* Whether a seat may do one more thing that is stored. Moves bring the match to its end, an answer
 * was asked for, and giving up or leaving is open to all at all times. */
static bool not_too_much(struct call *k, const struct message *m)
{
    const struct sv_seat *s = &k->t->people.seat[k->seat];
    char who[32];
    int wait;
    if (m->run == do_move || m->run == do_answer || m->run == do_resign || m->run == do_dice)
        return true;
    if (s->deeds >= SV_DEEDS_MAX && (m->run != do_leave || s->left))
        return refuse(k, "limited", "you have done too much here beside playing");
    snprintf(who, sizeof who, "%s:%d", k->t->id, k->seat);
    if (m->run == do_chat || limits_take(k->sv->limits, LIMIT_DEED, who, sv_now(), &wait))
        return true; /* words have a limit of their own */
    k->sv->counts.limited++;
    return refuse(k, "limited", "too much in a short time");
}

/* What anybody may ask, and what was done already. */
static bool answered_at_once(struct call *k, const char *type)
{
    int seq = 0;
    if (strcmp(type, "ping") == 0)
        sv_ok(k->sv, k->c, k->id, sv_late(k->t, k->seat) ? k->t->people.told : k->t->log.seq,
              false);
    else if (strcmp(type, "gallery") == 0)
        gallery_message(k->sv, k->t, k->c, k->id, k->d);
    else if (strcmp(type, "sync") == 0)
        sv_welcome(k->sv, k->t, k->c, k->id);
    else if (k->seat == SR_SPECTATOR)
        refuse(k, "seat", "spectators only watch");
    else if ((seq = seen_before(k->t, k->seat, k->id)) > 0)
        sv_ok(k->sv, k->c, k->id, seq, true);
    else
        return false;
    return true;
}

/* The asker hears of it when it is stored, with what follows from it. */
static void settle(const struct call *k, uint64_t begun)
{
    struct sv_commit *commit = &k->t->commit;
    commit->asker = k->c;
    k->c->pending++;
    commit->asker_seq = k->t->log.seq;
    commit->asked_at = begun;
    memcpy(commit->asker_id, k->id, sizeof commit->asker_id);
    sv_try_start(k->sv, k->t);
    sv_play_on(k->sv, k->t);
    sv_commit(k->sv, k->t);
}

void sv_play_message(struct server *sv, struct sv_table *t, struct sv_conn *c, const char *text,
                     size_t len)
{
    struct sr_doc d;
    struct call k = {.sv = sv, .t = t, .c = c, .d = &d, .seat = c->viewer};
    char type[16];
    const uint64_t begun = sv_micros();
    if (!sv_doc(sv, text, len, &d) || !sv_get_text(&d, 0, "type", type, sizeof type)) {
        refuse(&k, "parse", "an object with a type is expected");
        return;
    }
    const int id = sr_json_get(&d, 0, "id");
    if (id >= 0 && (!sr_json_text(&d, id, k.id, sizeof k.id) || !cid_ok(k.id))) {
        k.id[0] = '\0';
        refuse(&k, "range", "id: at most 32 letters, digits, dots, dashes");
        return;
    }
    if (answered_at_once(&k, type))
        return;
    const struct message *m = message_of(type);
    if (!m)
        refuse(&k, "unknown", "there is no message of that type");
    else if (!not_too_much(&k, m))
        return;
    else if (m->run(&k))
        settle(&k, begun);
    else if (t->log.seq != t->commit.durable) /* a part of it happened: none of it may */
        sv_give_up(sv, t);
}
