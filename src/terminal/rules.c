/* rules.c: finds rules by language and number. */
#include "terminal/rules.h"

const char *rules_find(const char *game, enum sr_lang lang)
{
    const char *english = NULL;
    for (const struct rules_text *r = rules_texts; r->game; r++) {
        if (strcmp(r->game, game) != 0)
            continue;
        if (r->lang == lang)
            return r->text;
        if (r->lang == SR_EN)
            english = r->text;
    }
    return english;
}

const char *rules_number(const char *text)
{
    static const char *const letters[] = {"R", "r", "Р", "р"}; /* the last two are Cyrillic */
    for (int i = 0; i < 4; i++) {
        const size_t n = strlen(letters[i]);
        if (!strncmp(text, letters[i], n))
            return text + n;
    }
    return text;
}

bool rules_is(const char *line, const char *number)
{
    static const char *const before[] = {"# ", "• ", "  "};
    const size_t n = strlen(number);
    for (int i = 0; i < 3; i++)
        if (!strncmp(line, before[i], strlen(before[i])))
            line += strlen(before[i]);
    if (*line++ != 'R' || strncmp(line, number, n) != 0)
        return false;
    /* R4 is neither R4.3 nor R42; "R4.3." is R4.3. */
    const char after = line[n], then = after ? line[n + 1] : '\0';
    return !(after >= '0' && after <= '9') && !(after == '.' && then >= '0' && then <= '9');
}
