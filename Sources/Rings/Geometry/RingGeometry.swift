package import TerminalModel

/// Where the rings lie in a rectangle of cells.
///
/// Lengths are in pixels, of which a cell is 8 wide; the origin is the upper left corner of the rectangle.
package struct RingGeometry: Hashable, Sendable {
  /// One ring's place.
  package struct Band: Hashable, Sendable {
    /// From the centre to the middle of the band.
    package var radius: Double
    package var thickness: Double

    /// How much of the light the shadow ahead of a head takes at the head's edge, 0...1.
    package var shadowDepth: Double
  }

  package static let cellWidth = 8.0
  package let cellHeight: Double
  package let centerX: Double
  package let centerY: Double
  /// Outermost first.
  package let bands: [Band]

  /// The geometry that suits the size.
  ///
  /// - Parameters:
  ///   - cellAspect: height of a cell divided by its width; what is not a sensible number counts as 2.
  ///   - count: of rings.
  ///   - keepsGap: whether rings stay apart at every size, for pictures in which colour does not tell them apart.
  package init(size: CellSize, cellAspect: Double, count: Int, keepsGap: Bool = false) {
    let aspect = cellAspect.isFinite && (0.25...8).contains(cellAspect) ? cellAspect : 2
    cellHeight = Self.cellWidth * aspect
    let width = Double(size.columns) * Self.cellWidth
    let height = Double(size.rows) * cellHeight
    centerX = width / 2
    centerY = height / 2
    let outer = max(0, min(width, height) / 2)
    guard count > 1 else {
      let thickness = outer * 0.3
      bands = [Band(radius: outer - thickness / 2, thickness: thickness, shadowDepth: Self.shadowDepth(thickness))]
      return
    }
    // Up to 24x12 cells a gap would be smaller than what a symbol can show, and only blurs the rings.
    let isLarge = outer >= 108
    var gap = 0.0
    if isLarge {
      // Where the gap runs along a row, no side of a cell has more than a quarter left for the rings on either side of a gap
      // of three quarters: what a cell of two colours must leave out of one of them is never seen as a tooth.
      gap = max(cellHeight * 0.75, Self.snapped(outer * 0.035, to: cellHeight / 4))
    } else if keepsGap {
      gap = max(Self.cellWidth / 2, outer * 0.08)
    }
    // How much of the radius the rings take together: the best of those tried at small and at large sizes.
    let share = isLarge || keepsGap ? 0.83 : outer >= 80 ? 0.8 : 0.75
    let even = (outer * share - gap * Double(count - 1)) / Double(count)
    // Edges that lie on quarters of cells at the top and the bottom, where they run along a row, are sharp in every set.
    let thickness = isLarge ? Self.snapped(even, to: cellHeight / 4) : even
    bands = Self.bands(outer: outer, thickness: thickness, gap: gap, count: count).map { band in
      Band(radius: band.radius, thickness: band.thickness, shadowDepth: Self.shadowDepth(band.thickness))
    }
  }

  /// The geometry of a square picture without cells, for sinks that draw lines.
  package init(side: Double, count: Int) {
    self.init(width: side, height: side, count: count)
  }

  /// The geometry of a picture without cells, its rings as large as fits.
  package init(width: Double, height: Double, count: Int) {
    cellHeight = Self.cellWidth
    centerX = width / 2
    centerY = height / 2
    let outer = max(0, min(width, height) / 2)
    bands =
      count > 1
      ? Self.bands(
        outer: outer, thickness: (outer * 0.8 - outer * 0.03 * Double(count - 1)) / Double(count), gap: outer * 0.03,
        count: count)
      : [Band(radius: outer * 0.85, thickness: outer * 0.3, shadowDepth: Self.deepestShadow)]
  }

  /// In how many even steps the colour of an arc changes along a turn.
  ///
  /// As many as leave a handful of cells of the outermost ring in one colour, which a terminal is then told once, and no
  /// more than an eye can tell apart.
  var colorSteps: Int {
    let cells = 2 * Double.pi * (bands.first?.radius ?? 0) / Self.cellWidth
    return min(24, max(8, Int(cells / 4.5)))
  }

  /// Rings of equal thickness from the outside in.
  private static func bands(outer: Double, thickness: Double, gap: Double, count: Int) -> [Band] {
    let thickness = max(0, thickness)
    return (0..<count).map { index in
      Band(
        radius: outer - thickness / 2 - Double(index) * (thickness + gap), thickness: thickness,
        shadowDepth: deepestShadow)
    }
  }

  /// The nearest multiple of a length; what is less than one stays as it is.
  private static func snapped(_ length: Double, to unit: Double) -> Double {
    length < unit ? length : (length / unit).rounded() * unit
  }

  private static let deepestShadow = 0.62

  /// Fainter on thin rings, where the shadow is no larger than a cell: there its full depth would look like a hole.
  private static func shadowDepth(_ thickness: Double) -> Double {
    deepestShadow * min(1, max(0.4, (thickness - 4) / 32))
  }
}
