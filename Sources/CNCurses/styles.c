// Minimizes the sequences for colours and attributes by sending only changes.
//
// curses sets both colours of a cell whenever one of them changes, resets to the default colours before setting a
// single default one, and sends a separate sequence for each. In a colourful frame that is half of all bytes.
#include "screen.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_COLOR = 24, ATTRIBUTE_COUNT = 10 };

/// Colours as SGR parameters, empty for the default; attributes by their numbers 1 to 9.
struct style {
  char foreground[LONGEST_COLOR], background[LONGEST_COLOR];
  bool attributes[ATTRIBUTE_COUNT];
};

struct pass {
  char *target;
  size_t length, capacity;
  struct style sent, wanted;
  /// Whether the terminal's style is known.
  bool knows_sent;
  /// Whether an unknown parameter was encountered.
  bool fails;
};

static const struct style plain;

static bool is_same(const struct style *a, const struct style *b) { return memcmp(a, b, sizeof *a) == 0; }

static void put(struct pass *pass, const char *bytes, size_t count) {
  if (pass->capacity - pass->length < count) {
    // Resetting an attribute repeats all others, so the output may be longer than the input.
    size_t capacity = 2 * pass->capacity + count;
    char *target = realloc(pass->target, capacity);
    if (target == NULL) {
      pass->fails = true;
      return;
    }
    pass->target = target;
    pass->capacity = capacity;
  }
  memcpy(pass->target + pass->length, bytes, count);
  pass->length += count;
}

static void put_parameter(struct pass *pass, const char *text, bool *is_first) {
  if (!*is_first) put(pass, ";", 1);
  put(pass, text, strlen(text));
  *is_first = false;
}

static void put_color(struct pass *pass, const char *wanted, const char *sent, const char *none, bool *is_first) {
  if (strcmp(wanted, sent) != 0) put_parameter(pass, wanted[0] != 0 ? wanted : none, is_first);
}

/// The parts of a style that are visible.
enum visibility { VISIBLE_CHARACTER, VISIBLE_BLANK };

/// Underline, reverse and strikethrough are visible without a character. All of them show the foreground.
static bool is_visible_on_blank(int attribute) { return attribute == 4 || attribute == 7 || attribute == 9; }

/// The style to send: the wanted one, with invisible parts left as the terminal has them. A blank between two bars of a
/// chart thus takes one byte, without setting the bars' colour again.
static struct style needed(const struct pass *pass, enum visibility visibility) {
  struct style style = pass->wanted;
  if (visibility == VISIBLE_CHARACTER || !pass->knows_sent) return style;
  for (int index = 0; index < ATTRIBUTE_COUNT; index++) {
    if (is_visible_on_blank(index) && (style.attributes[index] || pass->sent.attributes[index])) return style;
  }
  memcpy(style.foreground, pass->sent.foreground, LONGEST_COLOR);
  memcpy(style.attributes, pass->sent.attributes, sizeof style.attributes);
  return style;
}

/// Sends the sequence that gives the terminal the style of the next character.
static void send_style(struct pass *pass, enum visibility visibility) {
  struct style target = needed(pass, visibility);
  if (pass->knows_sent && is_same(&pass->sent, &target)) return;
  bool removes = !pass->knows_sent;
  for (int index = 0; index < ATTRIBUTE_COUNT; index++) {
    removes = removes || (pass->sent.attributes[index] && !target.attributes[index]);
  }
  put(pass, "\033[", 2);
  if (!is_same(&target, &plain)) {
    bool is_first = true;
    // Attributes are not reset one by one, because bold and dim share their reset code.
    if (removes) {
      put_parameter(pass, "0", &is_first);
      pass->sent = plain;
    }
    for (int index = 0; index < ATTRIBUTE_COUNT; index++) {
      char text[2] = {(char)('0' + index), 0};
      if (target.attributes[index] && !pass->sent.attributes[index]) put_parameter(pass, text, &is_first);
    }
    put_color(pass, target.foreground, pass->sent.foreground, "39", &is_first);
    put_color(pass, target.background, pass->sent.background, "49", &is_first);
  }
  put(pass, "m", 1);
  pass->sent = target;
  pass->knows_sent = true;
}

/// Parses a colour of one parameter, or of several after 38 and 48. Returns the position after it, NULL if it is
/// malformed.
static const char *take_color(char *color, const char *start, const char *next, const char *end, int parts) {
  for (; parts > 0; parts--) {
    if (next == end || *next != ';') return NULL;
    next += 1;
    while (next < end && *next >= '0' && *next <= '9') next++;
  }
  if (next - start >= LONGEST_COLOR) return NULL;
  memset(color, 0, LONGEST_COLOR);
  memcpy(color, start, (size_t)(next - start));
  return next;
}

/// Applies the parameters of a sequence to the wanted style; false if one is unknown.
static bool apply_parameters(struct style *wanted, const char *next, const char *end) {
  while (true) {
    const char *start = next;
    int number = 0;
    while (next < end && *next >= '0' && *next <= '9' && number < 1000) number = number * 10 + (*next++ - '0');
    bool is_background = (number >= 40 && number < 50) || (number >= 100 && number < 108);
    char *color = is_background ? wanted->background : wanted->foreground;
    if (number == 0) {
      *wanted = plain;
    } else if (number < ATTRIBUTE_COUNT) {
      wanted->attributes[number] = true;
    } else if (number == 10) {
      // The default font; others are never selected.
    } else if (number == 22) {
      wanted->attributes[1] = wanted->attributes[2] = false;
    } else if (number >= 23 && number <= 29) {
      wanted->attributes[number - 20] = false;
    } else if (number == 39 || number == 49) {
      memset(color, 0, LONGEST_COLOR);
    } else if (number == 38 || number == 48) {
      int parts = next + 1 < end && next[1] == '2' ? 4 : next + 1 < end && next[1] == '5' ? 2 : 0;
      if (parts == 0) return false;
      next = take_color(color, start, next, end, parts);
    } else if ((number >= 30 && number < 48) || (number >= 90 && number < 98) || (number >= 100 && number < 108)) {
      next = take_color(color, start, next, end, 0);
    } else {
      return false;
    }
    if (next == NULL) return false;
    if (next == end) return true;
    if (*next++ != ';') return false;
  }
}

/// Cursor movement, which does not depend on the style.
static bool is_move(char final) { return final != 0 && strchr("ABCDEFGHd`f", final) != NULL; }

/// Copies one control sequence, from `ESC [` to its final byte, or applies it to the wanted style. Returns the position
/// after it.
static const char *take_sequence(struct pass *pass, const char *start, const char *end) {
  const char *next = start + 2;
  while (next < end && *next >= 0x20 && *next < 0x40) next++;
  char final = next < end ? *next : 0;
  const char *after = next < end ? next + 1 : end;
  if (final == 'm') {
    struct style wanted = pass->wanted;
    pass->fails = pass->fails || !apply_parameters(&wanted, start + 2, next);
    pass->wanted = wanted;
    return after;
  }
  if (final == 'X' || final == 'K' || final == 'J') {
    // Erasing uses the background colour.
    send_style(pass, VISIBLE_BLANK);
  } else if (final != 'b' && !is_move(final)) {
    // Repeating a character also repeats its style.
    send_style(pass, VISIBLE_CHARACTER);
  }
  put(pass, start, (size_t)(after - start));
  return after;
}

char *screen_minimized(const char *bytes, size_t count, size_t *length) {
  struct pass pass = {.target = malloc(count + 256), .capacity = count + 256};
  *length = 0;
  if (pass.target == NULL) return NULL;
  const char *end = bytes + count;
  for (const char *next = bytes; next < end && !pass.fails;) {
    if (*next == '\033' && next + 1 < end && next[1] == '[') {
      next = take_sequence(&pass, next, end);
      continue;
    }
    if (*next != '\r' && *next != '\b') send_style(&pass, *next == ' ' ? VISIBLE_BLANK : VISIBLE_CHARACTER);
    put(&pass, next, 1);
    next += 1;
  }
  // curses assumes that its last style is set.
  if (!pass.fails) send_style(&pass, VISIBLE_CHARACTER);
  if (pass.fails) {
    free(pass.target);
    return NULL;
  }
  *length = pass.length;
  return pass.target;
}
