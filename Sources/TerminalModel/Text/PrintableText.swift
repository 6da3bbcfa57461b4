/// Text as a terminal may be given it.
///
/// Names of files, programs, settings and arguments come from outside. An escape byte in one of them would steer the
/// terminal, a line end would forge a line, and a mark that turns the writing direction would show another name than the
/// one that is meant. All of these are shown as what they are: `\n`, `\x1B`, `\u{202E}`.
package enum PrintableText {
  /// One line: line ends and tabs are shown as well.
  ///
  /// - Complexity: O(*n*) in the length of the text, and nothing is copied where it is harmless.
  package static func line(_ text: some StringProtocol) -> String {
    escaped(text, where: isUnsafe)
  }

  /// Lines that were made here, of which only line ends and tabs are let through.
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

  /// Whether a scalar does something other than being seen: controls, line ends, and the marks that turn or hide text.
  /// Those that join emoji and letters stay.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return scalar != "\u{200C}" && scalar != "\u{200D}" && TextWidth.columns(of: scalar) == 0
    default: return false
    }
  }

  /// Text for a terminal that shows no more than ASCII: letters without their marks, and what looks or reads alike. One
  /// scalar for one, so that columns stay aligned.
  package static func ascii(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: { !$0.isASCII }) else { return String(text) }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      // A mark on the letter before it.
      if !scalar.isASCII, TextWidth.columns(of: scalar) == 0 { continue }
      result.append(ascii(scalar))
      if TextWidth.columns(of: scalar) == 2 { result.append(" ") }
    }
    return String(result)
  }

  /// The nearest in ASCII to one scalar; a question mark without one, a blank for a part of a picture.
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
  /// The letter under the marks of the one character, where it is ASCII.
  fileprivate var decomposedLetter: Unicode.Scalar? {
    guard let scalar = unicodeScalars.first, scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    else { return nil }
    // The standard library decomposes for hashing and comparing only; names of letters say the same.
    guard let name = scalar.properties.name, let range = name.range(ofWord: " WITH ") else { return nil }
    let letter = name[..<range].split(separator: " ").last ?? ""
    guard name.hasPrefix("LATIN"), letter.unicodeScalars.count == 1, let base = letter.unicodeScalars.first else {
      return nil
    }
    return name.hasPrefix("LATIN SMALL") ? Unicode.Scalar(base.value + 0x20) : base
  }

  /// Where a word begins; nil without it.
  private func range(ofWord word: String) -> String.Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(word) { return index }
      index = self.index(after: index)
    }
    return nil
  }
}
