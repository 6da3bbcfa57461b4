// Characters of several scalars: letters with marks, flags, joined emoji.
//
// A cell of curses holds one spacing character and four marks, which excludes flags, joined emoji and many syllables of
// Indic scripts, and terminals disagree about the width of these. So curses draws a character of the private use area in
// place of each, and the output contains the real text, followed by the cursor's return to the column that curses expects.
#include "screen.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/// The symbols are this plus the index, below kitty's placeholder U+10EEEE.
enum { FIRST_SYMBOL = 0x100000, TAIL_SYMBOL = 0x10F000, MOST_CLUSTERS = 0xE000, LONGEST_CLUSTER = 16 };

struct cluster {
  uint32_t base;
  /// The columns that a terminal uses if it draws the scalars separately.
  int separate_columns;
  /// The width in the frames that contain it.
  int columns;
  /// The text in UTF-8.
  unsigned char length;
  char bytes[4 * LONGEST_CLUSTER];
};

static struct cluster *clusters;
static int cluster_count, capacity;

int terminal_cluster_count(void) { return cluster_count; }

static unsigned char encode(uint32_t scalar, char *target) {
  if (scalar < 0x80) {
    target[0] = (char)scalar;
    return 1;
  }
  unsigned char length = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  for (int index = length - 1; index > 0; index--) {
    target[index] = (char)(0x80 | (scalar & 0x3F));
    scalar >>= 6;
  }
  target[0] = (char)(0xF00 >> length | scalar);
  return length;
}

void terminal_define_cluster(const uint32_t *scalars, int count) {
  if (cluster_count >= MOST_CLUSTERS) return;
  if (cluster_count == capacity) {
    int larger = capacity * 2 + 16;
    struct cluster *target = realloc(clusters, (size_t)larger * sizeof *target);
    if (target == NULL) return;
    clusters = target;
    capacity = larger;
  }
  struct cluster *cluster = &clusters[cluster_count++];
  memset(cluster, 0, sizeof *cluster);
  cluster->base = count > 0 ? scalars[0] : ' ';
  for (int index = 0; index < count && index < LONGEST_CLUSTER; index++) {
    int width = wcwidth((wchar_t)scalars[index]);
    cluster->separate_columns += width > 0 ? width : 0;
    cluster->length += encode(scalars[index], cluster->bytes + cluster->length);
  }
}

static struct cluster *defined(uint32_t text) {
  uint32_t index = text & 0xFFFF;
  return index < (uint32_t)cluster_count ? &clusters[index] : NULL;
}

uint32_t screen_cluster_base(uint32_t text) {
  const struct cluster *cluster = defined(text);
  return cluster != NULL ? cluster->base : ' ';
}

wchar_t screen_cluster_tail(void) { return TAIL_SYMBOL; }

wchar_t screen_cluster_symbol(uint32_t text, int columns, int room, bool *overflows) {
  struct cluster *cluster = defined(text);
  if (cluster == NULL || !the_screen.understands_xterm || wcwidth(FIRST_SYMBOL) != 1) return 0;
  // At the margin the parts would continue in the next row, or scroll the screen.
  if (cluster->separate_columns > room) return 0;
  cluster->columns = columns;
  if (cluster->separate_columns > columns) *overflows = true;
  return FIRST_SYMBOL + (wchar_t)(text & 0xFFFF);
}

/// The scalar of a symbol, whose first byte in UTF-8 is F4; 0 for other text.
static uint32_t symbol_at(const char *bytes, const char *end) {
  if (*bytes != '\xF4' || end - bytes < 4) return 0;
  uint32_t scalar = 0x100000;
  for (int index = 1; index < 4; index++) scalar |= (uint32_t)(bytes[index] & 0x3F) << (18 - 6 * index);
  return scalar;
}

static char *append(char *target, const char *bytes, size_t count) {
  memcpy(target, bytes, count);
  return target + count;
}

static char *append_cluster(char *target, const struct cluster *cluster) {
  bool is_simple = cluster->columns == 1 && cluster->separate_columns == 1;
  if (!is_simple) {
    target = append(target, "\0337", 2);
    // A terminal that draws it narrower leaves what was in its other columns.
    for (int column = 0; column < cluster->columns; column++) *target++ = ' ';
    target = append(target, "\0338", 2);
  }
  target = append(target, cluster->bytes, cluster->length);
  return is_simple ? target : append(target, "\0338\033[C", 5);
}

char *screen_with_clusters(const char *bytes, size_t count, size_t *length) {
  const char *end = bytes + count;
  size_t symbols = 0;
  for (const char *next = bytes; (next = memchr(next, '\xF4', (size_t)(end - next))) != NULL; next++) symbols++;
  char *result = symbols > 0 ? malloc(count + symbols * (sizeof clusters->bytes + 32)) : NULL;
  if (result == NULL) return NULL;
  char *target = result;
  for (const char *next = bytes; next < end;) {
    uint32_t symbol = symbol_at(next, end);
    if (symbol == TAIL_SYMBOL) {
      target = append(target, "\033[C", 3);
      next += 4;
    } else if (symbol >= FIRST_SYMBOL && symbol < FIRST_SYMBOL + (uint32_t)cluster_count) {
      target = append_cluster(target, &clusters[symbol - FIRST_SYMBOL]);
      next += 4;
    } else {
      *target++ = *next++;
    }
  }
  *length = (size_t)(target - result);
  return result;
}
