extension Partition {
  /// Quadrants, halves and eighths, which every terminal draws.
  ///
  /// Lower blocks come first, because fonts draw them best and the first of equals is chosen.
  static let blocks: [Partition] = lowerEighths + leftEighths + quadrants

  private static let lowerEighths = (1...7).compactMap { eighths -> Partition? in
    guard let symbol = Unicode.Scalar(0x2580 + UInt32(eighths)) else { return nil }
    let mask = SymbolMask { _, y in y >= 1 - Double(eighths) / 8 }
    return Partition(mask, symbol: symbol, reverse: eighths == 4 ? "▀" : eighths == 7 ? "▔" : nil)
  }

  private static let leftEighths = (1...7).compactMap { eighths -> Partition? in
    guard let symbol = Unicode.Scalar(0x2590 - UInt32(eighths)) else { return nil }
    let mask = SymbolMask { x, _ in x < Double(eighths) / 8 }
    return Partition(mask, symbol: symbol, reverse: eighths == 4 ? "▐" : eighths == 7 ? "▕" : nil)
  }

  /// Bits: upper left, upper right, lower left, lower right.
  private static let quadrants = [
    (pattern: 0b0001, symbol: "▘" as Unicode.Scalar, reverse: "▟" as Unicode.Scalar),
    (0b0010, "▝", "▙"), (0b0100, "▖", "▜"), (0b1000, "▗", "▛"), (0b1001, "▚", "▞"),
  ].map { pattern, symbol, reverse in
    Partition(SymbolMask(pattern: UInt32(pattern), columns: 2, rows: 2), symbol: symbol, reverse: reverse)
  }
}

extension Partition {
  /// Sextants and wedges from the block Symbols for Legacy Computing.
  static let legacy: [Partition] = sextants + wedges + quarters

  /// The blocks, with upper and right eighths as reverses of the lower and left ones.
  static let reversibleBlocks: [Partition] = blocks.map { block in
    guard block.reverse == nil, let symbol = block.symbol, let reverse = reverseEighths[symbol] else { return block }
    return Partition(block.mask, symbol: symbol, reverse: reverse)
  }

  private static let reverseEighths: [Unicode.Scalar: Unicode.Scalar] = [
    "▁": "\u{1FB86}", "▂": "\u{1FB85}", "▃": "\u{1FB84}", "▅": "\u{1FB83}", "▆": "\u{1FB82}",
    "▏": "\u{1FB8B}", "▎": "\u{1FB8A}", "▍": "\u{1FB89}", "▋": "\u{1FB88}", "▊": "\u{1FB87}",
  ]

  /// Two columns of three rows. Unicode lists the patterns in order, without the two halves, which are encoded
  /// elsewhere.
  private static let sextants: [Partition] = (UInt32(1)...31).compactMap { pattern in
    guard let symbol = sextant(pattern), let reverse = sextant(63 - pattern) else { return nil }
    return Partition(SymbolMask(pattern: pattern, columns: 2, rows: 3), symbol: symbol, reverse: reverse)
  }

  private static func sextant(_ pattern: UInt32) -> Unicode.Scalar? {
    if pattern == 0b010101 || pattern == 0b101010 { return nil }
    let skipped: UInt32 = pattern > 0b101010 ? 2 : pattern > 0b010101 ? 1 : 0
    return Unicode.Scalar(0x1FB00 + pattern - 1 - skipped)
  }

  /// Everything below a line between two points on the cell's edge, in Unicode's order from U+1FB3C; the same with the
  /// part above inked starts at U+1FB52. Coordinates are in halves horizontally and thirds vertically.
  private static let wedges: [Partition] = wedgeLines.enumerated().map { index, line in
    let x0 = line.0 / 2
    let y0 = line.1 / 3
    let slope = (line.3 / 3 - y0) / (line.2 / 2 - x0)
    let mask = SymbolMask { x, y in y - y0 > slope * (x - x0) }
    return Partition(
      mask, symbol: Unicode.Scalar(0x1FB3C + UInt32(index)), reverse: Unicode.Scalar(0x1FB52 + UInt32(index)))
  }

  private static let wedgeLines: [(Double, Double, Double, Double)] = [
    (0, 2, 1, 3), (0, 2, 2, 3), (0, 1, 1, 3), (0, 1, 2, 3), (0, 0, 1, 3),
    (0, 1, 1, 0), (0, 1, 2, 0), (0, 2, 1, 0), (0, 2, 2, 0), (0, 3, 1, 0), (0, 2, 2, 1),
    (1, 3, 2, 2), (0, 3, 2, 2), (1, 3, 2, 1), (0, 3, 2, 1), (1, 3, 2, 0),
    (1, 0, 2, 1), (0, 0, 2, 1), (1, 0, 2, 2), (0, 0, 2, 2), (1, 0, 2, 3), (0, 1, 2, 2),
  ]

  /// The quarters between the diagonals: left, upper, right, lower from U+1FB6C, their reverses from U+1FB68.
  private static let quarters: [Partition] = (0..<4).map { index in
    let mask = SymbolMask { x, y in
      let across = x - 0.5
      let down = y - 0.5
      switch index {
      case 0: return across < -abs(down)
      case 1: return down < -abs(across)
      case 2: return across > abs(down)
      default: return down > abs(across)
      }
    }
    return Partition(
      mask, symbol: Unicode.Scalar(0x1FB6C + UInt32(index)), reverse: Unicode.Scalar(0x1FB68 + UInt32(index)))
  }
}

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
