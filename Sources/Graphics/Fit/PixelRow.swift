/// The colours of eight adjacent pixels, 0...255 per channel.
package struct PixelRow: Sendable {
  package var red: SIMD8<Float>
  package var green: SIMD8<Float>
  package var blue: SIMD8<Float>

  package static let zero = PixelRow(SIMD3(repeating: 0))

  @inlinable @inline(__always)
  package init(red: SIMD8<Float>, green: SIMD8<Float>, blue: SIMD8<Float>) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  @inlinable @inline(__always)
  package init(_ color: SIMD3<Float>) {
    red = SIMD8(repeating: color.x)
    green = SIMD8(repeating: color.y)
    blue = SIMD8(repeating: color.z)
  }

  @inlinable @inline(__always)
  package mutating func mix(_ other: PixelRow, by share: SIMD8<Float>) {
    red += (other.red - red) * share
    green += (other.green - green) * share
    blue += (other.blue - blue) * share
  }

  @inlinable @inline(__always)
  package mutating func replace(with color: SIMD3<Float>, where mask: SIMDMask<SIMD8<Int32>>) {
    red.replace(with: color.x, where: mask)
    green.replace(with: color.y, where: mask)
    blue.replace(with: color.z, where: mask)
  }
}

/// The share of a pixel that lies inside an edge at this distance; negative distances are inside.
@inlinable @inline(__always)
package func coverage(_ distance: SIMD8<Float>) -> SIMD8<Float> {
  (0.5 - distance).atLeast(0).atMost(1)
}
