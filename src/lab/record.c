/* record.c: training records of a series: what its players thought, decision by decision. */
#include "ai/bots.h"
#include "core/format.h"
#include "lab/record.h"
#include "lab/recorder.h"

void lab_records_head(const struct lab_setup *s, unsigned char head[LAB_RECORDS_HEAD])
{
    const struct sr_game *g = s->rules.game;
    const struct ai_game *sight = ai_game_find(g->id);
    const uint32_t version = LAB_RECORD_VERSION, features = sight->version;
    uint64_t edition = 0;
    for (int i = 0; i < g->edition_size; i++)
        edition = base_mix(edition, ((const unsigned char *)s->rules.edition)[i]);
    memset(head, 0, LAB_RECORDS_HEAD);
    memcpy(head, "SRTR", 4);
    memcpy(head + 4, &version, 4);
    memcpy(head + 8, g->id, strlen(g->id) < 16 ? strlen(g->id) : 16);
    memcpy(head + 24, &g->rules_version, 2);
    memcpy(head + 26, &g->state_size, 2);
    memcpy(head + 28, &features, 4);
    head[32] = (unsigned char)s->seats;
    memcpy(head + 34, s->option, SR_OPTIONS_MAX);
    memcpy(head + 48, &s->seed, 8);
    memcpy(head + 56, &edition, 8);
}

/* A record under way. */
struct sheet {
    struct lab_record head;
    struct lab_value value[SR_LINES_MAX];
    uint16_t share[SR_MOVES_MAX];
};

static void keep(struct lab_recorder *recorder, struct sheet *sheet, const union sr_state *s)
{
    enum { MOST = sizeof *sheet + SR_STATE_MAX };
    struct lab_records *to = recorder->to;
    struct lab_record *r = &sheet->head;
    const int size = recorder->rules->game->state_size;
    unsigned char data[MOST] = {0};
    r->length = (uint16_t)lab_record_length(size, r->lines, r->choices);
    SR_ASSERT(r->length <= MOST);
    memcpy(data, r, sizeof *r);
    memcpy(data + sizeof *r, s->bytes, (size_t)size);
    memcpy(data + lab_values_at(size), sheet->value, r->lines * sizeof sheet->value[0]);
    memcpy(data + lab_shares_at(size, r->lines), sheet->share, r->choices * sizeof sheet->share[0]);
    pthread_mutex_lock(&recorder->writing);
    if (!to->failed)
        to->failed = !to->write(to->context, data, r->length);
    to->count += r->choices > 0;
    pthread_mutex_unlock(&recorder->writing);
}

void lab_record_end(struct lab_recorder *recorder, int64_t index, const union sr_state *s)
{
    struct sheet sheet = {.head = {.game = (uint32_t)index, .ply = s->head.ply}};
    if (recorder->to)
        keep(recorder, &sheet, s);
}

/* Of players that try moves: what they found of the best. */
static void read_trials(const struct sr_mind *mind, struct sheet *sheet)
{
    const struct halving *h = &mind->desk.run;
    const struct halving_move *best = &h->move[0];
    sheet->head.lines = (uint8_t)(best->trials ? h->lines : 0);
    for (int i = 0; i < sheet->head.lines; i++) {
        sheet->value[i].win = (int32_t)(best->win[i] / best->trials);
        sheet->value[i].margin = (int32_t)(best->margin[i] / best->trials);
    }
    halving_shares(mind->desk.logit, sheet->head.choices, sheet->share);
}

/* Of players that look one move ahead: by what the moves are worth. */
static void read_looks(const struct sr_mind *mind, struct sheet *sheet)
{
    int32_t logit[SR_MOVES_MAX];
    const int32_t focus = sr_max(1, mind->bot.skill.focus) * (AI_WIN / 1000);
    for (int i = 0; i < sheet->head.choices; i++)
        logit[i] = halving_sigma(focus, mind->worth[i]);
    halving_shares(logit, sheet->head.choices, sheet->share);
}

void lab_record_decision(struct lab_recorder *recorder, int64_t index, const struct lab_match *m,
                         sr_move move)
{
    const struct sr_mind *mind = m->mind[m->actor];
    if (!recorder->to || m->legal_count < 2 || !(mind->bot.skill.visits == 0 || mind__halves(mind)))
        return;
    struct sheet sheet = {.head = {.game = (uint32_t)index,
                                   .ply = m->state.head.ply,
                                   .choices = (uint16_t)m->legal_count,
                                   .move = move,
                                   .seat = (uint8_t)m->actor}};
    while (m->legal[sheet.head.chosen] != move)
        sheet.head.chosen++;
    sheet.head.worth = mind->worth[sheet.head.chosen];
    if (mind__halves(mind))
        read_trials(mind, &sheet);
    else
        read_looks(mind, &sheet);
    keep(recorder, &sheet, &m->state);
}
