package import Rings
package import TerminalModel

/// The same rings in every symbol level and every colour level, for visual comparison.
package struct TestCard {
  var glyphs: GlyphLevel
  var colors: ColorLevel
  /// The columns of the terminal.
  var columns: Int
  var cellAspect: Double
  /// Whether characters beyond ASCII may be printed.
  var isUTF8: Bool
  var palette: RingPalette

  package static let rings = RingSet(move: 0.83, exercise: 1.4, stand: 0.5)
  private static let gap = 2

  package init(
    glyphs: GlyphLevel, colors: ColorLevel, columns: Int, cellAspect: Double, isUTF8: Bool, palette: RingPalette
  ) {
    self.glyphs = glyphs
    self.colors = colors
    self.columns = columns
    self.cellAspect = cellAspect
    self.isUTF8 = isUTF8
    self.palette = palette
  }

  private struct Picture {
    var caption: String
    /// Lines of equal width, including escape sequences.
    var lines: [String]
    var width: Int
  }

  package var text: String {
    let levels = isUTF8 ? GlyphLevel.allCases : [.ascii]
    let symbols = levels.map { level in
      picture(level, colors, caption: Self.caption(level.rawValue, isChosen: level == glyphs), width: 17)
    }
    let shades = ColorLevel.allCases.reversed().map { level in
      picture(glyphs, level, caption: Self.caption(level.rawValue, isChosen: level == colors), width: 14)
    }
    return """
      \(sentence("Symbols: use the last one that shows whole rings, without boxes, question marks or gaps."))

      \(rows(symbols))

      \(sentence("Colours: use the first one in which each ring and its track have a distinct hue."))

      \(rows(shades))

      """
  }

  private func sentence(_ text: String) -> String {
    Paragraph(text: text, columns: columns).lines.joined(separator: "\n")
  }

  private static func caption(_ name: String, isChosen: Bool) -> String {
    isChosen ? "[\(name)]" : name
  }

  private func picture(_ glyphs: GlyphLevel, _ colors: ColorLevel, caption: String, width: Int) -> Picture {
    let size = CellSize(columns: width, rows: Int((Double(width) / cellAspect).rounded()))
    var grid = CellGrid(size: size)
    RingRenderer(glyphs: glyphs, colors: colors, cellAspect: cellAspect, palette: palette)
      .draw(Self.rings, in: CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows), on: &grid)
    let lines = ANSIText(colors: colors).text(of: grid).split(separator: "\n", omittingEmptySubsequences: false)
    return Picture(caption: caption, lines: lines.map(String.init), width: width)
  }

  /// The pictures side by side, as many per row as fit.
  private func rows(_ pictures: [Picture]) -> String {
    guard let width = pictures.first?.width else { return "" }
    let count = max(1, (columns + Self.gap) / (width + Self.gap))
    let gap = String(repeating: " ", count: Self.gap)
    return stride(from: 0, to: pictures.count, by: count).map { start in
      let row = pictures[start..<min(start + count, pictures.count)]
      let captions = row.map { $0.caption + String(repeating: " ", count: max(0, width - $0.caption.count)) }
      let height = row.map(\.lines.count).max() ?? 0
      let lines = (0..<height).map { line in row.map { $0.lines[line] }.joined(separator: gap) }
      return ([captions.joined(separator: gap)] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
