package import Foundation
package import HealthDatabase
package import HealthModel
import HealthQueries
import Processes

/// A type as named by the user: `move`, `steps`, `heartRate`, or HealthKit's full identifier, ignoring case.
package enum HealthTypeName {
  case quantity(QuantityTypeEntry)
  case category(CategoryTypeEntry)

  /// All names without HealthKit's prefix.
  package static var all: [String] {
    TypeName.spoken.keys.sorted() + QuantityTypeCatalog.all.map(\.name) + CategoryTypeCatalog.all.map(\.name)
  }

  /// A type of the catalogs, or one that only the store knows.
  ///
  /// - Parameters:
  ///   - now: the day decides what `move` is.
  ///   - store: called only for `move` and a name that is in no catalog.
  /// - Throws: a usage error with the nearest name, or with examples.
  package init(_ typed: String, at now: Date, in store: () throws -> StoreConnection) throws {
    do {
      try self.init(Self.resolvingMove(typed, at: now, in: store))
    } catch {
      // Reading makes its types known. Without a store there are none.
      guard let reading = try? store().reading(), let types = try? reading.typeOverview() else { throw error }
      if let name = Self(unlisted: typed) {
        self = name
        return
      }
      let names = [typed.lowercased(), "hkcorrelationtypeidentifier" + typed.lowercased()]
      guard let other = types.first(where: { names.contains($0.identifier.lowercased()) })?.identifier else {
        throw error
      }
      let members = try reading.memberTypes(of: other)
      throw Failure(
        .usage, members.isEmpty ? Self.elsewhere(other) : Self.elsewhere(other, members.map { TypeName.short(for: $0) })
      )
    }
  }

  /// `move` as the type that the person's ring counts: minutes for children and teenagers. Other names stay.
  package static func resolvingMove(
    _ typed: String, at now: Date, in store: () throws -> StoreConnection
  ) -> String {
    guard typed.lowercased() == "move", let store = try? store().reading(), let today = try? store.day(at: now),
      (try? store.goals(today...today))?.first?.moveMode == .moveTime
    else { return typed }
    return "appleMoveTime"
  }

  /// A type that is in no catalog, if a store with samples of it has been read.
  package init?(unlisted typed: String) {
    if let entry = UnlistedTypes.entry(named: typed) {
      self = .quantity(entry)
    } else if let entry = UnlistedTypes.category(named: typed) {
      self = .category(entry)
    } else {
      return nil
    }
  }

  /// A type of the catalogs.
  ///
  /// - Throws: a usage error with the nearest name, or with examples.
  package init(_ typed: String) throws {
    let name = (TypeName.spoken[typed.lowercased()] ?? typed).lowercased()
    if let entry = QuantityTypeCatalog.all.first(where: {
      $0.identifier.lowercased() == name || $0.name.lowercased() == name
    }) {
      self = .quantity(entry)
    } else if let entry = CategoryTypeCatalog.all.first(where: {
      $0.identifier.lowercased() == name || $0.name.lowercased() == name
    }) {
      self = .category(entry)
    } else if let identifier = TypeName.identifier(for: typed) {
      throw Failure(.usage, Self.elsewhere(identifier))
    } else {
      let nearest = NearestName.find(typed, in: Self.all).map { "Did you mean \($0)?" }
      throw Failure(
        .usage,
        "There is no type \"\(typed.prefix(60))\". "
          + (nearest ?? "Try move, exercise, stand, or a name such as stepCount or heartRate."))
    }
  }
}

extension HealthTypeName {
  /// The alternative for a type whose samples are not single values.
  private static func elsewhere(_ identifier: String) -> String {
    let name = TypeName.short(for: identifier)
    if let correlation = CorrelationTypeCatalog.entry(for: identifier) {
      return elsewhere(identifier, correlation.members.map { TypeName.short(for: $0) })
    }
    if CharacteristicTypeCatalog.entry(for: identifier) != nil {
      return "\(name) is a fact about you, and no sample; \"ringtop query \(name)\" prints it."
    }
    switch identifier {
    case TypeIdentifier.workout:
      return "For workouts use \"ringtop show --view workouts --format json\" or \"ringtop sql\"."
    case TypeIdentifier.activitySummary: return "For days use \"ringtop summary --format json\"."
    default: return "Samples of \(name) are not single values; use \"ringtop export \(name)\"."
    }
  }

  /// The type; for one in no catalog that came in units that do not convert to each other, its samples in each of them.
  package var inEachUnit: [HealthTypeName] {
    let units = UnlistedTypes.units(of: identifier)
    return units.isEmpty ? [self] : units.map { .quantity($0) }
  }

  private static func elsewhere(_ correlation: String, _ members: [String]) -> String {
    "A \(TypeName.short(for: correlation)) sample holds several values: name one of them, such as "
      + members.prefix(2).joined(separator: " or ") + "."
  }

  /// HealthKit's full identifier.
  package var identifier: String {
    switch self {
    case .quantity(let entry): entry.identifier
    case .category(let entry): entry.identifier
    }
  }
}
