import Synchronization

/// Types that are in no catalog, by the names and with the units with which their samples came.
///
/// They are known once a store with such samples has been read: a new system's type, or another program's. Nothing says
/// that the values of a quantity may be added up, so they are combined as discrete ones. What has no unit is a category,
/// whose values are the words that it came with. They are only read: what is stored depends on the catalog alone, and a
/// later catalog that contains a type converts its samples.
package enum UnlistedTypes {
  private static let known = Mutex<[ExactText: QuantityTypeEntry]>([:])
  private static let categories = Mutex<Set<ExactText>>([])
  /// More are not remembered: the names come from files.
  private static let most = 4_096

  /// The type, if samples of it have been read.
  package static func entry(for identifier: String) -> QuantityTypeEntry? {
    known.withLock { $0[ExactText(identifier)] }
  }

  /// The type with a name as it came or without HealthKit's prefix, ignoring case, if samples of it have been read.
  package static func entry(named name: String) -> QuantityTypeEntry? {
    let name = name.lowercased()
    return known.withLock { known in
      known.values.first { entry in
        let own = entry.identifier.lowercased()
        return own == name || own == "hkquantitytypeidentifier" + name
      }
    }
  }

  /// The category type, if samples of it have been read.
  package static func category(for identifier: String) -> CategoryTypeEntry? {
    categories.withLock { $0.contains(ExactText(identifier)) } ? CategoryTypeEntry(unlisted: identifier) : nil
  }

  /// The category type with a name as it came or without HealthKit's prefix, ignoring case, if samples of it have been
  /// read.
  package static func category(named name: String) -> CategoryTypeEntry? {
    let name = name.lowercased()
    let found = categories.withLock { categories in
      categories.first { identifier in
        let own = identifier.wrappedValue.lowercased()
        return own == name || own == "hkcategorytypeidentifier" + name
      }
    }
    return found.map { CategoryTypeEntry(unlisted: $0.wrappedValue) }
  }

  /// All that are known, sorted.
  package static var identifiers: [String] {
    (known.withLock { Array($0.keys) } + categories.withLock { Array($0) }).map(\.wrappedValue).sorted()
  }

  /// The unit of the values of a stored type; nil if they have none.
  ///
  /// A type that is in no catalog is remembered.
  ///
  /// - Parameter text: the stored unit. One that this package does not know is no unit to calculate with.
  package static func unit(of identifier: String, kind: SampleKind, text: String) -> HealthUnit? {
    let unit = try? HealthUnit(parsing: text)
    guard isUnlisted(identifier, kind, text) else {
      if kind == .other, TypeName.short(for: identifier) == identifier {
        categories.withLock { if $0.count < most { $0.insert(ExactText(identifier)) } }
      }
      return kind == .quantity ? unit : nil
    }
    return known.withLock { known in
      let key = ExactText(identifier)
      if known[key] == nil, known.count < most {
        known[key] = QuantityTypeEntry(unlisted: identifier, unit: unit ?? .null, unitText: text)
      }
      return unit ?? .null
    }
  }

  /// Whether a type has measurements in a unit and is in no catalog.
  private static func isUnlisted(_ identifier: String, _ kind: SampleKind, _ unit: String) -> Bool {
    guard kind == .quantity || kind == .other && (!unit.isEmpty || identifier.hasPrefix("HKQuantityTypeIdentifier"))
    else { return false }
    return TypeName.short(for: identifier) == identifier
  }
}

extension QuantityTypeCatalog {
  /// The type with this raw identifier for reading: one of the catalog, or one whose samples have been read.
  package static func readable(_ identifier: String) -> QuantityTypeEntry? {
    entry(for: identifier) ?? UnlistedTypes.entry(for: identifier)
  }
}

extension CategoryTypeCatalog {
  /// The type with this raw identifier for reading: one of the catalog, or one whose samples have been read.
  package static func readable(_ identifier: String) -> CategoryTypeEntry? {
    entry(for: identifier) ?? UnlistedTypes.category(for: identifier)
  }
}
