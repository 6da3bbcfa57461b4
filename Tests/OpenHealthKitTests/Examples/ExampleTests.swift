import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs each example of the documentation.
@Suite("Examples")
struct ExampleTests {
  /// 13 November 2026, 12:00 GMT.
  private static let noon = Date(timeIntervalSince1970: 1_794_571_200)

  /// A store where it is noon.
  private func open(_ scratch: ScratchStore) throws -> HKHealthStore {
    var configuration = HKHealthStore.Configuration(path: scratch.path, authorization: .allowAll)
    configuration.now = { Self.noon }
    let store = HKHealthStore(configuration: configuration)
    try store.connection.writing(homeZone: "GMT")
    return store
  }

  private func quantity(
    _ identifier: HKQuantityTypeIdentifier, _ value: Double, _ unit: HKUnit, at start: Date = noon,
    seconds: TimeInterval = 60
  ) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(identifier), quantity: HKQuantity(unit: unit, doubleValue: value), start: start,
      end: start.addingTimeInterval(seconds))
  }

  @Test("the model of a screen has the rings of today")
  func ringsModel() async throws {
    let scratch = try ScratchStore()
    let store = try open(scratch)
    try await store.save(quantity(.activeEnergyBurned, 321, .kilocalorie(), at: Self.noon - 3_600))
    let model = await RingsModel(store: store)
    try await model.load(Self.noon)
    #expect(await model.move == 321)
    #expect(await model.stand == 0)
  }

  @Test("the manager of a workout shows heart rates that another program saves, and the workout has zones")
  func manager() async throws {
    let scratch = try ScratchStore()
    let store = try open(scratch)
    let manager = WorkoutManager(store: store)
    try await manager.start(.running, at: Self.noon - 600)
    let other = scratch.opened(by: "strap", .allowAll)
    for (seconds, rate) in [(10.0, 120.0), (40, 160)] {
      try await other.save(
        quantity(.heartRate, rate, .count().unitDivided(by: .minute()), at: Self.noon - 600 + seconds, seconds: 0))
      while manager.heartRate != rate { await Task.yield() }
    }
    let workout = try #require(try await manager.finish(at: Self.noon))
    #expect(minutesInZones(of: workout) == [0, 0.5, 0, 1, 0])
  }

  @Test("a test or a service uses a store of its own without being asked")
  func ownStore() async throws {
    let scratch = try ScratchStore()
    let client = HKHealthStore.Client(bundleIdentifier: "org.example.service", name: "Service")
    let store = privateStore(in: URL(filePath: scratch.directory), for: client)
    let sample = quantity(.stepCount, 5, .count())
    try await store.save(sample)
    let all = HKSampleQueryDescriptor(predicates: [.quantitySample(type: sample.quantityType)], sortDescriptors: [])
    #expect(try await all.result(for: store).map(\.sourceRevision.source.bundleIdentifier) == ["org.example.service"])
    #expect(FileManager.default.fileExists(atPath: scratch.path))
  }

  @Test("the first program prints the rings of the user's own store")
  func first() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      setsid()
      let scratch = try ScratchStore()
      setenv("RINGTOP_STORE", scratch.path, 1)
      let keeper = scratch.opened(.owner)
      try keeper.connection.writing(homeZone: "GMT")
      let sample = HKQuantitySample(
        type: HKQuantityType(.activeEnergyBurned), quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 321),
        start: Date().addingTimeInterval(-1), end: Date().addingTimeInterval(-1))
      try await keeper.save(sample)
      let client = HKHealthStore.Client.running.bundleIdentifier
      try keeper.connection.changing().decide([
        Permission(client: client, type: TypeIdentifier.activitySummary, read: .granted)
      ])
      try await firstProgram()
    }
    let printed = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(printed.contains("321 of 500 kcal\n"))
  }

  @Test("summaries of a week, through the closure and the async API")
  func summaries() async throws {
    let scratch = try ScratchStore()
    let store = try open(scratch)
    try store.connection.writing().setGoal(600, for: .move, from: #require(Day(year: 2026, month: 1, day: 1)))
    try await store.save([
      quantity(.activeEnergyBurned, 500, .kilocalorie()),
      quantity(.activeEnergyBurned, 400, .kilocalorie(), at: Self.noon.addingTimeInterval(-86_400)),
    ])
    let week = try await week(before: Self.noon, in: store)
    #expect(week.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) }.suffix(2) == [400, 500])
    let lines = await withCheckedContinuation { continuation in
      printMoveGoals(of: store) { continuation.resume(returning: $0) }
    }
    #expect(lines.suffix(2) == ["2026-11-12: 600.0", "2026-11-13: 600.0"])
  }

  @Test("samples are saved, queried, and summed by day")
  func samples() async throws {
    let scratch = try ScratchStore()
    let store = try open(scratch)
    try await drink(250, at: Self.noon, in: store)
    let water = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: HKQuantityType(.dietaryWater))], sortDescriptors: []
    ).result(for: store)
    #expect(water.map { $0.quantity.doubleValue(for: .liter()) } == [0.25])
    let perMinute = HKUnit.count().unitDivided(by: .minute())
    try await store.save(
      (0..<3).map {
        quantity(.heartRate, 60 + Double($0), perMinute, at: Self.noon.addingTimeInterval(Double($0) * 60))
      })
    #expect(try await latestHeartRates(2, in: store) == [62, 61])

    let (core, awake) = (HKCategoryValueSleepAnalysis.asleepCore, HKCategoryValueSleepAnalysis.awake)
    try await store.save(
      [core, awake].map {
        HKCategorySample(
          type: HKCategoryType(.sleepAnalysis), value: $0.rawValue, start: Self.noon,
          end: Self.noon.addingTimeInterval(600))
      })
    let found = await withCheckedContinuation { continuation in
      nights(from: Self.noon, to: Self.noon.addingTimeInterval(60), in: store) {
        continuation.resume(returning: $0)
      }
    }
    #expect(found.map(\.value) == [core.rawValue])

    try await store.save([
      quantity(.stepCount, 100, .count()),
      quantity(.stepCount, 40, .count(), at: Self.noon.addingTimeInterval(86_400)),
    ])
    #expect(try await stepsByDay(from: Self.noon, days: 3, in: store) == [100, 40, 0])
  }

  @Test("a blood pressure is saved in full and found by its members")
  func correlations() async throws {
    let scratch = try ScratchStore()
    let store = try open(scratch)
    try await saveBloodPressure(systolic: 118, diastolic: 76, at: Self.noon, in: store)
    try await saveBloodPressure(systolic: 151, diastolic: 95, at: Self.noon, in: store)
    let high = await withCheckedContinuation { continuation in
      highBloodPressures(in: store) { continuation.resume(returning: $0) }
    }
    #expect(high == [151])
  }

  @Test("changes of rings and stand hours are reported")
  func rings() async throws {
    let scratch = try ScratchStore()
    let store = try open(scratch)
    let other = try open(scratch)
    let (shown, show) = AsyncStream.makeStream(of: [Double].self)
    let rings = followRings(of: store) { summaries in
      show.yield(summaries.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) })
    }
    var pictures = shown.makeAsyncIterator()
    _ = await pictures.next()
    try await other.save(quantity(.activeEnergyBurned, 123, .kilocalorie()))
    #expect(await pictures.next() == [123])
    store.stop(rings)

    let (hours, hour) = AsyncStream.makeStream(of: Void.self)
    let observer = observeStandHours(in: store) { hour.yield() }
    var changes = hours.makeAsyncIterator()
    await changes.next()
    try await other.save(
      HKCategorySample(
        type: HKCategoryType(.appleStandHour), value: HKCategoryValueAppleStandHour.stood.rawValue, start: Self.noon,
        end: Self.noon.addingTimeInterval(3_600)))
    #expect(await changes.next() != nil)
    store.stop(observer)
  }

  @Test("changes are read up to an anchor, and sums are queried concurrently")
  func concurrency() async throws {
    let scratch = try ScratchStore()
    let store = try open(scratch)
    try await store.save(quantity(.stepCount, 60, .count()))
    async let anchor = followSteps(in: store, from: nil, until: 100)
    try await open(scratch).save([
      quantity(.stepCount, 40, .count(), at: Self.noon.addingTimeInterval(120)),
      quantity(.distanceWalkingRunning, 70, .meter()),
    ])
    let rest = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: HKQuantityType(.stepCount))], anchor: try await anchor
    ).result(for: store)
    #expect(rest.addedSamples.isEmpty)
    let sums = try await stepsAndDistance(in: store)
    #expect(sums.steps == 100)
    #expect(sums.meters == 70)
  }

  @Test("a document is attached to a prescription and read back")
  func attachments() async throws {
    let scratch = try ScratchStore()
    let store = try open(scratch)
    let prescription = HKVisionPrescription(
      type: .glasses, dateIssued: Self.noon, expirationDate: nil, device: nil, metadata: nil)
    try await store.save(prescription)
    let file = URL(filePath: scratch.directory + "/paper.pdf")
    try Data("paper".utf8).write(to: file)
    try await attachPaper(file, to: prescription, in: store)
    #expect(try await papers(of: prescription, in: store) == ["Prescription": Data("paper".utf8)])
    #expect(try await missedDoses(since: Self.noon, in: store).isEmpty)
  }

  @Test("a workout is observed, saved, and has its effort score")
  func workouts() async throws {
    let scratch = try ScratchStore()
    let store = try open(scratch)
    for (effort, hours) in [(7.0, 0.0), (3, 2)] {
      let start = Self.noon.addingTimeInterval(hours * 3_600)
      let builder = try await startRun(in: store, at: start)
      let workout = try await finish(builder, at: start.addingTimeInterval(600), effort: effort, in: store)
      #expect(workout?.duration == 600)
    }
    #expect(try await hardestWorkout(in: store)?.startDate == Self.noon)
  }

  @Test("a custom delegate answers without a terminal")
  func consent() async throws {
    let scratch = try ScratchStore()
    let store = storeForReaders(at: scratch.path)
    let steps = HKQuantityType(.stepCount)
    try await store.requestAuthorization(toShare: [steps], read: [steps])
    #expect(store.authorizationStatus(for: steps) == .sharingDenied)
    #expect(try store.connection.reading().permissions().map(\.read) == [.granted])
  }
}
