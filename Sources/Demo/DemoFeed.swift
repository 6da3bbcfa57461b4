package import Foundation
package import HealthDatabase
import HealthModel
import HealthQueries

/// Simulates a watch: writes samples every second or two, so that the rings move.
package struct DemoFeed {
  private let store: StoreConnection
  private let clock: @Sendable () -> Date

  package init(store: StoreConnection, clock: @escaping @Sendable () -> Date) {
    self.store = store
    self.clock = clock
  }

  private static let tables: SampleTables = {
    var tables = SampleTables()
    tables.types = [
      SampleTypeUse(identifier: "HKQuantityTypeIdentifierActiveEnergyBurned", kind: .quantity, unit: "kcal"),
      SampleTypeUse(identifier: "HKQuantityTypeIdentifierAppleExerciseTime", kind: .quantity, unit: "min"),
      SampleTypeUse(identifier: "HKQuantityTypeIdentifierStepCount", kind: .quantity, unit: "count"),
      SampleTypeUse(identifier: "HKQuantityTypeIdentifierDistanceWalkingRunning", kind: .quantity, unit: "m"),
      SampleTypeUse(identifier: "HKCategoryTypeIdentifierAppleStandHour", kind: .category),
    ]
    let device = Device(name: "Watch", manufacturer: "ringtop", model: "Watch", hardwareVersion: "Watch0,0")
    tables.provenances = [Provenance(source: Source(name: "Demo Watch"), device: device)]
    return tables
  }()

  /// Writes until `isOver` returns true, which is checked before each write and while waiting.
  ///
  /// - Parameter wait: waits for this many seconds; returns false to end the feed.
  package func run(wait: (Double) -> Bool) throws {
    var random = SystemRandomNumberGenerator()
    var last = clock()
    var hour: Date?
    while wait(Double.random(in: 1.2...2.2, using: &random)) {
      let now = clock()
      var batch = SampleBatch(tables: Self.tables)
      func add(_ type: Int32, _ value: Double, from start: Date, to end: Date) {
        batch.samples.append(SampleRecord(type: type, provenance: 0, start: start, end: end, value: value))
      }
      let effort = Double.random(in: 0.4...1.6, using: &random)
      add(0, (effort * 60).rounded() / 10, from: last, to: now)
      add(1, (effort * 5).rounded() / 10, from: last, to: now)
      add(2, (effort * 70).rounded(), from: last, to: now)
      add(3, (effort * 52).rounded(), from: last, to: now)
      let today = try store.reading().day(at: now)
      let midnight = try store.reading().intervals(of: today...today)[0].interval.lowerBound
      let begun = midnight.addingTimeInterval((now.timeIntervalSince(midnight) / 3_600).rounded(.down) * 3_600)
      if begun != hour {
        hour = begun
        add(4, 0, from: begun, to: begun.addingTimeInterval(3_600))
      }
      try store.writing().save(batch)
      last = now
    }
  }
}
