import FoundationEssentials
import HealthImport
import HealthModel

/// Derives stand hours from steps, for devices that do not record them.
///
/// An hour with at least 250 steps counts, the hourly goal of Fitbit. Derived samples are marked.
struct StandHours {
  private struct Hour: Hashable {
    /// Index into `sources`.
    var source: Int
    /// In seconds since 1970.
    var start: Double
  }

  private let context: ImportContext
  private var steps: [Hour: Double] = [:]
  private var sources: [Provenance] = []
  private var places: [Provenance: Int] = [:]

  /// - Parameter context: has the offset from UTC, since hours are those that a clock shows.
  init(context: ImportContext) {
    self.context = context
  }

  static let fewestSteps = 250.0
  /// A type and what is derived from it, for the documentation.
  static func contents(_ identifier: String) -> String {
    FormatContent.type(identifier)
      + (identifier == TypeIdentifier.stepCount ? "; appleStandHour from \(Int(fewestSteps)) an hour, derived" : "")
  }
  /// In seconds: for steps over a longer time it is unknown when they were taken.
  private static let longest = 3_600.0

  /// Distributes steps evenly over the hours that they overlap.
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
    let shift = Double(context.offset(at: start) % 3_600)
    let hour = ((first + shift) / 3_600).rounded(.down) * 3_600 - shift
    let edge = hour + 3_600
    if last <= edge {
      steps[Hour(source: source, start: hour), default: 0] += count
    } else {
      let early = count * (edge - first) / (last - first)
      steps[Hour(source: source, start: hour), default: 0] += early
      steps[Hour(source: source, start: edge), default: 0] += count - early
    }
  }

  /// Adds the hours that count, earliest first.
  func store(into batcher: inout FeedBatcher) throws {
    let hours = steps.filter { $0.value >= Self.fewestSteps }.keys
      .sorted { ($0.start, $0.source) < ($1.start, $1.source) }
    for hour in hours {
      let start = Date(timeIntervalSince1970: hour.start)
      try batcher.add(
        category: TypeIdentifier.appleStandHour, 0, from: start, to: start.addingTimeInterval(3_600),
        FeedBatcher.Details(provenance: batcher.tables.provenance(sources[hour.source]), isDerived: true),
        at: "stand hours")
    }
  }
}
