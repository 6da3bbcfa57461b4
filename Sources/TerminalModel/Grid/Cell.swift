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
  /// Always one column wide, except for the left half of a wide character, whose right half is `Cell.wideTail`.
  package var scalar: Unicode.Scalar
  package var style: CellStyle

  package init(_ scalar: Unicode.Scalar = " ", style: CellStyle = CellStyle()) {
    self.scalar = scalar
    self.style = style
  }

  package static let blank = Cell()
  /// The right half of a wide character, which is never drawn by itself.
  package static let wideTail = Cell("\0")
}
