import HealthModel
import Rings
import TerminalModel

/// The colours around the rings. Words keep the terminal's own colours but for the names of the rings.
extension Appearance {
  /// True where there are colours dark enough, or light enough, to lie under a bar.
  var hasTracks: Bool { glyphLevel != .ascii && (colors == .truecolor || colors == .ansi256) }

  func color(of ring: HealthModel.Ring, isPaused: Bool = false) -> CellColor {
    let ring = ringColors(of: ring, isPaused: isPaused)
    return leveled(ring.end.mixed(with: ring.start, share: 0.5), ring.arcEntries.first, ring.basicArc)
  }

  /// What lies under the unlit part of a bar.
  func trackColor(of ring: HealthModel.Ring, isPaused: Bool = false) -> CellColor {
    let ring = ringColors(of: ring, isPaused: isPaused)
    return leveled(ring.track, ring.trackEntry, ring.basicTrack)
  }

  /// The part of a bar that has gone round once: further away from the background than the first lap.
  func secondLapColor(of ring: HealthModel.Ring, isPaused: Bool = false) -> CellColor {
    let ring = ringColors(of: ring, isPaused: isPaused)
    let away: RGB = palette.background.isDark ? RGB(255, 255, 255) : RGB(0, 0, 0)
    return leveled(ring.end.mixed(with: away, share: 0.5), ring.arcEntries.last, ring.basicArc)
  }

  func name(of ring: HealthModel.Ring, isPaused: Bool = false) -> CellStyle {
    let color = color(of: ring, isPaused: isPaused)
    // A bar may be as pale as it likes, text must be read.
    if case .rgb(let rgb) = color {
      return CellStyle(foreground: .rgb(rgb.readable(on: palette.background)), attributes: .bold)
    }
    return CellStyle(foreground: color, attributes: .bold)
  }

  /// A style of text in the theme's colours: faint, strong and plain text say by their attributes what they are for.
  func themed(_ style: CellStyle) -> CellStyle {
    guard style.foreground == .terminalDefault, style.background == .terminalDefault else { return style }
    var style = style
    let isSelected = style.attributes.contains(.reverse)
    if isSelected, let selected = theme.selected, colors == .truecolor || colors == .ansi256 {
      style.attributes.remove(.reverse)
      style.background = CellColor.rgb(selected).reduced(to: colors)
      style.foreground = CellColor.rgb((theme.title ?? RGB(255, 255, 255)).readable(on: selected)).reduced(to: colors)
      return style
    }
    guard !isSelected else { return style }
    let role =
      style.attributes.contains(.dim) ? theme.muted : style.attributes.contains(.bold) ? theme.title : theme.text
    guard let role, colors == .truecolor || colors == .ansi256 else { return style }
    style.attributes.remove(.dim)
    style.foreground = CellColor.rgb(role.readable(on: palette.background)).reduced(to: colors)
    return style
  }

  /// The lines of boxes.
  var border: CellStyle {
    guard let color = theme.border, colors == .truecolor || colors == .ansi256 else { return .faint }
    return CellStyle(foreground: CellColor.rgb(color).reduced(to: colors))
  }

  private func leveled(_ rgb: RGB, _ entry: UInt8?, _ basic: UInt8) -> CellColor {
    switch colors {
    case .truecolor: .rgb(rgb)
    case .ansi256: entry.map { .palette($0) } ?? .rgb(rgb)
    case .ansi16: .palette(basic)
    case .mono, .none: .terminalDefault
    }
  }

  private func ringColors(of ring: HealthModel.Ring, isPaused: Bool) -> RingColors {
    if isPaused { return palette.paused }
    return switch ring {
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

  var isDark: Bool { Int(red) + Int(green) + Int(blue) < 384 }
}
