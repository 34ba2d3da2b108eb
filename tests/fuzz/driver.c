/* driver.c: runs a fuzz target over the files of folders, without libFuzzer: driver FOLDER... */
#include <dirent.h>

#include "fuzz.h"

static int count;

static void run_file(const char *path, const char *name)
{
    static uint8_t data[1 << 20];
    FILE *f = fopen(path, "rb");
    if (!f)
        return;
    const size_t size = fread(data, 1, sizeof data, f);
    fclose(f);
    /* A copy of exactly that size: a sanitizer sees a byte read beyond it. */
    uint8_t *copy = (uint8_t *)malloc(size ? size : 1);
    if (!copy)
        abort();
    memcpy(copy, data, size);
    printf("# %s\n", name);
    fflush(stdout);
    (void)LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    printf("ok %d - %s\n", ++count, name);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct dirent **list;
        const int n = scandir(argv[i], &list, NULL, alphasort);
        for (int k = 0; k < n; k++) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[i], list[k]->d_name);
            if (list[k]->d_name[0] != '.')
                run_file(path, list[k]->d_name);
            free(list[k]);
        }
        if (n >= 0)
            free(list);
    }
    printf("1..%d\n", count);
    return count > 0 ? 0 : 1;
}
