import Foundation
package import GRDB
package import HealthModel

/// The log: an entry for each committed transaction, with the samples that it added, and the types and times that it
/// affected. Entries are numbered in ascending order.
package enum Change {
  static func latestID(_ db: Database) throws -> Int64 {
    try RawStatement(db, "SELECT max(id) FROM change").firstInt64() ?? 0
  }

  /// The largest sample row id ever assigned.
  package static func latestSample(_ db: Database) throws -> Int64 {
    let logged = try RawStatement(
      db, "SELECT last_sample FROM change WHERE last_sample IS NOT NULL ORDER BY id DESC LIMIT 1"
    ).firstInt64()
    let present = try RawStatement(db, "SELECT max(id) FROM sample").firstInt64()
    return try max(StoredRow.next(after: logged, "change"), StoredRow.next(after: present, "sample")) - 1
  }

  /// Appends a row to the log.
  ///
  /// - Parameters:
  ///   - earliest: the earliest instant at which anything changed, by the reference date; nil, like `latest`, if any
  ///     instant may be affected.
  ///   - latest: the latest.
  @discardableResult
  package static func record(
    _ db: Database, samples: ClosedRange<Int64>?, types: some Sequence<Int64>, earliest: Double?, latest: Double?
  ) throws -> Int64 {
    let insert = try RawStatement(
      db, "INSERT INTO change (first_sample, last_sample, earliest, latest) VALUES (?, ?, ?, ?)")
    insert.setArguments(samples?.lowerBound, samples?.upperBound, earliest, latest)
    let id = try insert.inserted()
    try add(db, types, to: id)
    try Retention.trimChanges(db, last: id)
    return id
  }

  /// Adds types to an entry of the log.
  package static func add(_ db: Database, _ types: some Sequence<Int64>, to change: Int64) throws {
    let insert = try RawStatement(db, "INSERT OR IGNORE INTO change_type (change_id, type_id) VALUES (?, ?)")
    for type in types {
      insert.bind(1, change)
      insert.bind(2, type)
      try insert.run()
    }
  }
}

extension Store {
  /// The number of the latest committed change, 0 in an empty store.
  package func latestChange() throws -> Int64 {
    try read { try Change.latestID($0) }
  }

  /// Identifies the state of the store, also among those of other stores: its format, its history and its latest
  /// change.
  package func version() throws -> String {
    try read { try Self.version($0) }
  }

  package static func version(_ db: Database) throws -> String {
    let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let history = try StoreIdentity.history(db)?.uuidString.lowercased() ?? "new"
    return "\(format)-\(history)-\(try Change.latestID(db))"
  }

  /// The combined changes of the transactions after a given one.
  ///
  /// - Parameter id: 0 is before the first. One that the store does not have yet, because the file was replaced,
  ///   means that anything may have changed.
  /// - Complexity: O(transactions since).
  package func loggedChanges(after id: Int64) throws -> LoggedChanges {
    try read { db in
      let latest = try Change.latestID(db)
      guard latest != id else { return LoggedChanges(latest: id, isEmpty: true) }
      var times: ClosedRange<Double>?
      // Changes before the floor are no longer known.
      guard try latest > id && id >= Retention.Floor.change.stored(db) else { return LoggedChanges(latest: latest) }
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT earliest, latest, EXISTS (SELECT 1 FROM change_type WHERE change_id = change.id)
            FROM change WHERE id > ? ORDER BY id
            """), arguments: [id])
      // A change that names no types may affect any, and is not hidden by others that do.
      var (isAnyDay, isAnyType) = (false, false)
      while let row = try rows.next() {
        if try row.value(2, "change") == false { isAnyType = true }
        guard let earliest = try row.value(0, "change") as Double?,
          let latest = try row.value(1, "change") as Double?, earliest <= latest, earliest.isFinite, latest.isFinite
        else {
          isAnyDay = true
          continue
        }
        times = times?.union(earliest...latest) ?? earliest...latest
      }
      let types =
        isAnyType
        ? []
        : try String.fetchSet(
          db.cachedStatement(
            sql: """
              SELECT DISTINCT identifier FROM change_type JOIN sample_type ON sample_type.id = type_id
              WHERE change_id > ?
              """), arguments: [id])
      guard !isAnyDay, let times else { return LoggedChanges(latest: latest, types: types) }
      let timeline = try ZoneTimeline(db)
      // A source also covers a short time after its samples, which may be part of the next day.
      let first = timeline.day(at: times.lowerBound - SourceMerger.bridgedGap)
      let last = timeline.day(at: times.upperBound + SourceMerger.bridgedGap)
      return LoggedChanges(latest: latest, types: types, days: first...last)
    }
  }
}

/// How much of a store's log has been read.
package struct LogPosition: Hashable, Sendable {
  /// See `StoreIdentity.history`.
  fileprivate var history: [UInt8]
  fileprivate var change: Int64
}

extension Store {
  /// The current position of the log, and whether the summaries of days may differ from those at an earlier one: a change
  /// to samples of other types does not affect them, unless it moves the limits of days.
  ///
  /// - Complexity: O(transactions since).
  package func ringChanges(since last: LogPosition?) throws -> (position: LogPosition, mayDiffer: Bool) {
    try StoreError.translating(path: path, isOlder: isOlder) {
      // A single statement needs no transaction, which would take longer than it.
      try reader.unsafeRead { db in
        let row = try RawStatement(db, Self.ringChanges)
        row.bind(1, last?.change ?? 0)
        defer { row.reset() }
        guard try row.step() else { return (LogPosition(history: [], change: 0), true) }
        let position = LogPosition(history: Array(row.blob(0)), change: row.int64(1))
        guard let last, last.history == position.history else { return (position, true) }
        return (
          position, !(row.int64(2)...max(row.int64(2), position.change)).contains(last.change) || row.int64(3) != 0
        )
      }
    }
  }

  private static let ringChanges = """
    SELECT (SELECT value FROM info WHERE key IN ('history_id', 'store_id') ORDER BY key LIMIT 1),
      coalesce((SELECT max(id) FROM change), 0),
      coalesce((SELECT value FROM info WHERE key = '\(Retention.Floor.change.rawValue)'), 0),
      EXISTS (
        SELECT 1 FROM change LEFT JOIN change_type ON change_id = change.id
        LEFT JOIN sample_type ON sample_type.id = type_id
        WHERE change.id > ? AND (earliest IS NULL OR identifier IS NULL
          OR identifier IN (\(RingType.all.sorted().map { "'\($0)'" }.joined(separator: ", "))))
      )
    """
}
