/// The colours of eight pixels beside each other.
struct PixelRow {
  var red: SIMD8<Float>
  var green: SIMD8<Float>
  var blue: SIMD8<Float>

  init(_ color: SIMD3<Float>) {
    red = SIMD8(repeating: color.x)
    green = SIMD8(repeating: color.y)
    blue = SIMD8(repeating: color.z)
  }

  static let black = PixelRow(SIMD3(repeating: 0))

  @inline(__always)
  mutating func add(_ other: PixelRow, times weight: SIMD8<Float>) {
    red += other.red * weight
    green += other.green * weight
    blue += other.blue * weight
  }

  @inline(__always)
  mutating func mix(_ other: PixelRow, by share: SIMD8<Float>) {
    red += (other.red - red) * share
    green += (other.green - green) * share
    blue += (other.blue - blue) * share
  }
}

extension RingStroke {
  /// The colour along the arc, 0 at its beginning and 1 at its end.
  @inline(__always)
  func gradient(_ place: SIMD8<Float>) -> PixelRow {
    guard let start = colors.stops.first, let end = colors.stops.last else { return .black }
    if colors.isStepped {
      var row = PixelRow(start)
      for step in 1..<max(1, colors.stops.count) {
        let isReached = place .>= Float(step) / Float(colors.stops.count)
        row.red.replace(with: colors.stops[step].x, where: isReached)
        row.green.replace(with: colors.stops[step].y, where: isReached)
        row.blue.replace(with: colors.stops[step].z, where: isReached)
      }
      return row
    }
    return PixelRow(
      red: start.x + place * (end.x - start.x),
      green: start.y + place * (end.y - start.y),
      blue: start.z + place * (end.z - start.z))
  }

  /// What the ring shows at eight points, and how much of each it is lit, taking them to lie in its band.
  func colors(x: SIMD8<Float>, y: SIMD8<Float>, distance: SIMD8<Float>, turns: SIMD8<Float>) -> (PixelRow, SIMD8<Float>)
  {
    let zero = SIMD8<Float>(repeating: 0)
    let one = SIMD8<Float>(repeating: 1)
    var row = PixelRow(colors.track)
    if fill == .empty { return (row, zero) }

    let headX = x - head.x
    let headY = y - head.y
    let fromHead = (headX * headX + headY * headY).squareRoot()
    let isAhead = headX * heading.x + headY * heading.y .> 0

    var place: SIMD8<Float>
    var lit: SIMD8<Float>
    if fill == .laps {
      // The lap that is on top: the last one up to the head, the one before it beyond.
      let whole = progress.rounded(.down)
      place = turns + whole
      place.replace(with: turns + (whole - 1), where: turns .> progress - whole)
      place /= span
      lit = one
    } else {
      place = turns
      let startY = y + radius
      let fromStart = (x * x + startY * startY).squareRoot()
      // The half of the first end that lies before 12 o'clock has the colour of the beginning.
      place.replace(with: 0, where: turns .> (1 + progress) / 2)
      place.replace(with: place.atMost(progress), where: turns .<= (1 + progress) / 2)
      let sector = progress > 0 ? coverage((turns - progress) * distance * Float(2 * Double.pi)) : zero
      let ends = coverage(fromStart - cap).atLeast(coverage(fromHead - cap))
      lit = sector.atLeast(ends)
    }

    var arc = gradient(place)
    let outside = fromHead - cap
    if progress > 0 {
      let nearness = (1 - outside * outside * (1 / (shadowReach * shadowReach))).atLeast(zero)
      var shadow = nearness * nearness * Self.shadowDepth
      shadow.replace(with: 0, where: .!isAhead)
      arc.mix(PixelRow(colors.shadow), by: shadow)
      var isHead = coverage(outside)
      isHead.replace(with: 0, where: .!isAhead)
      arc.mix(gradient(SIMD8(repeating: fill == .laps ? 1 : progress)), by: isHead)
    }
    if lightStrength > 0 {
      var offset = turns - lightTurn
      offset.replace(with: offset - 1, where: offset .> 0.5)
      offset.replace(with: offset + 1, where: offset .< -0.5)
      let nearness = (1 - offset * offset / (Self.lightReach * Self.lightReach)).atLeast(zero)
      arc.mix(PixelRow(SIMD3(repeating: 255)), by: nearness * nearness * lightStrength)
    }
    row.mix(arc, by: lit)
    return (row, lit)
  }
}

extension PixelRow {
  init(red: SIMD8<Float>, green: SIMD8<Float>, blue: SIMD8<Float>) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// How much of a pixel lies inside an edge that is this far away; negative is inside.
@inline(__always)
func coverage(_ distance: SIMD8<Float>) -> SIMD8<Float> {
  (0.5 - distance).atLeast(0).atMost(1)
}
