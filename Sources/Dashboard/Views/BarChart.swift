import TerminalModel

/// Vertical bars side by side, over the full width.
struct BarChart {
  enum Bar: Hashable {
    /// In the future, or unknown.
    case unknown
    /// From 0 to 1; 0 is a line on the baseline.
    case height(Double)
  }

  var bars: [Bar]
  var color: CellColor
  /// The selected bar.
  var marked: Int?

  /// The columns of a bar: all bars have the same width, and the remainder is distributed between them.
  static func columns(of bar: Int, count: Int, in columns: Range<Int>) -> Range<Int> {
    let (start, end) = (bar * columns.count / count, (bar + 1) * columns.count / count)
    let pitch = columns.count / count
    // A gap takes a column, so bars of one column have no gaps.
    let thickness = pitch >= 3 ? pitch - 1 : pitch == 2 ? 1 : end - start
    return (columns.lowerBound + start)..<(columns.lowerBound + start + max(0, thickness))
  }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard !bars.isEmpty, rect.size.columns >= bars.count, rect.size.rows > 0 else { return }
    let base = rect.rows.upperBound - 1
    let lit = CellStyle(foreground: color)
    for (index, bar) in bars.enumerated() {
      let columns = Self.columns(of: index, count: bars.count, in: rect.columns)
      var style = lit
      if index == marked { style.attributes = .bold }
      switch bar {
      case .unknown:
        canvas.put(canvas.glyphs.dot, columns.lowerBound + (columns.count - 1) / 2, base, .faint)
      case .height(let height):
        draw(height, columns: columns, base: base, rows: rect.size.rows, style: style, on: &canvas)
      }
      guard index == marked else { continue }
      canvas.grid.restyle(CellRect(column: columns.lowerBound, row: base, columns: columns.count, rows: 1)) {
        $0.attributes.insert(.reverse)
      }
    }
  }

  private func draw(
    _ height: Double, columns: Range<Int>, base: Int, rows: Int, style: CellStyle, on canvas: inout Canvas
  ) {
    let steps = canvas.glyphs.rising
    let parts = steps.count - 1
    let height = height.isFinite ? min(1, max(0, height)) : 0
    let length = height > 0 ? max(1, Int((height * Double(rows * parts)).rounded())) : 0
    for column in columns {
      if length == 0 {
        // A known value of zero: a line on the baseline distinguishes it from an unknown value.
        canvas.put(steps[1], column, base, CellStyle(foreground: style.foreground, attributes: .dim))
      }
      for level in 0..<rows {
        let part = min(parts, length - level * parts)
        guard part > 0 else { continue }
        var style = style
        // Fonts may leave gaps between full blocks; the background has the same colour.
        if part == parts { style.background = style.foreground }
        canvas.put(steps[part], column, base - level, style)
      }
    }
  }
}
