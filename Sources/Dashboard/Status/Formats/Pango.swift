import TerminalModel

/// Pango markup, which waybar and i3bar share.
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

extension RGB {
  /// `#rrggbb`.
  var hexadecimal: String {
    "#"
      + [red, green, blue].map { channel in
        let digits = String(channel, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
      }.joined()
  }
}
