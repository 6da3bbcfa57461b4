import Foundation
package import GRDB
package import HealthModel

extension HomeZoneChoice {
  /// Chooses by the following, in this order: the user's configuration, the store from which the export was made, the
  /// data, the system, and the printed offset.
  package static func make(_ db: Database, options: ImportOptions, header: ImportHeader) throws -> HomeZoneChoice {
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
      db.cachedStatement(
        sql: """
          SELECT zone FROM (
            SELECT day, zone FROM zone_day UNION SELECT day, zone FROM zone_claim WHERE samples >= 2
          ) GROUP BY zone ORDER BY count(*) DESC, max(day) DESC, zone
          """))
    while let zone = try named.next() {
      if TimeZone(identifier: zone) != nil { return HomeZoneChoice(zone: zone, reason: .namedByData) }
    }
    return nil
  }

  /// Whether the store has a choice that later data does not replace.
  static func isFinal(_ db: Database) throws -> Bool {
    try RawStatement(
      db,
      """
      SELECT EXISTS (SELECT 1 FROM info WHERE key = 'home_zone')
        AND (SELECT value FROM info WHERE key = 'home_zone_is_final')
      """
    ).firstInt64() == 1
  }

  /// The store's choice, nil if none has been made.
  package static func stored(_ db: Database) throws -> StoredHomeZone? {
    guard let zone = try String.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = 'home_zone'"))
    else { return nil }
    let reason = try String.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = 'home_zone_reason'"))
    let isFinal = try Bool.fetchOne(db.cachedStatement(sql: "SELECT value FROM info WHERE key = 'home_zone_is_final'"))
    return StoredHomeZone(
      choice: HomeZoneChoice(zone: zone, reason: reason.flatMap(Reason.init(rawValue:)) ?? .system),
      isFinal: isFinal ?? false)
  }

  /// Stores the choice, and invalidates the days that it moves.
  ///
  /// - Parameter isFinal: false while the import that makes the choice is still running; the next run then chooses
  ///   again.
  /// - Returns: whether any day may have moved.
  @discardableResult
  package func adopt(_ db: Database, isFinal: Bool) throws -> Bool {
    let old = try ZoneTimeline(db)
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO info (key, value)
        VALUES ('home_zone', ?), ('home_zone_reason', ?), ('home_zone_is_final', ?)
        """
    ).execute(arguments: [zone, reason.rawValue, isFinal])
    try ZoneChange.apply(db, from: old)
    return try ZoneTimeline(db) != old
  }

  /// Whether it is only a guess, which the first data that name a zone replace.
  var isGuess: Bool {
    switch reason {
    case .configured, .exported, .namedByData: false
    case .system, .printedOffset: true
    }
  }
}

/// The home zone of a store, and how firm it is.
///
/// The user's configuration takes precedence over everything else. A choice based on data is kept once the import
/// that made it has read its whole file. A guess is kept until better information is available.
package struct StoredHomeZone {
  package var choice: HomeZoneChoice
  /// Whether the import that made the choice has completed.
  var isFinal: Bool

  /// The new choice of an import that has read its data, nil if it stays the same.
  func improved(_ db: Database, options: ImportOptions, header: ImportHeader) throws -> HomeZoneChoice? {
    if let configured = HomeZoneChoice.configured(options) { return configured == choice ? nil : configured }
    guard choice.reason != .configured else { return nil }
    guard isFinal else { return try HomeZoneChoice.make(db, options: options, header: header) }
    guard choice.isGuess else { return nil }
    // The home zone of another store is only a guess for a store that already has one.
    var header = header
    header.homeZone = nil
    let better = try HomeZoneChoice.make(db, options: options, header: header)
    return better.isGuess ? nil : better
  }
}

extension Store {
  /// Sets the home zone, unless the store's choice has at least as good a basis.
  package func setHomeZone(_ choice: HomeZoneChoice) throws {
    try write { db in
      let known = try HomeZoneChoice.stored(db)
      guard known == nil || (known?.choice != choice && choice.reason == .configured) else { return }
      let hasMoved = try choice.adopt(db, isFinal: true)
      try SummaryTable.materialize(db)
      if hasMoved {
        try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
      }
    }
  }
}
