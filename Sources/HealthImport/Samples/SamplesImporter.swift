package import FoundationEssentials
package import HealthModel

/// Imports samples in our own JSON from a feed: one sample, an array of them, or an object with the array under
/// `samples`.
///
/// The delivery is stored completely or not at all: the first error ends it.
package struct SamplesImporter: Sendable {
  /// The name of the feed, as stored with its samples.
  package static let feed = "samples"

  private let input: JSONInput
  private let version: Int64

  /// - Parameter now: when the delivery arrived.
  package init(_ input: JSONInput, now: Date) {
    self.input = input
    version = FeedOptions.version(at: now)
  }

  /// Reads everything into the sink, including calls of its `begin` and `finish`.
  ///
  /// - Throws: `JSONError` with the invalid field, or the sink's error.
  package func run(into sink: any SampleSink) throws -> FeedReport {
    let tables = FeedTableBuilder(feed: Self.feed, fallbackSource: "ringtop serve")
    _ = try sink.begin(ImportHeader(path: Self.feed))
    let report = try FeedPipeline(sink: sink, hasOwnTimes: true).run(tables, size: input.size) {
      [input, version] batcher in
      try Self.read(input, version: version, into: &batcher)
    }
    try Self.requireComplete(report)
    try sink.finish(complete: true)
    return report
  }

  /// - Throws: `JSONError` if something cannot be stored.
  package static func requireComplete(_ report: FeedReport) throws {
    guard let skip = report.skips.first else { return }
    throw JSONError(place: skip.place, reason: "cannot be stored (\(skip.reason))")
  }

  /// Passes the samples of a text to a batcher.
  ///
  /// - Throws: `JSONError` with the invalid field, or the sink's error.
  static func read(_ input: JSONInput, version: Int64, into batcher: inout FeedBatcher) throws {
    var reader = JSONReader(input)
    var samples = SampleJSON(version: version)
    func read(_ reader: inout JSONReader) throws {
      switch try samples.read(&reader, into: &batcher.tables) {
      case .sample(var sample):
        // A feed's sample is identified by its id, or by its type, source and start.
        sample.uuid = nil
        try batcher.add(sample)
      case .correlation(let correlation): try batcher.add(correlation)
      case .workout(let workout): try batcher.add(workout)
      case .withData, .route: throw reader.failure("is of a kind that only a file may contain", in: "type")
      case .summary:
        throw reader.failure("is Apple's own summary of a day, which only an export may contain", in: "type")
      }
    }
    switch try reader.kind() {
    case .array: try reader.array { reader, _ in try read(&reader) }
    case .object:
      let start = reader.offset
      var found = false
      // One sample, or an object that contains them, depending on its keys.
      try reader.object { reader, key in
        if key == "samples" {
          found = true
          try reader.array { reader, _ in try read(&reader) }
        } else {
          try reader.skip()
        }
      }
      if !found {
        reader.rewind(to: start)
        try read(&reader)
      }
    default: throw reader.failure("is neither a sample nor an array of samples")
    }
    try reader.end()
  }
}
