import Graphics
import HealthAnalysis
import HealthModel
import TerminalModel
import Widgets

/// The picture of an award: a disc in the colour of its ring, on a ribbon, with a number or a star.
struct Medal {
  let award: Award

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let appearance = canvas.appearance
    canvas.paint(in: rect, overCells: { writeText(on: &$0, in: rect) }) { drawing($0, rect.size, appearance) }
  }

  /// Writes the number as text on the disc, where its cells have one colour.
  private func writeText(on canvas: inout Canvas, in rect: CellRect) {
    let mark = text ?? "★"
    let row = rect.origin.row + Int((Double(rect.size.rows) * 0.64 - 1 / ChartDetail.cell.y).rounded(.down))
    let left = rect.origin.column + (rect.size.columns - mark.count) / 2
    guard canvas.appearance.hasTracks, rect.rows.contains(row) else { return }
    let behind = (left..<left + mark.count).map { column -> CellColor in
      let cell = canvas.grid[column, row]
      return cell.text == "█" ? cell.style.foreground : cell.style.background
    }
    guard let color = behind.first, behind.allSatisfy({ $0 == color }) else { return }
    canvas.write(mark, left, row, CellStyle(background: color, attributes: .bold))
  }

  /// Nil for all rings.
  private var ring: Ring? {
    switch award.kind {
    case .perfectWeek(let ring), .perfectMonth(let ring): ring
    case .moveStreak, .moveRecord, .moveMultiple, .moveGoals: .move
    case .firstWorkout, .workoutRecord: .exercise
    }
  }

  /// What stands on the disc; nil for a star.
  private var text: String? {
    switch award.kind {
    case .perfectWeek: "7"
    case .perfectMonth: "31"
    case .moveStreak: award.value.map { "\(Int(min(9_999, max(0, $0))))" } ?? ""
    case .moveMultiple(let times): "×\(times)"
    case .moveGoals(let count): "\(count)"
    case .firstWorkout: "1"
    case .moveRecord, .workoutRecord: nil
    }
  }

  private func drawing(_ detail: ChartDetail, _ cells: CellSize, _ appearance: Appearance) -> Drawing {
    let size = Point(Double(cells.columns), Double(cells.rows)) * ChartDetail.cell
    var drawing = Drawing(width: size.x, height: size.y)
    let radius = size.y * 0.36
    let center = Point(size.x / 2, size.y - radius - 1)
    let colors = ring.map { [$0] } ?? Ring.allCases
    let main = appearance.rgb(appearance.color(of: colors[0]))
    let ribbon = Paint.color(main, opacity: appearance.hasTracks ? 0.45 : 1)
    if detail == .cells {
      // Two bands would look like ears.
      let (wide, narrow) = (Point(radius * 0.55, 0), Point(radius * 0.3, 0))
      let top = Point(center.x, 0)
      drawing.fill(Path(polygon: [top - wide, top + wide, center + narrow, center - narrow]), ribbon)
    }
    for side in [-1.0, 1] where detail == .pixels {
      let top = center.x + side * radius * 0.75
      drawing.fill(
        Path(polygon: [
          Point(top - 6, 0), Point(top + 6, 0), center + Point(6 - side * 4, 0), center + Point(-6 - side * 4, 0),
        ]), ribbon)
    }
    drawing.fill(Path(circle: center, radius: radius), main)
    guard appearance.hasTracks else { return drawing }
    // One band for each ring, from the outside.
    for (index, ring) in colors.enumerated() where index > 0 {
      drawing.fill(
        Path(circle: center, radius: radius * (1 - 0.22 * Double(index))), appearance.rgb(appearance.color(of: ring)))
    }
    let inner = colors.count > 1 ? 0.42 : 0.74
    drawing.fill(Path(circle: center, radius: radius * inner), .color(appearance.background, opacity: 0.82))
    guard detail == .pixels else { return drawing }
    guard let text else {
      drawing.fill(Self.star(center, radius * 0.58), main)
      return drawing
    }
    let height = radius * (colors.count > 1 ? 0.62 : 0.8)
    drawing.write(
      text, center.x, center.y + height * 0.36, appearance.ink, size: height, weight: .semibold, anchor: .middle,
      within: 2 * radius * inner * 0.8)
    return drawing
  }

  private static func star(_ center: Point, _ radius: Double) -> Path {
    Path(
      polygon: (0..<10).map { index in
        center + (index.isMultiple(of: 2) ? radius : radius * 0.45) * Point(turns: Double(index) / 10)
      })
  }
}
