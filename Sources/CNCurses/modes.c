// How the terminal behaves while it is ours.
#include "screen.h"

#include <string.h>

void terminal_set_mouse(terminal_mouse reports) {
  if (the_screen.curses == NULL || the_screen.is_left || !the_screen.understands_xterm) return;
  if (reports == the_screen.mouse) return;
  // By hand, not through mousemask: curses keeps eight reports and hands them out newest first. The old mode ends before the
  // new one begins, because terminals keep one of them only.
  static const char *const begin[] = {"", "\033[?1000h\033[?1006h", "\033[?1003h\033[?1006h"};
  static const char *const end[] = {"", "\033[?1006l\033[?1000l", "\033[?1006l\033[?1003l"};
  screen_write(the_screen.output, end[the_screen.mouse], strlen(end[the_screen.mouse]));
  screen_write(the_screen.output, begin[reports], strlen(begin[reports]));
  the_screen.mouse = reports;
}

void screen_set_paste_marks(bool enabled) {
  if (!the_screen.understands_xterm) return;
  screen_write(the_screen.output, enabled ? "\033[?2004h" : "\033[?2004l", 8);
}

void terminal_set_synchronized_output(bool enabled) {
  the_screen.synchronized_output = enabled && the_screen.understands_xterm;
}

void screen_set_modes(void) {
  cbreak();
  noecho();
  nonl();
  curs_set(0);
  typeahead(-1);
  leaveok(stdscr, TRUE);
  scrollok(stdscr, FALSE);
  the_screen.input_pad = newpad(1, 1);
  keypad(the_screen.input_pad, TRUE);
  nodelay(the_screen.input_pad, TRUE);
  notimeout(the_screen.input_pad, FALSE);
  // Reports of the mouse are put together above, in the order in which they came.
  define_key(NULL, KEY_MOUSE);

  struct termios modes;
  if (tcgetattr(the_screen.input, &modes) == 0) {
    // ^S would freeze the picture, ^V and ^O would eat the next key.
    modes.c_iflag &= ~(tcflag_t)(IXON | IXOFF);
    modes.c_lflag &= ~(tcflag_t)IEXTEN;
    tcsetattr(the_screen.input, TCSANOW, &modes);
    def_prog_mode();
  }
}
