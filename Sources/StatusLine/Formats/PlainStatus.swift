/// Only the text, for scripts and greetings.
struct PlainStatus: StatusWriter {
  var defaultWidth: Int? { nil }

  func line(_ content: StatusContent) -> String {
    content.text.plain
  }
}

/// Only the text, because a prompt must know its own width: starship colours a module by its `style` and escapes the
/// output of a command for the current shell.
struct StarshipStatus: StatusWriter {
  func line(_ content: StatusContent) -> String {
    content.text.plain
  }
}
