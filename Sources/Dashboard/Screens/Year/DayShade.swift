import Graphics
package import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The shade of a day drawn as one cell: the number of closed rings, or the progress of one ring.
package struct DayShade: Hashable {
  package enum Kind: Hashable {
    case toCome
    /// Not loaded yet.
    case loading
    case noData
    case paused
    /// From 0 to the highest level.
    case level(Int)
  }

  /// Nil for the number of closed rings.
  package var ring: Ring?
  /// The rings of the user.
  package var rings: [Ring]

  package init(ring: Ring?, rings: [Ring]) {
    (self.ring, self.rings) = (ring, rings)
  }

  /// The highest level: every ring closed, or the selected one.
  package var highest: Int { ring == nil ? max(1, rings.count) : 4 }

  package func kind(of summary: DaySummary?, isKnown: Bool, isToCome: Bool) -> Kind {
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
    return .level(summary[ring].isClosed ? highest : min(highest - 1, Int(min(1, max(0, progress)) * Double(highest))))
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
  fileprivate var shadesByColor: Bool { glyphLevel != .ascii && colors.hasPalette }

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
    case .noData: return Cell(glyphs.absence, style: themed(.faint))
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
  /// Draws a day as one symbol. A selected one is reversed, or inverted in its colour.
  mutating func draw(_ kind: DayShade.Kind, _ shade: DayShade, in rect: CellRect, isSelected: Bool = false) {
    var cell = appearance.symbol(kind, shade)
    // A reversed symbol would be that of another level.
    if isSelected, case .level = kind { cell = Cell(appearance.glyphs.isASCII ? "@" : "◆") }
    if cell.text != " " { grid[rect.origin.column, rect.rows.upperBound - 1] = cell }
    if isSelected { grid.restyle(rect) { $0.attributes.insert(.reverse) } }
  }
}

/// The days of a year as squares in the colours of their levels, with lines between the months.
struct YearSquares {
  struct Square {
    var rect: CellRect
    var level: Int
    var isSelected: Bool
  }

  let shade: DayShade
  let slot: CellSize
  /// The days with a level; rectangles are relative to the drawing.
  var squares: [Square] = []
  /// The first days of the months.
  var months: [CellRect] = []

  /// Draws what colours can show, and returns whether they can.
  func draw(on canvas: inout Canvas, in rect: CellRect) -> Bool {
    let appearance = canvas.appearance
    guard appearance.shadesByColor else { return false }
    canvas.paint(in: rect) { drawing($0, rect.size, appearance) }
    return true
  }

  private func drawing(_ detail: ChartDetail, _ size: CellSize, _ appearance: Appearance) -> Drawing {
    let cell = ChartDetail.cell
    let slot = Point(Double(slot.columns), Double(slot.rows)) * cell
    var drawing = Drawing(width: Double(size.columns) * cell.x, height: Double(size.rows) * cell.y)
    for square in squares {
      let origin = Point(Double(square.rect.origin.column), Double(square.rect.origin.row)) * cell
      let color = appearance.shadeColor(square.level, shade)
      guard detail == .pixels else {
        // A column and an eighth of a row stay free. A selected day has half a row of light.
        let free = Point(self.slot.columns > 1 ? cell.x : 0, square.isSelected ? cell.y / 2 : 2)
        if square.isSelected { drawing.fill(Path(rectangle: origin, size: slot), appearance.ink) }
        drawing.fill(Path(rectangle: origin + Point(0, free.y), size: slot - free), color)
        continue
      }
      let inset = Point(repeating: 0.75)
      drawing.fill(Path(rectangle: origin + inset, size: slot - 2 * inset, radius: 2), color)
    }
    for month in months {
      addLine(
        before: Point(Double(month.origin.column), Double(month.origin.row)) * cell, slot, detail, appearance,
        to: &drawing)
    }
    for square in squares where square.isSelected && detail == .pixels {
      let origin = Point(Double(square.rect.origin.column), Double(square.rect.origin.row)) * cell
      drawing.stroke(Path(rectangle: origin + Point(1, 1), size: slot - Point(2, 2), radius: 2), 2, appearance.ink)
    }
    return drawing
  }

  /// A line around the first days of a month: between its first week and the days before.
  private func addLine(
    before origin: Point, _ slot: Point, _ detail: ChartDetail, _ appearance: Appearance, to drawing: inout Drawing
  ) {
    var corners = [Point(origin.x, drawing.height), origin]
    if origin.y > 0 { corners += [origin + Point(slot.x, 0), Point(origin.x + slot.x, 0)] }
    if detail == .pixels {
      drawing.stroke(Path(polyline: corners), Stroke(3.5, isRound: false), .color(appearance.background))
      return drawing.stroke(Path(polyline: corners), Stroke(1.2, isRound: false), .color(appearance.ink, opacity: 0.7))
    }
    // In cells only beside the days, in the free column.
    guard self.slot.columns > 1 else { return }
    for (from, to) in zip(corners, corners.dropFirst()) where from.x == to.x {
      drawing.fill(
        Path(rectangle: Point(from.x - 1, min(from.y, to.y)), size: Point(1, abs(from.y - to.y))),
        .color(appearance.ink, opacity: 0.5))
    }
  }
}
