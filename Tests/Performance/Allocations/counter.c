// Counts the memory allocations of a program into which it is loaded with LD_PRELOAD, and appends their number to the
// file in ALLOCATION_COUNT. It requires glibc, whose own functions allocate the memory.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static atomic_long allocations;

void *malloc(size_t size) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  return __libc_realloc(memory, size);
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("ALLOCATION_COUNT");
  long count = atomic_load(&allocations);
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", count);
  fclose(file);
}
