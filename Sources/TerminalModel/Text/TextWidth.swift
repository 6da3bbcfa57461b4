/// The width of text on a terminal, in columns.
package enum TextWidth {
  /// The width of text written into a grid. A control character has the width of its replacement.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func columns(of text: String) -> Int {
    // Printable ASCII, nearly all of what is drawn, needs no look at Unicode's tables.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
    var total = 0
    for character in text { total += columns(of: character) }
    return total
  }

  /// The width of a character: 2 for emoji, flags and symbols with an emoji variation selector, otherwise the sum over
  /// its letters and spacing marks.
  ///
  /// Terminals disagree about the width of joined letters and emoji; `Curses` puts the next character in its column.
  package static func columns(of character: Character) -> Int {
    if let scalar = drawn(character) { return columns(of: scalar) }
    let scalars = character.unicodeScalars.prefix(ClusterTable.longestCluster)
    let total = scalars.reduce(0) { $0 + columns(of: $1) }
    guard let first = scalars.first, first.properties.isEmoji else { return min(total, ClusterTable.widestCluster) }
    return total > 1 || scalars.contains("\u{FE0F}") ? 2 : total
  }

  /// 2 for East Asian wide characters and emoji, 0 for combining and invisible characters, otherwise 1.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value == 0 ? 0 : 1 }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    case .format: return isPrependedMark(value) ? 1 : 0
    default: break
    }
    // Hangul vowels and final consonants join the leading consonant, which is already wide.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) { return 0 }
    if isWide(value) { return 2 }
    // Unicode lists regional indicators as emoji, but a single one is drawn narrow.
    let isFlagLetter = (0x1F1E6...0x1F1FF).contains(value)
    return properties.isEmojiPresentation && !isFlagLetter ? 2 : 1
  }

  /// The scalar that a cell shows for a character: a space for white space, U+FFFD for other control characters and for
  /// kitty's image placeholder, the character itself if it is a single scalar; nil if it has several.
  package static func drawn(_ character: Character) -> Unicode.Scalar? {
    let scalars = character.unicodeScalars
    let scalar = scalars[scalars.startIndex]
    let isSingle = scalars.index(after: scalars.startIndex) == scalars.endIndex
    if isSingle, (0x20...0x7E).contains(scalar.value) { return scalar }
    if scalar == PicturePlaceholder.scalar { return "\u{FFFD}" }
    switch scalar.properties.generalCategory {
    case .control:
      return scalar.properties.isWhitespace ? " " : "\u{FFFD}"
    case .lineSeparator, .paragraphSeparator:
      return " "
    default:
      return isSingle ? scalar : nil
    }
  }

  /// Prepended marks of Arabic, Syriac and Kaithi, which are drawn under the following number; their category is
  /// format.
  private static func isPrependedMark(_ value: UInt32) -> Bool {
    switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].last < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].first <= value
  }

  /// East_Asian_Width W and F of Unicode 16 and the circled numbers that C libraries treat as wide, without the emoji
  /// that the standard library knows; ascending. Pairs are used because the first range of a new type makes the runtime
  /// search all conformances in the program.
  private static let wideRanges: [(first: UInt32, last: UInt32)] = [
    (0x1100, 0x115F), (0x2329, 0x232A), (0x2E80, 0x3029), (0x302E, 0x303E), (0x3041, 0x3096), (0x309B, 0xA4C6),
    (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE10, 0xFE19),
    (0xFE30, 0xFE6B), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6), (0x16FE0, 0x16FE3), (0x16FF0, 0x18D08), (0x1AFF0, 0x1B2FB),
    (0x1F200, 0x1F202), (0x1F210, 0x1F23B), (0x1F240, 0x1F248), (0x1F250, 0x1F251), (0x1F260, 0x1F265),
    (0x20000, 0x2FFFD), (0x30000, 0x3FFFD),
  ]
}
