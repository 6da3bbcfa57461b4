import HealthModel
import TerminalModel
import Widgets

/// The layout for a size. Every size is supported: the less room, the less is shown.
struct DayLayout: Hashable {
  enum Form: Hashable {
    case nothing
    /// One line with the three percentages.
    case line
    /// One row per ring.
    case bars
    /// Rings and numbers.
    case rings
    /// Rings and numbers in a box, the week in another.
    case boxes
    /// Only the rings, as large as possible.
    case zoomedRings
  }

  var form: Form
  var body: CellRect
  /// The day's box.
  var dayBox: CellRect?
  var rings: CellRect?
  var numbers: CellRect?
  var week: WeekLayout?

  /// - Parameters:
  ///   - area: the area above the footer.
  ///   - isZoomed: whether the rings use the whole area.
  ///   - ringCount: the number of the user's rings.
  init(
    _ area: CellRect, mode: ScreenContext.Mode = .normal, aspect: Double = 2, isZoomed: Bool = false, ringCount: Int = 3
  ) {
    body = area
    let size = area.size
    guard size.columns > 0, size.rows > 0 else {
      form = .nothing
      return
    }
    guard size.rows >= 3 else {
      form = .line
      return
    }
    let isRoomy = size.columns >= 24 && size.rows >= 6 || size.columns >= 12 && size.rows >= 14
    guard isRoomy else {
      form = .bars
      return
    }
    if isZoomed {
      form = .zoomedRings
      layOutZoom(aspect: aspect)
    } else if mode == .normal, body.size.columns >= 72, body.size.rows >= 21 {
      form = .boxes
      layOutBoxes(aspect: aspect, ringCount: ringCount)
    } else {
      form = .rings
      layOutRings(aspect: aspect, isPane: mode == .pane, ringCount: ringCount)
    }
  }

  private mutating func layOutZoom(aspect: Double) {
    let (_, rest) = body.split(top: 1)
    let (middle, _) = rest.split(top: rest.size.rows - 1)
    let rows = min(middle.size.rows, Int(Double(middle.size.columns) / aspect))
    let columns = min(middle.size.columns, Int(Double(rows) * aspect))
    rings = CellRect(
      column: middle.origin.column + (middle.size.columns - columns) / 2,
      row: middle.origin.row + (middle.size.rows - rows) / 2, columns: columns, rows: rows)
  }

  private mutating func layOutBoxes(aspect: Double, ringCount: Int) {
    let weekForm = Self.weekForm(in: body.size, aspect: aspect, ringCount: ringCount)
    let weekRows = WeekLayout.rows(weekForm, ringCount: ringCount) + 2
    let (day, weekFrame) = body.split(top: body.size.rows - weekRows)
    dayBox = day
    week = WeekLayout(weekForm, frame: weekFrame, hasBox: true)
    let inner = day.inset(columns: 2, rows: day.size.rows >= 22 ? 2 : 1)
    let split = RingSplit(inner, numbersNeed: max(40, inner.size.columns / 2), rows: 13, aspect: aspect)
    (rings, numbers) = (split.rings, split.numbers)
  }

  /// The tallest rings that leave the day more than three fifths of the height; a table if none fit.
  private static func weekForm(in size: CellSize, aspect: Double, ringCount: Int) -> WeekLayout.Form {
    for rows in stride(from: 8, through: 5, by: -1) {
      let form = WeekLayout.Form.rings(rows: rows)
      let slot = (size.columns - 4 - (size.columns >= 114 ? 18 : 14)) / 7
      if (WeekLayout.rows(form, ringCount: ringCount) + 2) * 5 <= size.rows * 2, Int(Double(rows) * aspect) <= slot - 1
      {
        return form
      }
    }
    return .table
  }

  private mutating func layOutRings(aspect: Double, isPane: Bool, ringCount: Int) {
    var area = body.inset(columns: body.size.columns >= 38 ? 1 : 0)
    if !isPane, area.size.columns >= 90, area.size.rows < 21, area.size.rows >= 6 {
      // If the area is wide and low, the week is beside the day.
      let columns = 59
      let rows = WeekLayout.rows(.table, ringCount: ringCount)
      let frame = CellRect(
        column: area.columns.upperBound - columns, row: area.origin.row + (area.size.rows - rows) / 2, columns: columns,
        rows: rows)
      week = WeekLayout(.table, frame: frame, hasBox: false)
      area = CellRect(
        column: area.origin.column, row: area.origin.row, columns: area.size.columns - columns - 3, rows: area.size.rows
      )
    } else if !isPane, area.size.rows >= 15, area.size.columns >= 28 {
      let isWide = area.size.columns >= 60 && area.size.rows >= 20
      let form: WeekLayout.Form = isWide ? .table : .strip
      let rows = WeekLayout.rows(form, ringCount: ringCount)
      let frame = CellRect(
        column: area.origin.column, row: area.rows.upperBound - rows, columns: area.size.columns, rows: rows)
      week = WeekLayout(form, frame: frame, hasBox: false)
      area = area.split(top: area.size.rows - rows - 1).top
    }
    let width = area.size.columns
    let split = RingSplit(
      area, numbersNeed: width < 30 ? 10 : width < 60 ? 14 : 20, rows: width < 24 ? 5 : 8, aspect: aspect)
    (rings, numbers) = (split.rings, split.numbers)
  }
}
