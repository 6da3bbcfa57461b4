/// What a query over one store gives, first and after each change: all that closures and sequences have in common.
protocol LiveFeed: Sendable {
  associatedtype Element: Sendable

  /// What the store holds now.
  mutating func first(_ reader: HealthReader) throws -> Element

  /// What has changed since the last element, nil where nothing has that the query is about. Several commits may lie in
  /// between.
  mutating func update(_ reader: HealthReader) throws -> Element?
}

/// A feed without updates, for queries that end with their first answer.
struct SingleFeed<Element: Sendable>: LiveFeed {
  let read: @Sendable (HealthReader) throws -> Element

  func first(_ reader: HealthReader) throws -> Element { try read(reader) }
  func update(_ reader: HealthReader) throws -> Element? { nil }
}
