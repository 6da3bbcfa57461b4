// The terminal on the ways out that curses does not see: a crash, exit() from anywhere, a second request to end.
#include "screen.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Set up while all is well, since a signal handler may not compose anything.
static char farewell[512], welcome[512];
static size_t farewell_length, welcome_length;
static struct termios found_modes;
static bool has_found_modes;
/// Whether line and standard error are ours.
static atomic_bool is_active;
/// Whether the screen is ours.
static atomic_bool is_shown;
/// Whether the terminal may still send what the command line would take for typed.
static atomic_bool may_send;

static void append(char *target, size_t *length, const char *text) {
  if (text == NULL) return;
  for (const char *next = text; *next != 0 && *length < sizeof farewell; next++) {
    // "$<5/>" asks for a pause of so many milliseconds, which no terminal of today needs.
    if (next[0] == '$' && next[1] == '<' && strchr(next, '>') != NULL) {
      next = strchr(next, '>');
      continue;
    }
    target[(*length)++] = *next;
  }
}

void screen_prepare_restore(void) {
  farewell_length = welcome_length = 0;
  // Begins with an escape byte, which ends whatever was cut off before.
  const char *modes = the_screen.understands_xterm
    ? "\033[?2026l\033[?2004l\033[?1003l\033[?1006l\033[?1000l" : NULL;
  append(farewell, &farewell_length, modes);
  const char *last[] = {"sgr0", "op", "rmkx", "cnorm", "rmcup"};
  for (size_t index = 0; index < sizeof last / sizeof *last; index++) {
    append(farewell, &farewell_length, screen_capability(last[index]));
  }
  append(farewell, &farewell_length, "\r");
  const char *first[] = {"smcup", "sgr0", "op", "smam", "smkx", "civis"};
  for (size_t index = 0; index < sizeof first / sizeof *first; index++) {
    append(welcome, &welcome_length, screen_capability(first[index]));
  }
  append(welcome, &welcome_length, the_screen.understands_xterm ? "\033[?2004h" : NULL);
}

static void remember_modes(void) {
  has_found_modes = tcgetattr(the_screen.input, &found_modes) == 0;
  farewell_length = 0;
}

void screen_set_active(bool active) {
  atomic_store(&is_active, active);
  atomic_store(&is_shown, active);
}

bool screen_is_active(void) { return atomic_load(&is_active); }

/// Sends the farewell, within a time that is bounded for a terminal that does not read. Returns whether it was taken.
static bool say_farewell(void) {
  if (!atomic_exchange(&is_shown, false)) return true;
  atomic_store(&may_send, the_screen.mouse != TERMINAL_MOUSE_OFF);
  screen_remove_pictures();
  if (screen_write_within(the_screen.output, farewell, farewell_length, SCREEN_PATIENCE)) return true;
  // It has stopped reading. What lies before the farewell gives way to it, so that it is the next thing to be read.
  tcflush(the_screen.output, TCOFLUSH);
  return screen_write_within(the_screen.output, farewell, farewell_length, SCREEN_PATIENCE);
}

static void give_line_back(void) {
  if (atomic_exchange(&may_send, false)) {
    // Reports of the mouse that were on their way are nothing that anybody has typed.
    poll(NULL, 0, 50);
    tcflush(the_screen.input, TCIFLUSH);
  }
  if (has_found_modes) tcsetattr(the_screen.input, TCSANOW, &found_modes);
}

void screen_restore_now(void) {
  // Not while suspended, and not twice: the screen belongs to another program then.
  if (!atomic_exchange(&is_active, false)) return;
  int saved = errno;
  // From the background, setting modes would stop the process instead.
  sigset_t background, before;
  sigemptyset(&background);
  sigaddset(&background, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &background, &before);
  say_farewell();
  give_line_back();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  screen_release_standard_error();
  errno = saved;
}

bool terminal_leave_screen(bool asks) {
  if (the_screen.curses == NULL || the_screen.is_left) return false;
  the_screen.is_left = true;
  // Of a frame that is cut off here nothing will be seen.
  screen_drop_owed();
  screen_drop_waiting();
  bool is_taken = say_farewell();
  asks = asks && is_taken && the_screen.mouse != TERMINAL_MOUSE_OFF;
  the_screen.mouse = TERMINAL_MOUSE_OFF;
  // What every terminal answers, which it does after it has stopped sending reports.
  return asks && screen_write_within(the_screen.output, "\033[c", 3, SCREEN_PATIENCE);
}

void terminal_is_quiet(void) { atomic_store(&may_send, false); }

void screen_take_screen(void) {
  screen_take_line();
  the_screen.is_left = false;
  screen_set_active(true);
  screen_send(welcome, welcome_length);
  terminal_invalidate();
  screen_send_update();
  screen_set_mouse_mode();
}

// MARK: Crashes

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGQUIT};
enum { CRASH_COUNT = sizeof crashes / sizeof *crashes };
static struct sigaction previous[CRASH_COUNT];
// A stack that ran over has no room left for a handler.
static char alternate_stack[1 << 16];

static void handle_crash(int number, siginfo_t *information, void *context) {
  (void)context;
  screen_restore_now();
  for (int index = 0; index < CRASH_COUNT; index++) {
    if (crashes[index] == number) sigaction(number, &previous[index], NULL);
  }
  // A fault comes again when its instruction is run again, now with its own place in the code for whoever looks at it.
  // What was sent, and a trap that steps over its instruction, would not.
  bool comes_again = information != NULL && information->si_code > 0 && number != SIGTRAP && number != SIGSYS;
  if (!comes_again) raise(number);
}

static void restore_at_exit(void) { screen_restore_now(); }

void screen_install_crash_handlers(void) {
  static bool is_registered;
  if (!is_registered) is_registered = atexit(restore_at_exit) == 0;
  remember_modes();
  if (!the_screen.handles_signals) return;

  stack_t stack;
  memset(&stack, 0, sizeof stack);
  if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
    stack.ss_sp = alternate_stack;
    stack.ss_size = sizeof alternate_stack;
    stack.ss_flags = 0;
    sigaltstack(&stack, NULL);
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < CRASH_COUNT; index++) sigaction(crashes[index], &action, &previous[index]);
}

void screen_remove_crash_handlers(void) {
  if (!the_screen.handles_signals) return;
  for (int index = 0; index < CRASH_COUNT; index++) sigaction(crashes[index], &previous[index], NULL);
}
