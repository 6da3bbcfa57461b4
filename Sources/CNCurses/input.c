// Characters and keys as they come. What ncurses does not know as a key arrives byte by byte and is put together above.
#include "screen.h"

int terminal_input_descriptor(void) { return the_screen.curses == NULL ? -1 : the_screen.input; }

static uint32_t named_key(wint_t code) {
  if (code > KEY_F0 && code <= KEY_F(63)) return TERMINAL_KEY_FUNCTION + (code - KEY_F0);
  switch (code) {
  case KEY_UP: case KEY_SR: return TERMINAL_KEY_UP;
  case KEY_DOWN: case KEY_SF: return TERMINAL_KEY_DOWN;
  case KEY_LEFT: case KEY_SLEFT: return TERMINAL_KEY_LEFT;
  case KEY_RIGHT: case KEY_SRIGHT: return TERMINAL_KEY_RIGHT;
  case KEY_HOME: case KEY_SHOME: case KEY_A1: case KEY_FIND: return TERMINAL_KEY_HOME;
  case KEY_END: case KEY_SEND: case KEY_C1: case KEY_SELECT: return TERMINAL_KEY_END;
  case KEY_PPAGE: case KEY_SPREVIOUS: case KEY_A3: return TERMINAL_KEY_PAGE_UP;
  case KEY_NPAGE: case KEY_SNEXT: case KEY_C3: return TERMINAL_KEY_PAGE_DOWN;
  case KEY_ENTER: return TERMINAL_KEY_ENTER;
  case KEY_BTAB: return TERMINAL_KEY_BACK_TAB;
  case KEY_BACKSPACE: return TERMINAL_KEY_BACKSPACE;
  case KEY_DC: case KEY_SDC: return TERMINAL_KEY_DELETE;
  default: return TERMINAL_KEY_OTHER;
  }
}

terminal_input terminal_read(void) {
  terminal_input result = {TERMINAL_INPUT_NONE, 0};
  // Reading a terminal that another job has would stop the process.
  if (the_screen.curses == NULL || the_screen.is_left) return result;
  wint_t code = 0;
  switch (wget_wch(the_screen.input_pad, &code)) {
  case OK:
    result.kind = TERMINAL_INPUT_SCALAR;
    result.value = (uint32_t)code;
    break;
  case KEY_CODE_YES:
    result.kind = TERMINAL_INPUT_KEY;
    result.value = named_key(code);
    break;
  default:
    break;
  }
  return result;
}
