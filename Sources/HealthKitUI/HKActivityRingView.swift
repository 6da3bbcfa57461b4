public import Foundation
public import OpenHealthKit
public import TerminalRings

/// The rings of a day for a terminal.
///
/// On Apple's systems this is a view of UIKit. Here it keeps the summary as that does, and draws it into cells, text, SVG
/// and pixels. A day without a summary has empty tracks; a ring without a goal has one too.
public final class HKActivityRingView: NSObject, @unchecked Sendable {
  // Unchecked because a lock keeps what changes.

  private let lock = NSLock()
  private var summary: HKActivitySummary?

  /// A view of no day.
  public override init() {
    super.init()
  }

  /// The day that is drawn; nil for empty tracks.
  public var activitySummary: HKActivitySummary? {
    get { lock.withLock { summary } }
    set { lock.withLock { summary = newValue } }
  }

  /// Shows another day. Nothing moves by itself in a terminal, so that `animated` has no effect.
  public func setActivitySummary(_ activitySummary: HKActivitySummary?, animated: Bool) {
    self.activitySummary = activitySummary
  }

  /// The rings as they are drawn, to be given other symbols or colours.
  public var rings: TerminalRings {
    guard let summary = activitySummary else { return TerminalRings(move: nil, exercise: nil, stand: nil) }
    func fraction(_ value: HKQuantity, _ goal: HKQuantity?, _ unit: HKUnit) -> Double? {
      guard let goal = goal?.doubleValue(for: unit), goal > 0 else { return nil }
      return value.doubleValue(for: unit) / goal
    }
    let move =
      summary.activityMoveMode == .appleMoveTime
      ? fraction(summary.appleMoveTime, summary.appleMoveTimeGoal, .minute())
      : fraction(summary.activeEnergyBurned, summary.activeEnergyBurnedGoal, .kilocalorie())
    var rings = TerminalRings(
      move: move, exercise: fraction(summary.appleExerciseTime, summary.exerciseTimeGoal, .minute()),
      stand: fraction(summary.appleStandHours, summary.standHoursGoal, .count()))
    rings.isPaused = summary.isPaused
    return rings
  }

  /// The rings as cells, row by row from the top. See ``TerminalRings/TerminalRings/cells(columns:rows:)``.
  public func cells(columns: Int, rows: Int) -> [[RingCell]] { rings.cells(columns: columns, rows: rows) }

  /// The rings as text with escape sequences.
  public func ansi(columns: Int, rows: Int) -> String { rings.ansi(columns: columns, rows: rows) }

  /// The rings as a document of SVG.
  public func svg(side: Double = 400) -> String { rings.svg(side: side) }
}
