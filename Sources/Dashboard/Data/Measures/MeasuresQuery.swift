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

  package var types: Set<String>? { group.types }

  package func depends(on days: ClosedRange<Day>) -> Bool { days.lowerBound <= day }

  /// In the order of `MeasureName`.
  package func run(in source: some QuerySource) throws -> [NamedMeasure] {
    try Self.measures(of: group, on: day...day, weekStart: weekStart, in: source).first ?? []
  }

  /// The measures on each of several days. What the days have in common is read once.
  package static func measures(
    of group: MeasureGroup, on days: ClosedRange<Day>, weekStart: Int, in source: some QuerySource
  ) throws -> [[NamedMeasure]] {
    try source.reading().measures(
      of: group, on: days, weekStart: weekStart, source.heartRateLimits, source.memory ?? DayMemory())
  }
}

/// Whether the night that ends on a day was as usual; nil if nothing can be said of it.
package struct NightStateQuery: StoreQuery {
  var day: Day

  package init(day: Day) { self.day = day }

  package var types: Set<String>? { Set(MeasureName.ofNight.flatMap(\.types)) }
  package static var isSecondary: Bool { true }

  package func depends(on days: ClosedRange<Day>) -> Bool { days.lowerBound <= day }

  package func run(in source: some QuerySource) throws -> NightState? {
    try source.reading().nightState(on: day, source.memory ?? DayMemory())
  }
}

extension ScreenContext {
  /// `recovered as usual`; nil if it is unknown.
  var nightFact: String? {
    data.answer(to: NightStateQuery(day: selected)).flatMap { $0?.fact }
  }
}
