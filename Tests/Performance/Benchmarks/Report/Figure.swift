/// The format of figures in the report.
enum Figure {
  /// `2.31 ms`, `18.6 s`
  static func time(_ seconds: Double) -> String {
    seconds < 1 ? "\(digits(seconds * 1_000)) ms" : "\(digits(seconds)) s"
  }

  /// `812 B`, `6.4 KB`, `25.9 MB`; powers of ten.
  static func bytes(_ bytes: Double) -> String {
    if bytes < 1_000 { return "\(digits(bytes)) B" }
    return bytes < 1_000_000 ? "\(digits(bytes / 1_000)) KB" : "\(digits(bytes / 1_000_000)) MB"
  }

  /// Three significant digits, but all digits of a whole number: `0.0312`, `2.31`, `480000`.
  static func digits(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    guard value != 0, abs(value) < 100 else { return String(Int(value.rounded())) }
    var scale = 1.0
    while abs(value) * scale < 100 { scale *= 10 }
    let text = String((value * scale).rounded() / scale)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
