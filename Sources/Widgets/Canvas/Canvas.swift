package import Rings
package import TerminalModel

/// Draws a set of rings into a rectangle of a grid; the last argument is the frame on the screen.
package typealias RingPainter = (RingSet, CellRect, RingPalette, inout CellGrid, CellGrid?) -> Void

/// A region that reacts to clicks, and its action.
package struct HitRegion: Hashable, Sendable {
  package var rect: CellRect
  package var action: Action
}

/// A grid with everything that views need to draw on it.
package struct Canvas {
  package var grid: CellGrid
  package let appearance: Appearance
  package let glyphs: Glyphs
  package let paintRings: RingPainter
  package let charts: ChartPictures
  /// Whether rings and charts are also drawn in pixels.
  package let recordsPictures: Bool
  /// Whether the terminal shows pictures in a rectangle, so that symbols would never be seen there.
  package var showsPicture: (CellRect) -> Bool = { _ in false }
  /// The rings and charts, as they were drawn before anything else was drawn over them.
  package var pictures: [PlacedPicture] = []
  /// The frame on the screen, while the rings move.
  package let previous: CellGrid?
  /// The motion of the charts, and whether it changes any of them.
  let motion: ChartMotion?
  package var isMoving = false
  /// What the charts show.
  package var shapes: [ChartShape] = []
  /// The regions that react to clicks; the last of overlapping regions wins.
  package var regions: [HitRegion] = []
  /// The hints for hovering; the last of overlapping hints wins.
  package var hints: [Hint] = []

  /// - Parameter paintRings: nil draws without a cache.
  package init(
    size: CellSize, appearance: Appearance, previous: CellGrid? = nil, charts: ChartPictures = ChartPictures(),
    recordsPictures: Bool = false, motion: ChartMotion? = nil,
    paintRings: RingPainter? = nil
  ) {
    (self.charts, self.recordsPictures, self.motion) = (charts, recordsPictures, motion)
    grid = CellGrid(size: size)
    self.appearance = appearance
    glyphs = appearance.glyphs
    self.previous = previous
    self.paintRings =
      paintRings ?? { rings, rect, palette, grid, previous in
        appearance.ringRenderer(palette).draw(rings, in: rect, on: &grid, previous: previous)
      }
  }

  /// Writes text from a column on and returns the column after it. Text that does not fit ends with an ellipsis.
  @discardableResult
  package mutating func write(
    _ text: String, _ column: Int, _ row: Int, _ style: CellStyle = .plain, within width: Int = .max
  )
    -> Int
  {
    guard width > 0 else { return column }
    let style = appearance.themed(style)
    guard TextWidth.columns(of: text) > width else {
      return column + grid.write(text, at: CellPoint(column: column, row: row), style: style, maxColumns: width)
    }
    let used = grid.write(text, at: CellPoint(column: column, row: row), style: style, maxColumns: width - 1)
    grid[column + used, row] = Cell(glyphs.ellipsis, style: style)
    return column + used + 1
  }

  /// Writes text right-aligned before a column.
  package mutating func writeTrailing(_ text: String, before column: Int, _ row: Int, _ style: CellStyle = .plain) {
    write(text, column - TextWidth.columns(of: text), row, style)
  }

  /// Writes a title into the first row of a rectangle, and at its end the first of some texts for which there is room.
  ///
  /// - Returns: the column after the title.
  @discardableResult
  package mutating func heading(
    _ title: String, style: CellStyle = .strong, _ texts: [String], _ textStyle: CellStyle = .plain, in rect: CellRect
  ) -> Int {
    let row = rect.origin.row
    let end = write(title, rect.origin.column, row, style, within: rect.size.columns)
    if let text = texts.first(where: { rect.columns.upperBound - TextWidth.columns(of: $0) > end }) {
      writeTrailing(text, before: rect.columns.upperBound, row, textStyle)
    }
    return end
  }

  /// Facts in one line, and fewer and fewer of them, for the first line that fits.
  package func lines(of facts: [String]) -> [String] {
    facts.indices.map { facts.dropLast($0).joined(separator: "  \(Character(glyphs.dot))  ") }
  }

  /// Writes arrows to the period before and after, in three columns.
  package mutating func arrows(at column: Int, _ row: Int, hasNext: Bool, _ back: Action, _ forward: Action) {
    put(glyphs.back, column, row)
    put(glyphs.forward, column + 2, row, hasNext ? .plain : .faint)
    hit(CellRect(column: column - 1, row: row, columns: 2, rows: 1), back)
    hit(CellRect(column: column + 1, row: row, columns: 3, rows: 1), forward)
  }

  /// Writes text centred in a range of columns.
  package mutating func writeCentered(_ text: String, in columns: Range<Int>, _ row: Int, _ style: CellStyle = .plain) {
    let width = TextWidth.columns(of: text)
    let indent = max(0, (columns.count - width) / 2)
    write(text, columns.lowerBound + indent, row, style, within: columns.count)
  }

  /// Records that a click on these cells performs an action.
  package mutating func hit(_ rect: CellRect, _ action: Action) {
    regions.append(HitRegion(rect: rect, action: action))
  }

  /// Adds a hint for these cells. For bars and points of charts: if a frame has hints, the terminal is asked to report
  /// all pointer movement.
  package mutating func hint(_ rect: CellRect, _ words: String) {
    hints.append(Hint(rect: rect, words: words))
  }

  /// Clears cells over everything that is drawn so far, pictures too.
  package mutating func cover(_ rect: CellRect) {
    grid.fill(rect)
    for index in pictures.indices { pictures[index].covers.append(rect) }
  }

  /// Removes the regions below a dialog.
  package mutating func coverAll() {
    regions.removeAll()
    hints.removeAll()
  }

  /// Text for a selection, in brackets if there is no other way to show it.
  ///
  /// - Parameter width: the width of its area; the text is padded with blanks or brackets if there is room.
  package func selected(_ words: String, within width: Int) -> String {
    guard TextWidth.columns(of: words) + 2 <= width else { return words }
    return appearance.showsReverse ? " \(words) " : "[\(words)]"
  }

  /// Highlights cells as selected: in the theme's colour, otherwise reversed, otherwise with a mark in the first
  /// column, which must be free for it.
  package mutating func select(_ rect: CellRect) {
    guard appearance.showsReverse else {
      return put(glyphs.selection, rect.origin.column, rect.origin.row, .strong)
    }
    let selected = appearance.themed(CellStyle(attributes: .reverse))
    grid.restyle(rect) { style in
      style.background = selected.background
      style.foreground = selected.foreground
      style.attributes.remove([.dim, .reverse])
      style.attributes.formUnion(selected.attributes)
    }
  }

  package mutating func put(_ scalar: Unicode.Scalar, _ column: Int, _ row: Int, _ style: CellStyle = .plain) {
    grid[column, row] = Cell(scalar, style: appearance.themed(style))
  }

  /// A box border, with the corners of the glyph set.
  package mutating func box(_ rect: CellRect) {
    guard rect.size.columns >= 2, rect.size.rows >= 2 else { return }
    let (left, right) = (rect.columns.lowerBound, rect.columns.upperBound - 1)
    let (top, bottom) = (rect.rows.lowerBound, rect.rows.upperBound - 1)
    let border = appearance.border
    for column in (left + 1)..<right {
      put(glyphs.horizontal, column, top, border)
      put(glyphs.horizontal, column, bottom, border)
    }
    for row in (top + 1)..<bottom {
      put(glyphs.vertical, left, row, border)
      put(glyphs.vertical, right, row, border)
    }
    put(glyphs.topLeft, left, top, border)
    put(glyphs.topRight, right, top, border)
    put(glyphs.bottomLeft, left, bottom, border)
    put(glyphs.bottomRight, right, bottom, border)
  }

  /// Writes a label on a box border, with a blank on either side. Returns the column after it.
  @discardableResult
  package mutating func label(_ text: String, _ column: Int, _ row: Int, _ style: CellStyle, within width: Int) -> Int {
    guard !text.isEmpty, width > 2 else { return column }
    return write(" " + text + " ", column, row, style, within: width)
  }

  /// Like `label`, right-aligned before a column. Omitted if it does not fit. Returns its first column.
  @discardableResult
  package mutating func labelTrailing(
    _ text: String, before column: Int, _ row: Int, _ style: CellStyle, notBefore first: Int
  )
    -> Int
  {
    let start = column - TextWidth.columns(of: text) - 2
    guard !text.isEmpty, start >= first else { return column }
    write(" " + text + " ", start, row, style)
    return start
  }
}

extension CellStyle {
  package static let plain = CellStyle()
  package static let faint = CellStyle(attributes: .dim)
  package static let strong = CellStyle(attributes: .bold)
}
