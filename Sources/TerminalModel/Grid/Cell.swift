/// The attributes of a cell besides its colours.
package struct CellAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = CellAttributes(rawValue: 1)
  package static let dim = CellAttributes(rawValue: 2)
  package static let reverse = CellAttributes(rawValue: 4)
  package static let underline = CellAttributes(rawValue: 8)
}

/// The colours and attributes of a run of text.
package struct CellStyle: Hashable, Sendable {
  package var foreground: CellColor
  package var background: CellColor
  package var attributes: CellAttributes

  package init(
    foreground: CellColor = .terminalDefault, background: CellColor = .terminalDefault,
    attributes: CellAttributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

/// One character position of a frame.
package struct Cell: Hashable, Sendable {
  /// A character of several columns is followed by cells with `CellText.tail`.
  package var text: CellText
  package var style: CellStyle

  package init(text: CellText, style: CellStyle = CellStyle()) {
    self.text = text
    self.style = style
  }

  package init(_ scalar: Unicode.Scalar = " ", style: CellStyle = CellStyle()) {
    self.init(text: CellText(scalar), style: style)
  }

  package static let blank = Cell()
  /// The right half of a wide character, which is never drawn by itself.
  package static let wideTail = Cell(text: .tail)

  /// The first scalar of the text.
  package var scalar: Unicode.Scalar { text.scalar }

  /// Whether this continues a wide character to its left.
  package var isWideTail: Bool { text == .tail }
}
