import HealthModel

/// What a week adds up to so far.
struct WeekTotals {
  /// Days closed, and days that could have been: without days to come, paused days and days that are not read yet.
  var closed = 0
  var counted = 0
  var moveMode = MoveMode.activeEnergy
  private var sums: [Double?] = [nil, nil, nil]

  init(week: ClosedRange<Day>, today: Day, days: DataCache) {
    for day in week where day <= today && days.isKnown(day) {
      let summary = days.summary(of: day)
      if summary?.isPaused != true { counted += 1 }
      guard let summary else { continue }
      if summary.isClosed, !summary.isPaused { closed += 1 }
      moveMode = summary.moveMode
      for ring in Ring.allCases {
        guard let value = summary[ring].value, value.isFinite else { continue }
        sums[ring.rawValue] = (sums[ring.rawValue] ?? 0) + value
      }
    }
  }

  /// nil where no day has a value.
  subscript(ring: Ring) -> Double? { sums[ring.rawValue] }

  var closedWords: String {
    counted == 0 ? "" : "\(closed) of \(DayWords.count(counted, "day", "days")) closed"
  }
}
