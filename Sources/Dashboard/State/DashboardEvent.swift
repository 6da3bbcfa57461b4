package import HealthModel
package import TerminalModel

/// What can happen to the dashboard. Everything it ever learns arrives as one of these.
package enum DashboardEvent: Hashable, Sendable {
  /// A key, the mouse or a new size.
  case terminal(TerminalEvent)
  /// What is known about the store; sent once at the start and again whenever it changes.
  case storeStatus(StoreStatus)
  /// The answer to `DashboardEffect.load`: every day of the range is known now, a day without a summary has no data.
  /// Also welcome unasked, with any range.
  case loaded(ClosedRange<Day>, [DaySummary])
  /// The answer to `DashboardEffect.loadActivity`.
  case loadedActivity(DayActivity)
  /// A load came to nothing; the reason is a sentence. The days are not asked for again until the store changes.
  case loadFailed(ClosedRange<Day>, StatusProblem, reason: String)
  /// Somebody wrote to the store: on these days, or on any where nil.
  case storeChanged(days: ClosedRange<Day>? = nil)
  /// Midnight has passed where the wearer is.
  case todayChanged(Day)
  /// A sentence for the wearer, shown until the next key.
  case notice(String)
  /// Seconds since the last one of these, or since the motion began; sent only while `DashboardState.isMoving`.
  case motion(elapsed: Double)
}
