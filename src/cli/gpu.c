/* gpu.c: --gpu, for the commands that have it. */
#include "cli/cli.h"
#include "gpu/gpu.h"

struct gpu *cli_no_gpu(struct cli *cli, const char *why)
{
    cli_fail(cli, CLI_OK, "serai.gpu.none", CLI_ARGS({"why", .text = why}));
    return NULL;
}

struct gpu *cli_gpu(struct cli *cli)
{
    struct gpu *gpu;
    struct sr_diag diag;
    return gpu_open(&gpu, &diag) ? cli_no_gpu(cli, diag.text) : gpu;
}
