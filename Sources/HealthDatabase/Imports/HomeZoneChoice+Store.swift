import Foundation
import GRDB
package import HealthModel

extension HomeZoneChoice {
  /// Chooses by what the user configured, what the export says of the store that it was made of, what the data name, the
  /// system and the printed offset, in this order.
  static func make(_ db: Database, options: ImportOptions, header: ImportHeader) throws -> HomeZoneChoice {
    if let configured = configured(options) { return configured }
    if let exported = header.homeZone, ZoneNames.isZone(exported) {
      return HomeZoneChoice(zone: exported, reason: .exported)
    }
    if let named = try namedByData(db) { return named }
    let system = TimeZone(identifier: options.systemZone)
    guard let printed = header.printedOffset else {
      return HomeZoneChoice(zone: system == nil ? "GMT" : options.systemZone, reason: .system)
    }
    if let system, system.secondsFromGMT(for: header.exportDate ?? options.now) == printed {
      return HomeZoneChoice(zone: options.systemZone, reason: .system)
    }
    return HomeZoneChoice(zone: TimeZone(secondsFromGMT: printed)?.identifier ?? "GMT", reason: .printedOffset)
  }

  static func configured(_ options: ImportOptions) -> HomeZoneChoice? {
    guard let configured = options.configuredZone, TimeZone(identifier: configured) != nil else { return nil }
    return HomeZoneChoice(zone: configured, reason: .configured)
  }

  private static func namedByData(_ db: Database) throws -> HomeZoneChoice? {
    // A day counts once, so that a trip with many workouts does not outweigh months at home.
    let named = try String.fetchCursor(
      db.cachedStatement(sql: "SELECT zone FROM zone_day GROUP BY zone ORDER BY count(*) DESC, max(day) DESC"))
    while let zone = try named.next() {
      if TimeZone(identifier: zone) != nil { return HomeZoneChoice(zone: zone, reason: .namedByData) }
    }
    return nil
  }

  /// What the store has chosen, nil in one that was never told.
  static func stored(_ db: Database) throws -> StoredHomeZone? {
    guard let zone = try String.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = 'home_zone'"))
    else { return nil }
    let reason = try String.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = 'home_zone_reason'"))
    let isFinal = try Bool.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = 'home_zone_is_final'"))
    return StoredHomeZone(
      choice: HomeZoneChoice(zone: zone, reason: reason.flatMap(Reason.init(rawValue:)) ?? .system),
      isFinal: isFinal ?? false)
  }

  /// - Parameter isFinal: false while the import that chooses is still running. The next run then chooses again.
  func store(_ db: Database, isFinal: Bool) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO info (key, value)
        VALUES ('home_zone', ?), ('home_zone_reason', ?), ('home_zone_is_final', ?)
        """
    ).execute(arguments: [zone, reason.rawValue, isFinal])
  }

  /// Whether it is no more than a guess, which gives way to the first data that name a zone.
  var isGuess: Bool {
    switch reason {
    case .configured, .exported, .namedByData: false
    case .system, .printedOffset: true
    }
  }
}

/// The home zone of a store, and how settled it is.
///
/// The user's word holds over all else. A choice by the data holds once an import that saw all of its file has made it. A
/// guess holds until there is better to go by: it is never settled.
struct StoredHomeZone {
  var choice: HomeZoneChoice
  /// Whether what made the choice has come to its end.
  var isFinal: Bool

  /// What an import that has seen its data makes of it, nil where it stays.
  func improved(_ db: Database, options: ImportOptions, header: ImportHeader) throws -> HomeZoneChoice? {
    if let configured = HomeZoneChoice.configured(options) { return configured == choice ? nil : configured }
    guard choice.reason != .configured else { return nil }
    guard isFinal else { return try HomeZoneChoice.make(db, options: options, header: header) }
    guard choice.isGuess else { return nil }
    // Where another store was, by which a new one goes, is no better than a guess for one that has a home.
    var header = header
    header.homeZone = nil
    let better = try HomeZoneChoice.make(db, options: options, header: header)
    return better.isGuess ? nil : better
  }
}

extension Store {
  /// Says where the user lives, unless the store has as good a reason for what it holds.
  package func setHomeZone(_ choice: HomeZoneChoice) throws {
    try write { db in
      let known = try HomeZoneChoice.stored(db)
      guard known == nil || (known?.choice != choice && choice.reason == .configured) else { return }
      let old = try ZoneTimeline(db)
      try choice.store(db, isFinal: true)
      try ZoneChange.apply(db, from: old)
      try SummaryTable.materialize(db)
      if try ZoneTimeline(db) != old {
        _ = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
      }
    }
  }
}
