import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("What a client may read and write")
struct ConsentInQueriesTests {
  private static let noon = Date(timeIntervalSinceReferenceDate: 800_000_000)
  private let steps = HKQuantityType(.stepCount)
  private let systolic = HKQuantityType(.bloodPressureSystolic)
  private let diastolic = HKQuantityType(.bloodPressureDiastolic)

  private func steps(_ count: Double) -> HKQuantitySample {
    HKQuantitySample(
      type: steps, quantity: HKQuantity(unit: .count(), doubleValue: count), start: Self.noon,
      end: Self.noon.addingTimeInterval(60))
  }

  private func bloodPressure() -> HKCorrelation {
    let members = [systolic, diastolic].map { type in
      HKQuantitySample(
        type: type, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 100), start: Self.noon,
        end: Self.noon)
    }
    return HKCorrelation(
      type: HKCorrelationType(.bloodPressure), start: Self.noon, end: Self.noon, objects: Set(members))
  }

  /// A run of one activity, with its energy and its distance.
  private static func run(at start: Date = noon) -> HKWorkout {
    let end = start.addingTimeInterval(600)
    func sum(_ identifier: HKQuantityTypeIdentifier, _ value: Double) -> HKStatistics {
      HKStatistics(
        type: HKQuantityType(identifier), start: start, end: end, values: HKStatistics.Values(sum: value))
    }
    let statistics = HKStatistics.byType([sum(.activeEnergyBurned, 120), sum(.distanceWalkingRunning, 1_500)])
    let part = HKWorkoutActivity(
      uuid: UUID(), configuration: HKWorkoutConfiguration(), start: start, end: end, duration: 600,
      statistics: statistics, record: Metadata())
    return HKWorkout(
      checked: HKWorkout.Content(
        activityType: Int(HKWorkoutActivityType.running.rawValue), duration: 600, activities: [part],
        statistics: statistics), start: start, end: end, device: nil, metadata: nil)
  }

  /// What a sample query returns, through the closure and through the descriptor: the two must agree.
  private func read(_ type: HKQuantityType, in store: HKHealthStore) async throws -> [Double] {
    let descriptor = HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: type)], sortDescriptors: [SortDescriptor(\.startDate)])
    let first = try? await descriptor.result(for: store).map(\.value)
    let second: [Double] = try await withCheckedThrowingContinuation { continuation in
      let query = HKSampleQuery(sampleType: type, predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: nil) {
        _, samples, error in
        continuation.resume(
          with: error.map { .failure($0) }
            ?? .success((samples ?? []).compactMap { ($0 as? HKQuantitySample)?.value }))
      }
      store.execute(query)
    }
    #expect(first?.sorted() == second.sorted())
    return second
  }

  /// The error code that saving reports to the closure.
  private func saveCode(_ object: HKObject, in store: HKHealthStore) async -> HKError.Code? {
    await withCheckedContinuation { continuation in
      store.save(object) { _, error in continuation.resume(returning: (error as? HKError)?.code) }
    }
  }

  // MARK: - Reading

  @Test("a type that was never requested cannot be read, even if there is no store yet")
  func undecidedRead() async throws {
    let scratch = try ScratchStore()
    let client = scratch.opened(.ask(Person.absent()))
    #expect(await errorCode { _ = try await read(steps, in: client) } == .errorAuthorizationNotDetermined)
    try await scratch.opened(by: "writer", .allowAll).save(steps(10))
    #expect(await errorCode { _ = try await read(steps, in: client) } == .errorAuthorizationNotDetermined)
    let statistics = HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: steps), options: .cumulativeSum)
    #expect(
      await errorCode { _ = try await statistics.result(for: client) } == .errorAuthorizationNotDetermined)
    let summaries = HKActivitySummaryQueryDescriptor(predicate: nil)
    #expect(await errorCode { _ = try await summaries.result(for: client) } == .errorAuthorizationNotDetermined)
  }

  @Test("a granted type can be read in full")
  func grantedRead() async throws {
    let scratch = try ScratchStore()
    try await scratch.opened(by: "writer", .allowAll).save(steps(10))
    let client = scratch.opened(.ask(Person.willing()))
    try await client.requestAuthorization(toShare: [], read: [steps])
    #expect(try await read(steps, in: client) == [10])
  }

  @Test("a refused type looks as if the client's own samples were the only ones")
  func refusedRead() async throws {
    let scratch = try ScratchStore()
    try await scratch.opened(by: "writer", .allowAll).save(steps(10))
    let steps = steps
    let client = scratch.opened(.ask(Person { _ in .init(toShare: [steps], read: []) }))
    try await client.requestAuthorization(toShare: [steps], read: [steps])
    #expect(try await read(steps, in: client) == [])
    try await client.save(self.steps(7))
    #expect(try await read(steps, in: client) == [7])
    let sum = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: steps), options: .cumulativeSum
    ).result(for: client)
    #expect(sum?.sumQuantity()?.doubleValue(for: .count()) == 7)
    let sources = try await HKSourceQueryDescriptor(predicate: .quantitySample(type: steps)).result(for: client)
    #expect(sources.map(\.bundleIdentifier) == ["org.example.reader"])
  }

  @Test("a workout of another client, and its activities, show statistics of readable types only")
  func refusedStatistics() async throws {
    let scratch = try ScratchStore()
    let writer = scratch.opened(by: "writer", .allowAll)
    let (energy, distance) = (HKQuantityType(.activeEnergyBurned), HKQuantityType(.distanceWalkingRunning))
    try await writer.save(Self.run())
    let client = scratch.opened(
      .ask(Person { _ in .init(toShare: [.workoutType()], read: [.workoutType(), distance]) }))
    try await client.requestAuthorization(toShare: [.workoutType()], read: [.workoutType(), distance, energy])
    let descriptor = HKSampleQueryDescriptor(
      predicates: [.workout()], sortDescriptors: [SortDescriptor(\HKWorkout.startDate)], limit: 1)
    let seen = try #require(try await descriptor.result(for: client).first)
    #expect(seen.statistics(for: distance)?.sumQuantity()?.doubleValue(for: .meter()) == 1_500)
    #expect(seen.statistics(for: energy) == nil)
    #expect(Set(seen.allStatistics.keys) == [distance])
    #expect(seen.workoutActivities.map { Set($0.allStatistics.keys) } == [[distance]])
    #expect(try await descriptor.result(for: writer).first?.allStatistics.count == 2)
    // It sees its own in full.
    try await client.save(Self.run(at: Self.noon.addingTimeInterval(-7_200)))
    #expect(try await descriptor.result(for: client).first?.allStatistics.count == 2)
  }

  @Test("a correlation without readable members has no source either")
  func refusedSources() async throws {
    let scratch = try ScratchStore()
    try await scratch.opened(by: "writer", .allowAll).save(bloodPressure())
    let client = scratch.opened(.ask(Person.unwilling()))
    try await client.requestAuthorization(toShare: [], read: [systolic, diastolic])
    let sources = HKSourceQueryDescriptor(predicate: .correlation(type: HKCorrelationType(.bloodPressure)))
    #expect(try await sources.result(for: client).isEmpty)
    #expect(try await sources.result(for: scratch.opened(.allowAll)).count == 1)
  }

  @Test("a refused client is notified only of deletions of its own samples")
  func refusedDeletions() async throws {
    let scratch = try ScratchStore()
    let steps = steps
    let writer = scratch.opened(by: "writer", .allowAll)
    let client = scratch.opened(.ask(Person { _ in .init(toShare: [steps], read: []) }))
    try await client.requestAuthorization(toShare: [steps], read: [steps])
    let (others, own) = (self.steps(10), self.steps(7))
    try await writer.save(others)
    try await client.save(own)
    try await writer.delete(others)
    try await client.delete(own)
    let changes = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: steps)], anchor: nil
    ).result(for: client)
    #expect(changes.addedSamples.isEmpty)
    #expect(changes.deletedObjects.map(\.uuid) == [own.uuid])
  }

  @Test("if rings and characteristics are refused, they look as if nothing were known")
  func refusedSummaries() async throws {
    let scratch = try ScratchStore()
    try await scratch.opened(by: "writer", .allowAll).save(steps(10))
    let client = scratch.opened(.ask(Person.unwilling()))
    #expect(await errorCode { _ = try client.bloodType() } == .errorAuthorizationNotDetermined)
    try await client.requestAuthorization(
      toShare: [], read: [.activitySummaryType(), HKCharacteristicType(.bloodType)])
    #expect(try await HKActivitySummaryQueryDescriptor(predicate: nil).result(for: client).isEmpty)
    #expect(try client.bloodType().bloodType == .notSet)
  }

  @Test("the rings do not reveal the Move ring's data to a client that may not read it")
  func refusedMoveMode() async throws {
    let scratch = try ScratchStore()
    let owner = scratch.opened(by: "owner", .owner)
    let now = Date()
    let run = ImportSession(store: try owner.connection.writing(), options: ImportOptions(now: now, systemZone: "GMT"))
    _ = try run.begin(ImportHeader(path: "export.xml", exportDate: now, printedOffset: 0))
    let today = Day(number: Int((now.timeIntervalSince1970 / 86_400).rounded(.down)))
    var batch = SampleBatch()
    batch.appleSummaries = [today - 1, today].map { day in
      AppleSummaryRecord(
        day: day, energy: 0, energyGoal: 0, moveTime: 30, moveTimeGoal: 60, exercise: 1, exerciseGoal: 30, stand: 1,
        standGoal: 12)
    }
    _ = try run.receive(batch)
    try run.finish(complete: true)
    #expect(try owner.activityMoveMode().activityMoveMode == .appleMoveTime)
    let client = scratch.opened(.ask(Person.unwilling()))
    try await client.requestAuthorization(toShare: [], read: [HKCharacteristicType(.activityMoveMode)])
    #expect(try client.activityMoveMode().activityMoveMode == .activeEnergy)
  }

  @Test("a deletion of a correlation is reported to its writer and to clients that may read all its possible members")
  func deletedCorrelation() async throws {
    let scratch = try ScratchStore()
    let writer = scratch.opened(by: "org.example.writer", .allowAll)
    let pressure = bloodPressure()
    try await writer.save(pressure)
    func deleted(_ readable: Set<HKObjectType>, _ name: String) async throws -> [UUID] {
      let client = scratch.opened(by: name, .ask(Person { _ in .init(toShare: [], read: readable) }))
      try await client.requestAuthorization(toShare: [], read: [systolic, diastolic])
      return try await HKAnchoredObjectQueryDescriptor(
        predicates: [.correlation(type: HKCorrelationType(.bloodPressure))], anchor: nil
      ).result(for: client).deletedObjects.map(\.uuid)
    }
    try await writer.delete(pressure)
    #expect(try await deleted([systolic, diastolic], "both") == [pressure.uuid])
    #expect(try await deleted([systolic], "half").isEmpty)
    #expect(try await deleted([], "none").isEmpty)
    #expect(try await deleted([], "org.example.writer") == [pressure.uuid])
  }

  @Test("a running query reports no more of a type once it is revoked")
  func revokedWhileRunning() async throws {
    let scratch = try ScratchStore()
    let writer = scratch.opened(by: "writer", .owner)
    try await writer.save(steps(10))
    let client = scratch.opened(.ask(Person.willing()))
    try await client.requestAuthorization(toShare: [steps], read: [steps])
    let (pages, page) = AsyncStream.makeStream(of: [Double].self)
    let query = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
      _, samples, _, _, _ in
      page.yield((samples ?? []).compactMap { ($0 as? HKQuantitySample)?.value })
    }
    query.updateHandler = { _, samples, _, _, _ in
      page.yield((samples ?? []).compactMap { ($0 as? HKQuantitySample)?.value })
    }
    client.execute(query)
    var seen = pages.makeAsyncIterator()
    #expect(await seen.next() == [10])
    _ = try writer.connection.changing().revokePermissions(ofClient: "org.example.reader")
    try writer.connection.changing().decide([
      Permission(client: "org.example.reader", type: steps.identifier, share: .granted)
    ])
    try await writer.save(steps(20))
    try await client.save(steps(30))
    #expect(await seen.next() == [30])
    client.stop(query)
  }

  // MARK: - Writing

  @Test("saving an undecided type fails with error 5, a refused type with error 4, and nothing is stored")
  func saving() async throws {
    let scratch = try ScratchStore()
    let person = Person.unwilling()
    let client = scratch.opened(.ask(person))
    #expect(await errorCode { try await client.save(steps(1)) } == .errorAuthorizationNotDetermined)
    #expect(await saveCode(steps(1), in: client) == .errorAuthorizationNotDetermined)
    try await client.requestAuthorization(toShare: [steps], read: [])
    #expect(await errorCode { try await client.save(steps(1)) } == .errorAuthorizationDenied)
    #expect(await saveCode(steps(1), in: client) == .errorAuthorizationDenied)
    #expect(try await read(steps, in: scratch.opened(.allowAll)).isEmpty)
    #expect(person.questions.count == 1)
  }

  @Test("samples are saved under the identity in the configuration, whichever process saves them")
  func identity() async throws {
    let scratch = try ScratchStore()
    let client = scratch.opened(by: "org.example.scale", .ask(Person.willing()))
    try await client.requestAuthorization(toShare: [steps], read: [])
    let sample = steps(5)
    #expect(sample.sourceRevision.source == .default())
    try await client.save(sample)
    let stored = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: steps)], sortDescriptors: []
    ).result(for: scratch.opened(.allowAll))
    #expect(stored.map(\.sourceRevision.source.bundleIdentifier) == ["org.example.scale"])
    #expect(stored.first?.sourceRevision.version == "1.2")
    #expect(stored.first?.uuid == sample.uuid)
  }

  // MARK: - Correlations

  @Test("saving a correlation requires authorization for every member, and otherwise stores none of it")
  func savingCorrelation() async throws {
    let scratch = try ScratchStore()
    let systolic = systolic
    let client = scratch.opened(.ask(Person { _ in .init(toShare: [systolic], read: []) }))
    try await client.requestAuthorization(toShare: [systolic], read: [])
    #expect(await errorCode { try await client.save(bloodPressure()) } == .errorAuthorizationNotDetermined)
    try await client.requestAuthorization(toShare: [diastolic], read: [])
    #expect(await errorCode { try await client.save(bloodPressure()) } == .errorAuthorizationDenied)
    #expect(try await read(systolic, in: scratch.opened(.allowAll)).isEmpty)
    let willing = scratch.opened(by: "other", .ask(Person.willing()))
    try await willing.requestAuthorization(toShare: [systolic, diastolic], read: [])
    try await willing.save(bloodPressure())
    #expect(try await read(systolic, in: scratch.opened(.allowAll)) == [100])
  }

  @Test("a correlation shows its readable members, is hidden if there are none, and undecided if all are undecided")
  func readingCorrelation() async throws {
    let scratch = try ScratchStore()
    try await scratch.opened(by: "writer", .allowAll).save(bloodPressure())
    func members(_ client: HKHealthStore) async throws -> [Set<HKSampleType>] {
      let descriptor = HKSampleQueryDescriptor(
        predicates: [.correlation(type: HKCorrelationType(.bloodPressure))], sortDescriptors: [])
      let first = try? await descriptor.result(for: client).map { Set($0.objects.map(\.sampleType)) }
      let second: [Set<HKSampleType>] = try await withCheckedThrowingContinuation { continuation in
        client.execute(
          HKCorrelationQuery(
            type: HKCorrelationType(.bloodPressure), predicate: nil, samplePredicates: nil
          ) { _, found, error in
            continuation.resume(
              with: error.map { .failure($0) }
                ?? .success((found ?? []).map { Set($0.objects.map(\.sampleType)) }))
          })
      }
      #expect(first == second)
      return second
    }
    let both = scratch.opened(by: "both", .ask(Person.willing()))
    #expect(await errorCode { _ = try await members(both) } == .errorAuthorizationNotDetermined)
    try await both.requestAuthorization(toShare: [], read: [systolic, diastolic])
    #expect(try await members(both) == [[systolic, diastolic]])
    let half = scratch.opened(by: "half", .ask(Person.willing()))
    try await half.requestAuthorization(toShare: [], read: [systolic])
    #expect(try await members(half) == [[systolic]])
    let none = scratch.opened(by: "none", .ask(Person.unwilling()))
    try await none.requestAuthorization(toShare: [], read: [systolic, diastolic])
    #expect(try await members(none) == [])
  }
}
