import GRDB
package import HealthModel

extension Store {
  /// Sets the user's goal for one day; 0 says that there is none that day, nil takes the word back.
  ///
  /// - Parameter value: kilocalories (minutes in move-time mode), minutes, or hours; not negative.
  package func setGoal(_ value: Double?, for ring: Ring, on day: Day) throws {
    try requireGoal(value)
    try write { db in
      if let value {
        try db.execute(
          sql: "INSERT OR REPLACE INTO goal (day, ring, value) VALUES (?, ?, ?)",
          arguments: [day.number, ring.rawValue, value])
      } else {
        try db.execute(sql: "DELETE FROM goal WHERE day = ? AND ring = ?", arguments: [day.number, ring.rawValue])
      }
      try resummarize(db, from: day, through: day)
    }
  }

  /// Sets the user's goal from a day on.
  ///
  /// - Parameters:
  ///   - value: as for a single day.
  ///   - weekday: the ISO weekday (1 is Monday) that the goal is for, nil for all that have none of their own.
  package func setGoal(_ value: Double, for ring: Ring, from day: Day, weekday: Int? = nil) throws {
    try requireGoal(value)
    guard weekday.map((1...7).contains) ?? true else {
      throw StoreError(.invalidArgument, path: path, reason: "a weekday is a number from 1 to 7")
    }
    try write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO goal_schedule (first_day, weekday, ring, value) VALUES (?, ?, ?, ?)",
        arguments: [day.number, weekday ?? 0, ring.rawValue, value])
      try resummarize(db, from: day, through: nil)
    }
  }

  /// Pauses the rings from one day through another: data go on being collected, streaks do not count the days.
  package func pause(_ days: ClosedRange<Day>) throws {
    try write { db in
      try db.execute(
        sql: """
          INSERT INTO pause (first_day, last_day) VALUES (?, ?)
          ON CONFLICT DO UPDATE SET last_day = max(last_day, excluded.last_day)
          """,
        arguments: [days.lowerBound.number, days.upperBound.number])
      try resummarize(db, from: days.lowerBound, through: days.upperBound)
    }
  }

  /// Takes back every pause that holds the day.
  package func resume(_ day: Day) throws {
    try write { db in
      let spans = try Row.fetchAll(
        db, sql: "SELECT first_day, last_day FROM pause WHERE first_day <= ?1 AND last_day >= ?1",
        arguments: [day.number])
      try db.execute(
        sql: "DELETE FROM pause WHERE first_day <= ?1 AND last_day >= ?1", arguments: [day.number])
      for span in spans { try resummarize(db, from: Day(number: span[0]), through: Day(number: span[1])) }
    }
  }

  /// Puts the sources of a type in the user's own order, first counts most. Sources that are not named follow in the
  /// order of the house.
  ///
  /// - Parameter names: names of sources, as samples carry them.
  package func setSourceOrder(_ names: [String], forType identifier: String) throws {
    try write { db in
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier) else {
        throw StoreError(.invalidArgument, path: path, reason: "there are no samples of \(identifier)")
      }
      try db.execute(sql: "DELETE FROM source_order WHERE type_id = ?", arguments: [type.id])
      for (position, name) in names.enumerated() {
        try db.execute(
          sql: "INSERT OR IGNORE INTO source_order (type_id, name, position) VALUES (?, ?, ?)",
          arguments: [type.id, name, position])
      }
      try DerivedData.invalidateAll(db, type: type)
      try SummaryTable.materialize(db)
      try TotalsTable.materialize(db, type: type)
      _ = try Change.record(db, samples: nil, types: [type.id], earliest: nil, latest: nil)
    }
  }

  private func requireGoal(_ value: Double?) throws {
    guard value.map({ $0.isFinite && $0 >= 0 }) ?? true else {
      throw StoreError(.invalidArgument, path: path, reason: "a goal is a number that is not negative")
    }
  }

  private func resummarize(_ db: Database, from first: Day, through last: Day?) throws {
    let timeline = try ZoneTimeline(db)
    let known = try Int.fetchAll(
      db, sql: "SELECT day FROM day_summary WHERE day BETWEEN ? AND ?",
      arguments: [first.number, last?.number ?? Int.max]
    ).map(Day.init(number:))
    try SummaryTable.markStale(db, known, timeline: timeline)
    try SummaryTable.materialize(db)
    _ = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
  }
}
