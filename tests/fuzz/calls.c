/* calls.c: requests of a page, one a line, against what stands behind the WebAssembly module. */
#include "fuzz.h"
#include "wasm/calls.h"

static void call(const char *text, size_t len)
{
    if (len > 20000)
        return;
    memcpy(sr_call_buffer(), text, len);
    const int n = sr_call((int)len);
    FUZZ_NEED(n > 0 && fuzz_parse(sr_call_buffer(), (size_t)n));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *end = text + size;
    while (text < end) {
        const char *line = (const char *)memchr(text, '\n', (size_t)(end - text));
        const char *stop = line ? line : end;
        /* Series of games only cost time here. */
        static const char random_op[] = "\"random\"";
        bool slow = false;
        for (const char *c = text; c + sizeof random_op - 1 <= stop; c++)
            slow = slow || memcmp(c, random_op, sizeof random_op - 1) == 0;
        if (!slow)
            call(text, (size_t)(stop - text));
        text = stop + 1;
    }
    for (int i = 1; i <= CALL_TABLES; i++) {
        char close[64];
        const int n = snprintf(close, sizeof close, "{\"op\":\"close\",\"table\":%d}", i);
        call(close, (size_t)n);
    }
    return 0;
}
