#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension RGB {
  /// The minimum contrast of readable text by WCAG 2.
  package static let textContrast = 4.5

  /// The relative luminance by WCAG 2, from 0 to 1.
  package var relativeLuminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast ratio of two colours by WCAG 2, from 1 to 21.
  package func contrast(with other: RGB) -> Double {
    let (first, second) = (relativeLuminance, other.relativeLuminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// The colour, darkened or lightened as little as necessary to be readable on all of the backgrounds; if that is
  /// impossible, black or white, whichever has more contrast.
  package func readable(on backgrounds: [RGB], contrast: Double = textContrast) -> RGB {
    func worst(_ color: RGB) -> Double { backgrounds.map { $0.contrast(with: color) }.min() ?? .infinity }
    let (black, white) = (RGB(0, 0, 0), RGB(255, 255, 255))
    for step in 0...64 {
      for end in [black, white] {
        let color = mixed(with: end, share: Double(step) / 64)
        if worst(color) >= contrast { return color }
      }
    }
    return worst(black) >= worst(white) ? black : white
  }

  /// The linear interpolation to another colour, whose share is from 0 to 1.
  package func mixed(with other: RGB, share: Double) -> RGB {
    func mix(_ own: UInt8, _ theirs: UInt8) -> UInt8 {
      UInt8((Double(own) * (1 - share) + Double(theirs) * share).rounded())
    }
    return RGB(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }

  /// The colours that terminals commonly use for an entry of the palette: one colour from 16 on, and several for the
  /// first sixteen, which users and programs configure.
  package static func commonColors(ofPaletteEntry entry: UInt8) -> [RGB] {
    guard entry < 16 else { return [RGB(paletteEntry: entry)] }
    return [RGB(paletteEntry: entry), vgaColors[Int(entry)], tangoColors[Int(entry)]]
  }

  private static let vgaColors = [
    RGB(0, 0, 0), RGB(170, 0, 0), RGB(0, 170, 0), RGB(170, 85, 0), RGB(0, 0, 170), RGB(170, 0, 170), RGB(0, 170, 170),
    RGB(170, 170, 170), RGB(85, 85, 85), RGB(255, 85, 85), RGB(85, 255, 85), RGB(255, 255, 85), RGB(85, 85, 255),
    RGB(255, 85, 255), RGB(85, 255, 255), RGB(255, 255, 255),
  ]

  private static let tangoColors = [
    RGB(46, 52, 54), RGB(204, 0, 0), RGB(78, 154, 6), RGB(196, 160, 0), RGB(52, 101, 164), RGB(117, 80, 123),
    RGB(6, 152, 154), RGB(211, 215, 207), RGB(85, 87, 83), RGB(239, 41, 41), RGB(138, 226, 52), RGB(252, 233, 79),
    RGB(114, 159, 207), RGB(173, 127, 168), RGB(52, 226, 226), RGB(238, 238, 236),
  ]
}
