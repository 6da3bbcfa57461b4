package import TerminalModel

/// The symbols of one level, prepared for the fit.
package final class SymbolSet: Sendable {
  let partitions: [Partition]
  let shapes: [Partition.Shape]
  /// The masks, 16 rows each.
  let masks: [SIMD8<Float>]
  /// The masks at half the vertical resolution, each row the mean of two.
  let coarseMasks: [SIMD8<Float>]
  /// The rows of the masks, and of those at half the resolution, outside which nothing is inked.
  let inkedRows: [Range<Int>]
  let coarseInkedRows: [Range<Int>]
  /// The areas of the masks, summed like the samples.
  let maskAreas: [Float]
  /// Coefficients of eight partitions at a time, for loops over all of them; the last are repeated to fill a group.
  let groups: [Group]
  /// What the masks have in the windows in which cells are compared.
  let windows: [CellSimilarity.Mask]
  /// Whether the set has symbols for slanted edges.
  let isRich: Bool
  /// The ink coverage of the masks along their sides.
  let sides: [SideRows<SIMD8<Float>>]
  /// The partition of a symbol, and whether it inks the mask or the rest.
  let places: [Unicode.Scalar: (partition: Int, isReverse: Bool)]

  /// `inkInk`, `inkPaper`, `paperPaper`, `scale` and `inkArea` of eight partitions.
  struct Group: Sendable {
    static let size = 8
    var inkInk = SIMD8<Float>(repeating: 0)
    var inkPaper = SIMD8<Float>(repeating: 0)
    var paperPaper = SIMD8<Float>(repeating: 0)
    var scale = SIMD8<Float>(repeating: 0)
    var inkArea = SIMD8<Float>(repeating: 0)
  }

  private init(_ partitions: [Partition]) {
    self.partitions = partitions
    shapes = partitions.map(\.shape)
    isRich = partitions.count > Partition.blocks.count
    sides = partitions.map { partition in
      partition.mask.rows.withUnsafeBufferPointer { rows in
        guard let start = rows.baseAddress else { preconditionFailure("a mask has rows") }
        return SideRows(start)
      }
    }
    windows = partitions.map { partition in
      partition.mask.rows.withUnsafeBufferPointer { rows in
        guard let start = rows.baseAddress else { preconditionFailure("a mask has rows") }
        return CellSimilarity.mask(start)
      }
    }
    let masks = partitions.flatMap(\.mask.rows)
    self.masks = masks
    let coarseMasks = (0..<masks.count / 2).map { row -> SIMD8<Float> in
      let sum = masks[2 * row] + masks[2 * row + 1]
      return sum * 0.5
    }
    self.coarseMasks = coarseMasks
    inkedRows = Self.inkedRows(masks, rows: CellSamples.rows)
    coarseInkedRows = Self.inkedRows(coarseMasks, rows: CellSamples.coarseRows)
    maskAreas = partitions.map { partition in
      partition.mask.rows.reduce(SIMD8<Float>(repeating: 0)) { $0 + $1 }.total
    }
    groups = stride(from: 0, to: partitions.count, by: Group.size).map { start in
      var group = Group()
      for lane in 0..<Group.size {
        let shape = partitions[min(start + lane, partitions.count - 1)].shape
        group.inkInk[lane] = shape.inkInk
        group.inkPaper[lane] = shape.inkPaper
        group.paperPaper[lane] = shape.paperPaper
        group.scale[lane] = shape.scale
        group.inkArea[lane] = shape.inkArea
      }
      return group
    }
    var places: [Unicode.Scalar: (partition: Int, isReverse: Bool)] = [:]
    for (index, partition) in partitions.enumerated() {
      if let symbol = partition.symbol { places[symbol] = (index, false) }
      if let reverse = partition.reverse { places[reverse] = (index, true) }
    }
    self.places = places
  }

  private static func inkedRows(_ masks: [SIMD8<Float>], rows: Int) -> [Range<Int>] {
    stride(from: 0, to: masks.count, by: rows).map { start in
      let inked = (0..<rows).filter { masks[start + $0] != SIMD8(repeating: 0) }
      return (inked.first ?? 0)..<((inked.last ?? -1) + 1)
    }
  }

  /// The symbols of a level; ASCII has none.
  package static func of(_ level: GlyphLevel) -> SymbolSet {
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
