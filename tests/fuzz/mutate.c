/* mutate.c: libFuzzer's mutator for targets that read JSON: every other time one value of one line
 * is replaced by one that is hidden, absent or at the end of some range, which changes of single
 * bytes hardly ever make. Only in libFuzzer programs. */
#include "fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

static const char *const values[] = {
    "\"?\"",  "null", "true",  "false", "-1",    "0",     "1",          "2",
    "-128",   "-129", "127",   "128",   "254",   "255",   "256",        "-32768",
    "-32769", "32767", "32768", "65535", "65536", "{}",    "4294967295", "4294967296",
    "[]",     "\"\"", "99999", "0.5",   "1e3",   "[[]]",  "9223372036854775807",
};

/* Replaces a value of the JSON in text[0..len); returns the new length of it, 0 when it is none. */
static size_t replace(char *text, size_t len, size_t room, struct sr_rng *rng)
{
    const struct sr_doc *doc = fuzz_parse(text, len);
    if (!doc)
        return 0;
    const struct sr_tok *t = &doc->tok[sr_rng_below(rng, (uint32_t)doc->count)];
    const uint32_t quote = t->type == SR_J_STRING;
    const size_t from = t->start - quote, to = t->end + quote;
    const char *wrong = values[sr_rng_below(rng, sizeof values / sizeof values[0])];
    const size_t n = strlen(wrong);
    if (len - (to - from) + n > room)
        return 0;
    memmove(text + from + n, text + to, len - to);
    memcpy(text + from, wrong, n);
    return len - (to - from) + n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    struct sr_rng rng;
    sr_rng_seed(&rng, seed);
    if (size == 0 || sr_rng_below(&rng, 2) == 0)
        return LLVMFuzzerMutate(data, size, max);
    /* A line, from its first bracket on. */
    size_t from = sr_rng_below(&rng, (uint32_t)size);
    while (from > 0 && data[from - 1] != '\n')
        from--;
    size_t to = from;
    while (to < size && data[to] != '\n')
        to++;
    while (from < to && data[from] != '{' && data[from] != '[')
        from++;
    const size_t rest = size - to;
    uint8_t *kept = (uint8_t *)malloc(rest + 1);
    if (!kept)
        abort();
    memcpy(kept, data + to, rest);
    const size_t n =
        from < to ? replace((char *)data + from, to - from, max - rest - from, &rng) : 0;
    if (n)
        memcpy(data + from + n, kept, rest);
    free(kept);
    return n ? from + n + rest : LLVMFuzzerMutate(data, size, max);
}
