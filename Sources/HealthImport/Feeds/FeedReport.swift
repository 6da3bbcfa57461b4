package import HealthModel

/// How a delivery came out. The books close: received = stored + alreadyPresent + skipped.
package struct FeedReport: Hashable, Sendable {
  /// A record that was not stored, where it stands and why.
  package struct Skip: Hashable, Sendable {
    package var place: String
    package var reason: String
  }

  package var received = 0
  package var stored = 0
  package var alreadyPresent = 0
  package var skipped = 0
  /// How many were skipped, by reason.
  package var skipCounts: [String: Int] = [:]
  /// What became of routes and of their points.
  package var routes = RouteCounts()
  package var readPoints = 0
  /// The first skips.
  package var skips: [Skip] = []

  private static let listedSkips = 100

  package init() {}

  mutating func skip(_ reason: String, at place: String, count: Int = 1) {
    guard count > 0 else { return }
    skipped += count
    skipCounts[reason, default: 0] += count
    if skips.count < Self.listedSkips { skips.append(Skip(place: place, reason: reason)) }
  }

  mutating func add(_ counts: SinkCounts) {
    stored += counts.stored
    alreadyPresent += counts.alreadyPresent
    routes += counts.routes
    for refused in counts.skips { skip(refused.reason, at: "record \(refused.line)") }
  }
}

/// Collects records, and hands them to a sink by the batch.
struct FeedBatcher {
  private let sink: any SampleSink
  private(set) var report = FeedReport()
  var tables: FeedTableBuilder
  private var batch = SampleBatch()
  private var size = 0

  private static let batchSize = 4_096

  init(sink: any SampleSink, tables: FeedTableBuilder) {
    self.sink = sink
    self.tables = tables
  }

  /// Counts a record; its number stands for the line that it does not have.
  private mutating func count() -> Int32 {
    report.received += 1
    return Int32(clamping: report.received)
  }

  mutating func add(_ sample: SampleRecord) throws {
    var sample = sample
    sample.line = count()
    batch.samples.append(sample)
    try grow(by: 1)
  }

  mutating func add(_ correlation: CorrelationRecord) throws {
    var correlation = correlation
    correlation.sample.line = count()
    batch.correlations.append(correlation)
    try grow(by: 1 + correlation.members.count)
  }

  mutating func add(_ workout: WorkoutRecord) throws {
    var workout = workout
    workout.sample.line = count()
    let points = workout.routes.reduce(0) { $0 + $1.points.count }
    report.readPoints += points
    batch.workouts.append(workout)
    try grow(by: 1 + workout.events.count + workout.statistics.count + points / 4)
  }

  mutating func add(_ route: RouteRecord) throws {
    var route = route
    route.sample.line = count()
    report.readPoints += route.points.count
    batch.routes.append(route)
    try grow(by: 1 + route.points.count / 4)
  }

  mutating func add(_ record: DataRecord) throws {
    var record = record
    record.sample.line = count()
    batch.withData.append(record)
    try grow(by: 1 + record.data.reduce(0) { $0 + $1.count } / 256)
  }

  mutating func add(_ summary: AppleSummaryRecord) throws {
    var summary = summary
    summary.line = count()
    batch.appleSummaries.append(summary)
    try grow(by: 1)
  }

  mutating func skip(_ reason: String, at place: String, count: Int = 1) {
    report.received += count
    report.skip(reason, at: place, count: count)
  }

  private mutating func grow(by count: Int) throws {
    size += count
    if size >= Self.batchSize { try flush() }
  }

  mutating func flush() throws {
    guard !batch.isEmpty else { return }
    batch.tables = tables.tables
    report.add(try sink.receive(batch))
    batch = SampleBatch()
    size = 0
    tables.betweenBatches()
  }
}
