package import TerminalModel

/// The positions of the rings in a rectangle of cells.
///
/// Lengths are in pixels; a cell is 8 pixels wide. The origin is the upper left corner of the rectangle.
package struct RingGeometry: Hashable, Sendable {
  /// The position of one ring.
  package struct Band: Hashable, Sendable {
    /// The distance from the centre to the middle of the band.
    package var radius: Double
    package var thickness: Double

    /// The fraction of the light that the shadow removes at the edge of the arc's head, 0...1.
    package var shadowDepth: Double
  }

  package static let cellWidth = 8.0
  package let cellHeight: Double
  package let centerX: Double
  package let centerY: Double
  /// Outermost first.
  package let bands: [Band]

  /// The geometry for a size.
  ///
  /// - Parameters:
  ///   - cellAspect: the height of a cell divided by its width; 2 is used for an implausible value.
  ///   - count: the number of rings.
  ///   - keepsGap: whether the rings are separated at every size, for pictures without distinct colours.
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
    // Up to 24x12 cells a gap would be smaller than a symbol can show, and only blur the rings.
    let isLarge = outer >= 108
    var gap = 0.0
    if isLarge {
      // Three quarters of a cell: where the gap follows a row, each side of it leaves at most a quarter of a cell to a
      // ring, so that the colour omitted from a cell of two colours is never visible as a step.
      gap = max(cellHeight * 0.75, Self.snapped(outer * 0.035, to: cellHeight / 4))
    } else if keepsGap {
      gap = max(Self.cellWidth / 2, outer * 0.08)
    }
    // The share of the radius that all rings occupy: the best of those tried at small and at large sizes.
    let share = isLarge || keepsGap ? 0.83 : outer >= 80 ? 0.8 : 0.75
    let even = (outer * share - gap * Double(count - 1)) / Double(count)
    // At the top and the bottom, where edges follow a row, multiples of a quarter cell are sharp in every symbol set.
    let thickness = isLarge ? Self.snapped(even, to: cellHeight / 4) : even
    bands = Self.bands(outer: outer, thickness: thickness, gap: gap, count: count).map { band in
      Band(radius: band.radius, thickness: band.thickness, shadowDepth: Self.shadowDepth(band.thickness))
    }
  }

  /// The geometry of a picture without cells, with rings as large as possible.
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

  /// The number of even steps in which the colour of an arc changes per turn.
  ///
  /// There are enough cells of the outermost ring per step that a terminal receives each colour only once, and no more
  /// steps than the eye can distinguish.
  var colorSteps: Int {
    let cells = 2 * Double.pi * (bands.first?.radius ?? 0) / Self.cellWidth
    return min(24, max(8, Int(cells / 4.5)))
  }

  /// Rings of equal thickness, outermost first.
  private static func bands(outer: Double, thickness: Double, gap: Double, count: Int) -> [Band] {
    let thickness = max(0, thickness)
    return (0..<count).map { index in
      Band(
        radius: outer - thickness / 2 - Double(index) * (thickness + gap), thickness: thickness,
        shadowDepth: deepestShadow)
    }
  }

  /// The nearest multiple of a unit; lengths below one unit are returned unchanged.
  private static func snapped(_ length: Double, to unit: Double) -> Double {
    length < unit ? length : (length / unit).rounded() * unit
  }

  private static let deepestShadow = 0.62

  /// Weaker on thin rings, where the shadow is no larger than a cell: at full depth it would look like a hole.
  private static func shadowDepth(_ thickness: Double) -> Double {
    deepestShadow * min(1, max(0.4, (thickness - 4) / 32))
  }
}
