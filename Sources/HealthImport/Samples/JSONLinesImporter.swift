package import FoundationEssentials
package import HealthModel

/// Imports samples in our own JSON, one per line, as written by `ringtop export --format jsonl`. The first line may
/// be the header of such a file.
///
/// A file with a mistake is not imported at all: it is read once to find mistakes and once to import it. A sample that
/// exceeds a limit is no mistake, but skipped and reported with its line.
package struct JSONLinesImporter: Sendable {
  /// An error and its line.
  package struct Fault: Error, Hashable, Sendable {
    package var line: Int
    package var error: JSONError
  }

  private let path: String
  private let input: JSONInput
  private let version: Int64

  /// - Parameters:
  ///   - path: the name of the file in the list of imports.
  ///   - now: when the import starts.
  package init(path: String, input: JSONInput, now: Date) {
    self.path = path
    self.input = input
    version = FeedOptions.version(at: now)
  }

  /// The result of the first reading.
  package struct Check: Sendable {
    package var report = ImportReport()
    /// Whether it is an export, of this program or converted from Apple's: it has a header, or Apple's own summaries of
    /// days. Apple knew its samples, except those of programs and feeds. Other files are deliveries: nothing says that an
    /// export contains their samples.
    package var isExport = false
  }

  /// Reads the file without storing anything.
  ///
  /// - Throws: `Fault`; `ImportError` if the file cannot be read.
  package func check(_ cancellation: ImportCancellation = ImportCancellation()) throws -> Check {
    var isExport = false
    let report = try read(into: CheckSink(), feed: nil, cancellation, isExport: &isExport)
    return Check(report: report, isExport: isExport)
  }

  /// Reads everything into the sink, including calls of its `begin` and `finish`.
  ///
  /// - Parameter check: the result of the first reading.
  /// - Throws: `ImportError` if the file cannot be read; the sink's error.
  package func run(
    into sink: any SampleSink, _ check: Check, cancellation: ImportCancellation = ImportCancellation()
  ) throws -> ImportReport {
    var isExport = check.isExport
    return try read(into: sink, feed: isExport ? nil : SamplesImporter.feed, cancellation, isExport: &isExport)
  }

  private func read(
    into sink: any SampleSink, feed: String?, _ cancellation: ImportCancellation, isExport: inout Bool
  ) throws -> ImportReport {
    var report = ImportReport()
    var batcher = FeedBatcher(
      tables: FeedTableBuilder(feed: nil, fallbackSource: ""), endOfDay: { _ in nil }
    ) { batch, part in
      report.read += part.received
      report.readPoints += part.readPoints
      if !batch.isEmpty { report.add(try sink.receive(batch)) }
    }
    var samples = SampleJSON(version: version, isFile: true, feed: feed)
    var lines = LineReader(input)
    var hasBegun = false
    func begin(_ header: ImportHeader) throws {
      hasBegun = true
      try sink.begin(header)
      report.add(header)
    }
    while let line = try lines.next() {
      guard !cancellation.isCancelled else {
        report.isCancelled = true
        return report
      }
      var reader = JSONReader(line.input)
      batcher.line = Int32(clamping: line.number)
      do {
        if !hasBegun {
          if let header = try ExportHeadJSON.read(&reader, path: path) {
            isExport = true
            try begin(header)
            continue
          }
          try begin(ImportHeader(path: path))
          reader.rewind(to: 0)
        }
        let record = try samples.read(&reader, into: &batcher.tables)
        try reader.end()
        switch record {
        case .sample(let sample): try batcher.add(sample)
        case .correlation(let correlation): try batcher.add(correlation)
        case .workout(let workout): try batcher.add(workout)
        case .route(let route): try batcher.add(route)
        case .withData(let record): try batcher.add(record)
        case .summary(let summary):
          isExport = true
          try batcher.add(summary)
        }
      } catch let error as JSONError {
        guard let limit = error.limit else { throw Fault(line: line.number, error: error) }
        do {
          var rest = JSONReader(line.input, longestText: .max)
          try rest.skip()
          try rest.end()
        } catch let error as JSONError {
          throw Fault(line: line.number, error: error)
        }
        report.read += 1
        report.add(ImportSkip(line: line.number, reason: limit.rawValue))
      }
    }
    if !hasBegun { try begin(ImportHeader(path: path)) }
    try batcher.flush()
    report.skips.sort { $0.line < $1.line }
    report.isComplete = true
    try sink.finish(complete: true)
    return report
  }
}

/// Splits a text into lines, ignoring empty ones.
package struct LineReader {
  package struct Line {
    /// From 1.
    package var number: Int
    package var input: JSONInput
  }

  private let input: JSONInput
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var start = 0
  private var end = 0
  private var offset = 0
  private var number = 0

  /// The maximum length of a line that is kept in memory, in bytes. Longer ones are read where they are.
  private static let longest = 1 << 20

  package init(_ input: JSONInput) {
    self.input = input
  }

  package mutating func next() throws(ImportError) -> Line? {
    while true {
      let start = offset - (end - start)
      guard let line = try readLine() else { return nil }
      if let bytes = line.bytes {
        if !bytes.allSatisfy(\.isBlank) { return Line(number: number, input: JSONInput(bytes: bytes)) }
      } else {
        return Line(number: number, input: input.part(start..<start + line.count))
      }
    }
  }

  /// The next line, without its bytes if it is long.
  private mutating func readLine() throws(ImportError) -> (count: Int, bytes: [UInt8]?)? {
    var (count, bytes): (Int, [UInt8]?) = (0, [])
    var hasBytes = false
    while true {
      if start == end {
        start = 0
        let (input, offset) = (input, offset)
        var failure: ImportError?
        end = buffer.withUnsafeMutableBytes { buffer in
          do throws(ImportError) {
            return try input.read(into: buffer, at: offset)
          } catch {
            failure = error
            return 0
          }
        }
        if let failure { throw failure }
        self.offset += end
        if end == 0 {
          guard hasBytes else { return nil }
          break
        }
      }
      hasBytes = true
      let stop = buffer[start..<end].firstIndex(of: UInt8(ascii: "\n"))
      let piece = buffer[start..<(stop ?? end)]
      count += piece.count
      if count > Self.longest { bytes = nil } else { bytes?.append(contentsOf: piece) }
      start = stop.map { $0 + 1 } ?? end
      if stop != nil { break }
    }
    number += 1
    return (count, bytes)
  }
}

/// The first line of one of our files: the contents of a store beside its samples.
package enum ExportHeadJSON {
  /// - Returns: nil for a line that is not a header; then the reader has advanced.
  package static func read(_ reader: inout JSONReader, path: String) throws -> ImportHeader? {
    var header: ImportHeader?
    var dates = DateParser()
    try reader.object { reader, key in
      guard key == "export" else { return try reader.skip() }
      var found = ImportHeader(path: path)
      try reader.object { reader, key in
        switch key {
        case "date" where try reader.kind() != .null: found.exportDate = try reader.date(&dates)
        case "characteristics":
          try reader.object { reader, name in found.characteristics[name] = try reader.text() }
        case "zone" where try reader.kind() != .null: found.homeZone = try reader.text()
        default: try reader.skip()
        }
      }
      header = found
    }
    if header != nil { try reader.end() }
    return header
  }
}
