import Graphics
package import TerminalModel

/// Draws rings into a frame.
package struct RingRenderer: Hashable, Sendable {
  package var glyphs: GlyphLevel
  package var colors: ColorLevel
  /// The height of a cell divided by its width.
  package var cellAspect: Double
  package var palette: RingPalette

  package init(glyphs: GlyphLevel, colors: ColorLevel, cellAspect: Double = 2, palette: RingPalette = .standard) {
    self.glyphs = glyphs
    self.colors = colors
    self.cellAspect = cellAspect
    self.palette = palette
  }

  /// Draws the rings centred in the rectangle; cells that no ring touches are unchanged.
  ///
  /// - Parameters:
  ///   - previous: the frame on the screen. Cells that would hardly change keep its content.
  ///   - cache: what is known from other pictures; it saves time and changes nothing else.
  /// - Complexity: O(*n*) in the cells of the rectangle that are inside the grid.
  package func draw(
    _ rings: RingSet, in rect: CellRect, on grid: inout CellGrid, previous: CellGrid? = nil, cache: RingCellCache? = nil
  ) {
    let size = rect.size
    guard size.columns > 0, size.rows > 0 else { return }
    let table =
      cache?.table(for: rings, size: size, renderer: self) ?? CellTable(for: rings, size: size, renderer: self)
    let painter = CellPainter(
      picture: picture(of: rings, geometry: table.geometry, appearance: table.appearance), rings: rings.form.rings,
      table: table)
    var drafts: [CellPainter.Draft] = []
    drafts.reserveCapacity(size.columns * size.rows)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        drafts.append(
          painter.draft(
            drafts.count, previous: previous?[rect.origin.column + column, rect.origin.row + row]))
      }
    }
    let chosen = OutlineSolver.choices(for: drafts.map(\.options), joints: table.joints)
    for row in 0..<size.rows {
      var left: Cell?
      for column in 0..<size.columns {
        let index = row * size.columns + column
        let place = CellPoint(column: rect.origin.column + column, row: rect.origin.row + row)
        var cell = drafts[index].cell(chosen: chosen[index])
        if let drawn = cell, drawn != previous?[place.column, place.row], glyphs != .ascii {
          cell = painter.symbols.matched(drawn, to: left)
        }
        if let cell { grid[place.column, place.row] = cell }
        left = cell
      }
    }
  }

  /// The positions of the rings in a rectangle of this size.
  package func geometry(of rings: RingSet, size: CellSize) -> RingGeometry {
    RingGeometry(
      size: size, cellAspect: cellAspect, count: rings.form.rings.count,
      keepsGap: appearance(of: rings).keepsGap(glyphs: glyphs))
  }

  func picture(of rings: RingSet, geometry: RingGeometry, appearance: RingAppearance) -> RingPicture {
    RingPicture(
      rings, geometry: geometry, colors: { appearance.strokeColors(of: $0, steps: geometry.colorSteps) },
      background: appearance.background)
  }

  func appearance(of rings: RingSet) -> RingAppearance {
    RingAppearance(colors: colors, palette: palette, isPaused: rings.isPaused)
  }
}
