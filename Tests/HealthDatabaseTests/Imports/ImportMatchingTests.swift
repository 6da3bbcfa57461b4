import Foundation
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("What counts as the same sample")
struct ImportMatchingTests {
  private let start = date("2026-03-02 10:00")

  private func sixDigits(_ value: Double) -> Double {
    Double(String(format: "%.6g", value)) ?? .nan
  }

  @Test(
    "kilojoules and kilocalories printed with six digits match as the same sample", arguments: 0..<4 as Range<UInt64>)
  func units(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let values = (0..<200).map { _ in pow(10, Double.random(in: -3...4, using: &random)) } + [1.000005, 9.999995, 0]
    func samples(_ unit: String, _ scale: Double) -> [FakeSample] {
      values.enumerated().map { index, value in
        FakeSample(
          RingType.activeEnergy, sixDigits(value * scale), unit: unit,
          from: start.addingTimeInterval(Double(index) * 60))
      }
    }
    let test = try TestStore()
    try FakeExport(samples("kcal", 1)).run(into: test.store)
    let again = try FakeExport(samples("kJ", 4.184)).run(into: test.store)
    #expect(again.counts == SinkCounts(stored: 0, alreadyPresent: values.count), "seed \(seed)")
  }

  @Test("the nearest value matches, so two similar samples each match themselves again")
  func nearest() throws {
    let test = try TestStore()
    let low = FakeSample.energy(100, at: start)
    let high = FakeSample.energy(100.0006, at: start)
    try FakeExport([low, high]).run(into: test.store)
    #expect(try FakeExport([high, low]).run(into: test.store).counts.alreadyPresent == 2)
    #expect(try FakeExport([high, high]).run(into: test.store).counts.alreadyPresent == 2)
  }

  @Test("samples are distinguished by whole seconds, not by fractions of a second")
  func seconds() throws {
    let test = try TestStore()
    let exact = FakeSample.energy(7, at: start.addingTimeInterval(0.75), seconds: 60.2)
    try FakeExport([exact]).run(into: test.store)
    var printed = FakeSample.energy(7, at: start)
    #expect(try FakeExport([printed]).run(into: test.store).counts.alreadyPresent == 1)
    printed.end += 1
    #expect(try FakeExport([printed]).run(into: test.store).counts.stored == 1)
  }

  @Test("a different source, hardware, type or value is a different sample; version and product are ignored")
  func identity() throws {
    let test = try TestStore()
    let sample = FakeSample.energy(7, at: start)
    try FakeExport([sample]).run(into: test.store)
    var updated = sample
    updated.provenance.version = "11.0"
    updated.provenance.device?.softwareVersion = "11.0"
    updated.provenance.operatingSystem = "11.0.0"
    #expect(try FakeExport([updated]).run(into: test.store).counts.alreadyPresent == 1)
    var others = [sample, sample, sample]
    others[0].provenance.device?.hardwareVersion = "Watch7,1"
    others[1].type = "HKQuantityTypeIdentifierBasalEnergyBurned"
    others[2].value = 7.001
    #expect(try FakeExport(others).run(into: test.store).counts.stored == 3)
  }

  @Test("samples without a value match only samples without a value")
  func withoutValue() throws {
    let test = try TestStore()
    var sample = FakeSample("HKDataTypeSleepDurationGoal", .nan, from: start)
    sample.kind = .other
    try FakeExport([sample]).run(into: test.store)
    #expect(try FakeExport([sample]).run(into: test.store).counts.alreadyPresent == 1)
    sample.value = 0
    #expect(try FakeExport([sample]).run(into: test.store).counts.stored == 1)
  }

  @Test("a type that is not in the catalog keeps its original unit, and matches in that unit")
  func unknownType() throws {
    let test = try TestStore()
    let inches = FakeSample("HKQuantityTypeIdentifierFutureThing", 3, unit: "in", from: start)
    try FakeExport([inches]).run(into: test.store)
    #expect(try FakeExport([inches]).run(into: test.store).counts.alreadyPresent == 1)
    let texts = try test.store.sampleTexts()
    #expect(texts.count == 1)
    #expect(texts[0].contains("\"in\"") && texts[0].contains("3.0"))
  }

  @Test("samples with nonsensical dates are skipped with a reason, and the rest are kept")
  func badDates() throws {
    let test = try TestStore()
    var backwards = FakeSample.energy(7, at: start)
    backwards.end = start - 1
    var endless = FakeSample.energy(7, at: start)
    endless.end = Date(timeIntervalSinceReferenceDate: .infinity)
    let result = try FakeExport([backwards, endless, .energy(7, at: start)]).run(into: test.store)
    #expect(result.counts.stored == 1)
    #expect(result.counts.skips.map(\.reason) == ["endBeforeStart", "badDate"])
    #expect(result.counts.skips.map(\.line) == [1, 2])
  }

  @Test("a device is identified by its parts, and a source without hardware by its model")
  func devices() throws {
    let test = try TestStore()
    var plain = FakeSample(RingType.stepCount, 10, from: start)
    plain.provenance = Provenance(source: Source(name: "Mine"))
    var watch = FakeSample(RingType.stepCount, 20, from: start)
    watch.provenance = Provenance(source: Source(name: "Mine"), device: Device(model: "Watch"))
    try FakeExport([plain, watch]).run(into: test.store)
    #expect(try test.store.activity(day("2026-03-02")).steps == 20)
  }

  @Test("many equal samples at the same time match one to one, and an additional one is stored", arguments: [3, 200])
  func equalOnes(count: Int) throws {
    let test = try TestStore()
    let sample = FakeSample.energy(2, at: date("2026-03-02 10:00"))
    try FakeExport(Array(repeating: sample, count: count)).run(into: test.store)
    let result = try FakeExport(Array(repeating: sample, count: count + 1)).run(into: test.store)
    #expect(result.counts.alreadyPresent == count && result.counts.stored == 1)
    #expect(try test.store.sampleCount() == count + 1)
  }
}
