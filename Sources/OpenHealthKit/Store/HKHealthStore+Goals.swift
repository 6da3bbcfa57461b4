package import Foundation
import HealthDatabase
package import HealthModel

/// Goals, pauses, and undo of manual changes, which HealthKit does not have. All throw `StoreError`.
extension HKHealthStore {
  // MARK: - Reading

  /// The goals and pauses set by the user.
  package func goalPlan() throws -> GoalPlan {
    try connection.reading().goalPlan()
  }

  /// The goals of the days and where each one comes from.
  ///
  /// - Complexity: O(days).
  package func goals(_ days: ClosedRange<Day>) throws -> [DayGoals] {
    try connection.reading().goals(days)
  }

  /// Every change of goals, by Apple's summaries and by the user.
  package func goalHistory() throws -> GoalHistory {
    try connection.reading().goalHistory()
  }

  // MARK: - Writing

  /// Changes goals or pauses in one transaction, which ``undo(expected:)`` reverts. Creates the store if it is
  /// missing.
  ///
  /// - Parameter title: a short description, for example `pause 2026-11-19`.
  /// - Returns: the entry in the log, for undoing exactly this change.
  /// - Throws: `StoreError`; with the code `invalidArgument`, without writing anything, if a goal, a weekday or the
  ///   length of a pause is out of range.
  @discardableResult
  package func change(_ change: GoalChange, title: String) throws -> EditEntry {
    try connection.writing().change(change, title: title)
  }

  /// Sets a goal from a day on, for one ISO weekday or for all, without undo: for generated stores.
  package func setGoal(_ value: Double, for ring: Ring, from day: Day, weekday: Int? = nil) throws {
    try connection.writing().setGoal(value, for: ring, from: day, weekday: weekday)
  }

  /// Saves samples entered by hand, so that ``undo(expected:)`` deletes them.
  ///
  /// - Throws: `HKError` as ``save(_:)`` does, or `StoreError`.
  @discardableResult
  package func enter(_ samples: [HKSample], title: String) throws -> EditEntry {
    try saveNow(samples)
    return try connection.writing().recordEntered(samples.map(\.uuid), title: title)
  }

  /// Deletes one quantity or category sample such that ``undo(expected:)`` restores it.
  ///
  /// - Returns: nil if there is no such sample.
  /// - Throws: `StoreError` with the code `invalidArgument`, without deleting anything, for a sample of another kind.
  @discardableResult
  package func delete(sample uuid: UUID, title: String) throws -> EditEntry? {
    _ = try connection.reading()
    return try connection.writing().delete(sample: uuid, title: title)
  }

  /// Sets the user's own order of the sources of a type, highest rank first; ``undo(expected:)`` reverts it.
  ///
  /// - Parameter names: names of sources; empty for the default order.
  /// - Throws: `StoreError` with the code `invalidArgument` if there are no samples of the type.
  @discardableResult
  package func setSourceOrder(_ names: [String], forType identifier: String, title: String) throws -> EditEntry {
    _ = try connection.reading()
    return try connection.writing().setSourceOrder(names, forType: identifier, title: title)
  }

  // MARK: - Undo

  /// The changes that can be undone, latest first; at most a hundred entries.
  package func edits() throws -> [EditEntry] {
    try connection.reading().edits()
  }

  /// Reverts the latest manual change.
  ///
  /// - Parameter expected: the edit to revert; nil for the latest, whichever it is.
  /// - Returns: the edit that was reverted; nil if there is nothing to undo.
  /// - Throws: `StoreError` with the code `missing` if there is no store, and `invalidArgument` if another edit was
  ///   made after the expected one.
  package func undo(expected: Int64? = nil, passingOver: Bool = false) throws -> EditEntry? {
    // Only an existing store has edits, so none is created.
    _ = try connection.reading()
    return try connection.writing().undo(expected: expected, passingOver: passingOver)
  }
}
