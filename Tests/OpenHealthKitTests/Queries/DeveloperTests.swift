import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Small programs, as a developer who knows HealthKit's documentation writes them, each with what is documented.
@Suite("What the documentation promises")
struct DeveloperTests {
  let steps = HKQuantityType(.stepCount)
  let count = HKUnit.count()

  func stored(
    _ test: TestHealthStore, _ type: HKSampleType? = nil, _ predicate: NSPredicate?
  ) async throws -> [UUID] {
    try await HKSampleQueryDescriptor(
      predicates: [.sample(type: type ?? steps, predicate: predicate)], sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: test.store).map(\.uuid)
  }

  func changes(
    _ store: HKHealthStore, after anchor: HKQueryAnchor?, _ predicate: NSPredicate? = nil, limit: Int? = nil
  ) async throws -> HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Result {
    try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: steps, predicate: predicate)], anchor: anchor, limit: limit
    ).result(for: store)
  }

  func collection(
    _ test: TestHealthStore, _ options: HKStatisticsOptions = .cumulativeSum, anchor: Date, _ interval: DateComponents,
    _ predicate: NSPredicate? = nil
  ) async throws -> HKStatisticsCollection {
    try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: steps, predicate: predicate), options: options, anchorDate: anchor,
      intervalComponents: interval
    ).result(for: test.store)
  }

  // MARK: - Predicates

  @Test("a sample is in a range by its end and its start, each option, and either bound may be missing")
  func ranges() async throws {
    let test = try TestHealthStore()
    let (start, end) = (TestTime.at(4), TestTime.at(8))
    // Named by what they are to the range.
    let samples: KeyValuePairs<String, (Double, Double)> = [
      "before": (1, 3), "touches start": (2, 4), "over start": (3, 5), "instant at start": (4, 4), "inside": (5, 6),
      "over all": (3.5, 9), "to end": (6, 8), "over end": (7, 9), "instant at end": (8, 8), "after": (8, 10),
    ]
    var names: [UUID: String] = [:]
    for (name, (from, to)) in samples {
      let sample = TestSample.steps(1, from: TestTime.at(from), to: TestTime.at(to))
      names[sample.uuid] = name
      try await test.store.save(sample)
    }
    func found(_ start: Date?, _ end: Date?, _ options: HKQueryOptions = []) async throws -> Set<String> {
      let predicate = HKQuery.predicateForSamples(withStart: start, end: end, options: options)
      return Set(try await stored(test, nil, predicate).compactMap { names[$0] })
    }
    #expect(
      try await found(start, end) == [
        "touches start", "over start", "instant at start", "inside", "over all", "to end", "over end",
      ])
    #expect(
      try await found(start, end, .strictStartDate) == ["instant at start", "inside", "to end", "over end"])
    #expect(
      try await found(start, end, .strictEndDate) == ["touches start", "over start", "instant at start", "inside"])
    #expect(try await found(start, end, [.strictStartDate, .strictEndDate]) == ["instant at start", "inside"])
    #expect(try await found(nil, nil).count == samples.count)
    #expect(try await found(nil, nil, [.strictStartDate, .strictEndDate]).count == samples.count)
    #expect(try await found(end, nil) == ["over all", "to end", "over end", "instant at end", "after"])
    #expect(try await found(end, nil, .strictStartDate) == ["instant at end", "after"])
    #expect(try await found(nil, start) == ["before", "touches start", "over start", "over all"])
    #expect(try await found(nil, start, .strictEndDate) == ["before"])
    // A range that ends before it starts has nothing, and does not trap.
    #expect(try await found(end, start, [.strictStartDate, .strictEndDate]).isEmpty)
  }

  @Test("a set without elements matches nothing, and a device property without values those that have none")
  func emptySets() async throws {
    let test = try TestHealthStore()
    func device(_ name: String?) -> HKDevice {
      HKDevice(
        name: name, manufacturer: "M", model: nil, hardwareVersion: nil, firmwareVersion: nil, softwareVersion: nil,
        localIdentifier: nil, udiDeviceIdentifier: nil)
    }
    let samples = ["Scale", nil].enumerated().map {
      TestSample.steps(1, from: TestTime.at(Double($0)), device: device($1))
    }
    let bare = TestSample.steps(1, from: TestTime.at(5))
    try await test.store.save(samples + [bare])
    #expect(try await stored(test, nil, HKQuery.predicateForObjects(with: [])).isEmpty)
    #expect(try await stored(test, nil, HKQuery.predicateForObjects(from: Set<HKSource>())).isEmpty)
    #expect(try await stored(test, nil, HKQuery.predicateForObjects(from: Set<HKDevice>())).isEmpty)
    #expect(
      try await stored(test, nil, HKQuery.predicateForObjects(withMetadataKey: "a", allowedValues: [])).isEmpty)
    func named(_ names: Set<String>) -> NSPredicate {
      HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: names)
    }
    #expect(try await stored(test, nil, named(["Scale", "Other"])) == [samples[0].uuid])
    #expect(try await stored(test, nil, named([])).contains(samples[1].uuid))
    #expect(try await !stored(test, nil, named([])).contains(samples[0].uuid))
    #expect(try await stored(test, nil, HKQuery.predicateForObjects(from: [device("Scale")])) == [samples[0].uuid])
  }

  @Test("a quantity is compared in any compatible unit, and stages of sleep by their set")
  func values() async throws {
    let test = try TestHealthStore()
    let mass = HKQuantityType(.bodyMass)
    let samples = [60.0, 70, 80].map {
      HKQuantitySample(
        type: mass, quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: $0), start: TestTime.at($0 / 10),
        end: TestTime.at($0 / 10))
    }
    try await test.store.save(samples)
    func found(_ operation: HKPredicateOperator, _ value: Double, _ unit: HKUnit) async throws -> [Int] {
      let quantity = HKQuantity(unit: unit, doubleValue: value)
      let predicate = HKQuery.predicateForQuantitySamples(with: operation, quantity: quantity)
      let uuids = try await stored(test, mass, predicate)
      return samples.indices.filter { uuids.contains(samples[$0].uuid) }
    }
    #expect(try await found(.greaterThanOrEqualTo, 70_000, .gram()) == [1, 2])
    #expect(try await found(.lessThan, 70, .gramUnit(with: .kilo)) == [0])
    #expect(try await found(.notEqualTo, 70_000_000, .gramUnit(with: .milli)) == [0, 2])
    #expect(try await found(.greaterThan, 11, .stone()) == [1, 2])

    let stages: [HKCategoryValueSleepAnalysis] = [
      .inBed, .asleepUnspecified, .awake, .asleepCore, .asleepDeep, .asleepREM,
    ]
    let night = stages.enumerated().map {
      HKCategorySample(
        type: HKCategoryType(.sleepAnalysis), value: $1.rawValue, start: TestTime.at(Double($0)),
        end: TestTime.at(Double($0 + 1)))
    }
    try await test.store.save(night)
    #expect(HKCategoryValueSleepAnalysis.allAsleepValues.map(\.rawValue).sorted() == [1, 3, 4, 5])
    let asleep = HKCategoryValueSleepAnalysis.predicateForSamples(
      equalTo: HKCategoryValueSleepAnalysis.allAsleepValues)
    #expect(try await stored(test, HKCategoryType(.sleepAnalysis), asleep) == [1, 3, 4, 5].map { night[$0].uuid })
    let notAwake = HKCategoryValueSleepAnalysis.predicateForSamples(.notEqualTo, value: .awake)
    #expect(try await stored(test, HKCategoryType(.sleepAnalysis), notAwake).count == 5)
  }

  @Test("samples of a workout are those that were added to it, whatever their dates, and NOT excludes them")
  func workoutObjects() async throws {
    let test = try TestHealthStore()
    let run = TestSample.run(from: TestTime.at(1), to: TestTime.at(2))
    try await test.store.save(run)
    let member = TestSample.steps(10, from: TestTime.at(1.2))
    let bystander = TestSample.steps(10, from: TestTime.at(1.3))
    try await test.store.save(bystander)
    try await test.store.addSamples([member], to: run)
    let predicate = HKQuery.predicateForObjects(from: run)
    #expect(try await stored(test, nil, predicate) == [member.uuid])
    #expect(
      try await stored(test, nil, NSCompoundPredicate(notPredicateWithSubpredicate: predicate)) == [bystander.uuid])
    let later = HKQuery.predicateForSamples(withStart: TestTime.at(1.25), end: nil, options: .strictStartDate)
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, later])
    #expect(try await stored(test, nil, both).isEmpty)
    #expect(
      try await stored(test, nil, NSCompoundPredicate(orPredicateWithSubpredicates: [predicate, later])).count == 2)
  }

  @Test("members of a correlation are found by a sample query, except by one for objects without correlation")
  func noCorrelation() async throws {
    let test = try TestHealthStore()
    let energy = HKQuantityType(.dietaryEnergyConsumed)
    let (member, alone) = (
      TestSample.dietaryEnergy(500, at: TestTime.at(1)), TestSample.dietaryEnergy(5, at: TestTime.at(2))
    )
    let meal = TestSample.food([member], at: TestTime.at(1), metadata: [HKMetadataKeyFoodType: "Soup"])
    try await test.store.save([meal, alone])
    #expect(try await stored(test, energy, nil) == [member.uuid, alone.uuid])
    #expect(try await stored(test, energy, HKQuery.predicateForObjectsWithNoCorrelation()) == [alone.uuid])
    let soup = HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyFoodType, allowedValues: ["Soup", "Bread"])
    #expect(try await stored(test, HKCorrelationType(.food), soup) == [meal.uuid])
    #expect(try await stored(test, energy, soup).isEmpty)
  }

  // MARK: - Sample queries

  @Test("the limit applies after sorting; without one, or with HKObjectQueryNoLimit, everything is returned")
  func limits() async throws {
    let test = try TestHealthStore()
    let samples = [3.0, 1, 2].map { TestSample.steps($0, from: TestTime.at($0)) }
    try await test.store.save(samples)
    func counts(_ limit: Int, ascending: Bool) async throws -> [Double] {
      let calls = Calls<[Double]>()
      let sort = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: ascending)
      test.store.execute(
        HKSampleQuery(sampleType: steps, predicate: nil, limit: limit, sortDescriptors: [sort]) { _, samples, _ in
          calls.add((samples ?? []).compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .count()) })
        })
      return try await calls.next()
    }
    #expect(try await counts(1, ascending: false) == [3])
    #expect(try await counts(2, ascending: true) == [1, 2])
    #expect(try await counts(HKObjectQueryNoLimit, ascending: true) == [1, 2, 3])
    #expect(try await counts(10, ascending: false) == [3, 2, 1])
  }

  @Test("what is read back is equal, of the class for its style, immutable, and from this program's revision")
  func readBack() async throws {
    let test = try TestHealthStore()
    let sample = TestSample.steps(
      7, from: TestTime.at(1), metadata: ["a": true, "b": 2, "c": "d", "e": TestTime.at(3)])
    try await test.store.save(sample)
    let read = try #require(
      try await HKSampleQueryDescriptor(predicates: [.quantitySample(type: steps)], sortDescriptors: [])
        .result(for: test.store).first)
    #expect(read == sample && read.hash == sample.hash && Set<HKObject>([read, sample]).count == 1)
    #expect((read as? HKCumulativeQuantitySample)?.sumQuantity.doubleValue(for: count) == 7)
    #expect(read.count == 1 && !read.hasUndeterminedDuration && read.sampleType == steps)
    #expect(read.sourceRevision.source.bundleIdentifier == "org.example.tests")
    #expect(read.sourceRevision.version == "1")
    #expect((read.metadata?["a"] as? NSNumber)?.boolValue == true && read.metadata?["a"] as? Bool == true)
    #expect((read.metadata?["b"] as? NSNumber)?.intValue == 2 && read.metadata?["b"] as? Int == 2)
    #expect(read.metadata?["c"] as? String == "d" && read.metadata?["e"] as? Date == TestTime.at(3))
    let rate = TestSample.heartRate(61, at: TestTime.at(2))
    try await test.store.save(rate)
    let discrete = try #require(
      try await HKSampleQueryDescriptor(
        predicates: [.quantitySample(type: HKQuantityType(.heartRate))], sortDescriptors: []
      ).result(for: test.store).first as? HKDiscreteQuantitySample)
    let beats = HKUnit(from: "count/min")
    #expect(discrete.averageQuantity.doubleValue(for: beats) == 61)
    #expect(discrete.mostRecentQuantityDateInterval == DateInterval(start: TestTime.at(2), duration: 0))
  }

  // MARK: - Anchors

  @Test("pages of an anchored query count samples and deletions together, and end when both arrays are empty")
  func pages() async throws {
    let test = try TestHealthStore()
    let samples = (0..<7).map { TestSample.steps(Double($0 + 1), from: TestTime.at(Double($0))) }
    for sample in samples { try await test.store.save(sample) }
    let deleted = [samples[5], samples[1], samples[3]]
    for sample in deleted { try await test.store.delete(sample) }
    var anchor: HKQueryAnchor?
    var (added, gone): ([UUID], [UUID]) = ([], [])
    var pages = 0
    while true {
      let page = try await changes(test.store, after: anchor, limit: 2)
      #expect(page.addedSamples.count + page.deletedObjects.count <= 2)
      anchor = page.newAnchor
      if page.addedSamples.isEmpty, page.deletedObjects.isEmpty { break }
      added += page.addedSamples.map(\.uuid)
      gone += page.deletedObjects.map(\.uuid)
      pages += 1
    }
    #expect(added == [0, 2, 4, 6].map { samples[$0].uuid })
    // In the order in which they were deleted.
    #expect(gone == deleted.map(\.uuid) && pages == 4)
  }

  @Test("an anchored query with dates reports only deletions of samples in the range, and late samples of the past")
  func anchoredPredicate() async throws {
    let test = try TestHealthStore()
    let (inside, outside) = (TestSample.steps(1, from: TestTime.at(5)), TestSample.steps(2, from: TestTime.at(20)))
    try await test.store.save([inside, outside])
    let range = HKQuery.predicateForSamples(withStart: TestTime.at(4), end: TestTime.at(8), options: .strictStartDate)
    let first = try await changes(test.store, after: nil, range)
    #expect(first.addedSamples == [inside] && first.deletedObjects.isEmpty)
    let late = TestSample.steps(3, from: TestTime.at(4.5))
    try await test.store.save(late)
    try await test.store.delete([inside, outside])
    let second = try await changes(test.store, after: first.newAnchor, range)
    #expect(second.addedSamples == [late] && second.deletedObjects.map(\.uuid) == [inside.uuid])
    let third = try await changes(test.store, after: second.newAnchor, range)
    #expect(third.addedSamples.isEmpty && third.deletedObjects.isEmpty)
  }

  @Test("a replacement is a deletion with the sync keys, and an addition")
  func replacement() async throws {
    let test = try TestHealthStore()
    func sample(_ version: Int, _ value: Double) -> HKQuantitySample {
      TestSample.steps(
        value, from: TestTime.at(1),
        metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: version, "other": "x"])
    }
    let (old, new) = (sample(1, 10), sample(3, 20))
    try await test.store.save(old)
    let anchor = try await changes(test.store, after: nil).newAnchor
    try await test.store.save(new)
    try await test.store.save(sample(2, 30))
    let result = try await changes(test.store, after: anchor)
    #expect(result.addedSamples == [new])
    let gone = try #require(result.deletedObjects.first)
    #expect(gone.uuid == old.uuid && result.deletedObjects.count == 1)
    #expect(gone.metadata?[HKMetadataKeySyncIdentifier] as? String == "a")
    #expect((gone.metadata?[HKMetadataKeySyncVersion] as? NSNumber)?.intValue == 1)
    #expect(gone.metadata?.count == 2)
    #expect(try await stored(test, nil, nil) == [new.uuid])
  }

  @Test("a sync identifier belongs to one type of one program, and the greatest version of one array stays")
  func identifiers() async throws {
    let test = try TestHealthStore()
    func metadata(_ version: Int) -> [String: Any] {
      [HKMetadataKeySyncIdentifier: "id", HKMetadataKeySyncVersion: version]
    }
    let step = TestSample.steps(1, from: TestTime.at(1), metadata: metadata(1))
    let energy = HKQuantitySample(
      type: HKQuantityType(.activeEnergyBurned), quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 1),
      start: TestTime.at(1), end: TestTime.at(2), metadata: metadata(1))
    try await test.store.save([step, energy])
    try await test.second().save(TestSample.steps(2, from: TestTime.at(1), metadata: metadata(5)))
    #expect(try await stored(test, nil, nil).count == 2)
    #expect(try await stored(test, HKQuantityType(.activeEnergyBurned), nil) == [energy.uuid])
    let both = [3, 2].map { TestSample.steps(Double($0), from: TestTime.at(3), metadata: metadata($0)) }
    try await test.store.save(both)
    let mine = try await stored(test, nil, HKQuery.predicateForObjects(from: .default()))
    #expect(mine.isEmpty || mine == [both[0].uuid])
    #expect(try await stored(test, nil, nil).contains(both[0].uuid))
    #expect(try await stored(test, nil, nil).count == 2)
  }

  @Test("a running sequence of changes has the first state, then each change, and ends with its loop")
  func sequence() async throws {
    let test = try TestHealthStore()
    let first = TestSample.steps(1, from: TestTime.at(1))
    try await test.store.save(first)
    let query = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
    var elements: [(added: [UUID], deleted: [UUID])] = []
    for try await result in query.results(for: test.store) {
      elements.append((result.addedSamples.map(\.uuid), result.deletedObjects.map(\.uuid)))
      switch elements.count {
      case 1: try await test.store.save(TestSample.steps(2, from: TestTime.at(2)))
      case 2: try await test.store.delete(first)
      default: break
      }
      if elements.count == 3 { break }
    }
    #expect(elements[0].added == [first.uuid] && elements[1].added.count == 1 && elements[1].deleted.isEmpty)
    #expect(elements[2].added.isEmpty && elements[2].deleted == [first.uuid])
  }

  // MARK: - Correlations

  @Test("each predicate of a correlation query must match a member of its type, and all members are returned")
  func correlations() async throws {
    let test = try TestHealthStore()
    let (energy, fat) = (HKQuantityType(.dietaryEnergyConsumed), HKQuantityType(.dietaryFatTotal))
    func meal(_ kilocalories: Double, fat grams: Double?, at hour: Double) -> HKCorrelation {
      var members: Set<HKSample> = [TestSample.dietaryEnergy(kilocalories, at: TestTime.at(hour))]
      if let grams {
        members.insert(
          HKQuantitySample(
            type: fat, quantity: HKQuantity(unit: .gram(), doubleValue: grams), start: TestTime.at(hour),
            end: TestTime.at(hour)))
      }
      return TestSample.food(members, at: TestTime.at(hour))
    }
    let meals = [meal(900, fat: 30, at: 8), meal(900, fat: nil, at: 12), meal(100, fat: 1, at: 16)]
    try await test.store.save(meals)
    func found(_ predicate: NSPredicate?, _ members: [HKSampleType: NSPredicate]?) async throws -> Set<HKCorrelation> {
      let calls = Calls<Set<HKCorrelation>>()
      test.store.execute(
        HKCorrelationQuery(type: HKCorrelationType(.food), predicate: predicate, samplePredicates: members) {
          _, correlations, _ in calls.add(Set(correlations ?? []))
        })
      return try await calls.next()
    }
    func above(_ value: Double, _ unit: HKUnit) -> NSPredicate {
      HKQuery.predicateForQuantitySamples(
        with: .greaterThanOrEqualTo, quantity: HKQuantity(unit: unit, doubleValue: value))
    }
    #expect(try await found(nil, nil) == Set(meals))
    #expect(try await found(nil, [:]) == Set(meals))
    #expect(try await found(nil, [energy: above(800, .kilocalorie())]) == [meals[0], meals[1]])
    let fatty = try await found(nil, [energy: above(800, .kilocalorie()), fat: above(0.01, .gramUnit(with: .kilo))])
    #expect(fatty == [meals[0]] && fatty.first?.objects.count == 2)
    #expect(fatty.first?.objects(for: fat).count == 1 && fatty.first?.objects(for: steps).isEmpty == true)
    let afternoon = HKQuery.predicateForSamples(withStart: TestTime.at(10), end: nil)
    #expect(try await found(afternoon, [energy: above(800, .kilocalorie())]) == [meals[1]])
    #expect(try await found(nil, [steps: NSPredicate(value: true)]).isEmpty)
  }

  // MARK: - Saving and deleting

  @Test("deleting by a predicate deletes the program's own samples and counts them")
  func deleting() async throws {
    let test = try TestHealthStore()
    let own = (0..<3).map { TestSample.steps(1, from: TestTime.at(Double($0))) }
    let foreign = TestSample.steps(1, from: TestTime.at(1))
    try await test.store.save(own)
    try await test.second().save(foreign)
    let early = HKQuery.predicateForSamples(withStart: nil, end: TestTime.at(1.5))
    #expect(try await test.store.deleteObjects(of: steps, predicate: early) == 2)
    #expect(Set(try await stored(test, nil, nil)) == [own[2].uuid, foreign.uuid])
    #expect(await errorCode { try await test.store.delete(foreign) } != nil)
    #expect(await errorCode { try await test.store.delete([own[2], foreign]) } != nil)
    #expect(try await stored(test, nil, nil).count == 2)
    #expect(await errorCode { try await test.store.delete(own[0]) } != nil)
    #expect(await errorCode { try await test.store.save(own[2]) } == .errorInvalidArgument)
  }

  @Test("an observer of several types is told which of them changed")
  func observed() async throws {
    let test = try TestHealthStore()
    let rates = HKQuantityType(.heartRate)
    let calls = Calls<Set<HKSampleType>>()
    let query = HKObserverQuery(
      queryDescriptors: [steps, rates].map { HKQueryDescriptor(sampleType: $0, predicate: nil) }
    ) { _, types, completion, _ in
      completion()
      calls.add(types ?? [])
    }
    test.store.execute(query)
    _ = try await calls.next()
    try await test.store.save(TestSample.heartRate(60, at: TestTime.at(1)))
    #expect(try await calls.next() == [rates])
    try await test.store.save([TestSample.heartRate(61, at: TestTime.at(2)), TestSample.steps(1, from: TestTime.at(2))])
    #expect(try await calls.next() == [rates, steps])
    // A type that is not observed.
    try await test.store.save(TestSample.energy(1, from: TestTime.at(3)))
    try await test.store.delete(try #require(try await changes(test.store, after: nil).addedSamples.first))
    #expect(try await calls.next() == [steps])
    test.store.stop(query)
    test.store.stop(query)
  }
}
