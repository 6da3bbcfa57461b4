import Foundation
import HealthDatabase
import HealthImport
import HealthModel

/// Keeps the records of a long delivery until all of it has been read, so that others are stored in the meantime, and a
/// mistake at its end holds up nobody.
final class HeldDelivery: SampleSink {
  private let hints: FeedHints
  private var header: ImportHeader?
  private var batches: [SampleBatch] = []

  /// The sizes in bytes of the bodies that are held: shorter ones are read at once, and the records of longer ones need
  /// too much memory.
  static let (smallest, largest) = (1 << 17, 1 << 25)

  init(_ hints: FeedHints) {
    self.hints = hints
  }

  func begin(_ header: ImportHeader) -> SinkCounts {
    self.header = header
    return SinkCounts()
  }

  func receive(_ batch: SampleBatch) -> SinkCounts {
    batches.append(batch)
    return SinkCounts()
  }

  func finish(complete: Bool) {}

  var endOfDay: @Sendable (_ beginning: Date) -> Date? { hints.endOfDay }
  var earlierWidths: [String: TimeInterval] { hints.earlierWidths }

  /// Passes everything on.
  ///
  /// - Parameter report: that of reading, to which the other's counts are added.
  func pass(to sink: any SampleSink, _ report: inout FeedReport) throws {
    guard let header else { return }
    _ = try sink.begin(header)
    while !batches.isEmpty { report.add(try sink.receive(batches.removeFirst())) }
    try sink.finish(complete: true)
  }
}
