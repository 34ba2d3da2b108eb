/* file.h: reading whole files, and writing files that appear whole or not at all. */
#ifndef SERAI_BASE_FILE_H
#define SERAI_BASE_FILE_H

#include <stdio.h>

#include "serai/core.h"

enum { FILE_MAX = 64 << 20, FILE_TRACE_MAX = 512 << 20 };

/* A whole file ("-": stdin), NUL-terminated, to be freed with mem_free; NULL with diag. Files
 * are at most FILE_MAX bytes, or `most`. */
char *file_read(const char *path, size_t *len, struct sr_diag *diag);
char *file_read_most(const char *path, size_t most, size_t *len, struct sr_diag *diag);

/* A file that appears whole or not at all: written beside its place, synced, then renamed. A
 * signal that ends the program removes what is unfinished. */
struct file_out {
    FILE *stream;
    char *temporary, *path;
};
SR_MUST_CHECK enum sr_err file_create(struct file_out *out, const char *path,
                                      struct sr_diag *diag);
SR_MUST_CHECK enum sr_err file_commit(struct file_out *out, struct sr_diag *diag);
void file_abort(struct file_out *out);
/* All at once. */
SR_MUST_CHECK enum sr_err file_write(const char *path, const char *text, size_t len,
                                     struct sr_diag *diag);

#endif
