package import Foundation
package import GRDB

/// What somebody has delivered over the network, or has tried to.
package struct ReceivedDelivery: Hashable, Sendable {
  package var time: Date
  /// The name of the sender's token; empty for the owner's, `stranger` for one that is not valid.
  package var sender: String
  /// The name of the feed, or the path of another request that was refused.
  package var feed: String
  /// Why it was refused, as a sentence; nil if it was stored.
  package var problem: String?
  package var received = 0
  package var stored = 0
  package var unchanged = 0
  /// Records that an export already contains.
  package var covered = 0
  package var replaced = 0
  package var skipped = 0
  /// How many were skipped, by reason.
  package var skipCounts: [String: Int] = [:]

  /// In place of the name of a token. No name contains a space.
  package static let stranger = "no valid token"

  package init(time: Date, sender: String, feed: String, problem: String? = nil) {
    (self.time, self.sender, self.feed, self.problem) = (time, sender, feed, problem)
  }
}

extension Schema {
  /// Stores of format 9 that were created before there was a log lack it.
  static let received = Table(
    name: "received",
    definition: """
      id INTEGER PRIMARY KEY,
      created REAL NOT NULL,
      sender TEXT NOT NULL, feed TEXT NOT NULL, problem TEXT,
      received INTEGER NOT NULL, stored INTEGER NOT NULL, unchanged INTEGER NOT NULL, covered INTEGER NOT NULL,
      replaced INTEGER NOT NULL, skipped INTEGER NOT NULL,
      reasons TEXT NOT NULL          -- how many were skipped by reason, as a JSON object
      """)
}

extension ReceivedDelivery {
  /// Entries are kept up to this number.
  static let mostKept: Int64 = 500
  /// How many more there can be: removing one at a time would cost more than the entry.
  private static let slack: Int64 = 32
  private static let mostReasons = 20
  private static let longestText = 300

  /// Reads the file: a connection remembers which tables there were when it first asked.
  fileprivate static func isPresent(_ db: Database) throws -> Bool {
    let sql = "SELECT count(*) > 0 FROM sqlite_schema WHERE type = 'table' AND name = ?"
    return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [Schema.received.name]) ?? false
  }

  package func insert(_ db: Database) throws {
    let last: Int64?
    do {
      last = try RawStatement(db, "SELECT max(id) FROM received").firstInt64()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // There is no table yet.
      try Schema.received.create(db)
      last = nil
    }
    // Those without a token must not displace the others: of each feed only their last attempt is kept.
    if sender == Self.stranger {
      try db.cachedStatement(sql: "DELETE FROM received WHERE sender = ? AND feed = ?").execute(arguments: [
        sender, feed,
      ])
    }
    let id = try StoredRow.next(after: last, Schema.received.name)
    var text = Data("{}".utf8)
    if !skipCounts.isEmpty {
      let reasons = skipCounts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostReasons)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      text = try encoder.encode(
        Dictionary(reasons.map { (String($0.key.prefix(Self.longestText)), $0.value) }, uniquingKeysWith: +))
    }
    let insert = try RawStatement(
      db,
      """
      INSERT INTO received (
        id, created, sender, feed, problem, received, stored, unchanged, covered, replaced, skipped, reasons
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    insert.setArguments(
      id, time.timeIntervalSinceReferenceDate, String(sender.prefix(Self.longestText)),
      String(feed.prefix(Self.longestText)), problem.map { String($0.prefix(Self.longestText)) }, received, stored,
      unchanged, covered, replaced, skipped, String(decoding: text, as: UTF8.self))
    try insert.run()
    guard id % Self.slack == 0 else { return }
    try db.cachedStatement(
      sql: "DELETE FROM received WHERE id <= (SELECT id FROM received ORDER BY id DESC LIMIT 1 OFFSET ?)"
    ).execute(arguments: [Self.mostKept])
  }

  fileprivate init(row: Row) throws {
    let table = Schema.received.name
    time = try row.date("created", table)
    sender = try row.value("sender", table)
    feed = try row.value("feed", table)
    problem = try row.value("problem", table)
    received = try row.value("received", table)
    stored = try row.value("stored", table)
    unchanged = try row.value("unchanged", table)
    covered = try row.value("covered", table)
    replaced = try row.value("replaced", table)
    skipped = try row.value("skipped", table)
    let reasons: String = try row.value("reasons", table)
    skipCounts = (try? JSONDecoder().decode([String: Int].self, from: Data(reasons.utf8))) ?? [:]
  }
}

extension FeedSession {
  /// Adds an entry to the log, in the transaction of the delivery.
  package func log(_ delivery: ReceivedDelivery) throws { try delivery.insert(db) }
}

/// The log of deliveries is no change of the data: it has no row in the list of changes, and sends no signal.
extension Store {
  /// Adds an entry to the log.
  package func log(_ delivery: ReceivedDelivery) throws {
    try write { db in try delivery.insert(db) }
  }

  /// The log, the newest entry first.
  ///
  /// - Parameter limit: at least 0.
  package func receivedDeliveries(limit: Int = .max) throws -> [ReceivedDelivery] {
    try read { db in
      guard try ReceivedDelivery.isPresent(db) else { return [] }
      return try Row.fetchAll(
        db, sql: "SELECT * FROM received ORDER BY id DESC LIMIT ?",
        arguments: [min(limit, Int(ReceivedDelivery.mostKept))]
      )
      .map(ReceivedDelivery.init(row:))
    }
  }
}
