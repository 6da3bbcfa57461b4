import FoundationEssentials
package import HealthModel

/// Imports the JSON that the iPhone app Health Auto Export posts or writes to files.
///
/// The text must be JSON of the expected structure; a row that cannot be stored is skipped and reported, so that one
/// odd value does not prevent a phone from delivering the others. Derived samples are marked.
package struct HealthAutoExportImporter: Sendable {
  /// The name of the feed, as stored with its samples.
  package static let feed = "health-auto-export"

  private let input: JSONInput
  private let width: BucketWidth?
  private var evidence = BucketEvidence()

  /// - Parameter aggregation: the request's header `automation-aggregation`, if there is one.
  package init(_ input: JSONInput, aggregation: String? = nil) {
    self.input = input
    width = aggregation.flatMap(BucketWidth.init(header:))
    if aggregation?.lowercased() == "default" { evidence.standard = .minutes }
    evidence.others = { try HealthAutoExportParser.shownWidths(input) }
  }

  /// What the `automation-period` header of a request says: the periods that are whole days contain everything that the
  /// phone has of them.
  package static func coverage(period: String?) -> FeedOptions.Coverage {
    switch period?.lowercased().filter({ $0.isLetter || $0.isNumber }) {
    case "default", "today", "yesterday", "previous7days": .complete
    default: .growing
    }
  }

  /// Reads everything into the sink, including calls of its `begin` and `finish`.
  ///
  /// - Throws: `JSONError` with the position of the error, or the sink's error.
  package func run(into sink: any SampleSink) throws -> FeedReport {
    let tables = FeedTableBuilder(feed: Self.feed, fallbackSource: "Health Auto Export")
    _ = try sink.begin(ImportHeader(path: Self.feed, printedOffset: try Self.firstInstant(input)?.offset))
    let report = try FeedPipeline(sink: sink).run(tables, size: input.size) { [input, width, evidence] batcher in
      var parser = HealthAutoExportParser(batcher: batcher, width: width, evidence: evidence)
      var reader = JSONReader(input, isForgiving: true)
      defer { batcher = parser.batcher }
      try parser.document(&reader)
    }
    try sink.finish(complete: true)
    return report
  }

  /// The first date in the text, whose offset from UTC is used to find a home zone for a store without one.
  static func firstInstant(_ input: JSONInput) throws -> (date: Date, offset: Int)? {
    var head = [UInt8](repeating: 0, count: 1 << 16)
    let count = try head.withUnsafeMutableBytes { try input.read(into: $0, at: 0) }
    var dates = DateParser()
    return head.withUnsafeBytes { raw -> (date: Date, offset: Int)? in
      var index = 0
      while let quote = raw.firstIndex(of: UInt8(ascii: "\""), from: index), quote < count {
        guard let end = raw.firstIndex(of: UInt8(ascii: "\""), from: quote + 1), end < count else { return nil }
        let text = raw.part(quote + 1, end)
        if text.count >= 20, text.count <= 32, let instant = dates.instant(text) { return instant }
        index = quote + 1
      }
      return nil
    }
  }
}
