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
    let (store, memory) = (try source.reading(), source.memory ?? DayMemory())
    switch group {
    case .training:
      let measures = try TrainingMeasures(store, memory, days, weekStart: weekStart, source.heartRateLimits)
      return try days.map(measures.measures(on:))
    case .recovery:
      let measures = try RecoveryMeasures(store, memory, days)
      return days.map(measures.measures(on:))
    case .records: return try RecordMeasures(store, memory, days).all
    }
  }
}

extension MeasureGroup {
  /// The types of samples on which the measures of the group depend.
  var types: Set<String> { Set(MeasureName.allCases.filter { $0.group == self }.flatMap(\.types)) }
}

extension HealthReader {
  /// The first and the last day with a ring or with a sample on which a group of measures depends; nil without any.
  package func days(of group: MeasureGroup, upTo latest: Day) throws -> ClosedRange<Day>? {
    var days = try knownDays(upTo: latest)
    let all = SampleBounds.days.lowerBound...max(SampleBounds.days.lowerBound, latest)
    for type in group.types {
      for isDescending in [false, true] {
        let request = SampleListRequest(type: type, days: all, isDescending: isDescending, limit: 1)
        guard let sample = try samples(request).first else { break }
        // A night belongs to the day on which it ends.
        let day = min(latest, isDescending ? try day(at: sample.end) : sample.day)
        days = min(day, days?.lowerBound ?? day)...max(day, days?.upperBound ?? day)
      }
    }
    return days
  }
}
