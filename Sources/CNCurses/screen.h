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
  /// Of its own beside the stream's, which leads to a file.
  int output;
  /// The line's modes while the terminal is ours.
  struct termios modes;
  int colors;
  int fallback_columns, fallback_rows;
  bool handles_signals, captures_standard_error, synchronized_output;
  /// Whether the terminal has been told to show nothing until the end of the update.
  bool is_updating;
  bool understands_xterm;
  /// The reports that the terminal sends, and those that it shall send when it takes the word.
  terminal_mouse mouse, wanted_mouse;
  /// Whether the terminal was given back for a while and nothing may be drawn.
  bool is_left;

  /// The frame that was shown last, to leave alone the rows that stay as they are.
  terminal_cell *shown;
  int shown_columns, shown_rows;
};

extern struct screen the_screen;

// output.c
/// How long a terminal that does not read is waited for on the way out, in milliseconds; twice at most.
enum { SCREEN_PATIENCE = 200 };
/// A descriptor of our own for the terminal; -1 without one.
int screen_open_output(int descriptor);
/// Sends bytes after those that are owed; never waits.
void screen_send(const char *bytes, size_t count);
void screen_send_owed(void);
bool screen_owes(void);
void screen_drop_owed(void);
/// Writes all bytes, unless that takes longer than so many milliseconds. May be called in a signal handler.
bool screen_write_within(int descriptor, const char *bytes, size_t count, int milliseconds);

// description.c
/// Opens the first description that has the colours asked for: our own, the terminal's, the common ones.
terminal_status screen_open_curses(const terminal_options *options, int *colors);
/// A text of the description in use, NULL without one.
const char *screen_capability(const char *name);

// modes.c
/// Sets the line's modes, by way of curses, which must know of them.
void screen_set_line_modes(void);
/// Sets them again.
void screen_take_line(void);
/// Sets what curses does with the terminal.
void screen_set_modes(void);
/// Asks for the reports of the mouse that are wanted.
void screen_set_mouse_mode(void);

/// Takes the pictures off the terminal; false for one that does not read. Safe in a signal handler.
bool screen_remove_pictures(void);

// colors.c
void screen_start_colors(void);
void screen_end_colors(void);
/// Whether the next frame must set every cell anew, because pairs are about to change their meaning.
bool screen_colors_begin_frame(void);
/// The pair for two colours; may return 0, the terminal's own colours, where there are no more pairs.
int screen_color_pair(int foreground, int background, attr_t *attributes);

// capture.c
/// A file that goes with its descriptor, -1 where none can be made.
int screen_nameless_file(void);
/// Keeps what curses writes from now on; false where that cannot be done.
bool screen_begin_capture(void);
/// What curses has written since the last call, to be freed; NULL for nothing.
char *screen_take_captured(size_t *count);
void screen_close_capture(void);

// styles.c
/// The same bytes with as few of them for colours and attributes as possible, to be freed; NULL without memory, and where they
/// hold what is not understood.
char *screen_slimmed(const char *bytes, size_t count, size_t *length);

// present.c
void screen_forget_frame(void);
void screen_send_update(void);
/// Shows the frame that waits for the terminal to take it; does nothing without one.
void screen_present_waiting(void);
void screen_drop_waiting(void);

// restore.c
/// Composes what must be sent and set to give the terminal back without curses.
void screen_prepare_restore(void);
/// Says whether the terminal is ours at this moment, so that a crash must restore it.
void screen_set_active(bool active);
/// Whether the line is ours, to read from.
bool screen_is_active(void);
/// Gives the terminal back at once. May be called in a signal handler, by any thread.
/// Takes half a second at most.
void screen_restore_now(void);
/// Takes the terminal again and repaints the screen.
void screen_take_screen(void);
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
