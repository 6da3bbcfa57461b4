#ifndef MEASURE_H
#define MEASURE_H

#include <sys/types.h>

/// A child's standard streams; -1 is /dev/null. `terminal`, unless -1, becomes its controlling terminal.
struct measure_streams {
  int input;
  int output;
  int error;
  int terminal;
};

struct measure_child {
  /// -1 if no child could be created.
  pid_t pid;
  /// The CLOCK_MONOTONIC time in seconds when the child executed the program; 0 until then.
  const volatile double *started;
};

/// The CLOCK_MONOTONIC time in seconds.
double measure_now(void);

/// The processor time of this process in seconds, on all threads.
double measure_cpu(void);

/// The peak memory of this process so far, in bytes.
double measure_peak_bytes(void);

/// Starts a program with an empty signal mask and only the three standard descriptors.
///
/// It uses fork instead of posix_spawn: a spawned child starts in its parent's memory, so the child's peak reported by
/// wait4 would never be below the parent's.
struct measure_child measure_start(
    const char *path, char *const *arguments, char *const *environment, struct measure_streams streams);

#endif
