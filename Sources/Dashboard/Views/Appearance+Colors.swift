import HealthModel
import Rings
import TerminalModel

/// The colours around the rings. Words keep the terminal's own colours but for the names of the rings.
extension Appearance {
  /// True where a part of a bar can be told from another by colour.
  var hasColors: Bool { colors == .truecolor || colors == .ansi256 || colors == .ansi16 }

  /// True where there are colours dark enough to lie under a bar.
  var hasTracks: Bool { glyphLevel != .ascii && (colors == .truecolor || colors == .ansi256) }

  func color(of ring: Ring, isPaused: Bool = false) -> CellColor {
    isPaused ? .rgb(palette.paused) : .rgb(rgb(of: ring))
  }

  /// What lies under the unlit part of a bar.
  func trackColor(of ring: Ring, isPaused: Bool = false) -> CellColor {
    .rgb((isPaused ? palette.paused : rgb(of: ring)).mixed(with: RGB(0, 0, 0), share: 0.76))
  }

  /// The part of a bar that has gone round once.
  func secondLapColor(of ring: Ring, isPaused: Bool = false) -> CellColor {
    .rgb((isPaused ? palette.paused : rgb(of: ring)).mixed(with: RGB(255, 255, 255), share: 0.55))
  }

  func name(of ring: Ring, isPaused: Bool = false) -> CellStyle {
    CellStyle(foreground: color(of: ring, isPaused: isPaused), attributes: .bold)
  }

  private func rgb(of ring: Ring) -> RGB {
    switch ring {
    case .move: palette.move
    case .exercise: palette.exercise
    case .stand: palette.stand
    }
  }
}

extension RGB {
  /// The other colour's share is from 0 to 1.
  func mixed(with other: RGB, share: Double) -> RGB {
    func mix(_ own: UInt8, _ theirs: UInt8) -> UInt8 {
      UInt8((Double(own) * (1 - share) + Double(theirs) * share).rounded())
    }
    return RGB(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }
}
