/// Escapes text so that it is safe to print on a terminal.
///
/// Names of files, programs, settings and arguments are untrusted. An escape byte in one of them would control the
/// terminal, a line break would forge a line, and a bidirectional control would disguise the name. All of these are
/// shown as escapes: `\n`, `\x1B`, `\u{202E}`.
package enum PrintableText {
  /// Escapes a single line, including line breaks and tabs.
  ///
  /// - Complexity: O(*n*) in the length of the text; harmless text is not copied.
  package static func line(_ text: some StringProtocol) -> String {
    escaped(text, where: isUnsafe)
  }

  /// Escapes lines that the program composed, in which line breaks and tabs are allowed.
  package static func lines(_ text: some StringProtocol) -> String {
    escaped(text) { $0 != "\n" && $0 != "\t" && isUnsafe($0) }
  }

  private static func escaped(_ text: some StringProtocol, where isUnsafe: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) { result += shown(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  private static func shown(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: break
    }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return scalar.value < 0x100 ? "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits : "\\u{\(digits)}"
  }

  /// Whether a scalar is unsafe to print: control characters, line breaks, and characters that reverse or hide text.
  /// Characters that join emoji and letters are safe.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return scalar != "\u{200C}" && scalar != "\u{200D}" && TextWidth.columns(of: scalar) == 0
    default: return false
    }
  }

  /// Text for a terminal that shows only ASCII: letters without diacritics, and the most similar characters. Each
  /// scalar is replaced by one, so that columns stay aligned.
  package static func ascii(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: { !$0.isASCII }) else { return String(text) }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      // A combining mark on the previous letter.
      if !scalar.isASCII, TextWidth.columns(of: scalar) == 0 { continue }
      result.append(ascii(scalar))
      if TextWidth.columns(of: scalar) == 2 { result.append(" ") }
    }
    return String(result)
  }

  /// The most similar ASCII character; a question mark if there is none, a blank for a part of an image.
  package static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII { return scalar }
    if let known = likenesses[scalar] { return known }
    if let letter = String(Character(scalar)).decomposedLetter { return letter }
    switch scalar.value {
    case 0xA0, 0x2000...0x200A, 0x202F: return " "
    case 0x2580...0x259F, 0x1CC00..<0x1CF00, 0x1FB00..<0x1FC00: return " "
    case 0x2500..<0x2580: return "+"
    default: return "?"
    }
  }

  private static let likenesses: [Unicode.Scalar: Unicode.Scalar] = [
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "·": "-", "•": "*", "…": "~", "×": "x", "‹": "<", "›": ">",
    "«": "<", "»": ">", "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "‖": "|", "✓": "*", "↑": "^", "↓": "v",
    "←": "<", "→": ">", "─": "-", "━": "=", "│": "|", "┃": "|", "█": "#", "▏": "_", "░": ".", "○": ".", "◔": ":",
    "◑": "o",
    "◕": "O", "●": "@", "ß": "s", "æ": "a", "Æ": "A", "ø": "o", "Ø": "O", "œ": "o", "Œ": "O", "ł": "l", "Ł": "L",
    "đ": "d", "ı": "i",
  ]
}

extension String {
  /// The base letter of a composed character, if it is ASCII.
  fileprivate var decomposedLetter: Unicode.Scalar? {
    guard let scalar = unicodeScalars.first, scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    else { return nil }
    // The standard library exposes no decomposition, but the names of letters contain the same information.
    guard let name = scalar.properties.name, let range = name.range(ofWord: " WITH ") else { return nil }
    let letter = name[..<range].split(separator: " ").last ?? ""
    guard name.hasPrefix("LATIN"), letter.unicodeScalars.count == 1, let base = letter.unicodeScalars.first else {
      return nil
    }
    return name.hasPrefix("LATIN SMALL") ? Unicode.Scalar(base.value + 0x20) : base
  }

  /// The start of a word; nil if it does not occur.
  private func range(ofWord word: String) -> String.Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(word) { return index }
      index = self.index(after: index)
    }
    return nil
  }
}
