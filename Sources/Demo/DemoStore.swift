package import Foundation
package import HealthDatabase
package import HealthModel
import HealthQueries

/// A store with generated data in a directory of its own, which is removed when the demo ends.
package struct DemoStore {
  package let store: StoreConnection
  /// The last day, which is today.
  package let today: Day
  private let directory: String

  /// The same fictional user at every start.
  private static let seed: UInt64 = 20_261_119

  /// A year and a few weeks: enough for every view.
  package static let weeks = 58

  /// Goals of the user's own: steps of a day, and metres of a week.
  private static let ownGoals: [(String, GoalAmount.Period, Double)] = [
    (TypeIdentifier.stepCount, .day, 6_000), (TypeIdentifier.distanceWalkingRunning, .week, 25_000),
  ]

  /// Generates the weeks before now.
  ///
  /// - Parameter homeZone: the identifier of the user's time zone.
  package init(weeks: Int = DemoStore.weeks, now: Date, homeZone: String) throws {
    directory = NSTemporaryDirectory() + "ringtop-demo-" + UUID().uuidString
    store = StoreConnection(path: directory + "/health.sqlite")
    let writer = try store.writing(homeZone: homeZone)
    today = try writer.day(at: now)
    let days = try writer.intervals(of: (today - (weeks * 7 - 1))...today).map {
      DemoDay(day: $0.day, interval: $0.interval)
    }
    try Self.writeProfile(to: writer, now: now, homeZone: homeZone)
    let generator = DemoGenerator(seed: Self.seed, days: days)
    if let first = days.first?.day {
      // Those of the whole demo, also if only its last weeks are generated.
      let goals = generator.goals(on: today - (Self.weeks * 7 - 1))
      try writer.setGoal(goals.move, for: .move, from: first)
      try writer.setGoal(goals.exercise, for: .exercise, from: first)
      try writer.setGoal(goals.stand, for: .stand, from: first)
      for (type, period, value) in Self.ownGoals {
        guard let amount = GoalAmount(type, period) else { continue }
        try writer.setGoal(value, for: .amount(amount), from: first)
      }
    }
    try writer.save(generator.samples(until: now))
  }

  /// The age and sex, without which loads and percentiles are unknown. Only an export can contain them.
  private static func writeProfile(to writer: Store, now: Date, homeZone: String) throws {
    let session = ImportSession(store: writer, options: ImportOptions(now: now, systemZone: homeZone))
    _ = try session.begin(
      ImportHeader(
        path: "profile", exportDate: now,
        characteristics: [
          "HKCharacteristicTypeIdentifierDateOfBirth": "1991-05-14",
          "HKCharacteristicTypeIdentifierBiologicalSex": "HKBiologicalSexFemale",
        ]))
    try session.finish(complete: true)
  }

  package func remove() {
    try? FileManager.default.removeItem(atPath: directory)
  }
}
