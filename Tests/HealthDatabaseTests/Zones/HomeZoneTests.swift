import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("The home zone")
struct HomeZoneTests {
  private let options = ImportOptions(now: date("2026-07-02 00:00"), systemZone: "Europe/Berlin")

  private func choice(
    _ samples: [FakeSample] = [], date: Date? = date("2026-07-01 00:00"), printedOffset: Int?,
    configured: String? = nil, exported: String? = nil,
    system: String = "Europe/Berlin"
  ) throws -> HomeZoneChoice? {
    let test = try TestStore()
    var export = FakeExport(date: date, samples)
    export.printedOffset = printedOffset
    export.homeZone = exported
    let options = ImportOptions(now: self.options.now, configuredZone: configured, systemZone: system)
    let outcome = try export.run(into: test.store, options: options).outcome
    #expect(try test.store.zoneTimeline().home == outcome.homeZone?.zone)
    return outcome.homeZone
  }

  @Test("is the one that the user configured, whatever the data name")
  func configured() throws {
    let named = FakeSample.named("Asia/Tokyo", at: date("2026-06-01 10:00"))
    #expect(
      try choice([named], printedOffset: 7_200, configured: "America/New_York")
        == HomeZoneChoice(zone: "America/New_York", reason: .configured))
    #expect(try choice([named], printedOffset: 7_200, configured: "Mars/Base")?.reason == .namedByData)
  }

  @Test("is otherwise the one in an export of another store, if this store has no home zone yet")
  func exported() throws {
    let named = FakeSample.named("Asia/Tokyo", at: date("2026-06-01 10:00"))
    let expected = HomeZoneChoice(zone: "America/New_York", reason: .exported)
    #expect(try choice([named], printedOffset: nil, exported: "America/New_York") == expected)
    #expect(try choice(printedOffset: nil, configured: "GMT", exported: "America/New_York")?.reason == .configured)
    for hostile in ["Mars/Base", "../../etc/passwd", ""] {
      #expect(try choice([named], printedOffset: nil, exported: hostile)?.reason == .namedByData, "\(hostile)")
    }
    let test = try TestStore()
    var first = FakeExport(date: date("2026-07-01 00:00"), [])
    first.printedOffset = 7_200
    try first.run(into: test.store, options: options)
    var other = FakeExport([FakeSample.energy(1, at: date("2026-06-01 10:00"))])
    other.homeZone = "America/New_York"
    try other.run(into: test.store, options: options)
    #expect(try test.store.zoneTimeline().home == "Europe/Berlin")
  }

  @Test("is otherwise the zone that most days name, not the one that most records name")
  func namedByData() throws {
    let home = (1...3).map { FakeSample.named("Asia/Kathmandu", at: date("2026-06-0\($0) 10:00")) }
    let trip = (0..<9).map { FakeSample.named("Asia/Tokyo", at: date("2026-06-20 0\($0):00")) }
    #expect(
      try choice(trip + home, printedOffset: 7_200) == HomeZoneChoice(zone: "Asia/Kathmandu", reason: .namedByData))
    #expect(try choice([.named("Mars/Base", at: date("2026-06-01 10:00"))], printedOffset: 7_200)?.reason == .system)
  }

  @Test("is otherwise the system's, if it had the printed offset when the export was made")
  func system() throws {
    let expected = HomeZoneChoice(zone: "Europe/Berlin", reason: .system)
    #expect(try choice(printedOffset: 7_200) == expected)
    #expect(try choice(date: date("2026-01-01 00:00"), printedOffset: 3_600) == expected)
    // A file that prints no offset leaves nothing else.
    #expect(try choice(printedOffset: nil) == expected)
  }

  @Test("is otherwise the printed offset itself", arguments: [3_600, 20_700, -12_600, 0])
  func printedOffset(seconds: Int) throws {
    let choice = try #require(try choice(printedOffset: seconds, system: "Asia/Tokyo"))
    #expect(choice.reason == .printedOffset)
    // It must be read back unchanged.
    #expect(TimeZone(identifier: choice.zone)?.secondsFromGMT() == seconds)
    #expect(
      ZoneTimeline(home: choice.zone).midnight(of: day("2026-07-01")) == date("2026-07-01 00:00") - Double(seconds))
  }

  @Test("does not change at a later import once the data have named it, whatever the later import names")
  func neverChangesSilently() throws {
    let test = try TestStore()
    try FakeExport(date: date("2026-07-01 00:00"), [.named("Asia/Tokyo", at: date("2026-06-01 10:00"))])
      .run(into: test.store, options: options)
    let second = try FakeExport(
      date: date("2026-07-02 00:00"), (1...9).map { FakeSample.named("Europe/Paris", at: date("2026-06-1\($0) 10:00")) }
    ).run(into: test.store, options: ImportOptions(now: options.now, systemZone: "GMT"))
    #expect(second.outcome.homeZone == nil)
    #expect(try test.store.zoneTimeline().home == "Asia/Tokyo")
  }

  @Test("can be changed by the user at any time, which is reported, and is then kept")
  func usersWord() throws {
    let rome = HomeZoneChoice(zone: "Europe/Rome", reason: .configured)
    let configured = ImportOptions(now: options.now, configuredZone: "Europe/Rome", systemZone: "GMT")
    let tokyo = FakeExport(date: date("2026-07-01 00:00"), [.named("Asia/Tokyo", at: date("2026-06-01 10:00"))])
    let test = try TestStore()
    try tokyo.run(into: test.store, options: options)
    #expect(try tokyo.run(into: test.store, options: configured).outcome.homeZone == rome)
    #expect(try test.store.zoneTimeline().home == "Europe/Rome")
    #expect(try tokyo.run(into: test.store, options: configured).outcome.homeZone == nil)
    #expect(try tokyo.run(into: test.store, options: options).outcome.homeZone == nil)
    try test.store.setHomeZone(HomeZoneChoice(zone: "Europe/Berlin", reason: .system))
    #expect(try test.store.zoneTimeline().home == "Europe/Rome")
  }

  @Test("is replaced by the user's choice if it was only guessed, even after a program has added a sample")
  func afterAdd() throws {
    let test = try TestStore()
    try test.store.setHomeZone(HomeZoneChoice(zone: "GMT", reason: .system))
    let energy = FakeSample.energy(50, at: date("2026-06-01 23:30"))
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = [tables.record(energy)]
    batch.tables = tables.tables
    try test.store.save(batch)
    #expect(try test.store.summary("2026-06-01").move.value == 50)
    let export = FakeExport(date: date("2026-07-01 00:00"), [.energy(5, at: date("2026-06-01 23:35"))])
    let result = try export.run(
      into: test.store, options: ImportOptions(now: options.now, configuredZone: "Asia/Tokyo", systemZone: "GMT"))
    #expect(result.outcome.homeZone == HomeZoneChoice(zone: "Asia/Tokyo", reason: .configured))
    // 23:30 in Greenwich is 8:30 of the next day in Tokyo.
    #expect(try test.store.summary("2026-06-02").move.value == 55)
    #expect(try test.store.summary("2026-06-01").move.value == nil)
  }

  @Test("is kept if the user named it in an import that was killed, whoever writes next")
  func killed() throws {
    let test = try TestStore()
    let export = FakeExport(
      date: date("2026-07-01 00:00"), (0..<4).map { .energy(5, at: date("2026-06-01 0\($0):00")) })
    try export.run(
      into: test.store, batchSize: 1, killedAfter: 2,
      options: ImportOptions(now: options.now, configuredZone: "Asia/Tokyo", systemZone: "GMT"))
    try test.store.setHomeZone(HomeZoneChoice(zone: "GMT", reason: .system))
    #expect(try test.store.zoneTimeline().home == "Asia/Tokyo")
    try export.run(into: test.store, options: ImportOptions(now: options.now, systemZone: "GMT"))
    #expect(try test.store.zoneTimeline().home == "Asia/Tokyo")
  }

  @Test("is improved once if it was guessed and later data name a zone, which is reported", arguments: [true, false])
  func improves(isSystem: Bool) throws {
    let test = try TestStore()
    var first = FakeExport(date: date("2026-07-01 00:00"), [.energy(5, at: date("2026-06-01 10:00"))])
    first.printedOffset = isSystem ? 7_200 : 20_700
    #expect(
      try first.run(into: test.store, options: options).outcome.homeZone?.reason
        == (isSystem ? .system : .printedOffset))
    // Without better data, the guess is kept, whatever another system would guess.
    let elsewhere = ImportOptions(now: options.now, systemZone: "Asia/Kathmandu")
    #expect(try first.run(into: test.store, options: elsewhere).outcome.homeZone == nil)
    let named = FakeExport(date: date("2026-07-02 00:00"), [.named("Europe/Paris", at: date("2026-06-11 10:00"))])
    #expect(
      try named.run(into: test.store, options: options).outcome.homeZone
        == HomeZoneChoice(zone: "Europe/Paris", reason: .namedByData))
    let other = FakeExport(
      date: date("2026-07-03 00:00"), (1...5).map { .named("Asia/Tokyo", at: date("2026-06-2\($0) 10:00")) })
    #expect(try other.run(into: test.store, options: options).outcome.homeZone == nil)
    #expect(try test.store.zoneTimeline().home == "Europe/Paris")
  }

  @Test("a record that names a zone applies it to the day in which it ends there, and to the days after it")
  func travel() throws {
    let test = try TestStore()
    // New York until the 9th, then Berlin; each record ends on its day in the zone that it names.
    let samples: [FakeSample] = [
      .named("America/New_York", at: date("2026-06-01 07:00", "America/New_York")),
      .named("America/New_York", at: date("2026-06-02 07:00", "America/New_York")),
      .named("Europe/Berlin", at: date("2026-06-10 09:00", "Europe/Berlin")),
      .energy(10, at: date("2026-06-09 23:30", "America/New_York")),
      .energy(20, at: date("2026-06-11 00:30", "Europe/Berlin")),
      .energy(40, at: date("2026-06-10 23:30", "Europe/Berlin")),
    ]
    // Imported one by one in any order, the days settle on the same result.
    for order in [samples, samples.reversed(), Array(samples[2...] + samples[..<2])] {
      let test = try TestStore()
      for sample in order { try FakeExport([sample]).run(into: test.store, options: options) }
      #expect(try test.store.zoneTimeline().zone(of: day("2026-06-09")).identifier == "America/New_York")
    }
    try FakeExport(date: date("2026-07-01 00:00"), samples).run(into: test.store, options: options)
    #expect(try test.store.summary("2026-06-11").move.value == 20)
    // 23:30 in New York is 05:30 of the 10th in Berlin, where that day began at midnight.
    #expect(try test.store.summary("2026-06-10").move.value == 50)
    #expect(
      try test.store.summary("2026-06-09").interval
        == date("2026-06-09 00:00", "America/New_York")..<date("2026-06-10 00:00", "Europe/Berlin"))
    #expect(try test.store.day(at: date("2026-06-09 23:00", "America/New_York")) == day("2026-06-10"))
  }

  @Test("if two zones are named on one day, the earlier record applies")
  func firstOfDay() throws {
    for order in [[0, 1], [1, 0]] {
      let test = try TestStore()
      let samples: [FakeSample] = [
        .named("Europe/London", at: date("2026-06-10 07:00")), .named("Europe/Athens", at: date("2026-06-10 18:00")),
      ]
      for index in order {
        try FakeExport([samples[index]]).run(
          into: test.store,
          options: ImportOptions(now: options.now, configuredZone: "Europe/Rome", systemZone: "GMT"))
      }
      #expect(try test.store.zoneTimeline().zone(of: day("2026-06-10")).identifier == "Europe/London")
    }
  }
}
