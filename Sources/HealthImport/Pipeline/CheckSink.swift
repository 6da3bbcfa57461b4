package import HealthModel

/// A sink that keeps nothing and takes everything: what an import would say of a file, without a store.
package final class CheckSink: SampleSink {
  package init() {}

  package func begin(_ header: ImportHeader) throws -> SinkCounts {
    SinkCounts(stored: (header.exportDate == nil ? 0 : 1) + (header.characteristics.isEmpty ? 0 : 1))
  }

  package func receive(_ batch: SampleBatch) throws -> SinkCounts {
    SinkCounts(
      stored: batch.samples.count + batch.correlations.count + batch.workouts.count + batch.appleSummaries.count)
  }

  package func finish(complete: Bool) throws {}
}
