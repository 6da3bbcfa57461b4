import HealthKit
import Testing

@Suite("Code in the shapes of apps")
@MainActor
struct ShapeTests {
  private nonisolated static let noon = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private func withStore(_ body: (HKHealthStore) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "healthkit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = HKHealthStore.Configuration(
      path: folder.appending(path: "health.sqlite").path, authorization: .allowAll)
    configuration.now = { Self.noon }
    try await body(HKHealthStore(configuration: configuration))
  }

  private func quantity(
    _ identifier: HKQuantityTypeIdentifier, _ value: Double, _ unit: HKUnit, after seconds: TimeInterval
  ) -> HKQuantitySample {
    let date = Self.noon.addingTimeInterval(seconds)
    return HKQuantitySample(
      type: HKQuantityType(identifier), quantity: HKQuantity(unit: unit, doubleValue: value), start: date, end: date)
  }

  @Test("a chart's model on the main actor")
  func chart() async throws {
    try await withStore { store in
      try await store.save([
        quantity(.stepCount, 10, .count(), after: 0), quantity(.stepCount, 5, .count(), after: 86_400),
      ])
      let model = StepsModel(store: store)
      try await model.load(from: Self.noon, to: Self.noon.addingTimeInterval(2 * 86_400 - 1))
      #expect(model.days.map(\.steps) == [10, 5])
    }
  }

  @Test("a workout's manager on the main actor, with delegates that are not isolated")
  func workout() async throws {
    try await withStore { store in
      let model = SessionModel()
      try await model.start(in: store, at: Self.noon)
      try await model.add([
        quantity(.cyclingPower, 180, .watt(), after: 10), quantity(.cyclingPower, 220, .watt(), after: 30),
      ])
      let workout = try await model.end(at: Self.noon.addingTimeInterval(60))
      let zones = try #require(workout?.zoneGroupsByType?[HKQuantityType(.cyclingPower)])
      #expect(zones.zoneDurations.map(\.duration) == [0, 20, 30, 0])
      #expect(zones.configuration.source == .app)
    }
  }

  @Test("an actor that remembers its anchor")
  func inbox() async throws {
    try await withStore { store in
      let inbox = Inbox(store: store)
      let sample = quantity(.heartRate, 60, .count().unitDivided(by: .minute()), after: 0)
      try await store.save(sample)
      #expect(try await inbox.next(sample.sampleType) == [sample.uuid])
      #expect(try await inbox.next(sample.sampleType).isEmpty)
    }
  }

  @Test("queries with handlers, continued")
  func handlers() async throws {
    try await withStore { store in
      try await store.save(quantity(.bodyMass, 70, .gramUnit(with: .kilo), after: 0))
      let newest = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
      let mass: Double? = try await withCheckedThrowingContinuation { continuation in
        let query = HKSampleQuery(
          sampleType: HKQuantityType(.bodyMass), predicate: nil, limit: 1, sortDescriptors: [newest]
        ) { _, samples, error in
          if let error { return continuation.resume(throwing: error) }
          let sample = samples?.first as? HKQuantitySample
          continuation.resume(returning: sample?.quantity.doubleValue(for: .gramUnit(with: .kilo)))
        }
        store.execute(query)
      }
      #expect(mass == 70)
    }
  }

  @Test("a state of mind, and menopause")
  func values() async throws {
    try await withStore { store in
      let mind = HKStateOfMind(
        date: Self.noon, kind: .momentaryEmotion, valence: 0.5, labels: [.calm], associations: [.friends])
      let state = HKCategorySample(
        type: HKCategoryType(.menopausalState), value: HKCategoryValueMenopausalState.none.rawValue, start: Self.noon,
        end: Self.noon)
      try await store.save([mind, state])
      let minds = HKSampleQueryDescriptor(predicates: [.stateOfMind()], sortDescriptors: [])
      #expect(try await minds.result(for: store).first?.labels == [.calm])
    }
  }

  @Test("a companion of a watch follows states, and mirroring fails because there is no watch")
  func companion() async throws {
    try await withStore { store in
      let model = CompanionModel(store: store)
      model.awaitSessions()
      let configuration = HKWorkoutConfiguration()
      configuration.activityType = .running
      let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
      model.follow(session)
      #expect(!model.isConnected)
      session.startActivity(with: Self.noon)
      #expect(await model.nextState() == .running)
      #expect(await model.mirror(session, saying: "hello") == .errorHealthDataUnavailable)
      session.end()
      #expect(await model.nextState() == .ended)
      #expect(model.received == 0)
    }
  }

  @Test("a diary of moods, the latest first")
  func moods() async throws {
    try await withStore { store in
      let diary = MoodDiary(store: store)
      try await diary.add(-0.9, [.drained], at: Self.noon)
      try await diary.add(0.5, [.calm, .content], at: Self.noon.addingTimeInterval(86_400))
      let week = DateInterval(start: Self.noon, duration: 7 * 86_400)
      let moods = try await diary.moods(in: week)
      #expect(moods == [.pleasant, .veryUnpleasant])
      let before = try await diary.moods(in: DateInterval(start: .distantPast, end: Self.noon))
      #expect(before.isEmpty)
    }
  }

  @Test("medications and doses of a store without any")
  func medications() async throws {
    try await withStore { store in
      let cabinet = MedicineCabinet(store: store)
      let names = try await cabinet.names()
      #expect(names.isEmpty)
      let statuses = try await cabinet.logged(0)
      #expect(statuses.isEmpty)
    }
  }
}
