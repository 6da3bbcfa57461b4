import TerminalModel

/// Pango markup, used by waybar and i3bar.
enum Pango {
  static func markup(_ text: StatusText) -> String {
    text.runs.map { run in
      let escaped = escaped(run.text)
      return run.color.map { "<span foreground=\"\($0.hexadecimal)\">\(escaped)</span>" } ?? escaped
    }.joined()
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
