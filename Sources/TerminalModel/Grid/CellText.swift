import Synchronization

/// The text of a cell: a character as a person perceives it (a grapheme cluster), a part of an image, or the
/// continuation of a wide character to its left.
///
/// Four bytes, compared as a number. Characters of one scalar, nearly all, are stored directly; longer ones are stored
/// once per process in a table.
package struct CellText: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
  /// A scalar; `pictureFlag` with a row and a column; or `clusterFlag` with the width and an index of the table.
  package let code: UInt32

  package static let pictureFlag: UInt32 = 0x4000_0000
  private static let continuationFlag: UInt32 = 0x1_0000
  package static let clusterFlag: UInt32 = 0x8000_0000
  /// The remaining cells of a wide character, which are never drawn by themselves.
  package static let tail = CellText(code: 0)

  private init(code: UInt32) {
    self.code = code
  }

  package init(_ scalar: Unicode.Scalar) {
    code = scalar.value
  }

  package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
    code = scalar.value
  }

  /// A character as a grid shows it: control characters are replaced, see `TextWidth.drawn(_:)`.
  ///
  /// - Complexity: O(1); locks the table for a character of several scalars.
  package init(_ character: Character) {
    if let scalar = TextWidth.drawn(character), !ClusterTable.mustHold(scalar) {
      code = scalar.value
    } else {
      code = ClusterTable.shared.code(of: character)
    }
  }

  /// The part of an image in a row and a column, both below 256.
  ///
  /// - Parameter continues: whether the cell to the left shows the part to the left.
  package init(pictureRow row: UInt8, column: UInt8, continues: Bool = false) {
    code = Self.pictureFlag | (continues ? Self.continuationFlag : 0) | UInt32(row) << 8 | UInt32(column)
  }

  fileprivate init(cluster index: Int, columns: Int) {
    code = Self.clusterFlag | UInt32(columns - 1) << 16 | UInt32(index)
  }

  /// The number of cells; 0 for a tail.
  package var columns: Int {
    if code >= Self.clusterFlag { return Int(code >> 16 & 7) + 1 }
    if code < 0x1100 { return code == 0 ? 0 : 1 }
    // A cell that was set to a combining mark still takes its room.
    return code >= Self.pictureFlag ? 1 : max(1, TextWidth.columns(of: scalar))
  }

  package var isPicture: Bool { code & (Self.pictureFlag | Self.clusterFlag) == Self.pictureFlag }

  /// The index in the table; nil for other text.
  package var clusterIndex: Int? { code >= Self.clusterFlag ? Int(code & 0xFFFF) : nil }

  /// The first scalar of the character.
  package var scalar: Unicode.Scalar {
    if let clusterIndex { return ClusterTable.shared.scalars(at: clusterIndex).first ?? " " }
    return isPicture ? PicturePlaceholder.scalar : Unicode.Scalar(code) ?? " "
  }

  /// The text to print; empty for a tail.
  package var string: String {
    if let clusterIndex { return String(ClusterTable.shared.scalars(at: clusterIndex)) }
    if isPicture {
      return code & Self.continuationFlag != 0
        ? String(scalar) : PicturePlaceholder.text(row: Int(code >> 8 & 0xFF), column: Int(code & 0xFF))
    }
    return self == .tail ? "" : String(scalar)
  }

  /// Appends `string`.
  package func append(to target: inout String) {
    if code > 0, code < Self.pictureFlag { target.unicodeScalars.append(scalar) } else { target += string }
  }
}

/// The characters of several scalars that were drawn so far.
package final class ClusterTable: Sendable {
  package static let shared = ClusterTable()

  /// Enough for every screen; later characters show only their first scalar.
  package static let capacity = 0xE000
  /// The maximum length in scalars: the longest emoji has 11. The rest, as of a letter with hundreds of marks, is
  /// omitted.
  package static let longestCluster = 16
  /// The maximum width; three bits hold it.
  static let widestCluster = 8

  private struct Contents {
    var codes: [Character: CellText] = [:]
    var clusters: [String.UnicodeScalarView] = []
  }

  private let contents = Mutex(Contents())

  /// The second private use plane: `Curses` has its own use for these scalars.
  static func mustHold(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x10_0000 }

  fileprivate func code(of character: Character) -> UInt32 {
    contents.withLock { contents in
      if let known = contents.codes[character] { return known.code }
      let scalars = String.UnicodeScalarView(character.unicodeScalars.prefix(Self.longestCluster))
      guard contents.clusters.count < Self.capacity else { return (scalars.first ?? " ").value }
      let text = CellText(cluster: contents.clusters.count, columns: max(1, TextWidth.columns(of: character)))
      contents.clusters.append(scalars)
      contents.codes[character] = text
      return text.code
    }
  }

  /// The scalars of a character; empty for an unknown index.
  package func scalars(at index: Int) -> String.UnicodeScalarView {
    contents.withLock { $0.clusters.indices.contains(index) ? $0.clusters[index] : String.UnicodeScalarView() }
  }
}
