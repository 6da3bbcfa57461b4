/// Only the text, for scripts and greetings.
struct PlainStatus: StatusWriter {
  var defaultWidth: Int? { nil }

  func line(_ content: StatusContent) -> String {
    content.text.plain
  }
}
