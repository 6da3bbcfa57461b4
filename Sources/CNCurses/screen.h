// What the files of this module share. Curses is included here and nowhere else.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifndef _DARWIN_C_SOURCE
#define _DARWIN_C_SOURCE 1
#endif
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1

#include <curses.h>
#include <stdatomic.h>
#include <stdio.h>
#include <termios.h>

#include "terminal.h"

// Descriptions inside TERMINFO, pairs beyond 32767 and reset of pairs came with ncurses 6.1; macOS has 6.0.
#if defined(NCURSES_EXT_COLORS) && NCURSES_VERSION_PATCH >= 20180127
#define TERMINAL_HAS_EXTENDED_COLORS 1
#else
#define TERMINAL_HAS_EXTENDED_COLORS 0
#endif

struct screen {
  /// NULL while no terminal is open.
  SCREEN *curses;
  /// Never drawn to: reading from the standard window would refresh it.
  WINDOW *input_pad;
  FILE *input_stream, *output_stream;
  int input;
  /// Of its own beside the stream's, which at times leads elsewhere.
  int output;
  int colors;
  int fallback_columns, fallback_rows;
  bool handles_signals, captures_standard_error, synchronized_output;
  bool understands_xterm;
  terminal_mouse mouse;
  /// Whether the terminal was given back for a while and nothing may be drawn.
  bool is_left;

  /// The frame that was shown last, to leave alone the rows that stay as they are.
  terminal_cell *shown;
  int shown_columns, shown_rows;
};

extern struct screen the_screen;

// open.c
/// Writes all bytes, on a signal too. May be called in a signal handler.
void screen_write(int descriptor, const char *bytes, size_t count);

// description.c
/// Opens the first description that has the colours asked for: our own, the terminal's, the common ones.
terminal_status screen_open_curses(const terminal_options *options, int *colors);
/// A text of the description in use, NULL without one.
const char *screen_capability(const char *name);

// modes.c
void screen_set_modes(void);
/// Whether the terminal marks what is pasted, so that it is not taken for keys.
void screen_set_paste_marks(bool enabled);

/// Takes the pictures off the terminal. Safe in a signal handler.
void screen_remove_pictures(void);

// colors.c
void screen_start_colors(void);
void screen_end_colors(void);
/// Whether the next frame must set every cell anew, because pairs are about to change their meaning.
bool screen_colors_begin_frame(void);
/// The pair for two colours; may return 0, the terminal's own colours, where there are no more pairs.
int screen_color_pair(int foreground, int background, attr_t *attributes);

// capture.c
/// Keeps what curses writes from now on; false where that cannot be done.
bool screen_begin_capture(void);
/// Lets curses write to the terminal again. Returns what it wrote meanwhile, to be freed; NULL for nothing.
char *screen_end_capture(size_t *count);
void screen_close_capture(void);

// styles.c
/// The same bytes with as few of them for colours and attributes as possible, to be freed; NULL without memory, and where they
/// hold what is not understood.
char *screen_slimmed(const char *bytes, size_t count, size_t *length);

// present.c
void screen_forget_frame(void);

// restore.c
/// Composes what must be sent and set to give the terminal back without curses.
void screen_prepare_restore(void);
/// Says whether the terminal is ours at this moment, so that a crash must restore it.
void screen_set_active(bool active);
/// Gives the terminal back at once. May be called in a signal handler, by any thread.
void screen_restore_now(void);
void screen_install_crash_handlers(void);
void screen_remove_crash_handlers(void);

// standard_error.c
void screen_capture_standard_error(void);
/// Puts standard error back and prints what was kept. May be called in a signal handler.
void screen_release_standard_error(void);

// signals.c
/// Returns 0 or an error number.
int screen_install_signal_handlers(void);
void screen_remove_signal_handlers(void);
