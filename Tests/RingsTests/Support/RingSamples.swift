import Rings
import TerminalModel

/// Rings for tests.
enum RingSamples {
  /// The three pictures that measure the quality of the fit.
  static let pictures = [
    RingSet(move: 0.83, exercise: 1.4, stand: 0.5), RingSet(move: 0.12, exercise: 0.99, stand: 2.3),
    RingSet(move: 0, exercise: 0.03, stand: 1),
  ]

  static func all(_ fraction: Double?) -> RingSet { RingSet(move: fraction, exercise: fraction, stand: fraction) }

  static func draw(
    _ rings: RingSet, columns: Int, rows: Int, glyphs: GlyphLevel = .legacy, colors: ColorLevel = .truecolor,
    previous: CellGrid? = nil
  ) -> CellGrid {
    var grid = CellGrid(size: CellSize(columns: columns, rows: rows))
    RingRenderer(glyphs: glyphs, colors: colors).draw(rings, in: grid.bounds, on: &grid, previous: previous)
    return grid
  }
}
