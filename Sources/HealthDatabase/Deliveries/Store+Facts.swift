import GRDB

/// What the user's commands were told, so that each fact is told once, also across restarts and by several programs.
extension Store {
  /// The latest fact of each kind that was told; none in a store of an earlier format.
  package func toldFacts() throws -> [String: String] {
    try read { db in
      guard try !isOlder || db.tableExists("told_fact") else { return [:] }
      let rows = try Row.fetchAll(db, sql: "SELECT kind, fact FROM told_fact")
      return Dictionary(
        try rows.map { (try $0.value(0, "told_fact") as String, try $0.value(1, "told_fact") as String) }
      ) { $1 }
    }
  }

  /// Notes that a fact is about to be told.
  ///
  /// - Returns: false where it was told before, by whichever program.
  package func tell(_ fact: String, of kind: String) throws -> Bool {
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
