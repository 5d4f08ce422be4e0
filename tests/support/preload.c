/* Loaded into redis-server by the tests (LD_PRELOAD). Two things:
 *
 * - Wall-clock time is an 8-byte cell in the file LOCKSTEP_CLOCK: microseconds
 *   since 1970, in the machine's byte order. The test writes it, the server only
 *   reads. Without LOCKSTEP_CLOCK time is real. The monotonic clock stays real:
 *   it paces the server's event loop, which must go on turning.
 * - The server ends when its standard input does. That is a pipe whose other end
 *   only the test holds, so a test that is killed leaves no server behind.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t *cell;

static void *end_with_the_test(void *unused) {
    char byte;
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
    _exit(0);
    return unused;
}

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("LOCKSTEP_CLOCK");
    if (path) {
        int file = open(path, O_RDONLY | O_CLOEXEC);
        void *page = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *cell, PROT_READ, MAP_SHARED, file, 0);
        if (page == MAP_FAILED) abort();
        close(file);
        cell = page;
    }
    pthread_t thread;
    if (pthread_create(&thread, NULL, end_with_the_test, NULL) != 0) abort();
}

typedef int clock_gettime_fn(clockid_t, struct timespec *);

static int real_clock(clockid_t id, struct timespec *out) {
    static clock_gettime_fn *next;
    if (!next) next = (clock_gettime_fn *)dlsym(RTLD_NEXT, "clock_gettime");
    return next(id, out);
}

int clock_gettime(clockid_t id, struct timespec *out) {
    if (!cell || (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE)) return real_clock(id, out);
    int64_t now_us = *cell;
    out->tv_sec = now_us / 1000000;
    out->tv_nsec = now_us % 1000000 * 1000;
    return 0;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int failed = clock_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = now.tv_nsec / 1000;
    return failed;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
