// Declarations shared by the files of this module. Curses is included only here.
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

// Descriptions in TERMINFO, pairs beyond 32767 and resetting pairs require ncurses 6.1; macOS has 6.0.
#if defined(NCURSES_EXT_COLORS) && NCURSES_VERSION_PATCH >= 20180127
#define TERMINAL_HAS_EXTENDED_COLORS 1
#else
#define TERMINAL_HAS_EXTENDED_COLORS 0
#endif

struct screen {
  /// NULL if no terminal is open.
  SCREEN *curses;
  /// Never drawn to: reading from the standard window would refresh it.
  WINDOW *input_pad;
  FILE *input_stream, *output_stream;
  int input;
  /// Separate from the descriptor of the stream, which refers to a file.
  int output;
  /// The line's modes while the program uses the terminal.
  struct termios modes;
  int colors;
  int fallback_columns, fallback_rows;
  bool handles_signals, captures_standard_error, synchronized_output;
  /// Whether a synchronized update has begun.
  bool is_updating;
  bool understands_xterm;
  /// The mouse reports that are enabled, and those to enable once no output is pending.
  terminal_mouse mouse, wanted_mouse;
  /// Whether the terminal was left temporarily and nothing may be drawn.
  bool is_left;

  /// The frame on the screen, used to skip unchanged rows.
  terminal_cell *shown;
  int shown_columns, shown_rows;
};

extern struct screen the_screen;

// output.c
/// The timeout for a terminal that does not read while it is being restored, in milliseconds; applies at most twice.
enum { SCREEN_WRITE_TIMEOUT = 200 };
/// A separate descriptor for the terminal; -1 if it cannot be opened.
int screen_open_output(int descriptor);
/// Sends bytes after all pending output; never blocks.
void screen_send(const char *bytes, size_t count);
void screen_send_pending(void);
bool screen_has_pending(void);
void screen_discard_pending(void);
/// Writes all bytes, unless that takes longer than the given number of milliseconds. Async-signal-safe.
bool screen_write_within(int descriptor, const char *bytes, size_t count, int milliseconds);

// description.c
/// Opens the first description with the requested colours: our own, the terminal's, then common ones.
terminal_status screen_open_curses(const terminal_options *options, int *colors);
/// A string capability of the description in use, NULL if it is missing.
const char *screen_capability(const char *name);

// modes.c
/// Sets the line's modes through curses, which must know them.
void screen_set_line_modes(void);
/// Sets the same modes again.
void screen_take_line(void);
/// Sets the modes of curses.
void screen_set_modes(void);
/// Enables the wanted mouse reports.
void screen_set_mouse_mode(void);

/// Removes the images from the terminal; false if the terminal does not read. Async-signal-safe.
bool screen_remove_pictures(void);

// colors.c
void screen_start_colors(void);
void screen_end_colors(void);
/// Whether the next frame must set every cell, because pairs will change their colours.
bool screen_colors_begin_frame(void);
/// The pair for two colours; may return 0, the default colours, if there are no more pairs.
int screen_color_pair(int foreground, int background, attr_t *attributes);

// capture.c
/// An unnamed temporary file, -1 if it cannot be created.
int screen_nameless_file(void);
/// Starts capturing the output of curses; false on failure.
bool screen_begin_capture(void);
/// The output of curses since the last call, to be freed; NULL if there is none.
char *screen_take_captured(size_t *count);
void screen_close_capture(void);

// styles.c
/// The same output with the fewest bytes for colours and attributes, to be freed; NULL if memory is exhausted or a
/// sequence is unknown.
char *screen_minimized(const char *bytes, size_t count, size_t *length);

// clusters.c
/// A character of the private use area that stands for a cluster while curses draws, 0 if the terminal shows only
/// characters of one scalar. `columns` is the width in the frame, `room` the columns up to the margin. Sets
/// `overflows` if terminals that draw the parts separately cover cells beside it.
wchar_t screen_cluster_symbol(uint32_t text, int columns, int room, bool *overflows);
/// Stands for the remaining columns of a cluster.
wchar_t screen_cluster_tail(void);
/// The first scalar of a cluster.
uint32_t screen_cluster_base(uint32_t text);
/// The same output with the clusters in place of their symbols, to be freed; NULL if it contains none, or memory is
/// exhausted.
char *screen_with_clusters(const char *bytes, size_t count, size_t *length);

// present.c
void screen_forget_frame(void);
void screen_send_update(void);
/// Shows the waiting frame; does nothing if there is none.
void screen_present_waiting(void);
void screen_drop_waiting(void);

// restore.c
/// Prepares the sequences and modes that restore the terminal without curses.
void screen_prepare_restore(void);
/// Sets whether the program uses the terminal, so that a crash must restore it.
void screen_set_active(bool active);
/// Whether the line can be read from.
bool screen_is_active(void);
/// Restores the terminal immediately. Async-signal-safe, on any thread. Takes at most half a second.
void screen_restore_now(void);
/// Reopens the screen and repaints it.
void screen_take_screen(void);
void screen_install_crash_handlers(void);
void screen_remove_crash_handlers(void);

// standard_error.c
void screen_capture_standard_error(void);
/// Restores standard error and prints the captured output. Async-signal-safe.
void screen_release_standard_error(void);

// signals.c
/// Returns 0 or an error number.
int screen_install_signal_handlers(void);
void screen_remove_signal_handlers(void);
