/* lines.c: the session natively: a request a line in, an answer a line out. tests/wasm/compare.py
 * asks it, as every compiler made it, what it asks the module under Node (lines.mjs). */
#include <stdio.h>
#include <string.h>

#include "wasm/calls.h"

int main(void)
{
    char *buffer = sr_call_buffer();
    while (fgets(buffer, CALL_BUFFER, stdin)) {
        const int len = sr_call((int)strcspn(buffer, "\n"));
        printf("%.*s\n", len, buffer);
        fflush(stdout);
    }
    return 0;
}
