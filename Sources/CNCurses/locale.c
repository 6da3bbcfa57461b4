// The character encoding, and the characters that the C library knows. ncurses draws others as blanks without an error.
#include "screen.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static bool is_utf8(void) {
  const char *codeset = nl_langinfo(CODESET);
  return codeset != NULL && (strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf8") == 0);
}

/// Whether the environment, or the name, sets an encoding.
static bool is_chosen(const char *name) {
  if (*name != 0) return true;
  const char *variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t index = 0; index < sizeof variables / sizeof *variables; index++) {
    const char *value = getenv(variables[index]);
    if (value != NULL && *value != 0) return true;
  }
  return false;
}

/// Whether the terminal line is in UTF-8 mode: terminal emulators, ssh and tmux set this flag, which makes the line
/// erase whole characters.
static bool has_utf8_line(int descriptor) {
#ifdef IUTF8
  struct termios modes;
  return tcgetattr(descriptor, &modes) == 0 && (modes.c_iflag & IUTF8) != 0;
#else
  return false;
#endif
}

bool terminal_set_locale(const char *name, int descriptor) {
  // Only the encoding: the format of numbers and dates must not change for the whole process.
  bool is_known = setlocale(LC_CTYPE, name) != NULL;
  if (is_known && is_utf8()) return true;
  // An encoding other than UTF-8 is set. "C" is usually set for sorting and the language of messages, not for its
  // encoding, so the terminal itself decides.
  bool is_other = is_known && is_chosen(name);
  if (descriptor < 0 || !is_other || has_utf8_line(descriptor)) {
    const char *alternatives[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8"};
    for (size_t index = 0; index < sizeof alternatives / sizeof *alternatives; index++) {
      if (setlocale(LC_CTYPE, alternatives[index]) != NULL && is_utf8()) return true;
    }
  }
  setlocale(LC_CTYPE, "C");
  return false;
}

int terminal_scalar_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
