package import Rings
package import TerminalModel

/// A cache of drawn rings by content, size and appearance: a step that changes one day draws one day, and a moving ring
/// only the cells near its end.
///
/// Fitting rings to cells takes nearly all of a frame's time. Not thread-safe.
package final class RingPictures {
  private struct Key: Hashable {
    var rings: RingSet
    var size: CellSize
    var glyphs: GlyphLevel
    var colors: ColorLevel
    var cellAspect: Double
    var palette: RingPalette
  }

  private struct Entry {
    var picture: CellGrid
    var lastUse: Int
  }

  package let charts = ChartPictures()
  private var entries: [Key: Entry] = [:]
  /// The cells of rings of other values.
  private let fitted = RingCellCache()
  private var uses = 0
  private var cells = 0
  private let limit: Int

  /// The number of cache misses.
  package private(set) var drawn = 0

  /// - Parameter limit: the number of cells to keep; the least recently used pictures are evicted first.
  package init(limit: Int = 200_000) {
    self.limit = limit
  }

  /// Draws the rings as the renderer does on blank cells.
  ///
  /// - Parameter previous: the frame on the screen while rings move: it determines the picture, which is not kept.
  package func draw(
    _ rings: RingSet, in rect: CellRect, on grid: inout CellGrid, with renderer: RingRenderer, previous: CellGrid? = nil
  ) {
    if let previous {
      renderer.draw(rings, in: rect, on: &grid, previous: previous, cache: fitted)
      return
    }
    let key = Key(
      rings: rings, size: rect.size, glyphs: renderer.glyphs, colors: renderer.colors, cellAspect: renderer.cellAspect,
      palette: renderer.palette)
    uses += 1
    if entries[key] == nil {
      var picture = CellGrid(size: rect.size)
      renderer.draw(
        rings, in: CellRect(column: 0, row: 0, columns: rect.size.columns, rows: rect.size.rows), on: &picture,
        cache: fitted)
      entries[key] = Entry(picture: picture, lastUse: uses)
      drawn += 1
      cells += picture.cells.count
      if cells > limit { shrink() }
    }
    entries[key]?.lastUse = uses
    if let picture = entries[key]?.picture { grid.blit(picture, at: rect.origin) }
  }

  /// Evicts the older half, so that evictions are rare.
  private func shrink() {
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where cells > limit / 2 {
      guard entry.lastUse < uses else { return }
      cells -= entry.picture.cells.count
      entries[key] = nil
    }
  }
}
