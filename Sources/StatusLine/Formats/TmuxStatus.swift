import TerminalModel

/// tmux styles, for the output of `#()` and for `#{E:@option}`.
struct TmuxStatus: StatusWriter {
  func line(_ content: StatusContent) -> String {
    var line = ""
    let runs = content.text.runs
    for (index, run) in runs.enumerated() {
      let markupFollows = run.color != nil || (index + 1 < runs.count && runs[index + 1].color != nil)
      let text = Self.escaped(run.text, beforeMarkup: markupFollows)
      // fg=default returns to the bar's own colour and keeps the user's background.
      line += run.color.map { "#[fg=\($0.hexadecimal)]\(text)#[fg=default]" } ?? text
    }
    return line
  }

  /// Escapes text so that tmux shows every `#` and expands nothing.
  ///
  /// tmux halves a run of `#` when it expands formats and again when it draws, except that the first step leaves the
  /// run unchanged if `[` follows. Each `#` is therefore doubled once before `[` and twice elsewhere. A run at the end
  /// of the text counts as followed by `[` if markup comes next.
  static func escaped(_ text: String, beforeMarkup: Bool) -> String {
    var result = ""
    var hashes = 0
    func flush(beforeBracket: Bool) {
      result += String(repeating: "#", count: hashes * (beforeBracket ? 2 : 4))
      hashes = 0
    }
    for scalar in text.unicodeScalars {
      if scalar == "#" {
        hashes += 1
      } else {
        flush(beforeBracket: scalar == "[")
        result.unicodeScalars.append(scalar)
      }
    }
    flush(beforeBracket: beforeMarkup)
    return result
  }

  /// A line as the value of a user option that the bar shows with `#{E:@ringtop}`.
  ///
  /// tmux applies strftime to an expanded option, unlike the output of a command, so every `%` is doubled.
  static func optionValue(_ line: String) -> String {
    var value = ""
    for scalar in line.unicodeScalars {
      value.unicodeScalars.append(scalar)
      if scalar == "%" { value.unicodeScalars.append(scalar) }
    }
    return value
  }
}

extension StatusFormat {
  /// A tmux line as the value of a user option that the bar shows with `#{E:@ringtop}`.
  package static func tmuxOptionValue(_ line: String) -> String {
    TmuxStatus.optionValue(line)
  }
}
