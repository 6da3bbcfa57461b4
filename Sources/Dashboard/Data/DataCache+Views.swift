import HealthModel

/// The loaded data of the screens for months and years.
extension ScreenContext {
  var streaksQuery: Query { .streaks(today, weekStart: data.weekStart) }
  var trendsQuery: Query { .trends(today) }

  var streaks: StreakReport? {
    if case .streaks(let report)? = data.result(of: streaksQuery) { report } else { nil }
  }

  var trends: TrendReport? {
    if case .trends(let report)? = data.result(of: trendsQuery) { report } else { nil }
  }

  /// A ring of the selected day compared with its usual value; nil for any day but today.
  func pace(_ ring: Ring) -> RingPace? {
    selected == today ? RingPace(ring, of: summary, usual: usualHours, now: now) : nil
  }

  var usualHours: UsualHours? {
    if case .usualHours(let hours)? = data.result(of: .usualHours(today)) { hours } else { nil }
  }
}
