import TerminalModel

/// The fitted cells of pictures drawn before, for pictures of the same size and look: rings that move, or the rings of
/// several days, have most cells in common.
///
/// Not thread-safe.
package final class RingCellCache {
  private struct Key: Hashable {
    var size: CellSize
    var renderer: RingRenderer
    var form: RingForm
    var isPaused: Bool
  }

  private var tables: [Key: (table: CellTable, lastUse: Int)] = [:]
  private var uses = 0
  private let limit: Int

  /// The number of drafts to keep per cell: the end of an arc passes over a cell in a few frames.
  private static let depth = 4

  /// - Parameter limit: the approximate number of cells to keep, each of about a kilobyte; those of the least recently
  ///   used size and look are evicted first.
  package init(limit: Int = 4096) {
    self.limit = limit
  }

  func table(for rings: RingSet, size: CellSize, renderer: RingRenderer) -> CellTable {
    shrink()
    let key = Key(size: size, renderer: renderer, form: rings.form, isPaused: rings.isPaused)
    uses += 1
    let table =
      tables[key]?.table ?? CellTable(for: rings, size: size, renderer: renderer, depth: Self.depth)
    tables[key] = (table, uses)
    return table
  }

  private func shrink() {
    var count = tables.values.reduce(0) { $0 + $1.table.count }
    guard count > limit else { return }
    for (key, entry) in tables.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where count > limit {
      count -= entry.table.count
      tables[key] = nil
    }
  }
}
