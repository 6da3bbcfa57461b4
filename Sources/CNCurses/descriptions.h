// Compiled terminal descriptions, as ncurses takes them in TERMINFO; see Assets/terminfo.
#pragma once

// Names and texts belong together: ncurses uses such a description only for the terminal it was made for.
#define TERMINAL_XTERM_DIRECT_NAME "ringtop-direct"
#define TERMINAL_TMUX_DIRECT_NAME "ringtop-tmux-direct"

extern const char *const terminal_xterm_direct_description;
extern const char *const terminal_tmux_direct_description;
