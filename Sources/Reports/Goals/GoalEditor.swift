package import Configuration
import Foundation
package import HealthDatabase
package import HealthModel
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

  package func apply(_ change: GoalChange, title: String) throws {
    // The store is created only after the input has been validated.
    try store.writing(homeZone: environment.systemZone).change(change, title: title)
  }

  /// Explains why today's goal differs from the one that was just set for a range that includes today.
  package func explainToday(_ values: [Ring: Double], _ change: GoalChange) throws {
    let formatting = environment.settings.formatting
    switch change {
    case .schedule(_, let first, let weekdays):
      guard first <= today, weekdays.isEmpty || weekdays.contains(today.isoWeekday) else { return }
    default: return
    }
    let goals = try store.reading().goals(today...today)[0]
    for ring in Ring.allCases {
      guard let value = values[ring], goals[ring].value ?? 0 != value else { continue }
      let held = GoalText.words(goals[ring].value ?? 0, ring, mode: goals.moveMode, formatting: formatting)
      Output.line("Today's goal is still \(held): \(GoalsPage.words(of: goals[ring].origin)).")
    }
  }
}
