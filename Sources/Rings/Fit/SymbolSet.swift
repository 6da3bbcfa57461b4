import TerminalModel

/// The symbols of one level, prepared for the fit.
struct SymbolSet: Sendable {
  let partitions: [Partition]
  /// The masks, 16 rows each.
  let masks: [SIMD8<Float>]
  /// `inkInk`, `inkPaper` and `paperPaper` of the partitions, contiguous for loops over all of them.
  let squares: [SIMD3<Float>]
  /// Whether the set has symbols for slanted edges.
  let isRich: Bool
  /// The masks at half the vertical resolution, each row the mean of two.
  let coarseMasks: [SIMD8<Float>]
  /// The ink coverage of the masks along their sides.
  let sides: [SideRows<SIMD8<Float>>]
  /// The partition of a symbol, and whether it inks the mask or the rest.
  let places: [Unicode.Scalar: (partition: Int, isReverse: Bool)]

  private init(_ partitions: [Partition]) {
    self.partitions = partitions
    squares = partitions.map { SIMD3($0.inkInk, $0.inkPaper, $0.paperPaper) }
    isRich = partitions.count > Partition.blocks.count
    sides = partitions.map { partition in SideRows { partition.mask.rows[$0] } }
    let masks = partitions.flatMap(\.mask.rows)
    self.masks = masks
    coarseMasks = (0..<masks.count / 2).map { row -> SIMD8<Float> in
      let sum = masks[2 * row] + masks[2 * row + 1]
      return sum * 0.5
    }
    var places: [Unicode.Scalar: (partition: Int, isReverse: Bool)] = [:]
    for (index, partition) in partitions.enumerated() {
      if let symbol = partition.symbol { places[symbol] = (index, false) }
      if let reverse = partition.reverse { places[reverse] = (index, true) }
    }
    self.places = places
  }

  /// The symbols of a level; ASCII has none.
  static func of(_ level: GlyphLevel) -> SymbolSet {
    switch level {
    case .ascii: ascii
    case .block: block
    case .legacy: legacy
    case .octant: octant
    }
  }

  /// The 16 rows of one mask.
  @inline(__always)
  func withMask<Result>(_ partition: Int, _ body: (UnsafePointer<SIMD8<Float>>) -> Result) -> Result {
    masks.withUnsafeBufferPointer { masks in
      guard let start = masks.baseAddress else { preconditionFailure("a set without symbols has no masks") }
      return body(start + partition * CellSamples.rows)
    }
  }

  private static let ascii = SymbolSet([])
  private static let block = SymbolSet(Partition.blocks)
  private static let legacy = SymbolSet(Partition.reversibleBlocks + Partition.legacy)
  private static let octant = SymbolSet(Partition.reversibleBlocks + Partition.legacy + Partition.octants)
}
