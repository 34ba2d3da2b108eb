/* lines.c: the session natively: a request a line in, an answer a line out. tests/wasm/compare.py
 * asks it, as every compiler made it, what it asks the module under Node (lines.mjs). */
#include <stdio.h>
#include <string.h>

#include "wasm/session.h"

int main(void)
{
    char *buffer = sr_session_buffer();
    while (fgets(buffer, SESSION_BUFFER, stdin)) {
        const int len = sr_session_call((int)strcspn(buffer, "\n"));
        printf("%.*s\n", len, buffer);
        fflush(stdout);
    }
    return 0;
}
