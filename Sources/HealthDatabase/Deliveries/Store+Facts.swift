import GRDB

/// The events that were passed to the user's commands, so that each is passed once, across restarts and several
/// programs.
extension Store {
  /// The latest event of each kind that was passed on; none in a store of an earlier format.
  package func announcedFacts() throws -> [String: String] {
    try read { db in
      guard try !isOlder || db.tableExists("told_fact") else { return [:] }
      let rows = try Row.fetchAll(db, sql: "SELECT kind, fact FROM told_fact")
      return Dictionary(
        try rows.map { (try $0.value(0, "told_fact") as String, try $0.value(1, "told_fact") as String) }
      ) { $1 }
    }
  }

  /// Records that an event is about to be passed on.
  ///
  /// - Returns: false if any program has passed it on before.
  package func recordFact(_ fact: String, ofKind kind: String) throws -> Bool {
    try write { db in
      try db.execute(
        sql: """
          INSERT INTO told_fact (kind, fact) VALUES (?, ?)
          ON CONFLICT DO UPDATE SET fact = excluded.fact WHERE fact != excluded.fact
          """, arguments: [kind, fact])
      return db.changesCount > 0
    }
  }
}
