extension RGB {
  /// The standard colour of an entry of the 256-colour palette.
  ///
  /// Entries 16...255 are defined by xterm, as a cube of six levels and 24 greys; 0...15 are configurable and returned
  /// as xterm's defaults.
  package init(paletteEntry entry: UInt8) {
    switch entry {
    case 0..<16:
      self = Self.xtermColors[Int(entry)]
    case 16..<232:
      let index = Int(entry) - 16
      self.init(Self.cubeLevels[index / 36], Self.cubeLevels[index / 6 % 6], Self.cubeLevels[index % 6])
    default:
      let grey = 8 + 10 * (entry - 232)
      self.init(grey, grey, grey)
    }
  }

  /// The nearest of the entries 16...255; the configurable entries are never chosen.
  package var nearestPaletteEntry: UInt8 {
    let cube = [red, green, blue].map(Self.nearestCubeLevel)
    let cubeEntry = UInt8(16 + 36 * cube[0] + 6 * cube[1] + cube[2])
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let greyEntry = UInt8(232 + min(23, max(0, (mean - 3) / 10)))
    return squaredDistance(to: RGB(paletteEntry: greyEntry)) < squaredDistance(to: RGB(paletteEntry: cubeEntry))
      ? greyEntry : cubeEntry
  }

  /// The nearest of the entries 0...15, by xterm's default colours.
  package var nearestBasicEntry: UInt8 {
    var best = 0
    for entry in 1..<16 where squaredDistance(to: Self.xtermColors[entry]) < squaredDistance(to: Self.xtermColors[best])
    {
      best = entry
    }
    return UInt8(best)
  }

  /// The sum of the squared differences of the channels.
  package func squaredDistance(to other: RGB) -> Int {
    let red = Int(red) - Int(other.red)
    let green = Int(green) - Int(other.green)
    let blue = Int(blue) - Int(other.blue)
    return red * red + green * green + blue * blue
  }

  private static let cubeLevels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static func nearestCubeLevel(_ channel: UInt8) -> Int {
    switch channel {
    case 0..<48: 0
    case 48..<115: 1
    default: (Int(channel) - 35) / 40
    }
  }

  private static let xtermColors = [
    RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0), RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205),
    RGB(229, 229, 229), RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0), RGB(92, 92, 255),
    RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
  ]
}
