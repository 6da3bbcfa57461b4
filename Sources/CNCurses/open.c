// Opening and closing the terminal.
#include "screen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct screen the_screen;

bool terminal_ask(const char *bytes, size_t count) {
  if (the_screen.curses == NULL || the_screen.is_left || !the_screen.understands_xterm) return false;
  screen_send(bytes, count);
  return true;
}

static void close_streams(void) {
  if (the_screen.input_stream != NULL) fclose(the_screen.input_stream);
  if (the_screen.output_stream != NULL) fclose(the_screen.output_stream);
  the_screen.input_stream = the_screen.output_stream = NULL;
  if (the_screen.output >= 0) close(the_screen.output);
  the_screen.output = -1;
  screen_close_capture();
}

static void end_screen(void) {
  screen_remove_signal_handlers();
  screen_remove_crash_handlers();
  screen_end_colors();
  screen_forget_frame();
  screen_discard_pending();
  screen_drop_waiting();
  if (the_screen.input_pad != NULL) delwin(the_screen.input_pad);
  delscreen(the_screen.curses);
  the_screen.curses = NULL;
  close_streams();
}

static FILE *stream(int descriptor, const char *mode) {
  int own = dup(descriptor);
  if (own < 0) return NULL;
  FILE *result = fdopen(own, mode);
  if (result == NULL) close(own);
  return result;
}

terminal_opening terminal_open(const terminal_options *options) {
  terminal_opening result = {TERMINAL_ALREADY_OPEN, 0, 1};
  if (the_screen.curses != NULL) return result;
  memset(&the_screen, 0, sizeof the_screen);
  the_screen.input_stream = stream(options->input, "r");
  the_screen.output_stream = stream(options->output, "w");
  the_screen.output = screen_open_output(options->output);
  if (the_screen.input_stream == NULL || the_screen.output_stream == NULL || the_screen.output < 0) {
    result.status = TERMINAL_SYSTEM_ERROR;
    result.error_number = errno;
    close_streams();
    return result;
  }
  the_screen.input = fileno(the_screen.input_stream);
  the_screen.fallback_columns = options->fallback_columns;
  the_screen.fallback_rows = options->fallback_rows;
  the_screen.handles_signals = options->handles_signals;
  the_screen.captures_standard_error = options->captures_standard_error;

  // Before newterm, which respects existing signal handlers, and changes the modes to be restored.
  screen_install_crash_handlers();
  result.error_number = screen_install_signal_handlers();
  set_escdelay(options->escape_delay_milliseconds);
  result.status = result.error_number != 0 ? TERMINAL_SYSTEM_ERROR : screen_open_curses(options, &result.colors);
  if (result.status != TERMINAL_OPENED) {
    screen_remove_signal_handlers();
    screen_remove_crash_handlers();
    close_streams();
    the_screen.curses = NULL;
    return result;
  }

  the_screen.colors = result.colors;
  // Old terminals and consoles may print sequences that they do not know.
  the_screen.understands_xterm = result.colors == TERMINAL_TRUECOLOR || screen_capability("kmous") != NULL;
  screen_set_line_modes();
  if (!screen_begin_capture()) {
    result.status = TERMINAL_SYSTEM_ERROR;
    result.error_number = errno;
    // curses has sent nothing yet, so only the line's modes need to be restored.
    screen_set_active(true);
    screen_restore_now();
    end_screen();
    return result;
  }
  screen_set_modes();
  screen_start_colors();
  screen_prepare_restore();
  screen_set_active(true);
  if (the_screen.captures_standard_error) screen_capture_standard_error();
  terminal_set_synchronized_output(options->synchronized_output);
  terminal_follow_extent();
  size_t count = 0;
  char *bytes = screen_take_captured(&count);
  if (count > 0) screen_send(bytes, count);
  free(bytes);
  if (the_screen.understands_xterm) screen_send("\033[?2004h", 8);
  return result;
}

void terminal_close(void) {
  if (the_screen.curses == NULL) return;
  // Also the line's modes and standard error, in case the screen was left before.
  screen_restore_now();
  terminal_set_picture_removal("", 0);
  end_screen();
}
