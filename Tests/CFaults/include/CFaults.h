#ifndef CFAULTS_H
#define CFAULTS_H

#include <stddef.h>
#include <stdint.h>

/// Makes SQLite's calls to the system fail, for tests. Applies to the files of one directory, and to the memory that the
/// calling thread asks SQLite for.

typedef enum {
  FAULT_NONE = 0,
  FAULT_OPEN = 1,
  FAULT_READ = 2,
  FAULT_WRITE = 3,
  FAULT_SYNC = 4,
  FAULT_LOCK = 5,
  FAULT_MEMORY = 6,
} fault_kind;

/// Makes the n-th call of a kind fail, counted from 1, and every later one too where `persists` is not 0: a full disk
/// stays full. Files are those below `directory`.
void faults_arm(fault_kind kind, int64_t nth, int persists, const char *directory);

/// Ends it.
///
/// Returns how many calls of the kind there were.
int64_t faults_disarm(void);

/// Begins to note every change of a file below the directory in a log: for the loss of power.
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

/// Ends the log, which stays readable until the next one begins.
///
/// Returns how many entries it has.
int64_t faults_end_log(void);

faults_entry faults_logged(int64_t index);

#endif
