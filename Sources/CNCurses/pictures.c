// Images that the terminal stores for this program, and their removal whenever the terminal is given up.
#include "screen.h"

#include <string.h>

// Two copies: a signal handler may read one while the other is written.
static char removals[2][16384];
static size_t lengths[2];
static atomic_int current;

bool terminal_set_picture_removal(const char *bytes, size_t count) {
  int next = 1 - atomic_load(&current);
  bool fits = count <= sizeof removals[0];
  lengths[next] = fits ? count : 0;
  if (fits) memcpy(removals[next], bytes, count);
  atomic_store(&current, next);
  return fits;
}

bool screen_remove_pictures(void) {
  int index = atomic_load(&current);
  return screen_write_within(the_screen.output, removals[index], lengths[index], SCREEN_WRITE_TIMEOUT);
}

void terminal_send(const char *bytes, size_t count) {
  if (the_screen.curses == NULL || the_screen.is_left) return;
  screen_send(bytes, count);
}
