/* bot.c: a bot in C over the engine protocol (docs/engine.md): chooses any legal move.
 *
 *     cc bot.c -o bot && serai engine --check ./bot
 *
 * It needs no library: the legal moves come as a list of texts, and it answers with one of them. */
#include <stdio.h>
#include <string.h>

/* The n-th text of a JSON list of texts without escapes, or how many there are when n < 0. */
static int pick(const char *list, int n, char *out, size_t room)
{
    int count = 0;
    for (const char *at = strchr(list, '"'); at; at = strchr(at, '"')) {
        const char *end = strchr(++at, '"');
        if (!end)
            break;
        if (count++ == n)
            snprintf(out, room, "%.*s", (int)(end - at), at);
        at = end + 1;
    }
    return count;
}

int main(void)
{
    static char line[1 << 20], legal[1 << 20], move[256];
    unsigned chance = 1;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "serai", 5) == 0)
            printf("id name Any Move\nid protocol 2\nready\n");
        else if (strcmp(line, "isready") == 0)
            printf("ready\n");
        else if (strncmp(line, "legal ", 6) == 0)
            snprintf(legal, sizeof legal, "%s", line + 6);
        else if (strncmp(line, "go", 2) == 0) {
            const int count = pick(legal, -1, move, sizeof move);
            chance = chance * 1103515245 + 12345;
            pick(legal, count ? (int)(chance >> 16) % count : 0, move, sizeof move);
            printf("bestmove %s\n", move);
        } else if (strncmp(line, "result ", 7) == 0)
            fprintf(stderr, "the game ended: %s\n", line + 7);
        else if (strcmp(line, "quit") == 0)
            break;
        fflush(stdout);
    }
    return 0;
}
