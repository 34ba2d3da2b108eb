/* build.h: the rules of a game as code for a device, compiled when they are first wanted and kept
 * in the user's cache under a hash of everything they were made of. */
#ifndef SERAI_GPU_BUILD_H
#define SERAI_GPU_BUILD_H

#include "gpu/cuda.h"
#include "serai/game.h"

/* What the code is for: each has a file of kernels, and the rules are compiled to suit. */
enum gpu_part {
    GPU_SERIES, /* random games, device/series.cu */
    GPU_GUIDED, /* games by networks, device/guided.cu */
    GPU_SCRIPTED, /* the same where scripted players sit, too, device/script.cu */
    GPU_CALLS   /* single calls of the contract with their events, device/calls.cu */
};

/* Code in which players think: a game that has none of them is not compiled for it. */
static inline bool gpu_thinks(enum gpu_part part)
{
    return part == GPU_GUIDED || part == GPU_SCRIPTED;
}

/* Whether a game has a network, and so code of the second kind. */
bool gpu_has_network(const struct sr_game *game);

/* Whether random series of a game play a move and draw the next in one kernel, serai_turn. */
bool gpu_fuses(const struct sr_game *g);

struct gpu_code {
    unsigned char *data;
    size_t len;
    double seconds; /* what compiling took; 0: from the cache */
};

/* Code for sm_<arch> (90). A code that the device refuses is made again with `fresh`. data is freed
 * with mem_free. SR_UNKNOWN: no compiler; SR_IO with the first error when it refuses the files. */
SR_MUST_CHECK enum sr_err gpu_build(struct cuda *c, const struct sr_game *game,
                                    enum gpu_part part, int arch, bool fresh, struct gpu_code *out,
                                    struct sr_diag *diag);

#endif
