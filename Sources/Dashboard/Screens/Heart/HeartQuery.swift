import FoundationEssentials
package import HealthModel

/// Heart data of a day and of the weeks before it, from stored totals.
package struct HeartQuery: StoreQuery {
  package var day: Day

  package init(_ day: Day) {
    self.day = day
  }

  package var types: Set<String>? {
    Set(
      [TypeIdentifier.heartRate] + HeartDay.Measure.allCases.map(\.rawValue)
        + HeartDay.Event.Kind.allCases.map(\.rawValue))
  }

  package func run(in source: some QuerySource) throws -> HeartDay {
    let store = try source.reading()
    let rate = TypeIdentifier.heartRate
    let hours = try store.clockHours(of: day)
    let byHour = try store.statisticsOverTime(rate, over: hours.map(\.span))
    let days = (day - (HeartDay.days - 1))...day
    let intervals = try store.intervals(of: days)
    let spans = intervals.map(\.interval)
    var measures: [HeartDay.Measure: [Double?]] = [:]
    for measure in HeartDay.Measure.allCases {
      measures[measure] = try store.statisticsOverTime(measure.rawValue, over: spans).map { $0?.average }
    }
    var events: [HeartDay.Event] = []
    if let first = spans.first?.lowerBound, let last = spans.last?.upperBound {
      for kind in HeartDay.Event.Kind.allCases {
        events += try store.latest(kind.rawValue, from: first, to: last, limit: 100).map { event in
          let own = try store.day(at: event.start)
          let minutes = own.minutes(at: event.start, in: try store.zone(of: own))
          return HeartDay.Event(kind: kind, day: own, minuteOfDay: min(max(0, Int(minutes)), 1_439))
        }
      }
    }
    return HeartDay(
      day: day, hours: zip(hours, byHour).map { HeartDay.Hour(hour: $0.hour, values: $1) },
      ranges: try store.statisticsOverTime(rate, over: spans), measures: measures,
      events: events.sorted { ($1.day, $1.minuteOfDay) < ($0.day, $0.minuteOfDay) })
  }
}
