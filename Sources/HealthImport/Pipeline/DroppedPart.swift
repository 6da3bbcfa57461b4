/// Parts of stored elements that were dropped for one reason: members of correlations, events of workouts, metadata.
package struct DroppedPart: Hashable, Sendable {
  /// The name of their tags.
  package var element: String
  /// A code of `SkipReason`.
  package var reason: String
  package var count: Int
  /// The line of the first one.
  package var line: Int
}

/// Counts dropped parts by element and reason; at most a few hundred kinds, however many names a file contains.
struct DropCounter {
  private struct Kind: Hashable {
    var element: String
    var reason: SkipReason
  }

  private var parts: [Kind: (count: Int, line: Int)] = [:]

  private static let mostKinds = 256
  private static let longestName = 64

  mutating func add(_ name: UnsafeRawBufferPointer, _ reason: SkipReason, line: Int) {
    var kind = Kind(element: name.count <= Self.longestName ? XMLText.decode(name) : "other", reason: reason)
    if parts.count >= Self.mostKinds, parts[kind] == nil { kind.element = "other" }
    parts[kind, default: (0, line)].count += 1
  }

  /// Sorted by their first lines.
  var all: [DroppedPart] {
    parts.map { DroppedPart(element: $0.element, reason: $0.reason.rawValue, count: $1.count, line: $1.line) }
      .sorted { ($0.line, $0.element, $0.reason) < ($1.line, $1.element, $1.reason) }
  }
}
