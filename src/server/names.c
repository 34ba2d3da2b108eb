/* names.c: names of people (names.h), after the ideas of Unicode's Technical Standard 39: one
 * script (of those that look alike) in a name, and a skeleton by which look-alikes are the same. */
#include "server/names.h"

#include <string.h>

#include "core/utf8.h"

static uint32_t next(const char **s)
{
    const unsigned char *p = (const unsigned char *)*s;
    const size_t n = utf8_length(*s, strlen(*s));
    *s += n ? n : 1;
    switch (n) {
    case 1:
        return p[0];
    case 2:
        return (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu);
    case 3:
        return (p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
    case 4:
        return (p[0] & 0x07u) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu);
    default:
        return 0xFFFD;
    }
}

struct range {
    uint32_t first, last;
};

static bool within(uint32_t c, const struct range *r, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (c >= r[i].first && c <= r[i].last)
            return true;
    return false;
}
#define WITHIN(c, ranges) within(c, ranges, sizeof(ranges) / sizeof *(ranges))

/* Controls, what is not shown, what turns the direction of text, blanks of other widths, private
 * and unassigned planes. */
static const struct range unfit[] = {
    {0x0000, 0x001F}, {0x007F, 0x00A0}, {0x00AD, 0x00AD}, {0x034F, 0x034F},   {0x061C, 0x061C},
    {0x115F, 0x1160}, {0x1680, 0x1680}, {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x2000, 0x200F},
    {0x2028, 0x202F}, {0x205F, 0x206F}, {0x2800, 0x2800}, {0x3000, 0x3000},   {0x3164, 0x3164},
    {0xD800, 0xF8FF}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFF},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF}};
static const struct range marks[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD},
                                     {0x064B, 0x065F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
                                     {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}};
/* Alphabets with letters of the same shapes. */
static const struct range latin[] = {{'A', 'Z'}, {'a', 'z'}, {0xC0, 0x24F}, {0x1E00, 0x1EFF},
                                     {0xFF21, 0xFF5A}};
static const struct range cyrillic[] = {{0x0400, 0x052F}, {0x1C80, 0x1C8F}, {0x2DE0, 0x2DFF},
                                        {0xA640, 0xA69F}};
static const struct range greek[] = {{0x0370, 0x03FF}, {0x1F00, 0x1FFF}};

bool sv_title_ok(const char *title)
{
    enum { MARKS_MAX = 2 };
    int in_a_row = MARKS_MAX;
    for (const char *s = title; *s;) {
        const uint32_t c = next(&s);
        const bool blank = c == ' ' || c == 0xA0 || c == 0x202F; /* those of French, too */
        if (!blank && WITHIN(c, unfit))
            return false;
        in_a_row = WITHIN(c, marks) ? in_a_row + 1 : blank ? MARKS_MAX : 0;
        if (in_a_row > MARKS_MAX)
            return false;
    }
    return true;
}

bool sv_name_ok(const char *name)
{
    enum { MARKS_MAX = 2 };
    const size_t n = strlen(name);
    int in_a_row = MARKS_MAX; /* none on what is no letter */
    unsigned scripts = 0;
    uint32_t before = ' ';
    if (n == 0 || n >= SR_NAME_MAX - 8)
        return false;
    for (const char *s = name; *s;) {
        const uint32_t c = next(&s);
        if (WITHIN(c, unfit) || (c == ' ' && before == ' '))
            return false;
        if (WITHIN(c, marks) ? ++in_a_row > MARKS_MAX : false)
            return false;
        if (!WITHIN(c, marks))
            in_a_row = c == ' ' ? MARKS_MAX : 0;
        scripts |= (WITHIN(c, latin) ? 1u : 0) | (WITHIN(c, cyrillic) ? 2u : 0) |
                   (WITHIN(c, greek) ? 4u : 0);
        before = c;
    }
    return before != ' ' && (scripts & (scripts - 1)) == 0;
}

static uint32_t lower(uint32_t c)
{
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7) ||
        (c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F))
        return c + 32;
    if (c >= 0x400 && c <= 0x40F)
        return c + 80;
    if ((c >= 0x100 && c <= 0x17F) || (c >= 0x460 && c <= 0x52F))
        return c | 1;
    return c;
}

/* Letters (small; what is said of capitals holds for them too) and the ones they are taken for. */
static const struct {
    uint16_t from;
    char to;
} alike[] = {
    {0x430, 'a'}, {0x432, 'b'}, {0x435, 'e'}, {0x43A, 'k'}, {0x43C, 'm'}, {0x43D, 'h'},
    {0x43E, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'},
    {0x455, 's'}, {0x456, 'l'}, {0x458, 'j'}, {0x4BB, 'h'}, {0x501, 'd'}, {0x51B, 'q'},
    {0x51D, 'w'}, {0x3B1, 'a'}, {0x3B2, 'b'}, {0x3B5, 'e'}, {0x3B7, 'h'}, {0x3B9, 'l'},
    {0x3BA, 'k'}, {0x3BC, 'm'}, {0x3BD, 'n'}, {0x3BF, 'o'}, {0x3C1, 'p'}, {0x3C4, 't'},
    {0x3C5, 'y'}, {0x3C7, 'x'}, {0x3B6, 'z'}, {0x131, 'l'}, {0x142, 'l'}, {0x2019, '\''},
    {'0', 'o'},   {'1', 'l'},   {'i', 'l'},   {'|', 'l'},   {0x4CF, 'l'}, {0x2C0, '\''}};

static uint32_t shape(uint32_t c)
{
    if (c >= 0xFF01 && c <= 0xFF5E)
        c -= 0xFEE0;
    c = lower(c);
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (alike[i].from == c)
            return (unsigned char)alike[i].to;
    return c;
}

static size_t put(char *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char head[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = n; i-- > 1; c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)(head[n] | c);
    return n;
}

/* What separates words is passed over, and so are pairs that make another letter. */
void sv_name_look(const char *name, char out[SV_LOOK_MAX])
{
    size_t n = 0;
    for (const char *s = name; *s && n + 5 < SV_LOOK_MAX;) {
        const uint32_t c = shape(next(&s));
        if (c < 0x80 && strchr(" .-_'", (int)c))
            continue;
        if (n > 0 && ((c == 'n' && out[n - 1] == 'r') || (c == 'v' && out[n - 1] == 'v')))
            out[n - 1] = c == 'n' ? 'm' : 'w';
        else
            n += put(out + n, c);
    }
    if (n == 0) /* separators alone */
        n += put(out, '.');
    out[n] = '\0';
}

void sv_name_fold(const char *name, char out[SR_NAME_MAX])
{
    size_t n = 0;
    for (; name[n] && n + 1 < SR_NAME_MAX; n++)
        out[n] = name[n] >= 'A' && name[n] <= 'Z' ? (char)(name[n] + 32) : name[n];
    out[n] = '\0';
}
