import Foundation
import GRDB
import HealthModel

/// A reversible edit: rows of goals, pauses and source orders to write, samples to delete and samples to restore.
package struct StoreEdit: Codable, Equatable {
  struct DayGoal: Codable, Equatable {
    var day: Int
    /// The number of the subject.
    var ring: Int
    /// nil deletes the row.
    var value: Double?
  }

  struct ScheduledGoal: Codable, Equatable {
    var firstDay: Int
    /// 0 means every weekday.
    var weekday: Int
    var ring: Int
    var value: Double?
  }

  struct Pause: Codable, Equatable {
    var firstDay: Int
    var lastDay: Int?
  }

  package struct SourceOrder: Codable, Equatable {
    /// The raw identifier.
    package var type: String
    /// Empty for the default order.
    package var names: [String]
  }

  var dayGoals: [DayGoal] = []
  var schedule: [ScheduledGoal] = []
  var pauses: [Pause] = []
  var deletedSamples: [UUID] = []
  /// nil in entries of earlier versions, as is the next property.
  var sourceOrders: [SourceOrder]?
  var restoredSamples: [DeletedSample]?

  /// Writes the rows and invalidates the days that they affect.
  ///
  /// - Returns: the edit that restores the previous state. It does not include samples.
  func apply(_ db: Database, in store: Store) throws -> StoreEdit {
    var inverse = StoreEdit()
    for goal in dayGoals {
      let old = try Double.fetchOne(
        db, sql: "SELECT value FROM goal WHERE day = ? AND ring = ?", arguments: [goal.day, goal.ring])
      inverse.dayGoals.append(DayGoal(day: goal.day, ring: goal.ring, value: old))
      if let value = goal.value {
        try db.execute(
          sql: "INSERT OR REPLACE INTO goal (day, ring, value) VALUES (?, ?, ?)",
          arguments: [goal.day, goal.ring, value])
      } else {
        try db.execute(sql: "DELETE FROM goal WHERE day = ? AND ring = ?", arguments: [goal.day, goal.ring])
      }
    }
    for goal in schedule {
      let old = try Double.fetchOne(
        db, sql: "SELECT value FROM goal_schedule WHERE first_day = ? AND weekday = ? AND ring = ?",
        arguments: [goal.firstDay, goal.weekday, goal.ring])
      inverse.schedule.append(
        ScheduledGoal(firstDay: goal.firstDay, weekday: goal.weekday, ring: goal.ring, value: old))
      if let value = goal.value {
        try db.execute(
          sql: "INSERT OR REPLACE INTO goal_schedule (first_day, weekday, ring, value) VALUES (?, ?, ?, ?)",
          arguments: [goal.firstDay, goal.weekday, goal.ring, value])
      } else {
        try db.execute(
          sql: "DELETE FROM goal_schedule WHERE first_day = ? AND weekday = ? AND ring = ?",
          arguments: [goal.firstDay, goal.weekday, goal.ring])
      }
    }
    var pausedDays: [ClosedRange<Int>] = []
    for pause in pauses {
      let old = try Int.fetchOne(
        db, sql: "SELECT last_day FROM pause WHERE first_day = ?", arguments: [pause.firstDay])
      inverse.pauses.append(Pause(firstDay: pause.firstDay, lastDay: old))
      pausedDays += [old, pause.lastDay].compactMap { $0 }.filter { $0 >= pause.firstDay }.map { pause.firstDay...$0 }
      if let lastDay = pause.lastDay {
        try db.execute(
          sql: "INSERT OR REPLACE INTO pause (first_day, last_day) VALUES (?, ?)",
          arguments: [pause.firstDay, lastDay])
      } else {
        try db.execute(sql: "DELETE FROM pause WHERE first_day = ?", arguments: [pause.firstDay])
      }
    }
    // Rows that replace each other are restored in the opposite order.
    inverse.dayGoals.reverse()
    inverse.schedule.reverse()
    inverse.pauses.reverse()
    if !deletedSamples.isEmpty {
      let rows = try SampleIdentityReader(db).rows(of: deletedSamples)
      try SampleDeleter.delete(db, rows: rows)
    }
    for sample in restoredSamples ?? [] { try sample.restore(db, in: store) }
    for order in sourceOrders ?? [] {
      guard let old = try order.store(db) else { continue }
      inverse.sourceOrders = [old] + (inverse.sourceOrders ?? [])
    }
    let scheduled = schedule.map(\.firstDay).min().map { $0...Int.max }
    let single = dayGoals.map { $0.day...$0.day }
    try Self.resummarize(db, single + pausedDays + (scheduled.map { [$0] } ?? []))
    return inverse
  }

  /// Recomputes the days whose goals or pauses have changed, and notifies watchers.
  private static func resummarize(_ db: Database, _ days: [ClosedRange<Int>]) throws {
    guard !days.isEmpty else { return }
    let timeline = try ZoneTimeline(db)
    for range in days {
      let known = try StoredDay.all(
        db, "SELECT day FROM day_summary WHERE day BETWEEN ? AND ?", [range.lowerBound, range.upperBound],
        table: "day_summary")
      try SummaryTable.markStale(db, known, timeline: timeline)
    }
    try SummaryTable.materialize(db)
    try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
  }
}

extension StoreEdit.SourceOrder {
  /// Writes the order, and recomputes what depends on it.
  ///
  /// - Returns: the previous order; nil if there are no samples of the type.
  fileprivate func store(_ db: Database) throws -> StoreEdit.SourceOrder? {
    guard let row = try SampleTypeRow.fetch(db, identifier: type) else { return nil }
    let old = try String.fetchAll(
      db, sql: "SELECT name FROM source_order WHERE type_id = ? ORDER BY position", arguments: [row.id])
    try db.execute(sql: "DELETE FROM source_order WHERE type_id = ?", arguments: [row.id])
    for (position, name) in names.enumerated() {
      try db.execute(
        sql: "INSERT OR IGNORE INTO source_order (type_id, name, position) VALUES (?, ?, ?)",
        arguments: [row.id, name, position])
    }
    try DerivedData.invalidateAll(db, type: row)
    try SummaryTable.materialize(db)
    try TotalsTable.materialize(db, type: row)
    try Change.record(db, samples: nil, types: [row.id], earliest: nil, latest: nil)
    return StoreEdit.SourceOrder(type: type, names: old)
  }
}

extension StoreEdit {
  /// The rows that implement a change.
  init(_ change: GoalChange, _ db: Database) throws {
    switch change {
    case .setGoals(let values, let day):
      dayGoals = try GoalSubjectTable.numbers(db, values.keys).map {
        DayGoal(day: day.number, ring: $0.number, value: values[$0.subject])
      }
    case .clearGoals(let subjects, let day):
      dayGoals = try GoalSubjectTable.numbers(db, subjects).map {
        DayGoal(day: day.number, ring: $0.number, value: nil)
      }
    case .schedule(let values, let day, let weekdays):
      for (subject, number) in try GoalSubjectTable.numbers(db, values.keys) {
        guard let value = values[subject] else { continue }
        guard weekdays.isEmpty else {
          schedule += weekdays.sorted()
            .map { ScheduledGoal(firstDay: day.number, weekday: $0, ring: number, value: value) }
          continue
        }
        let own = try Int.fetchAll(
          db,
          sql: "SELECT weekday FROM goal_schedule WHERE first_day = ? AND ring = ? AND weekday != 0 ORDER BY weekday",
          arguments: [day.number, number])
        schedule += own.map { ScheduledGoal(firstDay: day.number, weekday: $0, ring: number, value: nil) }
        schedule.append(ScheduledGoal(firstDay: day.number, weekday: 0, ring: number, value: value))
      }
    case .clearSchedule(let subjects):
      let numbers = try GoalSubjectTable.numbers(db, subjects).map(\.number)
      for row in try Row.fetchAll(db, sql: "SELECT first_day, weekday, ring FROM goal_schedule") {
        let number: Int = try row.value(2, "goal_schedule")
        guard numbers.contains(number) else { continue }
        schedule.append(
          ScheduledGoal(
            firstDay: try row.value(0, "goal_schedule"), weekday: try row.value(1, "goal_schedule"),
            ring: number, value: nil))
      }
    case .pause(let days):
      let first = days.lowerBound.number
      let last = days.upperBound.number
      // Merges pauses that overlap or touch.
      let joined = try Self.pauses(db, overlapping: (first - 1)...(last + 1))
      let union = joined.reduce(first...last) { $0.union($1) }
      pauses = joined.map { Pause(firstDay: $0.lowerBound, lastDay: nil) }
      pauses.append(Pause(firstDay: union.lowerBound, lastDay: union.upperBound))
    case .resume(let days):
      let first = days.lowerBound.number
      let last = days.upperBound.number
      for pause in try Self.pauses(db, overlapping: first...last) {
        pauses.append(Pause(firstDay: pause.lowerBound, lastDay: nil))
        if pause.lowerBound < first { pauses.append(Pause(firstDay: pause.lowerBound, lastDay: first - 1)) }
        if pause.upperBound > last { pauses.append(Pause(firstDay: last + 1, lastDay: pause.upperBound)) }
      }
    }
  }

  private static func pauses(_ db: Database, overlapping days: ClosedRange<Int>) throws -> [ClosedRange<Int>] {
    try Row.fetchAll(
      db, sql: "SELECT first_day, last_day FROM pause WHERE first_day <= ? AND last_day >= ? ORDER BY first_day",
      arguments: [days.upperBound, days.lowerBound]
    ).compactMap { row in
      let first: Int = try row.value(0, "pause")
      let last: Int = try row.value(1, "pause")
      return first <= last ? first...last : nil
    }
  }
}
