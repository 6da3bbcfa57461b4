import TerminalModel

/// Keys that the terminal's description does not contain: plain characters, and cursor and function keys in the
/// encodings of other terminals and modes.
///
/// ringtop does not enable kitty's keyboard protocol or xterm's modifyOtherKeys, which send plain keys as sequences.
/// But a program that crashed may have left them enabled, and then even the quit key would not be recognized.
enum KeySequences {
  /// The key of a single character; nil if it is not a key.
  static func key(scalar: UInt32) -> Key? {
    switch scalar {
    case 0: .control("@")
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x1B: .escape
    case 0x01...0x1A: Unicode.Scalar(scalar + 0x60).map(Key.control)
    case 0x1C...0x1F: Unicode.Scalar(scalar + 0x40).map(Key.control)
    case 0x80...0x9F: nil
    default: Unicode.Scalar(scalar).map(Key.character)
    }
  }

  /// `ESC O` and a character: cursor keys in application mode, and the number pad.
  static func key(singleShift scalar: UInt32) -> Key? {
    switch scalar {
    case 0x50...0x53: .function(Int(scalar) - 0x4F)
    case 0x4D: .enter
    case 0x58: .character("=")
    case 0x6A...0x79: Unicode.Scalar(scalar - 0x40).map(Key.character)
    default: UInt8(exactly: scalar).flatMap(cursorKey)
    }
  }

  /// `ESC [`, numbers and a final byte.
  static func key(_ sequence: ControlSequence) -> Key? {
    guard sequence.marker == nil, sequence.intermediates.isEmpty, !isRelease(sequence),
      let modifiers = sequence.modifiers
    else { return nil }
    switch sequence.final {
    case UInt8(ascii: "u"): return key(code: sequence.numbers.first ?? 0, modifiers: modifiers)
    // xterm's modifyOtherKeys format: 27, the modifiers, the character.
    case UInt8(ascii: "~") where sequence.numbers.count == 3 && sequence.numbers[0] == 27:
      return key(code: sequence.numbers[2], modifiers: modifiers)
    case UInt8(ascii: "~"): return sequence.numbers.first.flatMap(numberedKey)?.with(modifiers)
    case UInt8(ascii: "Z"): return .backTab.with(modifiers)
    // With R, the third would also be a cursor position report.
    case UInt8(ascii: "P"), UInt8(ascii: "Q"), UInt8(ascii: "S"):
      return .function(Int(sequence.final) - 0x4F).with(modifiers)
    default: return cursorKey(sequence.final)?.with(modifiers)
    }
  }

  /// A character with modifiers.
  private static func key(code: Int, modifiers: Key.Modifiers) -> Key? {
    let beyondShift = modifiers.subtracting(.shift)
    switch code {
    case 8, 9, 13, 27, 127: return key(scalar: UInt32(code))?.with(modifiers)
    case 0x61...0x7A where modifiers == .shift || modifiers == [.shift, .alt]:
      return key(scalar: UInt32(code) - 0x20)?.with(beyondShift)
    // A letter with Control has no case, as when Control sends a control character.
    case 0x41...0x5A where modifiers.contains(.control): return key(scalar: UInt32(code) + 0x20)?.with(beyondShift)
    // kitty uses the private use area for keys without a character.
    case 0x20...0xDFFF, 0xF900...0x10FFFF: return key(scalar: UInt32(code))?.with(beyondShift)
    default: return nil
    }
  }

  /// Whether the key was released, as kitty's protocol can report; the press was reported before.
  private static func isRelease(_ sequence: ControlSequence) -> Bool {
    sequence.details.count > 1 && sequence.details[1] == 3
  }

  private static func cursorKey(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    default: nil
    }
  }

  private static func numberedKey(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 4, 8: .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}

extension ControlSequence {
  /// Bits: 0 Shift, 1 Alt, 2 Control; sent plus one, as the second number. Nil with a modifier that is not supported,
  /// such as Super, which desktops use themselves. The locks, bits 6 and 7, are ignored.
  fileprivate var modifiers: Key.Modifiers? {
    let bits = numbers.count > 1 ? max(0, numbers[1] - 1) & ~0b1100_0000 : 0
    return bits < 8 ? Key.Modifiers(rawValue: UInt8(bits)) : nil
  }
}
