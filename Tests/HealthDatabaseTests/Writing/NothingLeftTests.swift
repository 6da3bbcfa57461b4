import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

/// Saves, deletes, replaces, imports and undoes at random, with a list of what must be in the store.
private struct RandomHistory {
  struct Live {
    var row: Int64
    /// Every text that only samples with this one hold: names, metadata, identifiers.
    var words: Set<String>
    var fact: String
    var importID: Int64?
    var sync: String?
  }

  let store: Store
  var random: SplitMix
  var live: [Live] = []
  /// Every word that was ever written.
  var written: Set<String> = []
  private var counter = 0

  init(_ store: Store, seed: UInt64) {
    self.store = store
    random = SplitMix(seed: seed)
  }

  private mutating func word(_ kind: String) -> String {
    // Only a few, so that samples share what they refer to; spelt so that none is part of another.
    let word = "(\(kind)-\(Int.random(in: 0..<12, using: &random)))"
    written.insert(word)
    return word
  }

  private mutating func sample(_ client: String? = nil) -> (FakeSample, Set<String>) {
    counter += 1
    var words: Set<String> = []
    var entries: [Metadata.Entry] = []
    for _ in 0..<Int.random(in: 0..<3, using: &random) {
      let key = word("key")
      let value = word("note")
      guard !entries.contains(where: { $0.key == key }) else { continue }
      words.formUnion([key, value])
      entries.append(Metadata.Entry(key: key, value: .text(value)))
    }
    if Int.random(in: 0..<6, using: &random) == 0 {
      entries.append(Metadata.Entry(key: MetadataKey.timeZone, value: .text("Asia/Tokyo")))
    }
    let type =
      [RingType.activeEnergy, RingType.stepCount, RingType.standHour, "HKQuantityTypeIdentifierNew"]
      .randomElement(using: &random) ?? RingType.stepCount
    var fake = FakeSample(
      type, Double(counter), unit: type.hasSuffix("New") ? "mg" : nil,
      from: date("2026-03-02 00:00") + Double(Int.random(in: 0..<300_000, using: &random)),
      seconds: Bool.random(using: &random) ? 60 : Double(Int.random(in: 0..<100_000, using: &random)),
      metadata: entries)
    // A client's name is its latest one, whichever samples are left.
    let source = client == nil ? word("source") : "The client"
    let device = word("device")
    words.formUnion(client == nil ? [source, device] : [device])
    fake.provenance = Provenance(
      source: Source(name: source, bundleIdentifier: client ?? ""), version: word("version"),
      device: Device(name: device, hardwareVersion: word("hardware")))
    words.formUnion([fake.provenance.version, fake.provenance.device?.hardwareVersion].compactMap { $0 })
    if client != nil { fake.uuid = UUID() }
    return (fake, words)
  }

  private static func fact(_ sample: FakeSample) -> String {
    let start = sample.start.timeIntervalSinceReferenceDate
    return "\(sample.type) \(start) \(sample.value)"
  }

  mutating func step() throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: try save()
    case 4..<6: try delete()
    case 6..<8: try importSome()
    case 8: try undo()
    default: try replace()
    }
  }

  private mutating func save() throws {
    var tables = FakeTables()
    var batch = SampleBatch()
    var added: [(FakeSample, Set<String>)] = []
    for _ in 0..<Int.random(in: 1..<8, using: &random) {
      let made = sample("org.example.app")
      added.append(made)
      batch.samples.append(tables.record(made.0))
    }
    batch.tables = tables.tables
    let rows = try store.save(batch)
    for (row, made) in zip(rows, added) {
      live.append(Live(row: row, words: made.1, fact: Self.fact(made.0)))
    }
  }

  private mutating func replace() throws {
    var made = sample("org.example.app")
    made.0.type = RingType.stepCount
    made.0.unit = "count"
    made.0.kind = .quantity
    counter += 1
    let identifier = "object \(Int.random(in: 0..<4, using: &random))"
    made.0.metadata = Metadata(
      made.0.metadata.entries + [
        Metadata.Entry(key: MetadataKey.syncIdentifier, value: .text(identifier)),
        Metadata.Entry(key: MetadataKey.syncVersion, value: .whole((1 << 60) + Int64(counter))),
      ])
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = [tables.record(made.0)]
    batch.tables = tables.tables
    let rows = try store.save(batch)
    live.removeAll { $0.sync == identifier }
    live.append(Live(row: rows[0], words: made.1, fact: Self.fact(made.0), sync: identifier))
  }

  private mutating func delete() throws {
    let chosen = Set(live.map(\.row).shuffled(using: &random).prefix(Int.random(in: 1..<12, using: &random)))
    try store.write { db in
      let count = try SampleDeleter.delete(db, rows: chosen)
      #expect(count == chosen.count)
    }
    live.removeAll { chosen.contains($0.row) }
  }

  private mutating func importSome() throws {
    let made = (0..<Int.random(in: 1..<25, using: &random)).map { _ in sample() }
    let before = try store.latestSample()
    let result = try FakeExport(made.map(\.0)).run(into: store, batchSize: 7)
    #expect(result.counts.stored == made.count)
    for (offset, entry) in made.enumerated() {
      live.append(
        Live(
          row: before + Int64(offset) + 1, words: entry.1, fact: Self.fact(entry.0),
          importID: result.outcome.importID))
    }
  }

  private mutating func undo() throws {
    guard let id = try store.imports().map(\.id).randomElement(using: &random) else { return }
    let count = try store.undoImport(id)
    #expect(count == live.filter { $0.importID == id }.count)
    live.removeAll { $0.importID == id }
  }
}

extension Store {
  fileprivate func latestSample() throws -> Int64 {
    try read { try Change.latestSample($0) }
  }

  fileprivate func facts() throws -> [String] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT identifier, start, value FROM sample JOIN sample_type ON sample_type.id = type_id"
      ).map { row in "\(row[0] as String) \(row[1] as Double) \(row[2] as Double)" }.sorted()
    }
  }
}

@Suite("After any writes and deletions")
struct NothingLeftTests {
  @Test(
    "the store contains the remaining samples, and no rows that only deleted ones referred to",
    arguments: 0..<10 as Range<UInt64>)
  func randomHistory(seed: UInt64) throws {
    let test = try TestStore()
    var history = RandomHistory(test.store, seed: seed)
    for step in 0..<40 {
      try history.step()
      #expect(try test.store.facts() == history.live.map(\.fact).sorted(), "seed \(seed), step \(step)")
      #expect(try test.store.strayRows() == [], "seed \(seed), step \(step)")
      if step % 8 == 7 {
        try test.store.checkpoint()
        let alive = history.live.reduce(into: Set<String>()) { $0.formUnion($1.words) }
        for word in history.written.subtracting(alive) {
          #expect(try !test.store.holds(word), "\(word), seed \(seed), step \(step)")
        }
        // The search finds existing text.
        for word in alive.prefix(3) { #expect(try test.store.holds(word)) }
        let derived = try test.store.summaries(day("2026-03-01")...day("2026-03-08"))
        try test.store.write { db in
          try db.execute(sql: "DELETE FROM total")
          try SummaryTable.markAllStale(db)
        }
        for (now, then) in zip(try test.store.summaries(day("2026-03-01")...day("2026-03-08")), derived) {
          for ring in Ring.allCases {
            let difference = abs((now[ring].value ?? -1) - (then[ring].value ?? -1))
            #expect(difference < 1e-6, "\(ring) \(now) \(then), seed \(seed), step \(step)")
          }
        }
        try test.store.materialize()
      }
    }
  }

  @Test("nothing of a deleted workout and document is left in the file or in its log")
  func partsAndDocuments() throws {
    let test = try TestStore()
    let other = try FakeExport.random(seed: 3).run(into: test.store)
    let before = try test.store.dump(without: ["change", "tombstone", "sample_type", "total"])
    var tables = FakeTables()
    var batch = SampleBatch()
    let secret = String(repeating: "secret document ", count: 12_000)
    var document = FakeSample(
      "HKDocumentTypeIdentifierCDA", .nan, from: date("2026-03-03 10:00"),
      metadata: [Metadata.Entry(key: MetadataKey.document, value: .text(secret))])
    document.kind = .other
    document.unit = nil
    document.uuid = UUID()
    var workout = FakeSample("HKWorkoutTypeIdentifier", 37, from: date("2026-03-03 11:00"), seconds: 1_800)
    workout.uuid = UUID()
    var record = WorkoutRecord.fake(workout)
    record.events.append(
      WorkoutEventRecord(
        type: 7, start: workout.start, end: workout.end,
        metadata: Metadata([Metadata.Entry(key: "SegmentName", value: .text("hidden segment"))])))
    record.routes = [
      RouteRecord(
        sample: tables.record(FakeSample(TypeIdentifier.workoutRoute, .nan, from: workout.start)),
        path: "/workout-routes/secret route.gpx",
        points: RoutePoints([RoutePoint(date: workout.start, latitude: 1.25, longitude: 2)]))
    ]
    record.sample = tables.record(workout)
    batch.samples = [tables.record(document)]
    batch.workouts = [record]
    batch.tables = tables.tables
    let rows = try test.store.save(batch)
    #expect(rows.count == 2)
    try test.store.checkpoint()
    for word in ["secret document", "hidden segment", "SegmentName", "secret route"] {
      #expect(try test.store.holds(word))
    }
    #expect(try test.store.strayRows() == [])
    try test.store.write { try SampleDeleter.delete($0, rows: rows) }
    #expect(try test.store.dump(without: ["change", "tombstone", "sample_type", "total"]) == before)
    try test.store.checkpoint()
    for word in ["secret document", "hidden segment", "SegmentName", "secret route"] {
      #expect(try !test.store.holds(word), "\(word)")
    }
    try test.store.undoImport(try #require(other.outcome.importID))
    #expect(try test.store.strayRows() == [])
    for table in ["source", "device", "provenance", "metadata_set", "metadata_key", "source_type", "zone_day"] {
      #expect(try test.store.count(table) == 0, "\(table)")
    }
  }

  @Test("an undone import frees its space")
  func space() throws {
    let test = try TestStore()
    try FakeExport.random(seed: 1).run(into: test.store)
    try test.store.checkpoint()
    let size = try fileSize(test.path)
    let large = FakeExport(
      (0..<20_000).map { FakeSample.energy(Double($0), at: date("2026-01-01 00:00") + Double($0) * 60) })
    let result = try large.run(into: test.store)
    try test.store.checkpoint()
    let filled = try fileSize(test.path)
    try test.store.undoImport(try #require(result.outcome.importID))
    try test.store.checkpoint()
    // A tombstone is smaller than its sample with its two indexes; totals and days are deleted.
    #expect(try fileSize(test.path) < size + (filled - size) * 3 / 2)
    #expect(try test.store.read { try Int.fetchOne($0, sql: "PRAGMA freelist_count") } == 0)
  }

  private func fileSize(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }
}
