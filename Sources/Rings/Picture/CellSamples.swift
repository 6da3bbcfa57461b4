/// One cell of the picture, 8 pixels wide and 16 high.
struct CellSamples {
  static let rows = 16
  static let count: Float = 128

  /// 0...255, row by row. What no ring covers has the assumed background's colour.
  var red = [SIMD8<Float>](repeating: SIMD8(repeating: 0), count: rows)
  var green = [SIMD8<Float>](repeating: SIMD8(repeating: 0), count: rows)
  var blue = [SIMD8<Float>](repeating: SIMD8(repeating: 0), count: rows)
  /// How much of each pixel no ring covers.
  var outside = [SIMD8<Float>](repeating: SIMD8(repeating: 0), count: rows)
  /// How much of each pixel is an arc.
  var lit = [SIMD8<Float>](repeating: SIMD8(repeating: 0), count: rows)
}
