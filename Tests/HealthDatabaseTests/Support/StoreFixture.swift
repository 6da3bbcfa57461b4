import Foundation
import GRDB
import HealthModel

@testable import HealthDatabase
@testable import HealthQueries

/// Stores of every released format, kept as SQL: invented data, and everything that a store may contain.
///
/// A release that raises `Schema.version` adds a file. `RINGTOP_WRITE_FIXTURE=/tmp/store.sql swift test --filter
/// StoreFixtureTests` writes the current program's store.
enum StoreFixture {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// Creates a store of a format at a path, as a program of that format left it.
  static func write(format: Int, to path: String) throws {
    let sql = try String(contentsOf: folder.appending(path: "store-\(format).sql"), encoding: .utf8)
    // Tables come by their names here, those that others refer to after them.
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { db in
      defer { if db.isInsideTransaction { try? db.rollback() } }
      try db.execute(sql: sql)
      // As the program leaves it, which a reader cannot change.
      try db.execute(sql: "PRAGMA journal_mode = WAL")
    }
    try queue.close()
  }

  /// A complete store as SQL that recreates it.
  static func sql(_ db: Database) throws -> String {
    var lines = ["BEGIN;"]
    let tables = try Row.fetchAll(
      db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    for table in tables {
      let name: String = table[0]
      let sql: String = table[1]
      lines.append(sql + ";")
      let columns = try db.columns(in: name).map(\.name)
      let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
      for row in try String.fetchAll(db, sql: "SELECT \(values) FROM \"\(name)\"") {
        lines.append("INSERT INTO \"\(name)\" VALUES (\(row));")
      }
    }
    for index in try String.fetchAll(
      db, sql: "SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
    {
      lines.append(index + ";")
    }
    for pragma in ["application_id", "user_version"] {
      lines.append("PRAGMA \(pragma) = \(try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0);")
    }
    return (lines + ["COMMIT;"]).joined(separator: "\n") + "\n"
  }

  /// Fills a new store with everything that one may contain.
  static func fill(_ store: Store) throws {
    var export = FakeExport.random(seed: 77, days: 3)
    // A type that is not in the catalog, with two equal samples, in its original unit.
    for offset in [0.0, 60, 60] {
      export.elements.append(
        .sample(
          FakeSample(
            "HKQuantityTypeIdentifierNotYetKnown", 250 + offset, unit: "mg",
            from: date("2026-03-03 08:00") + offset)))
    }
    export.elements.append(.sample(FakeSample.energy(12, at: date("2026-03-03 10:00"), seconds: 200_000, source: .app)))
    try export.run(into: store)
    try FakeExport(
      date: date("2026-03-06 09:30"), [.energy(33, at: date("2026-03-05 20:00"), source: .phone)],
      summaries: [
        AppleSummaryRecord(
          day: day("2026-03-05"), energy: 40, energyGoal: 500, exercise: 3, exerciseGoal: 30, stand: 2, standGoal: 12)
      ]
    ).run(into: store)
    var tables = FakeTables()
    var batch = SampleBatch()
    for index in 0..<4 {
      var sample = FakeSample(
        RingType.stepCount, Double(10 + index), from: date("2026-03-04 11:00") + Double(index) * 120, source: .app,
        metadata: [
          Metadata.Entry(key: MetadataKey.syncIdentifier, value: .text("walk \(index)")),
          Metadata.Entry(key: MetadataKey.syncVersion, value: .number(3)),
        ])
      sample.uuid = UUID(uuidString: "6E3D1C3A-77B9-4C2C-9C3F-01234567890\(index)")
      batch.samples.append(tables.record(sample))
    }
    batch.tables = tables.tables
    try store.save(batch)
    try store.write { try SampleDeleter.delete($0, rows: [5, 9]) }
    _ = try store.change(.setGoals([.move: 450], on: day("2026-03-03")), title: "")
    if let steps = GoalAmount(named: "steps", .day), let water = GoalAmount(named: "water", .week) {
      _ = try store.change(
        .schedule([.amount(steps): 8_000, .amount(water): 14_000], from: day("2026-03-02"), weekdays: []), title: "")
    }
    try store.setGoal(12, for: .stand, from: day("2026-03-04"), weekday: 3)
    _ = try store.change(.pause(day("2026-03-02")...day("2026-03-02")), title: "")
    try store.setSourceOrder([FakeSource.phone.provenance.source.name], forType: RingType.stepCount)
    try store.write { db in
      try db.execute(
        sql: "INSERT INTO permission (client, type, share, read) VALUES ('org.example.strides', ?, 1, 0)",
        arguments: [RingType.stepCount])
    }
    try saveFile(to: store)
    try saveVoltages(to: store)
    try deliver(to: store)
    try walk().run(into: store)
    try store.register(delivery)
  }

  /// A filled store, in one file.
  static func bytes() throws -> [UInt8] {
    let directory = try TestDirectory()
    let path = directory.file("origin.sqlite")
    do { try fill(Store(path: path, access: .create)) }
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// A sample with its own file and with a known creation date.
  private static func saveFile(to store: Store) throws {
    var tables = FakeTables()
    var sample = FakeSample(RingType.stepCount, 77, from: date("2026-03-04 15:00"), source: .app)
    sample.uuid = UUID(uuidString: "6E3D1C3A-77B9-4C2C-9C3F-012345678910")
    var record = tables.record(sample)
    record.creationDelay = 12.5
    let attachment = StoredAttachment(
      uuid: UUID(uuidString: "6E3D1C3A-77B9-4C2C-9C3F-012345678911") ?? UUID(), name: "scan", contentType: "public.png",
      size: 5, created: date("2026-03-04 16:00"), metadata: Metadata([Metadata.Entry(key: "page", value: .number(2))]))
    var batch = SampleBatch()
    batch.withData = [
      DataRecord(sample: record, data: [], attachments: [AttachedFile(attachment, [[1, 2, 3], [4, 5]])])
    ]
    batch.tables = tables.tables
    try store.save(batch)
  }

  /// A sample with its own data.
  private static func saveVoltages(to store: Store) throws {
    var tables = FakeTables()
    var sample = FakeSample(TypeIdentifier.electrocardiogram, .nan, from: date("2026-03-04 17:00"), source: .watch)
    sample.kind = .other
    sample.unit = nil
    sample.uuid = UUID(uuidString: "6E3D1C3A-77B9-4C2C-9C3F-012345678912")
    sample.creationDelay = 0.25
    let content = ElectrocardiogramContent(
      classification: 1, symptomsStatus: 1, samplingFrequency: 512, count: voltages.count)
    sample.metadata = Metadata([content.entry])
    var batch = SampleBatch()
    batch.withData = [
      DataRecord(sample: tables.record(sample), data: ElectrocardiogramContent.data(voltages))
    ]
    batch.tables = tables.tables
    try store.save(batch)
  }

  static let voltages: [Double] = (0..<20).map { Double($0 * $0) / 8 - 10 }

  /// A feed's delivery, for a time after the exports'.
  @discardableResult
  static func deliver(to store: Store) throws -> FeedReceipt {
    let feed = "phone"
    let options = FeedOptions(
      feed: feed, replacement: .overlapping, now: date("2026-03-07 09:00"), systemZone: "GMT")
    return try store.receive(options) { session in
      _ = try session.begin(ImportHeader(path: feed))
      var tables = FakeTables()
      var batch = SampleBatch()
      for index in 0..<3 {
        var sample = FakeSample.energy(Double(4 + index), at: date("2026-03-06 20:00") + Double(index) * 60)
        sample.provenance = Provenance(
          source: FeedSource.source(named: "Kim’s Apple Watch", feed: feed, fallback: "Phone"))
        sample.metadata = Metadata([Metadata.Entry(key: MetadataKey.feed, value: .text(feed))])
        batch.samples.append(tables.record(sample))
      }
      batch.tables = tables.tables
      _ = try session.receive(batch)
      try session.finish(complete: true)
    }
  }

  /// An export of one workout with a route. Programs of earlier formats stored no more of it than the name of its file.
  static func walk() -> FakeExport {
    let start = date("2026-03-06 08:00")
    var sample = FakeSample(TypeIdentifier.workout, 52, from: start, seconds: 1_800)
    sample.creationDelay = 61
    var workout = WorkoutRecord.fake(sample)
    let points = (0..<routePoints).map { index in
      RoutePoint(
        date: start + Double(index), latitude: 48 + Double(index) / 10_000, longitude: 6 - Double(index) / 9_000)
    }
    workout.routes = [RouteRecord(sample: workout.sample, path: "/walk.gpx", points: RoutePoints(points))]
    var export = FakeExport(date: date("2026-03-06 09:45"))
    export.elements = [.workout(sample, workout)]
    return export
  }

  static let routePoints = 40

  static let delivery = DeliveryRegistration(
    client: "org.example.strides", type: RingType.stepCount, frequency: .hourly, timeout: 20, command: ["/bin/true"])
}

extension Store {
  /// Sets the user's goal for one day.
  func setGoal(_ value: Double, for ring: Ring, on day: Day) throws {
    _ = try change(.setGoals([.ring(ring): value], on: day), title: "")
  }
}
