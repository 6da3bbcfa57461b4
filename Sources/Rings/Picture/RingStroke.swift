import Graphics

/// One ring of a picture, with all values precomputed that are the same for every pixel.
///
/// Lengths are in pixels, positions relative to the centre of the rings.
struct RingStroke {
  /// What the ring shows besides its track.
  enum Fill {
    /// Nothing: no data or no goal.
    case empty
    /// An arc of less than one turn; at zero only a dot.
    case arc
    /// A full turn or more.
    case laps
  }

  let fill: Fill
  let radius: Float
  /// Half the thickness.
  let half: Float
  /// The fraction, 0 or more.
  let progress: Float
  /// The number of full turns.
  let laps: Float
  /// The centre of the head, and its direction of motion.
  let head: SIMD2<Float>
  let heading: SIMD2<Float>
  /// The radius of the round ends.
  let cap: Float
  /// How far the shadow extends ahead of the head.
  let shadowReach: Float
  /// The fraction of the light that the shadow removes at the head's edge.
  let shadowDepth: Float
  /// The number of steps in which the shadow fades. Each step has an edge that symbols can draw and a colour that cells
  /// share; a smooth shadow would appear as unrelated cells.
  let shadowSteps: Int
  /// The centre of the running light, in turns, and its strength.
  let lightTurn: Float
  let lightStrength: Float
  let colors: StrokeColors

  /// The maximum number of laps that are drawn: beyond it a Float cannot resolve the position of the head.
  static let mostLaps = 1000.0
  /// The maximum number of shadow steps.
  static let mostShadowSteps = 7
  /// The length of the shadow, in thicknesses.
  static let shadowShare = 0.95
  /// Half the length of the running light, in turns.
  static let lightReach: Float = 0.09
  /// The size of the dot at zero relative to the end of an arc, which it grows into over the first percent.
  static let dotShare = 0.62

  init(band: RingGeometry.Band, fraction: Double?, light: Double?, colors: StrokeColors) {
    let known = Self.drawn(fraction)
    let progress = known ?? 0
    fill = known == nil ? .empty : progress >= 1 ? .laps : .arc
    radius = Float(band.radius)
    half = Float(band.thickness / 2)
    self.progress = Float(progress)
    laps = Float(progress.rounded(.down))
    let direction = Point(turns: progress - progress.rounded(.down))
    head = SIMD2(Float(direction.x * band.radius), Float(direction.y * band.radius))
    heading = SIMD2(Float(-direction.y), Float(direction.x))
    cap = Float(band.thickness / 2 * Self.capShare(progress))
    shadowReach = Float(band.thickness * Self.shadowShare)
    shadowDepth = Float(band.shadowDepth)
    shadowSteps = min(Self.mostShadowSteps, max(1, Int(band.thickness / 5) - 1))
    let phase = light.flatMap { $0.isFinite && (0...1).contains($0) ? $0 : nil }
    lightTurn = Float(phase ?? 0)
    lightStrength = phase.map { Float(0.6 * 4 * $0 * (1 - $0)) } ?? 0
    self.colors = colors
  }

  /// The fraction to draw: nil for NaN, otherwise clamped to 0...`mostLaps`.
  static func drawn(_ fraction: Double?) -> Double? {
    fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), mostLaps) }
  }

  /// The round ends' share of the thickness.
  static func capShare(_ progress: Double) -> Double {
    dotShare + (1 - dotShare) * min(1, progress / 0.01)
  }

  /// Whether the arc has just begun.
  var isBeginning: Bool { progress < 0.02 }

  var inner: Float { radius - half }
  var outer: Float { radius + half }
}

extension RingStroke {
  /// The part of a ring that a cell shows.
  enum Phase {
    case track, arc
    /// An end, a shadow or a light: every pixel must be computed.
    case mixed
  }

  /// - Complexity: O(1).
  func phase(in cell: CellBounds) -> Phase {
    if fill == .empty { return .track }
    if lightStrength > 0 { return .mixed }
    // A cell that contains the hole of the ring may show the ring on opposite sides.
    if inner < 2 * cell.reach { return .mixed }
    // Between the round ends, and outside the shadow, a band is either all track or all arc.
    if (cell.middle - head).length < cell.reach + half + shadowReach { return .mixed }
    if (cell.middle - SIMD2(0, -radius)).length < cell.reach + half { return .mixed }
    if fill == .laps { return .arc }
    let turns = Turns.angles(x: SIMD8(repeating: cell.middle.x), y: SIMD8(repeating: cell.middle.y))[0]
    return turns <= progress && progress > 0 ? .arc : .track
  }
}
