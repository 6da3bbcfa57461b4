// Shows a frame in a single call.
#include "screen.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void screen_forget_frame(void) {
  free(the_screen.shown);
  the_screen.shown = NULL;
  the_screen.shown_columns = the_screen.shown_rows = 0;
}

void terminal_invalidate(void) {
  if (the_screen.curses == NULL) return;
  screen_forget_frame();
  clearok(curscr, TRUE);
}

static bool is_graphic(uint32_t scalar) {
  return (scalar >= 0x2500 && scalar < 0x2C00) || (scalar >= 0x1CC00 && scalar < 0x1CF00)
    || (scalar >= 0x1FB00 && scalar < 0x1FC00);
}

/// The character itself if the C library agrees with its width; otherwise a replacement: a question mark for text, a
/// blank for a part of an image.
static wchar_t drawable(uint32_t scalar, int columns) {
  if (scalar >= 0x20 && scalar < 0x7F && columns == 1) return (wchar_t)scalar;
  if (scalar == 0) return L' ';
  if (wcwidth((wchar_t)scalar) == columns) return (wchar_t)scalar;
  return is_graphic(scalar) ? L' ' : L'?';
}

static attr_t curses_attributes(uint32_t attributes) {
  attr_t result = A_NORMAL;
  if (attributes & TERMINAL_BOLD) result |= A_BOLD;
  if (attributes & TERMINAL_DIM) result |= A_DIM;
  if (attributes & TERMINAL_REVERSE) result |= A_REVERSE;
  if (attributes & TERMINAL_UNDERLINE) result |= A_UNDERLINE;
  return result;
}

/// With eight colours only the foreground can be bright, so a bright blank is drawn as a block instead.
static bool is_bright_blank(wchar_t character, const terminal_cell *cell) {
  return the_screen.colors == 8 && character == L' ' && cell->background >= 8 && cell->background < 16
    && (cell->attributes & (TERMINAL_REVERSE | TERMINAL_UNDERLINE)) == 0 && wcwidth(0x2588) == 1;
}

static uint32_t picture_marks[256];

void terminal_set_picture_marks(const uint32_t *marks, int count) {
  for (int index = 0; index < 256 && index < count; index++) picture_marks[index] = marks[index];
}

static bool is_picture(uint32_t text) { return (text & (TERMINAL_PICTURE | TERMINAL_CLUSTER)) == TERMINAL_PICTURE; }

static void set_cell(cchar_t *target, wchar_t character, const terminal_cell *cell) {
  attr_t attributes = curses_attributes(cell->attributes);
  bool is_block = is_bright_blank(character, cell);
  if (is_block) character = 0x2588;
  int pair = screen_color_pair(is_block ? cell->background : cell->foreground, cell->background, &attributes);
  wchar_t text[4] = {character, 0};
  if (is_picture(cell->text) && picture_marks[0] != 0) {
    text[0] = 0x10EEEE;
    if ((cell->text & TERMINAL_CONTINUES) == 0) {
      text[1] = (wchar_t)picture_marks[cell->text >> 8 & 0xFF];
      text[2] = (wchar_t)picture_marks[cell->text & 0xFF];
    }
  }
#if TERMINAL_HAS_EXTENDED_COLORS
  setcchar(target, text, attributes, 0, &pair);
#else
  setcchar(target, text, attributes, (short)pair, NULL);
#endif
}

static void draw_row(int row, const terminal_cell *cells, int columns, cchar_t *line) {
  // If automatic wrapping cannot be disabled, curses writes the last cell via the previous one. A single column has
  // none, and the whole screen would scroll.
  if (columns == 1 && row == LINES - 1 && screen_capability("rmam") == NULL) return;
  int count = 0;
  bool overflows = false;
  for (int column = 0; column < columns; column++) {
    const terminal_cell *cell = &cells[column];
    int width = 1;
    while (cell->text != 0 && column + width < columns && cell[width].text == 0) width++;
    uint32_t scalar = is_picture(cell->text) ? ' ' : cell->text;
    if (cell->text & TERMINAL_CLUSTER) {
      wchar_t symbol = screen_cluster_symbol(cell->text, width, columns - column, &overflows);
      if (symbol != 0) {
        set_cell(&line[count++], symbol, cell);
        for (int tail = 1; tail < width; tail++) set_cell(&line[count++], screen_cluster_tail(), cell);
        column += width - 1;
        continue;
      }
      scalar = screen_cluster_base(cell->text);
      if (width > 1 && wcwidth((wchar_t)scalar) != 2) width = 1;
    }
    wchar_t character = drawable(scalar, width > 1 ? 2 : 1);
    set_cell(&line[count++], character, cell);
    // A wide character fills the next position too; its replacement does not, so the position is drawn as a blank.
    if (wcwidth(character) == 2) column += 1;
  }
  mvadd_wchnstr(row, 0, line, count);
  // Everything after the parts that cover other cells must be drawn again.
  if (overflows) wredrawln(stdscr, row, 1);
}

/// Allocates a frame of the screen's size; false if memory is exhausted.
static bool prepare_shown(int columns, int rows) {
  if (the_screen.shown != NULL && the_screen.shown_columns == columns && the_screen.shown_rows == rows) return true;
  screen_forget_frame();
  the_screen.shown = malloc((size_t)columns * (size_t)rows * sizeof(terminal_cell));
  if (the_screen.shown == NULL) return false;
  // No cell of a frame has this character, so every row differs.
  memset(the_screen.shown, 0xFF, (size_t)columns * (size_t)rows * sizeof(terminal_cell));
  the_screen.shown_columns = columns;
  the_screen.shown_rows = rows;
  return true;
}

/// Updates the rows that differ from the screen; returns whether there was one.
static bool draw_rows(const terminal_cell *cells, int columns, int rows, bool all, cchar_t *line, terminal_cell *padded) {
  static const terminal_cell blank = {L' ', TERMINAL_DEFAULT_COLOR, TERMINAL_DEFAULT_COLOR, 0};
  bool changed = false;
  int covered = columns < COLS ? columns : COLS;
  for (int row = 0; row < LINES; row++) {
    for (int column = 0; column < COLS; column++) {
      padded[column] = row < rows && column < covered ? cells[(size_t)row * columns + column] : blank;
    }
    terminal_cell *shown = the_screen.shown + (size_t)row * COLS;
    if (!all && memcmp(shown, padded, (size_t)COLS * sizeof *padded) == 0) continue;
    memcpy(shown, padded, (size_t)COLS * sizeof *padded);
    draw_row(row, padded, COLS, line);
    changed = true;
  }
  return changed;
}

/// Sends the changes that curses finds, and its other output.
void screen_send_update(void) {
  doupdate();
  size_t count = 0, length = 0;
  char *bytes = screen_take_captured(&count);
  char *minimized = count > 0 && the_screen.understands_xterm ? screen_minimized(bytes, count, &length) : NULL;
  char *whole = minimized != NULL ? screen_with_clusters(minimized, length, &length) : NULL;
  if (whole != NULL) {
    free(minimized);
    minimized = whole;
  }
  // As a synchronized update, so that the terminal shows the frame in one step.
  bool brackets = count > 0 && the_screen.synchronized_output && !the_screen.is_updating;
  if (brackets) screen_send("\033[?2026h", 8);
  if (count > 0) screen_send(minimized != NULL ? minimized : bytes, minimized != NULL ? length : count);
  if (brackets) screen_send("\033[?2026l", 8);
  free(minimized);
  free(bytes);
}

/// Shows a frame immediately, if no output is pending.
static bool show(const terminal_cell *cells, int columns, int rows) {
  cchar_t *line = malloc((size_t)COLS * sizeof *line);
  terminal_cell *padded = malloc((size_t)COLS * sizeof *padded);
  bool changed = false;
  if (line != NULL && padded != NULL && prepare_shown(COLS, LINES)) {
    changed = draw_rows(cells, columns, rows, screen_colors_begin_frame(), line, padded);
    // The pairs were exhausted within the frame: draw it again with numbers from the start.
    if (screen_colors_begin_frame()) changed = draw_rows(cells, columns, rows, true, line, padded);
  }
  free(line);
  free(padded);
  if (!changed) return false;
  wnoutrefresh(stdscr);
  screen_send_update();
  return true;
}

// MARK: A frame that waits

/// The newest frame, while an earlier update is pending.
static struct {
  terminal_cell *cells;
  int columns, rows;
} waiting;

void screen_drop_waiting(void) {
  free(waiting.cells);
  waiting.cells = NULL;
}

static bool keep_waiting(const terminal_cell *cells, int columns, int rows) {
  screen_drop_waiting();
  size_t size = (size_t)columns * (size_t)rows * sizeof *cells;
  // At least one byte, because a frame without cells is valid.
  waiting.cells = malloc(size + 1);
  if (waiting.cells == NULL) return false;
  memcpy(waiting.cells, cells, size);
  waiting.columns = columns;
  waiting.rows = rows;
  return true;
}

void screen_present_waiting(void) {
  terminal_cell *cells = waiting.cells;
  if (cells == NULL) return;
  waiting.cells = NULL;
  if (COLS > 0 && LINES > 0) show(cells, waiting.columns, waiting.rows);
  free(cells);
}

bool terminal_present(const terminal_cell *cells, int columns, int rows) {
  if (the_screen.curses == NULL || the_screen.is_left || COLS <= 0 || LINES <= 0) return false;
  screen_send_pending();
  if (screen_has_pending()) return keep_waiting(cells, columns, rows);
  screen_drop_waiting();
  return show(cells, columns, rows);
}
