/* floor.c: what the system itself charges for a move that comes alone. It makes the system calls of
 * a durable move of the server and nothing else: a message comes in by one of 200 sockets, another
 * thread writes five pages of a log and syncs it, four sockets are written to. Moves come as evenly
 * as those of `load`, from a process of their own. It prints processor time a move, as
 * tests/server/cost.py does for the server, so that both can be run side by side.
 *
 *   floor [MOVES_A_SECOND [SECONDS]]       the log is made in $TMPDIR (or /tmp), and removed */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SOCKETS = 200, VIEWERS = 4, ASK = 60, TELL = 700 };       /* bytes of a message, a text */
enum { PAGES = 5, PAGE = 4096, FRAME = 24, TURNS = 400 };        /* of the log */

static int ends[SOCKETS]; /* the server's */
static int log_file, woken;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int todo = -1, stop;

static void check(int ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "floor: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* Writes one move's pages over and over in the same place, as a log that is begun anew. */
static void *store(void *unused)
{
    static char page[PAGE];
    int turn = 0;
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (todo < 0 && !stop)
            pthread_cond_wait(&work, &lock);
        if (todo < 0)
            break;
        todo = -1;
        pthread_mutex_unlock(&lock);
        memset(page, turn, sizeof page);
        for (int i = 0; i < PAGES; i++) {
            const off_t at = (off_t)(turn * PAGES + i) * (PAGE + FRAME);
            check(pwrite(log_file, page, FRAME, at) == FRAME, "write");
            check(pwrite(log_file, page, PAGE, at + FRAME) == PAGE, "write");
        }
        check(fdatasync(log_file) == 0, "sync");
        turn = (turn + 1) % TURNS;
        const uint64_t one = 1;
        check(write(woken, &one, sizeof one) == sizeof one, "wake");
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static double seconds_of(clockid_t which)
{
    struct timespec ts;
    clock_gettime(which, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* The people: a message from each socket in turn, and what comes is read. */
static void people(const int *sockets, int rate, int seconds)
{
    char text[4 * TELL] = {0};
    const int moves = rate * seconds;
    const double begun = seconds_of(CLOCK_MONOTONIC);
    for (int i = 0; i < moves; i++) {
        const double wait = begun + (double)i / rate - seconds_of(CLOCK_MONOTONIC);
        if (wait > 0)
            usleep((useconds_t)(wait * 1e6));
        check(send(sockets[i % SOCKETS], text, ASK, 0) == ASK, "send");
        for (int k = 0; i >= 8 && k < VIEWERS; k++)
            (void)recv(sockets[(i - 8 + k) % SOCKETS], text, sizeof text, MSG_DONTWAIT);
    }
}

static void connect_all(int *far)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof a;
    const int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    check(bind(listener, (struct sockaddr *)&a, len) == 0 && listen(listener, SOCKETS) == 0 &&
              getsockname(listener, (struct sockaddr *)&a, &len) == 0,
          "listen");
    for (int i = 0; i < SOCKETS; i++) {
        far[i] = socket(AF_INET, SOCK_STREAM, 0);
        check(connect(far[i], (struct sockaddr *)&a, len) == 0, "connect");
        ends[i] = accept(listener, NULL, NULL);
        setsockopt(ends[i], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        setsockopt(far[i], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    close(listener);
}

static void tell(int first)
{
    static const char text[TELL];
    for (int k = 0; k < VIEWERS; k++)
        check(send(ends[(first + k) % SOCKETS], text, TELL, MSG_DONTWAIT) > 0 || errno == EAGAIN,
              "send");
}

/* The loop: one move at a time; what comes meanwhile waits, as at a table. */
static void serve(int poll, int moves)
{
    int waiting[1024], first = 0, count = 0, busy = -1;
    for (int done = 0; done < moves;) {
        struct epoll_event event[64];
        const int n = epoll_wait(poll, event, 64, 5000);
        check(n > 0, "nothing comes");
        for (int i = 0; i < n; i++) {
            char text[TELL];
            uint64_t number;
            const int which = event[i].data.fd;
            if (which == SOCKETS) {
                check(read(woken, &number, sizeof number) > 0, "read");
                tell(busy);
                busy = -1;
                done++;
            } else {
                check(recv(ends[which], text, sizeof text, 0) > 0, "read");
                waiting[(first + count++) % 1024] = which;
            }
        }
        if (busy >= 0 || count == 0)
            continue;
        busy = waiting[first];
        first = (first + 1) % 1024;
        count--;
        pthread_mutex_lock(&lock);
        todo = busy;
        pthread_cond_signal(&work);
        pthread_mutex_unlock(&lock);
    }
}

int main(int argc, char **argv)
{
    const int rate = argc > 1 ? atoi(argv[1]) : 250, seconds = argc > 2 ? atoi(argv[2]) : 10;
    const char *folder = getenv("TMPDIR");
    char path[4096];
    int far[SOCKETS];
    pthread_t thread;
    snprintf(path, sizeof path, "%s/serai-floor-XXXXXX", folder ? folder : "/tmp");
    log_file = mkstemp(path);
    check(log_file >= 0 && unlink(path) == 0, path);
    for (int i = 0; i < TURNS * PAGES; i++) { /* its blocks are there, as those of a log in use */
        static const char page[PAGE + FRAME];
        check(write(log_file, page, sizeof page) == sizeof page, "write");
    }
    check(fsync(log_file) == 0, "sync");
    connect_all(far);
    const pid_t child = fork();
    if (child == 0) {
        people(far, rate, seconds);
        pause(); /* until all is told */
        _exit(0);
    }
    const int poll = epoll_create1(0);
    woken = eventfd(0, 0);
    struct epoll_event e = {.events = EPOLLIN, .data = {.fd = SOCKETS}};
    epoll_ctl(poll, EPOLL_CTL_ADD, woken, &e);
    for (int i = 0; i < SOCKETS; i++) {
        close(far[i]);
        e.data.fd = i;
        epoll_ctl(poll, EPOLL_CTL_ADD, ends[i], &e);
    }
    check(pthread_create(&thread, NULL, store, NULL) == 0, "thread");
    const double begun = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    const double loop = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    serve(poll, rate * seconds);
    const double all = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begun;
    const double mine = seconds_of(CLOCK_THREAD_CPUTIME_ID) - loop;
    const double each = 1e6 / (rate * (double)seconds);
    printf("{\"us\":%.1f,\"loop\":%.1f}\n", all * each, mine * each);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return 0;
}
