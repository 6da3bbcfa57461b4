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
  case homeAssistant = "home-assistant"
  case export
}

/// Stores posted deliveries, one after another, and exports beside them. A response is sent after the commit.
///
/// A long delivery is read before its turn, and only one at a time: the next short one waits for at most one long one.
final class Deliveries: Sendable {
  private let store: StoreConnection
  private let folder: TemporaryFolder
  private let metrics: ServerMetrics
  private let turn = Mutex(())
  private let longTurn = Mutex(())
  private let exportTurn = Mutex(())
  private let waiting = Atomic<Int>(0)
  /// When a sender was last refused something, by sender and feed, and by the reason.
  private let refusals = Mutex<[[String]: [String: ContinuousClock.Instant]]>([:])
  private let logged = Atomic<Int>(0)
  private let hasQuietEntry = Atomic<Bool>(false)

  /// The number of waiting deliveries.
  private static let mostWaiting = 32
  /// Of refusals that repeat within this time, one is logged, and of a sender and feed at most a few: a reason may contain
  /// words of the sender.
  private static let refusalInterval = Duration.seconds(10)
  private static let mostRefusals = 5
  private static let strangerInterval = Duration.seconds(60)

  init(store: StoreConnection, folder: TemporaryFolder, metrics: ServerMetrics) {
    self.store = store
    self.folder = folder
    self.metrics = metrics
  }

  func makeBody() -> RequestBody { RequestBody(folder: folder) }

  /// - Parameters:
  ///   - sender: the name of the token, empty for the owner's.
  ///   - environment: the clock, and the settings at the moment.
  func receive(
    _ body: RequestBody, _ kind: DeliveryKind, _ request: HTTPRequest, from sender: String, _ environment: Environment
  ) throws -> HTTPResponse {
    guard waiting.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else {
      waiting.subtract(1, ordering: .relaxed)
      throw HTTPLimits.overload
    }
    defer { waiting.subtract(1, ordering: .relaxed) }
    do {
      switch kind {
      case .samples:
        return try receive(
          body, from: sender, kind, environment, feed: SamplesImporter.feed, replacement: .sameStart, coverage: .unknown
        ) { input, sink, now in
          try SamplesImporter(input, now: now).run(into: sink)
        }
      case .healthAutoExport:
        let (aggregation, period) = (request.headers["automation-aggregation"], request.headers["automation-period"])
        let isTable = request.headers["content-type"]?.lowercased().hasPrefix("text/csv") == true
        let zone = zone(environment)
        return try receive(
          body, from: sender, kind, environment, feed: HealthAutoExportImporter.feed, replacement: .overlapping,
          coverage: HealthAutoExportImporter.coverage(period: period)
        ) { input, sink, now in
          if isTable {
            return try HealthAutoExportCSVFormat.run(
              body.file(), ImportContext(now: now, zone: zone), aggregation: aggregation, into: sink)
          }
          return try HealthAutoExportImporter(input, aggregation: aggregation).run(into: sink)
        }
      case .homeAssistant:
        let zone = zone(environment)
        return try receive(
          body, from: sender, kind, environment, feed: HomeAssistantImporter.feed, replacement: .sameStart,
          coverage: .growing
        ) { input, sink, now in
          try HomeAssistantImporter(input, now: now, zone: zone).run(into: sink)
        }
      // Between its batches, other deliveries are stored.
      case .export: return try exportTurn.withLock { _ in try importExport(body, from: sender, environment) }
      }
    } catch let error as JSONError {
      let place = error.place.isEmpty ? "The body" : error.place
      // It may be a table that is not said to be one.
      let advice =
        kind == .healthAutoExport && error.place.isEmpty && error.reason == "is not JSON"
        ? " In the app, choose JSON as the format." : ""
      throw HTTPFault(422, "malformed", "\(place) \(error.reason).\(advice)", field: error.place)
    } catch let error as ImportError {
      // What the command advises cannot be asked for over HTTP.
      let sentence =
        error.code == .unpacksTooLarge
        ? "The body unpacks to more than 200 times its size; \"ringtop import --force\" imports it at the server."
        : Failure(error.naming("The body")).sentence
      throw HTTPFault(422, "malformed", sentence, field: "")
    }
  }

  /// The user's zone, for times without one.
  private func zone(_ environment: Environment) -> TimeZone {
    let name = environment.settings.zone ?? (try? store.readingIfPresent()?.homeZone()) ?? environment.systemZone
    return TimeZone(identifier: name) ?? .gmt
  }

  private func receive(
    _ body: RequestBody, from sender: String, _ kind: DeliveryKind, _ environment: Environment, feed: String,
    replacement: FeedOptions.Replacement, coverage: FeedOptions.Coverage,
    _ read: (JSONInput, any SampleSink, Date) throws -> FeedReport
  ) throws -> HTTPResponse {
    let now = environment.now()
    var options = FeedOptions(
      feed: feed, replacement: replacement, now: now, configuredZone: environment.settings.zone,
      systemZone: environment.systemZone)
    options.coverage = coverage
    let input = try body.json()
    func log(_ report: FeedReport, in sink: FeedSession) throws {
      var entry = ReceivedDelivery(time: now, sender: sender, feed: kind.rawValue)
      (entry.received, entry.skipped, entry.skipCounts) = (report.received, report.skipped, report.skipCounts)
      (entry.stored, entry.unchanged) = (sink.receipt.stored, sink.receipt.unchanged)
      (entry.covered, entry.replaced) = (sink.receipt.covered, sink.receipt.replaced)
      try sink.log(entry)
    }
    var report = FeedReport()
    func storeAtOnce() throws -> FeedReceipt {
      try turn.withLock { _ in
        // A malformed delivery creates no store. If there is one, the transaction is rolled back: parsing twice would
        // slow down valid deliveries by a quarter.
        if try store.readingIfPresent() == nil { _ = try read(input, CheckSink(), now) }
        return try store.writing().receive(options) { sink in
          report = try read(input, sink, now)
          try log(report, in: sink)
        }
      }
    }
    func storeHeld() throws -> FeedReceipt {
      guard body.size <= HeldDelivery.largest, let hints = try store.readingIfPresent()?.hints(feed: feed) else {
        return try storeAtOnce()
      }
      let held = HeldDelivery(hints)
      report = try read(input, held, now)
      return try turn.withLock { _ in
        try store.writing().receive(options) { sink in
          try held.pass(to: sink, &report)
          if kind == .samples { try SamplesImporter.requireComplete(report) }
          try log(report, in: sink)
        }
      }
    }
    let receipt =
      body.size < HeldDelivery.smallest ? try storeAtOnce() : try longTurn.withLock { _ in try storeHeld() }
    note(isQuiet: receipt.stored == 0 && receipt.replaced == 0)
    metrics.count(
      records: [
        "stored": receipt.stored, "unchanged": receipt.unchanged, "covered": receipt.covered,
        "replaced": receipt.replaced, "skipped": report.skipped,
      ], at: now)
    return .json(try report.json(receipt))
  }

  /// Batch by batch, as in `ringtop import`: from a truncated export the readable part is stored.
  private func importExport(
    _ body: RequestBody, from sender: String, _ environment: Environment
  ) throws -> HTTPResponse {
    let started = environment.now()
    let importer = try AppleExportImporter(path: try body.file(), name: "sent by \(sender)")
    let options = ImportOptions(
      now: started, configuredZone: environment.settings.zone, systemZone: environment.systemZone)
    let report = try importer.run(into: ImportSession(store: try store.writing(), options: options))
    if let damage = report.damage, report.read == 0 { throw damage }
    var entry = ReceivedDelivery(time: started, sender: sender, feed: DeliveryKind.export.rawValue)
    (entry.received, entry.skipped, entry.skipCounts) = (report.read, report.skipped, report.skipCounts)
    (entry.stored, entry.unchanged) = (report.stored, report.alreadyPresent)
    try store.writing().log(entry)
    note(isQuiet: true)
    metrics.count(
      records: ["stored": report.stored, "unchanged": report.alreadyPresent, "skipped": report.skipped], at: started)
    return .json(try Output.json(ImportJSON(report, seconds: environment.now().timeIntervalSince(started))))
  }
}

// MARK: - The log

extension Deliveries {
  /// The number of entries since the start.
  var loggedCount: Int { logged.load(ordering: .relaxed) }

  /// Whether there is a new entry, since the last call, of which no signal of the store tells.
  func takeQuietEntry() -> Bool { hasQuietEntry.exchange(false, ordering: .relaxed) }

  private func note(isQuiet: Bool) {
    logged.add(1, ordering: .relaxed)
    if isQuiet { hasQuietEntry.store(true, ordering: .relaxed) }
  }

  /// Logs that somebody was refused something. Nothing is logged without a store.
  func logRefusal(_ fault: HTTPFault, of sender: String, _ feed: String, at now: Date) {
    guard (try? store.readingIfPresent()) != nil else { return }
    let isStranger = sender == ReceivedDelivery.stranger
    let interval = isStranger ? Self.strangerInterval : Self.refusalInterval
    let isNew = refusals.withLock { refusals in
      let recent = refusals[[sender, feed], default: [:]].filter { .now - $0.value < interval }
      guard recent[fault.sentence] == nil, recent.count < Self.mostRefusals else { return false }
      if refusals.count >= 1_000 { refusals = [:] }
      refusals[[sender, feed]] = recent.merging([fault.sentence: .now]) { $1 }
      return true
    }
    guard isNew else { return }
    do {
      try store.writing().log(ReceivedDelivery(time: now, sender: sender, feed: feed, problem: fault.sentence))
      note(isQuiet: true)
    } catch {
      // The client is told the reason of the refusal, which is what matters.
    }
  }
}

extension ImportError {
  /// The error in a sentence without the path of the temporary file.
  fileprivate func naming(_ name: String) -> ImportError {
    ImportError(code, path: name, context: context, underlying: underlying)
  }
}

extension FeedReport {
  private struct Skip: Encodable {
    let place: String
    let reason: String
  }

  /// The result of a delivery, with sorted keys. Most skip nothing, and their numbers are written without an encoder, which
  /// takes longer than reading a short delivery.
  fileprivate func json(_ receipt: FeedReceipt) throws -> String {
    let counts = skipCounts.isEmpty ? "{}" : try Output.json(skipCounts)
    let skips = skips.isEmpty ? "[]" : try Output.json(skips.map { Skip(place: $0.place, reason: $0.reason) })
    return """
      {"covered":\(receipt.covered),"received":\(received),"replaced":\(receipt.replaced),"skipCounts":\(counts),\
      "skipped":\(skipped),"skips":\(skips),"stored":\(receipt.stored),"unchanged":\(receipt.unchanged)}
      """
  }
}
