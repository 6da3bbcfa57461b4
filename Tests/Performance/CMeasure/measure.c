#define _GNU_SOURCE
#include "measure.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

double measure_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double measure_cpu(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

double measure_peak_bytes(void) {
#ifdef __linux__
  // The value of getrusage includes the process from which this one was forked.
  FILE *status = fopen("/proc/self/status", "r");
  if (!status) return 0;
  char line[256];
  double kibibytes = 0;
  while (fgets(line, sizeof line, status)) {
    if (sscanf(line, "VmHWM: %lf", &kibibytes) == 1) break;
  }
  fclose(status);
  return kibibytes * 1024;
#else
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss;
#endif
}

/// Memory shared by parent and child. There are few children at a time, so slots are reused in turn.
static volatile double *next_place(void) {
  enum { count = 512 };
  static volatile double *places = NULL;
  static size_t used = 0;
  if (!places) {
    void *page = mmap(NULL, count * sizeof(double), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANON, -1, 0);
    if (page == MAP_FAILED) return NULL;
    places = page;
  }
  volatile double *place = &places[used++ % count];
  *place = 0;
  return place;
}

static void become(
    const char *path, char *const *arguments, char *const *environment, struct measure_streams streams,
    volatile double *started) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (streams.terminal >= 0) {
    setsid();
    ioctl(streams.terminal, TIOCSCTTY, 0);
  }
  int wanted[3] = {streams.input, streams.output, streams.error};
  int nowhere = open("/dev/null", O_RDWR);
  for (int number = 0; number < 3; number++) {
    if (wanted[number] < 0) wanted[number] = nowhere;
    // Above the three standard descriptors, which are overwritten one by one.
    wanted[number] = fcntl(wanted[number], F_DUPFD, 10);
  }
  for (int number = 0; number < 3; number++) dup2(wanted[number], number);
  for (int descriptor = 3; descriptor < 256; descriptor++) close(descriptor);
  *started = measure_now();
  execve(path, arguments, environment);
  _exit(127);
}

struct measure_child measure_start(
    const char *path, char *const *arguments, char *const *environment, struct measure_streams streams) {
  struct measure_child child = {-1, next_place()};
  if (!child.started) return child;
  child.pid = fork();
  if (child.pid == 0) become(path, arguments, environment, streams, (volatile double *)child.started);
  return child;
}
