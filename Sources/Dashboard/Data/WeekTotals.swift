import HealthAnalysis
import HealthModel
import Presentation

/// The totals of a week, a month or a year so far.
struct WeekTotals {
  private let closedDays: ClosedDays
  var moveMode = MoveMode.activeEnergy
  private var sums: [Double?] = [nil, nil, nil]
  /// The number of days on which each ring was closed; excludes paused days.
  private var closedByRing = [0, 0, 0]

  /// - Parameter week: days that have not been loaded do not count.
  init(week: ClosedRange<Day>, in context: ScreenContext) {
    let days = context.data
    let loaded = week.filter(days.isKnown)
    closedDays = ClosedDays(loaded, known: context.knownDays, summary: days.summary)
    for day in loaded where day <= context.today {
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

  /// Nil if no day has a value.
  subscript(ring: Ring) -> Double? { sums[ring.rawValue] }

  var closedWords: String {
    counted == 0 ? "" : "\(closed) of \(DayWords.count(counted, "day", "days")) closed"
  }
}
