import Configuration
import ForeignDatabases
import ForeignFormats
import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import Processes
import Reports

/// Imports one file of any format.
struct FileImport {
  let path: String
  let file: RecognizedFile
  let store: StoreConnection
  let options: ImportOptions
  let cancellation: ImportCancellation
  let progress: ProgressLine

  /// - Returns: the counts and the store's result.
  /// - Throws: `Failure`, `ImportError` or `StoreError`.
  func run() throws -> (report: ImportReport, outcome: ImportOutcome) {
    var (report, outcome) = try imported()
    file.addRest(to: &report)
    return (report, outcome)
  }

  private func imported() throws -> (report: ImportReport, outcome: ImportOutcome) {
    switch file.content {
    case .appleExport(let importer):
      // The file is already being read while the store is opened.
      let sink = DeferredImport(store: store, options: options)
      let report = try importer.run(into: sink, cancellation: cancellation, progress: { progress.show($0) })
      return (report, sink.outcome)
    case .jsonLines(let importer): return try importer.run(into: store, options, cancellation, file: path)
    case .other(let importer):
      do {
        return try deliver(importer)
      } catch is CancellationError {
        throw Failure(.interrupted, "Stopped. Nothing of \(path) was stored.")
      }
    }
  }

  /// All or nothing, in one transaction.
  private func deliver(_ importer: FormatImporter) throws -> (report: ImportReport, outcome: ImportOutcome) {
    // A damaged or empty file creates no store and blocks no other writer.
    let report = try importer.run(into: CheckSink())
    guard !report.storedNothing else { return (report, ImportOutcome()) }
    let total = report.read
    return try store.deliver(importer.description, options, cancellation) { sink in
      try importer.run(into: CountingSink(sink) { progress.show(Double($0) / Double(total)) })
    }
  }
}

extension StoreConnection {
  /// Stores a file as one delivery, in one transaction.
  ///
  /// - Parameter read: passes it to the sink.
  func deliver(
    _ description: FormatDescription, _ options: ImportOptions, _ cancellation: ImportCancellation,
    read: (any SampleSink) throws -> ImportReport
  ) throws -> (report: ImportReport, outcome: ImportOutcome) {
    var feed = FeedOptions(
      feed: description.feed, replacement: description.replacement, now: options.now,
      configuredZone: options.configuredZone, systemZone: options.systemZone, cancellation: cancellation, isImport: true
    )
    if description.feed == HealthAutoExportImporter.feed { feed.coverage = .growing }
    var report = ImportReport()
    let receipt = try writing().receive(feed) { sink in report = try read(sink) }
    // Of two records of one thing in the files, one does not remain.
    (report.stored, report.alreadyPresent) = (receipt.stored, receipt.unchanged + receipt.covered)
    var outcome = ImportOutcome()
    outcome.homeZone = receipt.homeZone
    outcome.replaced = receipt.replaced
    outcome.importID = receipt.importID
    return (report, outcome)
  }
}

extension JSONLinesImporter {
  private static let delivered = FormatDescription(
    feed: SamplesImporter.feed, title: "Samples in JSON Lines", replacement: .nothing)

  /// Imports the file: an export as such, any other as a delivery.
  ///
  /// - Parameter file: what a message calls it.
  /// - Throws: `Failure`, `ImportError` or `StoreError`.
  func run(
    into store: StoreConnection, _ options: ImportOptions, _ cancellation: ImportCancellation, file: String
  ) throws -> (report: ImportReport, outcome: ImportOutcome) {
    do {
      let check = try check(cancellation)
      // A file with mistakes or without content creates no store.
      guard !check.report.isCancelled, !check.report.storedNothing else { return (check.report, ImportOutcome()) }
      guard check.isExport else {
        return try store.deliver(Self.delivered, options, cancellation) { sink in
          let report = try run(into: sink, check, cancellation: cancellation)
          if report.isCancelled { throw CancellationError() }
          return report
        }
      }
      let sink = DeferredImport(store: store, options: options)
      return (try run(into: sink, check, cancellation: cancellation), sink.outcome)
    } catch let fault as Fault {
      throw Failure(fault, file: file)
    } catch is CancellationError {
      throw Failure(.interrupted, "Stopped. Nothing of \(file) was stored.")
    }
  }
}

/// Counts the records that pass through it.
private final class CountingSink: SampleSink {
  private let sink: any SampleSink
  private let report: (Int) -> Void
  private var count = 0

  init(_ sink: any SampleSink, report: @escaping (Int) -> Void) {
    self.sink = sink
    self.report = report
  }

  func begin(_ header: ImportHeader) throws -> SinkCounts { try sink.begin(header) }

  func receive(_ batch: SampleBatch) throws -> SinkCounts {
    count += batch.samples.count + batch.correlations.count + batch.workouts.count + batch.appleSummaries.count
    report(count)
    return try sink.receive(batch)
  }

  func finish(complete: Bool) throws { try sink.finish(complete: complete) }

  var endOfDay: @Sendable (_ beginning: Date) -> Date? { sink.endOfDay }
  var earlierWidths: [String: TimeInterval] { get throws { try sink.earlierWidths } }
}

extension ImportContext {
  /// - Parameters:
  ///   - zone: the user's time zone, for files with local times only.
  ///   - isChosen: whether the user has named it.
  init(_ environment: Environment, zone: String, isChosen: Bool, cancellation: ImportCancellation) {
    let timeZone = TimeZone(identifier: zone) ?? .gmt
    self.init(
      now: environment.now(), temporaryFolder: FileManager.default.temporaryDirectory.path, cancellation: cancellation,
      isZoneChosen: isChosen, offset: { timeZone.secondsFromGMT(for: $0) },
      database: { try ForeignSQLite(path: $0, cancellation: cancellation) })
  }
}
