// The size of the screen.
#include "screen.h"

#include <string.h>
#include <sys/ioctl.h>

terminal_extent terminal_current_extent(void) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  terminal_extent extent = {0, 0, 0, 0};
  if (ioctl(the_screen.output, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    return (terminal_extent){size.ws_col, size.ws_row, size.ws_xpixel, size.ws_ypixel};
  }
  extent.columns = the_screen.fallback_columns > 0 ? the_screen.fallback_columns : 80;
  extent.rows = the_screen.fallback_rows > 0 ? the_screen.fallback_rows : 24;
  return extent;
}

void terminal_follow_extent(void) {
  if (the_screen.curses == NULL) return;
  terminal_extent extent = terminal_current_extent();
  if (extent.columns == COLS && extent.rows == LINES) return;
  // Not resizeterm, which also inserts a key into the input.
  resize_term(extent.rows, extent.columns);
  terminal_invalidate();
}
