package import TerminalModel

/// Draws rings into a frame.
package struct RingRenderer: Sendable {
  package var glyphs: GlyphLevel
  package var colors: ColorLevel
  /// Height of a cell divided by its width.
  package var cellAspect: Double
  package var palette: RingPalette

  package init(glyphs: GlyphLevel, colors: ColorLevel, cellAspect: Double = 2, palette: RingPalette = .standard) {
    self.glyphs = glyphs
    self.colors = colors
    self.cellAspect = cellAspect
    self.palette = palette
  }

  /// Draws the rings centred in the rectangle; cells that no ring touches are left as they are.
  ///
  /// - Parameter previous: the frame that is on the screen now. Cells that would hardly change stay as they are there.
  /// - Complexity: O(*n*) in the cells of the rectangle that lie in the grid.
  package func draw(_ rings: RingSet, in rect: CellRect, on grid: inout CellGrid, previous: CellGrid? = nil) {
    let geometry = RingGeometry(size: rect.size, cellAspect: cellAspect, count: rings.form.rings.count)
    let picture = RingPicture(
      rings, geometry: geometry, colors: { palette.colors(of: $0, isPaused: rings.isPaused) },
      background: palette.background)
    let fitter = CellFitter(partitions: Partition.blocks, background: picture.background)
    var samples = CellSamples()
    for row in rect.rows.clamped(to: 0..<grid.size.rows) {
      for column in rect.columns.clamped(to: 0..<grid.size.columns) {
        let x = column - rect.origin.column
        let y = row - rect.origin.row
        switch picture.content(column: x, row: y) {
        case .outside:
          continue
        case .flat(let color, _):
          grid[column, row] = Cell(" ", style: CellStyle(background: .rgb(color.rgb).reduced(to: colors)))
        case .mixed:
          picture.sample(column: x, row: y, into: &samples)
          var cell = fitter.cell(for: samples)
          cell.style = cell.style.reduced(to: colors)
          grid[column, row] = cell
        }
      }
    }
  }
}
