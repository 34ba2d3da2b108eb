/* session.h: a match at one screen: the table, who looks at it, what happened, the bots. */
#ifndef SERAI_TERMINAL_SESSION_H
#define SERAI_TERMINAL_SESSION_H

#include "serai/bot.h"
#include "terminal/terminal.h"

struct log_entry {
    uint32_t ply;
    struct sr_event event;
};

struct session {
    const struct play_setup *setup;
    struct sr_table *table;
    const struct sr_table_config *config;
    struct sr_speaker speaker;
    const char *names[SR_SEATS_MAX];
    char shown_name[SR_SEATS_MAX][SR_NAME_MAX]; /* a save may come from anywhere */
    int humans;

    /* Everything that happened, unabridged; shown through sr_event_redact. */
    struct log_entry *log;
    int log_count, log_max;

    /* The decision asked now, as the person at the screen sees it. */
    int actor;
    int viewer; /* a seat, or SR_SPECTATOR when only bots play */
    struct sr_view view;
    sr_move legal[SR_MOVES_MAX]; /* empty unless the viewer decides */
    int legal_count;
    uint32_t seen[SR_SPECTATOR + 1]; /* up to which ply each viewer has read the log */

    struct council *minds[SR_SEATS_MAX + 1]; /* of the bots, and of the adviser */
    struct external *program[SR_SEATS_MAX]; /* of the seats played by one */

    struct sr_diag save_error; /* empty when the last attempt went well */
    bool dirty;                /* there is something to save */
    bool urgent;               /* and a person did it */
};

void session_init(struct session *s, const struct play_setup *setup);
void session_fini(struct session *s);
/* The seed of the match in words: a number, or 32 hex digits where it has 128 bits. */
enum { SESSION_SEED = 40 };
void session_seed(const struct session *s, char out[SESSION_SEED]);
bool session_is_human(const struct session *s, int seat);
/* Looks at the table again after it has changed; `viewer` becomes the person at the screen. */
void session_look(struct session *s, int viewer);
/* The person who should be at the screen now. */
int session_next_viewer(const struct session *s);
/* Whether a change of person at the screen would show someone else's secrets. */
bool session_has_secrets(const struct session *s, int before, int after);

/* Plays for the seat that decides and keeps the log. */
SR_MUST_CHECK enum sr_err session_play(struct session *s, sr_move move, struct sr_diag *diag);
/* What the bot whose turn it is would play. It fails only when that is a program that breaks the
 * rules of docs/engine.md; `diag` says how. */
SR_MUST_CHECK enum sr_err session_bot_move(struct session *s, sr_move *out, struct sr_diag *diag);
/* Lets bots with a limit of time think while a person does, until one of them is asked. */
void session_ponder(struct session *s);
/* Who is asked for advice, and what that bot would play in the viewer's place. */
const struct sr_bot *session_adviser(void);
struct sr_idea session_hint(struct session *s);

SR_MUST_CHECK enum sr_err session_undo(struct session *s, struct sr_diag *diag);
SR_MUST_CHECK enum sr_err session_reset(struct session *s, struct sr_diag *diag);
/* To the last decision of a person, whatever was revealed since. */
SR_MUST_CHECK enum sr_err session_back(struct session *s, struct sr_diag *diag);
SR_MUST_CHECK enum sr_err session_redo(struct session *s, struct sr_diag *diag);
/* Saves what has changed where the set-up says; a failure stays in save_error. */
void session_sync(struct session *s);
/* A copy at another place. */
SR_MUST_CHECK enum sr_err session_save(struct session *s, const char *path,
                                       struct sr_diag *diag);

#endif
