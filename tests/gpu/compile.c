/* compile.c: compiles every game for a device, where the compiler for it is installed: no device is
 * needed. compile [GAME...]; exit code 77 (skipped) without a compiler. */
#include <stdio.h>

#include "base/memory.h"
#include "gpu/build.h"
#include "lab/lab.h"

int main(int argc, char **argv)
{
    static const char *const part[] = {"series", "guided", "scripted", "calls"};
    struct cuda cuda = {0};
    struct sr_diag diag;
    int failed = 0;
    if (cuda_load_compiler(&cuda, &diag)) {
        printf("skipped: %s\n", diag.text);
        return 77;
    }
    for (int i = 0; i < sr_game_count(); i++) {
        const struct sr_game *g = sr_game_at(i);
        bool wanted = argc < 2;
        for (int k = 1; k < argc; k++)
            wanted |= !strcmp(argv[k], g->id);
        for (int p = 0; wanted && p <= GPU_CALLS; p++) {
            struct gpu_code code;
            if (gpu_thinks((enum gpu_part)p) && !gpu_has_network(g))
                continue;
            if (gpu_build(&cuda, g, (enum gpu_part)p, 90, true, &code, &diag)) {
                printf("%s %s: %s\n", g->id, part[p], diag.text);
                failed++;
                continue;
            }
            printf("%-10s %-8s %6.1f s %9zu bytes\n", g->id, part[p], code.seconds, code.len);
            fflush(stdout);
            mem_free(code.data);
        }
    }
    cuda_unload(&cuda);
    return failed ? 1 : 0;
}
