/* mailman.h: hands one message to the machine's own mail program (post.h). */
#ifndef SERAI_SERVER_MAILMAN_H
#define SERAI_SERVER_MAILMAN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum mailman_end { MAILMAN_TAKEN, MAILMAN_LATER, MAILMAN_REFUSED };

/* Runs PROGRAM -i -- ADDRESS with the message as its input, and waits for it. */
enum mailman_end mailman_carry(const char *program, const char *address, const char *text,
                               size_t len, const atomic_bool *stop);

#endif
