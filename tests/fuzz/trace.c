/* trace.c: traces read by the referee, line by line. */
#include "fuzz.h"
#include "lab/lab.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lab_referee *r = lab_referee_new();
    const char *text = (const char *)data, *end = text + size;
    struct sr_diag diag;
    enum sr_err err = SR_OK;
    while (text < end && err == SR_OK) {
        const char *line = (const char *)memchr(text, '\n', (size_t)(end - text));
        const char *stop = line ? line : end;
        err = lab_referee_line(r, text, (size_t)(stop - text), &diag);
        text = stop + 1;
    }
    (void)lab_referee_done(r);
    (void)lab_referee_ply(r);
    lab_referee_free(r);
    return 0;
}
