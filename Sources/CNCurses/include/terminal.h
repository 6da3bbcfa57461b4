// A terminal drawn with wide ncurses. This header contains no names of curses: on macOS they would conflict with the
// system's own module, and macros, variadic functions and global variables are not available in Swift.
//
// There is one terminal per process, because there is one set of signal handlers. All functions must be called on the
// same thread unless documented otherwise.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Characters

/// Sets only the character encoding, from the named locale ("" for the environment's). Uses C.UTF-8 or en_US.UTF-8
/// instead if the named locale is unknown or no locale is set, if the terminal at the descriptor is in UTF-8 mode in
/// spite of the locale, or if there is no terminal (-1). Returns whether characters beyond ASCII may be drawn.
bool terminal_set_locale(const char *name, int descriptor);

/// The width of a character in the C library: 1, 2, 0 for a combining one, -1 for an unknown one.
int terminal_scalar_width(uint32_t scalar);

// MARK: Opening and closing

typedef enum {
  TERMINAL_OPENED = 0,
  TERMINAL_ALREADY_OPEN,
  /// There is no description of this terminal, nor of a common one.
  TERMINAL_UNKNOWN,
  /// The description lacks capabilities for full-screen use, as for "dumb".
  TERMINAL_TOO_PLAIN,
  /// A system call failed; the number is in `error_number`.
  TERMINAL_SYSTEM_ERROR,
} terminal_status;

typedef struct {
  /// Descriptors of the terminal, owned by the caller.
  int input, output;
  /// The name of the terminal, as in TERM.
  const char *name;
  /// 1 without colours, 16, 256, or TERMINAL_TRUECOLOR.
  int colors;
  /// Whether the program runs inside tmux.
  bool inside_tmux;
  bool synchronized_output;
  /// Whether TERM, HUP, INT, TSTP, CONT, WINCH and crashes are handled until the terminal is closed.
  bool handles_signals;
  /// Whether standard error, if it is a terminal, is captured and printed after closing.
  bool captures_standard_error;
  /// The time after which an escape byte counts as the escape key; the variable ESCDELAY takes precedence.
  int escape_delay_milliseconds;
  /// The size if the terminal does not report one; 0 for 80 by 24.
  int fallback_columns, fallback_rows;
} terminal_options;

#define TERMINAL_TRUECOLOR 0x1000000

typedef struct {
  terminal_status status;
  int error_number;
  /// The available colours: 1, 8, 16, 256 or TERMINAL_TRUECOLOR, never more than requested.
  int colors;
} terminal_opening;

/// Switches to the alternate screen. Temporarily changes TERMINFO, so no other thread may access the environment during
/// the call.
terminal_opening terminal_open(const terminal_options *options);

/// Leaves the alternate screen and disables all reports, but does not restore the line's modes. Pending output is
/// discarded. Takes at most half a second if the terminal does not read. With `asks`, and if the mouse was enabled,
/// sends a final query, before whose reply late mouse reports may arrive. Returns whether a reply is expected.
bool terminal_leave_screen(bool asks);

/// Tells that the final reply has arrived: all later input was typed for the next program that reads from the terminal.
void terminal_is_quiet(void);

/// Restores the terminal and prints captured standard error. Does nothing if closed. Takes at most a second, whatever
/// the terminal does.
void terminal_close(void);

// MARK: Drawing

enum {
  TERMINAL_BOLD = 1,
  TERMINAL_DIM = 2,
  TERMINAL_REVERSE = 4,
  TERMINAL_UNDERLINE = 8,
};

/// The terminal's default colour. Others are 0 to 255 for the palette and TERMINAL_RGB | 0xRRGGBB.
#define TERMINAL_DEFAULT_COLOR (-1)
#define TERMINAL_RGB 0x1000000

/// A part of an image: TERMINAL_PICTURE | row << 8 | column, drawn as U+10EEEE with two marks, or without if it
/// continues the part to its left.
#define TERMINAL_PICTURE 0x40000000u
#define TERMINAL_CONTINUES 0x10000u
/// A character of several scalars: its index is in the lower 16 bits, see `terminal_define_cluster`.
#define TERMINAL_CLUSTER 0x80000000u

typedef struct {
  /// A scalar, a picture or a cluster; 0 for the remaining columns of a wide character.
  uint32_t text;
  int32_t foreground, background;
  uint32_t attributes;
} terminal_cell;

/// Shows a complete frame, row by row. Only changes are sent; an equal frame sends nothing. Cells outside the screen
/// are clipped; the part of the screen outside the frame is blank. Returns whether there was anything to send. Never
/// blocks: output that the terminal does not accept stays pending, and of later frames only the newest is kept behind
/// it.
bool terminal_present(const terminal_cell *cells, int columns, int rows);

/// The descriptor to poll for writing while output is pending, otherwise -1.
int terminal_output_descriptor(void);

/// Sends as much pending output as the terminal accepts.
void terminal_flush(void);

/// Makes the next frame repaint everything.
void terminal_invalidate(void);

/// The combining marks for rows and columns of cells that show images. Without marks, such cells are blank.
void terminal_set_picture_marks(const uint32_t *marks, int count);

/// Defines the scalars of the next cluster; the first has index 0.
void terminal_define_cluster(const uint32_t *scalars, int count);
/// The number of clusters that are defined.
int terminal_cluster_count(void);

/// Sends raw bytes that are not part of a frame, such as images.
void terminal_send(const char *bytes, size_t count);

/// Groups output into one synchronized update, if the terminal supports it. Frames within it are not separate updates.
void terminal_begin_update(void);
void terminal_end_update(void);

/// Sets the sequence that removes all images of this program. It is sent whenever the terminal is given up: on closing,
/// suspension and crashes. At most 16 KB; returns false and stores nothing if it is longer.
bool terminal_set_picture_removal(const char *bytes, size_t count);

typedef struct {
  int columns, rows;
  /// 0 if the terminal does not report it.
  int pixel_width, pixel_height;
} terminal_extent;

/// The current size of the terminal.
terminal_extent terminal_current_extent(void);

/// Adapts the screen to the current size of the terminal.
void terminal_follow_extent(void);

typedef enum {
  TERMINAL_MOUSE_OFF = 0,
  /// Buttons and the wheel.
  TERMINAL_MOUSE_BUTTONS,
  /// Also the pointer's motion from cell to cell, with or without a button.
  TERMINAL_MOUSE_MOTION,
} terminal_mouse;

void terminal_set_mouse(terminal_mouse reports);
void terminal_set_synchronized_output(bool enabled);

/// Sends a query to the terminal, unless the terminal would print it. Returns whether it was sent.
bool terminal_ask(const char *bytes, size_t count);

// MARK: Input

typedef enum {
  TERMINAL_INPUT_NONE = 0,
  TERMINAL_INPUT_SCALAR,
  TERMINAL_INPUT_KEY,
} terminal_input_kind;

typedef enum {
  TERMINAL_KEY_OTHER = 0,
  TERMINAL_KEY_UP,
  TERMINAL_KEY_DOWN,
  TERMINAL_KEY_LEFT,
  TERMINAL_KEY_RIGHT,
  TERMINAL_KEY_HOME,
  TERMINAL_KEY_END,
  TERMINAL_KEY_PAGE_UP,
  TERMINAL_KEY_PAGE_DOWN,
  TERMINAL_KEY_ENTER,
  TERMINAL_KEY_TAB,
  TERMINAL_KEY_BACKSPACE,
  TERMINAL_KEY_DELETE,
  TERMINAL_KEY_INSERT,
  /// F1 is this plus 1.
  TERMINAL_KEY_FUNCTION = 100,
} terminal_key;

typedef struct {
  terminal_input_kind kind;
  /// A scalar or a terminal_key.
  uint32_t value;
  /// The modifiers of a key: 1 Shift, 2 Alt, 4 Control.
  uint32_t modifiers;
} terminal_input;

/// The descriptor to poll for input, -1 when closed.
int terminal_input_descriptor(void);

/// The next character or key that has arrived; never blocks.
terminal_input terminal_read(void);

// MARK: Signals

enum {
  TERMINAL_SIGNAL_RESIZE = 1,
  TERMINAL_SIGNAL_INTERRUPT = 2,
  TERMINAL_SIGNAL_TERMINATE = 4,
  TERMINAL_SIGNAL_HANGUP = 8,
  TERMINAL_SIGNAL_SUSPEND = 16,
  TERMINAL_SIGNAL_CONTINUE = 32,
};

/// Readable when a signal has arrived, on whichever thread; -1 if signals are not handled.
int terminal_signal_descriptor(void);

/// The signals since the last call, as a set of TERMINAL_SIGNAL values.
unsigned terminal_take_signals(void);

/// Restores the terminal, stops the process, and reopens the terminal when the process is continued. `whole_group` also
/// stops the other processes of the job, as the suspend key does.
void terminal_suspend(bool whole_group);

/// Reopens the terminal after the process was stopped by SIGSTOP, which cannot be handled, and continued.
void terminal_retake(void);
