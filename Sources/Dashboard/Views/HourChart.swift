import FoundationEssentials
import HealthModel
import TerminalModel

/// One bar for each clock hour of a day.
struct HourChart {
  /// How tall an hour stands, 0 to 1; nil for an hour about which nothing is known, that has not come, or in which the
  /// watch was not worn.
  var heights: [Double?]
  var ring: Ring
  var isPaused = false
  /// What the tallest hour stands for, in the ring's own unit.
  var peak = 0.0

  /// - Parameters:
  ///   - activity: nil while it is on its way.
  ///   - now: hours that begin later stay empty.
  init(_ ring: Ring, _ activity: DayActivity?, now: Date, isPaused: Bool = false) {
    self.ring = ring
    self.isPaused = isPaused
    let hours = activity?.hours ?? []
    let highest = hours.map { ring.amount(in: $0) }.filter(\.isFinite).max() ?? 0
    peak = highest
    heights = hours.map { hour in
      guard hour.start <= now else { return nil }
      if ring == .stand { return hour.stood.map { $0 ? 1 : 0 } }
      let amount = ring.amount(in: hour)
      return highest > 0 && amount.isFinite ? max(0, amount / highest) : 0
    }
  }

  /// Columns that an hour takes in a chart of this width; 0 where the day does not fit.
  static func columnsPerHour(_ width: Int, hours: Int = 24) -> Int {
    min(6, width / max(24, hours))
  }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let slot = Self.columnsPerHour(rect.size.columns, hours: heights.count)
    guard slot > 0, rect.size.rows > 0 else { return }
    let thickness = slot == 1 ? 1 : slot - 1
    let style = CellStyle(foreground: canvas.appearance.color(of: ring, isPaused: isPaused))
    drawPeak(on: &canvas, from: rect.columns.lowerBound + slot * max(24, heights.count), in: rect)
    let base = rect.rows.upperBound - 1
    for hour in 0..<max(24, heights.count) {
      let left = rect.origin.column + hour * slot
      let height = hour < heights.count ? heights[hour] : nil
      let groundStyle =
        height == nil ? .faint : height == 0 ? CellStyle(foreground: style.foreground, attributes: .dim) : style
      // What is free beside a bar has its style: a terminal is told it once for hours that are alike, not for each.
      let isLast = hour + 1 == max(24, heights.count)
      for column in left..<(left + (isLast ? thickness : slot)) {
        for row in rect.rows { canvas.put(" ", column, row, row == base ? groundStyle : style) }
      }
      let columns = left..<(left + thickness)
      guard let height else {
        canvas.put(canvas.glyphs.dot, columns.lowerBound + (thickness - 1) / 2, base, groundStyle)
        continue
      }
      draw(height, columns: columns, base: base, rows: rect.size.rows, style: style, on: &canvas)
    }
  }

  private func draw(
    _ height: Double, columns: Range<Int>, base: Int, rows: Int, style: CellStyle, on canvas: inout Canvas
  ) {
    let steps = canvas.glyphs.rising
    let parts = steps.count - 1
    let length = height > 0 ? max(1, Int((height * Double(rows * parts)).rounded())) : 0
    for column in columns {
      if length == 0 {
        // Worn, and nothing happened: a line on the ground tells it from an hour without the watch.
        canvas.put(steps[1], column, base, CellStyle(foreground: style.foreground, attributes: .dim))
      }
      for level in 0..<rows {
        let part = min(parts, length - level * parts)
        guard part > 0 else { continue }
        var style = style
        // Fonts leave gaps between full blocks; what lies under them has the same colour.
        if part == parts { style.background = style.foreground }
        canvas.put(steps[part], column, base - level, style)
      }
    }
  }

  /// What the tallest bar stands for, where the day leaves room beside it.
  private func drawPeak(on canvas: inout Canvas, from column: Int, in rect: CellRect) {
    guard ring != .stand, peak >= 1 else { return }
    let text = "peak \(Int(min(peak, 99_999)))"
    guard rect.columns.upperBound - column >= text.count + 1 else { return }
    canvas.writeTrailing(text, before: rect.columns.upperBound, rect.rows.upperBound - 1, .faint)
  }

  /// The hours below a chart.
  static func drawAxis(on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    let slot = columnsPerHour(columns.count)
    guard slot > 0 else { return }
    for hour in stride(from: 0, through: 21, by: slot > 1 ? 3 : 6) {
      let text = hour < 10 ? "0\(hour)" : "\(hour)"
      canvas.write(text, columns.lowerBound + hour * slot, row, .faint, within: 2)
    }
  }
}

extension Ring {
  /// What an hour adds to the ring, in the ring's own unit.
  func amount(in hour: HourActivity) -> Double {
    switch self {
    case .move: hour.move
    case .exercise: hour.exercise
    case .stand: hour.stood == true ? 1 : 0
    }
  }
}
