import FoundationEssentials
package import HealthModel

/// Passes the records of a delivery to a sink in batches.
package struct FeedPipeline {
  let sink: any SampleSink
  var cancellation: ImportCancellation?
  private let hasOwnTimes: Bool

  /// - Parameter hasOwnTimes: whether records say when they end. Otherwise it is found by what the store has.
  package init(sink: any SampleSink, cancellation: ImportCancellation? = nil, hasOwnTimes: Bool = false) {
    self.sink = sink
    self.cancellation = cancellation
    self.hasOwnTimes = hasOwnTimes
  }

  private typealias Ends = (ofDay: @Sendable (Date) -> Date?, earlierWidths: [String: TimeInterval])

  private var ends: Ends { get throws { hasOwnTimes ? ({ _ in nil }, [:]) : try (sink.endOfDay, sink.earlierWidths) } }

  /// The messages of the parsing thread.
  private enum Piece: Sendable {
    /// A batch, which may be empty, and the parser's counts since the last one.
    case batch(SampleBatch, FeedReport)
    /// Sent last, if the text is invalid or cannot be read.
    case failure(any Error)
  }

  private struct Abandoned: Error {}

  /// How many batches the parser may be ahead.
  private static let capacity = 2
  /// Shorter texts are parsed faster than a thread starts.
  private static let fewestBytes = 1 << 17

  /// Reads on the caller's thread.
  ///
  /// - Parameter read: passes the records to the batcher.
  /// - Throws: the error of `read`, or the sink's.
  package func run(_ tables: FeedTableBuilder, _ read: (inout FeedBatcher) throws -> Void) throws -> FeedReport {
    var report = FeedReport()
    let ends = try ends
    var batcher = FeedBatcher(
      tables: tables, cancellation: cancellation, endOfDay: ends.ofDay, earlierWidths: ends.earlierWidths
    ) { batch, part in
      try pass(batch, part, &report)
    }
    try read(&batcher)
    try batcher.flush()
    return report
  }

  /// Reads a long text on a second thread, while the sink works on the caller's.
  package func run(
    _ tables: FeedTableBuilder, size: Int, _ read: @escaping @Sendable (inout FeedBatcher) throws -> Void
  ) throws -> FeedReport {
    guard size >= Self.fewestBytes else { return try run(tables, read) }
    let channel = BoundedChannel<Piece>(capacity: Self.capacity)
    let (ends, cancellation) = (try ends, cancellation)
    let parse: @Sendable () -> Void = {
      defer { channel.end() }
      do {
        var batcher = FeedBatcher(
          tables: tables, cancellation: cancellation, endOfDay: ends.ofDay, earlierWidths: ends.earlierWidths
        ) { batch, part in
          guard channel.send(.batch(batch, part)) else { throw Abandoned() }
        }
        try read(&batcher)
        try batcher.flush()
      } catch {
        _ = channel.send(.failure(error))
      }
    }
    do {
      try WorkerThread.start(parse)
    } catch {
      // Slower, but just as complete.
      return try run(tables, read)
    }
    defer { channel.close() }
    var report = FeedReport()
    while let piece = channel.receive() {
      switch piece {
      case .batch(let batch, let part): try pass(batch, part, &report)
      case .failure(let error): throw error
      }
    }
    return report
  }

  private func pass(_ batch: SampleBatch, _ part: FeedReport, _ report: inout FeedReport) throws {
    report.add(part)
    if !batch.isEmpty { report.add(try sink.receive(batch)) }
  }
}
