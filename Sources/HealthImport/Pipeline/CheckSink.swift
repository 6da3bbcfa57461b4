package import HealthModel

/// A sink that accepts everything and stores nothing: for checking a file without a store.
package final class CheckSink: SampleSink {
  package init() {}

  package func begin(_ header: ImportHeader) throws -> SinkCounts {
    SinkCounts(stored: (header.exportDate == nil ? 0 : 1) + (header.characteristics.isEmpty ? 0 : 1))
  }

  package func receive(_ batch: SampleBatch) throws -> SinkCounts {
    var counts = SinkCounts(
      stored: batch.samples.count + batch.correlations.count + batch.routes.count + batch.workouts.count
        + batch.appleSummaries.count + batch.withData.count { !$0.isPart })
    for route in batch.routes + batch.workouts.flatMap(\.routes) {
      counts.routes.stored += 1
      counts.routes.storedPoints += route.points.count
    }
    return counts
  }

  package func finish(complete: Bool) throws {}
}
