// Compiled terminal descriptions in the form that ncurses accepts in TERMINFO; see Assets/terminfo.
#pragma once

// A name belongs to its text: ncurses uses such a description only for the terminal of that name.
#define TERMINAL_XTERM_DIRECT_NAME "ringtop-direct"
#define TERMINAL_TMUX_DIRECT_NAME "ringtop-tmux-direct"

extern const char *const terminal_xterm_direct_description;
extern const char *const terminal_tmux_direct_description;
