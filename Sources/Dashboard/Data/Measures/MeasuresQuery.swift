package import HealthAnalysis
package import HealthModel

/// The measures of a group on a day.
package struct MeasuresQuery: StoreQuery {
  package var group: MeasureGroup
  package var day: Day
  /// The first weekday by ISO 8601.
  package var weekStart: Int

  package init(_ group: MeasureGroup, on day: Day, weekStart: Int) {
    self.group = group
    self.day = day
    self.weekStart = weekStart
  }

  package func depends(on days: ClosedRange<Day>) -> Bool { days.lowerBound <= day }

  /// In the order of `MeasureName`.
  package func run(in source: some QuerySource) throws -> [NamedMeasure] {
    let store = try source.reading()
    switch group {
    case .training: return try TrainingMeasures(store, day, weekStart: weekStart, source.heartRateLimits).all
    case .recovery: return try RecoveryMeasures(store, day).all
    case .records: return try RecordMeasures(store, day).all
    }
  }
}
