package import HealthModel

/// The sums of the rings over some days, and how many of these days are closed.
package struct PeriodTotals: Hashable, Sendable {
  private let all: ClosedDays
  /// That of the last day with data. Days on which Move measures something else have no part in its sum.
  package let moveMode: MoveMode
  private var sums: [Double?] = [nil, nil, nil]
  private var closedByRing = [0, 0, 0]

  /// - Parameters:
  ///   - known: the first and the last day with data, today at the latest; nil without data.
  ///   - summary: nil for a day without data.
  /// - Complexity: O(*n*).
  package init(_ days: some Sequence<Day>, known: ClosedRange<Day>?, summary: (Day) -> DaySummary?) {
    all = ClosedDays(days, known: known, summary: summary)
    let summaries = days.compactMap(summary)
    moveMode = summaries.moveMode
    for summary in summaries {
      for ring in Ring.allCases {
        if !summary.isPaused, summary[ring].isClosed { closedByRing[ring.rawValue] += 1 }
        guard let value = summary.value(ring, moveMode), value.isFinite else { continue }
        sums[ring.rawValue] = (sums[ring.rawValue] ?? 0) + value
      }
    }
  }

  /// - Parameter summaries: ascending, one for each day, also for days without data.
  package init(_ summaries: some Sequence<DaySummary>, known: ClosedRange<Day>?) {
    let byDay = Dictionary(summaries.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
    self.init(byDay.keys.sorted(), known: known) { byDay[$0] }
  }

  /// Nil if no day has a value.
  package subscript(ring: Ring) -> Double? { sums[ring.rawValue] }

  /// The number of closed days.
  package var closed: Int { all.closed }
  /// The number of days that count: without paused days, and without those before and after all data.
  package var counted: Int { all.counted }

  /// The number of days on which a ring was closed, without paused days.
  package func closed(_ ring: Ring) -> Int { closedByRing[ring.rawValue] }
}
