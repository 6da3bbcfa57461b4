// Colour pairs for curses.
//
// The pairs are allocated here and not by alloc_pair, which recycles the least recently *allocated* pair even while it
// is on the screen: a footer drawn at the start would take on the colours of a ring an hour later.
#include "screen.h"

#include <stdlib.h>

enum { TABLE_SIZE = 1 << 17 };

struct pair {
  int foreground, background;
  // 0 for an empty slot, because pair 0 is the default colours and never stored.
  int number;
};

static struct pair *table;
static int pair_count, pair_limit;
static bool starts_over;

void screen_start_colors(void) {
  if (the_screen.colors < 8) return;
  start_color();
  use_default_colors();
  pair_count = 0;
  starts_over = false;
  pair_limit = COLOR_PAIRS - 1;
  if (pair_limit > TABLE_SIZE / 2 - 1) pair_limit = TABLE_SIZE / 2 - 1;
#if !TERMINAL_HAS_EXTENDED_COLORS
  if (pair_limit > 255) pair_limit = 255;
#endif
  table = calloc(TABLE_SIZE, sizeof *table);
}

void screen_end_colors(void) {
  free(table);
  table = NULL;
}

bool screen_colors_begin_frame(void) {
  if (!starts_over || table == NULL) return false;
  // Numbers are reused from 1; curses repaints the cells whose pair changes colours.
  for (int index = 0; index < TABLE_SIZE; index++) table[index].number = 0;
  pair_count = 0;
  starts_over = false;
  return true;
}

static void define(int number, int foreground, int background) {
#if TERMINAL_HAS_EXTENDED_COLORS
  init_extended_pair(number, foreground, background);
#else
  init_pair((short)number, (short)foreground, (short)background);
#endif
}

/// Maps sixteen colours to eight plus bold, which terminals with eight colours show as bright.
static int folded(int color, bool is_foreground, attr_t *attributes) {
  if (the_screen.colors != 8 || color < 8) return color;
  if (is_foreground) *attributes |= A_BOLD;
  return color & 7;
}

int screen_color_pair(int foreground, int background, attr_t *attributes) {
  foreground = folded(foreground, true, attributes);
  background = folded(background, false, attributes);
  if (table == NULL || (foreground < 0 && background < 0)) return 0;
  uint64_t key = (uint64_t)(uint32_t)foreground << 32 | (uint32_t)background;
  unsigned slot = (unsigned)((key * 0x9E3779B97F4A7C15u) >> 47);
  while (table[slot].number != 0) {
    if (table[slot].foreground == foreground && table[slot].background == background) return table[slot].number;
    slot = (slot + 1) % TABLE_SIZE;
  }
  if (pair_count >= pair_limit) {
    starts_over = true;
    return 0;
  }
  pair_count += 1;
  table[slot] = (struct pair){foreground, background, pair_count};
  define(pair_count, foreground, background);
  return pair_count;
}
