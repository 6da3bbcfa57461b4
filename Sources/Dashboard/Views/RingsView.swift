import HealthModel
import Rings
import TerminalModel

/// The three rings of a day as a picture.
struct RingsView {
  var rings: RingSet

  init(rings: RingSet) {
    self.rings = rings
  }

  /// A day at rest; nil draws empty tracks.
  init(of summary: DaySummary?, form: RingForm = .three) {
    rings = RingSet(summary, form: form)
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, previous: CellGrid? = nil) {
    guard rect.size.columns > 0, rect.size.rows > 0 else { return }
    canvas.paintRings(rings, rect, &canvas.grid, previous)
  }
}
