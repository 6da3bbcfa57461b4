import Foundation
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

/// Apple's numbers of finished days do not depend on when the home zone became known.
@Suite("Apple's numbers when the zone becomes known later")
struct AppleBaseZoneTests {
  private enum Step: CaseIterable {
    case older, newer, zone, otherZone, naming
  }

  private static let home = "Asia/Tokyo"

  private func options(_ zone: String? = nil) -> ImportOptions {
    ImportOptions(now: date("2026-12-31 00:00"), configuredZone: zone, systemZone: "GMT")
  }

  /// Samples at all hours, so that every zone gives other days.
  private func export(_ last: Int, _ random: SplitMix) -> FakeExport {
    var random = random
    var samples: [FakeSample] = []
    var summaries: [AppleSummaryRecord] = []
    for number in 0..<last {
      let midnight = date("2026-03-01 00:00", Self.home) + Double(number) * 86_400
      for hour in 0..<24 {
        let value = Double(Int.random(in: 5...40, using: &random))
        samples.append(.energy(value, at: midnight + Double(hour) * 3_600, seconds: 3_000))
        if hour % 3 == 0 { samples.append(.stand(at: midnight + Double(hour) * 3_600)) }
      }
      let energy = Double(Int.random(in: 300...900, using: &random))
      summaries.append(.row((day("2026-03-01") + number).description, energy, 20, 9))
    }
    return FakeExport(date: date("2026-03-01 12:00", Self.home) + Double(last) * 86_400, samples, summaries: summaries)
  }

  private func run(_ step: Step, _ store: Store, _ random: SplitMix, zone: String?) throws {
    switch step {
    case .older: try export(4, random).run(into: store, options: options(zone))
    case .newer: try export(6, random).run(into: store, options: options(zone))
    case .zone: try store.setHomeZone(HomeZoneChoice(zone: "Asia/Tokyo", reason: .configured))
    case .otherZone: try store.setHomeZone(HomeZoneChoice(zone: "America/Los_Angeles", reason: .configured))
    case .naming:
      try FakeExport([.named("Europe/Berlin", at: date("2026-02-27 07:00"))]).run(into: store, options: options(zone))
    }
  }

  @Test("any order of imports and zones shows the same as the last zone from the beginning", arguments: 0..<12)
  func anyOrder(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let data = SplitMix(seed: UInt64(seed) + 1_000)
    var steps: [Step] = [.older, .newer, .zone, .otherZone, .naming].filter { _ in Bool.random(using: &random) }
    steps += [.zone, .older]
    steps.shuffle(using: &random)
    let test = try TestStore()
    for step in steps { try run(step, test.store, data, zone: nil) }
    let home = try test.store.zoneTimeline().home
    let fresh = try TestStore()
    try fresh.store.setHomeZone(HomeZoneChoice(zone: home, reason: .configured))
    for step in steps where step != .zone && step != .otherZone { try run(step, fresh.store, data, zone: home) }
    let days = day("2026-02-26")...day("2026-03-09")
    for (left, right) in zip(try test.store.summaries(days), try fresh.store.summaries(days)) {
      #expect(left.interval == right.interval && left.basis == right.basis, "\(steps) \(left.day)")
      for ring in Ring.allCases {
        let (shown, expected) = (left[ring].value ?? -1, right[ring].value ?? -1)
        #expect(abs(shown - expected) < 1e-6, "\(steps) \(left.day) \(ring): \(shown), fresh \(expected)")
      }
    }
  }
}
