import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Uses that are rare or accidental.
@Suite("Unusual queries")
struct OddQueryTests {
  private let steps = HKQuantityType(.stepCount)

  @Test("statistics of a date that is in no interval are nil, and enumerating all of time terminates")
  func endlessDates() async throws {
    let test = try TestHealthStore()
    try await test.store.save(TestSample.steps(5, from: TestTime.at(1)))
    for interval in [DateComponents(nanosecond: 1), DateComponents(hour: 1), DateComponents(month: 1)] {
      let isTiny = interval.nanosecond != nil
      let collection = HKStatisticsCollection(
        plan: StatisticsPlan(type: steps, predicate: nil, options: .cumulativeSum),
        line: StatisticsIntervals(anchor: TestTime.midnight, interval: interval), populated: [:])
      for seconds in [Double.infinity, -.infinity, .nan, 1e300, -1e300] {
        #expect(collection.statistics(for: Date(timeIntervalSinceReferenceDate: seconds)) == nil)
      }
      #expect((collection.statistics(for: .distantFuture) == nil) == isTiny)
      #expect((collection.statistics(for: .distantPast) == nil) == isTiny)
      var count = 0
      collection.enumerateStatistics(
        from: Date(timeIntervalSinceReferenceDate: -.infinity), to: Date(timeIntervalSinceReferenceDate: .infinity)
      ) { _, stop in
        count += 1
        stop.pointee = ObjCBool(count == 3)
      }
      #expect(count == 3)
    }
  }

  @Test("while one query evaluates its block, the others are notified of commits")
  func slowBlock() async throws {
    let test = try TestHealthStore()
    let (store, steps) = (test.store, steps)
    let (asked, heard) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let outcome = Calls<DispatchTimeoutResult>()
    let begun = Calls<Void>()
    let slow = HKObserverQuery(
      sampleType: steps,
      predicate: NSPredicate { _, _ in
        asked.signal()
        outcome.add(heard.wait(timeout: .now() + 300))
        return true
      }
    ) { _, completion, _ in
      completion()
      begun.add(())
    }
    store.execute(slow)
    // What is saved before it has begun is no change for it.
    try await begun.next()
    // Many of them: the order in which they are woken is unspecified.
    let energy = HKQuantityType(.activeEnergyBurned)
    let started = Calls<Void>()
    let rest = Lock(8)
    let others = (0..<8).map { _ in
      let isFirst = Lock(true)
      return HKObserverQuery(sampleType: energy, predicate: nil) { _, completion, _ in
        completion()
        if isFirst.withLock({ first in
          defer { first = false }
          return first
        }) {
          started.add(())
        } else if rest.withLock({ rest in
          rest -= 1
          return rest == 0
        }) {
          heard.signal()
        }
      }
    }
    for query in others { store.execute(query) }
    for _ in others { try await started.next() }
    try await store.save(TestSample.steps(1, from: TestTime.at(1)))
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        asked.wait()
        continuation.resume()
      }
    }
    try await store.save(TestSample.energy(1, from: TestTime.at(1)))
    #expect(try await outcome.next() == .success)
    for query in others + [slow] { store.stop(query) }
  }

  @Test("an observer evaluates its block for no more samples than it must hold at once")
  func observedBlock() async throws {
    let test = try TestHealthStore()
    let asked = Lock(0)
    let calls = Calls<Void>()
    let query = HKObserverQuery(
      sampleType: steps,
      predicate: NSPredicate { _, _ in
        asked.withLock { $0 += 1 }
        return true
      }
    ) { _, completion, _ in
      completion()
      calls.add(())
    }
    test.store.execute(query)
    try await calls.next()
    try await test.store.save((0..<3_000).map { TestSample.steps(1, from: TestTime.at(Double($0) / 1_000)) })
    try await calls.next()
    #expect(asked.withLock { $0 } <= 1_024)
    test.store.stop(query)
  }

  @Test("with pages of one, no sample that a block accepts is lost, whatever its position")
  func pagesOfOne() async throws {
    let test = try TestHealthStore()
    let samples = (0..<2_500).map { TestSample.steps(Double($0), from: TestTime.at(Double($0) / 100)) }
    try await test.store.save(samples)
    let wanted: Set<Double> = [0, 7, 8, 1_600, 1_601, 1_602, 2_499]
    let block = NSPredicate { object, _ in
      (object as? HKQuantitySample).map { wanted.contains($0.quantity.doubleValue(for: .count())) } ?? false
    }
    var anchor: HKQueryAnchor?
    var found: [Double] = []
    while true {
      let page = try await HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: steps, predicate: block)], anchor: anchor, limit: 1
      ).result(for: test.store)
      anchor = page.newAnchor
      #expect(page.addedSamples.count <= 1)
      guard let sample = page.addedSamples.first else { break }
      found.append(sample.quantity.doubleValue(for: .count()))
    }
    #expect(found == wanted.sorted())
    let all = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: steps, predicate: block)], anchor: nil
    ).result(for: test.store)
    #expect(all.addedSamples.map { $0.quantity.doubleValue(for: .count()) } == wanted.sorted())
  }

  @Test("members are selected by their workout")
  func membersOfWorkout() async throws {
    let test = try TestHealthStore()
    let (bread, apple) = (
      TestSample.dietaryEnergy(100, at: TestTime.at(1)), TestSample.dietaryEnergy(50, at: TestTime.at(2))
    )
    let meals = [TestSample.food([bread], at: TestTime.at(1)), TestSample.food([apple], at: TestTime.at(2))]
    try await test.store.save(meals)
    let run = TestSample.run(from: TestTime.at(0), to: TestTime.at(3))
    try await test.store.save(run)
    try await test.store.addSamples([bread], to: run)
    let calls = Calls<[HKCorrelation]?>()
    test.store.execute(
      HKCorrelationQuery(
        type: HKCorrelationType(.food), predicate: nil,
        samplePredicates: [HKQuantityType(.dietaryEnergyConsumed): HKQuery.predicateForObjects(from: run)]
      ) { _, found, _ in calls.add(found) })
    #expect(try await calls.next() == [meals[0]])
  }

  @Test("a sample that occurs twice in a deletion is deleted once")
  func deletedTwice() async throws {
    let test = try TestHealthStore()
    let sample = TestSample.steps(1, from: TestTime.at(1))
    try await test.store.save(sample)
    try await test.store.delete([sample, sample])
    let left = try await HKSampleQueryDescriptor(predicates: [.quantitySample(type: steps)], sortDescriptors: [])
      .result(for: test.store)
    #expect(left.isEmpty)
  }

  @Test("a stopped query releases its handler, even if its next update was due in a week")
  func stoppedWhileDelayed() async throws {
    final class Witness: Sendable {}
    let test = try TestHealthStore()
    try await test.store.enableBackgroundDelivery(for: steps, frequency: .weekly)
    weak var witness: Witness?
    do {
      let held = Witness()
      witness = held
      let calls = Calls<Void>()
      let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
        _ = held
        completion()
        calls.add(())
      }
      test.store.execute(query)
      try await calls.next()
      let second = HKObserverQuery(sampleType: HKQuantityType(.heartRate), predicate: nil) { _, _, _ in calls.add(()) }
      test.store.execute(second)
      try await calls.next()
      try await test.store.save([
        TestSample.steps(1, from: TestTime.at(1)), TestSample.heartRate(60, at: TestTime.at(1)),
      ])
      // The other query was notified, so the first was too, and waits.
      try await calls.next()
      test.store.stop(query)
      test.store.stop(second)
    }
    for _ in 0..<6_000 where witness != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(witness == nil)
  }

  @Test("an observer with weekly delivery is called at once when its frequency becomes immediate")
  func sooner() async throws {
    let test = try TestHealthStore()
    try await test.store.enableBackgroundDelivery(for: steps, frequency: .weekly)
    let calls = Calls<Void>()
    let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
      completion()
      calls.add(())
    }
    test.store.execute(query)
    try await calls.next()
    let witness = Calls<Void>()
    let second = HKObserverQuery(sampleType: HKQuantityType(.heartRate), predicate: nil) { _, _, _ in witness.add(()) }
    test.store.execute(second)
    try await witness.next()
    for hour in [1.0, 2] {
      try await test.store.save([
        TestSample.steps(1, from: TestTime.at(hour)), TestSample.heartRate(60, at: TestTime.at(hour)),
      ])
      // The other query was notified, so the first was too.
      try await witness.next()
      if hour == 1 {
        #expect(calls.count == 1)
        try await test.store.enableBackgroundDelivery(for: steps, frequency: .immediate)
      }
    }
    for _ in 0..<6_000 where calls.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
    // The delayed update may be reported separately, before the new one.
    #expect((2...3).contains(calls.count))
    test.store.stop(query)
    test.store.stop(second)
  }
}
