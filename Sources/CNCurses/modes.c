// The terminal's modes while the program uses it.
#include "screen.h"

#include <string.h>

void terminal_set_mouse(terminal_mouse reports) {
  the_screen.wanted_mouse = reports;
  if (the_screen.curses != NULL && !the_screen.is_left && !screen_has_pending()) screen_set_mouse_mode();
}

void screen_set_mouse_mode(void) {
  terminal_mouse wanted = the_screen.understands_xterm ? the_screen.wanted_mouse : TERMINAL_MOUSE_OFF;
  if (wanted == the_screen.mouse) return;
  // Set directly and not with mousemask, because curses buffers eight reports and returns them newest first. The old
  // mode is disabled before the new one is enabled, because terminals keep only one of them.
  static const char *const begin[] = {"", "\033[?1000h\033[?1006h", "\033[?1003h\033[?1006h"};
  static const char *const end[] = {"", "\033[?1006l\033[?1000l", "\033[?1006l\033[?1003l"};
  const char *ending = end[the_screen.mouse];
  the_screen.mouse = wanted;
  screen_send(ending, strlen(ending));
  screen_send(begin[wanted], strlen(begin[wanted]));
}

void terminal_set_synchronized_output(bool enabled) {
  the_screen.synchronized_output = enabled && the_screen.understands_xterm;
}

void terminal_begin_update(void) {
  if (the_screen.curses == NULL || the_screen.is_left) return;
  if (!the_screen.synchronized_output || the_screen.is_updating) return;
  the_screen.is_updating = true;
  screen_send("\033[?2026h", 8);
}

void terminal_end_update(void) {
  if (!the_screen.is_updating) return;
  the_screen.is_updating = false;
  if (the_screen.curses != NULL && !the_screen.is_left) screen_send("\033[?2026l", 8);
}

void screen_set_line_modes(void) {
  // Before the input is redirected, because curses checks the line's modes when it reads.
  cbreak();
  noecho();
  nonl();
  if (tcgetattr(the_screen.input, &the_screen.modes) != 0) return;
  // ^S would stop the output; ^V and ^O would swallow the next key.
  the_screen.modes.c_iflag &= ~(tcflag_t)(IXON | IXOFF);
  the_screen.modes.c_lflag &= ~(tcflag_t)IEXTEN;
  screen_take_line();
}

void screen_take_line(void) { tcsetattr(the_screen.input, TCSANOW, &the_screen.modes); }

void screen_set_modes(void) {
  curs_set(0);
  typeahead(-1);
  leaveok(stdscr, TRUE);
  scrollok(stdscr, FALSE);
  the_screen.input_pad = newpad(1, 1);
  keypad(the_screen.input_pad, TRUE);
  nodelay(the_screen.input_pad, TRUE);
  notimeout(the_screen.input_pad, FALSE);
  // Mouse reports are decoded in Swift, in the order in which they arrive.
  define_key(NULL, KEY_MOUSE);
}
