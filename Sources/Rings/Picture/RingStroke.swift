/// The colours of a ring as a picture uses them, 0...255 a channel.
struct StrokeColors {
  /// Along the arc from its beginning to its end; at least one.
  var stops: [SIMD3<Float>]
  /// Whether the stops follow one another in even steps instead of melting from the first into the last.
  var isStepped: Bool
  var track: SIMD3<Float>
  /// What a shadow darkens toward.
  var shadow: SIMD3<Float>
}

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

  var fill: Fill
  var radius: Float
  /// Half the thickness.
  var half: Float
  /// The fraction, 0 or more.
  var progress: Float
  /// Turns over which the gradient runs.
  var span: Float
  /// The middle of the head, and the direction in which it moves.
  var head: SIMD2<Float>
  var heading: SIMD2<Float>
  /// The radius of the round ends.
  var cap: Float
  /// How far the shadow reaches ahead of the head.
  var shadowReach: Float
  /// The middle of the light that runs along, in turns, and how strong it is.
  var lightTurn: Float
  var lightStrength: Float
  var colors: StrokeColors

  /// More laps than this are drawn as this many: beyond it a Float no longer resolves the head's place.
  static let mostLaps = 1000.0
  /// How much of the light the shadow takes at the head's edge.
  static let shadowDepth: Float = 0.62
  /// Half the length of the running light, in turns.
  static let lightReach: Float = 0.09
  /// The dot at zero is smaller than the end of an arc, which it grows into over the first percent.
  static let dotShare = 0.62

  init(band: RingGeometry.Band, fraction: Double?, light: Double?, colors: StrokeColors) {
    let known = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), Self.mostLaps) }
    let progress = known ?? 0
    fill = known == nil ? .empty : progress >= 1 ? .laps : .arc
    radius = Float(band.radius)
    half = Float(band.thickness / 2)
    self.progress = Float(progress)
    span = Float(max(progress, 1))
    let direction = Turns.direction(progress - progress.rounded(.down))
    head = SIMD2(Float(direction.x * band.radius), Float(direction.y * band.radius))
    heading = SIMD2(Float(-direction.y), Float(direction.x))
    let grown = Self.dotShare + (1 - Self.dotShare) * min(1, progress / 0.01)
    cap = Float(band.thickness / 2 * grown)
    shadowReach = Float(band.thickness * 0.95)
    let phase = light.flatMap { $0.isFinite && (0...1).contains($0) ? $0 : nil }
    lightTurn = Float(phase ?? 0)
    lightStrength = phase.map { Float(0.6 * 4 * $0 * (1 - $0)) } ?? 0
    self.colors = colors
  }

  var inner: Float { radius - half }
  var outer: Float { radius + half }
}
