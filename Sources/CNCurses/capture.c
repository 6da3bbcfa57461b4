// What curses writes, kept for a while instead of going to the terminal.
//
// curses writes to a descriptor of its own; for the time of a frame a file in memory takes that descriptor's place.
#include "screen.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/mman.h>

static int memory = -1;

bool screen_begin_capture(void) {
  if (memory < 0) memory = memfd_create("frame", MFD_CLOEXEC);
  if (memory < 0 || ftruncate(memory, 0) != 0 || lseek(memory, 0, SEEK_SET) != 0) return false;
  fflush(the_screen.output_stream);
  return dup3(memory, fileno(the_screen.output_stream), O_CLOEXEC) >= 0;
}

char *screen_end_capture(size_t *count) {
  dup3(the_screen.output, fileno(the_screen.output_stream), O_CLOEXEC);
  off_t end = lseek(memory, 0, SEEK_END);
  char *bytes = end > 0 ? malloc((size_t)end) : NULL;
  *count = 0;
  while (bytes != NULL && *count < (size_t)end) {
    ssize_t length = pread(memory, bytes + *count, (size_t)end - *count, (off_t)*count);
    if (length <= 0) break;
    *count += (size_t)length;
  }
  // Without memory for the bytes the next frame sends them all again.
  if (bytes == NULL && end > 0) terminal_invalidate();
  return bytes;
}

void screen_close_capture(void) {
  if (memory >= 0) close(memory);
  memory = -1;
}

#else

bool screen_begin_capture(void) { return false; }

char *screen_end_capture(size_t *count) {
  *count = 0;
  return NULL;
}

void screen_close_capture(void) {}

#endif
