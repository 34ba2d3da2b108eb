/* utf8.h: what is a character, for the reader, the writer and diagnostics alike. */
#ifndef SERAI_CORE_UTF8_H
#define SERAI_CORE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the character at s (len > 0 of them are there); 0 if it is not valid UTF-8: cut short,
 * overlong, a surrogate, or beyond U+10FFFF. */
static inline size_t utf8_length(const char *s, size_t len)
{
    const unsigned char c = (unsigned char)s[0];
    size_t n;
    uint32_t code, least;
    if (c < 0x80)
        return 1;
    if (c >= 0xC2 && c <= 0xDF) {
        n = 2, code = c & 0x1Fu, least = 0x80;
    } else if ((c & 0xF0) == 0xE0) {
        n = 3, code = c & 0x0Fu, least = 0x800;
    } else if (c >= 0xF0 && c <= 0xF4) {
        n = 4, code = c & 0x07u, least = 0x10000;
    } else {
        return 0;
    }
    if (n > len)
        return 0;
    for (size_t k = 1; k < n; k++) {
        if (((unsigned char)s[k] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | ((unsigned char)s[k] & 0x3Fu);
    }
    if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return 0;
    return n;
}

#endif
