package import TerminalModel

/// The palette of 256 colours that terminals share: 16 of the user's, a cube of 6 by 6 by 6, and 24 greys.
package enum XtermPalette {
  /// The steps of a channel in the cube.
  private static let steps: [UInt8] = [0, 95, 135, 175, 215, 255]

  /// What the first 16 look like where the user has not changed them; xterm's values.
  private static let userColors = [
    RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
    RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
    RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
    RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
  ]

  /// The colour of an entry; of the first 16 what they are unless the user has changed them.
  package static func color(of entry: UInt8) -> RGB {
    switch entry {
    case ..<16: return userColors[Int(entry)]
    case ..<232:
      let index = Int(entry) - 16
      return RGB(steps[index / 36], steps[index / 6 % 6], steps[index % 6])
    default:
      let grey = 8 + 10 * (entry - 232)
      return RGB(grey, grey, grey)
    }
  }

  /// The nearest of entries 16...255, whose colours no user changes.
  ///
  /// - Complexity: O(1): the nearest of the cube is nearest in each channel, and only one grey comes into question.
  package static func nearestFixedEntry(to color: RGB) -> UInt8 {
    let (red, green, blue) = (nearestStep(color.red), nearestStep(color.green), nearestStep(color.blue))
    let inCube = UInt8(16 + 36 * red + 6 * green + blue)
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let inGreys = UInt8(232 + min(23, max(0, (mean - 3) / 10)))
    return squaredDistance(color, Self.color(of: inGreys)) < squaredDistance(color, Self.color(of: inCube))
      ? inGreys : inCube
  }

  /// The nearest of entries 0...15 by hue where the colour has one: a dark red is red, not black or grey.
  package static func nearestUserEntry(to color: RGB) -> UInt8 {
    let channels = [color.red, color.green, color.blue]
    let strongest = Int(channels.max() ?? 0)
    let weakest = Int(channels.min() ?? 0)
    guard strongest - weakest > strongest / 4, strongest > 40 else {
      return [0, 8, 7, 15].min { first, second in
        squaredDistance(color, userColors[first]) < squaredDistance(color, userColors[second])
      }.map(UInt8.init) ?? 0
    }
    // A channel is on when it is nearer to the strongest than to the weakest.
    let threshold = (strongest + weakest) / 2
    let hue =
      (Int(color.red) > threshold ? 1 : 0) | (Int(color.green) > threshold ? 2 : 0)
      | (Int(color.blue) > threshold ? 4 : 0)
    return UInt8(strongest > 215 ? hue + 8 : hue)
  }

  private static func nearestStep(_ channel: UInt8) -> Int {
    switch channel {
    case ..<48: 0
    case ..<115: 1
    default: min(5, (Int(channel) - 35) / 40)
    }
  }

  private static func squaredDistance(_ first: RGB, _ second: RGB) -> Int {
    let red = Int(first.red) - Int(second.red)
    let green = Int(first.green) - Int(second.green)
    let blue = Int(first.blue) - Int(second.blue)
    return red * red + green * green + blue * blue
  }
}
