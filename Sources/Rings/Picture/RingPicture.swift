import Graphics
import TerminalModel

/// The rings as an analytic picture: the colour of every point follows from its distance to circles.
struct RingPicture {
  let geometry: RingGeometry
  let strokes: [RingStroke]
  let background: SIMD3<Float>

  init(_ rings: RingSet, geometry: RingGeometry, colors: (Ring) -> StrokeColors, background: SIMD3<Float>) {
    self.geometry = geometry
    self.background = background
    strokes = zip(rings.form.rings, geometry.bands).map { ring, band in
      RingStroke(band: band, fraction: rings[ring], light: rings.flourish[ring], colors: colors(ring))
    }
  }

  /// The content of a cell, determined without sampling where possible.
  enum Content {
    /// No ring touches the cell.
    case outside
    /// One colour, or colours that are indistinguishable.
    case flat(SIMD3<Float>, isLit: Bool)
    case mixed
  }

  /// - Complexity: O(1); samples are needed only for `mixed`.
  func content(of cell: CellBounds) -> Content {
    var touched: Int?
    for index in strokes.indices where cell.touches(strokes[index]) {
      if touched != nil { return .mixed }
      touched = index
    }
    guard let touched else { return .outside }
    guard cell.isInside(strokes[touched]) else { return .mixed }
    switch strokes[touched].phase(in: cell) {
    case .track: return .flat(strokes[touched].colors.track, isLit: false)
    case .arc:
      guard let color = strokes[touched].onlyArcColor(in: cell, tone: strokes[touched].tone(of: cell)) else {
        return .mixed
      }
      return .flat(color, isLit: true)
    case .mixed: return .mixed
    }
  }
}
