import Synchronization

/// Types that are in no catalog, by the names and with the units with which their samples came.
///
/// They are known once a store with such samples has been read: a new system's type, or another program's. Nothing says
/// that the values of a quantity may be added up, so they are combined as discrete ones. What has no unit is a category,
/// whose values are the words that it came with. They are only read: what is stored depends on the catalog alone, and a
/// later catalog that contains a type converts its samples.
///
/// A type may come in several units that do not convert to each other. Then nothing can be computed of all its samples
/// together, and those in each unit have a name beside the type's own: `glow (ms)`, `glow (bananas)`.
package enum UnlistedTypes {
  /// By identifier, a type in each of its units, in the order of their rows.
  private static let known = Mutex<[ExactText: [QuantityTypeEntry]]>([:])
  private static let categories = Mutex<Set<ExactText>>([])
  /// More are not remembered: the names come from files.
  private static let most = 4_096

  /// The type, or its samples in one unit, if samples of it have been read. A type has its first unit.
  package static func entry(for identifier: String) -> QuantityTypeEntry? {
    known.withLock { $0[ExactText(identifier)]?.first }
      ?? (identifier.last == ")" ? inUnit { $0.hasSameBytes(as: identifier) } : nil)
  }

  /// The type's samples in each unit, if there are several units that do not convert to each other.
  package static func units(of identifier: String) -> [QuantityTypeEntry] {
    known.withLock { $0[ExactText(identifier)] }.flatMap { $0.count > 1 ? $0.map(named) : nil } ?? []
  }

  /// The name of a type's samples in a unit.
  package static func name(of identifier: String, in unit: String) -> String { "\(identifier) (\(unit))" }

  /// The name by which something can be computed of samples with a stored unit: the type's, if it has only one unit.
  package static func name(of identifier: String, storedIn unit: String) -> String {
    units(of: identifier).first { conversion(from: unit, to: $0.unitText) != nil }?.identifier ?? identifier
  }

  /// The type of such a name, or of its own.
  package static func type(of name: String) -> String {
    guard name.last == ")" else { return name }
    return known.withLock { known in
      known.first { $1.contains { named($0).identifier.hasSameBytes(as: name) } }?.key.wrappedValue
    } ?? name
  }

  /// The conversion between the units of a type that is in no catalog, which may be none that this package knows.
  package static func conversion(from unit: String, to other: String) -> UnitConversion? {
    if unit.hasSameBytes(as: other) { return .identity }
    guard let from = try? HealthUnit(parsing: unit), let to = try? HealthUnit(parsing: other) else { return nil }
    return from.conversion(to: to)
  }

  private static func named(_ entry: QuantityTypeEntry) -> QuantityTypeEntry {
    QuantityTypeEntry(
      unlisted: name(of: entry.identifier, in: entry.unitText), unit: entry.unit, unitText: entry.unitText)
  }

  /// A type's samples in one unit, by their name.
  private static func inUnit(_ isMeant: (String) -> Bool) -> QuantityTypeEntry? {
    known.withLock { known in
      for units in known.values where units.count > 1 {
        if let entry = units.map(named).first(where: { isMeant($0.identifier) }) { return entry }
      }
      return nil
    }
  }

  /// The type with a name as it came or without HealthKit's prefix, ignoring case, if samples of it have been read.
  package static func entry(named name: String) -> QuantityTypeEntry? {
    let name = name.lowercased()
    func isMeant(_ identifier: String) -> Bool {
      let own = identifier.lowercased()
      return own == name || own == "hkquantitytypeidentifier" + name
    }
    return known.withLock { known in known.values.lazy.compactMap(\.first).first { isMeant($0.identifier) } }
      ?? inUnit(isMeant)
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

  /// The same with the names of samples in one of several units.
  package static var names: [String] {
    let identifiers = identifiers
    return identifiers + identifiers.flatMap { units(of: $0).map(\.identifier) }
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
      let units = known[key] ?? []
      let isNew = !units.contains { conversion(from: text, to: $0.unitText) != nil }
      if isNew, units.isEmpty ? known.count < most : units.count < mostUnits {
        known[key] = units + [QuantityTypeEntry(unlisted: identifier, unit: unit ?? .null, unitText: text)]
      }
      return unit ?? .null
    }
  }

  private static let mostUnits = 64

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
