/// What is needed of eight numbers at once.
///
/// The standard library's `pointwiseMin`, `pointwiseMax` and `clamped` take the lanes one by one, as they order NaN, and cost
/// most of a frame; there is no NaN in a picture.
extension SIMD8<Float> {
  @inline(__always)
  func atLeast(_ bound: SIMD8<Float>) -> SIMD8<Float> { replacing(with: bound, where: self .< bound) }

  @inline(__always)
  func atLeast(_ bound: Float) -> SIMD8<Float> { atLeast(SIMD8(repeating: bound)) }

  @inline(__always)
  func atMost(_ bound: SIMD8<Float>) -> SIMD8<Float> { replacing(with: bound, where: self .> bound) }

  @inline(__always)
  func atMost(_ bound: Float) -> SIMD8<Float> { atMost(SIMD8(repeating: bound)) }

  /// The nearest whole numbers, for magnitudes up to some millions: adding what leaves no room for fractions drops them.
  @inline(__always)
  var rounded: SIMD8<Float> { (self + 12_582_912) - 12_582_912 }

  @inline(__always)
  var magnitude: SIMD8<Float> { replacing(with: -self, where: self .< 0) }
}
