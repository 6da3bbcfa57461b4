import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Samples and pauses across the end of a day or chunk")
struct BoundaryTests {
  /// The watch pauses around an end, the phone continues; whether the phone counts depends on both sides of the end.
  ///
  /// Every case is written in three parts in every order, settled after each, so that whatever a part changes on the
  /// other side of the end was stored before.
  @Test(
    "a pause of the watch across an end is bridged or not depending on its length, whichever part is written last",
    arguments: [
      // The end of both a day and a chunk, of only a day, and of only a chunk.
      ("GMT", "2026-11-19 00:00"), ("Asia/Kathmandu", "2026-11-18 18:15"), ("Asia/Kathmandu", "2026-11-19 00:00"),
    ], [0, 1])
  func pauses(place: (zone: String, end: String), before: Int) throws {
    let end = date(place.end)
    for after in 0...3 {
      var model = BruteForce(firstDay: day("2026-11-15"), dayCount: 7, home: place.zone)
      let middle = Int(end.timeIntervalSince(model.origin) / 60)
      func sample(_ id: Int64, _ source: FakeSource, _ start: Int, _ end: Int) -> BruteForce.Sample {
        BruteForce.Sample(
          id: id, type: RingType.activeEnergy, source: source, isEnteredByHand: false, start: middle + start,
          end: middle + end, value: Double((end - start) * Int(id)), zone: nil)
      }
      let parts = [
        sample(1, .watch, -40, -before), sample(10, .watch, after, 40), sample(100, .phone, -20, 20),
      ]
      // Both sources exist beforehand, so that only the pause changes anything.
      let known = [sample(2, .watch, -2_100, -2_090), sample(3, .phone, -2_200, -2_190)]
      model.samples = known + parts
      let expected = model.expected()
      // Samples further away on one side, whose chunk is then computed alone.
      let beside = [sample(7, .phone, 100, 110), sample(7, .phone, -110, -100)]
      for order in [[2, 1, 0], [2, 0, 1]] {
        let test = try TestStore()
        try test.store.setHomeZone(HomeZoneChoice(zone: place.zone, reason: .configured))
        try save(known, model, test.store)
        for index in order { try save([parts[index]], model, test.store) }
        try expect(expected, model, test.store, "\(place), \(before), \(after), \(order)")
        for sample in beside { try save([sample], model, test.store) }
        var all = model
        all.samples += beside
        try expect(all.expected(), model, test.store, "\(place), \(before), \(after), \(order) beside")
        // And the reverse: deleting a part uncovers the pause that it bridged.
        let last = Int64(known.count + parts.count)
        try test.store.write { try SampleDeleter.delete($0, rows: [last]) }
        all.samples.removeAll { $0.id == parts[order[2]].id }
        try expect(all.expected(), model, test.store, "\(place), \(before), \(after), \(order) without its last")
      }
    }
  }

  @Test("a source whose first sample becomes earlier or later changes distant days of a competing source")
  func ranks() throws {
    var model = BruteForce(firstDay: day("2026-11-15"), dayCount: 7, home: "GMT")
    func sample(_ source: FakeSource, day: Int, _ value: Double) -> BruteForce.Sample {
      BruteForce.Sample(
        id: 0, type: RingType.activeEnergy, source: source, isEnteredByHand: false, start: day * 1_440 + 600,
        end: day * 1_440 + 660, value: value, zone: nil)
    }
    let test = try TestStore()
    try test.store.setHomeZone(HomeZoneChoice(zone: "GMT", reason: .configured))
    let steps: [[BruteForce.Sample]] = [
      [sample(.watch, day: 3, 60), sample(.secondWatch, day: 4, 120)], [sample(.watch, day: 4, 600)],
      // The second watch is the older one now.
      [sample(.secondWatch, day: 1, 30)],
    ]
    for step in steps {
      try save(step, model, test.store)
      model.samples += step
      try expect(model.expected(), model, test.store, "\(model.samples.count) samples")
    }
    try test.store.write { try SampleDeleter.delete($0, rows: [4]) }
    model.samples.removeLast()
    try expect(model.expected(), model, test.store, "without the last")
  }

  @Test("an instant at the very end of a better source's coverage counts, one at its start does not")
  func instants() throws {
    var model = BruteForce(firstDay: day("2026-11-15"), dayCount: 7, home: "GMT")
    let noon = 3 * 1_440 + 720
    func sample(_ source: FakeSource, _ start: Int, _ end: Int, _ value: Double) -> BruteForce.Sample {
      BruteForce.Sample(
        id: 0, type: RingType.activeEnergy, source: source, isEnteredByHand: false, start: start, end: end,
        value: value, zone: nil)
    }
    model.samples = [
      sample(.watch, noon, noon + 10, 1), sample(.phone, noon + 10, noon + 10, 20), sample(.phone, noon, noon, 300),
      sample(.app, noon + 5, noon + 5, 4_000), sample(.app, noon - 1, noon - 1, 50_000),
    ]
    let test = try TestStore()
    try save(model.samples, model, test.store)
    #expect(try test.store.summary("2026-11-18").move.value == 50_021)
    try expect(model.expected(), model, test.store, "instants")
  }

  private func save(_ samples: [BruteForce.Sample], _ model: BruteForce, _ store: Store) throws {
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = samples.map {
      tables.record(
        FakeSample(
          $0.type, $0.value, from: model.date($0.start), seconds: Double($0.end - $0.start) * 60, source: $0.source))
    }
    batch.tables = tables.tables
    try store.save(batch)
  }

  /// The days and, from stored quarter hours, the totals of an hour on either side of each of their ends.
  private func expect(
    _ expected: [BruteForce.Expected], _ model: BruteForce, _ store: Store, _ label: String
  ) throws {
    for (index, summary) in try store.summaries(model.firstDay + 1...model.firstDay + 5).enumerated() {
      let value = expected[index + 1].values.move
      #expect(abs((summary.move.value ?? -1) - (value ?? -1)) < 1e-9, "\(label), \(summary.day)")
      guard (day("2026-11-17")...day("2026-11-19")).contains(summary.day) else { continue }
      let hours = try store.activity(summary.day).hours.map(\.move)
      for (hour, expected) in zip(hours, expected[index + 1].hours) {
        #expect(abs(hour - expected.move) < 1e-9, "\(label), \(expected.start)")
      }
    }
  }
}
