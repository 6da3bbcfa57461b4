import HealthModel
import Presentation
import TerminalModel

/// The shade of a day drawn as one cell: the number of closed rings, or the progress of one ring.
struct DayShade: Hashable {
  enum Kind: Hashable {
    case toCome
    /// Not loaded yet.
    case loading
    case noData
    case paused
    /// From 0 to the highest level.
    case level(Int)
  }

  /// Nil for the number of closed rings.
  var ring: Ring?
  /// The rings of the user.
  var rings: [Ring]

  /// The highest level: every ring closed, or the selected one.
  var highest: Int { ring == nil ? max(1, rings.count) : 4 }

  func kind(of summary: DaySummary?, isKnown: Bool, isToCome: Bool) -> Kind {
    if isToCome { return .toCome }
    guard isKnown else { return .loading }
    guard let summary else { return .noData }
    if summary.isPaused { return .paused }
    guard summary.basis != .none else { return .noData }
    guard let ring else {
      // Rings without a goal on that day are ignored.
      let goals = rings.filter { summary[$0].goal != nil }
      let closed = goals.count { summary[$0].isClosed }
      return .level(closed == goals.count && closed > 0 ? highest : min(closed, highest - 1))
    }
    guard summary[ring].value != nil else { return .noData }
    let progress = summary[ring].progress
    return .level(summary[ring].isClosed ? highest : min(highest - 1, max(0, Int(progress * Double(highest)))))
  }

  /// The meaning of a level in a word.
  func word(_ level: Int) -> String {
    if ring != nil { return level == highest ? "closed" : "\(level * 100 / highest)%" }
    if level == highest { return rings.count == 1 ? "closed" : "all closed" }
    return level == 0 ? "none" : "\(level)"
  }
}

extension Appearance {
  /// Whether days can be distinguished by colour alone.
  private var shadesByColor: Bool { glyphLevel != .ascii && (colors == .truecolor || colors == .ansi256) }

  /// The colour of a level, between the background and the full colour.
  fileprivate func shadeColor(_ level: Int, _ shade: DayShade) -> RGB {
    guard level > 0 else {
      return background.mixed(with: background.isDark ? RGB(255, 255, 255) : RGB(0, 0, 0), share: 0.2)
    }
    let share = 0.3 + 0.7 * Double(level) / Double(shade.highest)
    return background.mixed(with: fullColor(shade), share: share)
  }

  private func fullColor(_ shade: DayShade) -> RGB {
    if shade.ring == nil, let good = theme.good { return good }
    return middleColor(of: shade.ring ?? (shade.rings.count == 1 ? .move : .exercise))
  }

  /// The symbols of the levels if colours do not distinguish them: they increase in size.
  private func shadeSymbol(_ level: Int, of highest: Int) -> Unicode.Scalar {
    let steps = glyphs.rising
    let last = glyphs.isASCII ? steps.count - 1 : steps.count - 2
    return level >= highest ? steps[last] : steps[1 + level * (last - 1) / max(1, highest)]
  }

  fileprivate func symbol(_ kind: DayShade.Kind, _ shade: DayShade) -> Cell {
    switch kind {
    case .toCome, .loading: return .blank
    case .noData: return Cell(glyphs.isASCII ? "_" : glyphs.dot, style: themed(.faint))
    case .paused: return Cell(glyphs.isASCII ? "p" : "=", style: themed(.faint))
    case .level(let level):
      guard shadesByColor else {
        let color: CellColor = colors == .ansi16 ? color(of: shade.ring ?? .exercise) : .terminalDefault
        return Cell(shadeSymbol(level, of: shade.highest), style: CellStyle(foreground: color))
      }
      return Cell("■", style: CellStyle(foreground: CellColor.rgb(shadeColor(level, shade)).reduced(to: colors)))
    }
  }
}

extension Canvas {
  /// Draws a day into its cells, with a free column if there are two or more.
  mutating func draw(_ kind: DayShade.Kind, _ shade: DayShade, in rect: CellRect, isSelected: Bool = false) {
    let cell = appearance.symbol(kind, shade)
    let (left, bottom) = (rect.origin.column, rect.rows.upperBound - 1)
    // Squares: two columns are about as wide as a row is high.
    if rect.size.columns >= 3, cell.text == "■" {
      for column in left..<(left + rect.size.columns - 1) {
        for row in rect.rows {
          let isTop = row == rect.origin.row
          var style = cell.style
          if !isTop { style.background = style.foreground }
          grid[column, row] = Cell(isTop ? "▇" : "█", style: style)
        }
      }
    } else if cell.text != " " {
      grid[left, bottom] = cell
    }
    guard isSelected else { return }
    mark(kind, shade, in: rect, cell)
  }

  /// Highlights the selected day, in its colour if it has one.
  private mutating func mark(_ kind: DayShade.Kind, _ shade: DayShade, in rect: CellRect, _ cell: Cell) {
    let columns = rect.size.columns >= 3 ? rect.size.columns - 1 : rect.size.columns
    let rect = CellRect(column: rect.origin.column, row: rect.origin.row, columns: columns, rows: rect.size.rows)
    guard case .level(let level) = kind, cell.text == "■" else {
      return grid.restyle(rect) { $0.attributes.insert(.reverse) }
    }
    let under = appearance.shadeColor(level, shade)
    let ink = (under.isDark ? RGB(255, 255, 255) : RGB(0, 0, 0)).readable(on: [under])
    let style = CellStyle(
      foreground: CellColor.rgb(ink).reduced(to: appearance.colors),
      background: CellColor.rgb(under).reduced(to: appearance.colors), attributes: .bold)
    let glyphs = Array((columns == 1 ? "+" : "[" + String(repeating: " ", count: columns - 2) + "]").unicodeScalars)
    for row in rect.rows {
      for (column, scalar) in zip(rect.columns, glyphs) { grid[column, row] = Cell(scalar, style: style) }
    }
  }
}
