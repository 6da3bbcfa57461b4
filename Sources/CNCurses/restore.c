// The terminal on the ways out that curses does not see: a crash, exit() from anywhere, a second request to end.
#include "screen.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Set up while all is well, since a signal handler may not compose anything.
static char farewell[512];
static size_t farewell_length;
static struct termios found_modes;
static bool has_found_modes;
static atomic_bool is_active;

static void append(const char *text) {
  if (text == NULL) return;
  for (const char *next = text; *next != 0 && farewell_length < sizeof farewell; next++) {
    // "$<5/>" asks for a pause of so many milliseconds, which no terminal of today needs.
    if (next[0] == '$' && next[1] == '<' && strchr(next, '>') != NULL) {
      next = strchr(next, '>');
      continue;
    }
    farewell[farewell_length++] = *next;
  }
}

void screen_prepare_restore(void) {
  farewell_length = 0;
  if (the_screen.understands_xterm) append("\033[?2026l\033[?2004l\033[?1003l\033[?1006l\033[?1000l");
  append(screen_capability("sgr0"));
  append(screen_capability("op"));
  append(screen_capability("rmkx"));
  append(screen_capability("cnorm"));
  append(screen_capability("rmcup"));
  append("\r");
}

static void remember_modes(void) { has_found_modes = tcgetattr(the_screen.input, &found_modes) == 0; }

void screen_set_active(bool active) { atomic_store(&is_active, active); }

void screen_restore_now(void) {
  // Not while suspended, and not twice: the screen belongs to another program then.
  if (!atomic_exchange(&is_active, false)) return;
  int saved = errno;
  screen_remove_pictures();
  screen_write(the_screen.output, farewell, farewell_length);
  if (has_found_modes) {
    // From the background this would stop the process instead.
    sigset_t background, before;
    sigemptyset(&background);
    sigaddset(&background, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &background, &before);
    tcsetattr(the_screen.input, TCSANOW, &found_modes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  screen_release_standard_error();
  errno = saved;
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
