/// The results of a query on a store, first and after each change: shared by handlers and asynchronous sequences.
protocol LiveFeed: Sendable {
  associatedtype Element: Sendable

  /// The current result.
  mutating func first(_ reader: HealthReader) throws -> Element

  /// The changes since the last element, nil if nothing relevant has changed. There may have been several commits.
  mutating func update(_ reader: HealthReader) throws -> Element?
}

/// A feed without updates, for queries that end with their first result.
struct SingleFeed<Element: Sendable>: LiveFeed {
  let read: @Sendable (HealthReader) throws -> Element

  func first(_ reader: HealthReader) throws -> Element { try read(reader) }
  func update(_ reader: HealthReader) throws -> Element? { nil }
}
