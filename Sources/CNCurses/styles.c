// Fewer bytes for the same picture: colours and attributes as sequences that say only what is new.
//
// curses names both colours of a cell whenever one of them changes, goes by way of the default colours to a default
// one, and sends a sequence for each. In a picture of many colours that is half of all bytes.
#include "screen.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_COLOR = 24, ATTRIBUTE_COUNT = 10 };

/// Colours as the parameters that set them, empty for the default; attributes by their numbers 1 to 9.
struct style {
  char foreground[LONGEST_COLOR], background[LONGEST_COLOR];
  bool attributes[ATTRIBUTE_COUNT];
};

struct pass {
  char *target;
  size_t length, capacity;
  struct style sent, wanted;
  /// Whether anything is known of the terminal's style.
  bool knows_sent;
  /// Whether something was asked for that is not understood here.
  bool fails;
};

static const struct style plain;

static bool is_same(const struct style *a, const struct style *b) { return memcmp(a, b, sizeof *a) == 0; }

static void put(struct pass *pass, const char *bytes, size_t count) {
  if (pass->capacity - pass->length < count) {
    // Where an attribute ends, all that stays is said again: what is sent may be longer than what was asked for.
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

/// What of a style can be seen.
enum sight { ALL_OF_IT, ON_A_BLANK };

/// Underlined, reversed and struck out: what is seen of attributes where there is no character. All show the foreground.
static bool is_seen_on_blank(int attribute) { return attribute == 4 || attribute == 7 || attribute == 9; }

/// The style to send: what is wanted, and where it cannot be seen what the terminal has anyway. Blanks between two bars
/// of a chart so cost a byte each, not the bars' colour anew.
static struct style needed(const struct pass *pass, enum sight sight) {
  struct style style = pass->wanted;
  if (sight == ALL_OF_IT || !pass->knows_sent) return style;
  for (int index = 0; index < ATTRIBUTE_COUNT; index++) {
    if (is_seen_on_blank(index) && (style.attributes[index] || pass->sent.attributes[index])) return style;
  }
  memcpy(style.foreground, pass->sent.foreground, LONGEST_COLOR);
  memcpy(style.attributes, pass->sent.attributes, sizeof style.attributes);
  return style;
}

/// Brings the terminal to the style that the next character is to have.
static void settle(struct pass *pass, enum sight sight) {
  struct style target = needed(pass, sight);
  if (pass->knows_sent && is_same(&pass->sent, &target)) return;
  bool removes = !pass->knows_sent;
  for (int index = 0; index < ATTRIBUTE_COUNT; index++) {
    removes = removes || (pass->sent.attributes[index] && !target.attributes[index]);
  }
  put(pass, "\033[", 2);
  if (!is_same(&target, &plain)) {
    bool is_first = true;
    // Attributes are not switched off one by one: bold and dim share their number for that.
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

/// Takes a colour of one or, from 38 and 48 on, several parameters. Returns what follows, NULL where it is not understood.
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

/// Notes what the parameters of a sequence ask for; false where they are not understood.
static bool note(struct style *wanted, const char *next, const char *end) {
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
      // The usual characters; others are never asked for.
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

/// Moves of the cursor, which no style has to do with.
static bool is_move(char final) { return final != 0 && strchr("ABCDEFGHd`f", final) != NULL; }

/// Copies one control sequence, `ESC [` to its final byte, or notes what it asks for. Returns what follows.
static const char *take_sequence(struct pass *pass, const char *start, const char *end) {
  const char *next = start + 2;
  while (next < end && *next >= 0x20 && *next < 0x40) next++;
  char final = next < end ? *next : 0;
  const char *after = next < end ? next + 1 : end;
  if (final == 'm') {
    struct style wanted = pass->wanted;
    pass->fails = pass->fails || !note(&wanted, start + 2, next);
    pass->wanted = wanted;
    return after;
  }
  if (final == 'X' || final == 'K' || final == 'J') {
    // What erases does it in the background's colour.
    settle(pass, ON_A_BLANK);
  } else if (final != 'b' && !is_move(final)) {
    // What repeats a character repeats its style too.
    settle(pass, ALL_OF_IT);
  }
  put(pass, start, (size_t)(after - start));
  return after;
}

char *screen_slimmed(const char *bytes, size_t count, size_t *length) {
  struct pass pass = {.target = malloc(count + 256), .capacity = count + 256};
  *length = 0;
  if (pass.target == NULL) return NULL;
  const char *end = bytes + count;
  for (const char *next = bytes; next < end && !pass.fails;) {
    if (*next == '\033' && next + 1 < end && next[1] == '[') {
      next = take_sequence(&pass, next, end);
      continue;
    }
    if (*next != '\r' && *next != '\b') settle(&pass, *next == ' ' ? ON_A_BLANK : ALL_OF_IT);
    put(&pass, next, 1);
    next += 1;
  }
  // curses goes on from the style that it left.
  if (!pass.fails) settle(&pass, ALL_OF_IT);
  if (pass.fails) {
    free(pass.target);
    return NULL;
  }
  *length = pass.length;
  return pass.target;
}
