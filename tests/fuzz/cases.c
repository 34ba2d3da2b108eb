/* cases.c: case files. */
#include "fuzz.h"
#include "lab/lab.h"

static void on_difference(void *context, const char *name, int step, const char *path,
                          const char *want, const char *got)
{
    (void)context;
    FUZZ_NEED(name && step >= 0 && path && want && got);
}

static void on_case(void *context, const char *name, const char *title, int differences)
{
    (void)context;
    FUZZ_NEED(name && title && differences >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lab_verify v = {.report = on_difference, .done = on_case};
    const struct sr_doc *doc = fuzz_parse((const char *)data, size);
    if (doc)
        lab_verify(&v, doc);
    return 0;
}
