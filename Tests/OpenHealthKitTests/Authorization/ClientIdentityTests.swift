import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("A client is identified by its bundle identifier")
struct ClientIdentityTests {
  private let steps = HKQuantityType(.stepCount)

  private func opened(_ scratch: ScratchStore, name: String, bundle: String = "org.example.scale") -> HKHealthStore {
    HKHealthStore(
      configuration: .init(
        path: scratch.path, client: .init(bundleIdentifier: bundle, name: name), authorization: .allowAll))
  }

  private func samples(_ store: HKHealthStore, _ predicate: NSPredicate? = nil) async throws -> [HKQuantitySample] {
    try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: steps, predicate: predicate)], sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
  }

  @Test("under a new name a client replaces, finds, sums and deletes what it saved under the old name")
  func renamed() async throws {
    let scratch = try ScratchStore()
    let (old, new) = (opened(scratch, name: "Scale"), opened(scratch, name: "Scales Pro"))
    func synced(_ version: Int, at hour: Double) -> HKQuantitySample {
      TestSample.steps(
        Double(version), from: TestTime.at(hour),
        metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: version])
    }
    let kept = TestSample.steps(10, from: TestTime.at(2))
    try await old.save([synced(1, at: 1), kept])
    let newer = synced(2, at: 3)
    try await new.save(newer)
    #expect(try await samples(new) == [kept, newer])
    let own = HKQuery.predicateForObjects(from: new.configuration.client.source)
    #expect(try await samples(new, own) == [kept, newer])
    // One source, with the name that it last wrote with.
    let sources = try await HKSourceQueryDescriptor(predicate: .quantitySample(type: steps)).result(for: new)
    #expect(sources.map(\.name) == ["Scales Pro"])
    let sums = try #require(
      try await HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: steps), options: [.cumulativeSum, .separateBySource]
      ).result(for: new))
    #expect(sums.sources?.count == 1)
    #expect(sums.sumQuantity(for: new.configuration.client.source)?.doubleValue(for: .count()) == 12)
    try await new.delete(kept)
    #expect(try await new.deleteObjects(of: steps, predicate: NSPredicate(value: true)) == 1)
    #expect(try await samples(old).isEmpty)
  }

  @Test("a new name that changes a client's rank also changes the days of types that it does not save")
  func reranked() async throws {
    let scratch = try ScratchStore()
    let watch = opened(scratch, name: "Kim's Apple Watch")
    let phone = opened(scratch, name: "Kim's iPhone", bundle: "org.example.phone")
    func energy(_ value: Double) -> HKQuantitySample {
      HKQuantitySample(
        type: HKQuantityType(.activeEnergyBurned), quantity: HKQuantity(unit: .kilocalorie(), doubleValue: value),
        start: TestTime.at(1), end: TestTime.at(2))
    }
    try await watch.save(energy(100))
    try await phone.save(energy(40))
    let day = try watch.connection.reading().day(at: TestTime.at(1))
    func move() throws -> Double? { try watch.connection.reading().summaries(day...day).first?.move.value }
    #expect(try move() == 100)
    let scale = opened(scratch, name: "Some Scale")
    try await scale.save(
      HKQuantitySample(
        type: HKQuantityType(.bodyMass), quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70),
        start: TestTime.at(3), end: TestTime.at(3)))
    #expect(try move() == 40)
  }

  @Test("another client of the same name is a different client, and a client without an identifier owns nothing")
  func sameName() async throws {
    let scratch = try ScratchStore()
    let (first, second) = (opened(scratch, name: "Scale"), opened(scratch, name: "Scale", bundle: "org.example.other"))
    let nameless = opened(scratch, name: "Scale", bundle: "")
    let (mine, theirs) = (TestSample.steps(1, from: TestTime.at(1)), TestSample.steps(2, from: TestTime.at(2)))
    try await first.save(mine)
    try await nameless.save(theirs)
    for (store, sample) in [(second, mine), (nameless, mine), (nameless, theirs), (first, theirs)] {
      await #expect(throws: HKError.self) { try await store.delete(sample) }
      #expect(try await store.deleteObjects(of: steps, predicate: HKQuery.predicateForObject(with: sample.uuid)) == 0)
    }
    #expect(try await samples(first).count == 2)
    #expect(HKSource(Source(name: "a", bundleIdentifier: "x")) == HKSource(Source(name: "b", bundleIdentifier: "x")))
    #expect(HKSource(Source(name: "a")) != HKSource(Source(name: "b")))
  }
}
