/* curve.h: how a training went (curve.c). */
#ifndef SERAI_CLI_CURVE_H
#define SERAI_CLI_CURVE_H

#include "cli/cli.h"
#include "lab/train.h"

enum { CURVE_ROWS = 512 };

struct curve_row {
    int64_t games;
    double loss[2], score;
    int won; /* thousandths, or -1: not looked at */
};

struct curve {
    struct curve_row row[CURVE_ROWS];
    int count;
    const char *losses, *strength; /* titles */
};

void curve_add(struct curve *c, const struct train_report *rep, int won);
/* For cli_render. */
void curve_csv(struct sr_buf *b, const void *context);
void curve_svg(struct sr_buf *b, const void *context);

#endif
