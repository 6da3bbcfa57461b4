import Foundation
import OpenHealthKit

// example: Rings of today
/// The rings of today, as a screen of an iPhone app keeps them.
@MainActor
final class RingsModel {
  private(set) var move = 0.0
  private(set) var stand = 0.0
  private let store: HKHealthStore

  init(store: HKHealthStore) {
    self.store = store
  }

  func load(_ date: Date) async throws {
    try await store.requestAuthorization(toShare: [], read: [.activitySummaryType()])
    let calendar = Calendar.current
    var day = calendar.dateComponents([.era, .year, .month, .day], from: date)
    day.calendar = calendar
    let today = HKActivitySummaryQueryDescriptor(predicate: HKQuery.predicateForActivitySummary(with: day))
    guard let summary = try await today.result(for: store).first else { return }
    move = summary.activeEnergyBurned.doubleValue(for: .kilocalorie())
    stand = summary.appleStandHours.doubleValue(for: .count())
  }
}
// end

// example: A workout's manager
/// Runs a workout, as the object behind the screens of a watch app does.
final class WorkoutManager: NSObject, HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate, @unchecked Sendable {
  // Unchecked because its superclass is not final: the lock guards all that changes.
  private let store: HKHealthStore
  private let lock = NSLock()
  private var rate = 0.0
  private var session: HKWorkoutSession?
  private var builder: HKLiveWorkoutBuilder?

  init(store: HKHealthStore) {
    self.store = store
  }

  /// The last heart rate, in beats per minute.
  var heartRate: Double { lock.withLock { rate } }

  func start(_ activity: HKWorkoutActivityType, at date: Date) async throws {
    let rates = HKQuantityType(.heartRate)
    try await store.requestAuthorization(toShare: [.workoutType()], read: [rates])
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = activity
    configuration.locationType = .outdoor
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
    let builder = session.associatedWorkoutBuilder()
    session.delegate = self
    builder.delegate = self
    builder.dataSource = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration)
    if try await builder.zoneConfiguration(for: rates) == nil {
      let limits = [110.0, 130, 150, 170].map {
        HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: $0)
      }
      try await builder.setCustomZoneConfiguration(
        HKWorkoutZoneConfiguration(quantityType: rates, zoneBoundaries: limits), for: rates)
    }
    lock.withLock { (self.session, self.builder) = (session, builder) }
    session.startActivity(with: date)
    try await builder.beginCollection(at: date)
  }

  func finish(at date: Date) async throws -> HKWorkout? {
    let (session, builder) = lock.withLock { (self.session, self.builder) }
    session?.end()
    try await builder?.endCollection(at: date)
    return try await builder?.finishWorkout()
  }

  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {
    for case let type as HKQuantityType in collectedTypes where type == HKQuantityType(.heartRate) {
      let last = workoutBuilder.statistics(for: type)?.mostRecentQuantity()
      lock.withLock { rate = last?.doubleValue(for: .count().unitDivided(by: .minute())) ?? rate }
    }
  }

  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}

  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {}

  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {}
}
// end

// example: Time in zones
func minutesInZones(of workout: HKWorkout) -> [Double] {
  let group = workout.zoneGroup(for: HKQuantityType(.heartRate))
  return group?.zoneDurations.map { $0.duration / 60 } ?? []
}
// end

// example: A store of one's own
func privateStore(in folder: URL, for client: HKHealthStore.Client) -> HKHealthStore {
  HKHealthStore(
    configuration: HKHealthStore.Configuration(
      path: folder.appending(path: "health.sqlite").path, client: client, authorization: .allowAll))
}
// end
