# Add this to ~/.bashrc, ~/.zshrc or ~/.profile: it prints one line about the day when an interactive shell starts. It never
# fails, and waits at most half a second if another program has locked the store. Without a store it says so; without the
# program it prints nothing.
case $- in
  *i*)
    if command -v ringtop >/dev/null 2>&1; then
      ringtop status --format plain \
        --template '{?data}{?paused}Paused today.{:}{?closed}All rings closed{:}{?move.closed}Move is closed{:}{move.left} {move.unit} to move{/}{/}, streak {streak}.{/}{:}No data today.{/}'
    fi
    ;;
esac
