import Rings
import TerminalModel
import Testing

@Suite struct RingGeometryTests {
  private func geometry(_ columns: Int, _ rows: Int, aspect: Double = 2, keepsGap: Bool = false) -> RingGeometry {
    RingGeometry(
      size: CellSize(columns: columns, rows: rows), cellAspect: aspect, count: 3, keepsGap: keepsGap)
  }

  private func gaps(_ geometry: RingGeometry) -> [Double] {
    zip(geometry.bands, geometry.bands.dropFirst()).map {
      ($0.radius - $0.thickness / 2) - ($1.radius + $1.thickness / 2)
    }
  }

  @Test func `rings touch at small sizes and have gaps at large ones`() {
    for columns in [6, 12, 16, 24] { #expect(gaps(geometry(columns, columns / 2)).allSatisfy { abs($0) < 1e-9 }) }
    for columns in [28, 40, 60, 200] { #expect(gaps(geometry(columns, columns / 2)).allSatisfy { $0 > 3.999 }) }
    for columns in [12, 24] { #expect(gaps(geometry(columns, columns / 2, keepsGap: true)).allSatisfy { $0 > 3.999 }) }
  }

  @Test func `rings are centred and fit`() {
    for (columns, rows) in [(40, 20), (41, 20), (80, 20), (40, 40), (3, 9)] {
      let geometry = geometry(columns, rows)
      #expect(geometry.centerX == Double(columns) * 4 && geometry.centerY == Double(rows) * 8)
      let outer = geometry.bands[0].radius + geometry.bands[0].thickness / 2
      #expect(outer <= min(geometry.centerX, geometry.centerY))
      #expect(geometry.bands[2].radius - geometry.bands[2].thickness / 2 > 0)
    }
  }

  @Test func `the height of a cell is taken into account`() {
    #expect(geometry(40, 20, aspect: 1.9).centerY == 20 * 8 * 1.9 / 2)
    #expect(geometry(40, 20, aspect: 1.9).bands[0].radius < geometry(40, 20).bands[0].radius)
  }
}
