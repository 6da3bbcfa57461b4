/// Operations on eight numbers at once.
///
/// The standard library's `pointwiseMin`, `pointwiseMax` and `clamped` process the lanes one by one because of their
/// order for NaN, and would take most of the time of a frame; pictures contain no NaN.
extension SIMD8<Float> {
  @inlinable @inline(__always)
  package func atLeast(_ bound: SIMD8<Float>) -> SIMD8<Float> { replacing(with: bound, where: self .< bound) }

  @inlinable @inline(__always)
  package func atLeast(_ bound: Float) -> SIMD8<Float> { atLeast(SIMD8(repeating: bound)) }

  @inlinable @inline(__always)
  package func atMost(_ bound: SIMD8<Float>) -> SIMD8<Float> { replacing(with: bound, where: self .> bound) }

  @inlinable @inline(__always)
  package func atMost(_ bound: Float) -> SIMD8<Float> { atMost(SIMD8(repeating: bound)) }

  /// The nearest integers, for magnitudes up to a few millions: adding a large constant leaves no bits for the
  /// fraction.
  @inlinable @inline(__always)
  package var rounded: SIMD8<Float> { (self + 12_582_912) - 12_582_912 }

  @inlinable @inline(__always)
  package var magnitude: SIMD8<Float> { replacing(with: -self, where: self .< 0) }

  /// The largest of the numbers.
  @inlinable @inline(__always)
  package var largest: Float {
    let four = lowHalf.replacing(with: highHalf, where: lowHalf .< highHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.lowHalf .< four.highHalf)
    return two.x < two.y ? two.y : two.x
  }
}
