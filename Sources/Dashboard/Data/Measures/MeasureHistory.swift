package import HealthAnalysis
package import HealthModel

/// A measure on each of the days that end with one.
package struct MeasureHistory: Hashable, Sendable {
  package let name: MeasureName
  package let days: ClosedRange<Day>
  /// In the order of the days; nil where there is no value.
  package let values: [Double?]
}

/// The last thirty days of a measure.
package struct MeasureHistoryQuery: StoreQuery {
  package var name: MeasureName
  package var day: Day
  /// The first weekday by ISO 8601.
  package var weekStart: Int

  package init(_ name: MeasureName, upTo day: Day, weekStart: Int) {
    self.name = name
    self.day = day
    self.weekStart = weekStart
  }

  static let length = 30

  package func depends(on days: ClosedRange<Day>) -> Bool { days.lowerBound <= day }

  /// - Complexity: for each day that of the measures of its group.
  package func run(in source: some QuerySource) throws -> MeasureHistory {
    let days = (day - (Self.length - 1))...day
    return MeasureHistory(
      name: name, days: days,
      values: try days.map { day in
        try MeasuresQuery(name.group, on: day, weekStart: weekStart).run(in: source)
          .first { $0.name == name }.flatMap { try? $0.measure.get().value }
      })
  }
}
