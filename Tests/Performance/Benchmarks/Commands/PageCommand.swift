import ArgumentParser
import CMeasure
import Foundation
import OpenHealthKit

/// Reads everything in pages, in a separate process, and prints the cost.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "page", shouldDisplay: false)

  struct Outcome: Codable {
    /// The seconds for the first page and for the last full one, medians of alternating runs.
    var first: Double
    var last: Double
    /// The median ratio of the last page's time to the first page's in the same round.
    var ratio: Double
    var pages: Int
    var samples: Int
    var seconds: Double
    var plainSeconds: Double
    /// The peak memory up to the fiftieth page, and up to the last.
    var earlyPeakBytes: Double
    var peakBytes: Double
  }

  @Argument var path: String

  private static let limit = 1_000

  func run() throws {
    let store = LargeStore(path: path).store
    var pages = 0
    var samples = 0
    var anchor: HKQueryAnchor?
    var lastFull: HKQueryAnchor?
    var earlyPeak = 0.0
    let started = measure_now()
    while true {
      let page = try Self.page(store, after: anchor)
      if page.count == 0 { break }
      if page.count == Self.limit { lastFull = anchor }
      anchor = page.anchor
      pages += 1
      samples += page.count
      if pages == 50 { earlyPeak = measure_peak_bytes() }
    }
    let seconds = measure_now() - started
    let peak = measure_peak_bytes()
    let race = try Race(
      rounds: 300, [{ try Self.page(store, after: nil) }, { try Self.page(store, after: lastFull) }])
    let plainStarted = measure_now()
    try readPlain()
    let outcome = Outcome(
      first: race.typical(0), last: race.typical(1), ratio: race.ratio(1, to: 0), pages: pages, samples: samples,
      seconds: seconds,
      plainSeconds: measure_now() - plainStarted, earlyPeakBytes: earlyPeak, peakBytes: peak)
    print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
  }

  /// The first thousand samples of all types.
  static func firstPage(_ store: HKHealthStore) throws -> [HKSample] { try page(store, after: nil).samples }

  private static func page(
    _ store: HKHealthStore, after anchor: HKQueryAnchor?
  ) throws -> (samples: [HKSample], anchor: HKQueryAnchor?, count: Int) {
    let descriptors =
      LargeStore.all.map { HKQueryDescriptor(sampleType: $0.type, predicate: nil) } + [
        HKQueryDescriptor(sampleType: HKCategoryType(.appleStandHour), predicate: nil)
      ]
    let page = try Answer.of(store) { answer in
      HKAnchoredObjectQuery(queryDescriptors: descriptors, anchor: anchor, limit: limit) {
        _, samples, deleted, anchor, error in
        answer.arrive(samples.map { Page(samples: $0, deleted: deleted ?? [], anchor: anchor) }, error)
      }
    }
    return (page.samples, page.anchor, page.samples.count + page.deleted.count)
  }

  private struct Page: Sendable {
    var samples: [HKSample]
    var deleted: [HKDeletedObject]
    var anchor: HKQueryAnchor?
  }

  private func readPlain() throws {
    let identity = try Queries.identity(path)
    let statement = try PlainSQL(
      path,
      "SELECT \(PlainSample.columns), u.uuid FROM sample s LEFT JOIN sample_uuid u ON u.sample_id = s.id "
        + "WHERE s.id > ? ORDER BY s.id LIMIT \(Self.limit)")
    var last: Int64 = 0
    while true {
      var page: [PlainSample] = []
      try statement.run([Double(last)]) { page.append(PlainSample($0, store: identity)) }
      guard let end = page.last else { return }
      last = end.row
    }
  }
}
