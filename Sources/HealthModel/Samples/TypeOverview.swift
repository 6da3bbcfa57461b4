package import FoundationEssentials

/// How much a store contains of a type.
package struct TypeOverview: Hashable, Sendable {
  package var identifier: String
  /// The name by which something can be computed of its samples: a type that is in no catalog may have come in units that
  /// do not convert to each other.
  package var name: String { UnlistedTypes.name(of: identifier, storedIn: unit) }
  /// Empty for types whose values have no unit.
  package var unit: String
  package var count: Int
  package var firstStart: Date
  package var lastStart: Date

  package init(identifier: String, unit: String, count: Int, firstStart: Date, lastStart: Date) {
    self.identifier = identifier
    self.unit = unit
    self.count = count
    self.firstStart = firstStart
    self.lastStart = lastStart
  }
}
