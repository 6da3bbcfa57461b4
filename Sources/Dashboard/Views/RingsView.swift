import HealthModel
import Rings
import TerminalModel

/// The three rings of a day as a picture.
struct RingsView {
  /// Value / goal, nil for an empty track.
  var fractions: [Double?]
  var isPaused: Bool

  /// The rings of a day at rest.
  init(_ summary: DaySummary?) {
    fractions = HealthModel.Ring.allCases.map { ring in
      summary.flatMap { $0[ring].value == nil || $0[ring].goal == nil ? nil : $0[ring].progress }
    }
    isPaused = summary?.isPaused ?? false
  }

  /// The rings of the selected day, on their way or arrived.
  init(selectedDayOf state: DashboardState) {
    self.init(state.summary)
    if let motion = state.motion {
      fractions = zip(fractions, motion.fractions).map { $0 == nil ? nil : $1 }
    }
  }

  func draw(on canvas: inout Canvas, in rect: CellRect, previous: CellGrid? = nil) {
    guard rect.size.columns > 0, rect.size.rows > 0 else { return }
    let rings = RingSet(move: fractions[0], exercise: fractions[1], stand: fractions[2], isPaused: isPaused)
    canvas.paintRings(rings, rect, &canvas.grid, previous)
  }
}
