// Lists which functions of a program run, for the order in which the linker places them.
//
//   trace ADDRESSES OUTPUT COMMAND [ARGUMENT]...
//
// ADDRESSES has the hexadecimal addresses of the program's functions, one a line, as the program is not relocated. Each
// receives a breakpoint that is removed when it is reached for the first time; reached addresses are appended to OUTPUT.
// Exits with the command's code, with 124 after a minute, and with 2 where there is no x86-64 Linux to do this on.
#define _GNU_SOURCE
#include <stdio.h>

#if defined(__linux__) && defined(__x86_64__)
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

struct function {
  uint64_t address;
  unsigned char code;
  unsigned char reached;
};

static struct function *functions;
static size_t count;
static pid_t program;

static int fail(const char *what) {
  perror(what);
  return 1;
}

static int compare(const void *a, const void *b) {
  uint64_t x = ((const struct function *)a)->address, y = ((const struct function *)b)->address;
  return x < y ? -1 : x > y;
}

static int read_addresses(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) return fail(path);
  size_t capacity = 0;
  unsigned long address;
  while (fscanf(file, "%lx", &address) == 1) {
    if (count == capacity) {
      capacity = capacity ? capacity * 2 : 1 << 16;
      functions = realloc(functions, capacity * sizeof *functions);
      if (!functions) return fail("trace");
    }
    functions[count++] = (struct function){address, 0, 0};
  }
  fclose(file);
  qsort(functions, count, sizeof *functions, compare);
  return 0;
}

static void stop_program(int signal) {
  (void)signal;
  kill(program, SIGKILL);
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: trace ADDRESSES OUTPUT COMMAND [ARGUMENT]...\n");
    return 64;
  }
  if (read_addresses(argv[1])) return 1;
  program = fork();
  if (program < 0) return fail("fork");
  if (program == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execvp(argv[3], argv + 3);
    _exit(fail(argv[3]));
  }
  int status;
  if (waitpid(program, &status, 0) != program || !WIFSTOPPED(status)) return 1;
  ptrace(PTRACE_SETOPTIONS, program, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE);
  signal(SIGALRM, stop_program);
  alarm(60);

  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", program);
  int memory = open(path, O_RDWR | O_CLOEXEC);
  if (memory < 0) return fail(path);
  const unsigned char breakpoint = 0xCC;
  for (size_t i = 0; i < count; i++) {
    if (pread(memory, &functions[i].code, 1, functions[i].address) != 1) return fail("trace: reading");
    // The last of several names of one address would save the breakpoint itself.
    if (i > 0 && functions[i].address == functions[i - 1].address) functions[i].code = functions[i - 1].code;
    if (pwrite(memory, &breakpoint, 1, functions[i].address) != 1) return fail("trace: writing");
  }

  int code = 1;
  pid_t thread = program;
  long signal = 0;
  for (;;) {
    ptrace(PTRACE_CONT, thread, 0, signal);
    signal = 0;
    thread = waitpid(-1, &status, __WALL);
    if (thread < 0) break;
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread != program) continue;
      code = WIFEXITED(status) ? WEXITSTATUS(status) : 124;
      break;
    }
    if (WSTOPSIG(status) != SIGTRAP) {
      // A new thread begins with a stop of its own.
      signal = WSTOPSIG(status) == SIGSTOP ? 0 : WSTOPSIG(status);
      continue;
    }
    struct user_regs_struct registers;
    if (status >> 16 || ptrace(PTRACE_GETREGS, thread, 0, &registers)) continue;
    struct function key = {registers.rip - 1, 0, 0};
    struct function *found = bsearch(&key, functions, count, sizeof key, compare);
    if (!found) continue;
    // Another thread may have been there at the same time.
    if (pwrite(memory, &found->code, 1, found->address) != 1) return fail("trace: restoring");
    found->reached = 1;
    registers.rip -= 1;
    ptrace(PTRACE_SETREGS, thread, 0, &registers);
  }

  FILE *output = fopen(argv[2], "a");
  if (!output) return fail(argv[2]);
  for (size_t i = 0; i < count; i++) {
    if (functions[i].reached) fprintf(output, "%016lx\n", functions[i].address);
  }
  return fclose(output) ? fail(argv[2]) : code;
}

#else
int main(void) {
  fprintf(stderr, "trace: only on Linux on x86-64\n");
  return 2;
}
#endif
