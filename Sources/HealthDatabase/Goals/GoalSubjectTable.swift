import GRDB
package import HealthModel

/// The numbers by which the tables of goals name what a goal is for: those of the rings, and from 16 on rows of a table.
enum GoalSubjectTable {
  private static let first = 16

  /// By number. A store of an earlier format has only the rings.
  static func all(_ db: Database) throws -> [Int: GoalSubject] {
    var all: [Int: GoalSubject] = [:]
    for ring in Ring.allCases { all[ring.rawValue] = .ring(ring) }
    for (number, amount) in try amounts(db) { all[number] = .amount(amount) }
    return all
  }

  /// The amounts, in the order in which goals were first set.
  static func amounts(_ db: Database) throws -> [(number: Int, amount: GoalAmount)] {
    guard try db.tableExists("goal_subject") else { return [] }
    var amounts: [(number: Int, amount: GoalAmount)] = []
    for row in try Row.fetchAll(db, sql: "SELECT id, type, period FROM goal_subject ORDER BY id") {
      let (number, period): (Int, Int) = (try row.value(0, "goal_subject"), try row.value(2, "goal_subject"))
      let type: String = try row.value(1, "goal_subject")
      // What only a later program knows is passed over.
      guard let amount = GoalAmount.Period(rawValue: period).flatMap({ GoalAmount(type, $0) }) else { continue }
      amounts.append((number, amount))
    }
    return amounts
  }

  /// The numbers of subjects, ascending; an amount without a number gets the next.
  static func numbers(
    _ db: Database, _ subjects: some Sequence<GoalSubject>
  ) throws -> [(subject: GoalSubject, number: Int)] {
    var known: [GoalSubject: Int] = [:]
    for (number, subject) in try all(db) { known[subject] = number }
    var numbers: [(subject: GoalSubject, number: Int)] = []
    for subject in subjects.sorted(by: { order($0) < order($1) }) {
      if let number = known[subject] {
        numbers.append((subject, number))
      } else if case .amount(let amount) = subject {
        try db.execute(
          sql: """
            INSERT INTO goal_subject (id, type, period)
            SELECT max(?, coalesce(max(id) + 1, 0)), ?, ? FROM goal_subject
            """, arguments: [first, amount.type, amount.period.rawValue])
        numbers.append((subject, Int(db.lastInsertedRowID)))
      }
    }
    return numbers.sorted { $0.number < $1.number }
  }

  private static func order(_ subject: GoalSubject) -> String {
    switch subject {
    case .ring(let ring): "\(ring.rawValue)"
    case .amount(let amount): amount.key
    }
  }
}

extension Store {
  /// The periods of goals for amounts that contain one of the days, ascending within each goal.
  ///
  /// - Parameter weekStart: the ISO weekday on which a week begins.
  package func goalPeriods(
    _ days: ClosedRange<Day>, weekStart: Int
  ) throws -> [(goal: GoalAmount, days: ClosedRange<Day>, target: Double)] {
    let weeks =
      days.lowerBound.week(startingOn: weekStart)
      .lowerBound...days.upperBound.week(startingOn: weekStart)
      .upperBound
    var periods: [(goal: GoalAmount, days: ClosedRange<Day>, target: Double)] = []
    try read { db in
      let amounts = try GoalSubjectTable.amounts(db)
      guard !amounts.isEmpty else { return }
      let resolver = try GoalResolver(db, days: weeks, appleRows: [:])
      for (number, goal) in amounts {
        var day = days.lowerBound
        while day <= days.upperBound {
          let period = goal.days(around: day, weekStart: weekStart)
          if let target = resolver.amount(number, on: period.upperBound) { periods.append((goal, period, target)) }
          day = period.upperBound + 1
        }
      }
    }
    return periods
  }
}
