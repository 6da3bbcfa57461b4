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
    var cpuSeconds: Double
    var plainSeconds: Double
    var plainCPUSeconds: Double
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
    let plain = try PlainPages(path, limit: Self.limit)
    var ours = Stopwatch()
    var theirs = Stopwatch()
    // Page by page, so that other load on the machine affects both.
    while true {
      let before = anchor
      let count = try ours.measure {
        let page = try Self.page(store, after: anchor)
        anchor = page.anchor
        return page.count
      }
      if count == 0 { break }
      guard try theirs.measure({ try plain.next() }) == count else {
        throw BenchmarkError("the pages differ from those of SQL")
      }
      if count == Self.limit { lastFull = before }
      pages += 1
      samples += count
      if pages == 50 { earlyPeak = measure_peak_bytes() }
    }
    let peak = measure_peak_bytes()
    let race = try Race(
      rounds: 300, [{ try Self.page(store, after: nil) }, { try Self.page(store, after: lastFull) }])
    let outcome = Outcome(
      first: race.typical(0), last: race.typical(1), ratio: race.ratio(1, to: 0), pages: pages, samples: samples,
      seconds: ours.seconds, cpuSeconds: ours.cpuSeconds, plainSeconds: theirs.seconds,
      plainCPUSeconds: theirs.cpuSeconds, earlyPeakBytes: earlyPeak, peakBytes: peak)
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
}

/// The same pages in handwritten code.
private final class PlainPages {
  private let identity: UUID
  private let statement: PlainSQL
  private var last: Int64 = 0

  init(_ path: String, limit: Int) throws {
    identity = try Queries.identity(path)
    statement = try PlainSQL(
      path,
      "SELECT \(PlainSample.columns), u.uuid FROM sample s LEFT JOIN sample_uuid u ON u.sample_id = s.id "
        + "WHERE s.id > ? ORDER BY s.id LIMIT \(limit)")
  }

  /// Reads the next page.
  ///
  /// - Returns: how many samples it has.
  func next() throws -> Int {
    var page: [PlainSample] = []
    try statement.run([Double(last)]) { page.append(PlainSample($0, store: identity)) }
    last = page.last?.row ?? last
    return page.count
  }
}

/// The sum of the times of several runs.
private struct Stopwatch {
  var seconds = 0.0
  /// On all threads.
  var cpuSeconds = 0.0

  mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let (started, worked) = (measure_now(), measure_cpu())
    defer {
      seconds += measure_now() - started
      cpuSeconds += measure_cpu() - worked
    }
    return try body()
  }
}
