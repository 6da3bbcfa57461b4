package import HealthAnalysis
package import HealthModel

/// The trends as of a day: one read of the days, one of the totals of each type, one of the nights.
package struct TrendsQuery: StoreQuery {
  package var today: Day

  package init(today: Day) {
    self.today = today
  }

  package func depends(on days: ClosedRange<Day>) -> Bool { days.overlaps(TrendReport.days(before: today)) }

  package func run(in source: some QuerySource) throws -> TrendReport {
    let store = try source.reading()
    let days = TrendReport.days(before: today)
    let summaries = try store.summaries(days)
    let moveMode = summaries.moveMode
    var values: [TrendMetric: [Double?]] = [:]
    for metric in TrendMetric.allCases {
      if let ring = metric.ring {
        values[metric] = TrendReport.values(ring, summaries, moveMode: moveMode)
      } else if let type = metric.typeIdentifier {
        let isSum = QuantityTypeCatalog.entry(for: type)?.aggregation == .cumulative
        values[metric] = try store.dailyStatistics(type, days).map { $0.flatMap { isSum ? $0.sum : $0.average } }
      } else {
        values[metric] = try store.amounts(TypeIdentifier.sleepAnalysis, days)
      }
    }
    return TrendReport(values, today: today, moveMode: moveMode)
  }
}
