import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import StoreFiles
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Background delivery", .serialized)
struct BackgroundDeliveryTests {
  private let steps = HKQuantityType(.stepCount)
  private let client = HKHealthStore.Client(bundleIdentifier: "org.example.observer", name: "Observer")

  /// A store with the real clock, for a program with short timeouts.
  private func store(
    _ test: TestHealthStore, timeout: Double = 0.1, authorization: HKHealthStore.Authorization = .allowAll
  ) -> HKHealthStore {
    var configuration = HKHealthStore.Configuration(
      path: test.directory + "/health.sqlite", client: client, authorization: authorization)
    configuration.deliveryTimeout = timeout
    return HKHealthStore(configuration: configuration)
  }

  private func isObserved(_ registration: DeliveryRegistration, _ store: HKHealthStore) -> Bool {
    ObserverPresence.isObserved(
      storePath: store.connection.path, client: registration.client, type: registration.type)
  }

  private func registration(_ store: HKHealthStore) throws -> DeliveryRegistration {
    try #require(try store.connection.reading().deliveries().first { $0.client == client.bundleIdentifier })
  }

  private func eventually(_ condition: () throws -> Bool) async throws {
    for _ in 0..<6_000 {
      if try condition() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("Waited in vain")
  }

  @Test("an uncompleted delivery is repeated, and after three attempts deliveries stop and the handler gets an error")
  func misses() async throws {
    let test = try TestHealthStore()
    let store = store(test)
    try await store.enableBackgroundDelivery(for: steps, frequency: .immediate)
    let calls = Calls<(types: Set<HKSampleType>?, error: HKError?, at: Date)>()
    let query = HKObserverQuery(queryDescriptors: [HKQueryDescriptor(sampleType: steps, predicate: nil)]) {
      _, types, completion, error in
      // The first call does not report a change.
      if calls.count == 0 { completion() }
      calls.add((types, error as? HKError, Date()))
    }
    store.execute(query)
    #expect(try await calls.next().types == [])
    try await eventually { try registration(store).last != nil }
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    var times: [Date] = []
    for _ in 0..<3 {
      let call = try await calls.next()
      #expect(call.types == [steps] && call.error == nil)
      times.append(call.at)
    }
    // The pauses grow: two timeouts, then eight.
    #expect(times[1].timeIntervalSince(times[0]) >= 0.29)
    #expect(times[2].timeIntervalSince(times[1]) >= 0.89)
    let last = try await calls.next()
    #expect(last.types == nil && last.error?.localizedDescription.contains("has stopped") == true)
    #expect(try registration(store).isStopped)
    // Further changes cause no more calls.
    try await test.store.save(TestSample.steps(2, from: TestTime.at(2)))
    try await Task.sleep(for: .milliseconds(300))
    #expect(calls.count == 5)
    // Until it is enabled again: then it reports everything that was missed.
    try await store.enableBackgroundDelivery(for: steps, frequency: .immediate)
    #expect(try await calls.next().types == [steps])
    store.stop(query)
  }

  @Test("during a delivery there is no second one, and the next one reports everything since")
  func oneAtATime() async throws {
    let test = try TestHealthStore()
    let store = store(test, timeout: 60)
    try await store.enableBackgroundDelivery(for: steps, frequency: .immediate)
    let calls = Calls<HKObserverQueryCompletionHandler>()
    let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in calls.add(completion) }
    store.execute(query)
    try await calls.next()()
    try await eventually { try registration(store).last != nil }
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    let first = try await calls.next()
    for hour in 2..<6 { try await test.store.save(TestSample.steps(1, from: TestTime.at(Double(hour)))) }
    try await Task.sleep(for: .milliseconds(200))
    #expect(calls.count == 2)
    #expect(try store.connection.reading().pendingChanges(for: registration(store)).isPending)
    first()
    first()
    let second = try await calls.next()
    #expect(calls.count == 3)
    second()
    try await eventually { try !store.connection.reading().pendingChanges(for: registration(store)).isPending }
    #expect(calls.count == 3)
    store.stop(query)
  }

  @Test("a completion after the timeout confirms what was reported, and a change made since is reported next")
  func lateCompletion() async throws {
    let test = try TestHealthStore()
    let store = store(test, timeout: 1)
    try await store.enableBackgroundDelivery(for: steps, frequency: .immediate)
    let calls = Calls<HKObserverQueryCompletionHandler>()
    let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in calls.add(completion) }
    store.execute(query)
    try await calls.next()()
    try await eventually { try registration(store).last != nil }
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    let late = try await calls.next()
    try await eventually { try registration(store).misses == 1 }
    // The same call is only repeated after a pause.
    try await test.store.save(TestSample.steps(1, from: TestTime.at(2)))
    try await Task.sleep(for: .milliseconds(200))
    late()
    try await calls.next()()
    try await eventually { try !store.connection.reading().pendingChanges(for: registration(store)).isPending }
    #expect(calls.count == 3)
    store.stop(query)
  }

  @Test("a type whose time has not come waits while others are reported, with or without background delivery")
  func apart() async throws {
    let test = try TestHealthStore()
    let store = store(test, timeout: 60)
    let (heart, energy) = (HKQuantityType(.heartRate), HKQuantityType(.activeEnergyBurned))
    try await store.enableBackgroundDelivery(for: steps, frequency: .hourly)
    try await store.enableBackgroundDelivery(for: energy, frequency: .immediate)
    let calls = Calls<(types: Set<HKSampleType>?, completion: HKObserverQueryCompletionHandler)>()
    let query = HKObserverQuery(
      queryDescriptors: [steps, heart, energy].map { HKQueryDescriptor(sampleType: $0, predicate: nil) }
    ) { _, types, completion, _ in calls.add((types, completion)) }
    store.execute(query)
    try await calls.next().completion()
    try await eventually { try store.connection.reading().deliveries().allSatisfy { $0.last != nil } }
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    try await test.store.save(TestSample.heartRate(60, at: TestTime.at(1)))
    let second = try await calls.next()
    #expect(second.types == [heart])
    second.completion()
    try await test.store.save(TestSample.energy(7, from: TestTime.at(1)))
    let third = try await calls.next()
    #expect(third.types == [energy])
    third.completion()
    try await eventually {
      let pending = try store.connection.reading().deliveries().filter {
        try store.connection.reading().pendingChanges(for: $0).isPending
      }
      return pending.map(\.type) == [steps.identifier]
    }
    #expect(calls.count == 3)
    store.stop(query)
  }

  @Test("an unfinished delivery is repeated by the first call of the next run, and ends once that call is completed")
  func nextRun() async throws {
    let test = try TestHealthStore()
    try await store(test).enableBackgroundDelivery(for: steps, frequency: .daily)
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    for run in 0..<3 {
      let store = store(test, timeout: 60)
      #expect(try store.connection.reading().pendingChanges(for: registration(store)).isPending == (run < 2))
      let calls = Calls<(Set<HKSampleType>?, HKObserverQueryCompletionHandler)>()
      let query = HKObserverQuery(queryDescriptors: [HKQueryDescriptor(sampleType: steps, predicate: nil)]) {
        _, types, completion, _ in calls.add((types, completion))
      }
      store.execute(query)
      let (types, completion) = try await calls.next()
      #expect(types == (run < 2 ? [steps] : []))
      #expect(isObserved(try registration(store), store))
      // The first run ends without completing the call.
      if run > 0 {
        completion()
        try await eventually { try !store.connection.reading().pendingChanges(for: registration(store)).isPending }
      }
      store.stop(query)
    }
  }

  @Test("a client is only notified of what it may read, besides its own samples")
  func permission() async throws {
    let test = try TestHealthStore()
    try await test.store.save(TestSample.heartRate(60, at: TestTime.at(1)))
    // Enabled without a need to ask, and then asking: nothing has been requested.
    try await self.store(test).enableBackgroundDelivery(for: steps, frequency: .immediate)
    let store = store(test, authorization: .ask())
    var registered = try registration(store)
    registered.asksPermission = true
    try store.connection.writing().register(registered)
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    #expect(try !store.connection.reading().pendingChanges(for: registration(store)).isPending)
    func decide(read: Consent, share: Consent? = nil) throws {
      try test.store.connection.changing().decide([
        Permission(client: client.bundleIdentifier, type: steps.identifier, share: share, read: read)
      ])
    }
    try decide(read: .refused, share: .granted)
    try await store.enableBackgroundDelivery(for: steps, frequency: .immediate)
    #expect(try registration(store).asksPermission)
    #expect(try !store.connection.reading().pendingChanges(for: registration(store)).isPending)
    try await store.save(TestSample.steps(1, from: TestTime.at(2)))
    #expect(try store.connection.reading().pendingChanges(for: registration(store)).isPending)
    try store.connection.writing().completeDeliveries(
      client: registration(store).client, types: [registration(store).type],
      upTo: store.connection.reading().pendingChanges(for: registration(store)).anchor, began: Date())
    try await test.store.save(TestSample.steps(1, from: TestTime.at(3)))
    #expect(try !store.connection.reading().pendingChanges(for: registration(store)).isPending)
    try decide(read: .granted)
    #expect(try store.connection.reading().pendingChanges(for: registration(store)).isPending)
  }

  @Test("a type that was never requested fails with error 5, whether there is a store or not, and registers nothing")
  func undecided() async throws {
    let test = try TestHealthStore()
    let asking = store(test, authorization: .ask())
    #expect(
      await errorCode { try await asking.enableBackgroundDelivery(for: steps, frequency: .hourly) }
        == .errorAuthorizationNotDetermined)
    #expect(!FileManager.default.fileExists(atPath: test.directory + "/health.sqlite"))
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    #expect(
      await errorCode { try await asking.enableBackgroundDelivery(for: steps, frequency: .hourly) }
        == .errorAuthorizationNotDetermined)
    #expect(try asking.connection.reading().deliveries().isEmpty)
    // Disabling what was never enabled succeeds.
    try await asking.disableBackgroundDelivery(for: steps)
    for (read, share) in [(Consent.refused, nil), (nil, Consent.refused)] as [(Consent?, Consent?)] {
      try test.store.connection.changing().decide([
        Permission(client: client.bundleIdentifier, type: steps.identifier, share: share, read: read)
      ])
      try await asking.enableBackgroundDelivery(for: steps, frequency: .hourly)
    }
    #expect(try registration(asking).frequency == .hourly)
  }

  @Test("delivery of a characteristic can be enabled, as Apple documents it, and is never pending")
  func characteristic() async throws {
    let test = try TestHealthStore()
    let store = store(test)
    try await store.enableBackgroundDelivery(for: HKCharacteristicType(.dateOfBirth), frequency: .daily)
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    #expect(try !store.connection.reading().pendingChanges(for: registration(store)).isPending)
    try await store.disableBackgroundDelivery(for: HKCharacteristicType(.dateOfBirth))
    #expect(try store.connection.reading().deliveries().isEmpty)
    await #expect(processExitsWith: .failure) {
      let store = HKHealthStore(configuration: .init(path: "none", authorization: .allowAll))
      store.enableBackgroundDelivery(for: .activitySummaryType(), frequency: .daily) { _, _ in }
    }
  }

  @Test("a client can disable its own registrations, but never another client's")
  func disabling() async throws {
    let test = try TestHealthStore()
    try await store(test).disableAllBackgroundDelivery()
    #expect(!FileManager.default.fileExists(atPath: test.directory + "/health.sqlite"))
    let store = store(test)
    try await store.enableBackgroundDelivery(for: steps, frequency: .hourly)
    try await store.enableBackgroundDelivery(for: HKQuantityType(.heartRate), frequency: .weekly)
    try await test.store.enableBackgroundDelivery(for: steps, frequency: .daily)
    try await store.disableBackgroundDelivery(for: steps)
    #expect(try store.connection.reading().deliveries().map(\.frequency) == [.weekly, .daily])
    try await store.disableAllBackgroundDelivery()
    #expect(try store.connection.reading().deliveries().map(\.frequency) == [.daily])
  }

  @Test("in a store that replaces another, running queries are registered, and its changes are delivered")
  func replaced() async throws {
    let (test, other) = (try TestHealthStore(), try TestHealthStore())
    let store = store(test, timeout: 60)
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    try await other.store.save(TestSample.steps(2, from: TestTime.at(2)))
    try await store.enableBackgroundDelivery(for: steps, frequency: .immediate)
    let calls = Calls<HKObserverQueryCompletionHandler>()
    let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in calls.add(completion) }
    store.execute(query)
    try await calls.next()()
    try await eventually { try registration(store).last != nil }
    let (files, path) = (FileManager.default, test.directory + "/health.sqlite")
    for suffix in ["", "-wal", "-shm", "-signal"] where files.fileExists(atPath: path + suffix) {
      try files.removeItem(atPath: path + suffix)
    }
    for suffix in ["-wal", ""] {
      try files.moveItem(atPath: other.directory + "/health.sqlite" + suffix, toPath: path + suffix)
    }
    try await calls.next()()
    try await eventually { try registration(store).last != nil }
    #expect(isObserved(try registration(store), store))
    store.stop(query)
  }
}
