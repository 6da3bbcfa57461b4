/// A condition on the value under one metadata key; for a repeated key, on its first value.
///
/// A store keeps each set of metadata once: evaluate the test on the sets that have the key and select samples by the
/// result. A set without the key never matches, whatever the condition.
package struct MetadataTest: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    /// The key exists.
    case exists
    /// The value is one of these.
    case isIn([MetadataValue])
    case compares(Comparison, MetadataValue)
    /// The value is text that begins with, ends with or contains this text. The comparison is sensitive to case and
    /// diacritics.
    case text(TextRelation, String)
    /// The value is the content of a sample with a field that matches.
    case content(ContentTest)
  }

  package enum TextRelation: Hashable, Sendable, CaseIterable {
    case beginsWith
    case endsWith
    case contains
  }

  package var key: String
  package var condition: Condition

  package init(key: String, condition: Condition) {
    self.key = key
    self.condition = condition
  }

  package func matches(_ metadata: Metadata) -> Bool {
    guard let value = metadata[key] else { return false }
    switch condition {
    case .exists:
      return true
    case .isIn(let allowed):
      return allowed.contains { value.compares(.equal, with: $0) }
    case .compares(let comparison, let expected):
      return value.compares(comparison, with: expected)
    case .text(let relation, let part):
      guard case .text(let text) = value else { return false }
      return relation.holds(text, part)
    case .content(let test):
      guard case .text(let json) = value else { return false }
      return test.matches(json: json)
    }
  }
}

extension MetadataTest.TextRelation {
  fileprivate func holds(_ text: String, _ part: String) -> Bool {
    switch self {
    case .beginsWith: text.hasPrefix(part)
    case .endsWith: text.hasSuffix(part)
    case .contains: part.isEmpty || text.contains(part)
    }
  }
}

extension MetadataValue {
  /// Compares values of the same kind: text, dates, numbers (a flag is 0 or 1), quantities of the same dimension.
  ///
  /// Values of different kinds are not comparable: no comparison between them is true, `notEqual` included.
  package func compares(_ comparison: Comparison, with other: MetadataValue) -> Bool {
    switch (self, other) {
    case (.text(let mine), .text(let theirs)):
      return comparison(ExactText(mine), ExactText(theirs))
    case (.date(let mine), .date(let theirs)):
      return comparison(mine, theirs)
    case (.quantity(let mine, let unit), .quantity(let theirs, let otherUnit)):
      if unit == otherUnit { return comparison(mine, theirs) }
      guard let unit = try? HealthUnit(parsing: unit), let otherUnit = try? HealthUnit(parsing: otherUnit),
        unit.isCompatible(with: otherUnit)
      else { return false }
      return comparison(unit.magnitude(of: mine).value, otherUnit.magnitude(of: theirs).value)
    default:
      guard let mine = numericValue, let theirs = other.numericValue else { return false }
      return mine.nearest == theirs.nearest
        ? comparison(mine.rest, theirs.rest) : comparison(mine.nearest, theirs.nearest)
    }
  }

  private var numericValue: ExactNumber? {
    switch self {
    case .number(let number): ExactNumber(nearest: number)
    case .integer(let number): ExactNumber(number)
    case .unsigned(let number): ExactNumber(number)
    case .flag(let flag): ExactNumber(nearest: flag ? 1 : 0)
    case .text, .date, .quantity: nil
    }
  }
}

/// A number for comparisons: the nearest `Double`, and the remainder.
///
/// Rounding preserves the order of numbers, so the remainder decides only between numbers that round to the same value.
private struct ExactNumber {
  var nearest: Double
  var rest: Int64 = 0

  init(nearest: Double) {
    self.nearest = nearest
  }

  init(_ number: Int64) {
    nearest = Double(number)
    // The largest numbers round to 2^63, which is no Int64.
    rest = Int64(exactly: nearest).map { number - $0 } ?? number - .max - 1
  }

  init(_ number: UInt64) {
    nearest = Double(number)
    // The largest numbers round to 2^64, which is 0 in this arithmetic.
    rest = Int64(bitPattern: number &- (UInt64(exactly: nearest) ?? 0))
  }
}
