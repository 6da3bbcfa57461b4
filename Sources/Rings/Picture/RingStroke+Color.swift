extension RingStroke {
  /// Where along the arc eight points lie that it covers: 0 at its beginning, 1 after a turn and ever after.
  ///
  /// It does not depend on where the arc ends, so that a step of an animation changes no cell but those near the head.
  @inline(__always)
  func place(_ turns: SIMD8<Float>) -> SIMD8<Float> {
    guard fill == .laps else { return turns.atMost(progress) }
    // The lap that is on top is the last one up to the head, the one before it beyond.
    var place = turns + laps
    place.replace(with: turns + (laps - 1), where: turns .> progress - laps)
    return place.atMost(1)
  }

  /// What the ring shows at eight points, and how much of each it is lit, taking them to lie in its band.
  func row(x: SIMD8<Float>, y: SIMD8<Float>, distance: SIMD8<Float>, turns: SIMD8<Float>) -> (PixelRow, SIMD8<Float>) {
    let zero = SIMD8<Float>(repeating: 0)
    var row = PixelRow(colors.track)
    if fill == .empty { return (row, zero) }

    let headX = x - head.x
    let headY = y - head.y
    let fromHead = (headX * headX + headY * headY).squareRoot() - cap
    let isAhead = headX * heading.x + headY * heading.y .> 0

    var place = place(turns)
    var lit = SIMD8<Float>(repeating: 1)
    if fill == .arc {
      // The half of the first end that lies before 12 o'clock has the colour of the beginning.
      place.replace(with: 0, where: turns .> (1 + progress) / 2)
      let startY = y + radius
      let fromStart = (x * x + startY * startY).squareRoot() - cap
      lit = coverage(fromStart).atLeast(coverage(fromHead))
      if progress > 0 { lit = lit.atLeast(coverage((turns - progress) * distance * Float(2 * Double.pi))) }
    }

    var arc = colors.gradient(place)
    if progress > 0 {
      let nearness = (1 - fromHead * fromHead * (1 / (shadowReach * shadowReach))).atLeast(0)
      var shadow = nearness * nearness * Self.shadowDepth
      shadow.replace(with: 0, where: .!isAhead)
      arc.mix(PixelRow(colors.shadow), by: shadow)
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
    return (row, lit)
  }

  /// The colour that the arc has or would have at a point.
  func arcColor(at point: SIMD2<Float>) -> SIMD3<Float> {
    let turns = Turns.angles(x: SIMD8(repeating: point.x), y: SIMD8(repeating: point.y))
    let row = colors.gradient(place(turns))
    return SIMD3(row.red[0], row.green[0], row.blue[0])
  }
}
