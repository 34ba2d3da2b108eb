/* page.c: the page, embedded in the program: a table of files made at build time (page_files), with
 * their compressed forms. Paths are looked up, never joined: there is nothing to climb out of. */
#include <stdlib.h>

#include "server/page.h"
#include "server/http.h"

/* Whether Accept-Encoding names the coding, and not with a weight of 0. */
static bool accepts(const char *header, const char *coding)
{
    const size_t n = strlen(coding);
    for (const char *at = header; *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " \t");
        const char *rest = at + n;
        if (strncmp(at, coding, n) != 0 || !strchr(" \t;,", *rest))
            continue;
        rest += strspn(rest, " \t;");
        return strncmp(rest, "q=", 2) != 0 || strtod(rest + 2, NULL) > 0;
    }
    return false;
}

static int by_path(const void *key, const void *row)
{
    return strcmp((const char *)key, ((const struct page_file *)row)->path);
}

const struct page_file *page_find(const char *path)
{
    return (const struct page_file *)bsearch(path, page_files, (size_t)page_file_count,
                                             sizeof *page_files, by_path);
}

void page_get(struct server *sv, struct net_request *r)
{
    if (strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0) {
        http_error(sv, r, "method", "GET is expected");
        return;
    }
    const char *path = strcmp(r->path, "/") == 0 ? "/index.html" : r->path;
    const struct page_file *f = page_find(path);
    if (!f) {
        http_error(sv, r, "not_found",
                   page_file_count ? "there is no such page"
                                   : "this build has no page; the interface"
                                     " is /api/v1, see docs/protocol.md");
        return;
    }
    struct net_answer a = {.status = 200,
                           .type = f->type,
                           .body = (const char *)f->plain.data,
                           .len = f->plain.len,
                           .fixed = true,
                           .etag = f->etag,
                           .cache = f->hashed ? "public, max-age=31536000, immutable" : "no-cache"};
    if (f->br.len && accepts(r->accept_encoding, "br")) {
        a.body = (const char *)f->br.data;
        a.len = f->br.len;
        a.encoding = "br";
    } else if (f->gz.len && accepts(r->accept_encoding, "gzip")) {
        a.body = (const char *)f->gz.data;
        a.len = f->gz.len;
        a.encoding = "gzip";
    }
    if (r->if_none_match[0] && strcmp(r->if_none_match, f->etag) == 0) {
        a.status = 304;
        a.len = 0;
        a.encoding = NULL;
    }
    r->answer(r, &a);
}
