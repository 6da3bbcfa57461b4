import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Workout zones")
struct WorkoutZoneTests {
  private static let heartRate = HKQuantityType(.heartRate)
  private static let power = HKQuantityType(.cyclingPower)
  private static let beats = HKUnit.count().unitDivided(by: .minute())

  private static func rates(_ numbers: [Double]) -> [HKQuantity] {
    numbers.map { HKQuantity(unit: beats, doubleValue: $0) }
  }

  private static func zones(_ limits: [Double] = [100, 120, 140, 160]) throws -> HKWorkoutZoneConfiguration {
    try HKWorkoutZoneConfiguration(quantityType: heartRate, zoneBoundaries: rates(limits))
  }

  private func configuration() -> HKWorkoutConfiguration {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    return configuration
  }

  private func builder(_ store: HKHealthStore) -> HKWorkoutBuilder {
    HKWorkoutBuilder(healthStore: store, configuration: configuration(), device: nil)
  }

  // MARK: - Configurations

  @Test("a configuration has contiguous zones, the lowest and the highest of them open")
  func contiguous() throws {
    let zones = try Self.zones().zones
    #expect(zones.map(\.index) == [0, 1, 2, 3, 4])
    #expect(zones.map { $0.minimum?.doubleValue(for: Self.beats) } == [nil, 100, 120, 140, 160])
    #expect(zones.map { $0.maximum?.doubleValue(for: Self.beats) } == [100, 120, 140, 160, nil])
    #expect(try Self.zones().source == .app)
    #expect(try Self.zones() == Self.zones() && Self.zones() != Self.zones([100, 120, 140]))
    let hertz = try HKWorkoutZoneConfiguration(
      quantityType: Self.heartRate, zoneBoundaries: [1, 2].map { HKQuantity(unit: .hertz(), doubleValue: $0) })
    #expect(hertz.zones[1].minimum?.doubleValue(for: Self.beats) == 60)
  }

  @Test(
    "limits that are too few, too many, equal, falling, negative or infinite are an invalid argument",
    arguments: [
      [], [100], [100, 100], [120, 100], [-1, 100], [0, 100], [100, .infinity], [100, .nan],
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
    ])
  func refused(limits: [Double]) {
    #expect(throws: HKError.self) { try Self.zones(limits) }
  }

  @Test("only heart rate and cycling power have zones, with limits in their dimension")
  func types() throws {
    #expect(throws: HKError.self) {
      try HKWorkoutZoneConfiguration(quantityType: HKQuantityType(.stepCount), zoneBoundaries: Self.rates([1, 2]))
    }
    #expect(throws: HKError.self) {
      try HKWorkoutZoneConfiguration(quantityType: Self.power, zoneBoundaries: Self.rates([1, 2]))
    }
    let watts = [150.0, 250].map { HKQuantity(unit: .watt(), doubleValue: $0) }
    #expect(try HKWorkoutZoneConfiguration(quantityType: Self.power, zoneBoundaries: watts).zones.count == 3)
  }

  // MARK: - Workouts

  @Test("a workout stores the time in zones, as a simple count of the seconds gives it, and a pause counts nowhere")
  func stored() async throws {
    let test = try TestHealthStore()
    let store = test.store
    let builder = builder(store)
    let zones = try Self.zones()
    try await builder.setCustomZoneConfiguration(zones, for: Self.heartRate)
    #expect(try await builder.zoneConfiguration(for: Self.heartRate) == zones)
    let start = TestTime.at(6)
    try await builder.beginCollection(at: start)
    var random = SplitMix(seed: 7)
    var time = start
    var points: [HeartRatePoint] = []
    for _ in 0..<200 {
      time += Double.random(in: 1...90, using: &random)
      points.append(HeartRatePoint(time: time, rate: Double.random(in: 80...190, using: &random).rounded()))
    }
    // In any order.
    try await builder.addSamples(points.shuffled(using: &random).map { TestSample.heartRate($0.rate, at: $0.time) })
    let (paused, resumed) = (start + 600, start + 900)
    let events = [(HKWorkoutEventType.pause, paused), (.resume, resumed)].map {
      HKWorkoutEvent(type: $0, dateInterval: DateInterval(start: $1, duration: 0), metadata: nil)
    }
    try await builder.addWorkoutEvents(events)
    let end = time + 20
    let half = HKWorkoutActivity(
      workoutConfiguration: configuration(), start: start, end: start + 1_800, metadata: ["a": "b"])
    try await builder.addWorkoutActivity(half)
    #expect(try #require(builder.zoneGroup(for: Self.heartRate)).configuration == zones)
    try await builder.endCollection(at: end)
    try await builder.finishWorkout()

    func expected(to end: Date) -> [Double] {
      var seconds = [Double](repeating: 0, count: 5)
      var instant = start
      let step = 0.25
      while instant < end {
        let middle = instant + step / 2
        if let last = points.last(where: { $0.time <= middle }), middle < last.time + 60,
          middle < paused || middle >= resumed
        {
          seconds[[100.0, 120, 140, 160].count { last.rate >= $0 }] += step
        }
        instant += step
      }
      return seconds
    }
    let read = try #require(
      try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: store).first)
    let group = try #require(read.zoneGroup(for: Self.heartRate))
    #expect(group.configuration == zones && read.zoneGroupsByType?.count == 1)
    for (found, wanted) in zip(group.zoneDurations.map(\.duration), expected(to: end)) {
      #expect(abs(found - wanted) < 20, "\(found) \(wanted)")
    }
    let total = group.zoneDurations.reduce(0) { $0 + $1.duration }
    #expect(abs(total - expected(to: end).reduce(0, +)) < 20)
    let activity = try #require(read.workoutActivities.first)
    let part = try #require(activity.zoneGroup(for: Self.heartRate)).zoneDurations.reduce(0) { $0 + $1.duration }
    #expect(abs(part - expected(to: start + 1_800).reduce(0, +)) < 20)
    // What clients see as metadata is their own.
    #expect(activity.metadata?.keys.sorted() == ["a"] && read.metadata == nil)
    #expect(read.zoneGroup(for: Self.power) == nil)
  }

  @Test("times are those of the rule for heart rates, whether they are counted at once or while they arrive")
  func sameRule() throws {
    var random = SplitMix(seed: 11)
    for round in 0..<50 {
      let start = TestTime.at(6)
      var time = start
      let points = (0..<60).map { _ in
        time += Double.random(in: 0...100, using: &random)
        return HeartRatePoint(time: time, rate: Double.random(in: 60...200, using: &random))
      }
      let end = time + Double.random(in: 0...100, using: &random)
      let pauses = [start + 500, start + 700].map { $0 + Double(round) }
      let events = zip([HKWorkoutEventType.pause, .resume], pauses).map {
        HKWorkoutEvent(type: $0, dateInterval: DateInterval(start: $1, duration: 0), metadata: nil)
      }
      let limits = [100.0, 120, 140, 160]
      var tracker = ZoneTracker()
      for point in points {
        tracker.add(UUID(), at: point.time, value: point.rate)
        if Bool.random(using: &random) { _ = tracker.seconds(limits, from: start, events: events) }
      }
      func reference(to end: Date) -> [Double] {
        let workout = WorkoutTime(start: start, end: end, events: events.map(WorkoutEventRecord.init))
        return HeartRateTimes(points, in: workout).entries.reduce(into: [Double](repeating: 0, count: 5)) {
          sums, entry in
          sums[limits.count { entry.rate >= $0 }] += entry.seconds
        }
      }
      let last = try #require(points.last).time
      for (found, wanted) in zip(tracker.seconds(limits, from: start, events: events), reference(to: last)) {
        #expect(abs(found - wanted) < 1e-6)
      }
      let counted = tracker.seconds(limits, from: start, to: end, events: events)
      let whole = try #require(counted)
      for (found, wanted) in zip(whole, reference(to: end)) { #expect(abs(found - wanted) < 1e-6) }
    }
  }

  @Test("measurements that are removed, or come late, are counted as if they had never been there, or come in time")
  func removed() throws {
    var random = SplitMix(seed: 13)
    let start = TestTime.at(6)
    let limits = [100.0, 120, 140, 160]
    let events = [(HKWorkoutEventType.pause, start + 900), (.resume, start + 1_000)].map {
      HKWorkoutEvent(type: $0, dateInterval: DateInterval(start: $1, duration: 0), metadata: nil)
    }
    var tracker = ZoneTracker()
    var points: [UUID: HeartRatePoint] = [:]
    for step in 0..<3_000 {
      if Int.random(in: 0..<5, using: &random) < 2, let uuid = points.keys.randomElement(using: &random) {
        tracker.remove(uuid)
        points[uuid] = nil
      } else {
        let lateness = [0, 0, 3, 2_000].randomElement(using: &random) ?? 0
        let time = start + Double(step - lateness) + Double.random(in: 0..<1, using: &random)
        let (uuid, rate) = (UUID(), Double.random(in: 80...190, using: &random))
        points[uuid] = HeartRatePoint(time: time, rate: rate)
        tracker.add(uuid, at: time, value: rate)
      }
      guard step % 50 == 49 else { continue }
      let sorted = points.values.sorted { $0.time < $1.time }
      guard let last = sorted.last else { continue }
      let workout = WorkoutTime(start: start, end: last.time, events: events.map(WorkoutEventRecord.init))
      let wanted = HeartRateTimes(sorted, in: workout).entries.reduce(into: [Double](repeating: 0, count: 5)) {
        sums, entry in sums[limits.count { entry.rate >= $0 }] += entry.seconds
      }
      for (found, wanted) in zip(tracker.seconds(limits, from: start, events: events), wanted) {
        #expect(abs(found - wanted) < 1e-6, "step \(step)")
      }
    }
  }

  @Test(
    "twelve hours with a sample each second, of which others are removed, arrange the samples only as half are gone")
  func longSession() {
    let (start, limits) = (TestTime.at(6), [100.0, 120, 140, 160])
    var tracker = ZoneTracker()
    var present: [UUID] = []
    var arrangements = 0
    func read() {
      if !tracker.isArranged { arrangements += 1 }
      _ = tracker.seconds(limits, from: start, events: [])
      _ = tracker.current(limits)
    }
    for second in 0..<43_200 {
      let uuid = UUID()
      present.append(uuid)
      tracker.add(uuid, at: start + Double(second), value: Double(80 + second % 100))
      read()
      guard second % 3 == 2 else { continue }
      // One of the last minute, at times one of the first.
      let place = second % 99 == 98 ? 0 : max(0, present.count - 1 - second % 60)
      tracker.remove(present.remove(at: place))
      read()
    }
    #expect(arrangements == 0)
    for uuid in present {
      tracker.remove(uuid)
      read()
    }
    // Each halves what is left.
    #expect(arrangements > 0 && arrangements < 20 && tracker.isEmpty)
  }

  @Test("zones are set before the workout begins, and for their own type")
  func order() async throws {
    let builder = builder(try TestHealthStore().store)
    let zones = try Self.zones()
    await #expect(throws: HKError.self) { try await builder.setCustomZoneConfiguration(zones, for: Self.power) }
    await #expect(throws: HKError.self) {
      try await builder.setCustomZoneConfiguration(nil, for: HKQuantityType(.stepCount))
    }
    await #expect(throws: HKError.self) { _ = try await builder.zoneConfiguration(for: HKQuantityType(.stepCount)) }
    #expect(try await builder.zoneConfiguration(for: Self.heartRate) == nil)
    try await builder.beginCollection(at: TestTime.at(6))
    await #expect(throws: HKError.self) { try await builder.setCustomZoneConfiguration(zones, for: Self.heartRate) }
    #expect(builder.zoneGroup(for: Self.heartRate) == nil)
  }

  // MARK: - The user's zones

  @Test("the user's own limits come first")
  func own() async throws {
    let scratch = try ScratchStore()
    var configuration = HKHealthStore.Configuration(path: scratch.path, authorization: .allowAll)
    configuration.workoutZoneBoundaries = [
      .cyclingPower: [100.0, 200].map { HKQuantity(unit: .watt(), doubleValue: $0) },
      .heartRate: Self.rates([150, 110]),
    ]
    let store = HKHealthStore(configuration: configuration)
    let power = try #require(try await store.preferredWorkoutZoneConfiguration(for: Self.power))
    #expect(power.source == .user && power.zones.count == 3)
    await #expect(throws: HKError.self) { try await store.preferredWorkoutZoneConfiguration(for: Self.heartRate) }
  }

  @Test("without a date of birth there are no zones of the system, and power never has any")
  func unknown() async throws {
    let store = try TestHealthStore().store
    #expect(try await store.preferredWorkoutZoneConfiguration(for: Self.heartRate) == nil)
    #expect(try await store.preferredWorkoutZoneConfiguration(for: Self.power) == nil)
  }

  // MARK: - Live

  private final class Listener: HKLiveWorkoutBuilderDelegate {
    let updates = Calls<HKLiveWorkoutZoneUpdate>()

    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {}
    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}
    func workoutBuilder(
      _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
    ) {
      updates.add(zoneUpdate)
    }
  }

  @Test("the delegate hears of each change of zone, with the zone before and the times so far")
  func live() async throws {
    let test = try TestHealthStore()
    let session = try HKWorkoutSession(healthStore: test.store, configuration: configuration())
    let builder = session.associatedWorkoutBuilder()
    let listener = Listener()
    builder.delegate = listener
    builder.dataSource = HKLiveWorkoutDataSource(healthStore: test.store, workoutConfiguration: configuration())
    try await builder.setCustomZoneConfiguration(try Self.zones(), for: Self.heartRate)
    session.startActivity(with: TestTime.at(6))
    try await builder.beginCollection(at: TestTime.at(6))
    let other = test.second()
    for (seconds, rate) in [(10.0, 90.0), (20, 95), (30, 130), (40, 150)] {
      try await other.save(TestSample.heartRate(rate, at: TestTime.at(6) + seconds))
      if rate == 95 {
        while builder.statistics(for: Self.heartRate)?.maximumQuantity()?.doubleValue(for: Self.beats) != 95 {
          await Task.yield()
        }
      } else {
        let update = try await listener.updates.next()
        let zone = [90: 0, 130: 2, 150: 3][rate]
        #expect(update.currentZoneDuration?.zone.index == zone)
        #expect(update.previousZoneDuration?.zone.index == [130: 0, 150: 2][rate])
        #expect(update.lastSampleProcessedDate == TestTime.at(6) + seconds)
        #expect(update.zoneGroup?.zoneDurations.map(\.duration).reduce(0, +) == seconds - 10)
      }
    }
    #expect(listener.updates.count == 3)
    #expect(builder.zoneGroup(for: Self.heartRate)?.zoneDurations.map(\.duration) == [20, 0, 10, 0, 0])
    session.end()
  }

  // MARK: - What a client may know

  @Test("a client that may not read heart rates sees no time in their zones, and cannot search for it")
  func hidden() async throws {
    let scratch = try ScratchStore()
    let writer = scratch.opened(by: "writer", .allowAll)
    let builder = builder(writer)
    try await builder.setCustomZoneConfiguration(try Self.zones(), for: Self.heartRate)
    try await builder.beginCollection(at: TestTime.at(6))
    try await builder.addSamples([TestSample.heartRate(150, at: TestTime.at(6.01))])
    try await builder.addWorkoutActivity(
      HKWorkoutActivity(
        workoutConfiguration: configuration(), start: TestTime.at(6), end: TestTime.at(6.1), metadata: nil))
    try await builder.endCollection(at: TestTime.at(6.1))
    #expect(try #require(try await builder.finishWorkout()).zoneGroup(for: Self.heartRate) != nil)

    let client = scratch.opened(
      .ask(Person { _ in .init(toShare: [], read: [.workoutType()]) }))
    try await client.requestAuthorization(toShare: [], read: [.workoutType(), Self.heartRate])
    let all = HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: [])
    let seen = try #require(try await all.result(for: client).first)
    #expect(seen.zoneGroupsByType == nil && seen.workoutActivities.first?.zoneGroupsByType == nil)
    #expect(try await all.result(for: writer).first?.workoutActivities.first?.zoneGroupsByType?.count == 1)
    let key = MetadataKey.content
    for predicate in [
      HKQuery.predicateForObjects(withMetadataKey: key),
      HKQuery.predicateForObjects(withMetadataKey: key, operatorType: .contains, value: "HeartRate"),
    ] {
      let some = HKSampleQueryDescriptor(predicates: [.workout(predicate)], sortDescriptors: [])
      #expect(try await some.result(for: client).isEmpty)
      #expect(try await some.result(for: writer).count == 1)
    }
  }
}
