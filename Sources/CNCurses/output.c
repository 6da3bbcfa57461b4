// Output to the terminal. Nothing here blocks if the terminal has stopped reading: output that it does not accept stays
// pending, in order, and is sent when it reads again. Of the frames after that only the newest is kept (present.c), so
// pending output never exceeds one update.
#include "screen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char *pending;
static size_t pending_count, sent_count, capacity;

/// Opens a separate file description for the same terminal, because O_NONBLOCK is a property of the file description,
/// which the shell and other programs share.
int screen_open_output(int descriptor) {
  struct stat given, opened;
  char path[256];
  if (isatty(descriptor) && ttyname_r(descriptor, path, sizeof path) == 0 && fstat(descriptor, &given) == 0) {
    int own = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (own >= 0 && fstat(own, &opened) == 0 && opened.st_rdev == given.st_rdev) return own;
    if (own >= 0) close(own);
  }
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}

/// Writes as much as possible without blocking.
static ssize_t write_now(int descriptor, const char *bytes, size_t count) {
  int flags = fcntl(descriptor, F_GETFL);
  bool waits = flags >= 0 && (flags & O_NONBLOCK) == 0;
  // A shared description (another user's terminal cannot be opened again) is changed only for this call.
  if (waits) fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
  ssize_t written;
  do {
    written = write(descriptor, bytes, count);
  } while (written < 0 && errno == EINTR);
  int error = errno;
  if (waits) fcntl(descriptor, F_SETFL, flags);
  errno = error;
  return written;
}

static int64_t milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool screen_write_within(int descriptor, const char *bytes, size_t count, int milliseconds) {
  int64_t end = milliseconds_now() + milliseconds;
  while (count > 0) {
    ssize_t written = write_now(descriptor, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
      continue;
    }
    if (written < 0 && errno != EAGAIN && errno != EWOULDBLOCK) return false;
    int64_t left = end - milliseconds_now();
    struct pollfd room = {descriptor, POLLOUT, 0};
    if (left <= 0 || (poll(&room, 1, (int)left) <= 0 && errno != EINTR)) return false;
  }
  return true;
}

bool screen_has_pending(void) { return sent_count < pending_count; }

void screen_discard_pending(void) {
  free(pending);
  pending = NULL;
  pending_count = sent_count = capacity = 0;
}

void screen_send_pending(void) {
  while (screen_has_pending()) {
    ssize_t written = write_now(the_screen.output, pending + sent_count, pending_count - sent_count);
    if (written > 0) {
      sent_count += (size_t)written;
      continue;
    }
    if (written == 0 || errno == EAGAIN || errno == EWOULDBLOCK) return;
    // The terminal is closed; the input reports this as well.
    screen_discard_pending();
    return;
  }
  pending_count = sent_count = 0;
}

void screen_send(const char *bytes, size_t count) {
  if (pending_count + count > capacity) {
    char *larger = realloc(pending, pending_count + count + 4096);
    if (larger == NULL) {
      // Part of an update would leave a wrong screen.
      terminal_invalidate();
      return;
    }
    pending = larger;
    capacity = pending_count + count + 4096;
  }
  memcpy(pending + pending_count, bytes, count);
  pending_count += count;
  screen_send_pending();
}

int terminal_output_descriptor(void) {
  return the_screen.curses != NULL && !the_screen.is_left && screen_has_pending() ? the_screen.output : -1;
}

void terminal_flush(void) {
  if (the_screen.curses == NULL || the_screen.is_left) return;
  screen_send_pending();
  if (!screen_has_pending()) screen_set_mouse_mode();
  if (!screen_has_pending()) screen_present_waiting();
}
