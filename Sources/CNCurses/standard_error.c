// Captures standard error while the alternate screen is active: output such as Swift's message for a fatal error would
// corrupt the screen and be lost with it. It is kept in an unnamed file and printed afterwards.
#include "screen.h"

#include <fcntl.h>
#include <unistd.h>

static int real = -1, kept = -1;

void screen_capture_standard_error(void) {
  // Redirected standard error does not affect the screen, and is usually a log.
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
    if (!screen_write_within(STDERR_FILENO, bytes, (size_t)count, SCREEN_WRITE_TIMEOUT)) break;
    offset += count;
  }
  close(real);
  close(kept);
  real = kept = -1;
}
