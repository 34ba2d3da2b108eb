/* catalogue.h: the texts of one language, as tools/catalogue compiles them from po/<lang>. */
#ifndef SERAI_CORE_CATALOGUE_H
#define SERAI_CORE_CATALOGUE_H

struct catalogue_entry {
    const char *key;
    const char *form[3]; /* plural forms; only the first for plain texts */
};

struct catalogue {
    const struct catalogue_entry *entry; /* sorted by key (strcmp) */
    int count;
};

extern const struct catalogue catalogue[];

#endif
