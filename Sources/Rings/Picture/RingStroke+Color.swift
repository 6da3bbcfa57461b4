import Graphics

extension RingStroke {
  /// The positions of eight covered points along the arc: 0 at its start, 1 after one turn and beyond.
  ///
  /// They do not depend on where the arc ends, so that a step of an animation changes only cells near the head.
  ///
  /// - Parameter tone: the angles to use instead of the points' own: a cell is coloured by a single angle.
  @inline(__always)
  func place(_ turns: SIMD8<Float>, tone: SIMD8<Float>) -> SIMD8<Float> {
    guard fill == .laps else { return tone.atMost(progress) }
    // Up to the head the last lap is on top, beyond it the previous one.
    var place = tone + laps
    place.replace(with: tone + (laps - 1), where: turns .> progress - laps)
    return place.atMost(1)
  }

  /// The appearance of a ring at eight points.
  struct Points {
    var colors: PixelRow
    /// The lit share of each.
    var lit: SIMD8<Float>
    /// The shadow step of each, 0 for none; `behind` and `onHead` where the arc is not below the head.
    var step: SIMD8<Float>

    static let onHead: Float = -1
    static let behind: Float = -2
  }

  /// The appearance of the ring at eight points, which are assumed to be in its band.
  ///
  /// - Parameter tone: the angle by which all points are coloured; nil to colour each by its own.
  func row(
    x: SIMD8<Float>, y: SIMD8<Float>, distance: SIMD8<Float>, turns: SIMD8<Float>, tone: Float?
  ) -> Points {
    var row = PixelRow(colors.track)
    var step = SIMD8<Float>(repeating: 0)
    if fill == .empty { return Points(colors: row, lit: step, step: step) }

    let headX = x - head.x
    let headY = y - head.y
    let fromHead = (headX * headX + headY * headY).squareRoot() - cap
    let isAhead = headX * heading.x + headY * heading.y .> 0

    var place = place(turns, tone: tone.map { SIMD8(repeating: $0) } ?? turns)
    var lit = SIMD8<Float>(repeating: 1)
    if fill == .arc {
      // The half of the first end before 12 o'clock has the start colour.
      place.replace(with: 0, where: turns .> (1 + progress) / 2)
      let startY = y + radius
      let fromStart = (x * x + startY * startY).squareRoot() - cap
      lit = coverage(fromStart).atLeast(coverage(fromHead))
      if progress > 0 { lit = lit.atLeast(coverage((turns - progress) * distance * Float(2 * Double.pi))) }
    }

    var arc = colors.gradient(place)
    if progress > 0 {
      let nearness = (1 - fromHead * fromHead * (1 / (shadowReach * shadowReach))).atLeast(0)
      step = (nearness * nearness * Float(shadowSteps)).rounded
      step.replace(with: 0, where: .!isAhead)
      arc.mix(PixelRow(colors.shadow), by: step * (shadowDepth / Float(shadowSteps)))
      step.replace(with: Points.behind, where: .!isAhead)
      step.replace(with: Points.onHead, where: isAhead .& (fromHead .< 0))
      var headShare = coverage(fromHead)
      headShare.replace(with: 0, where: .!isAhead)
      arc.mix(colors.gradient(SIMD8(repeating: min(progress, 1))), by: headShare)
    }
    if lightStrength > 0 {
      var offset = turns - lightTurn
      offset.replace(with: offset - 1, where: offset .> 0.5)
      offset.replace(with: offset + 1, where: offset .< -0.5)
      let nearness = (1 - offset * offset * (1 / (Self.lightReach * Self.lightReach))).atLeast(0)
      arc.mix(PixelRow(SIMD3(repeating: 255)), by: nearness * nearness * lightStrength)
    }
    row.mix(arc, by: lit)
    return Points(colors: row, lit: lit, step: step)
  }

  /// The colour that the arc has, or would have, at a point.
  func arcColor(at point: SIMD2<Float>) -> SIMD3<Float> {
    let turns = Turns.angles(x: SIMD8(repeating: point.x), y: SIMD8(repeating: point.y))
    return colors.color(at: place(turns, tone: turns)[0])
  }

  /// The single angle by which a cell is coloured, to minimize its colours; nil if the directions of its points differ
  /// too much: around the centre and on either side of the start.
  func tone(of cell: CellBounds) -> Float? {
    let spansBeginning = cell.middle.y < 0 && cell.origin.x < -0.01 && cell.origin.x + cell.size.x > 0.01
    guard !spansBeginning, inner >= 2 * cell.reach else { return nil }
    return Turns.angles(x: SIMD8(repeating: cell.middle.x), y: SIMD8(repeating: cell.middle.y))[0]
  }

  /// The only colour of the arc in a cell; nil if it has several: a head above the previous lap, a shadow, a light.
  func onlyArcColor(in cell: CellBounds, tone: Float?) -> SIMD3<Float>? {
    guard let tone, lightStrength == 0 else { return nil }
    let isNearHead = (cell.middle - head).length < cell.reach + half + shadowReach
    let isNearStart = (cell.middle - SIMD2(0, -radius)).length < cell.reach + half
    guard !isNearHead || fill == .arc && !isNearStart else { return nil }
    if fill == .arc, isNearStart, tone > (1 + progress) / 2 { return colors.color(at: 0) }
    let angle = SIMD8(repeating: tone)
    return colors.color(at: place(angle, tone: angle)[0])
  }

  /// The colour of the arc in a cell at a shadow step, including `Points.onHead` and `Points.behind`.
  func arcColor(step: Float, tone: Float) -> SIMD3<Float> {
    switch step {
    case Points.onHead: return colors.color(at: min(progress, 1))
    case Points.behind: return colors.color(at: fill == .laps ? 1 : min(tone, progress))
    default:
      let isBeforeStart = fill == .arc && tone > (1 + progress) / 2
      let below = colors.color(at: isBeforeStart ? 0 : min(1, fill == .laps ? tone + laps - 1 : tone))
      return below + (colors.shadow - below) * (step * shadowDepth / Float(shadowSteps))
    }
  }
}
