package import HealthModel
package import Rings
package import TerminalModel

/// The three rings of a day as a picture.
package struct RingsView {
  package var rings: RingSet

  package init(rings: RingSet) {
    self.rings = rings
  }

  /// The final rings of a day; nil draws empty tracks.
  package init(of summary: DaySummary?, form: RingForm = .three) {
    rings = RingSet(summary, form: form)
  }

  package func draw(on canvas: inout Canvas, in rect: CellRect, previous: CellGrid? = nil) {
    guard rect.size.columns > 0, rect.size.rows > 0 else { return }
    canvas.paint(rings, canvas.appearance.palette, in: rect, previous: previous)
  }
}

extension Canvas {
  /// Draws a single ring of a day.
  package mutating func paintRing(_ ring: HealthModel.Ring, of rings: RingSet, in rect: CellRect) {
    guard rect.size.columns > 0, rect.size.rows > 0, let drawn = Rings.Ring(rawValue: ring.rawValue) else { return }
    // A single ring is drawn as Move, in its own colours.
    var palette = appearance.palette
    palette.move = palette.colors(of: drawn, isPaused: false)
    var single = RingSet(move: rings[drawn], exercise: nil, stand: nil, isPaused: rings.isPaused, form: .moveOnly)
    single.flourish.move = rings.flourish[drawn]
    paint(single, palette, in: rect)
  }

  fileprivate mutating func paint(
    _ rings: RingSet, _ palette: RingPalette, in rect: CellRect, previous: CellGrid? = nil
  ) {
    if showsPicture(rect) {
      grid.fill(rect, with: PlacedPicture.awaited)
    } else {
      paintRings(rings, rect, palette, &grid, previous)
    }
    record(.rings(rings, palette), in: rect)
  }
}
