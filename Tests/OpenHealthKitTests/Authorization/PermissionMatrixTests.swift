import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Every operation on a type under every decision about sharing and reading it, on a client's own objects and on others'.
@Suite("The permission matrix")
struct PermissionMatrixTests {
  struct Decision: Sendable, CustomTestStringConvertible {
    var share: Consent?
    var read: Consent?

    var testDescription: String { "share \(word(share)), read \(word(read))" }

    private func word(_ consent: Consent?) -> String {
      switch consent {
      case nil: "undecided"
      case .refused: "refused"
      case .granted: "granted"
      }
    }

    static let all: [Decision] = [nil, .refused, .granted].flatMap { share in
      [nil, .refused, .granted].map { Decision(share: share, read: $0) }
    }

    /// What the client reads of a type of which it and others have stored samples: nil is error 5.
    func visible<Value>(own: [Value], others: [Value]) -> [Value]? {
      if share == nil, read == nil { return nil }
      return read == .granted ? others + own : own
    }

    /// The errors of saving and deleting.
    var failure: HKError.Code? {
      switch share {
      case nil: .errorAuthorizationNotDetermined
      case .refused: .errorAuthorizationDenied
      case .granted: nil
      }
    }
  }

  private let steps = HKQuantityType(.stepCount)

  /// A store with two samples of another client and one of this client, under decisions about steps and workouts.
  private struct World {
    let scratch: ScratchStore
    let client: HKHealthStore
    let other: HKHealthStore
    let others = [TestSample.steps(1, from: TestTime.at(1)), TestSample.steps(2, from: TestTime.at(2))]
    let own = TestSample.steps(4, from: TestTime.at(3))
    let othersRun = TestSample.run(from: TestTime.at(1), to: TestTime.at(2))
    let ownRun = TestSample.run(from: TestTime.at(3), to: TestTime.at(4))

    init(_ decision: Decision) async throws {
      scratch = try ScratchStore()
      client = scratch.opened(.ask(Person.absent()))
      other = scratch.opened(by: "org.example.other", .owner)
      try await other.save(others + [othersRun])
      // As the client was while it was still allowed to.
      try await scratch.opened(.allowAll).save([own, ownRun])
      let types = [HKQuantityTypeIdentifier.stepCount.rawValue, TypeIdentifier.workout]
      try other.connection.changing().decide(
        types.map {
          Permission(client: "org.example.reader", type: $0, share: decision.share, read: decision.read)
        })
    }
  }

  /// Checks that reading returns what may be seen, or error 5 if nothing was decided.
  private func expect<Value: Equatable>(
    _ expected: Value?, _ label: Comment, _ read: () async throws -> Value,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    if let expected {
      #expect(try await read() == expected, label, sourceLocation: location)
    } else {
      #expect(
        await errorCode { _ = try await read() } == .errorAuthorizationNotDetermined, label, sourceLocation: location)
    }
  }

  @Test("reading", arguments: Decision.all)
  func reading(_ decision: Decision) async throws {
    let world = try await World(decision)
    let (client, predicate) = (world.client, HKSamplePredicate.quantitySample(type: steps))
    let seen = decision.visible(own: [world.own], others: world.others)
    try await expect(seen?.map(\.uuid), "samples") {
      try await HKSampleQueryDescriptor(predicates: [predicate], sortDescriptors: [SortDescriptor(\.startDate)])
        .result(for: client).map(\.uuid)
    }
    try await expect(seen?.suffix(1).map(\.uuid), "the last") {
      try await HKSampleQueryDescriptor(
        predicates: [predicate], sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: 1
      ).result(for: client).map(\.uuid)
    }
    try await expect(seen.map { $0.filter { $0 != world.own }.count }, "others' by identity") {
      try await HKSampleQueryDescriptor(
        predicates: [
          .quantitySample(type: steps, predicate: HKQuery.predicateForObjects(with: Set(world.others.map(\.uuid))))
        ], sortDescriptors: []
      ).result(for: client).count
    }
    try await expect(seen?.map(\.uuid), "samples by a block") {
      try await HKSampleQueryDescriptor(
        predicates: [.quantitySample(type: steps, predicate: NSPredicate { _, _ in true })],
        sortDescriptors: [SortDescriptor(\.startDate)]
      ).result(for: client).map(\.uuid)
    }
    let sum = seen?.map(\.value).reduce(0, +)
    try await expect(sum, "statistics") {
      try await HKStatisticsQueryDescriptor(predicate: predicate, options: .cumulativeSum).result(for: client)?
        .sumQuantity()?.doubleValue(for: .count()) ?? 0
    }
    try await expect(sum, "collection") {
      try await HKStatisticsCollectionQueryDescriptor(
        predicate: predicate, options: .cumulativeSum, anchorDate: TestTime.midnight,
        intervalComponents: DateComponents(calendar: TestTime.utc, day: 1)
      ).result(for: client).statistics().compactMap { $0.sumQuantity()?.doubleValue(for: .count()) }.reduce(0, +)
    }
    try await expect(
      seen.map { Set($0.map { $0 == world.own ? "org.example.reader" : "org.example.other" }) }, "sources"
    ) {
      Set(try await HKSourceQueryDescriptor(predicate: predicate).result(for: client).map(\.bundleIdentifier))
    }
    try await expect(seen?.count, "measurements") {
      var count = 0
      for try await _ in HKQuantitySeriesSampleQueryDescriptor(predicate: predicate).results(for: client) { count += 1 }
      return count
    }
    try await expect(seen.map { Set($0.map(\.uuid)) }, "anchored") {
      Set(
        try await HKAnchoredObjectQueryDescriptor(predicates: [predicate], anchor: nil).result(for: client)
          .addedSamples.map(\.uuid))
    }
  }

  @Test("notification of writes and deletions", arguments: Decision.all)
  func hearing(_ decision: Decision) async throws {
    let world = try await World(decision)
    let reader = world.client.reader
    let selection = SampleSelection(type: steps, predicate: nil)
    guard decision.visible(own: [1], others: [1]) != nil else {
      var feed = ObserverFeed([selection])
      await #expect(errorCode { _ = try feed.first(reader) } == .errorAuthorizationNotDetermined)
      return
    }
    var observer = ObserverFeed([selection])
    var anchored = AnchoredFeed([selection], anchor: nil, limit: nil)
    var collection = CollectionFeed(
      plan: StatisticsPlan(type: steps, predicate: nil, options: .cumulativeSum),
      line: StatisticsIntervals(anchor: TestTime.midnight, interval: DateComponents(hour: 1)))
    _ = try observer.first(reader)
    _ = try anchored.first(reader)
    _ = try collection.first(reader)
    let hearsOthers = decision.read == .granted
    let owner = world.scratch.opened(.allowAll)
    for (store, sample, hour, isHeard) in [
      (world.other, world.others[0], 7, hearsOthers), (owner, world.own, 9, true),
    ] as [(HKHealthStore, HKQuantitySample, Double, Bool)] {
      let new = TestSample.steps(8, from: TestTime.at(hour))
      try await store.save(new)
      #expect(try (observer.update(reader) != nil) == isHeard)
      #expect(try anchored.update(reader)?.added.map(\.uuid) == (isHeard ? [new.uuid] : nil))
      #expect(try (collection.update(reader) != nil) == isHeard)
      try await store.delete(sample)
      #expect(try (observer.update(reader) != nil) == isHeard)
      #expect(try anchored.update(reader)?.deleted.map(\.uuid) == (isHeard ? [sample.uuid] : nil))
      #expect(try (collection.update(reader) != nil) == isHeard)
    }
  }

  @Test("writing and deleting", arguments: Decision.all)
  func writing(_ decision: Decision) async throws {
    let world = try await World(decision)
    let client = world.client
    let all = HKQuery.predicateForSamples(withStart: nil, end: nil)
    func stored() async throws -> Int {
      try await HKSampleQueryDescriptor(predicates: [.quantitySample(type: steps)], sortDescriptors: [])
        .result(for: world.other).count
    }
    #expect(await errorCode { try await client.save(TestSample.steps(9, from: TestTime.at(9))) } == decision.failure)
    #expect(try await stored() == (decision.failure == nil ? 4 : 3))
    // A client cannot delete others' objects, even if it may read them.
    #expect(
      await errorCode { try await client.delete(world.others[0]) } == decision.failure ?? .errorInvalidArgument)
    #expect(
      await errorCode { try await client.delete([world.own, world.others[0]]) } == decision.failure
        ?? .errorInvalidArgument)
    #expect(try await stored() == (decision.failure == nil ? 4 : 3))
    let block = NSPredicate { object, _ in (object as? HKSample)?.startDate == TestTime.at(9) }
    var deleted = 0
    #expect(
      await errorCode { deleted = try await client.deleteObjects(of: steps, predicate: block) } == decision.failure)
    #expect(deleted == (decision.failure == nil ? 1 : 0))
    #expect(await errorCode { try await client.delete(world.own) } == decision.failure)
    #expect(try await stored() == (decision.failure == nil ? 2 : 3))
    deleted = 0
    #expect(await errorCode { deleted = try await client.deleteObjects(of: steps, predicate: all) } == decision.failure)
    #expect(deleted == 0)
    #expect(try await stored() == (decision.failure == nil ? 2 : 3))
  }

  @Test("adding samples to workouts", arguments: Decision.all)
  func tying(_ decision: Decision) async throws {
    let world = try await World(decision)
    let client = world.client
    func tied(_ run: HKWorkout, _ store: HKHealthStore) async throws -> Set<UUID> {
      let ofRun = HKQuery.predicateForObjects(from: run)
      return Set(
        try await HKSampleQueryDescriptor(
          predicates: [.quantitySample(type: steps, predicate: ofRun)], sortDescriptors: []
        ).result(for: store).map(\.uuid))
    }
    // Another client's workout is not changed.
    #expect(
      await errorCode { try await client.addSamples([world.own], to: world.othersRun) }
        == decision.failure ?? .errorInvalidArgument)
    #expect(try await tied(world.othersRun, world.other).isEmpty)
    // What may not be read cannot be added: it is as if it did not exist.
    let isTied = decision.failure == nil && decision.read == .granted
    #expect(
      await errorCode { try await client.addSamples([world.others[0]], to: world.ownRun) }
        == (isTied ? nil : decision.failure ?? .errorInvalidArgument))
    #expect(try await tied(world.ownRun, world.other) == (isTied ? [world.others[0].uuid] : []))
    let before = try world.other.connection.reading().latestChange()
    #expect(await errorCode { try await client.addSamples([world.own], to: world.ownRun) } == decision.failure)
    #expect(try world.other.connection.reading().latestChange() == before + (decision.failure == nil ? 1 : 0))
    // Clients that may read workouts see which samples another client's workout has.
    try await world.other.addSamples([world.others[0]], to: world.othersRun)
    try world.other.connection.changing().decide([
      Permission(client: "org.example.reader", type: TypeIdentifier.workout, share: .refused, read: .refused),
      Permission(client: "org.example.reader", type: steps.identifier, share: .refused, read: .granted),
    ])
    #expect(try await tied(world.othersRun, client).isEmpty)
    try world.other.connection.changing().decide([
      Permission(client: "org.example.reader", type: TypeIdentifier.workout, read: .granted)
    ])
    #expect(try await tied(world.othersRun, client) == [world.others[0].uuid])
  }

  @Test("the status reflects sharing alone", arguments: Decision.all)
  func status(_ decision: Decision) async throws {
    let world = try await World(decision)
    let expected: HKAuthorizationStatus =
      switch decision.share {
      case nil: decision.read == nil ? .notDetermined : .sharingDenied
      case .refused: .sharingDenied
      case .granted: .sharingAuthorized
      }
    #expect(world.client.authorizationStatus(for: steps) == expected)
  }
}
