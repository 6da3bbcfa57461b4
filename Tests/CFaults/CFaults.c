// For RTLD_NEXT.
#define _GNU_SOURCE

#include "CFaults.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// MARK: - Injected failures

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static fault_kind armed = FAULT_NONE;
static int64_t failing = 0;
static int64_t calls = 0;
static int stays = 0;
static char directory[1024];
// Only the requesting thread runs out of memory, because tests run in parallel.
static _Thread_local int memory_armed = 0;
static _Thread_local int64_t memory_failing = 0;
static _Thread_local int64_t memory_calls = 0;
static _Thread_local int memory_stays = 0;

static int logging = 0;
static faults_entry *entries = NULL;
static int64_t entry_count = 0;
static int64_t entry_room = 0;

void faults_arm(fault_kind kind, int64_t nth, int persists, const char *path) {
  if (kind == FAULT_MEMORY) {
    memory_armed = 1;
    memory_failing = nth;
    memory_calls = 0;
    memory_stays = persists;
    return;
  }
  pthread_mutex_lock(&mutex);
  armed = kind;
  failing = nth;
  calls = 0;
  stays = persists;
  strncpy(directory, path, sizeof(directory) - 1);
  pthread_mutex_unlock(&mutex);
}

int64_t faults_disarm(void) {
  if (memory_armed) {
    memory_armed = 0;
    return memory_calls;
  }
  pthread_mutex_lock(&mutex);
  int64_t count = calls;
  armed = FAULT_NONE;
  pthread_mutex_unlock(&mutex);
  return count;
}

static int is_below(const char *path) {
  return path != NULL && directory[0] != 0 && strncmp(path, directory, strlen(directory)) == 0;
}

/// Whether this call fails.
static int fails(fault_kind kind, const char *path) {
  int result = 0;
  pthread_mutex_lock(&mutex);
  if (armed == kind && is_below(path)) {
    calls += 1;
    result = calls == failing || (stays && calls > failing && failing > 0);
  }
  pthread_mutex_unlock(&mutex);
  return result;
}

// MARK: - The log

void faults_begin_log(const char *path) {
  pthread_mutex_lock(&mutex);
  for (int64_t index = 0; index < entry_count; index++) {
    free((void *)entries[index].bytes);
    free((void *)entries[index].name);
  }
  entry_count = 0;
  logging = 1;
  strncpy(directory, path, sizeof(directory) - 1);
  pthread_mutex_unlock(&mutex);
}

int64_t faults_end_log(void) {
  pthread_mutex_lock(&mutex);
  logging = 0;
  int64_t count = entry_count;
  pthread_mutex_unlock(&mutex);
  return count;
}

faults_entry faults_logged(int64_t index) { return entries[index]; }

static void note(int kind, const char *path, int64_t offset, const void *bytes, int64_t count) {
  pthread_mutex_lock(&mutex);
  if (logging && is_below(path)) {
    if (entry_count == entry_room) {
      entry_room = entry_room ? 2 * entry_room : 1024;
      entries = realloc(entries, (size_t)entry_room * sizeof(faults_entry));
    }
    const char *slash = strrchr(path, '/');
    void *copy = NULL;
    if (bytes) {
      copy = malloc((size_t)count);
      memcpy(copy, bytes, (size_t)count);
    }
    faults_entry entry = {kind, strdup(slash ? slash + 1 : path), offset, copy, count};
    entries[entry_count++] = entry;
  }
  pthread_mutex_unlock(&mutex);
}

// MARK: - Files

typedef struct {
  sqlite3_file base;
  const char *path;
  sqlite3_file *real;
} shim_file;

static sqlite3_vfs *real_vfs = NULL;
static sqlite3_vfs shim_vfs;
static sqlite3_io_methods shim_methods;

#define REAL(file) (((shim_file *)(file))->real)
#define PATH(file) (((shim_file *)(file))->path)

static int shim_close(sqlite3_file *file) { return REAL(file)->pMethods->xClose(REAL(file)); }

static int shim_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (fails(FAULT_READ, PATH(file))) return SQLITE_IOERR_READ;
  return REAL(file)->pMethods->xRead(REAL(file), bytes, count, offset);
}

static int shim_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (fails(FAULT_WRITE, PATH(file))) return stays ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  int code = REAL(file)->pMethods->xWrite(REAL(file), bytes, count, offset);
  if (code == SQLITE_OK) note(1, PATH(file), offset, bytes, count);
  return code;
}

static int shim_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (fails(FAULT_WRITE, PATH(file))) return SQLITE_IOERR_TRUNCATE;
  int code = REAL(file)->pMethods->xTruncate(REAL(file), size);
  if (code == SQLITE_OK) note(2, PATH(file), size, NULL, 0);
  return code;
}

static int shim_sync(sqlite3_file *file, int flags) {
  if (fails(FAULT_SYNC, PATH(file))) return SQLITE_IOERR_FSYNC;
  int code = REAL(file)->pMethods->xSync(REAL(file), flags);
  if (code == SQLITE_OK) note(3, PATH(file), 0, NULL, 0);
  return code;
}

static int shim_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (fails(FAULT_READ, PATH(file))) return SQLITE_IOERR_FSTAT;
  return REAL(file)->pMethods->xFileSize(REAL(file), size);
}

static int shim_lock(sqlite3_file *file, int level) {
  if (fails(FAULT_LOCK, PATH(file))) return SQLITE_IOERR_LOCK;
  return REAL(file)->pMethods->xLock(REAL(file), level);
}

static int shim_unlock(sqlite3_file *file, int level) { return REAL(file)->pMethods->xUnlock(REAL(file), level); }

static int shim_reserved(sqlite3_file *file, int *result) {
  return REAL(file)->pMethods->xCheckReservedLock(REAL(file), result);
}

static int shim_control(sqlite3_file *file, int operation, void *argument) {
  return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}

static int shim_sector(sqlite3_file *file) { return REAL(file)->pMethods->xSectorSize(REAL(file)); }

static int shim_device(sqlite3_file *file) { return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file)); }

static int shim_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  if (fails(FAULT_READ, PATH(file))) return SQLITE_IOERR_SHMMAP;
  return REAL(file)->pMethods->xShmMap(REAL(file), page, size, extend, memory);
}

static int shim_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  if ((flags & SQLITE_SHM_LOCK) && fails(FAULT_LOCK, PATH(file))) return SQLITE_IOERR_SHMLOCK;
  return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}

static void shim_shm_barrier(sqlite3_file *file) { REAL(file)->pMethods->xShmBarrier(REAL(file)); }

static int shim_shm_unmap(sqlite3_file *file, int remove) {
  return REAL(file)->pMethods->xShmUnmap(REAL(file), remove);
}

static int shim_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
  (void)vfs;
  shim_file *shim = (shim_file *)file;
  shim->base.pMethods = NULL;
  if (fails(FAULT_OPEN, path)) return SQLITE_CANTOPEN;
  // SQLite keeps the name for as long as the file is open.
  shim->path = path;
  shim->real = (sqlite3_file *)(shim + 1);
  int code = real_vfs->xOpen(real_vfs, path, shim->real, flags, out);
  if (shim->real->pMethods) shim->base.pMethods = &shim_methods;
  return code;
}

static int shim_delete(sqlite3_vfs *vfs, const char *path, int sync) {
  (void)vfs;
  if (fails(FAULT_WRITE, path)) return SQLITE_IOERR_DELETE;
  int code = real_vfs->xDelete(real_vfs, path, sync);
  if (code == SQLITE_OK) note(4, path, 0, NULL, 0);
  return code;
}

// MARK: - Memory

static sqlite3_mem_methods real_memory;

// Without memory for these, GRDB traps, as Swift itself does. The effects of a killed process are covered by another
// test. Defined here, these functions replace the library's for the whole program.
static _Thread_local int memory_is_exempt = 0;

#define EXEMPT(result, name, parameters, arguments)                            \
  result name parameters {                                                     \
    static result(*real) parameters = NULL;                                    \
    if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, #name);               \
    int before = memory_is_exempt;                                             \
    memory_is_exempt = 1;                                                      \
    result value = real arguments;                                             \
    memory_is_exempt = before;                                                 \
    return value;                                                              \
  }

EXEMPT(
  int, sqlite3_bind_text, (sqlite3_stmt *statement, int index, const char *text, int count, void (*free)(void *)),
  (statement, index, text, count, free))
EXEMPT(
  int, sqlite3_bind_blob, (sqlite3_stmt *statement, int index, const void *bytes, int count, void (*free)(void *)),
  (statement, index, bytes, count, free))
EXEMPT(const unsigned char *, sqlite3_column_text, (sqlite3_stmt *statement, int column), (statement, column))

static int memory_fails(void) {
  if (!memory_armed || memory_is_exempt) return 0;
  memory_calls += 1;
  return memory_calls == memory_failing || (memory_stays && memory_failing > 0 && memory_calls > memory_failing);
}

static void *shim_malloc(int size) { return memory_fails() ? NULL : real_memory.xMalloc(size); }

static void *shim_realloc(void *memory, int size) {
  return memory_fails() ? NULL : real_memory.xRealloc(memory, size);
}

/// Runs before any code of the process can have used SQLite, which takes other memory functions only then.
__attribute__((constructor)) static void install(void) {
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory) == SQLITE_OK) {
    sqlite3_mem_methods shim = real_memory;
    shim.xMalloc = shim_malloc;
    shim.xRealloc = shim_realloc;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &shim);
  }
  if (sqlite3_initialize() != SQLITE_OK) return;
  real_vfs = sqlite3_vfs_find(NULL);
  if (real_vfs == NULL) return;
  sqlite3_io_methods methods = {
    2,           shim_close,    shim_read,      shim_write,   shim_truncate, shim_sync,    shim_size,
    shim_lock,   shim_unlock,   shim_reserved,  shim_control, shim_sector,   shim_device,  shim_shm_map,
    shim_shm_lock, shim_shm_barrier, shim_shm_unmap, NULL, NULL,
  };
  shim_methods = methods;
  shim_vfs = *real_vfs;
  shim_vfs.zName = "faults";
  shim_vfs.szOsFile = (int)sizeof(shim_file) + real_vfs->szOsFile;
  shim_vfs.pNext = NULL;
  shim_vfs.xOpen = shim_open;
  shim_vfs.xDelete = shim_delete;
  sqlite3_vfs_register(&shim_vfs, 1);
}
