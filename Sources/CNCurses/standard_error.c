// Standard error while the alternate screen is shown: what is printed there would spoil the picture and be lost with
// it, such as the message with which Swift ends a program. It is kept in a file without a name and printed afterwards.
#include "screen.h"

#include <fcntl.h>
#include <unistd.h>

static int real = -1, kept = -1;

void screen_capture_standard_error(void) {
  // A redirected standard error harms no picture and is someone's log.
  if (real >= 0 || !isatty(STDERR_FILENO)) return;
  fflush(stderr);
  kept = screen_nameless_file();
  if (kept < 0) return;
  real = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (real < 0 || dup2(kept, STDERR_FILENO) < 0) {
    if (real >= 0) close(real);
    close(kept);
    real = kept = -1;
  }
}

void screen_release_standard_error(void) {
  if (real < 0) return;
  dup2(real, STDERR_FILENO);
  char bytes[4096];
  off_t offset = 0;
  ssize_t count;
  while ((count = pread(kept, bytes, sizeof bytes, offset)) > 0) {
    if (!screen_write_within(STDERR_FILENO, bytes, (size_t)count, SCREEN_PATIENCE)) break;
    offset += count;
  }
  close(real);
  close(kept);
  real = kept = -1;
}
