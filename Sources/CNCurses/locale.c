// The character encoding, and which characters the C library knows. ncurses draws the others as blanks, without an error.
#include "screen.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <wchar.h>

static bool is_utf8(void) {
  const char *codeset = nl_langinfo(CODESET);
  return codeset != NULL && (strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf8") == 0);
}

bool terminal_set_locale(const char *name) {
  // Only the encoding: numbers and dates of the whole process must not change their look behind its back.
  if (setlocale(LC_CTYPE, name) != NULL && is_utf8()) return true;
  const char *alternatives[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8"};
  for (size_t index = 0; index < sizeof alternatives / sizeof *alternatives; index++) {
    if (setlocale(LC_CTYPE, alternatives[index]) != NULL && is_utf8()) return true;
  }
  setlocale(LC_CTYPE, "C");
  return false;
}

int terminal_scalar_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
