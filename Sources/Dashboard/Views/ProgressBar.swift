import HealthModel
import TerminalModel

/// A ring as a horizontal bar.
struct ProgressBar {
  enum Thickness {
    /// The whole row, in eighths of a column.
    case full
    /// The upper half of the row, in whole columns; leaves space to the row below.
    case thin
  }

  var ring: Ring
  /// Value / goal, unclamped; nil if there is nothing to show.
  var progress: Double?
  var isPaused = false
  var thickness = Thickness.full

  func draw(on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    guard !columns.isEmpty else { return }
    let appearance = canvas.appearance
    let lit = appearance.color(of: ring, isPaused: isPaused)
    let progress = max(0, progress.flatMap { $0.isFinite ? $0 : nil } ?? 0)
    if thickness == .thin, !canvas.glyphs.isASCII {
      return drawThin(progress, columns, row, on: &canvas)
    }
    let unlit =
      appearance.hasTracks
      ? CellStyle(foreground: lit, background: appearance.trackColor(of: ring, isPaused: isPaused))
      : CellStyle(foreground: lit)
    fill(columns, row, fraction: progress, style: unlit, on: &canvas)
    // The part above the goal is drawn as a second lap in a lighter colour, as in the ring.
    guard progress > 1, appearance.hasTracks else { return }
    let over = progress >= 2 ? 1 : progress - 1
    let again = CellStyle(foreground: appearance.secondLapColor(of: ring, isPaused: isPaused), background: lit)
    fill(columns, row, fraction: over, style: again, on: &canvas)
  }

  private func fill(_ columns: Range<Int>, _ row: Int, fraction: Double, style: CellStyle, on canvas: inout Canvas) {
    let steps = canvas.glyphs.advancing
    let parts = steps.count - 1
    let length = Self.length(fraction, of: columns.count * parts)
    for (index, column) in columns.enumerated() {
      let part = min(parts, max(0, length - index * parts))
      if part == 0, style.background == .terminalDefault {
        canvas.put(canvas.glyphs.track, column, row, CellStyle(foreground: style.foreground, attributes: .dim))
      } else {
        // Fonts may leave gaps between full blocks; the background has the same colour.
        let under = part == parts ? style.foreground : style.background
        canvas.put(steps[part], column, row, CellStyle(foreground: style.foreground, background: under))
      }
    }
  }

  private func drawThin(_ progress: Double, _ columns: Range<Int>, _ row: Int, on canvas: inout Canvas) {
    let appearance = canvas.appearance
    let lit = appearance.color(of: ring, isPaused: isPaused)
    let unlit = appearance.trackColor(of: ring, isPaused: isPaused)
    let again = appearance.secondLapColor(of: ring, isPaused: isPaused)
    let (reached, rest) = progress > 1 ? (again, lit) : (lit, unlit)
    let fraction = progress > 1 ? min(1, progress - 1) : progress
    // Parts of a column would need three colours in a cell: filled, unfilled and, below, the terminal's background.
    let length = Self.length(fraction, of: columns.count)
    for (index, column) in columns.enumerated() {
      let isReached = index < length
      if !isReached, progress <= 1, !appearance.hasTracks {
        canvas.put(canvas.glyphs.track, column, row, CellStyle(foreground: lit, attributes: .dim))
      } else {
        canvas.put("▀", column, row, CellStyle(foreground: isReached ? reached : rest))
      }
    }
  }

  /// A small value is never shown as empty, and only a complete one as full.
  private static func length(_ fraction: Double, of whole: Int) -> Int {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return whole }
    // 1.4 - 1 is slightly below 0.4.
    return min(whole - 1, max(1, Int(fraction * Double(whole) + 1e-6)))
  }
}
