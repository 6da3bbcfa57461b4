// Signals become bytes in a pipe, which the event loop polls with the keyboard; the handler does nothing else.
#include "screen.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const struct {
  int number;
  unsigned bit;
} handled[] = {
  {SIGWINCH, TERMINAL_SIGNAL_RESIZE}, {SIGINT, TERMINAL_SIGNAL_INTERRUPT}, {SIGTERM, TERMINAL_SIGNAL_TERMINATE},
  {SIGHUP, TERMINAL_SIGNAL_HANGUP},   {SIGTSTP, TERMINAL_SIGNAL_SUSPEND},  {SIGCONT, TERMINAL_SIGNAL_CONTINUE},
};
enum { HANDLED_COUNT = sizeof handled / sizeof *handled };

static struct sigaction previous[HANDLED_COUNT];
static int pipe_ends[2] = {-1, -1};
static atomic_uint arrived;

static void handle_signal(int number) {
  int saved = errno;
  unsigned bit = 0;
  for (int index = 0; index < HANDLED_COUNT; index++) {
    if (handled[index].number == number) bit = handled[index].bit;
  }
  const unsigned ends = TERMINAL_SIGNAL_INTERRUPT | TERMINAL_SIGNAL_TERMINATE | TERMINAL_SIGNAL_HANGUP;
  if (atomic_fetch_or(&arrived, bit) & bit & ends) {
    // The event loop has not handled the first request and is blocked: exit here, with the terminal restored.
    screen_restore_now();
    signal(number, SIG_DFL);
    raise(number);
  } else if (write(pipe_ends[1], "", 1) < 0) {
    // A full pipe wakes the event loop as well.
  }
  errno = saved;
}

static void fill(struct sigaction *action) {
  memset(action, 0, sizeof *action);
  action->sa_handler = handle_signal;
  action->sa_flags = SA_RESTART;
  sigemptyset(&action->sa_mask);
}

int screen_install_signal_handlers(void) {
  if (!the_screen.handles_signals) return 0;
  if (pipe(pipe_ends) != 0) return errno;
  for (int end = 0; end < 2; end++) {
    fcntl(pipe_ends[end], F_SETFD, FD_CLOEXEC);
    fcntl(pipe_ends[end], F_SETFL, O_NONBLOCK);
  }
  atomic_store(&arrived, 0);
  struct sigaction action;
  fill(&action);
  for (int index = 0; index < HANDLED_COUNT; index++) {
    sigaction(handled[index].number, NULL, &previous[index]);
    // Processes started to ignore a hangup or the suspend key (nohup, shells without job control) keep ignoring them.
    // A script's background jobs ignore interrupts too, but on a screen of its own the interrupt key is a key.
    bool may_ignore = handled[index].number == SIGHUP || handled[index].number == SIGTSTP;
    if (previous[index].sa_handler == SIG_IGN && may_ignore) continue;
    sigaction(handled[index].number, &action, NULL);
  }
  return 0;
}

void screen_remove_signal_handlers(void) {
  if (pipe_ends[0] < 0) return;
  for (int index = 0; index < HANDLED_COUNT; index++) sigaction(handled[index].number, &previous[index], NULL);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  pipe_ends[0] = pipe_ends[1] = -1;
}

int terminal_signal_descriptor(void) { return pipe_ends[0]; }

unsigned terminal_take_signals(void) {
  char bytes[64];
  while (pipe_ends[0] >= 0 && read(pipe_ends[0], bytes, sizeof bytes) > 0) {
  }
  return atomic_exchange(&arrived, 0);
}

/// Stops the process until it is continued, with the default action of the signal.
static void stop(bool whole_group) {
  struct sigaction by_default, ours;
  memset(&by_default, 0, sizeof by_default);
  by_default.sa_handler = SIG_DFL;
  sigemptyset(&by_default.sa_mask);
  sigaction(SIGTSTP, &by_default, &ours);
  if (whole_group) {
    kill(0, SIGTSTP);
  } else {
    raise(SIGTSTP);
  }
  sigaction(SIGTSTP, &ours, NULL);
}

/// Sets the modes, then repaints the screen; setting the modes stops a process again that was continued in the
/// background.
static void reopen(void) {
  // "kill" also continues a stopped job, which must exit without waiting for the terminal.
  if (atomic_load(&arrived) & (TERMINAL_SIGNAL_TERMINATE | TERMINAL_SIGNAL_HANGUP)) return;
  terminal_follow_extent();
  screen_take_screen();
  atomic_fetch_and(&arrived, ~(unsigned)(TERMINAL_SIGNAL_SUSPEND | TERMINAL_SIGNAL_CONTINUE));
  if (the_screen.captures_standard_error) screen_capture_standard_error();
}

void terminal_suspend(bool whole_group) {
  if (the_screen.curses == NULL) return;
  terminal_leave_screen(false);
  screen_restore_now();
  stop(whole_group);
  reopen();
}

void terminal_retake(void) {
  if (the_screen.curses == NULL) return;
  // Continued in the background: nothing may be drawn until the job is in the foreground.
  pid_t front = tcgetpgrp(the_screen.input);
  if (front > 0 && front != getpgrp()) raise(SIGTTOU);
  terminal_leave_screen(false);
  screen_restore_now();
  reopen();
}
