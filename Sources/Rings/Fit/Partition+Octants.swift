extension Partition {
  /// Two columns of four rows.
  ///
  /// Unicode lists the patterns in order from U+1CD00, without those that it encodes elsewhere. Those are omitted here
  /// as well: blocks cover them already, or few fonts have them. Their reverses have no counterpart.
  static let octants: [Partition] = (UInt32(1)...127).compactMap { pattern in
    let rest = 255 - pattern
    let (symbol, reverse) = (octant(pattern), octant(rest))
    if symbol == nil, reverse == nil { return nil }
    return symbol == nil
      ? Partition(SymbolMask(pattern: rest, columns: 2, rows: 4), symbol: reverse, reverse: nil)
      : Partition(SymbolMask(pattern: pattern, columns: 2, rows: 4), symbol: symbol, reverse: reverse)
  }

  private static func octant(_ pattern: UInt32) -> Unicode.Scalar? {
    if elsewhere.contains(pattern) { return nil }
    let skipped = UInt32(elsewhere.count { $0 < pattern })
    return Unicode.Scalar(0x1CD00 + pattern - skipped)
  }

  /// Patterns that are quadrants, quarters or eighths; bit n is part n, row by row.
  private static let elsewhere: [UInt32] = [
    0, 1, 2, 3, 5, 10, 15, 20, 40, 63, 64, 80, 85, 90, 95, 128, 160, 165, 170, 175, 192, 240, 245, 250, 252, 255,
  ]
}
