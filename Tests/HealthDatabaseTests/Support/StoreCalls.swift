import Foundation
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

/// The calls of a store, by name, as the program makes them.
struct StoreCalls {
  let store: Store

  private static let days = day("2026-02-28")...day("2026-03-08")
  private static let now = date("2026-03-06 12:00")
  private static let types = [
    RingType.stepCount, RingType.activeEnergy, "HKQuantityTypeIdentifierHeartRate", TypeIdentifier.workout,
    TypeIdentifier.electrocardiogram,
  ]
  private static let saved = (0..<4).compactMap { UUID(uuidString: "6E3D1C3A-77B9-4C2C-9C3F-01234567890\($0)") }

  typealias Call = (name: String, body: () throws -> Void)

  var reading: [Call] {
    let view = store.view(.everything)
    let days = Self.days
    var calls: [Call] = [
      ("summaries", { _ = try store.summaries(days) }), ("summary", { _ = try store.summary(at: Self.now) }),
      ("day", { _ = try store.day(at: Self.now) }), ("activities", { _ = try store.activities(Array(days)) }),
      ("audit", { _ = try store.audit(days) }), ("known days", { _ = try store.knownDays(upTo: day("2026-12-31")) }),
      ("zone timeline", { _ = try store.zoneTimeline().interval(of: days.upperBound) }),
      ("home zone", { _ = try store.homeZone() }), ("identity", { _ = try store.identity() }),
      ("sample count", { _ = try store.sampleCount() }), ("version", { _ = try store.version() }),
      ("logged changes", { _ = try store.loggedChanges(after: 0) }),
      ("imports", { for entry in try store.imports() { _ = try store.removals(byImport: entry.id) } }),
      ("characteristics", { _ = try store.characteristics() }), ("permissions", { _ = try store.permissions() }),
      ("deliveries", { _ = try store.deliveries() }), ("facts", { _ = try store.announcedFacts() }),
      ("the log of deliveries", { _ = try store.receivedDeliveries() }),
      ("goal plan", { _ = try store.goalPlan() }), ("goals", { _ = try store.goals(days) }),
      ("goal history", { _ = try store.goalHistory() }), ("edits", { _ = try store.edits() }),
      ("types", { _ = try store.typeOverview() }), ("devices", { _ = try store.deviceNames() }),
      ("plain views", { _ = try store.plainViews() }),
      ("sleep of days", { _ = try store.amounts(TypeIdentifier.sleepAnalysis, days) }),
      ("sleep", { _ = try store.sleep(from: date("2026-03-01 00:00"), to: Self.now) }),
      ("all workouts", { try store.forEachWorkout { _ in } }), ("position", { _ = try view.position() }),
      (
        "workouts",
        {
          for workout in try store.workouts(WorkoutRequest()) {
            _ = try store.workout(row: workout.row)
          }
        }
      ),
      ("export", { try store.read(nil, head: { _ in }, samples: { _, _, _ in }) }),
      (
        "anchored changes",
        { _ = try view.changes(Self.types.map { SampleRequest(type: $0) }, after: StoreAnchor(), limit: nil) }
      ),
      ("memberships", { _ = try view.memberships(of: Array(1...400)) }), ("known", { _ = try view.known(Self.saved) }),
    ]
    for type in Self.types {
      let request = SampleRequest(type: type)
      calls += [
        ("samples of \(type)", { _ = try view.samples([request]) }),
        ("extent of \(type)", { _ = try view.extent(request) }),
        ("sources of \(type)", { _ = try view.sources(request) }),
        ("count of \(type)", { _ = try store.count([request]) }),
        ("source times of \(type)", { _ = try store.sourceTimes(ofType: type) }),
        ("source list of \(type)", { _ = try store.sources(ofType: type) }),
        ("order of \(type)", { _ = try store.effect(ofSourceOrder: ["iPhone"], forType: type) }),
        ("days of \(type)", { _ = try store.dailyStatistics(type, days) }),
        ("latest of \(type)", { _ = try store.latest(type, from: .distantPast, to: Self.now, limit: 5) }),
        (
          "list of \(type)",
          {
            for entry in try store.samples(SampleListRequest(type: type, limit: 5)) {
              _ = try store.sample(row: entry.row)
            }
          }
        ),
        (
          "statistics of \(type)",
          {
            for needsSamples in [false, true] {
              _ = try view.statistics(
                StatisticsRequest(
                  samples: request, buckets: nil, separatesSources: needsSamples, needsSamples: needsSamples))
            }
          }
        ),
      ]
    }
    return calls
  }

  /// In an order in which each finds what it needs.
  var writing: [Call] {
    [
      ("materialize", { try store.materialize() }),
      ("set goals", { _ = try store.change(.setGoals([.move: 470], on: day("2026-03-05")), title: "") }),
      (
        "schedule",
        { _ = try store.change(.schedule([.stand: 9], from: day("2026-03-02"), weekdays: [1, 2]), title: "") }
      ),
      ("pause", { _ = try store.change(.pause(day("2026-03-01")...day("2026-03-03")), title: "") }),
      ("resume", { _ = try store.change(.resume(day("2026-03-02")...day("2026-03-02")), title: "") }),
      ("order sources", { try store.setSourceOrder(["Kim’s Apple Watch"], forType: RingType.stepCount) }),
      ("permit", { _ = try store.revokePermissions(ofClient: "org.example.strides") }),
      ("deliver", { try StoreFixture.deliver(to: store) }),
      ("delete a sample", { _ = try store.delete(sample: Self.saved[0], title: "") }),
      ("undo", { for _ in 0..<3 { _ = try store.undo() } }),
      ("detach", { _ = try store.view(.everything).delete(SampleRequest(type: RingType.activeEnergy)) }),
      ("register", { _ = try store.register(StoreFixture.delivery) }),
      (
        "log a delivery",
        { try store.log(ReceivedDelivery(time: Self.now, sender: "phone", feed: "samples", problem: "No.")) }
      ),
      ("record a fact", { _ = try store.recordFact("1", ofKind: "moveClosed") }),
      ("import", { try FakeExport.random(seed: 78, days: 3).run(into: store) }),
      (
        "set a zone",
        { try store.setHomeZone(HomeZoneChoice(zone: "Asia/Tokyo", reason: .configured)) }
      ),
      ("undo an import", { for entry in try store.imports() { try store.undoImport(entry.id) } }),
      ("delete", { _ = try store.delete([SampleRequest(type: RingType.stepCount)]) }),
    ]
  }
}
