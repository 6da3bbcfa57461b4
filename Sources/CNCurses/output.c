// What is sent to the terminal. Nothing here waits for one that has stopped reading: what it does not take stays owed,
// in order, and goes out when it takes more. Of frames only the newest waits behind that (present.c), so that what is
// owed never grows beyond one update.
#include "screen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char *owed;
static size_t owed_count, sent_count, capacity;

/// An open file description of our own for the same terminal, because whether writing waits is a property of the
/// description, which the shell and every program beside this one share.
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

/// Writes what can be written at once.
static ssize_t write_now(int descriptor, const char *bytes, size_t count) {
  int flags = fcntl(descriptor, F_GETFL);
  bool waits = flags >= 0 && (flags & O_NONBLOCK) == 0;
  // Where the description is shared (another user's terminal cannot be opened again), for this moment only.
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

bool screen_owes(void) { return sent_count < owed_count; }

void screen_drop_owed(void) {
  free(owed);
  owed = NULL;
  owed_count = sent_count = capacity = 0;
}

void screen_send_owed(void) {
  while (screen_owes()) {
    ssize_t written = write_now(the_screen.output, owed + sent_count, owed_count - sent_count);
    if (written > 0) {
      sent_count += (size_t)written;
      continue;
    }
    if (written == 0 || errno == EAGAIN || errno == EWOULDBLOCK) return;
    // Nobody reads any more; the input tells of that too.
    screen_drop_owed();
    return;
  }
  owed_count = sent_count = 0;
}

void screen_send(const char *bytes, size_t count) {
  if (owed_count + count > capacity) {
    char *larger = realloc(owed, owed_count + count + 4096);
    if (larger == NULL) {
      // A part of an update would leave a wrong picture.
      terminal_invalidate();
      return;
    }
    owed = larger;
    capacity = owed_count + count + 4096;
  }
  memcpy(owed + owed_count, bytes, count);
  owed_count += count;
  screen_send_owed();
}

int terminal_output_descriptor(void) {
  return the_screen.curses != NULL && !the_screen.is_left && screen_owes() ? the_screen.output : -1;
}

void terminal_flush(void) {
  if (the_screen.curses == NULL || the_screen.is_left) return;
  screen_send_owed();
  if (!screen_owes()) screen_set_mouse_mode();
  if (!screen_owes()) screen_present_waiting();
}
