/* unit.h: what the unit tests share: cmocka, and JSON texts as documents. */
#ifndef SERAI_TESTS_UNIT_H
#define SERAI_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "serai/json.h"

enum { UNIT_TOKENS = 1 << 16 };

/* A parsed text; the test fails when it is no JSON. The document lives until the next call. */
static inline struct sr_doc *unit_doc(const char *text)
{
    static struct sr_tok tok[UNIT_TOKENS];
    static struct sr_doc doc;
    struct sr_diag diag = {""};
    if (sr_json_parse(&doc, text, strlen(text), tok, UNIT_TOKENS, &diag) != SR_OK)
        fail_msg("%s: %s", text, diag.text);
    return &doc;
}

#define assert_ok(call) assert_int_equal(call, SR_OK)
/* The code, and a piece of the sentence that explains it. */
#define assert_fails(call, code, diag, piece)                                                      \
    do {                                                                                           \
        assert_int_equal(call, code);                                                              \
        if (!strstr((diag).text, piece))                                                           \
            fail_msg("'%s' does not say '%s'", (diag).text, piece);                                \
    } while (0)

#endif
