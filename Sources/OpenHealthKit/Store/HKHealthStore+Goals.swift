package import Foundation
import HealthDatabase
package import HealthModel

/// Goals, pauses, and undo of what was entered by hand. HealthKit has no names for them. All throw `StoreError`.
extension HKHealthStore {
  // MARK: - Reading

  /// The goals and pauses that the user has set.
  package func goalPlan() throws -> GoalPlan {
    try door.reading().goalPlan()
  }

  /// The goals of the days and where each comes from.
  ///
  /// - Complexity: O(days).
  package func goals(_ days: ClosedRange<Day>) throws -> [DayGoals] {
    try door.reading().goals(days)
  }

  /// Every change of goals, by Apple's summaries and by the user.
  package func goalHistory() throws -> GoalHistory {
    try door.reading().goalHistory()
  }

  // MARK: - Writing

  /// Changes goals or pauses in one transaction, which ``undo(expected:)`` takes back. Makes the store where there is
  /// none.
  ///
  /// - Parameter title: a few words for a person that say what is done, for example `pause 2026-11-19`.
  /// - Returns: the entry in the log, for an undo of just this change.
  /// - Throws: `StoreError`; with the code `invalidArgument`, and nothing written, where a goal, a weekday or the length
  ///   of a pause is out of its range.
  @discardableResult
  package func change(_ change: GoalChange, title: String) throws -> EditEntry {
    try door.writing().change(change, title: title)
  }

  /// Sets a goal from a day on, for one ISO weekday or for all, without a way back: for stores that a program makes up.
  package func setGoal(_ value: Double, for ring: Ring, from day: Day, weekday: Int? = nil) throws {
    try door.writing().setGoal(value, for: ring, from: day, weekday: weekday)
  }

  /// Saves samples that a person entered by hand, so that ``undo(expected:)`` deletes them.
  ///
  /// - Throws: `HKError` as ``save(_:)`` does, or `StoreError`.
  @discardableResult
  package func enter(_ samples: [HKSample], title: String) throws -> EditEntry {
    try saveNow(samples)
    return try door.writing().recordEntered(samples.map(\.uuid), title: title)
  }

  /// Deletes one quantity or category sample so that ``undo(expected:)`` puts it back.
  ///
  /// - Returns: nil where there is no such sample.
  /// - Throws: `StoreError` with the code `invalidArgument`, and nothing deleted, for a sample of another kind.
  @discardableResult
  package func delete(sample uuid: UUID, title: String) throws -> EditEntry? {
    _ = try door.reading()
    return try door.writing().delete(sample: uuid, title: title)
  }

  /// Puts the sources of a type in the user's own order, first counts most; ``undo(expected:)`` takes it back.
  ///
  /// - Parameter names: names of sources; none for the order that follows from the samples.
  /// - Throws: `StoreError` with the code `invalidArgument` where there are no samples of the type.
  @discardableResult
  package func setSourceOrder(_ names: [String], forType identifier: String, title: String) throws -> EditEntry {
    _ = try door.reading()
    return try door.writing().setSourceOrder(names, forType: identifier, title: title)
  }

  // MARK: - Undo

  /// What can be undone, latest first; at most a hundred entries.
  package func edits() throws -> [EditEntry] {
    try door.reading().edits()
  }

  /// Takes the latest change of goals or pauses, or the latest entered samples, back.
  ///
  /// - Parameter expected: the edit that is meant; nil for the latest, whichever it is.
  /// - Returns: what was taken back; nil where there is nothing to undo.
  /// - Throws: `StoreError` with the code `missing` where there is no store, and `invalidArgument` where another edit has
  ///   been made since the expected one.
  package func undo(expected: Int64? = nil) throws -> EditEntry? {
    // Only a store that is there has edits; none is made to find that out.
    _ = try door.reading()
    return try door.writing().undo(expected: expected)
  }
}
