package import HealthAnalysis
package import HealthModel

/// The measures of a group on each of the days that end with one.
package struct MeasureHistory: Hashable, Sendable {
  package let days: ClosedRange<Day>
  /// In the order of the days; nil where there is no value.
  package let values: [MeasureName: [Double?]]
}

/// The last thirty days of the measures of a group.
package struct MeasureHistoryQuery: StoreQuery {
  package var group: MeasureGroup
  package var day: Day
  /// The first weekday by ISO 8601.
  package var weekStart: Int

  package init(_ group: MeasureGroup, upTo day: Day, weekStart: Int) {
    self.group = group
    self.day = day
    self.weekStart = weekStart
  }

  static let length = 30

  package var types: Set<String>? { group.types }

  package func depends(on days: ClosedRange<Day>) -> Bool { days.lowerBound <= day }

  package func run(in source: some QuerySource) throws -> MeasureHistory {
    let days = (day - (Self.length - 1))...day
    let measures = try MeasuresQuery.measures(of: group, on: days, weekStart: weekStart, in: source)
    return MeasureHistory(
      days: days,
      values: Dictionary(
        uniqueKeysWithValues: MeasureName.allCases.filter { $0.group == group }.map { name in
          (name, measures.map { $0.first { $0.name == name }.flatMap { try? $0.measure.get().value } })
        }))
  }
}

/// The form and the heart rate zones of the year up to a day.
package struct TrainingYearQuery: StoreQuery {
  package var day: Day
  /// The first weekday by ISO 8601.
  package var weekStart: Int

  package init(upTo day: Day, weekStart: Int) {
    (self.day, self.weekStart) = (day, weekStart)
  }

  /// Whole weeks.
  private static let length = 364

  package var types: Set<String>? { MeasureGroup.training.types }

  package func depends(on days: ClosedRange<Day>) -> Bool { days.lowerBound <= day }

  package func run(in source: some QuerySource) throws -> TrainingYear {
    let last = day.week(startingOn: weekStart).upperBound
    let days = (last - (Self.length - 1))...day
    return try source.reading().trainingYear(
      days, weekStart: weekStart, source.heartRateLimits, source.memory ?? DayMemory())
  }
}
