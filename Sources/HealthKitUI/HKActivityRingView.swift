// As on Apple's systems, `import HealthKitUI` imports HealthKit and Foundation as well.
@_exported public import Foundation
@_exported public import OpenHealthKit
import TerminalImages
import TerminalModel
public import TerminalRings

/// The rings of a day for a terminal.
///
/// On Apple's systems this is a UIKit view. Here it stores the summary in the same way, and draws it into cells,
/// text, SVG and pixels. Without a summary it has empty tracks, and so does a ring without a goal.
public final class HKActivityRingView: NSObject, @unchecked Sendable {
  // Unchecked because mutable state is protected by a lock.

  private let lock = NSLock()
  private var summary: HKActivitySummary?

  /// A view without a summary.
  public override init() {
    super.init()
  }

  /// The day that is drawn; nil for empty tracks.
  public var activitySummary: HKActivitySummary? {
    get { lock.withLock { summary } }
    set { lock.withLock { summary = newValue } }
  }

  /// Shows another day. Nothing is animated in a terminal, so `animated` has no effect.
  public func setActivitySummary(_ activitySummary: HKActivitySummary?, animated: Bool) {
    self.activitySummary = activitySummary
  }

  /// The rings as drawn, so that their symbols or colours can be changed.
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

  /// The rings as a PNG file, transparent where there is no ring.
  ///
  /// - Parameter side: the side of the image in pixels, at most 8192.
  /// - Returns: nil if memory is exhausted.
  public func pngData(side: Int = 400) -> Data? {
    let side = min(max(side, 1), 8_192)
    let image = rings.pixels(width: side, height: side)
    return PNG.encode(RasterImage(width: image.width, height: image.height, bytes: image.rgba)).map { Data($0) }
  }

  /// The rings as an SVG document.
  public func svg(side: Double = 400) -> String { rings.svg(side: side) }
}
