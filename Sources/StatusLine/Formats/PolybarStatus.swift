import TerminalModel

/// polybar's formatting tags, for a `custom/script` module.
struct PolybarStatus: StatusWriter {
  func line(_ content: StatusContent) -> String {
    content.text.runs.map { run in
      guard let color = run.color else { return Self.escaped(run.text, tag: "%{F-}") }
      let tag = "%{F\(color.hexadecimal)}"
      return tag + Self.escaped(run.text, tag: tag) + "%{F-}"
    }.joined()
  }

  /// polybar has no escape for `%{`. Repeating the colour tag between the two characters separates them and is
  /// invisible.
  private static func escaped(_ text: String, tag: String) -> String {
    var result = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar == "{", previous == "%" { result += tag }
      result.unicodeScalars.append(scalar)
      previous = scalar
    }
    return result
  }
}
