/* format.h: formatted text without stdio, for the core's own diagnostics. */
#ifndef SERAI_CORE_FORMAT_H
#define SERAI_CORE_FORMAT_H

#include <stdarg.h>

#include "serai/json.h"

/* Appends; knows %s, %.Ns, %.*s, %d, %lld and %%. A text too long for the buffer is cut. */
void sr_buf_vformat(struct sr_buf *b, const char *format, va_list args);

#endif
