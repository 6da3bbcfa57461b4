package import GRDB
package import HealthModel

/// Apple's row for a day, from the newest export that contains one.
package struct AppleRow {
  package var summary: AppleSummaryRecord
  var importID: Int64
  /// Seconds since the reference date.
  package var exportDate: Double
  /// The values of our samples when the row was imported; nil until its import has been completed.
  package var base: RingValues?
  /// The last sample that had been stored then; the highest number if it is not known.
  var baseRow: Int64

  var isAllZero: Bool {
    summary.energy == 0 && summary.moveTime == 0 && summary.exercise == 0 && summary.stand == 0
  }

  var hasGoals: Bool {
    summary.energyGoal > 0 || summary.moveTimeGoal > 0 || summary.exerciseGoal > 0 || summary.standGoal > 0
  }

  package var mode: MoveMode {
    summary.moveTimeGoal > 0 ? .moveTime : .activeEnergy
  }

  package var values: RingValues {
    RingValues(
      move: mode == .moveTime ? summary.moveTime : summary.energy, exercise: summary.exercise, stand: summary.stand)
  }

  package func goal(_ ring: Ring) -> Double {
    switch ring {
    case .move: mode == .moveTime ? summary.moveTimeGoal : summary.energyGoal
    case .exercise: summary.exerciseGoal
    case .stand: summary.standGoal
    }
  }

  /// - Complexity: O(log n + k) in the rows of the span.
  package static func fetch(_ db: Database, _ days: ClosedRange<Day>) throws -> [Day: AppleRow] {
    Dictionary(try fetchEvery(db, days).map { ($0.summary.day, $0) }) { $1 }
  }

  /// The rows of all exports for days, for each day oldest export first.
  static func fetchEvery(_ db: Database, _ days: ClosedRange<Day>) throws -> [AppleRow] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT * FROM apple_summary WHERE day BETWEEN ? AND ? ORDER BY day, export_date, import_id"),
      arguments: [days.lowerBound.number, days.upperBound.number]
    ).map(AppleRow.init)
  }

  /// Whether a record has the same content, within six printed digits of energy.
  func hasSameNumbers(as other: AppleSummaryRecord) -> Bool {
    func isClose(_ first: Double, _ second: Double) -> Bool {
      abs(first - second) <= 1e-5 * max(abs(first), abs(second))
    }
    return isClose(summary.energy, other.energy) && isClose(summary.energyGoal, other.energyGoal)
      && summary.moveTime == other.moveTime && summary.moveTimeGoal == other.moveTimeGoal
      && summary.exercise == other.exercise && summary.exerciseGoal == other.exerciseGoal
      && summary.stand == other.stand && summary.standGoal == other.standGoal
  }

  /// The latest day before the given one whose row, from the newest export, contains goals.
  static func lastWithGoals(_ db: Database, before day: Day) throws -> AppleRow? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT * FROM apple_summary
          WHERE day < ? AND (energy_goal > 0 OR move_time_goal > 0 OR exercise_goal > 0 OR stand_goal > 0)
            AND NOT EXISTS (
              SELECT 1 FROM apple_summary AS newer WHERE newer.day = apple_summary.day
                AND (newer.export_date, newer.import_id) > (apple_summary.export_date, apple_summary.import_id))
          ORDER BY day DESC LIMIT 1
          """), arguments: [day.number]
    ).map(AppleRow.init)
  }

  private init(_ row: Row) throws {
    func number(_ column: String) throws -> Double { try row.value(column, "apple_summary") }
    summary = AppleSummaryRecord(
      day: try row.day("day", "apple_summary"), energy: try number("energy"), energyGoal: try number("energy_goal"),
      moveTime: try number("move_time"), moveTimeGoal: try number("move_time_goal"),
      exercise: try number("exercise"), exerciseGoal: try number("exercise_goal"), stand: try number("stand"),
      standGoal: try number("stand_goal"))
    importID = try row.value("import_id", "apple_summary")
    exportDate = try number("export_date")
    // A store of an earlier format has no such column.
    baseRow = row.hasColumn("base_row") ? try row.value("base_row", "apple_summary") ?? .max : .max
    func known(_ column: String) throws -> Double? { try row.value(column, "apple_summary") }
    if let move = try known("base_move"), let exercise = try known("base_exercise"),
      let stand = try known("base_stand")
    {
      base = RingValues(move: move, exercise: exercise, stand: stand)
    }
  }
}

/// What samples have recorded of the three rings; nil for a ring that they say nothing about.
package struct RecordedRings: Hashable, Sendable {
  var move: Double?
  var exercise: Double?
  var stand: Double?

  package subscript(ring: Ring) -> Double? {
    switch ring {
    case .move: move
    case .exercise: exercise
    case .stand: stand
    }
  }

  var isEmpty: Bool { Ring.allCases.allSatisfy { self[$0] == nil } }

  /// The amounts by which samples change Apple's numbers: 0 where they say nothing.
  var amounts: RingValues { RingValues(move: move ?? 0, exercise: exercise ?? 0, stand: stand ?? 0) }
}

/// The values of the three rings: kilocalories or minutes, minutes, hours.
package struct RingValues: Hashable, Sendable {
  package var move: Double
  package var exercise: Double
  package var stand: Double

  package subscript(ring: Ring) -> Double {
    switch ring {
    case .move: move
    case .exercise: exercise
    case .stand: stand
    }
  }

  static let zero = RingValues(move: 0, exercise: 0, stand: 0)

  var isAllZero: Bool { self == .zero }

  /// Whether both may be what equal samples result in: the order in which they are added up changes the last digits.
  func isClose(to other: RingValues) -> Bool { Ring.allCases.allSatisfy { abs(self[$0] - other[$0]) < 1e-6 } }
}
