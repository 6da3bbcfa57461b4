import HealthDatabase
package import HealthModel

extension HKHealthStore {
  /// Makes sure that there is a store.
  ///
  /// - Throws: `StoreError`, with the code `missing` where there is none.
  package func requireStore() throws {
    _ = try door.reading()
  }

  /// Stores one delivery of a feed, all of it or nothing. Makes the store where there is none.
  ///
  /// - Parameter body: hands the delivery to the sink, whose `begin` and `finish` it calls.
  /// - Returns: what became of it, once that is committed.
  /// - Throws: what the body throws, with nothing changed, or `StoreError`.
  package func receive(
    _ options: FeedOptions, _ body: (any SampleSink) throws -> Void
  ) throws -> FeedReceipt {
    try door.writing().receive(options) { try body($0) }
  }
}
