import FoundationEssentials
import HealthModel

/// A sink that keeps everything, with indexes resolved.
final class MemorySink: SampleSink {
  struct Sample: Hashable {
    var type: String
    var kind: SampleKind
    var unit: String?
    var value: Double?
    var start: Date
    var end: Date
    var provenance: Provenance
    var metadata: [Metadata.Entry]
    var line: Int
    var uuid: UUID?
  }

  struct Correlation {
    var sample: Sample
    var members: [Sample]
  }

  struct Workout {
    var sample: Sample
    var record: WorkoutRecord
  }

  struct Route {
    var sample: Sample
    var path: String?
    var points: [RoutePoint]
  }

  struct WithData {
    var sample: Sample
    var data: SampleData
    var isPart: Bool
  }

  var header: ImportHeader?
  var earlierWidths: [String: TimeInterval] = [:]
  /// The tables of the last batch.
  var tables = SampleTables()
  var samples: [Sample] = []
  var correlations: [Correlation] = []
  var workouts: [Workout] = []
  var routes: [Route] = []
  var withData: [WithData] = []
  var summaries: [AppleSummaryRecord] = []
  var batchSizes: [Int] = []
  /// The value that `finish` was called with.
  var finished: Bool?
  /// Called at the start of each batch, to fail or to wait.
  var onReceive: (Int) throws -> Void = { _ in }
  /// Types that this store refuses.
  var refusedTypes: Set<String> = []
  /// The ends of the user's days, by their beginnings.
  var dayEnds: [Date: Date] = [:]
  /// Lines that this store claims to have already.
  var knownLines: Set<Int> = []

  func begin(_ header: ImportHeader) throws -> SinkCounts {
    self.header = header
    return SinkCounts(stored: (header.exportDate == nil ? 0 : 1) + (header.characteristics.isEmpty ? 0 : 1))
  }

  func receive(_ batch: SampleBatch) throws -> SinkCounts {
    try onReceive(batchSizes.count)
    tables = batch.tables
    var counts = SinkCounts()
    batchSizes.append(
      batch.samples.count + batch.correlations.count + batch.workouts.count + batch.appleSummaries.count)
    for record in batch.samples {
      let sample = resolve(record, batch.tables)
      if refusedTypes.contains(sample.type) {
        counts.skips.append(ImportSkip(line: sample.line, reason: "refused"))
      } else if knownLines.contains(sample.line) {
        counts.alreadyPresent += 1
      } else {
        samples.append(sample)
        counts.stored += 1
      }
    }
    for correlation in batch.correlations {
      correlations.append(
        Correlation(
          sample: resolve(correlation.sample, batch.tables),
          members: correlation.members.map { resolve($0, batch.tables) }))
    }
    for workout in batch.workouts {
      workouts.append(Workout(sample: resolve(workout.sample, batch.tables), record: workout))
      for route in workout.routes {
        routes.append(
          Route(sample: resolve(route.sample, batch.tables), path: route.path, points: route.points.points))
        counts.routes.stored += 1
        counts.routes.storedPoints += route.points.count
      }
    }
    for route in batch.routes {
      routes.append(
        Route(sample: resolve(route.sample, batch.tables), path: route.path, points: route.points.points))
      counts.routes.stored += 1
      counts.routes.storedPoints += route.points.count
    }
    for record in batch.withData {
      withData.append(
        WithData(sample: resolve(record.sample, batch.tables), data: record.data, isPart: record.isPart))
    }
    summaries += batch.appleSummaries
    counts.stored +=
      batch.routes.count + batch.withData.count { !$0.isPart } + batch.correlations.count + batch.workouts.count
      + batch.appleSummaries.count
    return counts
  }

  func finish(complete: Bool) throws {
    finished = complete
  }

  var endOfDay: @Sendable (_ beginning: Date) -> Date? {
    let dayEnds = dayEnds
    return { dayEnds[$0] }
  }

  private func resolve(_ record: SampleRecord, _ tables: SampleTables) -> Sample {
    let use = tables.types[Int(record.type)]
    return Sample(
      type: use.identifier, kind: use.kind, unit: use.unit, value: record.value.isNaN ? nil : record.value,
      start: record.start, end: record.end, provenance: tables.provenances[Int(record.provenance)],
      metadata: record.metadata < 0 ? [] : tables.metadata[Int(record.metadata)].entries, line: Int(record.line),
      uuid: record.uuid)
  }
}
