import Foundation
import HealthModel
import OpenHealthKit
import Testing

/// A store as in the tests of HealthKit clients: a subclass that records its calls.
private class RecordingStore: HKHealthStore, @unchecked Sendable {
  // Unchecked as its superclass is; what it records is behind a lock.
  let calls = Lock<[String]>([])

  private func note(_ call: String) { calls.withLock { $0.append(call) } }

  override class func isHealthDataAvailable() -> Bool { false }
  override func execute(_ query: HKQuery) { note("execute") }
  override func stop(_ query: HKQuery) { note("stop") }
  override func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus { .sharingDenied }
  override func earliestPermittedSampleDate() -> Date { .distantPast }
  override func biologicalSex() throws -> HKBiologicalSexObject { throw HKError(.errorDatabaseInaccessible) }

  override func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    note("request")
    completion(false, HKError(.errorUserCanceled))
  }

  override func getRequestStatusForAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
    completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
  ) {
    completion(.unknown, nil)
  }

  override func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    note("save")
    completion(true, nil)
  }

  override func delete(_ objects: [HKObject]) async throws { note("delete") }

  override func deleteObjects(
    of objectType: HKObjectType, predicate: NSPredicate,
    withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
  ) {
    completion(true, 7, nil)
  }

  override func preferredUnits(
    for quantityTypes: Set<HKQuantityType>,
    completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
  ) {
    completion([HKQuantityType(.stepCount): .percent()], nil)
  }
}

@Suite("A subclass in place of the store")
struct StandInStoreTests {
  @Test("receives the calls that it overrides")
  func overridden() throws {
    let double = RecordingStore(configuration: .init(path: "/nowhere/health.sqlite", authorization: .allowAll))
    let store: HKHealthStore = double
    let query = HKObserverQuery(sampleType: HKQuantityType(.stepCount), predicate: nil) { _, _, _ in }
    store.execute(query)
    store.execute(query)
    store.stop(query)
    #expect(double.calls.withLock { $0 } == ["execute", "execute", "stop"])
    #expect(store.authorizationStatus(for: HKQuantityType(.stepCount)) == .sharingDenied)
    #expect(store.earliestPermittedSampleDate() == .distantPast)
    #expect(!RecordingStore.isHealthDataAvailable())
    #expect(throws: HKError.self) { try store.biologicalSex() }
  }

  @Test("receives async calls in an overridden method with a handler, as on Apple's systems")
  func awaited() async throws {
    let double = RecordingStore(configuration: .init(path: "/nowhere/health.sqlite", authorization: .allowAll))
    let store: HKHealthStore = double
    let steps = HKQuantityType(.stepCount)
    let sample = HKQuantitySample(
      type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 1), start: Date(), end: Date())
    try await store.save(sample)
    try await store.delete([sample])
    #expect(double.calls.withLock { $0 } == ["save", "delete"])
    let predicate = HKQuery.predicateForObject(with: sample.uuid)
    #expect(try await store.deleteObjects(of: steps, predicate: predicate) == 7)
    #expect(try await store.preferredUnits(for: [steps]) == [steps: .percent()])
    #expect(try await store.statusForAuthorizationRequest(toShare: [], read: [steps]) == .unknown)
    await #expect(throws: HKError(.errorUserCanceled)) {
      try await store.requestAuthorization(toShare: [], read: [steps])
    }
  }
}
