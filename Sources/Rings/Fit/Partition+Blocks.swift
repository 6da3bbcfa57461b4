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
