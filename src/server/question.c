/* question.c: what a bot is asked (question.h). */
#include "server/question.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "council/council.h"
#include "server/secret.h"

bool question_write(struct sr_buf *b, const struct question *q,
                    const struct sr_table_config *config)
{
    struct sr_table_config told = *config;
    told.seed = told.seed_high = 0;
    sr_json_open(b, '{');
    sr_json_put_hex64(b, "think", q->number);
    sr_json_put_hex64(b, "owner", q->owner);
    sr_json_put_bool(b, "there", q->there);
    sr_json_put_str(b, "bot", q->bot->id);
    sr_json_put_hex64(b, "random", q->seed);
    sr_table_config_write(b, &told, 0);
    sr_json_key(b, "view");
    sr_state_write(b, &q->rules, &q->view.s);
    sr_json_close(b, '}');
    return !b->full;
}

static uint64_t get_hex(const struct sr_doc *d, const char *key)
{
    char text[20] = "";
    const int tok = sr_json_get(d, 0, key);
    if (tok < 0 || !sr_json_text(d, tok, text, sizeof text))
        return 0;
    return strtoull(text, NULL, 16);
}

static bool is_true(const struct sr_doc *d, const char *key)
{
    const int tok = sr_json_get(d, 0, key);
    return tok >= 0 && d->tok[tok].type == SR_J_TRUE;
}

bool question_read(struct question *q, void *edition, const char *line, size_t len,
                   struct sr_tok *tok, int max)
{
    struct sr_doc d;
    struct sr_diag diag;
    struct sr_table_config config;
    char bot[QUESTION_BOT_MAX] = "";
    q->number = 0;
    if (sr_json_parse(&d, line, len, tok, max, &diag) != SR_OK || d.tok[0].type != SR_J_OBJECT)
        return false;
    const int name = sr_json_get(&d, 0, "bot"), view = sr_json_get(&d, 0, "view");
    q->number = get_hex(&d, "think");
    q->owner = get_hex(&d, "owner");
    q->seed = get_hex(&d, "random");
    q->there = is_true(&d, "there");
    if (name < 0 || view < 0 || !sr_json_text(&d, name, bot, sizeof bot) ||
        !(q->bot = sr_bot_find(bot)) ||
        sr_table_config_read(&d, 0, 0, edition, &config, &diag) != SR_OK)
        return false;
    q->rules = config.rules;
    if (sr_state_read(&q->rules, &d, view, &q->view.s, &diag) != SR_OK ||
        sr_view_check(&q->rules, &q->view.s, &diag) != SR_OK || q->view.s.head.over)
        return false;
    q->count = sr_legal(&q->rules, &q->view.s, q->legal);
    return q->count > 0;
}

static uint64_t millis(void *context)
{
    (void)context;
    return sv_micros() / 1000;
}

int question_choose(const struct question *q, int *minds, uint64_t *micros)
{
    const id_t me = (id_t)syscall(SYS_gettid);
    if (getpriority(PRIO_PROCESS, me) < QUESTION_NICE)
        setpriority(PRIO_PROCESS, me, QUESTION_NICE);
    const uint64_t begun = sv_micros();
    /* Threads that are started here are as nice as this one. */
    struct council *c = council_new(&q->rules, q->bot, q->seed, *minds, millis, NULL);
    int choice = -1;
    if (c) {
        *minds = council_count(c);
        choice = council_choose(c, &q->view, q->legal, q->count);
    }
    council_free(c);
    *micros = sv_micros() - begun;
    return choice;
}

bool answer_write(struct sr_buf *b, const struct answer *a)
{
    sr_json_open(b, '{');
    sr_json_put_hex64(b, a->done ? "move" : "full", a->number);
    if (a->done) {
        sr_json_put_int(b, "plays", (int64_t)a->move);
        sr_json_put_int(b, "micros", (int64_t)a->micros);
    }
    sr_json_close(b, '}');
    return !b->full;
}

bool answer_read(struct answer *a, const char *line, size_t len)
{
    struct sr_tok tok[16];
    struct sr_doc d;
    struct sr_diag diag;
    int64_t plays = -1, micros = 0;
    *a = (struct answer){.number = 0};
    if (sr_json_parse(&d, line, len, tok, 16, &diag) != SR_OK || d.tok[0].type != SR_J_OBJECT)
        return false;
    a->full = sr_json_get(&d, 0, "full") >= 0;
    a->number = get_hex(&d, a->full ? "full" : "move");
    const int move = sr_json_get(&d, 0, "plays"), time = sr_json_get(&d, 0, "micros");
    a->done =
        !a->full && move >= 0 && sr_json_num(&d, move, &plays) && plays >= 0 && plays <= UINT32_MAX;
    if (time >= 0 && sr_json_num(&d, time, &micros) && micros > 0)
        a->micros = (uint64_t)micros;
    a->move = (sr_move)plays;
    return a->number > 0 && (a->done || a->full);
}
