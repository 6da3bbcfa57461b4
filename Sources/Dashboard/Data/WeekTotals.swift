import HealthModel

/// What a week, a month or a year adds up to so far.
struct WeekTotals {
  /// Days closed, and days that could have been: without days to come, paused days and days that are not read yet.
  private let closedDays: ClosedDays
  var moveMode = MoveMode.activeEnergy
  private var sums: [Double?] = [nil, nil, nil]
  /// Days on which each ring was closed; paused days are not among them.
  private var closedByRing = [0, 0, 0]

  init(week: ClosedRange<Day>, today: Day, days: DataCache) {
    closedDays = ClosedDays(week.filter(days.isKnown), today: today, summary: days.summary)
    for day in week where day <= today {
      guard let summary = days.summary(of: day) else { continue }
      moveMode = summary.moveMode
      for ring in Ring.allCases {
        if !summary.isPaused, summary[ring].isClosed { closedByRing[ring.rawValue] += 1 }
        guard let value = summary[ring].value, value.isFinite else { continue }
        sums[ring.rawValue] = (sums[ring.rawValue] ?? 0) + value
      }
    }
  }

  var closed: Int { closedDays.closed }
  var counted: Int { closedDays.counted }

  func closed(_ ring: Ring) -> Int { closedByRing[ring.rawValue] }

  /// nil where no day has a value.
  subscript(ring: Ring) -> Double? { sums[ring.rawValue] }

  var closedWords: String {
    counted == 0 ? "" : "\(closed) of \(DayWords.count(counted, "day", "days")) closed"
  }
}
