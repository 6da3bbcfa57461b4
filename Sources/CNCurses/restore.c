// Restores the terminal on exits that curses does not handle: a crash, exit(), or a second request to terminate.
#include "screen.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Prepared in advance, because a signal handler must not allocate or format.
static char restore_sequence[512], resume_sequence[512];
static size_t restore_length, resume_length;
static struct termios found_modes;
static bool has_found_modes;
/// Whether the line's modes and standard error are in use.
static atomic_bool is_active;
/// Whether the screen is in use.
static atomic_bool is_shown;
/// Whether the terminal may still send reports that a shell would take for typed text.
static atomic_bool may_send;

static void append(char *target, size_t *length, const char *text) {
  if (text == NULL) return;
  for (const char *next = text; *next != 0 && *length < sizeof restore_sequence; next++) {
    // "$<5/>" is a delay in milliseconds, which modern terminals do not need.
    if (next[0] == '$' && next[1] == '<' && strchr(next, '>') != NULL) {
      next = strchr(next, '>');
      continue;
    }
    target[(*length)++] = *next;
  }
}

void screen_prepare_restore(void) {
  restore_length = resume_length = 0;
  // Begins with a string terminator, which ends any truncated sequence, including an image.
  append(restore_sequence, &restore_length, the_screen.understands_xterm ? "\033\\" : NULL);
  const char *modes = the_screen.understands_xterm
    ? "\033[?2026l\033[?2004l\033[?1003l\033[?1006l\033[?1000l" : NULL;
  append(restore_sequence, &restore_length, modes);
  const char *last[] = {"sgr0", "op", "rmkx", "cnorm", "rmcup"};
  for (size_t index = 0; index < sizeof last / sizeof *last; index++) {
    append(restore_sequence, &restore_length, screen_capability(last[index]));
  }
  append(restore_sequence, &restore_length, "\r");
  const char *first[] = {"smcup", "sgr0", "op", "smam", "smkx", "civis"};
  for (size_t index = 0; index < sizeof first / sizeof *first; index++) {
    append(resume_sequence, &resume_length, screen_capability(first[index]));
  }
  append(resume_sequence, &resume_length, the_screen.understands_xterm ? "\033[?2004h" : NULL);
}

static void remember_modes(void) {
  has_found_modes = tcgetattr(the_screen.input, &found_modes) == 0;
  restore_length = 0;
}

void screen_set_active(bool active) {
  atomic_store(&is_active, active);
  atomic_store(&is_shown, active);
}

bool screen_is_active(void) { return atomic_load(&is_active); }

/// Sends the restore sequence, with a timeout for terminals that do not read. Returns whether it was sent.
static bool send_restore_sequence(void) {
  if (!atomic_exchange(&is_shown, false)) return true;
  atomic_store(&may_send, the_screen.mouse != TERMINAL_MOUSE_OFF);
  if (screen_remove_pictures()
      && screen_write_within(the_screen.output, restore_sequence, restore_length, SCREEN_WRITE_TIMEOUT)) {
    return true;
  }
  // The terminal has stopped reading. Older output is discarded, so that the restore sequence is read next.
  tcflush(the_screen.output, TCOFLUSH);
  return screen_write_within(the_screen.output, restore_sequence, restore_length, SCREEN_WRITE_TIMEOUT);
}

static void restore_line(void) {
  if (atomic_exchange(&may_send, false)) {
    // Discard mouse reports that were in transit, which a shell would take for typed text.
    poll(NULL, 0, 50);
    tcflush(the_screen.input, TCIFLUSH);
  }
  if (has_found_modes) tcsetattr(the_screen.input, TCSANOW, &found_modes);
}

void screen_restore_now(void) {
  // Not while suspended, and not twice: another program uses the screen then.
  if (!atomic_exchange(&is_active, false)) return;
  int saved = errno;
  // In the background, setting modes would stop the process instead.
  sigset_t background, before;
  sigemptyset(&background);
  sigaddset(&background, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &background, &before);
  send_restore_sequence();
  restore_line();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  screen_release_standard_error();
  errno = saved;
}

bool terminal_leave_screen(bool asks) {
  if (the_screen.curses == NULL || the_screen.is_left) return false;
  the_screen.is_left = true;
  // A truncated frame would not be visible.
  screen_discard_pending();
  screen_drop_waiting();
  bool is_taken = send_restore_sequence();
  asks = asks && is_taken && the_screen.mouse != TERMINAL_MOUSE_OFF;
  the_screen.mouse = TERMINAL_MOUSE_OFF;
  // Every terminal replies to DA1, after it has stopped sending reports.
  return asks && screen_write_within(the_screen.output, "\033[c", 3, SCREEN_WRITE_TIMEOUT);
}

void terminal_is_quiet(void) { atomic_store(&may_send, false); }

void screen_take_screen(void) {
  screen_take_line();
  the_screen.is_left = false;
  screen_set_active(true);
  screen_send(resume_sequence, resume_length);
  terminal_invalidate();
  screen_send_update();
  screen_set_mouse_mode();
}

// MARK: Crashes

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGQUIT};
enum { CRASH_COUNT = sizeof crashes / sizeof *crashes };
static struct sigaction previous[CRASH_COUNT];
// After a stack overflow there is no room for a handler.
static char alternate_stack[1 << 16];

static void handle_crash(int number, siginfo_t *information, void *context) {
  (void)context;
  screen_restore_now();
  for (int index = 0; index < CRASH_COUNT; index++) {
    if (crashes[index] == number) sigaction(number, &previous[index], NULL);
  }
  // The quit key is not a crash. The handler of Swift's runtime would print a backtrace, and prompt on the terminal.
  if (number == SIGQUIT) signal(number, SIG_DFL);
  // A fault recurs when its instruction is executed again, so that a debugger sees the original location. A signal sent
  // by a process or by the terminal (the quit key), and a trap that skips its instruction, do not recur.
  bool is_fault = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
  bool recurs = is_fault && information != NULL && information->si_code > 0;
  if (!recurs) raise(number);
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
  for (int index = 0; index < CRASH_COUNT; index++) {
    sigaction(crashes[index], &action, &previous[index]);
    // A process started to ignore one would live on with the terminal given up.
    if (previous[index].sa_handler == SIG_IGN) sigaction(crashes[index], &previous[index], NULL);
  }
}

void screen_remove_crash_handlers(void) {
  if (!the_screen.handles_signals) return;
  for (int index = 0; index < CRASH_COUNT; index++) sigaction(crashes[index], &previous[index], NULL);
}
