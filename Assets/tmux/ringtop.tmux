#!/usr/bin/env bash
#
# ringtop in tmux: your activity rings in the status line, and the dashboard in a popup.
#
# Without a plugin manager, add this as the last line of ~/.tmux.conf:
#
#   run-shell /path/to/ringtop/Assets/tmux/ringtop.tmux
#
# With TPM, which only runs files at the top of a repository, so this file must be run as well (tmux reports that it is
# missing until prefix I has downloaded it):
#
#   set -g @plugin 'owner/ringtop'
#   run '~/.tmux/plugins/tpm/tpm'
#   run-shell ~/.tmux/plugins/ringtop/Assets/tmux/ringtop.tmux
#
# Then put placeholders where you want the rings, before the line that runs this file:
#
#   set -g status-right '#{ringtop} | %H:%M'
#
#   #{ringtop}            all three rings
#   #{ringtop_move}       one ring
#   #{ringtop_exercise}
#   #{ringtop_stand}
#   #{ringtop_streak}     the current streak in days
#
# Options, each set with `set -g @ringtop_... value`. The first group is read at every refresh, so changes take effect
# immediately; the second is read when this file runs.
#
#   @ringtop_width      24      the maximum width of #{ringtop} in cells (by default, status-right has 40 in all and
#                               status-left 10; see status-right-length)
#   @ringtop_style      rings   rings, digits or bars
#   @ringtop_glyphs     block   ascii if the font has no circles
#   @ringtop_background         dark, light or #rrggbb, so that the colours are readable; default: as in status-style
#   @ringtop_template           a template for #{ringtop}, see Assets/status-templates.md
#   @ringtop_move_template      '{move.glyph} {move.percent}', and the same for exercise, stand and streak
#   @ringtop_store              the path of the store, if it is not the default one
#   @ringtop_format     tmux    the format of the line
#
#   @ringtop_path               the path of the program; set automatically if it is found
#   @ringtop_follow     off     on: one process keeps running and updates #{ringtop} when something changes, so that no
#                               command runs at every refresh
#   @ringtop_popup_key  R       opens the dashboard after the prefix; none disables it
#   @ringtop_popup_width, @ringtop_popup_height   90%
#
# Requires bash 3.2 or later. The file can be run any number of times.

set -u

option() {
  tmux show-option -gqv "$1"
}

# Sets an option that the user has not set.
default() {
  tmux set-option -goq "$1" "$2"
}

# The program's absolute path. The server's PATH dates from its start, so the program is located once, here, and no command
# in the status line depends on PATH.
find_program() {
  local here candidate
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
  for candidate in \
    "$(option @ringtop_path)" "$(command -v ringtop)" "$here/../../.build/release/ringtop" \
    "${HOME:-}/.local/bin/ringtop" /opt/homebrew/bin/ringtop /usr/local/bin/ringtop /home/linuxbrew/.linuxbrew/bin/ringtop; do
    if [[ $candidate == /* && -f $candidate && -x $candidate ]]; then
      printf '%s\n' "$(cd "$(dirname "$candidate")" && pwd)/$(basename "$candidate")"
      return
    fi
  done
  return 1
}

# replace TEXT OLD NEW. Implemented here because bash versions treat quotes and & in ${text//old/new} differently.
replace() {
  local rest=$1 done=
  while [[ $rest == *"$2"* ]]; do
    done+=${rest%%"$2"*}$3
    rest=${rest#*"$2"}
  done
  printf '%s' "$done$rest"
}

# single_quoted TEXT: one word for /bin/sh.
single_quoted() {
  printf "'%s'" "$(replace "$1" "'" "'\\''")"
}

# given NAME FLAG: the flag and the option's value, as a format that tmux expands whenever it runs the command. `q:` quotes
# the value as one word for the shell. If the value were inserted into #() here, a parenthesis could end the command, and
# tmux would replace % as in dates.
given() {
  printf '#{?%s, %s #{q:%s},}' "$1" "$2" "$1"
}

# The flag for the background: the user's option, otherwise the style of tmux's status line. A style always contains a "=".
background() {
  printf ' --background #{?@ringtop_background,#{q:@ringtop_background},=,#{q:status-style}}'
}

# The command of a placeholder: its own arguments, then those that all placeholders share.
command_line() {
  printf '#{q:@ringtop_path} status --format #{q:@ringtop_format}%s%s%s%s' \
    "$1" "$(background)" "$(given @ringtop_glyphs --glyphs)" "$(given @ringtop_store --store)"
}

# Sets the option NAME with all placeholders replaced.
fill() {
  local name=$1 before after ring
  before=$(option "$name")
  # The result of an earlier run is first changed back into a placeholder, so that @ringtop_follow can be changed.
  after=$(replace "$before" "#($whole)" '#{ringtop}')
  after=$(replace "$after" '#{E:@ringtop}' '#{ringtop}')
  if [[ $follow == on ]]; then
    after=$(replace "$after" '#{ringtop}' '#{E:@ringtop}')
  else
    after=$(replace "$after" '#{ringtop}' "#($whole)")
  fi
  for ring in move exercise stand streak; do
    after=$(replace "$after" "#{ringtop_$ring}" "#($(command_line "$(given "@ringtop_${ring}_template" --template)"))")
  done
  [[ $after == "$before" ]] && return
  # tmux would interpret a final semicolon as the end of its command.
  [[ $after == *';' ]] && after="${after%;}\\;"
  tmux set-option -gq "$name" "$after"
}

# Terminates the follower of an earlier run, and no other process.
stop_following() {
  local pid
  pid=$(option @ringtop_follow_pid)
  if [[ $pid =~ ^[0-9]+$ && "$(ps -o args= -p "$pid" 2>/dev/null)" == *'--set-option @ringtop'* ]]; then
    kill "$pid" 2>/dev/null
  fi
  tmux set-option -guq @ringtop_follow_pid
}

# A job of the server, which ends with it. A shell remains its parent, because tmux shows a message in the user's pane when
# a job is killed or prints something.
start_following() {
  tmux run-shell -b "$whole --follow --set-option @ringtop >/dev/null 2>&1 & follower=\$!
trap 'kill \$follower' HUP INT TERM
tmux set-option -g @ringtop_follow_pid \$follower
wait \$follower
exit 0"
}

bind_popup() {
  local key chosen program
  chosen=$(option @ringtop_popup_key)
  key=${chosen:-R}
  [[ $key == none ]] && return
  # Only a key that the user chose replaces another binding.
  if [[ -z $chosen ]] && tmux list-keys -T prefix "$key" 2>/dev/null | grep -v ringtop | grep -q .; then return; fi
  program=$(single_quoted "$1")
  [[ -n $(option @ringtop_store) ]] && program+=" --store $(single_quoted "$(option @ringtop_store)")"
  if tmux list-commands display-popup >/dev/null 2>&1; then
    tmux bind-key "$key" display-popup -E -w "$(option @ringtop_popup_width)" -h "$(option @ringtop_popup_height)" "$program"
  else
    tmux bind-key "$key" new-window -n ringtop "$program"
  fi
}

if ! program=$(find_program); then
  # tmux shows nothing for an unknown placeholder, so the status line stays intact. While tmux starts, no client can show a
  # message yet.
  message="tmux display-message 'ringtop is not installed, or: set -g @ringtop_path /path/to/ringtop'"
  if [[ -n $(tmux list-clients 2>/dev/null) ]]; then eval "$message"; else tmux run-shell -b "sleep 2; $message"; fi
  exit 0
fi
tmux set-option -gq @ringtop_path "$program"

default @ringtop_format tmux
default @ringtop_width 24
default @ringtop_style rings
default @ringtop_glyphs block
default @ringtop_popup_width 90%
default @ringtop_popup_height 90%
for ring in move exercise stand; do
  default "@ringtop_${ring}_template" "{$ring.glyph} {$ring.percent}"
done
default @ringtop_streak_template '{streak}'

follow=$(option @ringtop_follow)
whole=$(command_line "$(given @ringtop_width --width)$(given @ringtop_style --style)$(given @ringtop_template --template)")

stop_following
fill status-left
fill status-right
[[ $follow == on ]] && start_following
bind_popup "$program"
exit 0
