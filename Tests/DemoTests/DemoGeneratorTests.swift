import FoundationEssentials
import HealthModel
import Testing

@testable import Demo

@Suite("DemoGenerator generates plausible days")
struct DemoGeneratorTests {
  /// Days in UTC, the fourth with 23 hours and the fifth with 25.
  private static func days(_ count: Int, from first: Int = 20_000) -> [DemoDay] {
    (0..<count).map { index in
      let start = Date(timeIntervalSince1970: Double(first + index) * 86_400 - (index == 4 ? 3_600 : 0))
      let end = Date(timeIntervalSince1970: Double(first + index + 1) * 86_400 - (index == 3 ? 3_600 : 0))
      return DemoDay(day: Day(number: first + index), interval: start..<end)
    }
  }

  private static let later = Date(timeIntervalSince1970: 4e9)

  private func sum(_ batch: SampleBatch, _ identifier: String, in day: DemoDay, provenance: Int32 = 0) -> Double {
    batch.samples.filter {
      batch.tables.types[Int($0.type)].identifier == identifier && $0.provenance == provenance
        && day.interval.contains($0.start)
    }.reduce(0) { $0 + $1.value }
  }

  @Test("The same seed gives the same days, and another seed gives others")
  func determinism() {
    let days = Self.days(3)
    let batch = DemoGenerator(seed: 1, days: days).samples(until: Self.later)
    #expect(DemoGenerator(seed: 1, days: days).samples(until: Self.later).samples == batch.samples)
    #expect(DemoGenerator(seed: 2, days: days).samples(until: Self.later).samples != batch.samples)
    #expect(DemoGenerator(seed: 1, days: days).goals.map(\.day) == days.map(\.day))
  }

  @Test(
    "Generating samples step by step gives the same as generating them at once", arguments: [1, 42, 777] as [UInt64])
  func continuation(seed: UInt64) {
    let days = Self.days(3)
    let generator = DemoGenerator(seed: seed, days: days)
    var moment = days[1].interval.lowerBound + 30_000
    var samples = generator.samples(until: moment).samples
    var workouts = generator.samples(until: moment).workouts.count
    #expect(samples.allSatisfy { $0.end <= moment })
    while moment < days[2].interval.upperBound {
      let next = generator.nextSamples(after: moment, until: moment + 1_700)
      samples += next.samples
      workouts += next.workouts.count
      moment += 1_700
    }
    let whole = generator.samples(until: moment)
    #expect(samples == whole.samples)
    #expect(workouts == whole.workouts.count)
  }

  @Test("Every week has closed days, a ring over 140 %, and an inactive day", arguments: 0..<20 as Range<UInt64>)
  func week(seed: UInt64) {
    let days = Self.days(7, from: 20_000 + Int(seed) * 3)
    let generator = DemoGenerator(seed: seed, days: days)
    let batch = generator.samples(until: Self.later)
    let rings = zip(days, generator.goals).map { day, goals in
      let stood = batch.samples.filter {
        batch.tables.types[Int($0.type)].identifier == TypeIdentifier.appleStandHour && $0.value == 0
          && day.interval.contains($0.start)
      }
      return [
        sum(batch, TypeIdentifier.activeEnergyBurned, in: day) / goals.move,
        sum(batch, TypeIdentifier.appleExerciseTime, in: day) / goals.exercise, Double(stood.count) / goals.stand,
      ]
    }
    #expect(rings.contains { $0.allSatisfy { $0 >= 1 } }, "seed \(seed): \(rings)")
    #expect(rings.contains { $0.contains { $0 > 1.4 } }, "seed \(seed): \(rings)")
    #expect(rings.contains { $0.allSatisfy { $0 < 0.9 } }, "seed \(seed): \(rings)")
    #expect(rings.allSatisfy { $0.allSatisfy { $0 > 0.05 && $0 < 3 } }, "seed \(seed): \(rings)")
    #expect((2...4).contains(batch.workouts.count))
  }

  @Test("Samples are valid: inside their day, in known units, energy without gaps, steps from both sources")
  func soundness() {
    let days = Self.days(7)
    let batch = DemoGenerator(seed: 5, days: days).samples(until: Self.later)
    for use in batch.tables.types where use.kind == .quantity {
      let unit = use.unit.flatMap { try? HealthUnit(parsing: $0) }
      #expect(QuantityTypeCatalog.entry(for: use.identifier).map { unit?.isCompatible(with: $0.unit) == true } == true)
    }
    let all = days[0].interval.lowerBound...days[6].interval.upperBound
    #expect(batch.samples.allSatisfy { all.contains($0.start) && all.contains($0.end) && $0.start <= $0.end })
    #expect(batch.samples.allSatisfy { $0.value >= 0 })
    for day in days {
      let watch = sum(batch, TypeIdentifier.stepCount, in: day)
      let phone = sum(batch, TypeIdentifier.stepCount, in: day, provenance: 1)
      #expect(watch > 500 && phone < watch * 1.1, "\(day.day): \(watch) and \(phone)")
      let energy = batch.samples.filter { $0.type == 0 && $0.provenance == 0 && day.interval.contains($0.start) }
      #expect(zip(energy, energy.dropFirst()).allSatisfy { $0.end == $1.start })
      #expect(energy.allSatisfy { (60...180).contains($0.end.timeIntervalSince($0.start)) })
    }
    #expect(batch.workouts.allSatisfy { ($0.statistics.first?.sum ?? 0) > 50 })
  }

  @Test("No days and unusual days do no harm")
  func oddDays() {
    #expect(DemoGenerator(seed: 1, days: []).samples(until: Self.later).isEmpty)
    let start = Date(timeIntervalSince1970: 0)
    for length in [0.0, 59, 3_600, 90_000] {
      let day = DemoDay(day: Day(number: -1), interval: start..<start + length)
      _ = DemoGenerator(seed: 1, days: [day]).samples(until: Self.later)
    }
  }
}
