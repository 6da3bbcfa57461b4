import TerminalModel

/// The cells that pixels have been fitted with: most cells of a chart look like others, in its frame or the one before,
/// and comparing 128 pixels is far cheaper than fitting them. Not thread-safe.
package final class FittedCells {
  private struct Pixels: Hashable {
    let values: [UInt32]

    /// As bytes, because hashing element by element takes longer than some fits.
    func hash(into hasher: inout Hasher) { values.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  private var settings: DrawingCells?
  private var known: [Pixels: Cell?] = [:]

  /// Each takes about 700 bytes.
  private static let mostKept = 2_000

  package init() {}

  /// The cell that shows a cell's pixels with some settings.
  func cell(showing pixels: [UInt32], _ settings: DrawingCells, fit: () -> Cell?) -> Cell? {
    if settings != self.settings || known.count == Self.mostKept {
      known.removeAll(keepingCapacity: true)
      self.settings = settings
    }
    let pixels = Pixels(values: pixels)
    if let cell = known[pixels] { return cell }
    let cell = fit()
    known[pixels] = cell
    return cell
  }
}
