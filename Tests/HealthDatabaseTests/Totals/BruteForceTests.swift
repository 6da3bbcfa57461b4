import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("The engine against a minute-by-minute model")
struct BruteForceTests {
  private static let cumulative = [RingType.activeEnergy, RingType.moveTime, RingType.exerciseTime, RingType.stepCount]
  /// Places and the day in the middle of the case: both clock changes, midnight skipped, half hours, quarter hours.
  private static let places = [
    ("GMT", "2026-11-19"), ("Europe/Berlin", "2026-03-29"), ("America/New_York", "2026-11-01"),
    ("America/Sao_Paulo", "2017-10-15"), ("Australia/Lord_Howe", "2026-04-05"), ("Asia/Kathmandu", "2026-11-19"),
    ("Pacific/Apia", "2011-12-30"), ("America/Havana", "2026-03-08"),
  ]

  /// Every step is checked with what is stored stale, half settled or settled, and for each of some hundred numbers.
  @Test(
    "random writes, deletions and source orders never show a number that differs from the samples'",
    arguments: 0..<24 as Range<UInt64>)
  func agrees(seed: UInt64) throws {
    var random = SplitMix(seed: seed &* 977 &+ 5)
    let place = Self.places[Int(seed) % Self.places.count]
    let middle = day(place.1)
    var model = BruteForce(firstDay: middle - 3, dayCount: 7, home: place.0)
    let test = try TestStore()
    try test.store.setHomeZone(HomeZoneChoice(zone: place.0, reason: .configured))
    var tables = FakeTables()
    // Few types and sources in each case, so that they interact; the two watches differ only in their first samples.
    let cast = Cast(
      types: Array(Self.cumulative.shuffled(using: &random).prefix(2)) + [RingType.standHour],
      sources: [.watch, .secondWatch] + [FakeSource.phone, .app].filter { _ in Bool.random(using: &random) })
    for step in 0..<16 {
      switch Int.random(in: 0..<14, using: &random) {
      case 0..<7: try write(&model, test.store, &tables, cast, &random)
      case 7, 8:
        let rows = model.samples.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.map(\.id)
        try test.store.write { try SampleDeleter.delete($0, rows: rows) }
        model.samples.removeAll { rows.contains($0.id) }
      case 9:
        if let type = Set(model.samples.map(\.type)).intersection(Self.cumulative).sorted().randomElement(
          using: &random)
        {
          let order = Array(FakeSource.allCases.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
          let isKept = try test.store.checkedOrder(
            order.map(\.provenance.source.name), type, model, keeps: Bool.random(using: &random),
            "seed \(seed), step \(step), \(place.0)")
          if isKept { model.order[type] = order }
        }
      case 10: try test.store.materialize()
      case 12, 13:
        guard let index = model.samples.indices.randomElement(using: &random) else { break }
        let sample = model.samples.remove(at: index)
        let uuid = try test.store.uuid(ofRow: sample.id)
        #expect(try test.store.delete(sample: uuid, title: "delete") != nil)
        if Bool.random(using: &random) { try check(model, test.store, &random, "seed \(seed), \(step), deleted") }
        if Bool.random(using: &random) {
          #expect(try test.store.undo()?.title == "delete")
          model.samples.append(sample)
          model.samples[model.samples.count - 1].id = try #require(try test.store.row(of: uuid))
        }
      default:
        let low = model.origin.timeIntervalSinceReferenceDate + Double.random(in: 0...600_000, using: &random)
        try test.store.write { db in
          for type in Self.cumulative {
            try TotalsTable.fill(
              db, identifier: type, from: low, to: low + Double.random(in: 1...300_000, using: &random))
          }
        }
      }
      try check(model, test.store, &random, "seed \(seed), step \(step), \(place.0)")
    }
    try test.store.materialize()
    try check(model, test.store, &random, "seed \(seed), settled, \(place.0)")
    #expect(try test.store.read { try SummaryTable.staleDays($0) }.isEmpty)
    // Another process opens the same file.
    try check(model, try Store(path: test.path, access: .read), &random, "seed \(seed), reopened, \(place.0)")
  }

  private struct Cast {
    var types: [String]
    var sources: [FakeSource]
  }

  /// A few samples in one transaction, which settles what it affected or leaves it stale.
  private func write(
    _ model: inout BruteForce, _ store: Store, _ tables: inout FakeTables, _ cast: Cast, _ random: inout SplitMix
  ) throws {
    var batch = SampleBatch()
    var added: [BruteForce.Sample] = []
    // Many of them close together, so that they overlap, touch and leave gaps of one to three minutes, and half of all
    // around the ends of days and of chunks.
    let ends = model.dayStarts().dropFirst().dropLast(2) + [1_440, 2_880, 4_320, 5_760]
    let isAtEnd = Bool.random(using: &random)
    let near =
      isAtEnd ? (ends.randomElement(using: &random) ?? 1_440) - 4 : Int.random(in: 1_440..<5_760, using: &random)
    for _ in 0..<Int.random(in: 1...9, using: &random) {
      let type = cast.types.randomElement(using: &random) ?? RingType.activeEnergy
      let start =
        Int.random(in: 0..<4, using: &random) == 0
        ? Int.random(in: 1_440..<5_760, using: &random)
        : max(1_440, near + Int.random(in: 0..<(isAtEnd ? 8 : 90), using: &random))
      let duration: Int =
        switch Int.random(in: 0..<24, using: &random) {
        case 0..<4: 0
        case 4..<6: Int.random(in: 300..<900, using: &random)
        case 6: 1_440
        case 7: Int.random(in: 1_441..<2_600, using: &random)
        default: Int.random(in: 1..<(isAtEnd ? 5 : 50), using: &random)
        }
      var sample = BruteForce.Sample(
        id: 0, type: type, source: cast.sources.randomElement(using: &random) ?? .watch,
        isEnteredByHand: Int.random(in: 0..<6, using: &random) == 0, start: start, end: start + duration,
        value: Double(Int.random(in: 0...900, using: &random)) / 4, zone: nil)
      if type == RingType.standHour {
        sample.source = .watch
        sample.end = start + 60
        sample.value = Double(Int.random(in: 0...1, using: &random))
      }
      if Int.random(in: 0..<14, using: &random) == 0 {
        sample.zone = Self.places.randomElement(using: &random)?.0
      }
      var metadata: [Metadata.Entry] = []
      if sample.isEnteredByHand {
        metadata.append(Metadata.Entry(key: MetadataKey.wasUserEntered, value: .flag(true)))
      }
      if let zone = sample.zone { metadata.append(Metadata.Entry(key: MetadataKey.timeZone, value: .text(zone))) }
      var fake = FakeSample(
        type, sample.value, from: model.date(start), seconds: Double(sample.end - start) * 60, source: sample.source,
        metadata: metadata)
      fake.uuid = Bool.random(using: &random) ? UUID() : nil
      batch.samples.append(tables.record(fake))
      added.append(sample)
    }
    batch.tables = tables.tables
    let settles = Bool.random(using: &random)
    let rows = try store.write { db in
      let writer = try SampleWriter(db, rule: ClientRule())
      writer.adopt(batch.tables)
      let rows = try batch.samples.map { sample -> Int64 in
        guard case .stored(let row) = try writer.write(db, sample, tables: batch.tables) else { return 0 }
        return row
      }
      try writer.finishTransaction(db)
      if settles { try SummaryTable.materialize(db) }
      return rows
    }
    for (index, row) in rows.enumerated() {
      added[index].id = row
      model.samples.append(added[index])
    }
  }

  private func check(_ model: BruteForce, _ store: Store, _ random: inout SplitMix, _ label: String) throws {
    func isClose(_ first: Double?, _ second: Double?) -> Bool {
      guard let first, let second else { return first == nil && second == nil }
      return abs(first - second) <= 1e-6 * max(1, abs(second))
    }
    let expected = model.expected()
    let summaries = try store.summaries(model.firstDay...(model.firstDay + (model.dayCount - 1)))
    // The first and the last day exist so that samples of other days can extend into them.
    for index in 1..<model.dayCount - 1 {
      let summary = summaries[index]
      let values = expected[index].values
      #expect(summary.interval == expected[index].interval, "\(label), \(summary.day)")
      #expect(isClose(summary.move.value, values.move), "\(label), \(summary.day)")
      #expect(isClose(summary.stand.value, values.stand), "\(label), \(summary.day)")
      #expect(isClose(summary.exercise.value, values.exercise), "\(label), \(summary.day)")
    }
    let index = Int.random(in: 1..<model.dayCount - 1, using: &random)
    let activity = try store.activity(model.firstDay + index)
    let hours = expected[index].hours
    #expect(activity.hours.map(\.start) == hours.map(\.start), "\(label), \(activity.day)")
    #expect(activity.hours.map(\.hour) == hours.map(\.hour), "\(label), \(activity.day)")
    for (hour, model) in zip(activity.hours, hours) {
      #expect(isClose(hour.move, model.move) && isClose(hour.exercise, model.exercise), "\(label), \(hour)")
      #expect(isClose(hour.steps, model.steps) && hour.stood == model.stood, "\(label), \(hour)")
    }
    #expect(isClose(activity.steps, hours.map(\.steps).reduce(0, +)), "\(label), \(activity.day)")
    // Spans on quarter hours use stored totals if there are any, others use the samples.
    let type = Self.cumulative.randomElement(using: &random) ?? RingType.activeEnergy
    let amounts = model.merged(type)
    for unit in [1, 15, 60] {
      let low = Int.random(in: 1_440..<model.length - 3_440, using: &random) / unit * unit
      let high = low + Int.random(in: 1...2_000 / unit, using: &random) * unit
      let total = try store.read { db in
        try SampleTypeRow.fetch(db, identifier: type).map { row in
          try TotalsReader(db, type: row).total(
            db,
            model.date(low).timeIntervalSinceReferenceDate..<model.date(high).timeIntervalSinceReferenceDate)
        }
      }
      #expect(isClose(total?.sum ?? 0, amounts.sum(low..<high)), "\(label), \(type) \(low)..<\(high)")
    }
    // A query for a moment returns the day that contains it.
    let moment = model.date(Int.random(in: 1_440..<model.length - 1_440, using: &random))
    let dayIndex = expected.firstIndex { $0.interval.contains(moment) }
    #expect(try store.day(at: moment) == dayIndex.map { model.firstDay + $0 }, "\(label), \(moment)")
    #expect(try store.summary(at: moment) == dayIndex.map { summaries[$0] }, "\(label), \(moment)")
  }
}
