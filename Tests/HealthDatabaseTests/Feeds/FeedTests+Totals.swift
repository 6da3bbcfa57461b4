import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

/// Totals of which a later delivery has parts.
extension FeedTests {
  @Test("parts of a larger total leave the rest of it, until they exceed it or cover all of its time")
  func partsOfTotals() throws {
    let test = try TestStore()
    let midnight = date("2026-03-02 00:00")
    func hours(_ values: [Double], from first: Double = 10) -> [Bucket] {
      values.enumerated().map {
        Bucket(value: $1, start: midnight + 3_600 * (first + Double($0)), seconds: 3_600)
      }
    }
    func day(_ value: Double) -> Bucket { Bucket(value: value, start: midnight, seconds: 86_400) }
    func deliver(_ buckets: [Bucket]) throws -> FeedReceipt {
      try self.deliver(buckets, to: test.store, coverage: .growing)
    }
    _ = try deliver([day(300)])
    let parts = try deliver(hours([30, 30, 30]))
    #expect(parts.stored == 3 && parts.replaced == 1 && parts.unchanged == 0)
    #expect(try total(test.store) == 300)
    #expect(try test.store.summary("2026-03-02").move.value == 300)
    // Before and after the hours.
    #expect(try test.store.count("sample") == 5)
    let again = try deliver(hours([30, 30, 30]))
    #expect(again.unchanged == 3 && again.stored == 0 && again.replaced == 0)
    // Another part, and one that has grown.
    _ = try deliver(hours([50], from: 13))
    #expect(try total(test.store) == 300)
    _ = try deliver(hours([45]))
    #expect(try total(test.store) == 300)
    // The total again, and an older one.
    #expect(try deliver([day(290)]).stored == 0)
    #expect(try total(test.store) == 300)
    _ = try deliver(hours(Array(repeating: 100, count: 10), from: 14))
    #expect(try total(test.store) == 30 + 30 + 45 + 50 + 1_000)
    _ = try deliver([day(4_000)])
    #expect(try test.store.count("sample") == 1)
    // All of its time is a correction.
    _ = try deliver(hours(Array(repeating: 10, count: 24), from: 0))
    #expect(try total(test.store) == 240)
    try isSound(test)
  }

  @Test("minutes leave the rest of their hour, which is a part of the rest of its day")
  func partsOfParts() throws {
    let test = try TestStore()
    func deliver(_ buckets: [Bucket], _ coverage: FeedOptions.Coverage = .growing) throws {
      _ = try self.deliver(buckets, to: test.store, coverage: coverage)
    }
    try deliver([Bucket(value: 1_000, start: date("2026-03-02 00:00"), seconds: 86_400)])
    try deliver([Bucket(value: 600, start: Self.noon, seconds: 3_600)])
    try deliver(minutes([100, 100]))
    #expect(abs(try total(test.store) - 1_000) < 1e-9)
    let values = try test.store.read { try Double.fetchAll($0, sql: "SELECT value FROM sample ORDER BY start, end") }
    #expect(values.count == 5 && Array(values[1...3]) == [100, 100, 400])
    #expect(abs(values[0] + values[4] - 400) < 1e-9)
    var widths: [String: TimeInterval] = [:]
    let options = FeedOptions(feed: Self.feed, replacement: .overlapping, now: Self.noon, systemZone: "GMT")
    _ = try test.store.receive(options) { widths = try $0.earlierWidths }
    #expect(widths[RingType.activeEnergy] == 60)
    try deliver(minutes([150, 100, 20]))
    #expect(abs(try total(test.store) - 1_000) < 1e-9)
    // What a complete delivery lacks is deleted.
    try deliver(minutes([150, 100]) + [Bucket(value: 5, start: Self.noon + 7_200)], .complete)
    #expect(try total(test.store) < 1_000)
    try isSound(test)
  }

  @Test("hours of one device are parts of the day of several, whose rest they leave")
  func partsOfJoinedSources() throws {
    let test = try TestStore()
    func day(_ value: Double) throws {
      _ = try deliver(
        [
          Bucket(
            value: value, start: date("2026-03-02 00:00"), seconds: 86_400, source: "Kim’s Apple Watch|Kim’s iPhone")
        ], to: test.store, coverage: .growing)
    }
    func move() throws -> Double? { try test.store.summary("2026-03-02").move.value }
    try day(300)
    for (hour, source) in [(9.0, "Kim’s Apple Watch"), (10, "Kim’s Apple Watch|Kim’s iPhone"), (20, "Kim’s iPhone")] {
      _ = try deliver(
        [Bucket(value: 10, start: date("2026-03-02 00:00") + hour * 3_600, seconds: 3_600, source: source)],
        to: test.store, coverage: .growing)
      let total = try #require(try move())
      #expect(abs(total - 300) < 1e-6, "\(source)")
    }
    // No piece of it remains beside the day.
    try day(310)
    #expect(try test.store.count("sample") == 1)
    #expect(try move() == 310)
    try isSound(test)
  }

  /// A day, an hour or minutes, of which totals are delivered.
  private struct Span {
    var bucket: Bucket
    var parts: [Span] = []

    /// As a whole, or by its parts, whichever is more.
    var total: Double { max(bucket.value, parts.reduce(0) { $0 + $1.total }) }

    /// A larger total replaces its parts; a smaller one is older.
    mutating func receive(_ path: ArraySlice<Int>, _ value: Double) {
      if let part = path.first { return parts[part].receive(path.dropFirst(), value) }
      guard value >= total else { return }
      clear()
      bucket.value = value
    }

    private mutating func clear() {
      bucket.value = 0
      for index in parts.indices { parts[index].clear() }
    }

    /// The places of all spans below it.
    var paths: [[Int]] { [[]] + parts.enumerated().flatMap { index, part in part.paths.map { [index] + $0 } } }

    subscript(path: ArraySlice<Int>) -> Bucket {
      path.first.map { parts[$0][path.dropFirst()] } ?? bucket
    }
  }

  @Test("totals of a day, its hours and minutes that grow and arrive in any order add up to the day", arguments: 0..<60)
  func anyOrder(seed: UInt64) throws {
    let test = try TestStore()
    var random = SplitMix(seed: seed)
    let midnight = date("2026-03-02 00:00")
    var known = Span(
      bucket: Bucket(value: 0, start: midnight, seconds: 86_400),
      parts: [8.0, 9, 20].map { hour in
        Span(
          bucket: Bucket(value: 0, start: midnight + 3_600 * hour, seconds: 3_600),
          parts: [0.0, 10, 30].map { minute in
            Span(bucket: Bucket(value: 0, start: midnight + 3_600 * hour + 60 * minute, seconds: 600))
          })
      })
    // What the phone has counted at four moments: at each, more than before.
    var counted: [[Int]: [Double]] = [:]
    for path in known.paths.reversed() {
      var growth = (0..<4).map { _ in Double(Int.random(in: 0...20, using: &random)) }
      for moment in 1..<4 { growth[moment] += growth[moment - 1] }
      for (part, values) in counted where part.count == path.count + 1 && part.starts(with: path) {
        for moment in 0..<4 { growth[moment] += values[moment] }
      }
      counted[path] = growth
    }
    for (path, value) in counted.flatMap({ path, values in values.map { (path, $0) } }).sorted(by: {
      ($0.0.description, $0.1) < ($1.0.description, $1.1)
    }).shuffled(using: &random) {
      var bucket = known[path[...]]
      bucket.value = value
      _ = try deliver([bucket], to: test.store, coverage: .growing)
      known.receive(path[...], value)
      #expect(abs(try total(test.store) - known.total) < 1e-6, "\(path) \(value)")
    }
    #expect(abs(try total(test.store) - (counted[[]]?[3] ?? 0)) < 1e-6)
    try isSound(test)
  }
}
