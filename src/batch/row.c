/* row.c: the observation of a space: its inputs, and rows of single views. */
#include "batch/space.h"
#include "core/alloc.h"

#define ONE(k) (k) * 0x01010101u
#define FOUR(k) ONE(k), ONE((k) + 1), ONE((k) + 2), ONE((k) + 3)
const uint32_t space_splat[SPACE_PLANES_MAX] = {FOUR(0),  FOUR(4),  FOUR(8),  FOUR(12),
                                                FOUR(16), FOUR(20), FOUR(24), FOUR(28)};

static const struct space_writer *writer_of(const char *game)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        return space_writer_wide(game);
#endif
    return space_writer_plain(game);
}

struct sr_space *sr_space_new(const struct sr_rules *r, struct sr_diag *diag)
{
    struct sr_space *sp = sr_alloc(sizeof *sp);
    if (sp) {
        sp->rules = *r;
        sp->writer = writer_of(r->game->id);
        if (space_actions_init(sp) && space_plan_init(sp))
            return sp;
    }
    sr_space_free(sp);
    sr_explain(diag, "not enough memory");
    return NULL;
}

void sr_space_free(struct sr_space *sp)
{
    if (!sp)
        return;
    space_actions_free(sp);
    space_plan_free(sp);
    sr_free(sp);
}

int sr_space_inputs(const struct sr_space *sp) { return sp->inputs; }

enum sr_err sr_space_input(const struct sr_space *sp, int i, struct sr_input *out)
{
    if (i < 0 || i >= sp->inputs)
        return SR_RANGE;
    *out = (struct sr_input){.scale = sp->scale[i], .bias = sp->bias[i]};
    const size_t n = strlen(sp->name[i]);
    memcpy(out->name, sp->name[i], n < sizeof out->name ? n : sizeof out->name - 1);
    return SR_OK;
}

void sr_space_observe(const struct sr_space *sp, const struct sr_view *view, uint8_t *out)
{
    int me = view->s.head.viewer;
    if (me >= view->s.head.seats)
        me = sr_max(0, sr_actor(&sp->rules, &view->s));
    memset(out, 0, (size_t)sp->inputs);
    struct space_row row = {.me = me, .row = out};
    space_row_of(&row, sp->rules.game, &view->s);
    sp->writer->write(&row);
}

void sr_space_floats(const struct sr_space *sp, const uint8_t *bytes, float *out)
{
    for (int i = 0; i < sp->inputs; i++)
        out[i] = (float)(bytes[i] - sp->bias[i]) * sp->scale[i];
}
