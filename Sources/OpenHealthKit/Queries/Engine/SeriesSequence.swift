/// The measurements of a series one by one, read from the store when the first is requested.
struct SeriesSequence<Element: Sendable>: AsyncSequence, Sendable {
  let store: HKHealthStore
  let read: @Sendable (HealthReader) throws -> [Element]

  struct Iterator: AsyncIteratorProtocol {
    let sequence: SeriesSequence
    private var measurements: ArraySlice<Element>?

    init(_ sequence: SeriesSequence) {
      self.sequence = sequence
    }

    /// The next one, nil after the last and once the task is cancelled.
    mutating func next() async throws -> Element? {
      if measurements == nil {
        let (read, reader) = (sequence.read, sequence.store.reader)
        guard !Task.isCancelled else { return nil }
        measurements = try await sequence.store.write { try read(reader)[...] }
      }
      return Task.isCancelled ? nil : measurements?.popFirst()
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(self) }
}
