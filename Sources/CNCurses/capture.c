// Captures the output of curses in an in-memory file, because curses would block on a terminal that does not read, and
// sends more than necessary.
#include "screen.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int memory = -1;

int screen_nameless_file(void) {
#if defined(__linux__)
  int descriptor = memfd_create("ringtop", MFD_CLOEXEC);
  if (descriptor >= 0) return descriptor;
#endif
  char path[] = "/tmp/ringtop-XXXXXX";
  int temporary = mkstemp(path);
  if (temporary < 0) return -1;
  unlink(path);
  fcntl(temporary, F_SETFD, FD_CLOEXEC);
  return temporary;
}

bool screen_begin_capture(void) {
  memory = screen_nameless_file();
  int stream = fileno(the_screen.output_stream);
  if (memory < 0 || dup2(memory, stream) < 0) return false;
  fcntl(stream, F_SETFD, FD_CLOEXEC);
  return true;
}

char *screen_take_captured(size_t *count) {
  *count = 0;
  // curses writes to the descriptor itself; both share one offset.
  off_t end = lseek(memory, 0, SEEK_CUR);
  if (end <= 0) return NULL;
  char *bytes = malloc((size_t)end);
  while (bytes != NULL && *count < (size_t)end) {
    ssize_t length = pread(memory, bytes + *count, (size_t)end - *count, (off_t)*count);
    if (length <= 0) break;
    *count += (size_t)length;
  }
  if (bytes == NULL || *count < (size_t)end || lseek(memory, 0, SEEK_SET) != 0) {
    // Lost output would be missing on the screen, so the next frame is sent completely.
    terminal_invalidate();
    *count = 0;
  }
  return bytes;
}

void screen_close_capture(void) {
  if (memory >= 0) close(memory);
  memory = -1;
}
