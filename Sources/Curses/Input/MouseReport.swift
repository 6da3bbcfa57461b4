import TerminalModel

/// A mouse report, as terminals send it.
struct MouseReport: Hashable, Sendable {
  /// Bits: 0 and 1 the button, 2 to 4 Shift, Alt and Control, 5 motion, 6 the wheel.
  let code: Int
  let isRelease: Bool
  /// Starts at 1.
  let column: Int
  let row: Int

  /// SGR encoding: `ESC [ < code ; column ; row M`, or `m` for a release.
  init?(_ sequence: ControlSequence) {
    guard sequence.numbers.count == 3, [UInt8(ascii: "M"), UInt8(ascii: "m")].contains(sequence.final) else {
      return nil
    }
    code = sequence.numbers[0]
    isRelease = sequence.final == UInt8(ascii: "m")
    column = sequence.numbers[1]
    row = sequence.numbers[2]
  }

  /// X10 encoding: `ESC [ M` and three characters, each 32 more than its value, from terminals without SGR encoding.
  init?(old values: [UInt32]) {
    guard values.count == 3, values.allSatisfy({ (32...0x10FFFF).contains($0) }) else { return nil }
    code = Int(values[0]) - 32
    isRelease = code & 0b110_0011 == 0b11
    column = Int(values[1]) - 32
    row = Int(values[2]) - 32
  }

  /// The event for the first button, the pointer and the wheel. Other buttons are ignored, because terminals use them
  /// to paste.
  var event: MouseEvent? {
    guard column >= 1, row >= 1, let action else { return nil }
    return MouseEvent(
      action: action, position: CellPoint(column: column - 1, row: row - 1),
      modifiers: Key.Modifiers(rawValue: UInt8(code >> 2 & 0b111)))
  }

  private var action: MouseEvent.Action? {
    let button = code & 0b11
    let isMotion = code & 0b10_0000 != 0
    switch code & ~0b11_1111 {
    case 0 where isMotion && !isRelease: return button == 0 ? .drag : button == 3 ? .move : nil
    case 0 where isMotion: return nil
    case 0 where isRelease: return .release
    case 0: return button == 0 ? .press : nil
    case 0b100_0000 where !isMotion && !isRelease && button < 2: return button == 0 ? .wheelUp : .wheelDown
    default: return nil
    }
  }
}
