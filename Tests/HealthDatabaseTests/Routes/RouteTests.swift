import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("Routes in the store")
struct RouteTests {
  private let start = date("2026-03-02 10:00")

  private func points(_ count: Int, seed: UInt64) -> [RoutePoint] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { index in
      var point = RoutePoint(
        date: start.addingTimeInterval(Double(index) + Double.random(in: 0..<1, using: &random)),
        latitude: Double.random(in: -90...90, using: &random), longitude: Double.random(in: -180...180, using: &random))
      point.altitude = Double.random(in: -10...4_000, using: &random)
      return point
    }
  }

  /// An export of one workout with routes of these points.
  private func export(_ routes: [[RoutePoint]], day: String = "2026-03-05 09:30") -> FakeExport {
    let sample = FakeSample("HKWorkoutTypeIdentifier", 37, from: start, seconds: 1_800)
    var workout = WorkoutRecord.fake(sample)
    workout.routes = routes.map { RouteRecord(sample: workout.sample, path: "/r.gpx", points: RoutePoints($0)) }
    var export = FakeExport(date: date(day))
    export.elements = [.workout(sample, workout)]
    return export
  }

  private func stored(_ store: Store) throws -> [[RoutePoint]] {
    try store.read { db in
      try Int64.fetchAll(
        db,
        sql: """
          SELECT sample.id FROM sample JOIN sample_type ON sample_type.id = type_id
          WHERE identifier = ? ORDER BY sample.id
          """, arguments: [TypeIdentifier.workoutRoute]
      ).map { route in
        var all: [RoutePoint] = []
        try RouteTable.forEachChunk(db, route: route) { all += $0 }
        return all
      }
    }
  }

  @Test("random points are read back unchanged; importing again stores nothing, and undo leaves nothing")
  func roundTrip() throws {
    let test = try TestStore()
    let empty = try test.store.dump(without: ["change", "tombstone", "sample_type", "info"])
    let routes = [points(1_300, seed: 1), points(1, seed: 2), []]
    let first = try export(routes).run(into: test.store)
    #expect(try stored(test.store) == routes)
    #expect(first.counts.routes.stored == 3 && first.counts.routes.storedPoints == 1_301)
    #expect(try test.store.strayRows() == [])
    let before = try test.store.dump()
    let again = try export(routes).run(into: test.store)
    #expect(again.counts.routes.alreadyPresent == 3 && again.counts.routes.stored == 0)
    #expect(again.outcome.importID == nil && again.outcome.missing == 0)
    #expect(try test.store.dump() == before)
    #expect(try StoreCheck.run(path: test.path, repairs: false).findings == [])
    try test.store.undoImport(try #require(first.outcome.importID))
    #expect(try test.store.dump(without: ["change", "tombstone", "sample_type", "info"]) == empty)
  }

  @Test("a later import adds routes and points that an earlier one lacked, and undoing it removes them")
  func later() throws {
    let test = try TestStore()
    try export([[]]).run(into: test.store)
    let before = try test.store.dump(without: ["change", "tombstone", "sample_type"])
    let full = [points(600, seed: 3), points(20, seed: 4)]
    let change = try test.store.read { try Change.latestID($0) }
    let second = try export(full, day: "2026-03-06 09:30").run(into: test.store)
    #expect(second.counts.stored == 1)
    #expect(second.counts.routes.stored == 1 && second.counts.routes.alreadyPresent == 1)
    #expect(second.counts.routes.storedPoints == 620)
    #expect(try stored(test.store) == full)
    #expect(try test.store.read { try Change.latestID($0) } > change)
    #expect(try test.store.strayRows() == [])
    try test.store.undoImport(try #require(second.outcome.importID))
    #expect(try test.store.dump(without: ["change", "tombstone", "sample_type"]) == before)
    #expect(try stored(test.store) == [[]])
  }

  @Test("a complete file replaces the part of it that could be read before, and never the reverse")
  func whole() throws {
    let test = try TestStore()
    let points = points(600, seed: 8)
    try export([Array(points[..<10])]).run(into: test.store)
    let second = try export([points], day: "2026-03-06 09:30").run(into: test.store)
    #expect(second.counts.routes.storedPoints == 590 && second.counts.routes.alreadyPresentPoints == 10)
    #expect(try stored(test.store) == [points])
    let third = try export([Array(points[..<20])], day: "2026-03-07 09:30").run(into: test.store)
    #expect(third.counts.routes.storedPoints == 0 && third.counts.routes.alreadyPresentPoints == 20)
    #expect(try stored(test.store) == [points])
    #expect(try test.store.strayRows() == [])
    // The part is not stored any more, and without the rest the route would be empty.
    try test.store.undoImport(try #require(second.outcome.importID))
    #expect(try stored(test.store) == [points])
  }

  @Test("the points of a route or a workout that is refused are counted as refused")
  func refused() throws {
    let test = try TestStore()
    var hostile = export([points(7, seed: 9)])
    guard case .workout(var sample, let workout) = hostile.elements[0] else { return }
    sample.start = .distantPast
    hostile.elements = [.workout(sample, workout)]
    let first = try hostile.run(into: test.store)
    #expect(first.counts.routes.refusedPoints == 7 && first.counts.routes.storedPoints == 0)
    #expect(try test.store.sampleCount() == 0)
  }

  @Test("deleting a workout deletes its routes, except those that another workout shares")
  func deletion() throws {
    let test = try TestStore()
    try export([points(700, seed: 5), points(3, seed: 6)]).run(into: test.store)
    let other = FakeSample("HKWorkoutTypeIdentifier", 37, from: start.addingTimeInterval(7_200), seconds: 60)
    var workout = WorkoutRecord.fake(other)
    workout.routes = []
    var more = FakeExport(date: date("2026-03-05 09:31"))
    more.elements = [.workout(other, workout)]
    try more.run(into: test.store)
    let (first, routes, second) = try test.store.read { db in
      let workouts = try Int64.fetchAll(db, sql: "SELECT sample_id FROM workout ORDER BY 1")
      return (workouts[0], try Int64.fetchAll(db, sql: "SELECT sample_id FROM route ORDER BY 1"), workouts[1])
    }
    try test.store.write { db in
      try SampleWriter.add(db, routes[1], toWorkout: second)
      #expect(try SampleDeleter.delete(db, rows: [first]) == 1)
    }
    #expect(try stored(test.store).map(\.count) == [3])
    #expect(try test.store.count("route_chunk") == 1)
    #expect(try test.store.strayRows() == [])
    try test.store.write { _ = try SampleDeleter.delete($0, rows: [second]) }
    #expect(try stored(test.store) == [])
    #expect(try test.store.strayRows() == [])
  }

  @Test("a route with damaged bytes is an error, not a different route")
  func damage() throws {
    let test = try TestStore()
    try export([points(10, seed: 7)]).run(into: test.store)
    try test.store.write { try $0.execute(sql: "UPDATE route_chunk SET content = substr(content, 1, 40)") }
    #expect(storeErrorCode { try stored(test.store) } == .damaged)
  }

  @Test("the points of a route are found by an index")
  func plan() throws {
    let test = try TestStore()
    let plan = try test.store.read { db in
      try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN SELECT content FROM route_chunk WHERE route_id = ? ORDER BY id", arguments: [1]
      ).map { $0["detail"] as String }
    }
    #expect(plan.allSatisfy { $0.contains("USING INDEX route_chunk_by_route") }, "\(plan)")
  }
}
