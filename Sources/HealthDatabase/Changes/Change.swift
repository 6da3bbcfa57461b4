import Foundation
import GRDB
package import HealthModel

/// One committed transaction in the store's log.
package struct Change: Sendable, Hashable {
  /// Ascending from 1.
  package var id: Int64
  /// The row ids of the samples that it added, nil if it added none.
  package var samples: ClosedRange<Int64>?
  /// The row ids of the types that it affected, by adding or deleting samples.
  package var types: Set<Int64>

  static func latestID(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM change")) ?? 0
  }

  /// The largest sample row id ever assigned.
  static func latestSample(_ db: Database) throws -> Int64 {
    let logged = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT last_sample FROM change WHERE last_sample IS NOT NULL ORDER BY id DESC LIMIT 1"))
    let present = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM sample"))
    return try max(StoredRow.next(after: logged, "change"), StoredRow.next(after: present, "sample")) - 1
  }

  /// Appends a row to the log.
  ///
  /// - Parameters:
  ///   - earliest: the earliest instant at which anything changed, by the reference date; nil, like `latest`, if any
  ///     instant may be affected.
  ///   - latest: the latest.
  static func record(
    _ db: Database, samples: ClosedRange<Int64>?, types: Set<Int64>, earliest: Double?, latest: Double?,
    importID: Int64? = nil
  ) throws -> Int64 {
    try db.cachedStatement(
      sql: """
        INSERT INTO change (first_sample, last_sample, types, earliest, latest, import_id) VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      samples?.lowerBound, samples?.upperBound, types.sorted().map(String.init).joined(separator: ","),
      earliest, latest, importID,
    ])
    return db.lastInsertedRowID
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
    try read { db in
      let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      let history = try StoreIdentity.history(db)?.uuidString.lowercased() ?? "new"
      return "\(format)-\(history)-\(try Change.latestID(db))"
    }
  }

  /// The changes after the given one, oldest first.
  package func changes(after id: Int64) throws -> [Change] {
    try read { db in
      try Row.fetchAll(
        db.cachedStatement(sql: "SELECT id, first_sample, last_sample, types FROM change WHERE id > ? ORDER BY id"),
        arguments: [id]
      ).map { row in
        let first: Int64? = row[1]
        let last: Int64? = row[2]
        let types: String = row[3]
        return Change(
          id: row[0],
          samples: try first.flatMap { first in try last.map { try StoredRow.range(first, $0, "change") } },
          types: Set(types.split(separator: ",").compactMap { Int64($0) }))
      }
    }
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
      var types: Set<String> = []
      var times: ClosedRange<Double>?
      var isAnyDay = latest < id
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: "SELECT types, earliest, latest FROM change WHERE id > ? ORDER BY id"), arguments: [id])
      var typeIDs: Set<Int64> = []
      while let row = try rows.next() {
        let changed: String = row[0]
        typeIDs.formUnion(changed.split(separator: ",").compactMap { Int64($0) })
        guard let earliest: Double = row[1], let latest: Double = row[2], earliest <= latest, earliest.isFinite,
          latest.isFinite
        else {
          isAnyDay = true
          continue
        }
        times = min(times?.lowerBound ?? earliest, earliest)...max(times?.upperBound ?? latest, latest)
      }
      for id in typeIDs {
        // A type that no longer exists is not shown anywhere.
        if let type = try SampleTypeRow.fetch(db, id: id) { types.insert(type.identifier) }
      }
      guard !isAnyDay, let times else { return LoggedChanges(latest: latest, types: types) }
      let timeline = try ZoneTimeline(db)
      func day(_ time: Double) -> Day { timeline.day(containing: Date(timeIntervalSinceReferenceDate: time)) }
      // A source also covers a short time after its samples, which may be part of the next day.
      let (first, last) = (times.lowerBound - SourceMerger.bridgedGap, times.upperBound + SourceMerger.bridgedGap)
      return LoggedChanges(latest: latest, types: types, days: day(first)...day(last))
    }
  }
}
