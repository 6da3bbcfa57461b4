package import TerminalModel

extension SIMD3<Float> {
  /// The channels of a colour, 0...255.
  package init(_ color: RGB) {
    self.init(Float(color.red), Float(color.green), Float(color.blue))
  }

  /// The colour with its channels rounded and clamped.
  package var rgb: RGB {
    RGB(Self.channel(x), Self.channel(y), Self.channel(z))
  }

  package func dot(_ other: SIMD3<Float>) -> Float { x * other.x + y * other.y + z * other.z }

  private static func channel(_ value: Float) -> UInt8 {
    value >= 255 ? 255 : value > 0 ? UInt8(value + 0.5) : 0
  }
}

extension SIMD2<Float> {
  package var length: Float { (x * x + y * y).squareRoot() }
}
