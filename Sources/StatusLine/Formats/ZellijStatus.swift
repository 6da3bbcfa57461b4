import TerminalModel

/// ANSI colours, for a zjstatus command widget whose rendermode is `raw`.
///
/// The widget's own `#[...]` markup has no escape, so text from a template could inject markup. ANSI is safe, because
/// control characters have been removed from the text.
struct ZellijStatus: StatusWriter {
  func line(_ content: StatusContent) -> String {
    var line = ""
    for run in content.text.runs {
      guard let color = run.color else {
        line += run.text
        continue
      }
      line += "\u{1b}[38;2;\(color.red);\(color.green);\(color.blue)m\(run.text)\u{1b}[39m"
    }
    return line
  }
}
