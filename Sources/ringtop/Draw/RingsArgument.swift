import ArgumentParser
import Rings

/// The fractions of rings on the command line: `0.83,1.40,0.50`, outermost first, or one for Move alone.
struct RingsArgument {
  let rings: RingSet

  /// Understands any number, also what a script's division by zero gives: `nan` is a ring without data, as `-` is, less
  /// than nothing is nothing, and an endless ring is drawn as one of many laps.
  ///
  /// - Throws: a usage error that says what was not understood.
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
      throw ValidationError("\"\(word)\" is no fraction. 0.5 is half a ring, 1 a closed one, - one without data.")
    }
    return number.isNaN ? nil : max(0, number)
  }
}
