import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Two stores that differ only in what a client may not read return the same results to it for every call.
@Suite("Data that a client may not read does not affect any result")
struct HiddenDataTests {
  private static let client = "org.example.reader"
  private static let kinds: [(HKQuantityType, HKUnit)] = [
    (HKQuantityType(.stepCount), .count()), (HKQuantityType(.flightsClimbed), .count()),
  ]
  private static let food = HKCorrelationType(.food)
  private static let meal = [HKQuantityType(.dietaryCaffeine), HKQuantityType(.dietarySugar)]
  private static let numbers = [
    HKQuantityType(.activeEnergyBurned), HKQuantityType(.distanceWalkingRunning), HKQuantityType(.distanceCycling),
  ]

  /// The same store twice: as it is, and without what the client may not read.
  private struct Pair {
    let whole: ScratchStore
    let seen: ScratchStore
    let readable: Set<HKObjectType>
    var samples: [HKSample] = []
    var deletable: [(sample: HKSample, isOwn: Bool)] = []

    init(_ random: inout RandomSamples) async throws {
      whole = try ScratchStore()
      seen = try ScratchStore()
      let types: [HKSampleType] =
        HiddenDataTests.kinds.map(\.0) + HiddenDataTests.meal + HiddenDataTests.numbers
        + [.workoutType(), HKCategoryType(.sleepAnalysis)]
      var readable: Set<HKObjectType> = []
      for type in types where random.chance(50) { readable.insert(type) }
      self.readable = readable
      for scratch in [whole, seen] {
        let owner = scratch.opened(by: "owner", .owner)
        try owner.connection.writing(homeZone: "UTC")
        try owner.connection.changing().decide(
          types.map {
            Permission(
              client: HiddenDataTests.client, type: $0.identifier, share: .granted,
              read: readable.contains($0) ? .granted : .refused)
          })
      }
      for _ in 0..<60 {
        let isOwn = random.chance(30)
        switch random.int(1...8) {
        case 1, 2, 3:
          let (type, unit) = random.one(of: HiddenDataTests.kinds)
          try await save(random.quantity(type, unit: unit), isOwn: isOwn)
        case 4: try await save(random.category(), isOwn: isOwn)
        case 5: try await saveMeal(&random, isOwn: isOwn)
        case 6, 7: try await saveWorkout(&random, isOwn: isOwn)
        default: try await delete(&random)
        }
      }
    }

    private func isSeen(_ type: HKObjectType, isOwn: Bool) -> Bool { isOwn || readable.contains(type) }

    private func writer(_ scratch: ScratchStore, isOwn: Bool) -> HKHealthStore {
      scratch.opened(by: isOwn ? HiddenDataTests.client : "org.example.other", .allowAll)
    }

    private mutating func save(_ sample: HKSample, isOwn: Bool) async throws {
      try await writer(whole, isOwn: isOwn).save(sample)
      if isSeen(sample.sampleType, isOwn: isOwn) {
        try await writer(seen, isOwn: isOwn).save(sample)
        samples.append(sample)
      }
      deletable.append((sample, isOwn))
    }

    private mutating func delete(_ random: inout RandomSamples) async throws {
      guard !deletable.isEmpty else { return }
      let (sample, isOwn) = deletable.remove(at: random.int(0...(deletable.count - 1)))
      try await writer(whole, isOwn: isOwn).delete(sample)
      if isSeen(sample.sampleType, isOwn: isOwn) { try await writer(seen, isOwn: isOwn).delete(sample) }
      samples.removeAll { $0 == sample }
    }

    private mutating func saveMeal(_ random: inout RandomSamples, isOwn: Bool) async throws {
      let start = random.instant()
      let members = HiddenDataTests.meal.filter { _ in random.chance(70) }.map { type in
        HKQuantitySample(
          type: type, quantity: HKQuantity(unit: .gram(), doubleValue: Double(random.int(1...12))), start: start,
          end: start)
      }
      guard !members.isEmpty else { return }
      let header = ObjectHeader(device: nil, metadata: nil)
      func meal(_ members: [HKSample]) -> HKCorrelation {
        HKCorrelation(type: HiddenDataTests.food, objects: Set(members), start: start, end: start, header: header)
      }
      try await writer(whole, isOwn: isOwn).save(meal(members))
      let shown = members.filter { isSeen($0.quantityType, isOwn: isOwn) }
      if !shown.isEmpty { try await writer(seen, isOwn: isOwn).save(meal(shown)) }
      samples += shown as [HKSample]
    }

    private mutating func saveWorkout(_ random: inout RandomSamples, isOwn: Bool) async throws {
      let start = random.instant()
      let end = start.addingTimeInterval(Double(random.int(1...4)) * 1_800)
      let header = ObjectHeader(device: nil, metadata: nil)
      let statistics = HiddenDataTests.numbers.filter { _ in random.chance(70) }.map { type in
        HKStatistics(
          type: type, start: start, end: end, values: HKStatistics.Values(sum: Double(random.int(1...12)) * 100))
      }
      let parts = random.int(0...2)
      let identities = (0..<parts).map { _ in UUID() }
      func workout(_ shown: (HKQuantityType) -> Bool) -> HKWorkout {
        let statistics = HKStatistics.byType(statistics.filter { shown($0.quantityType) })
        let activities = identities.map {
          HKWorkoutActivity(
            uuid: $0, configuration: HKWorkoutConfiguration(), start: start, end: end, duration: 60,
            statistics: statistics, record: Metadata())
        }
        return HKWorkout(
          content: HKWorkout.Content(
            activityType: 37, duration: end.timeIntervalSince(start), activities: activities, statistics: statistics),
          start: start, end: end, header: header)
      }
      let real = workout { _ in true }
      try await writer(whole, isOwn: isOwn).save(real)
      let tied = deletable.filter { $0.isOwn == isOwn && !($0.sample is HKWorkout) && random.chance(20) }.map(\.sample)
      if !tied.isEmpty { try await writer(whole, isOwn: isOwn).addSamples(tied, to: real) }
      if isSeen(.workoutType(), isOwn: isOwn) {
        let shown = workout { isSeen($0, isOwn: isOwn) }
        try await writer(seen, isOwn: isOwn).save(shown)
        let shownTies = tied.filter { isSeen($0.sampleType, isOwn: isOwn) }
        if !shownTies.isEmpty { try await writer(seen, isOwn: isOwn).addSamples(shownTies, to: shown) }
      }
      samples.append(real)
      deletable.append((real, isOwn))
    }

    func reader(_ scratch: ScratchStore) -> HKHealthStore {
      scratch.opened(by: HiddenDataTests.client, .ask(Person.absent()))
    }
  }

  /// Everything that an object shows.
  private static func picture(_ sample: HKSample) -> String {
    var parts = [
      "\(sample.uuid) \(sample.startDate) \(sample.endDate) \(sample.sourceRevision.source.bundleIdentifier)"
    ]
    if let correlation = sample as? HKCorrelation { parts += correlation.objects.map(\.uuid.uuidString).sorted() }
    if let workout = sample as? HKWorkout {
      func numbers(_ statistics: [HKQuantityType: HKStatistics]) -> [String] {
        statistics.map { "\($0.key.identifier) \($0.value.sumQuantity()?.value ?? -1)" }.sorted()
      }
      parts += numbers(workout.allStatistics)
      for activity in workout.workoutActivities { parts += ["part"] + numbers(activity.allStatistics) }
    }
    return parts.joined(separator: ", ")
  }

  /// A predicate on workouts and their statistics.
  private static func aboutWorkouts(_ random: inout RandomSamples, depth: Int = 2) -> NSPredicate {
    let comparison = random.one(of: RandomSamples.comparisons)
    let amount = Double(random.int(1...24)) * 100
    if depth > 0, random.chance(40) {
      let parts = (0..<random.int(1...3)).map { _ in aboutWorkouts(&random, depth: depth - 1) }
      switch random.int(1...3) {
      case 1: return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
      case 2: return NSCompoundPredicate(orPredicateWithSubpredicates: parts)
      default: return NSCompoundPredicate(notPredicateWithSubpredicate: parts[0])
      }
    }
    let type = random.one(of: numbers)
    let quantity = HKQuantity(
      unit: type == numbers[0] ? .kilocalorie() : .meter(), doubleValue: amount)
    switch random.int(1...6) {
    case 1:
      return FilterPredicate(.workout(.total(.distance, Comparison(checked: comparison), amount)))
    case 2:
      return FilterPredicate(.workout(.total(.energyBurned, Comparison(checked: comparison), amount)))
    case 3:
      return HKQuery.predicateForWorkouts(operatorType: comparison, quantityType: type, sumQuantity: quantity)
    case 4:
      return HKQuery.predicateForWorkouts(
        activityPredicate: HKQuery.predicateForWorkoutActivities(
          operatorType: comparison, quantityType: type, sumQuantity: quantity))
    case 5:
      return HKQuery.predicateForWorkouts(
        activityPredicate: NSCompoundPredicate(
          notPredicateWithSubpredicate: HKQuery.predicateForWorkoutActivities(
            operatorType: comparison, quantityType: type, sumQuantity: quantity)))
    default:
      return NSPredicate { object, _ in
        ((object as? HKWorkout)?.allStatistics.count ?? 0) > 1
      }
    }
  }

  @Test("samples, orders, limits, sources, statistics, changes and deletions", arguments: 0..<8)
  func same(seed: Int) async throws {
    var random = RandomSamples(seed: UInt64(900 + seed))
    let pair = try await Pair(&random)
    let (whole, seen) = (pair.reader(pair.whole), pair.reader(pair.seen))
    let sources = [
      whole.configuration.client.source, HKSource(Source(name: "x", bundleIdentifier: "org.example.other")),
    ]
    let types: [HKSampleType] = Self.kinds.map(\.0) + [.workoutType(), HKCategoryType(.sleepAnalysis), Self.food]
    let candidates = pair.samples + [TestSample.run(from: TestTime.at(0), to: TestTime.at(1))]
    for round in 0..<40 {
      let type = random.one(of: types)
      let label: Comment = "seed \(seed), round \(round), \(type), reads \(pair.readable.map(\.identifier).sorted())"
      var predicate: NSPredicate
      if type is HKWorkoutType {
        predicate = Self.aboutWorkouts(&random)
      } else if type is HKCorrelationType {
        predicate = HKQuery.predicateForSamples(withStart: random.chance(50) ? random.instant() : nil, end: nil)
      } else {
        random.hasBlocks = random.chance(30)
        predicate = random.predicate(for: type, samples: candidates, sources: sources).predicate
      }
      let selection: SampleSelection
      if type is HKCorrelationType, random.chance(60) {
        let amount = HKQuantity(unit: .gram(), doubleValue: Double(random.int(1...12)))
        let ofMember = HKQuery.predicateForQuantitySamples(
          with: random.one(of: RandomSamples.comparisons), quantity: amount)
        let member = SampleSelection(
          type: random.one(of: Self.meal), predicate: random.chance(80) ? ofMember : NSPredicate { _, _ in true })
        selection = SampleSelection(type: type, predicate: predicate, members: [member])
      } else {
        selection = SampleSelection(type: type, predicate: predicate)
      }
      let orders: [[SampleSort]] = [
        [], [SampleSort(.end, isAscending: false)],
        [SampleSort(.workoutTotal(.distance), isAscending: random.chance(50))],
        [SampleSort(.workoutTotal(.energyBurned), isAscending: random.chance(50))],
      ]
      let sort = type is HKWorkoutType ? random.one(of: orders) : random.one(of: Array(orders.prefix(2)))
      let limit = random.chance(50) ? random.int(1...6) : nil
      let answers = try [whole, seen].map { store in
        try store.reader.samples([selection], sort: sort, limit: limit).map(Self.picture)
      }
      #expect(answers[0] == answers[1], label)
      let writers = try [whole, seen].map { Set(try $0.reader.sources(selection)) }
      #expect(writers[0] == writers[1], label)
      if let type = type as? HKQuantityType {
        let plan = StatisticsPlan(type: type, predicate: predicate, options: [.cumulativeSum, .separateBySource])
        let sums = try [whole, seen].map { try plan.single($0.reader) }
        #expect(sums[0] == sums[1], label)
        let daily = StatisticsPlan(type: type, predicate: random.chance(50) ? nil : predicate, options: .cumulativeSum)
        let days = try [whole, seen].map { store in
          var feed = CollectionFeed(
            plan: daily, line: StatisticsIntervals(anchor: TestTime.midnight, interval: DateComponents(hour: 6)))
          return try feed.first(store.reader).collection.statistics()
        }
        #expect(days[0] == days[1], label)
      }
      let changes = try [whole, seen].map { try $0.reader.changes([selection], after: StoreAnchor(), limit: limit) }
      #expect(changes[0].added.map(Self.picture) == changes[1].added.map(Self.picture), label)
      #expect(changes[0].deleted.map(\.uuid) == changes[1].deleted.map(\.uuid), label)
      guard round % 4 == 0 else { continue }
      let counts = try [whole, seen].map { try $0.deleteNow(selection) }
      #expect(counts[0] == counts[1], label)
    }
  }
}
