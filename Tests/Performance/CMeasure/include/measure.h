#ifndef MEASURE_H
#define MEASURE_H

#include <sys/types.h>

/// Where a child's standard streams lead; -1 is /dev/null. `terminal`, unless -1, becomes its controlling terminal.
struct measure_streams {
  int input;
  int output;
  int error;
  int terminal;
};

struct measure_child {
  /// -1 where there could be no child.
  pid_t pid;
  /// Seconds by CLOCK_MONOTONIC when the child became the program; 0 until then.
  const volatile double *started;
};

/// Seconds by CLOCK_MONOTONIC.
double measure_now(void);

/// Seconds that the processor has worked for this process, for all threads together.
double measure_cpu(void);

/// The most memory that this process has held so far, in bytes.
double measure_peak_bytes(void);

/// Starts a program with an empty signal mask and no descriptors but the three.
///
/// By fork, not by posix_spawn: a spawned child begins in its parent's memory, and the peak that wait4 tells of the
/// child would then never be below the parent's.
struct measure_child measure_start(
    const char *path, char *const *arguments, char *const *environment, struct measure_streams streams);

#endif
