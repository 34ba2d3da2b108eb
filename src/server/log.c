/* log.c: structured logs: one JSON object a line on stderr. Callers pass ids, codes and numbers;
 * secrets, people's names and their words have no business here. */
#include <stdarg.h>

#include "server/secret.h"

void sv_log(const struct server *sv, const char *level, const char *event, const char *types, ...)
{
    if (sv->options.quiet && strcmp(level, "info") == 0)
        return;
    char text[2048];
    struct sr_buf b;
    sr_buf_init(&b, text, sizeof text - 2);
    sr_json_open(&b, '{');
    sr_json_key(&b, "at");
    sr_json_int(&b, sv_now());
    sr_json_key(&b, "level");
    sr_json_str(&b, level);
    sr_json_key(&b, "event");
    sr_json_str(&b, event);
    va_list args;
    va_start(args, types);
    for (const char *t = types; *t; t++) {
        sr_json_key(&b, va_arg(args, const char *));
        if (*t == 's')
            sr_json_str(&b, va_arg(args, const char *));
        else
            sr_json_int(&b, va_arg(args, int64_t));
    }
    va_end(args);
    sr_json_close(&b, '}');
    if (b.full)
        return;
    text[b.len] = '\n';
    fwrite(text, 1, b.len + 1, stderr);
}
