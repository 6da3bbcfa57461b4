import Graphics

/// Angles in turns: 0 is up, a quarter is right.
enum Turns {
  /// The angles of eight vectors, 0 ..< 1.
  ///
  /// Uses a minimax polynomial of the arc tangent on 0...1 with an error of at most 0.00001 radians: a thousandth of a
  /// pixel.
  @inline(__always)
  static func angles(x: SIMD8<Float>, y: SIMD8<Float>) -> SIMD8<Float> {
    let ax = x.magnitude
    let ay = y.magnitude
    let ratio = ax.atMost(ay) / ax.atLeast(ay).atLeast(1e-6)
    let s = ratio * ratio
    var p = SIMD8<Float>(repeating: -0.01172120)
    p = p * s + 0.05265332
    p = p * s - 0.11643287
    p = p * s + 0.19354346
    p = p * s - 0.33262347
    p = p * s + 0.99997726
    var turns = p * ratio * Float(0.5 / Double.pi)
    // The angle from the vertical axis, first in the octant, then in the quadrant, then in the full circle.
    turns.replace(with: 0.25 - turns, where: ax .> ay)
    turns.replace(with: 0.5 - turns, where: y .> 0)
    turns.replace(with: 1 - turns, where: x .< 0)
    turns.replace(with: 0, where: turns .>= 1)
    return turns
  }
}
