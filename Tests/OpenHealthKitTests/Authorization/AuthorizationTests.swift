import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Authorization")
struct AuthorizationTests {
  private let steps = HKQuantityType(.stepCount)
  private let energy = HKQuantityType(.activeEnergyBurned)

  /// The completion-handler API as an async call, so that both APIs can be tested alike.
  private func request(
    _ store: HKHealthStore, toShare: Set<HKSampleType>?, read: Set<HKObjectType>?
  ) async -> (Bool, HKError.Code?) {
    await withCheckedContinuation { continuation in
      store.requestAuthorization(toShare: toShare, read: read) { success, error in
        continuation.resume(returning: (success, (error as? HKError)?.code))
      }
    }
  }

  @Test("the user is asked once per type, separately for sharing and for reading")
  func asksOnce() async throws {
    let scratch = try ScratchStore()
    let person = Person.willing()
    let store = scratch.opened(.ask(person))
    try await store.requestAuthorization(toShare: [steps], read: [])
    #expect(await request(store, toShare: [steps], read: [steps, energy]) == (true, nil))
    #expect(await request(store, toShare: nil, read: [steps]) == (true, nil))
    try await store.requestAuthorization(toShare: [steps], read: [steps, energy])
    #expect(person.questions.map(\.toShare) == [[steps], []])
    #expect(person.questions.map(\.read) == [[], [steps, energy]])
    #expect(person.questions.first?.client.bundleIdentifier == "org.example.reader")
    #expect(person.questions.first?.path == scratch.path)
  }

  @Test("success means that the user has answered, not what the answer was")
  func refusalIsSuccess() async throws {
    let store = try ScratchStore().opened(.ask(Person.unwilling()))
    #expect(await request(store, toShare: [steps], read: [steps]) == (true, nil))
    #expect(store.authorizationStatus(for: steps) == .sharingDenied)
  }

  @Test("if nobody answers, nothing is decided and the next call asks again")
  func nobodyAnswers() async throws {
    let person = Person.absent()
    let store = try ScratchStore().opened(.ask(person))
    #expect(await request(store, toShare: [steps], read: nil) == (false, .errorUserCanceled))
    await #expect {
      try await store.requestAuthorization(toShare: [steps], read: [])
    } throws: {
      ($0 as? HKError)?.code == .errorUserCanceled
    }
    #expect(store.authorizationStatus(for: steps) == .notDetermined)
    #expect(person.questions.count == 2)
    #expect(!FileManager.default.fileExists(atPath: store.configuration.path))
  }

  @Test("the status is that of sharing and does not reveal anything about reading")
  func status() async throws {
    let scratch = try ScratchStore()
    let store = scratch.opened(.ask(Person.willing()))
    #expect(store.authorizationStatus(for: steps) == .notDetermined)
    try await store.requestAuthorization(toShare: [energy], read: [steps, .activitySummaryType()])
    // Granted or refused, a client that only requested reading may not write.
    #expect(store.authorizationStatus(for: steps) == .sharingDenied)
    #expect(store.authorizationStatus(for: energy) == .sharingAuthorized)
    #expect(store.authorizationStatus(for: .activitySummaryType()) == .sharingDenied)
    #expect(store.authorizationStatus(for: HKQuantityType(.heartRate)) == .notDetermined)
  }

  @Test("a client's grants are stored for that client, and no other client gets them")
  func keptByClient() async throws {
    let scratch = try ScratchStore()
    let first = scratch.opened(by: "org.example.first", .ask(Person.willing()))
    try await first.requestAuthorization(toShare: [steps], read: [])
    let again = scratch.opened(by: "org.example.first", .ask(Person.absent()))
    #expect(again.authorizationStatus(for: steps) == .sharingAuthorized)
    try await again.requestAuthorization(toShare: [steps], read: [])
    let other = scratch.opened(by: "org.example.second", .ask(Person.absent()))
    #expect(other.authorizationStatus(for: steps) == .notDetermined)
  }

  @Test("a user can grant some types, which refuses the rest; types that were not requested cannot be granted")
  func someGranted() async throws {
    let (steps, energy) = (steps, energy)
    let person = Person { _ in .init(toShare: [steps, HKQuantityType(.bodyMass)], read: []) }
    let store = try ScratchStore().opened(.ask(person))
    try await store.requestAuthorization(toShare: [steps, energy], read: [])
    #expect(store.authorizationStatus(for: steps) == .sharingAuthorized)
    #expect(store.authorizationStatus(for: energy) == .sharingDenied)
    #expect(store.authorizationStatus(for: HKQuantityType(.bodyMass)) == .notDetermined)
  }

  @Test("of two concurrent requests, the second finds the answer to the first")
  func inTurn() async throws {
    let person = Person { request in
      try? await Task.sleep(for: .milliseconds(20))
      return request.grantingAll
    }
    let store = try ScratchStore().opened(.ask(person))
    async let first: Void = store.requestAuthorization(toShare: [steps], read: [steps])
    async let second: Void = store.requestAuthorization(toShare: [steps], read: [steps])
    _ = try await (first, second)
    #expect(person.questions.count == 1)
  }

  @Test("both APIs report in advance whether a request would prompt the user")
  func requestStatus() async throws {
    let scratch = try ScratchStore()
    let store = scratch.opened(.ask(Person.unwilling()))
    #expect(try await store.statusForAuthorizationRequest(toShare: [steps], read: []) == .shouldRequest)
    try await store.requestAuthorization(toShare: [steps], read: [])
    #expect(try await store.statusForAuthorizationRequest(toShare: [steps], read: []) == .unnecessary)
    #expect(try await store.statusForAuthorizationRequest(toShare: [steps], read: [steps]) == .shouldRequest)
    let status = await withCheckedContinuation { continuation in
      store.getRequestStatusForAuthorization(toShare: [], read: [steps]) { status, error in
        continuation.resume(returning: error == nil ? status : .unknown)
      }
    }
    #expect(status == .shouldRequest)
  }

  @Test("with everything allowed, and for the owner, there is no prompt")
  func noQuestion() async throws {
    for authorization in [HKHealthStore.Authorization.allowAll, .owner] {
      let store = try ScratchStore().opened(authorization)
      #expect(try await store.statusForAuthorizationRequest(toShare: [steps], read: [steps]) == .unnecessary)
      #expect(await request(store, toShare: [steps], read: [steps]) == (true, nil))
      #expect(store.authorizationStatus(for: steps) == .sharingAuthorized)
      #expect(!FileManager.default.fileExists(atPath: store.configuration.path))
    }
  }

  @Test("a request for no types does not prompt")
  func nothingAsked() async throws {
    let person = Person.absent()
    let store = try ScratchStore().opened(.ask(person))
    #expect(await request(store, toShare: nil, read: nil) == (true, nil))
    #expect(person.questions.isEmpty)
  }

  @Test("prescriptions are requested one by one, and every time")
  func perObject() async throws {
    let person = Person.willing()
    let store = try ScratchStore().opened(.ask(person))
    let type = HKObjectType.visionPrescriptionType()
    try await store.requestPerObjectReadAuthorization(for: type, predicate: nil)
    let success = await withCheckedContinuation { continuation in
      store.requestPerObjectReadAuthorization(for: type, predicate: nil) { success, _ in
        continuation.resume(returning: success)
      }
    }
    #expect(success)
    #expect(person.questions.map(\.read) == [[type], [type]])
  }

  @Test("per-object authorization and authorization for app extensions do not exist")
  func restOfTheAPI() async throws {
    let store = try ScratchStore().opened(.ask(Person.absent()))
    #expect(try await store.earliestAuthorizedSampleDate(for: [steps]).isEmpty)
    let dates = await withCheckedContinuation { continuation in
      store.getEarliestAuthorizedSampleDate(for: [steps]) { dates, _ in continuation.resume(returning: dates) }
    }
    #expect(dates == [:])
    try await store.handleAuthorizationForExtension()
    let success = await withCheckedContinuation { continuation in
      store.handleAuthorizationForExtension { success, _ in continuation.resume(returning: success) }
    }
    #expect(success)
  }

  @Test("an answer that cannot be saved is an error")
  func cannotKeep() async throws {
    let scratch = try ScratchStore()
    let blocked = HKHealthStore(
      configuration: .init(path: scratch.directory, authorization: .ask(Person.willing())))
    let (success, code) = await request(blocked, toShare: [steps], read: nil)
    #expect(!success)
    #expect(code == .errorHealthDataUnavailable)
  }
}
