// A terminal drawn through wide ncurses. No name of curses appears here: on macOS the system's own module would clash
// with it, and its macros, variadics and global variables do not reach Swift.
//
// There is one terminal for a process, because there is one set of signal handlers. Every function but those that say
// otherwise is called by one and the same thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Characters

/// Takes the character encoding, and nothing else, from the named locale ("" for the environment's), or from C.UTF-8 or
/// en_US.UTF-8: where the named one is unknown or nobody has chosen one, where the terminal at the descriptor says that it
/// is in UTF-8 all the same, and where there is no terminal (-1). Returns whether characters beyond ASCII may be drawn.
bool terminal_set_locale(const char *name, int descriptor);

/// The columns that the C library gives a character: 1, 2, 0 for a combining one, -1 for one that it does not know.
int terminal_scalar_width(uint32_t scalar);

// MARK: Opening and closing

typedef enum {
  TERMINAL_OPENED = 0,
  TERMINAL_ALREADY_OPEN,
  /// No description of this terminal's name, nor of a common one.
  TERMINAL_UNKNOWN,
  /// The description lacks what a full screen needs, as for "dumb".
  TERMINAL_TOO_PLAIN,
  /// A system call failed; the number is in `error_number`.
  TERMINAL_SYSTEM_ERROR,
} terminal_status;

typedef struct {
  /// Descriptors of the terminal. They stay the caller's.
  int input, output;
  /// The terminal's name, as in TERM.
  const char *name;
  /// 1 without colours, 16, 256, or TERMINAL_TRUECOLOR.
  int colors;
  /// Whether tmux stands between the program and the terminal.
  bool inside_tmux;
  bool synchronized_output;
  /// Whether TERM, HUP, INT, TSTP, CONT, WINCH and crashes are taken over until the terminal is closed.
  bool handles_signals;
  /// Whether standard error, where it is a terminal, is kept aside and printed after closing.
  bool captures_standard_error;
  /// How long a lone escape byte is waited on; the variable ESCDELAY wins over it.
  int escape_delay_milliseconds;
  /// The size to take where the terminal does not tell its own; 0 for 80 by 24.
  int fallback_columns, fallback_rows;
} terminal_options;

#define TERMINAL_TRUECOLOR 0x1000000

typedef struct {
  terminal_status status;
  int error_number;
  /// The colours that can be had: 1, 8, 16, 256 or TERMINAL_TRUECOLOR, never more than were asked for.
  int colors;
} terminal_opening;

/// Switches to the alternate screen. Sets and restores TERMINFO, so no other thread may read the environment meanwhile.
terminal_opening terminal_open(const terminal_options *options);

/// Leaves the alternate screen and ends all reports, but keeps the line. What is owed is dropped. Takes at most half a second
/// where the terminal does not read. `asks` for a last answer where the mouse was on, before which reports may arrive that were
/// on their way. Returns whether one is to come.
bool terminal_leave_screen(bool asks);

/// Says that the last answer has come: what arrives from now on was typed for whoever reads the terminal next.
void terminal_is_quiet(void);

/// Gives the terminal back as it was found and prints what was kept of standard error. Does nothing when closed. Takes at
/// most a second, whatever the terminal does.
void terminal_close(void);

// MARK: Drawing

enum {
  TERMINAL_BOLD = 1,
  TERMINAL_DIM = 2,
  TERMINAL_REVERSE = 4,
  TERMINAL_UNDERLINE = 8,
};

/// The terminal's own colour. Others are 0 to 255 for the palette and TERMINAL_RGB | 0xRRGGBB.
#define TERMINAL_DEFAULT_COLOR (-1)
#define TERMINAL_RGB 0x1000000

typedef struct {
  /// 0 stands to the right of a character of two columns.
  uint32_t scalar;
  int32_t foreground, background;
  uint32_t attributes;
} terminal_cell;

/// Shows a whole frame, row by row. Only what differs from the screen is sent; an equal frame sends nothing.
/// What lies outside the screen is cut, what the frame does not cover is blank. Returns whether there was anything to send.
/// Never waits: what the terminal does not take stays owed, and of later frames the newest waits behind it.
bool terminal_present(const terminal_cell *cells, int columns, int rows);

/// The descriptor to poll for room while the terminal is owed something, else -1.
int terminal_output_descriptor(void);

/// Sends what is owed, as far as the terminal takes it.
void terminal_flush(void);

/// Makes the next frame repaint everything.
void terminal_invalidate(void);

/// The marks for the rows and columns of cells that show pictures: the scalar 0xF0000 + row * 256 + column is drawn as
/// U+10EEEE with two of them. Without marks such cells are drawn as characters that are not known.
void terminal_set_picture_marks(const uint32_t *marks, int count);

/// Sends bytes that belong to no frame, such as pictures, as they are.
void terminal_send(const char *bytes, size_t count);

/// What is sent until the end is shown at once, where the terminal can do that. A frame within is no update of its own.
void terminal_begin_update(void);
void terminal_end_update(void);

/// What takes all pictures of this program off the terminal, sent on every way out: closing, suspension, crashes. At most
/// 16 KB; false where it is longer, and nothing is kept then.
bool terminal_set_picture_removal(const char *bytes, size_t count);

typedef struct {
  int columns, rows;
  /// 0 where the terminal does not tell.
  int pixel_width, pixel_height;
} terminal_extent;

/// The size the terminal has now.
terminal_extent terminal_current_extent(void);

/// Makes the screen as large as the terminal is now.
void terminal_follow_extent(void);

typedef enum {
  TERMINAL_MOUSE_OFF = 0,
  /// Buttons and the wheel.
  TERMINAL_MOUSE_BUTTONS,
  /// As well every cell to which the pointer comes, with or without a button.
  TERMINAL_MOUSE_MOTION,
} terminal_mouse;

void terminal_set_mouse(terminal_mouse reports);
void terminal_set_synchronized_output(bool enabled);

/// Sends a question to the terminal; does nothing on one that would rather print it. Returns whether it was sent.
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
  /// With a key, what was held with it: 1 Shift, 2 Alt, 4 Control.
  uint32_t modifiers;
} terminal_input;

/// The descriptor to poll for input, -1 when closed.
int terminal_input_descriptor(void);

/// The next character or key that has arrived, without waiting for one.
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

/// Readable when a signal has arrived, whichever thread it hit; -1 when signals are not handled.
int terminal_signal_descriptor(void);

/// What has arrived since the last call, as a set of TERMINAL_SIGNAL values.
unsigned terminal_take_signals(void);

/// Gives the terminal back, stops the process, and takes the terminal again when it is continued.
/// `whole_group` also stops the processes of the same job, as the suspend key does by itself.
void terminal_suspend(bool whole_group);

/// Takes the terminal again after the process was stopped by what cannot be handled (SIGSTOP) and continued.
void terminal_retake(void);
