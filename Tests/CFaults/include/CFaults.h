#ifndef CFAULTS_H
#define CFAULTS_H

#include <stddef.h>
#include <stdint.h>

/// Makes SQLite's system calls fail, for tests. Applies to the files of one directory, and to the memory that SQLite
/// allocates on the calling thread.

typedef enum {
  FAULT_NONE = 0,
  FAULT_OPEN = 1,
  FAULT_READ = 2,
  FAULT_WRITE = 3,
  FAULT_SYNC = 4,
  FAULT_LOCK = 5,
  FAULT_MEMORY = 6,
} fault_kind;

/// Makes the n-th call of a kind fail, counted from 1, and all later ones if `persists` is not 0, as on a full
/// disk. Files are those below `directory`.
void faults_arm(fault_kind kind, int64_t nth, int persists, const char *directory);

/// Stops it. Returns how many calls of the kind there were.
int64_t faults_disarm(void);

/// Starts a log of every change of a file below the directory, to simulate a loss of power.
void faults_begin_log(const char *directory);

/// One entry of the log.
typedef struct {
  /// 1 a write, 2 a truncation, 3 a sync, 4 a deletion.
  int kind;
  /// The name of the file without its directory.
  const char *name;
  int64_t offset;
  const void *bytes;
  int64_t count;
} faults_entry;

/// Stops the log, which stays readable until the next one starts. Returns how many entries it has.
int64_t faults_end_log(void);

faults_entry faults_logged(int64_t index);

#endif
