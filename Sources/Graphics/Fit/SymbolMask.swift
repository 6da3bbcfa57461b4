/// The ink coverage of a symbol for each pixel of a cell: 8 columns, 16 rows.
struct SymbolMask: Sendable {
  var rows: [SIMD8<Float>]

  /// The mask of a shape that is given as a point test; x and y run from 0 to 1, y grows downward.
  ///
  /// Every pixel is tested at 4 by 6 points, which antialiases slanted edges and is exact for sextants, whose rows are
  /// 16/3 pixels high.
  init(_ isInked: (_ x: Double, _ y: Double) -> Bool) {
    rows = (0..<CellSamples.rows).map { row in
      var inks = SIMD8<Float>(repeating: 0)
      for column in 0..<8 {
        var hits = 0
        for point in 0..<24 {
          let x = (Double(column) + (Double(point % 4) + 0.5) / 4) / 8
          let y = (Double(row) + (Double(point / 4) + 0.5) / 6) / Double(CellSamples.rows)
          if isInked(x, y) { hits += 1 }
        }
        inks[column] = Float(hits) / 24
      }
      return inks
    }
  }

  /// A grid of parts, numbered from the upper left, row by row; bit n of the pattern says whether part n is inked.
  init(pattern: UInt32, columns: Int, rows: Int) {
    // The same points as above, but a part is as wide as several pixels, whose points are all in it.
    self.rows = (0..<CellSamples.rows).map { row in
      var inks = SIMD8<Float>(repeating: 0)
      for point in 0..<6 {
        let y = (Double(row) + (Double(point) + 0.5) / 6) / Double(CellSamples.rows)
        let first = Int(y * Double(rows)) * columns
        for column in 0..<8 where pattern >> UInt32(first + column * columns / 8) & 1 == 1 { inks[column] += 4 }
      }
      return inks / 24
    }
  }
}
