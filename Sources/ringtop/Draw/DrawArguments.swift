import ArgumentParser
import Rings
import TerminalModel

/// The fractions of rings on the command line: `0.83,1.40,0.50`, outermost first, or a single one for Move.
struct RingsArgument {
  let rings: RingSet

  /// Accepts any number, including the results of a division by zero in a script: `nan` is a ring without data, like
  /// `-`; negative numbers are zero; infinity is drawn as many laps.
  ///
  /// - Throws: a usage error that names the invalid text.
  init(_ text: String) throws {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingPrefix { $0 == " " }
    }
    guard words.count == 1 || words.count == 3 else {
      throw ValidationError("Give three fractions, as in 0.83,1.40,0.50, or one for a single ring.")
    }
    let fractions = try words.map(Self.fraction)
    rings =
      fractions.count == 3
      ? RingSet(move: fractions[0], exercise: fractions[1], stand: fractions[2])
      : RingSet(move: fractions[0], exercise: nil, stand: nil, form: .moveOnly)
  }

  private static func fraction(_ word: Substring) throws -> Double? {
    if word == "-" { return nil }
    guard let number = Double(word) else {
      throw ValidationError(
        "\"\(word)\" is not a fraction. 0.5 is half a ring, 1 a closed ring, - a ring without data.")
    }
    return number.isNaN ? nil : max(0, number)
  }
}

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
