/// One ring of a picture with everything that is the same for all its pixels worked out.
///
/// Lengths are in pixels, places relative to the centre of the rings.
struct RingStroke {
  /// What the ring shows beside its track.
  enum Fill {
    /// Nothing: no data or no goal.
    case empty
    /// An arc of less than one turn; at zero only its dot.
    case arc
    /// A whole turn or more.
    case laps
  }

  let fill: Fill
  let radius: Float
  /// Half the thickness.
  let half: Float
  /// The fraction, 0 or more.
  let progress: Float
  /// The whole turns in it.
  let laps: Float
  /// The middle of the head, and the direction in which it moves.
  let head: SIMD2<Float>
  let heading: SIMD2<Float>
  /// The radius of the round ends.
  let cap: Float
  /// How far the shadow reaches ahead of the head.
  let shadowReach: Float
  /// How much of the light the shadow takes at the head's edge.
  let shadowDepth: Float
  /// In how many steps the shadow fades. Each is a shape with an edge that symbols can draw, in a colour that cells share;
  /// a shadow that melts away comes out as a heap of cells of unlike colours.
  let shadowSteps: Int
  /// The middle of the light that runs along, in turns, and how strong it is.
  let lightTurn: Float
  let lightStrength: Float
  let colors: StrokeColors

  /// More laps than this are drawn as this many: beyond it a Float no longer resolves the head's place.
  static let mostLaps = 1000.0
  /// The most steps in which a shadow fades.
  static let mostShadowSteps = 7
  /// How far the shadow reaches, in thicknesses.
  static let shadowShare = 0.95
  /// Half the length of the running light, in turns.
  static let lightReach: Float = 0.09
  /// The dot at zero is smaller than the end of an arc, which it grows into over the first percent.
  static let dotShare = 0.62

  init(band: RingGeometry.Band, fraction: Double?, light: Double?, colors: StrokeColors, isSmooth: Bool = false) {
    let known = Self.drawn(fraction)
    let progress = known ?? 0
    fill = known == nil ? .empty : progress >= 1 ? .laps : .arc
    radius = Float(band.radius)
    half = Float(band.thickness / 2)
    self.progress = Float(progress)
    laps = Float(progress.rounded(.down))
    let direction = Turns.direction(progress - progress.rounded(.down))
    head = SIMD2(Float(direction.x * band.radius), Float(direction.y * band.radius))
    heading = SIMD2(Float(-direction.y), Float(direction.x))
    cap = Float(band.thickness / 2 * Self.capShare(progress))
    shadowReach = Float(band.thickness * Self.shadowShare)
    shadowDepth = Float(band.shadowDepth)
    shadowSteps = isSmooth ? 4096 : min(Self.mostShadowSteps, max(1, Int(band.thickness / 5) - 1))
    let phase = light.flatMap { $0.isFinite && (0...1).contains($0) ? $0 : nil }
    lightTurn = Float(phase ?? 0)
    lightStrength = phase.map { Float(0.6 * 4 * $0 * (1 - $0)) } ?? 0
    self.colors = colors
  }

  /// What is drawn of a fraction: none where it is no number, else at least 0 and at most `mostLaps`.
  static func drawn(_ fraction: Double?) -> Double? {
    fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), mostLaps) }
  }

  /// The round ends' share of the thickness.
  static func capShare(_ progress: Double) -> Double {
    dotShare + (1 - dotShare) * min(1, progress / 0.01)
  }

  var inner: Float { radius - half }
  var outer: Float { radius + half }
}
