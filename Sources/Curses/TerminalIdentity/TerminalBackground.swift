package import TerminalModel

/// Determines whether the terminal's background is light.
package enum TerminalBackground {
  /// Uses the terminal's reply, otherwise `COLORFGBG`, which some terminals set to `foreground;background` as palette
  /// entries. Nil if neither is available.
  package static func isLight(reported: RGB?, environment: [String: String]) -> Bool? {
    if let reported {
      // Luma weights, in thousandths.
      let brightness = 299 * Int(reported.red) + 587 * Int(reported.green) + 114 * Int(reported.blue)
      return brightness > 127_500
    }
    guard let entry = environment["COLORFGBG"]?.split(separator: ";").last.flatMap({ UInt8($0) }), entry < 16 else {
      return nil
    }
    return entry == 7 || entry > 8
  }
}
