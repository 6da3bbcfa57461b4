// Selects the terminal description that curses uses.
#include "screen.h"

#include <stdlib.h>
#include <string.h>
// Defines many common words as macros (columns, lines, bell), so it is included only in this file.
#include <term.h>

#include "descriptions.h"

const char *screen_capability(const char *name) {
  const char *text = tigetstr((char *)name);
  return text == (const char *)-1 ? NULL : text;
}

/// The number of colours in the description of this name; -1 if there is none, -2 if it cannot position the cursor.
static int described_colors(const char *name, int output) {
  int found = 0;
  if (setupterm((char *)name, output, &found) != OK) return found == 0 || found == -1 ? -1 : -2;
  const char *place_cursor = screen_capability("cup");
  int colors = tigetnum("colors");
  del_curterm(cur_term);
  if (place_cursor == NULL) return -2;
  return colors < 8 ? 1 : colors;
}

static SCREEN *open_described(const char *name, const char *description) {
  char *variable = getenv("TERMINFO");
  char *saved = variable == NULL ? NULL : strdup(variable);
  if (description != NULL) setenv("TERMINFO", description, 1);
  SCREEN *screen = newterm((char *)name, the_screen.output_stream, the_screen.input_stream);
  if (description != NULL) {
    // Child processes must not inherit it.
    if (saved != NULL) {
      setenv("TERMINFO", saved, 1);
    } else {
      unsetenv("TERMINFO");
    }
  }
  free(saved);
  return screen;
}

terminal_status screen_open_curses(const terminal_options *options, int *colors) {
  const char *name = options->name == NULL ? "" : options->name;
#if TERMINAL_HAS_EXTENDED_COLORS
  if (options->colors >= TERMINAL_TRUECOLOR) {
    the_screen.curses = options->inside_tmux
      ? open_described(TERMINAL_TMUX_DIRECT_NAME, terminal_tmux_direct_description)
      : open_described(TERMINAL_XTERM_DIRECT_NAME, terminal_xterm_direct_description);
    if (the_screen.curses != NULL) {
      *colors = TERMINAL_TRUECOLOR;
      return TERMINAL_OPENED;
    }
  }
#endif
  int wanted = options->colors > 256 ? 256 : options->colors;
  int own = described_colors(name, options->output);
  if (own == -2) return TERMINAL_TOO_PLAIN;
  // Eight colours with bold suffice for sixteen, except for an xterm, which also has the bright ones.
  bool suffices = own >= wanted || (wanted == 16 && own >= 8 && strncmp(name, "xterm", 5) != 0);
  if (!suffices) {
    // The name is unknown here, as with new terminals on old machines, or its description has fewer colours than were
    // detected.
    const char *common[] = {options->inside_tmux ? "tmux-256color" : "xterm-256color", "xterm-256color", "xterm"};
    for (size_t index = 0; index < sizeof common / sizeof *common && own < wanted; index++) {
      int found = described_colors(common[index], options->output);
      if (found > own) {
        own = found;
        name = common[index];
      }
    }
  }
  if (own < 0) return TERMINAL_UNKNOWN;
  the_screen.curses = open_described(name, NULL);
  if (the_screen.curses == NULL) return TERMINAL_UNKNOWN;
  *colors = own < wanted ? own : wanted;
  return TERMINAL_OPENED;
}
