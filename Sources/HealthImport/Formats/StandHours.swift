import FoundationEssentials
import HealthModel

/// Concludes from steps in which hours somebody stood, for devices that know no stand hours.
///
/// An hour with at least 250 steps counts, which is the goal that Fitbit sets for an hour. What is concluded is marked.
struct StandHours {
  private struct Hour: Hashable {
    /// Index into `sources`.
    var source: Int
    /// Hours since 1970 in UTC.
    var number: Int
  }

  private var steps: [Hour: Double] = [:]
  private var sources: [Provenance] = []
  private var places: [Provenance: Int] = [:]

  static let fewestSteps = 250.0
  /// Seconds: of steps over a longer time it is not known when they were.
  private static let longest = 3_600.0

  /// Spreads steps evenly over the hours that they lie in.
  mutating func add(_ count: Double, from start: Date, to end: Date, by provenance: Provenance) {
    let (first, last) = (start.timeIntervalSince1970, end.timeIntervalSince1970)
    guard count > 0, count.isFinite, last >= first, last - first <= Self.longest, SampleBounds.allows(start),
      SampleBounds.allows(end)
    else { return }
    let source = places[provenance] ?? sources.count
    if source == sources.count {
      sources.append(provenance)
      places[provenance] = source
    }
    let hour = Int((first / 3_600).rounded(.down))
    let edge = Double(hour + 1) * 3_600
    if last <= edge {
      steps[Hour(source: source, number: hour), default: 0] += count
    } else {
      let early = count * (edge - first) / (last - first)
      steps[Hour(source: source, number: hour), default: 0] += early
      steps[Hour(source: source, number: hour + 1), default: 0] += count - early
    }
  }

  /// Hands over the hours that count, earliest first.
  func store(into batcher: inout FeedBatcher) throws {
    let hours = steps.filter { $0.value >= Self.fewestSteps }.keys
      .sorted { ($0.number, $0.source) < ($1.number, $1.source) }
    for hour in hours {
      let start = Date(timeIntervalSince1970: Double(hour.number) * 3_600)
      try batcher.add(
        category: TypeIdentifier.appleStandHour, 0, from: start, to: start.addingTimeInterval(3_600),
        FeedBatcher.Details(provenance: batcher.tables.provenance(sources[hour.source]), isDerived: true),
        at: "stand hours")
    }
  }
}
