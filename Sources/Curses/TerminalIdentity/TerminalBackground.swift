package import TerminalModel

/// Whether the terminal's background is light, as far as can be told.
package enum TerminalBackground {
  /// From the terminal's answer, else from `COLORFGBG`, which some terminals set to `foreground;background` in numbers of
  /// the palette. Nil when neither tells.
  package static func isLight(answer: RGB?, environment: [String: String]) -> Bool? {
    if let answer {
      // Weights of the eye's brightness, in thousandths.
      let brightness = 299 * Int(answer.red) + 587 * Int(answer.green) + 114 * Int(answer.blue)
      return brightness > 127_500
    }
    guard let entry = environment["COLORFGBG"]?.split(separator: ";").last.flatMap({ UInt8($0) }), entry < 16 else {
      return nil
    }
    return entry == 7 || entry > 8
  }
}
