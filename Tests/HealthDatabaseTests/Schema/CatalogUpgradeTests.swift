import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("A type that a later catalog adds")
struct CatalogUpgradeTests {
  private let mass = "HKQuantityTypeIdentifierBodyMass"
  private let sleep = "HKCategoryTypeIdentifierSleepAnalysis"

  /// Stored as by a program whose catalog does not contain the type.
  private func unknown(_ sample: FakeSample) -> FakeSample {
    var sample = sample
    sample.kind = .other
    return sample
  }

  /// Closes the store and opens it with the current catalog, as if it had been written with a different one.
  private func reopened(_ test: TestStore) throws -> Store {
    try test.store.write { try $0.execute(sql: "UPDATE info SET value = 1 WHERE key = 'catalog'") }
    return try Store(path: test.path, access: .write)
  }

  private func rows(_ store: Store) throws -> [String] {
    try store.read { db in
      try Row.fetchAll(
        db, sql: "SELECT identifier, kind, unit, round(value, 6) FROM sample JOIN sample_type t ON t.id = type_id"
      ).map { "\($0[0] as String) \($0[1] as Int) \($0[2] as String) \($0[3] as Double? ?? -1)" }.sorted()
    }
  }

  private func weight(_ value: Double, _ unit: String, hour: Int) -> FakeSample {
    FakeSample(mass, value, unit: unit, from: date("2026-03-02 00:00") + Double(hour) * 3_600)
  }

  @Test("then has all its samples, including newer ones, in the canonical unit, and matches the next export's")
  func quantities() throws {
    let test = try TestStore()
    let pounds = weight(200, "lb", hour: 1)
    let grams = weight(80_000, "g", hour: 2)
    try FakeExport(date: date("2026-03-05 00:00"), [unknown(pounds), unknown(grams)]).run(into: test.store)
    #expect(try test.store.count("sample_type") == 2)
    let anchor = try test.store.view(.everything).position()
    try FakeExport(date: date("2026-03-06 00:00"), [weight(81, "kg", hour: 3)]).run(into: test.store)
    #expect(try test.store.count("sample_type") == 3)

    let store = try reopened(test)
    #expect(try rows(store) == ["\(mass) 0 kg 80.0", "\(mass) 0 kg 81.0", "\(mass) 0 kg 90.718474"])
    #expect(try store.count("sample_type") == 1)
    #expect(try store.strayRows() == [])
    // A reader that had read up to the first import gets the rest once.
    let changes = try store.view(.everything).changes([SampleRequest(type: mass)], after: anchor)
    #expect(changes.added.samples.count == 1)
    #expect(try store.view(.everything).samples([SampleRequest(type: mass)]).samples.count == 3)
    let again = try FakeExport(date: date("2026-03-07 00:00"), [pounds, grams, weight(81, "kg", hour: 3)])
      .run(into: store)
    #expect(again.counts.alreadyPresent == 3)
    #expect(try store.sampleCount() == 3)
    // There is nothing left to do.
    let before = try store.dump()
    #expect(try Store(path: test.path, access: .write).dump() == before)
  }

  @Test("keeps the details of its other row: which samples last for days, and what was deleted")
  func mergedRows() throws {
    let test = try TestStore()
    var days = weight(200, "lb", hour: 1)
    days.end = days.start + 3 * 86_400
    let short = weight(150, "lb", hour: 2)
    var hours = weight(160, "lb", hour: 3)
    hours.end = hours.start + 20 * 3_600
    try FakeExport(date: date("2026-03-05 00:00"), [unknown(days), unknown(short), unknown(hours)])
      .run(into: test.store)
    let anchor = try test.store.view(.everything).position()
    try test.store.write { try SampleDeleter.delete($0, rows: [2]) }
    try FakeExport(date: date("2026-03-06 00:00"), [weight(81, "kg", hour: 3)]).run(into: test.store)

    let view = try reopened(test).view(.everything)
    // Long after its start, so it is only found by the search for samples that last longer than a day.
    let middle = date("2026-03-04 12:00")
    let reaching = SampleRequest(type: mass, filter: .dates(from: middle, to: middle + 3_600))
    #expect(try view.samples([reaching]).samples.map(\.start) == [days.start])
    // Within the longest duration of samples that are not longer than a day.
    let evening = SampleRequest(
      type: mass, filter: .dates(from: date("2026-03-02 20:00"), to: date("2026-03-02 21:00")))
    #expect(try Set(view.samples([evening]).samples.map(\.start)) == [days.start, hours.start])
    #expect(try view.changes([SampleRequest(type: mass)], after: anchor).deleted.count == 1)
  }

  @Test("has the rows of other tables that refer to it; of two with the same key, the canonical unit's stays")
  func references() throws {
    let test = try TestStore()
    try FakeExport([unknown(weight(200, "lb", hour: 1)), unknown(weight(80_000, "g", hour: 2))]).run(into: test.store)
    try FakeExport([weight(81, "kg", hour: 3)]).run(into: test.store)
    func type(_ unit: String) -> String { "(SELECT id FROM sample_type WHERE unit = '\(unit)')" }
    try test.store.write { db in
      try db.execute(
        sql: """
          INSERT INTO sync_object (sample_id, type_id, client, identifier, version)
          VALUES (1, \(type("lb")), 'a', 'x', 1), (2, \(type("g")), 'a', 'y', 5), (3, \(type("kg")), 'a', 'x', 2);
          INSERT INTO source_order (type_id, name, position)
          VALUES (\(type("lb")), 'Watch', 1), (\(type("lb")), 'Phone', 2), (\(type("kg")), 'Watch', 7);
          INSERT INTO total (type_id, chunk, content) VALUES (\(type("lb")), 3, x'00')
          """)
    }
    let store = try reopened(test)
    func texts(_ sql: String) throws -> [String] { try store.read { try String.fetchAll($0, sql: sql) } }
    #expect(
      try texts(
        "SELECT sample_id || coalesce(unit, '-') || o.identifier || version FROM sync_object o LEFT JOIN sample_type t ON t.id = type_id ORDER BY 1"
      )
        == ["2kgy5", "3kgx2"])
    #expect(
      try texts(
        "SELECT unit || name || position FROM source_order LEFT JOIN sample_type t ON t.id = type_id ORDER BY 1")
        == ["kgPhone2", "kgWatch7"])
    #expect(try store.count("total") == 0)
    // A client that begins now finds all of them in the log.
    let all = try store.view(.everything).changes([SampleRequest(type: mass)], after: StoreAnchor())
    #expect(all.added.samples.count == 3)
  }

  @Test("has every one of thousands of samples converted")
  func many() throws {
    let test = try TestStore()
    let samples = (0..<4_200).map { index in
      var sample = weight(Double(index), "g", hour: 1)
      sample.start += Double(index)
      sample.end = sample.start
      return unknown(sample)
    }
    try FakeExport(samples).run(into: test.store)
    let store = try reopened(test)
    #expect(
      try store.read { try Double.fetchOne($0, sql: "SELECT sum(value) FROM sample") }.map { ($0 * 1_000).rounded() }
        == Double(4_199 * 4_200 / 2))
  }

  @Test("counts in the days that were computed without it, also by values that were not in the catalog")
  func days() throws {
    let test = try TestStore()
    var energy = FakeSample.energy(418.4, at: date("2026-03-02 10:00"))
    energy.unit = "kJ"
    var stood = FakeSample.stand(at: date("2026-03-02 11:00"))
    stood.value = .nan
    stood.metadata = Metadata([
      Metadata.Entry(key: MetadataKey.unknownValue, value: .text("HKCategoryValueAppleStandHourStood"))
    ])
    try FakeExport([unknown(energy), stood, .energy(7, at: date("2026-03-02 12:00"))]).run(into: test.store)
    #expect(try test.store.summary("2026-03-02").move.value != 107)
    let after = try reopened(test).summary("2026-03-02")
    #expect(after.move.value == 107 && after.stand.value == 1)

    // Only a value, without another type.
    let other = try TestStore()
    try FakeExport([stood]).run(into: other.store)
    #expect(try (other.store.summary("2026-03-02").stand.value ?? 0) == 0)
    #expect(try reopened(other).summary("2026-03-02").stand.value == 1)
  }

  @Test("has its category values parsed, and values that are still unknown kept")
  func categories() throws {
    let test = try TestStore()
    var samples = ["HKCategoryValueSleepAnalysisAsleepCore", "HKCategoryValueSleepAnalysisAsleepDozing"].map { symbol in
      FakeSample(
        sleep, .nan, from: date("2026-03-02 01:00"),
        metadata: [Metadata.Entry(key: MetadataKey.unknownValue, value: .text(symbol))])
    }
    // A value is not replaced by what its metadata say.
    samples.append(samples[0])
    samples[2].value = 4
    samples[2].start += 60
    try FakeExport(date: date("2026-03-05 00:00"), samples.map(unknown)).run(into: test.store)
    let store = try reopened(test)
    #expect(try rows(store) == ["\(sleep) 1  -1.0", "\(sleep) 1  3.0", "\(sleep) 1  4.0"])
    #expect(try store.strayRows() == [])
  }

  @Test("has the workouts of activities that were in no catalog, and a workout that only says other is not touched")
  func activities() throws {
    let test = try TestStore()
    let symbols = ["HKWorkoutActivityTypeRunning", "HKWorkoutActivityTypeHovering", nil]
    var export = FakeExport(date: date("2026-03-05 00:00"))
    export.elements = symbols.enumerated().map { hour, symbol in
      let metadata = symbol.map { [Metadata.Entry(key: MetadataKey.unknownValue, value: .text($0))] } ?? []
      let sample = FakeSample(
        TypeIdentifier.workout, 3_000, from: date("2026-03-02 0\(hour):00"), seconds: 600, metadata: metadata)
      return .workout(sample, .fake(sample))
    }
    try export.run(into: test.store)
    let store = try reopened(test)
    let activities = try store.workouts(WorkoutRequest(isDescending: false)).map(\.activity)
    #expect(activities == [37, 3_000, 3_000])
  }

  @Test("stays unchanged if its unit cannot be converted")
  func incompatible() throws {
    let test = try TestStore()
    try FakeExport([unknown(weight(3, "count", hour: 1))]).run(into: test.store)
    let store = try reopened(test)
    #expect(try rows(store) == ["\(mass) 4 count 3.0"])
  }
}
