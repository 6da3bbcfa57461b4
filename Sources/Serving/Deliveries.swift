import Configuration
import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import Processes
import Reports
import Synchronization

/// The kinds of deliveries. Each is the last component of its path.
package enum DeliveryKind: String, CaseIterable, Sendable {
  case samples
  case healthAutoExport = "health-auto-export"
  case export
}

/// Stores posted deliveries, one after another. A response is sent after the commit.
final class Deliveries: Sendable {
  private let store: StoreConnection
  private let folder: TemporaryFolder
  private let metrics: ServerMetrics
  private let turn = Mutex(())
  private let waiting = Atomic<Int>(0)

  /// The number of waiting deliveries.
  private static let mostWaiting = 32

  init(store: StoreConnection, folder: TemporaryFolder, metrics: ServerMetrics) {
    self.store = store
    self.folder = folder
    self.metrics = metrics
  }

  func makeBody() -> RequestBody { RequestBody(folder: folder) }

  /// - Parameter environment: the clock, and the settings at the moment.
  func receive(
    _ body: RequestBody, _ kind: DeliveryKind, _ request: HTTPRequest, _ environment: Environment
  ) throws -> HTTPResponse {
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else {
      waiting.subtract(1, ordering: .relaxed)
      throw HTTPLimits.overload
    }
    defer { waiting.subtract(1, ordering: .relaxed) }
    return try turn.withLock { _ in
      do {
        switch kind {
        case .samples:
          return try receive(body, environment, feed: SamplesImporter.feed, replacement: .sameStart) {
            input, sink, now in
            try SamplesImporter(input, now: now).run(into: sink)
          }
        case .healthAutoExport:
          let aggregation = request.headers["automation-aggregation"]
          return try receive(body, environment, feed: HealthAutoExportImporter.feed, replacement: .overlapping) {
            input, sink, _ in
            try HealthAutoExportImporter(input, aggregation: aggregation).run(into: sink)
          }
        case .export: return try importExport(body, environment)
        }
      } catch let error as JSONError {
        let place = error.place.isEmpty ? "The body" : error.place
        throw HTTPFault(422, "malformed", "\(place) \(error.reason).", field: error.place)
      } catch let error as ImportError {
        throw HTTPFault(422, "malformed", Failure(error.naming("The body")).sentence, field: "")
      }
    }
  }

  private func receive(
    _ body: RequestBody, _ environment: Environment, feed: String, replacement: FeedOptions.Replacement,
    _ read: (JSONInput, any SampleSink, Date) throws -> FeedReport
  ) throws -> HTTPResponse {
    let now = environment.now()
    let options = FeedOptions(
      feed: feed, replacement: replacement, now: now, configuredZone: environment.settings.zone,
      systemZone: environment.systemZone)
    let input = try body.json()
    // A malformed delivery creates no store. If there is one, the transaction is rolled back: parsing twice would
    // slow down valid deliveries by a quarter.
    if try store.readingIfPresent() == nil { _ = try read(input, CheckSink(), now) }
    var report = FeedReport()
    let receipt = try store.writing().receive(options) { sink in report = try read(input, sink, now) }
    metrics.count(
      records: [
        "stored": receipt.stored, "unchanged": receipt.unchanged, "covered": receipt.covered,
        "replaced": receipt.replaced, "skipped": report.skipped,
      ], at: now)
    return .json(try Output.json(DeliveryJSON(report, receipt)))
  }

  /// Batch by batch, as in `ringtop import`: from a truncated export the readable part is stored.
  private func importExport(_ body: RequestBody, _ environment: Environment) throws -> HTTPResponse {
    let started = environment.now()
    let importer = try AppleExportImporter(path: try body.file())
    let options = ImportOptions(
      now: started, configuredZone: environment.settings.zone, systemZone: environment.systemZone)
    let report = try importer.run(into: ImportSession(store: try store.writing(), options: options))
    if let damage = report.damage, report.read == 0 { throw damage }
    metrics.count(
      records: ["stored": report.stored, "unchanged": report.alreadyPresent, "skipped": report.skipped], at: started)
    return .json(try Output.json(ImportJSON(report, seconds: environment.now().timeIntervalSince(started))))
  }
}

extension ImportError {
  /// The error in a sentence without the path of the temporary file.
  fileprivate func naming(_ name: String) -> ImportError {
    ImportError(code, path: name, context: context, underlying: underlying)
  }
}

/// The result of a delivery, for the response.
private struct DeliveryJSON: Encodable {
  struct Skip: Encodable {
    let place: String
    let reason: String
  }

  let received: Int
  let stored: Int
  let unchanged: Int
  let covered: Int
  let replaced: Int
  let skipped: Int
  let skipCounts: [String: Int]
  let skips: [Skip]

  init(_ report: FeedReport, _ receipt: FeedReceipt) {
    received = report.received
    stored = receipt.stored
    unchanged = receipt.unchanged
    covered = receipt.covered
    replaced = receipt.replaced
    skipped = report.skipped
    skipCounts = report.skipCounts
    skips = report.skips.map { Skip(place: $0.place, reason: $0.reason) }
  }
}
