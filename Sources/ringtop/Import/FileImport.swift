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
    case .jsonLines(let importer):
      do {
        let sink = DeferredImport(store: store, options: options)
        return (try importer.run(into: sink, cancellation: cancellation), sink.outcome)
      } catch let fault as JSONLinesImporter.Fault {
        throw Failure(fault, file: path)
      }
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
    var report = try importer.run(into: CheckSink())
    var outcome = ImportOutcome()
    guard !report.storedNothing else { return (report, outcome) }
    var feed = FeedOptions(
      feed: importer.description.feed, replacement: importer.description.replacement, now: options.now,
      configuredZone: options.configuredZone, systemZone: options.systemZone, cancellation: cancellation, isImport: true
    )
    if importer.description.feed == HealthAutoExportImporter.feed { feed.coverage = .growing }
    let total = report.read
    let receipt = try store.writing().receive(feed) { sink in
      report = try importer.run(into: CountingSink(sink) { progress.show(Double($0) / Double(total)) })
    }
    // Of two records of one thing in the files, one does not remain.
    (report.stored, report.alreadyPresent) = (receipt.stored, receipt.unchanged + receipt.covered)
    outcome.homeZone = receipt.homeZone
    outcome.replaced = receipt.replaced
    outcome.importID = receipt.importID
    return (report, outcome)
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
