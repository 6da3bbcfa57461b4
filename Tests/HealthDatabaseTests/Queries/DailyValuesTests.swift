import Foundation
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

/// Compares daily values, in changing zones and across clock changes, with plain sums over the samples.
@Suite("Daily values")
struct DailyValuesTests {
  private static let resting = "HKQuantityTypeIdentifierRestingHeartRate"
  private static let sleep = "HKCategoryTypeIdentifierSleepAnalysis"

  private struct Case {
    var test: TestStore
    var samples: [FakeSample]
    var days: ClosedRange<Day>
    var intervals: [Range<Date>]
  }

  /// Two weeks around the end of summer time, with flights between three zones.
  private static func make(seed: UInt64) throws -> Case {
    var random = SplitMix(seed: seed)
    let test = try TestStore()
    let start = date("2026-10-19 00:00")
    let hours = 14 * 24
    var samples: [FakeSample] = []
    for hour in 0..<hours {
      let at = start + Double(hour) * 3_600
      if Bool.random(using: &random) {
        // Up to the next hour: one source, and nothing overlaps.
        samples.append(
          FakeSample(
            RingType.stepCount, Double(Int.random(in: 1...900, using: &random)),
            from: at + Double(Int.random(in: 0..<1_800, using: &random)), seconds: 1_700, source: .phone))
      }
      if Int.random(in: 0..<9, using: &random) == 0 {
        samples.append(
          FakeSample(resting, Double(Int.random(in: 45...80, using: &random)), from: at, seconds: 0))
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        samples.append(
          FakeSample(
            sleep, Double(Int.random(in: 0...5, using: &random)),
            from: at + Double(Int.random(in: 0..<60, using: &random)) * 60,
            seconds: Double(Int.random(in: 1...150, using: &random)) * 60,
            source: Bool.random(using: &random) ? .watch : .phone))
      }
    }
    for _ in 0..<4 {
      let zone = ["Europe/Berlin", "America/New_York", "Asia/Kathmandu"].randomElement(using: &random) ?? "GMT"
      samples.append(.named(zone, at: start + Double(Int.random(in: 0..<hours, using: &random)) * 3_600))
    }
    try FakeExport(samples).run(into: test.store)
    let days = day("2026-10-18")...day("2026-11-03")
    let timeline = try test.store.zoneTimeline()
    return Case(test: test, samples: samples, days: days, intervals: days.map { timeline.interval(of: $0) })
  }

  @Test("daily sums and means are those of the day's samples", arguments: 0..<6 as Range<UInt64>)
  func statistics(seed: UInt64) throws {
    let made = try Self.make(seed: seed)
    let steps = try made.test.store.dailyStatistics(RingType.stepCount, made.days)
    let rates = try made.test.store.dailyStatistics(Self.resting, made.days)
    for (index, interval) in made.intervals.enumerated() {
      let sum = made.samples.filter { $0.type == RingType.stepCount }.reduce(0.0) { sum, sample in
        let low = max(sample.start, interval.lowerBound)
        let high = min(sample.end, interval.upperBound)
        return sum + max(0, high.timeIntervalSince(low)) / sample.end.timeIntervalSince(sample.start) * sample.value
      }
      #expect(abs((steps[index]?.sum ?? 0) - sum) < 1e-6, "seed \(seed), \(made.days.lowerBound + index)")
      let own = made.samples.filter { $0.type == Self.resting && interval.contains($0.start) }.map(\.value)
      let mean = own.isEmpty ? nil : own.reduce(0, +) / Double(own.count)
      #expect((rates[index]?.average == nil) == (mean == nil))
      #expect(abs((rates[index]?.average ?? 0) - (mean ?? 0)) < 1e-9)
    }
  }

  @Test("each minute of sleep counts once, in the night that ends on the day", arguments: 0..<6 as Range<UInt64>)
  func sleep(seed: UInt64) throws {
    let made = try Self.make(seed: seed)
    let found = try made.test.store.amounts(TypeIdentifier.sleepAnalysis, made.days)
    var asleep: Set<Int> = []
    for sample in made.samples where sample.type == Self.sleep && [1, 3, 4, 5].contains(sample.value) {
      asleep.formUnion(Self.minute(sample.start)..<Self.minute(sample.end))
    }
    #expect(!asleep.isEmpty)
    for (index, interval) in made.intervals.enumerated() {
      let night = Self.minute(interval.lowerBound - 21_600)..<Self.minute(interval.upperBound - 21_600)
      let minutes = asleep.count { night.contains($0) }
      #expect(found[index] ?? 0 == Double(minutes * 60), "seed \(seed), \(made.days.lowerBound + index)")
      #expect((found[index] == nil) == (minutes == 0))
    }
  }

  private static func minute(_ date: Date) -> Int { Int(date.timeIntervalSinceReferenceDate) / 60 }

  @Test("workouts are sorted by start, with their energy in kilocalories whatever their original unit")
  func workouts() throws {
    let test = try TestStore()
    var export = FakeExport([])
    let units: [(String, Double, Double?)] = [("kcal", 210.5, 210.5), ("kJ", 418.4, 100), ("m", 5, nil)]
    for (index, unit) in units.enumerated().reversed() {
      let sample = FakeSample(
        "HKWorkoutTypeIdentifier", index == 0 ? 37 : 13, from: date("2026-11-19 08:00") + Double(index) * 86_400,
        seconds: 1_800)
      var record = WorkoutRecord.fake(sample)
      record.statistics[0].unit = unit.0
      record.statistics[0].sum = unit.1
      export.elements.append(.workout(sample, record))
    }
    try export.run(into: test.store)
    var workouts: [WorkoutSummary] = []
    try test.store.forEachWorkout { workouts.append($0) }
    let marks = workouts.sorted { $0.start < $1.start }.map { WorkoutMark($0) }
    #expect(marks.map(\.day) == (0..<3).map { day("2026-11-19") + $0 })
    #expect(marks.map(\.activity) == [37, 13, 13])
    #expect(marks.map(\.duration) == Array(repeating: 1_700.123456789, count: 3))
    for (mark, unit) in zip(marks, units) {
      #expect(abs((mark.energy ?? 0) - (unit.2 ?? 0)) < 1e-9 && (mark.energy == nil) == (unit.2 == nil))
    }
  }

  @Test("reading several days at once gives the same as reading them one by one", arguments: 0..<3 as Range<UInt64>)
  func activities(seed: UInt64) throws {
    let made = try Self.make(seed: seed)
    let days = Array(made.days).enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
    let all = try made.test.store.activities(days)
    #expect(try all == days.map { try made.test.store.activity($0) })
    #expect(all.contains { $0.steps > 0 })
  }

  @Test("the newest sample of a ring is none that begins in the future, and has ended now at the latest")
  func newest() throws {
    let (test, now) = (try TestStore(), date("2026-03-05 10:00"))
    #expect(try test.store.newestRingSample(now: now) == nil)
    let future = FakeSample.energy(1, at: date("2027-01-01 10:00"))
    try FakeExport([future, .energy(1, at: date("2026-03-05 08:00"))]).run(into: test.store)
    #expect(try test.store.newestRingSample(now: now) == date("2026-03-05 08:01"))
    try FakeExport([.energy(1, at: date("2026-03-05 09:59"), seconds: 7_200)]).run(into: test.store)
    #expect(try test.store.newestRingSample(now: now) == now)
  }
}
