import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

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

  @Test("samples that a later file ties to a stored workout are a change of the workout's type")
  func tiedLater() throws {
    let test = try TestStore()
    let sample = FakeSample("HKWorkoutTypeIdentifier", 37, from: date("2026-03-02 10:00"), seconds: 1_800)
    let energy = FakeSample.energy(120, at: date("2026-03-02 10:05"))
    func export(_ day: String, naming named: [FakeSample]) -> FakeExport {
      var export = FakeExport(date: date(day))
      var tables = FakeTables()
      var workout = WorkoutRecord(sample: tables.record(sample), duration: 1_800)
      // The tables of the run are made in this order too.
      workout.samples = named.map { tables.record($0) }
      export.elements = [.workout(sample, workout)] + named.map(FakeExport.Element.sample)
      return export
    }
    try export("2026-03-03 00:00", naming: []).run(into: test.store)
    try FakeExport(date: date("2026-03-03 12:00"), [energy]).run(into: test.store)
    let change = try test.store.read { try Change.latestID($0) }
    try export("2026-03-04 00:00", naming: [energy]).run(into: test.store)
    #expect(try test.store.count("workout_sample") == 1)
    let types = try test.store.read {
      try String.fetchAll(
        $0,
        sql: """
          SELECT identifier FROM change_type JOIN sample_type ON sample_type.id = type_id WHERE change_id > ?
          """, arguments: [change])
    }
    #expect(types == ["HKWorkoutTypeIdentifier"])
  }
}
