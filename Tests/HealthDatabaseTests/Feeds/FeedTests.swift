import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("Feeds")
struct FeedTests {
  static let feed = "phone"

  /// A bucket as a feed delivers it.
  struct Bucket {
    var value: Double
    var start: Date
    var seconds = 60.0
    var source = "Kim’s Apple Watch"
    var type = RingType.activeEnergy
    var identifier: String?
    var version: Int64?
    var uuid: UUID?
  }

  static let noon = date("2026-03-02 12:00")

  func deliver(
    _ buckets: [Bucket], to store: Store, feed: String = feed, replacement: FeedOptions.Replacement = .overlapping,
    coverage: FeedOptions.Coverage = .unknown, now: Date = date("2026-03-03 09:00"), failing: Bool = false
  ) throws -> FeedReceipt {
    struct Cut: Error {}
    var options = FeedOptions(feed: feed, replacement: replacement, now: now, systemZone: "GMT")
    options.coverage = coverage
    return try store.receive(options) { session in
      _ = try session.begin(ImportHeader(path: feed))
      var tables = FakeTables()
      var batch = SampleBatch()
      for bucket in buckets {
        var sample = FakeSample(bucket.type, bucket.value, from: bucket.start, seconds: bucket.seconds)
        sample.provenance = Provenance(
          source: FeedSource.source(named: bucket.source, feed: feed, fallback: "Somebody"))
        sample.uuid = bucket.uuid
        var metadata = [Metadata.Entry(key: MetadataKey.feed, value: .text(feed))]
        if let identifier = bucket.identifier {
          metadata += [
            Metadata.Entry(key: MetadataKey.syncIdentifier, value: .text(identifier)),
            Metadata.Entry(key: MetadataKey.syncVersion, value: .whole(bucket.version ?? options.version)),
          ]
        }
        sample.metadata = Metadata(metadata)
        batch.samples.append(tables.record(sample))
      }
      batch.tables = tables.tables
      let counts = try session.receive(batch)
      #expect(counts.skips.isEmpty)
      if failing { throw Cut() }
      try session.finish(complete: true)
    }
  }

  func minutes(_ values: [Double], from start: Date = noon, source: String = "Kim’s Apple Watch") -> [Bucket] {
    values.enumerated().map { Bucket(value: $1, start: start.addingTimeInterval(60 * Double($0)), source: source) }
  }

  func total(_ store: Store) throws -> Double {
    try store.read { try Double.fetchOne($0, sql: "SELECT sum(value) FROM sample") ?? 0 }
  }

  func isSound(_ test: TestStore) throws {
    #expect(try StoreCheck.run(path: test.path, repairs: false).findings.filter { $0.code != .littleSpace } == [])
    #expect(try test.store.strayRows() == [])
  }

  @Test("a sample with a UUID that is sent again is unchanged, and one with other values replaces it")
  func uuids() throws {
    let test = try TestStore()
    let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var bucket = Bucket(value: 3, start: Self.noon, uuid: uuid)
    #expect(try deliver([bucket], to: test.store).stored == 1)
    let again = try deliver([bucket], to: test.store)
    #expect(again.unchanged == 1 && again.stored == 0)
    #expect(try test.store.uuid(ofRow: 1) == uuid)
    bucket.value = 4
    let changed = try deliver([bucket], to: test.store)
    #expect(changed.stored == 1 && changed.replaced == 1)
    #expect(try total(test.store) == 4)
    #expect(try test.store.uuid(ofRow: 2) == uuid)
    try isSound(test)
  }

  @Test("a workout with a UUID that is sent again with another duration replaces the stored one")
  func workoutParts() throws {
    let test = try TestStore()
    let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    func deliver(minutes: Double) throws -> FeedReceipt {
      try test.store.receive(FeedOptions(feed: Self.feed, replacement: .overlapping, now: Self.noon, systemZone: "GMT"))
      {
        session in
        _ = try session.begin(ImportHeader(path: Self.feed))
        var tables = FakeTables()
        var sample = FakeSample(TypeIdentifier.workout, 37, from: Self.noon - 7_200, seconds: 3_600)
        (sample.kind, sample.uuid) = (.workout, uuid)
        sample.provenance = Provenance(
          source: FeedSource.source(named: "Watch", feed: Self.feed, fallback: "Somebody"))
        sample.metadata = Metadata([Metadata.Entry(key: MetadataKey.feed, value: .text(Self.feed))])
        var batch = SampleBatch()
        batch.workouts = [WorkoutRecord(sample: tables.record(sample), duration: 60 * minutes)]
        batch.tables = tables.tables
        #expect(try session.receive(batch).skips.isEmpty)
        try session.finish(complete: true)
      }
    }
    #expect(try deliver(minutes: 50).stored == 1)
    #expect(try deliver(minutes: 50).unchanged == 1)
    let changed = try deliver(minutes: 55)
    #expect(changed.stored == 1 && changed.replaced == 1)
    #expect(try test.store.read { try Double.fetchAll($0, sql: "SELECT duration FROM workout") } == [3_300])
    try isSound(test)
  }

  @Test("a delivery with an earlier version of an object, without its identifier, and a newer one of it is stored")
  func objectTwice() throws {
    let test = try TestStore()
    let first = Bucket(value: 3, start: Self.noon, identifier: "a", version: 1)
    #expect(try deliver([first], to: test.store).stored == 1)
    var bare = first
    (bare.identifier, bare.version) = (nil, nil)
    let second = Bucket(value: 5, start: Self.noon + 600, identifier: "a", version: 2)
    for _ in 0..<2 { _ = try deliver([bare, second], to: test.store) }
    #expect(try total(test.store) == 8)
    let third = Bucket(value: 6, start: Self.noon + 600, identifier: "a", version: 3)
    #expect(try deliver([third], to: test.store).replaced == 1)
    #expect(try total(test.store) == 9)
    try isSound(test)
  }

  @Test("receiving a bucket again changes nothing, and a changed bucket replaces the earlier one")
  func again() throws {
    let test = try TestStore()
    #expect(try deliver(minutes([1, 2, 3]), to: test.store).stored == 3)
    let change = try test.store.latestChange()
    let receipt = try deliver(minutes([1, 2, 3]), to: test.store)
    #expect(receipt.unchanged == 3 && receipt.stored == 0 && receipt.replaced == 0)
    #expect(try test.store.latestChange() == change)
    let changed = try deliver(minutes([1, 5, 3, 4]), to: test.store)
    #expect(changed.unchanged == 2 && changed.stored == 2 && changed.replaced == 1)
    #expect(try total(test.store) == 13)
    #expect(try test.store.summary("2026-03-02").move.value == 13)
    try isSound(test)
  }

  @Test("wider and narrower buckets of the same source replace each other")
  func widths() throws {
    let test = try TestStore()
    _ = try deliver(minutes(Array(repeating: 1, count: 60)), to: test.store)
    let hour = try deliver([Bucket(value: 61, start: Self.noon, seconds: 3_600)], to: test.store)
    #expect(hour.replaced == 60)
    #expect(try total(test.store) == 61)
    let day = try deliver([Bucket(value: 70, start: date("2026-03-02 00:00"), seconds: 86_400)], to: test.store)
    #expect(day.replaced == 1)
    let again = try deliver(minutes(Array(repeating: 2, count: 60)), to: test.store)
    #expect(again.replaced == 1 && again.stored == 60)
    #expect(try total(test.store) == 120)
    // Adjacent buckets are kept.
    _ = try deliver([Bucket(value: 9, start: date("2026-03-02 13:00"), seconds: 3_600)], to: test.store)
    #expect(try total(test.store) == 129)
    try isSound(test)
  }

  @Test("a bucket that gains sources replaces the earlier one; separate sources are merged, not summed")
  func sources() throws {
    let test = try TestStore()
    _ = try deliver(minutes([4], source: "Kim’s Apple Watch"), to: test.store)
    let joined = try deliver(minutes([6], source: "Kim’s iPhone|Kim’s Apple\u{A0}Watch"), to: test.store)
    #expect(joined.replaced == 1)
    let apart = try deliver(
      minutes([5], source: "Kim’s Apple Watch") + minutes([3], source: "Kim’s iPhone"), to: test.store)
    #expect(apart.replaced == 1 && apart.stored == 2)
    #expect(try test.store.summary("2026-03-02").move.value == 5)
    // A bucket without a source may be from any source.
    let unnamed = try deliver(minutes([7], source: ""), to: test.store)
    #expect(unnamed.replaced == 2)
    // Another feed is independent of this one.
    let other = try deliver(minutes([7], source: ""), to: test.store, feed: "other")
    #expect(other.replaced == 0 && other.stored == 1)
    try isSound(test)
  }

  @Test("simultaneous states are all kept")
  func states() throws {
    let test = try TestStore()
    let type = "HKCategoryTypeIdentifierSleepAnalysis"
    let night = [
      Bucket(value: 0, start: Self.noon, seconds: 7_200, type: type),
      Bucket(value: 3, start: Self.noon, seconds: 3_600, type: type),
    ]
    _ = try deliver(night, to: test.store)
    #expect(try deliver([night[1]], to: test.store).unchanged == 1)
    #expect(try test.store.count("sample") == 2)
    let stand = Bucket(value: 1, start: Self.noon, seconds: 3_600, type: RingType.standHour)
    _ = try deliver([stand], to: test.store)
    var stood = stand
    stood.value = 0
    #expect(try deliver([stood], to: test.store).replaced == 1)
    #expect(try test.store.summary("2026-03-02").stand.value == 1)
    try isSound(test)
  }

  @Test("a sleep stage replaces the stages that it overlaps, and time in bed is kept alongside them")
  func sleepStages() throws {
    for replacement in [FeedOptions.Replacement.overlapping, .sameStart] {
      let test = try TestStore()
      func night(_ stages: [(value: Double, hour: Double, hours: Double)], source: String = "Watch") -> [Bucket] {
        stages.map { value, hour, hours in
          Bucket(
            value: value, start: Self.noon + hour * 3_600, seconds: hours * 3_600, source: source,
            type: TypeIdentifier.sleepAnalysis)
        }
      }
      func values() throws -> [Double] {
        try test.store.read { try Double.fetchAll($0, sql: "SELECT value FROM sample ORDER BY start, value") }
      }
      _ = try deliver(
        night([(0, 0, 8), (3, 0, 2), (2, 2, 0.5), (4, 2.5, 1.5)]), to: test.store, replacement: replacement)
      _ = try deliver(night([(5, 0, 8)], source: "Ring"), to: test.store, replacement: replacement)
      // Scored again: different stages, of which one begins when an old one did and one within another.
      let again = night([(5, 0, 1), (3, 1, 1), (1, 2.25, 1.75)])
      #expect(try deliver(again, to: test.store, replacement: replacement).replaced == 3, "\(replacement)")
      #expect(try values() == [0, 5, 5, 3, 1])
      #expect(try deliver(again, to: test.store, replacement: replacement).unchanged == 3)
      // Stages that are only adjacent are kept.
      let rest = try deliver(night([(2, 4, 1)]), to: test.store, replacement: replacement)
      #expect(rest.replaced == 0 && rest.stored == 1)
      // Longer than the night, so it replaces every stage of its source.
      #expect(try deliver(night([(1, -1, 9)]), to: test.store, replacement: replacement).replaced == 4)
      #expect(try values() == [1, 0, 5])
      try isSound(test)
    }
  }

  @Test("a smaller total that may be older than the stored one stays out; of an hour that is over it replaces it")
  func lateTotals() throws {
    let test = try TestStore()
    func hour(_ value: Double, _ number: Double = 0) -> Bucket {
      Bucket(value: value, start: Self.noon + number * 3_600, seconds: 3_600)
    }
    func move() throws -> Double? { try test.store.summary("2026-03-02").move.value }
    _ = try deliver([hour(60)], to: test.store, coverage: .growing)
    let late = try deliver([hour(40)], to: test.store, coverage: .growing)
    #expect(late.stored == 0 && late.unchanged == 1 && late.replaced == 0)
    #expect(try move() == 60)
    _ = try deliver([hour(80)], to: test.store, coverage: .growing)
    #expect(try move() == 80)
    // Something that began after the hour shows that the hour was over.
    let final = try deliver([hour(50), hour(5, 1)], to: test.store, coverage: .growing)
    #expect(final.stored == 2 && final.replaced == 1)
    #expect(try move() == 55)
    #expect(try deliver([hour(30)], to: test.store).replaced == 1)
    try isSound(test)
  }

  @Test("amounts below zero and impossible heart rates are refused, whoever sends them")
  func impossibleValues() throws {
    let test = try TestStore()
    var tables = FakeTables()
    var batch = SampleBatch()
    for (type, value) in [
      (RingType.activeEnergy, -5.0), (RingType.activeEnergy, 5), (TypeIdentifier.heartRate, 99_999),
      (TypeIdentifier.heartRate, 72), ("HKQuantityTypeIdentifierWaterTemperature", -1),
    ] {
      batch.samples.append(tables.record(FakeSample(type, value, from: Self.noon, seconds: 60)))
    }
    batch.tables = tables.tables
    let options = FeedOptions(feed: Self.feed, replacement: .sameStart, now: Self.noon, systemZone: "GMT")
    _ = try test.store.receive(options) { session in
      let counts = try session.receive(batch)
      #expect(counts.stored == 3 && counts.skips.map(\.reason) == ["valueOutOfRange", "valueOutOfRange"])
      try session.finish(complete: true)
    }
    #expect(throws: StoreError.self) { try test.store.save(batch) }
    let export = FakeExport(date: date("2026-03-05 09:30"), [.energy(-7, at: Self.noon), .energy(7, at: Self.noon)])
    _ = try export.run(into: test.store)
    #expect(try total(test.store) == 5 + 72 - 1 + 7)
  }

  @Test("what a complete delivery lacks between its first and its last record was deleted on the phone")
  func completeDeliveries() throws {
    let test = try TestStore()
    func rows() throws -> [Double] {
      try test.store.read { try Double.fetchAll($0, sql: "SELECT value FROM sample ORDER BY start, value") }
    }
    let all = minutes([1, 2, 4, 8, 16])
    _ = try deliver(all + minutes([32, 64, 128], source: "Ring"), to: test.store)
    _ = try deliver(
      [0, 1, 2].map { Bucket(value: 60 + $0, start: Self.noon + 60 * $0, seconds: 0, type: TypeIdentifier.heartRate) },
      to: test.store)
    let some = [all[0], all[3]]
    #expect(try deliver(some, to: test.store, coverage: .growing).replaced == 0)
    #expect(try deliver(some, to: test.store, coverage: .complete).replaced == 2)
    #expect(try rows() == [1, 32, 60, 61, 64, 62, 128, 8, 16])
    #expect(try deliver(some, to: test.store, coverage: .complete).replaced == 0)
    try isSound(test)
  }

  @Test("no part of a delivery replaces another part of it, or stored data that the delivery repeats")
  func oneDelivery() throws {
    let test = try TestStore()
    let hour = Bucket(value: 60, start: Self.noon, seconds: 3_600)
    let minute = Bucket(value: 2, start: Self.noon + 600)
    let together = try deliver([hour, minute], to: test.store)
    #expect(together.stored == 2 && together.replaced == 0)
    let wide = Bucket(value: 9, start: Self.noon + 300, seconds: 1_800)
    let again = try deliver([wide, minute], to: test.store)
    #expect(again.stored == 1 && again.unchanged == 1 && again.replaced == 1)
    #expect(try total(test.store) == 11)
    try isSound(test)
  }

  @Test("a day that extends into the next is not deleted by the next")
  func neighbouringDays() throws {
    let test = try TestStore()
    // The phone flew east: its next day began three hours early.
    let first = Bucket(value: 100, start: date("2026-03-02 08:00"), seconds: 86_400)
    let second = Bucket(value: 50, start: date("2026-03-03 05:00"), seconds: 86_400)
    _ = try deliver([first], to: test.store)
    #expect(try deliver([second], to: test.store).replaced == 0)
    #expect(try total(test.store) == 150)
    #expect(try deliver([first], to: test.store).unchanged == 1)
    // The same day in a different zone is the same day.
    let moved = Bucket(value: 60, start: date("2026-03-03 08:00"), seconds: 86_400)
    #expect(try deliver([moved], to: test.store).replaced == 1)
    #expect(try total(test.store) == 160)
    try isSound(test)
  }

  @Test("the session has the right ends of the user's days, even when the clocks change")
  func endsOfDays() throws {
    let test = try TestStore()
    let options = FeedOptions(
      feed: Self.feed, replacement: .overlapping, now: Self.noon, configuredZone: "Europe/Berlin", systemZone: "GMT")
    _ = try test.store.receive(options) { session in
      _ = try session.begin(ImportHeader(path: Self.feed))
      #expect(session.endOfDay(date("2026-03-28 23:00")) == date("2026-03-29 22:00"))
      #expect(session.endOfDay(date("2026-10-24 22:00")) == date("2026-10-25 23:00"))
      #expect(session.endOfDay(date("2026-03-29 23:00")) == nil)
    }
  }

  @Test("a sample with an id is the sender's object: a newer version replaces it, and only if it differs")
  func identifiers() throws {
    let test = try TestStore()
    func send(_ value: Double, version: Int64? = nil, minute: Int) throws -> FeedReceipt {
      try deliver(
        [Bucket(value: value, start: Self.noon, identifier: "w", version: version)], to: test.store,
        replacement: .sameStart, now: Self.noon.addingTimeInterval(60 * Double(minute)))
    }
    #expect(try send(1, minute: 1).stored == 1)
    #expect(try send(1, minute: 2).unchanged == 1)
    #expect(try send(2, minute: 3).replaced == 1)
    #expect(try send(3, version: 5, minute: 4).unchanged == 1)
    #expect(try send(4, version: .max, minute: 5).replaced == 1)
    #expect(try send(5, minute: 6).unchanged == 1)
    #expect(try total(test.store) == 4)
    let twice = try deliver(
      [
        Bucket(value: 1, start: Self.noon, identifier: "x", version: 1),
        Bucket(value: 2, start: Self.noon, identifier: "x", version: 2),
      ], to: test.store, replacement: .sameStart)
    #expect(twice.stored == 1 && twice.unchanged == 1 && twice.replaced == 0)
    #expect(try total(test.store) == 6)
    // Without a version, one is compared with what the same delivery has stored, and if it is equal the version stays.
    func sendY(_ versions: [Int64?], _ value: Double) throws -> FeedReceipt {
      try deliver(
        versions.map { Bucket(value: value, start: Self.noon, identifier: "y", version: $0) }, to: test.store,
        replacement: .sameStart)
    }
    #expect(try sendY([1, nil], 7).stored == 1)
    #expect(try sendY([2], 8).replaced == 1)
    #expect(try total(test.store) == 14)
    try isSound(test)
  }

  @Test("samples with one start in one delivery are all kept, and the same delivery again changes nothing")
  func oneStart() throws {
    let test = try TestStore()
    let delivery = [30.0, 39, 5, 5].map { Bucket(value: $0, start: Self.noon) }
    for replacement in [FeedOptions.Replacement.sameStart, .overlapping] {
      let first = try deliver(delivery, to: test.store, feed: "\(replacement)", replacement: replacement)
      #expect(first.stored == 4 && first.replaced == 0)
      let again = try deliver(delivery, to: test.store, feed: "\(replacement)", replacement: replacement)
      #expect(again.unchanged == 4 && again.stored == 0 && again.replaced == 0)
    }
    #expect(try total(test.store) == 2 * 79)
    try isSound(test)
  }

  @Test("samples of one start cost time in proportion to their number", arguments: [0.0, 1])
  func manyOfOneStart(change: Double) throws {
    func steps(_ count: Int) throws -> [Int] {
      let test = try TestStore()
      func delivery(_ change: Double) -> [Bucket] {
        (0..<count).map { Bucket(value: Double($0) + change / 2, start: Self.noon) }
      }
      return try [0, change].map { change in
        try Steps.count(test.store) { _ = try deliver(delivery(change), to: test.store) }
      }
    }
    let (few, many) = (try steps(500), try steps(2_000))
    for (few, many) in zip(few, many) { #expect(many < 7 * few + 500, "\(few) for 500, \(many) for 2,000") }
  }

  @Test(
    "in any order, the last delivery's values for a start and a source count", arguments: 1...6 as ClosedRange<UInt64>)
  func randomOrder(seed: UInt64) throws {
    struct Key: Hashable {
      var source: String
      var start: Date
    }
    var random = SplitMix(seed: seed)
    let test = try TestStore()
    var kept: [Key: [Double]] = [:]
    for _ in 0..<6 {
      let first = Int.random(in: -200...200, using: &random)
      var buckets: [Bucket] = []
      for index in 0..<Int.random(in: 1...300, using: &random) {
        let start = Self.noon + 60 * Double(first + Int.random(in: 0...(index / 2), using: &random))
        let source = ["Watch", "Phone"].randomElement(using: &random) ?? ""
        buckets.append(Bucket(value: Double(Int.random(in: 1...9, using: &random)), start: start, source: source))
      }
      // Phones send the newest first or last.
      switch Int.random(in: 0...2, using: &random) {
      case 0: buckets.sort { $0.start < $1.start }
      case 1: buckets.sort { $0.start > $1.start }
      default: break
      }
      _ = try deliver(buckets, to: test.store, replacement: .sameStart)
      for (key, now) in Dictionary(grouping: buckets, by: { Key(source: $0.source, start: $0.start) }) {
        // A repeated value keeps its row; a new one replaces what is not repeated.
        var (old, new) = (kept[key] ?? [], now.map(\.value))
        var same: [Double] = []
        for value in new {
          if let index = old.firstIndex(of: value) { same.append(old.remove(at: index)) }
        }
        for value in same { new.remove(at: new.firstIndex(of: value) ?? 0) }
        kept[key] = same + new + (new.isEmpty ? old : [])
      }
      #expect(try test.store.count("sample") == kept.values.joined().count)
      #expect(try total(test.store) == kept.values.joined().reduce(0, +))
    }
    try isSound(test)
  }

  @Test("a failed delivery leaves the store unchanged")
  func failure() throws {
    let test = try TestStore()
    _ = try deliver(minutes([1, 2]), to: test.store)
    let before = try test.store.dump()
    #expect(throws: (any Error).self) { try deliver(minutes([7, 8, 9]), to: test.store, failing: true) }
    #expect(try test.store.dump() == before)
    #expect(try deliver(minutes([1, 2]), to: test.store).unchanged == 2)
  }

  // MARK: - History

  private func export(_ date: Date, minutes count: Int = 60) -> FakeExport {
    FakeExport(date: date, (0..<count).map { .energy(2, at: Self.noon.addingTimeInterval(60 * Double($0))) })
  }

  @Test("an export that contains a feed's samples owns them, and does not replace its own samples")
  func exportedAgain() throws {
    let test = try TestStore()
    var sample = FakeSample.energy(7, at: Self.noon)
    sample.metadata = Metadata([Metadata.Entry(key: MetadataKey.feed, value: .text(Self.feed))])
    let result = try FakeExport(date: date("2026-03-05 09:30"), [sample]).run(into: test.store)
    #expect(result.outcome.retired == 0)
    #expect(try test.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sample WHERE flags & 4 != 0") } == 1)
    #expect(try total(test.store) == 7)
  }

  @Test("an export replaces a feed's samples of the same time, type and sources")
  func retirement() throws {
    let test = try TestStore()
    let app = Bucket(value: 7, start: date("2026-03-02 08:00"), source: "Rower")
    let weight = Bucket(value: 80, start: Self.noon, seconds: 0, type: "HKQuantityTypeIdentifierBodyMass")
    let late = Bucket(value: 11, start: date("2026-03-02 14:50"), seconds: 1_200)
    _ = try deliver(minutes(Array(repeating: 2.5, count: 60)) + [app, weight, late], to: test.store)
    let result = try export(date("2026-03-02 15:00")).run(into: test.store)
    // The export contains neither the app nor any weight, and the last bucket ends after the export was made.
    #expect(result.outcome.retired == 60)
    #expect(try test.store.summary("2026-03-02").move.value == 120 + 7 + 11)
    #expect(try test.store.count("tombstone") == 60)
    let id = try #require(result.outcome.importID)
    #expect(try test.store.removals(byImport: id) == ImportRemovals(delivered: 60, missing: 0))
    try isSound(test)
  }

  @Test("samples that an export already covers are not stored again from a feed")
  func covered() throws {
    let test = try TestStore()
    try export(date("2026-03-02 15:00")).run(into: test.store)
    let before = try test.store.dump()
    let receipt = try deliver(minutes(Array(repeating: 2.5, count: 60)), to: test.store)
    #expect(receipt.covered == 60 && receipt.stored == 0)
    #expect(try test.store.dump() == before)
    let unnamed = try deliver(minutes([1, 2], source: ""), to: test.store)
    #expect(unnamed.covered == 2)
    // Until the moment of the export.
    #expect(try deliver([Bucket(value: 5, start: date("2026-03-02 14:59"))], to: test.store).covered == 1)
    #expect(try deliver([Bucket(value: 5, start: date("2026-03-02 14:59"), seconds: 61)], to: test.store).stored == 1)
    let new = try deliver(
      minutes([3], from: date("2026-03-02 15:30")) + [
        Bucket(value: 7, start: date("2026-03-02 08:00"), source: "Rower")
      ],
      to: test.store)
    #expect(new.stored == 2)
    #expect(try test.store.summary("2026-03-02").move.value == 135)
    try isSound(test)
  }

  @Test("feeds and exports give the export's data in any order")
  func anyOrder() throws {
    var generator = SplitMix(seed: 77)
    for _ in 0..<12 {
      let test = try TestStore()
      var steps = ["export", "feed", "feed", "newer"]
      steps.shuffle(using: &generator)
      for step in steps {
        switch step {
        case "export": try export(date("2026-03-02 12:30"), minutes: 30).run(into: test.store)
        case "newer": try export(date("2026-03-02 18:00")).run(into: test.store)
        default:
          let count = Int.random(in: 1...60, using: &generator)
          _ = try deliver(minutes(Array(repeating: 2, count: count)), to: test.store)
        }
      }
      #expect(try test.store.summary("2026-03-02").move.value == 120, "\(steps)")
      try isSound(test)
    }
  }

  @Test("a feed's earlier samples are found by an index")
  func queryPlan() throws {
    let test = try TestStore()
    _ = try deliver(minutes([1]), to: test.store)
    let plans = try test.store.read { db in
      try [
        "s.start = 0", "s.start >= 0 AND s.start <= 9 AND s.end >= 3 AND s.id <= 5",
      ].flatMap { condition in
        try Row.fetchAll(
          db,
          sql:
            "EXPLAIN QUERY PLAN SELECT 1 FROM sample s INDEXED BY sample_fed WHERE s.type_id = 1 AND s.flags & 4 != 0 AND \(condition)"
        ).map { $0["detail"] as String }
      }
    }
    #expect(plans.allSatisfy { $0.contains("USING") && $0.contains("sample_fed (type_id=? AND start") })
  }
}
