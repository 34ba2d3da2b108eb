/* main.c: where the program meets the system: standard streams, chance, the clock. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

uint64_t cli_random_seed(void)
{
    uint32_t bits = 1;
    if (getrandom(&bits, sizeof bits, 0) != (ssize_t)sizeof bits)
        return 1;
    return bits % 1000000000u; /* short enough to read out to a friend */
}

void cli_timestamp(char out[32])
{
    const time_t now = time(NULL);
    struct tm tm;
    if (!localtime_r(&now, &tm) || !strftime(out, 32, "%Y%m%d-%H%M%S", &tm))
        snprintf(out, 32, "0");
}

/* A closed standard stream would hand its number to the next file that is opened. A null device
 * open the wrong way round takes its place: using it still fails. */
static bool streams_open(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    if (!streams_open())
        return CLI_IO;
    return cli_main(argc, argv);
}
