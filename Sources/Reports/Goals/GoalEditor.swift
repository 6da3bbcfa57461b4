package import Configuration
import Foundation
package import HealthDatabase
package import HealthModel
import HealthQueries
import Presentation
import Processes

/// Writes goals and pauses into a store, which is created if it does not exist.
package struct GoalEditor {
  package let store: StoreConnection
  package let today: Day
  /// What Move measures today.
  package let moveMode: MoveMode
  private let environment: Environment

  package init(_ store: StoreConnection, _ environment: Environment) throws {
    self.store = store
    self.environment = environment
    do {
      let today = try store.reading().day(at: environment.now())
      moveMode = try store.reading().goals(today...today)[0].moveMode
      self.today = today
    } catch let error as StoreError where error.code == .missing {
      today = environment.systemDay
      moveMode = .activeEnergy
    }
  }

  /// - Throws: `StoreError`.
  package func apply(_ change: GoalChange, title: String) throws {
    // The store is created only after the input has been validated.
    try store.writing(homeZone: environment.systemZone).change(change, title: title)
  }

  /// What `goals set` was given.
  package struct Request {
    /// The words of each ring's goal.
    package var rings: [(ring: Ring, words: [String])] = []
    /// A type, followed by the words of its goal; empty for none.
    package var amount: [String] = []
    package var isWeekly = false
    /// The only day; nil for all from the first on.
    package var on: Day?
    package var from: Day?
    package var weekdays: (numbers: Set<Int>, words: String)?

    package init() {}
  }

  /// Sets goals, and says so.
  ///
  /// - Throws: a usage error, or `StoreError`.
  package func set(_ request: Request) throws {
    let formatting = environment.settings.formatting
    var values: [(subject: GoalSubject, value: Double)] = []
    for (ring, words) in request.rings where !words.isEmpty {
      // `--move 700 steps 8000`: an amount after the options is taken for the end of the ring's goal.
      if let at = words.indices.dropFirst().dropLast().first(where: {
        (try? Self.subject(named: words[$0], isWeekly: false)) != nil
      }) {
        let amount = words[at...].joined(separator: " ")
        let goal = words[..<at].joined(separator: " ")
        throw Failure(
          .usage, "Put \"\(amount)\" before the options: ringtop goals set \(amount) --\(ring.key) \(goal).")
      }
      let text = try GoalText(words.joined(separator: " "), ring, mode: moveMode, formatting: formatting)
      values.append((.ring(ring), text.value))
    }
    if let name = request.amount.first {
      let subject = try Self.subject(named: name, isWeekly: request.isWeekly)
      guard request.amount.count > 1 else {
        throw Failure(.usage, "How much? For example: ringtop goals set \(name.prefix(60)) 8000.")
      }
      if request.isWeekly, request.on != nil || request.weekdays != nil {
        throw Failure(.usage, "The goal of a week has no single days or weekdays.")
      }
      let words = request.amount.dropFirst().joined(separator: " ")
      let text =
        switch subject {
        case .ring(let ring): try GoalText(words, ring, mode: moveMode, formatting: formatting)
        case .amount(let goal): try GoalText(words, goal, formatting: formatting)
        }
      values.append((subject, text.value))
    }
    let list = values.map { GoalText.words($0.value, $0.subject, mode: moveMode, formatting: formatting) }
      .joined(separator: ", ")
    let goals = Dictionary(values.map { ($0.subject, $0.value) }) { $1 }
    let day = request.on ?? request.from ?? today
    let change: GoalChange =
      request.on == nil
      ? .schedule(goals, from: day, weekdays: request.weekdays?.numbers ?? []) : .setGoals(goals, on: day)
    let when =
      request.on == nil
      ? (request.weekdays.map { $0.words + " " } ?? "") + "from \(formatting.longDate(day)) on"
      : "on \(formatting.longDate(day)) alone"
    let replaced = try self.replaced(by: change)
    try apply(
      change,
      title: "goals \(list) \(request.on == nil ? "from" : "on") \(day)"
        + (request.weekdays.map { " (\($0.words))" } ?? ""))
    Output.line("\(list), \(when).")
    if !replaced.isEmpty {
      Output.line("It replaces your goals for \(replaced.joined(separator: ", ")); set those again to keep them.")
    }
    try explainToday(goals, change)
  }

  /// Removes goals, and says so.
  ///
  /// - Parameters:
  ///   - names: rings and types; empty for all rings.
  ///   - day: the only day; nil for the schedule.
  /// - Throws: a usage error, or `StoreError`.
  package func clear(_ names: [String], isWeekly: Bool, on day: Day?) throws {
    let subjects: [GoalSubject] =
      try names.isEmpty
      ? Ring.allCases.map { .ring($0) }
      : names.map { try Self.subject(named: $0, isWeekly: isWeekly) }
    let kind = day.map { "goals of \(environment.settings.formatting.longDate($0))" } ?? "scheduled goals"
    let plan = try plan
    let set = Set(
      day.map { day in plan.dayGoals.filter { $0.day == day }.map(\.subject) } ?? plan.schedule.map(\.subject))
    func list(_ subjects: [GoalSubject]) -> String { subjects.map(GoalText.name).joined(separator: ", ") }
    let removed = subjects.filter(set.contains)
    guard !removed.isEmpty else { return Output.line("You have no \(kind): \(list(subjects)).") }
    if let day {
      try apply(.clearGoals(Set(removed), on: day), title: "clear goals of \(day): \(list(removed))")
    } else {
      try apply(.clearSchedule(Set(removed)), title: "clear scheduled goals: \(list(removed))")
    }
    Output.line("Your \(kind) are removed: \(list(removed)).")
  }

  /// Empty without a store.
  private var plan: GoalPlan {
    get throws {
      do {
        return try store.reading().goalPlan()
      } catch let error as StoreError where error.code == .missing {
        return GoalPlan()
      }
    }
  }

  /// - Throws: a usage error.
  private static func subject(named name: String, isWeekly: Bool) throws -> GoalSubject {
    guard let ring = Ring.allCases.first(where: { $0.key == name.lowercased() }) else {
      return .amount(try amount(named: name, isWeekly: isWeekly))
    }
    guard !isWeekly else { throw Failure(.usage, "A ring has a goal of each day, not of a week.") }
    return .ring(ring)
  }

  /// - Throws: a usage error.
  private static func amount(named name: String, isWeekly: Bool) throws -> GoalAmount {
    if let goal = GoalAmount(named: name, isWeekly ? .week : .day) { return goal }
    // A type that does not exist has its own error, with the nearest name.
    _ = try HealthTypeName(name)
    throw Failure(
      .usage,
      "\"\(name.prefix(60))\" has no amount of a day. A goal is for move, exercise or stand, or for an amount such as "
        + "steps, water, mindful or sleep.")
  }

  /// The goals of single weekdays that a goal for all weekdays replaces: `Move on Saturdays (400 kcal)`.
  private func replaced(by change: GoalChange) throws -> [String] {
    guard case .schedule(let values, let day, let weekdays) = change, weekdays.isEmpty else { return [] }
    let formatting = environment.settings.formatting
    let plan = try plan
    return plan.schedule.filter { goal in
      values[goal.subject] != nil && goal.firstDay <= day && plan.end(of: goal).map { $0 > day } ?? true
    }.compactMap { goal in
      goal.weekday.map { weekday in
        let value =
          goal.value > 0
          ? GoalText.amount(goal.value, goal.subject, mode: moveMode, formatting: formatting) : "no goal"
        return "\(GoalText.name(goal.subject)) on \(formatting.longWeekday(weekday))s (\(value))"
      }
    }
  }

  /// Explains why today's goal differs from the one that was just set for a range that includes today.
  private func explainToday(_ values: [GoalSubject: Double], _ change: GoalChange) throws {
    let formatting = environment.settings.formatting
    switch change {
    case .schedule(_, let first, let weekdays):
      guard first <= today, weekdays.isEmpty || weekdays.contains(today.isoWeekday) else { return }
    default: return
    }
    let goals = try store.reading().goals(today...today)[0]
    for ring in Ring.allCases {
      guard let value = values[.ring(ring)], goals[ring].value ?? 0 != value else { continue }
      let held = GoalText.words(goals[ring].value ?? 0, ring, mode: goals.moveMode, formatting: formatting)
      Output.line("Today's goal is still \(held): \(GoalsPage.words(of: goals[ring].origin)).")
    }
  }
}
