package import HealthModel
import TerminalModel

/// A ring as one symbol, the tallest for a closed one. No symbol fills its cell, so that bars in neighbouring rows are
/// separate.
package struct RingSymbol {
  package var ring: HealthModel.Ring
  /// Nil if the day has no data.
  package var summary: DaySummary?

  package init(ring: HealthModel.Ring, summary: DaySummary? = nil) {
    self.ring = ring
    self.summary = summary
  }

  package func draw(on canvas: inout Canvas, _ column: Int, _ row: Int) {
    guard let summary, summary[ring].value != nil else {
      return canvas.put(canvas.glyphs.absence, column, row, .faint)
    }
    let steps = canvas.glyphs.rising
    let closed = steps.count - 2
    let progress = max(0, summary[ring].progress)
    let step = progress >= 1 ? closed : min(closed - 1, 1 + Int(progress * Double(closed - 1)))
    let color = canvas.appearance.color(of: ring, isPaused: summary.isPaused)
    canvas.put(steps[step], column, row, CellStyle(foreground: color))
  }
}

extension String {
  /// The text padded with blanks to a width.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
