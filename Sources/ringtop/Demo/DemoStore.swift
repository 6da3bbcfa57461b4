import Foundation
import HealthDatabase
import HealthImport
import HealthModel

/// A store with generated data in a directory of its own, which is removed when the demo ends.
struct DemoStore {
  let directory: String
  let store: StoreConnection
  /// The last day, which is today.
  let today: Day

  /// The same fictional user at every start.
  private static let seed: UInt64 = 20_261_119

  /// A year and a few weeks: enough for every view.
  static let weeks = 58

  /// Generates the weeks before now.
  init(weeks: Int = DemoStore.weeks, environment: Environment) throws {
    directory = NSTemporaryDirectory() + "ringtop-demo-" + UUID().uuidString
    store = StoreConnection(path: directory + "/health.sqlite")
    let now = environment.now()
    let writer = try store.writing(homeZone: environment.systemZone)
    today = try writer.day(at: now)
    let days = try writer.intervals(of: (today - (weeks * 7 - 1))...today).map {
      DemoDay(day: $0.day, interval: $0.interval)
    }
    let generator = DemoGenerator(seed: Self.seed, days: days)
    if let goals = generator.goals.first {
      try writer.setGoal(goals.move, for: .move, from: goals.day)
      try writer.setGoal(goals.exercise, for: .exercise, from: goals.day)
      try writer.setGoal(goals.stand, for: .stand, from: goals.day)
    }
    try writer.save(generator.samples(until: now))
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: directory)
  }
}
