import Foundation
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// The model uses only public properties and shares no code with what it checks.
@Suite("Random samples, predicates and anchors against a brute-force model")
struct RandomSampleTests {
  /// A store with samples of two clients, correlations and workouts, and the relations between them.
  private struct World {
    var test: TestHealthStore
    var samples: [HKSample] = []
    var ties = Ties()
    var types: [HKSampleType] = []

    init(_ random: inout RandomSamples) async throws {
      test = try TestHealthStore()
      let other = test.second()
      let steps = HKQuantityType(.stepCount)
      let flights = HKQuantityType(.flightsClimbed)
      types = [steps, flights, HKCategoryType(.sleepAnalysis), .workoutType()]
      for connection in [test.store, other] {
        var saved: [HKSample] = (0..<40).map { _ in random.quantity(steps, unit: .count()) }
        saved += (0..<15).map { _ in random.quantity(flights, unit: .count()) } as [HKSample]
        saved += (0..<20).map { _ in random.category() } as [HKSample]
        for _ in 0..<3 {
          let start = random.instant()
          saved.append(random.workout(from: start))
        }
        try await connection.save(saved)
        let member = random.quantity(steps, unit: .count())
        ties.correlated.insert(member.uuid)
        try await connection.save(TestSample.food([member], at: random.instant()))
        for case let workout as HKWorkout in saved {
          let tied = (0..<6).map { _ in random.one(of: saved) }.filter { !($0 is HKWorkout) }
          try await connection.addSamples(tied, to: workout)
          for sample in tied { ties.workouts[sample.uuid, default: []].insert(workout.uuid) }
        }
      }
      for type in types {
        samples += try await HKSampleQueryDescriptor(predicates: [.sample(type: type)], sortDescriptors: [])
          .result(for: test.store)
      }
    }

    func matching(_ type: HKSampleType, _ predicate: ModelPredicate) -> [HKSample] {
      samples.filter { $0.sampleType == type && predicate.matches($0, ties) }
    }
  }

  private func isBefore(_ left: HKSample, _ right: HKSample) -> Bool {
    left.startDate == right.startDate ? left.uuid < right.uuid : left.startDate < right.startDate
  }

  @Test("a predicate finds the samples that it is true for, in the requested order", arguments: [1, 2, 3] as [UInt64])
  func predicates(seed: UInt64) async throws {
    var random = RandomSamples(seed: seed)
    let world = try await World(&random)
    let sources = [world.test.store.configuration.client.source, world.test.second().configuration.client.source]
    #expect(world.samples.count == 158)
    random.hasBlocks = true
    for round in 0..<150 {
      let type = random.one(of: world.types)
      let predicate = random.predicate(for: type, samples: world.samples, sources: sources)
      let expected = world.matching(type, predicate).sorted(by: isBefore)
      let found = try await HKSampleQueryDescriptor(
        predicates: [.sample(type: type, predicate: predicate.predicate)],
        sortDescriptors: [SortDescriptor(\.startDate)]
      ).result(for: world.test.store)
      let starts = found.map(\.startDate)
      #expect(starts == starts.sorted(), "seed \(seed), round \(round)")
      let sorted = found.sorted(by: isBefore)
      #expect(sorted == expected, "seed \(seed), round \(round)")
      // Without a sort order, by start date, whichever way the store finds them.
      let unordered = try await HKSampleQueryDescriptor(
        predicates: [.sample(type: type, predicate: predicate.predicate)], sortDescriptors: []
      ).result(for: world.test.store)
      #expect(unordered.map(\.startDate) == starts, "seed \(seed), round \(round)")
      guard round % 8 == 0 else { continue }
      let writers = try await HKSourceQueryDescriptor(predicate: .sample(type: type, predicate: predicate.predicate))
        .result(for: world.test.store)
      let wanted = Set(expected.map { $0.sourceRevision.source })
      #expect(Set(writers) == wanted, "seed \(seed), round \(round)")
      // The same through anchored queries, in pages.
      var anchor: HKQueryAnchor?
      var paged: [HKSample] = []
      while true {
        let page = try await HKAnchoredObjectQueryDescriptor(
          predicates: [.sample(type: type, predicate: predicate.predicate)], anchor: anchor, limit: random.int(1...9)
        ).result(for: world.test.store)
        anchor = page.newAnchor
        if page.addedSamples.isEmpty, page.deletedObjects.isEmpty { break }
        paged += page.addedSamples
      }
      paged.sort(by: isBefore)
      #expect(paged == expected, "seed \(seed), round \(round)")
    }
  }

  @Test(
    "a client that reads changes in pages of any size ends with what is stored",
    arguments: [11, 12, 13, 14] as [UInt64])
  func anchors(seed: UInt64) async throws {
    var random = RandomSamples(seed: seed)
    let test = try TestHealthStore()
    let steps = HKQuantityType(.stepCount)
    var stored: [HKQuantitySample] = []
    var anchor: HKQueryAnchor?
    var mirror: Set<UUID> = []
    for round in 0..<60 {
      switch random.int(1...4) {
      case 1 where !stored.isEmpty:
        let gone = Set((0..<random.int(1...3)).map { _ in random.one(of: stored) })
        try await test.store.delete(Array(gone))
        stored.removeAll { gone.contains($0) }
      case 2:
        try await test.store.save(random.category())
      default:
        let new = (0..<random.int(1...8)).map { _ in random.quantity(steps, unit: .count()) }
        try await test.store.save(new)
        stored += new
      }
      guard random.chance(50) || round == 59 else { continue }
      let limit = random.chance(70) ? random.int(1...5) : nil
      while true {
        let page = try await HKAnchoredObjectQueryDescriptor(
          predicates: [.quantitySample(type: steps)], anchor: anchor, limit: limit
        ).result(for: test.store)
        anchor = page.newAnchor
        if let limit { #expect(page.addedSamples.count + page.deletedObjects.count <= limit) }
        mirror.formUnion(page.addedSamples.map(\.uuid))
        mirror.subtract(page.deletedObjects.map(\.uuid))
        if page.addedSamples.isEmpty, page.deletedObjects.isEmpty { break }
      }
      let wanted = Set(stored.map { $0.uuid })
      #expect(mirror == wanted, "seed \(seed), round \(round)")
    }
  }
}
