import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase

@Suite("Workouts in the store")
struct WorkoutTests {
  @Test("a workout is stored with its events, activities, statistics and routes, and they are deleted with it")
  func everything() throws {
    let test = try TestStore()
    let sample = FakeSample("HKWorkoutTypeIdentifier", 37, from: date("2026-03-02 10:00"), seconds: 1_800)
    var export = FakeExport(date: date("2026-03-03 00:00"))
    export.elements = [.workout(sample, .fake(sample))]
    let result = try export.run(into: test.store)
    #expect(result.counts.stored == 2)
    let expected = [
      "workout": 1, "workout_activity": 1, "workout_event": 2, "workout_statistics": 3, "workout_route": 1, "route": 1,
      "route_chunk": 2, "workout_sample": 1,
    ]
    for (table, count) in expected { #expect(try test.store.count(table) == count, "\(table)") }
    try test.store.read { db in
      #expect(try Double.fetchOne(db, sql: "SELECT duration FROM workout") == 1_700.123456789)
      let nested = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM workout_statistics WHERE activity_id = (SELECT id FROM workout_activity)")
      #expect(nested == 1)
      #expect(try Double.fetchOne(db, sql: "SELECT value FROM sample WHERE value IS NOT NULL") == 37)
    }
    let id = try #require(result.outcome.importID)
    #expect(try test.store.undoImport(id) == 2)
    for table in expected.keys { #expect(try test.store.count(table) == 0, "\(table)") }
    // A workout's statistics are part of the workout, never samples that would count in sums.
    #expect(try test.store.activity(day("2026-03-02")).steps == 0)
  }
}
