import HealthDatabase
package import HealthModel

extension HKHealthStore {
  /// Checks that the store exists.
  ///
  /// - Throws: `StoreError`, with the code `missing` if it does not.
  package func requireStore() throws {
    _ = try connection.reading()
  }

  /// Stores one delivery of a feed, completely or not at all. Creates the store if it is missing.
  ///
  /// - Parameter body: passes the delivery to the sink, including calls of its `begin` and `finish`.
  /// - Returns: the result of the delivery, after the commit.
  /// - Throws: the error of the body, without any change, or `StoreError`.
  package func receive(
    _ options: FeedOptions, _ body: (any SampleSink) throws -> Void
  ) throws -> FeedReceipt {
    try connection.writing().receive(options) { try body($0) }
  }
}
