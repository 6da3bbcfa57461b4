import Foundation
import HealthDatabase
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Calls that HealthKit's users know from its articles, exactly as they are written there.
@Suite("The calls in HealthKit's articles work as written")
struct SeedTests {
  @Test("rings of the last week, from a calendar's components, through the closure and the async API")
  func lastWeek() async throws {
    let test = try TestHealthStore(now: { Date() })
    let store = test.store
    try store.connection.writing(homeZone: TimeZone.current.identifier)
    try await store.save([
      TestSample.energy(300, from: Date(timeIntervalSinceNow: -3 * 86_400)),
      TestSample.energy(50, from: Date(timeIntervalSinceNow: -30 * 86_400)),
    ])
    let calendar = NSCalendar.current
    let today = Date()
    let weekAgo = try #require(calendar.date(byAdding: .day, value: -7, to: today))
    let units: Set<Calendar.Component> = [.day, .month, .year, .era]
    var first = calendar.dateComponents(units, from: weekAgo)
    first.calendar = calendar
    var last = calendar.dateComponents(units, from: today)
    last.calendar = calendar
    let week = HKQuery.predicate(forActivitySummariesBetweenStart: first, end: last)
    let calls = Calls<[HKActivitySummary]>()
    let query = HKActivitySummaryQuery(predicate: week) { (query, summariesOrNil, errorOrNil) -> Void in
      guard let summaries = summariesOrNil else { return }
      DispatchQueue.global().async { calls.add(summaries) }
    }
    store.execute(query)
    let summaries = try await calls.next()
    #expect(summaries.count == 8)
    let energy = summaries.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) }
    #expect(energy.reduce(0, +) == 300)
    #expect(try await HKActivitySummaryQueryDescriptor(predicate: week).result(for: store) == summaries)
  }

  @Test("today's rings with their goals and progress, from components without an era")
  @available(*, deprecated, message: "The goals without an option are.")
  func todaysRings() async throws {
    let test = try TestHealthStore(now: { Date() })
    let healthStore = test.store
    try healthStore.connection.writing(homeZone: TimeZone.current.identifier)
    let calendar = Calendar.autoupdatingCurrent
    var dateComponents = calendar.dateComponents([.year, .month, .day], from: Date())
    dateComponents.calendar = calendar
    try await healthStore.save(TestSample.energy(120, from: calendar.startOfDay(for: Date()).addingTimeInterval(1)))
    let predicate = HKQuery.predicateForActivitySummary(with: dateComponents)
    let calls = Calls<HKActivitySummary>()
    let query = HKActivitySummaryQuery(predicate: predicate) { (query, summaries, error) in
      guard let summaries = summaries, summaries.count > 0 else { return }
      calls.add(summaries[0])
    }
    healthStore.execute(query)
    let summary = try await calls.next()
    let energyUnit = HKUnit.jouleUnit(with: .kilo)
    let standUnit = HKUnit.count()
    let exerciseUnit = HKUnit.second()
    let energy = summary.activeEnergyBurned.doubleValue(for: energyUnit)
    let energyGoal = summary.activeEnergyBurnedGoal.doubleValue(for: energyUnit)
    let standGoal = summary.appleStandHoursGoal.doubleValue(for: standUnit)
    let exerciseGoal = summary.appleExerciseTimeGoal.doubleValue(for: exerciseUnit)
    #expect(summary.appleStandHours.doubleValue(for: standUnit) == 0)
    #expect(summary.appleExerciseTime.doubleValue(for: exerciseUnit) == 0)
    #expect(standGoal == 12 && exerciseGoal == 1_800)
    let energyProgress = energyGoal == 0 ? 0 : energy / energyGoal
    #expect(abs(energyProgress - 120.0 / 500) < 1e-12)
  }

  @Test("observers of the types that the rings consist of, with background delivery")
  func observingRings() async throws {
    let test = try TestHealthStore()
    let healthStore = test.store
    let types = [
      try #require(HKObjectType.categoryType(forIdentifier: .appleStandHour)),
      try #require(HKObjectType.quantityType(forIdentifier: .activeEnergyBurned)),
      try #require(HKObjectType.quantityType(forIdentifier: .appleExerciseTime)),
    ]
    let calls = Calls<String>()
    let deliveries = Calls<Bool>()
    for type in types {
      let query = HKObserverQuery(sampleType: type, predicate: nil) { (query, completionHandler, error) in
        calls.add(query.objectType?.identifier ?? "")
        completionHandler()
      }
      healthStore.execute(query)
      healthStore.enableBackgroundDelivery(for: type, frequency: .immediate) { (complete, error) in
        deliveries.add(complete && error == nil)
      }
    }
    var first: Set<String> = []
    for _ in types {
      first.insert(try await calls.next())
      #expect(try await deliveries.next())
    }
    #expect(first.count == 3)
    try await healthStore.save(TestSample.stood(TestTime.at(8)))
    #expect(try await calls.next() == HKCategoryTypeIdentifier.appleStandHour.rawValue)
  }

  @Test("meals of 800 kcal and more, with a predicate on their members")
  func correlations() async throws {
    let test = try TestHealthStore()
    let healthStore = test.store
    let big = TestSample.food(
      [TestSample.dietaryEnergy(800, at: TestTime.at(12)), TestSample.dietaryEnergy(10, at: TestTime.at(12))],
      at: TestTime.at(12))
    let small = TestSample.food([TestSample.dietaryEnergy(799, at: TestTime.at(13))], at: TestTime.at(13))
    try await healthStore.save([big, small])
    let highCalorie = HKQuantity(unit: HKUnit.kilocalorie(), doubleValue: 800.0)
    let greaterThanHighCalorie = HKQuery.predicateForQuantitySamples(
      with: .greaterThanOrEqualTo, quantity: highCalorie)
    let energyConsumed = try #require(HKObjectType.quantityType(forIdentifier: .dietaryEnergyConsumed))
    let foodType = try #require(HKCorrelationType.correlationType(forIdentifier: .food))
    let calls = Calls<[HKCorrelation]>()
    let query = HKCorrelationQuery(
      type: foodType, predicate: nil, samplePredicates: [energyConsumed: greaterThanHighCalorie]
    ) { query, results, error in
      if let correlations = results { calls.add(correlations) }
    }
    healthStore.execute(query)
    let found = try await calls.next()
    #expect(found == [big])
    #expect(found.first?.objects.count == 2)
    let all = try await HKSampleQueryDescriptor(
      predicates: [.correlation(type: foodType)], sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: healthStore)
    #expect(all == [big, small])
  }

  @Test("samples of one type, filtered to a day and sorted")
  func samples() async throws {
    let test = try TestHealthStore()
    let store = test.store
    let sampleType = try #require(
      HKSampleType.quantityType(forIdentifier: HKQuantityTypeIdentifier.dietaryEnergyConsumed))
    let calendar = NSCalendar.current
    let now = Date()
    let components = calendar.dateComponents([.year, .month, .day], from: now)
    let startDate = try #require(calendar.date(from: components))
    let endDate = try #require(calendar.date(byAdding: .day, value: 1, to: startDate))
    let late = TestSample.dietaryEnergy(200, at: startDate.addingTimeInterval(50))
    let early = TestSample.dietaryEnergy(100, at: startDate)
    try await store.save([late, early, TestSample.dietaryEnergy(5, at: startDate.addingTimeInterval(-1))])
    let calls = Calls<[HKQuantitySample]>()
    let query = HKSampleQuery(
      sampleType: sampleType, predicate: nil, limit: Int(HKObjectQueryNoLimit), sortDescriptors: nil
    ) { query, results, error in
      guard let samples = results as? [HKQuantitySample] else { return }
      calls.add(samples)
    }
    store.execute(query)
    #expect(try await calls.next().count == 3)
    let today = HKQuery.predicateForSamples(withStart: startDate, end: endDate, options: [])
    let sortByDate = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
    store.execute(
      HKSampleQuery(
        sampleType: sampleType, predicate: today, limit: Int(HKObjectQueryNoLimit), sortDescriptors: [sortByDate]
      ) { query, results, error in
        calls.add(results as? [HKQuantitySample] ?? [])
      })
    #expect(try await calls.next() == [early, late])
  }

  @Test("new workouts of the last week with an anchor, once and as they are saved")
  func concurrency() async throws {
    let test = try TestHealthStore()
    let store = test.store
    let old = TestSample.run(
      from: Date(timeIntervalSinceNow: -30 * 86_400), to: Date(timeIntervalSinceNow: -29 * 86_400))
    let recent = TestSample.run(from: Date(timeIntervalSinceNow: -7_200), to: Date(timeIntervalSinceNow: -3_600))
    try await store.save([old, recent])
    let workoutType = HKWorkoutType.workoutType()
    #expect(workoutType == HKObjectType.workoutType())
    let calendar = Calendar.current
    var components = calendar.dateComponents([.year, .month, .day], from: Date())
    components.day = try #require(components.day) - 7
    let oneWeekAgo = calendar.date(from: components)
    let inLastWeek = HKQuery.predicateForSamples(withStart: oneWeekAgo, end: nil, options: [.strictStartDate])
    var myAnchor: HKQueryAnchor?
    let anchorDescriptor = HKAnchoredObjectQueryDescriptor(predicates: [.workout(inLastWeek)], anchor: myAnchor)
    let results = try await anchorDescriptor.result(for: store)
    let addedSamples: [HKWorkout] = results.addedSamples
    #expect(addedSamples == [recent])
    #expect(results.deletedObjects.isEmpty)
    myAnchor = results.newAnchor
    let updateQueue = anchorDescriptor.results(for: store)
    let calls = Calls<[UUID]>()
    let updateTask = Task {
      for try await results in updateQueue {
        calls.add(results.addedSamples.map(\.uuid))
      }
    }
    #expect(try await calls.next() == [recent.uuid])
    let another = TestSample.run(from: Date(timeIntervalSinceNow: -600), to: Date())
    try await store.save(another)
    #expect(try await calls.next() == [another.uuid])
    updateTask.cancel()
    try await updateTask.value
    let rest = try await HKAnchoredObjectQueryDescriptor(predicates: [.workout(inLastWeek)], anchor: myAnchor)
      .result(for: store)
    #expect(rest.addedSamples == [another])
  }
}
