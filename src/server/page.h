/* page.h: files of the page inside the program; tools/server-embed writes the table. */
#ifndef SERAI_SERVER_PAGE_H
#define SERAI_SERVER_PAGE_H

#include <stdbool.h>
#include <stddef.h>

struct page_bytes {
    const unsigned char *data;
    size_t len; /* 0: there is no such form */
};

struct page_file {
    const char *path; /* "/index.html"; the table is sorted by it */
    const char *type, *etag;
    bool hashed; /* the name changes with the contents: may be kept for ever */
    struct page_bytes plain, br, gz;
};

extern const struct page_file page_files[];
extern const int page_file_count;

const struct page_file *page_find(const char *path); /* NULL: there is none */

#endif
