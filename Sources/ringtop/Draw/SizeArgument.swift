import ArgumentParser
import TerminalModel

/// A size in cells on the command line: `40x20`.
struct SizeArgument {
  let size: CellSize

  static let largest = CellSize(columns: 300, rows: 100)

  init(_ size: CellSize) {
    self.size = size
  }

  /// - Throws: a usage error that names the limits.
  init(_ text: String) throws {
    let numbers = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1] else {
      throw ValidationError("A size is columns x rows, for example 40x20.")
    }
    guard (1...Self.largest.columns).contains(columns), (1...Self.largest.rows).contains(rows) else {
      throw ValidationError("A size must be between 1x1 and \(Self.largest.columns)x\(Self.largest.rows).")
    }
    size = CellSize(columns: columns, rows: rows)
  }
}
