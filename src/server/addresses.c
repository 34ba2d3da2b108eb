/* addresses.c: how many connections each address has open (addresses.h).
 *
 * Chains of rows by hash, rows from one block with a list of free ones: an address without a
 * connection has no row, so a table that has seen a million of them is as quick as a new one.
 * Invariant: every row is in exactly one chain, or free. */
#include "server/addresses.h"

#include "core/alloc.h"
#include "serai/core.h"

struct address {
    char text[NET_ADDRESS_MAX];
    int open;
    struct address *next; /* in its chain, or of the free ones */
};

struct addresses {
    struct address *rows, *free;
    struct address **chain;
    uint32_t mask; /* chains are a power of two */
    int count;
};

struct addresses *addresses_new(int most)
{
    uint32_t chains = 1;
    while (chains < (uint32_t)most)
        chains *= 2;
    struct addresses *a = (struct addresses *)sr_alloc(sizeof *a);
    if (!a)
        return NULL;
    *a = (struct addresses){.mask = chains - 1};
    a->rows = (struct address *)sr_alloc((size_t)most * sizeof *a->rows);
    a->chain = (struct address **)sr_alloc(chains * sizeof(struct address *));
    if (!a->rows || !a->chain) {
        addresses_free(a);
        return NULL;
    }
    for (int i = most - 1; i >= 0; i--) {
        a->rows[i].next = a->free;
        a->free = &a->rows[i];
    }
    return a;
}

void addresses_free(struct addresses *a)
{
    if (!a)
        return;
    sr_free(a->chain);
    sr_free(a->rows);
    sr_free(a);
}

/* The link that points at the row of that address, or the end of its chain. */
static struct address **link_to(const struct addresses *a, const char *text)
{
    uint32_t h = 2166136261u;
    for (const char *s = text; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    struct address **link = &a->chain[(h ^ h >> 16) & a->mask];
    while (*link && strcmp((*link)->text, text) != 0)
        link = &(*link)->next;
    return link;
}

int addresses_open(const struct addresses *a, const char *text)
{
    const struct address *row = *link_to(a, text);
    return row ? row->open : 0;
}

struct address *addresses_enter(struct addresses *a, const char *text)
{
    struct address **link = link_to(a, text);
    if (!*link) {
        struct address *row = a->free;
        if (!row || strlen(text) >= sizeof row->text)
            return NULL;
        a->free = row->next;
        memcpy(row->text, text, strlen(text) + 1);
        row->open = 0;
        row->next = NULL;
        *link = row;
        a->count++;
    }
    (*link)->open++;
    return *link;
}

void addresses_leave(struct addresses *a, struct address *who)
{
    if (--who->open > 0)
        return;
    struct address **link = link_to(a, who->text);
    SR_ASSERT(*link == who);
    *link = who->next;
    who->next = a->free;
    a->free = who;
    a->count--;
}

int addresses_count(const struct addresses *a) { return a->count; }
