// Characters and keys as they arrive. Sequences that ncurses does not recognize as keys arrive byte by byte and are
// decoded in Swift.
#include "screen.h"

#include <string.h>

int terminal_input_descriptor(void) { return the_screen.curses == NULL ? -1 : the_screen.input; }

enum { SHIFT = 1, ALT = 2, CONTROL = 4 };

static terminal_input key(uint32_t value, uint32_t modifiers) {
  return (terminal_input){TERMINAL_INPUT_KEY, value, modifiers};
}

/// xterm's descriptions number the twelve function keys with Shift, Control, both, Alt, and Alt with Shift from F13 on.
static terminal_input function_key(unsigned number) {
  static const uint32_t modifiers[] = {0, SHIFT, CONTROL, CONTROL | SHIFT, ALT, ALT | SHIFT};
  unsigned group = (number - 1) / 12;
  if (!the_screen.understands_xterm || group >= sizeof modifiers / sizeof *modifiers) {
    return key(TERMINAL_KEY_FUNCTION + number, 0);
  }
  return key(TERMINAL_KEY_FUNCTION + (number - 1) % 12 + 1, modifiers[group]);
}

/// Keys with an extended name in the description: "kLFT5" is the left arrow with Control; the digit is one more than
/// the modifiers.
static terminal_input extended_key(wint_t code) {
  static const struct {
    const char *name;
    uint32_t key;
  } names[] = {
    {"kUP", TERMINAL_KEY_UP},       {"kDN", TERMINAL_KEY_DOWN},      {"kLFT", TERMINAL_KEY_LEFT},
    {"kRIT", TERMINAL_KEY_RIGHT},   {"kHOM", TERMINAL_KEY_HOME},     {"kEND", TERMINAL_KEY_END},
    {"kPRV", TERMINAL_KEY_PAGE_UP}, {"kNXT", TERMINAL_KEY_PAGE_DOWN}, {"kDC", TERMINAL_KEY_DELETE},
    {"kIC", TERMINAL_KEY_INSERT},
  };
  const char *name = keyname((int)code);
  for (size_t index = 0; name != NULL && index < sizeof names / sizeof *names; index++) {
    size_t length = strlen(names[index].name);
    if (strncmp(name, names[index].name, length) != 0) continue;
    const char *digit = name + length;
    // Without a digit, the modifier is Shift.
    if (*digit == 0) return key(names[index].key, SHIFT);
    if (digit[0] >= '2' && digit[0] <= '8' && digit[1] == 0) {
      return key(names[index].key, (uint32_t)(digit[0] - '1'));
    }
  }
  return key(TERMINAL_KEY_OTHER, 0);
}

static terminal_input named_key(wint_t code) {
  if (code > KEY_F0 && code <= KEY_F(63)) return function_key((unsigned)(code - KEY_F0));
  switch (code) {
  case KEY_UP: return key(TERMINAL_KEY_UP, 0);
  case KEY_DOWN: return key(TERMINAL_KEY_DOWN, 0);
  case KEY_LEFT: return key(TERMINAL_KEY_LEFT, 0);
  case KEY_RIGHT: return key(TERMINAL_KEY_RIGHT, 0);
  case KEY_HOME: case KEY_A1: case KEY_FIND: return key(TERMINAL_KEY_HOME, 0);
  case KEY_END: case KEY_C1: case KEY_SELECT: return key(TERMINAL_KEY_END, 0);
  case KEY_PPAGE: case KEY_A3: return key(TERMINAL_KEY_PAGE_UP, 0);
  case KEY_NPAGE: case KEY_C3: return key(TERMINAL_KEY_PAGE_DOWN, 0);
  case KEY_ENTER: return key(TERMINAL_KEY_ENTER, 0);
  case KEY_BACKSPACE: return key(TERMINAL_KEY_BACKSPACE, 0);
  case KEY_DC: return key(TERMINAL_KEY_DELETE, 0);
  case KEY_IC: return key(TERMINAL_KEY_INSERT, 0);
  case KEY_SR: return key(TERMINAL_KEY_UP, SHIFT);
  case KEY_SF: return key(TERMINAL_KEY_DOWN, SHIFT);
  case KEY_SLEFT: return key(TERMINAL_KEY_LEFT, SHIFT);
  case KEY_SRIGHT: return key(TERMINAL_KEY_RIGHT, SHIFT);
  case KEY_SHOME: return key(TERMINAL_KEY_HOME, SHIFT);
  case KEY_SEND: return key(TERMINAL_KEY_END, SHIFT);
  case KEY_SPREVIOUS: return key(TERMINAL_KEY_PAGE_UP, SHIFT);
  case KEY_SNEXT: return key(TERMINAL_KEY_PAGE_DOWN, SHIFT);
  case KEY_SDC: return key(TERMINAL_KEY_DELETE, SHIFT);
  case KEY_SIC: return key(TERMINAL_KEY_INSERT, SHIFT);
  case KEY_BTAB: return key(TERMINAL_KEY_TAB, SHIFT);
  default: return extended_key(code);
  }
}

terminal_input terminal_read(void) {
  terminal_input result = {TERMINAL_INPUT_NONE, 0, 0};
  // Reading in the background would stop the process.
  if (the_screen.curses == NULL || !screen_is_active()) return result;
  wint_t code = 0;
  switch (wget_wch(the_screen.input_pad, &code)) {
  case OK:
    result.kind = TERMINAL_INPUT_SCALAR;
    result.value = (uint32_t)code;
    break;
  case KEY_CODE_YES:
    result = named_key(code);
    break;
  default:
    break;
  }
  return result;
}
