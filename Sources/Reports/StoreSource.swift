package import Configuration
package import Dashboard
package import Foundation
package import HealthAnalysis
package import HealthDatabase
package import HealthModel
package import Sharing

/// Answers the queries of screens from a store, at a moment.
package struct StoreSource: QuerySource {
  package let store: StoreConnection
  package let now: Date
  package let heartRateLimits: HeartRateLimits
  package let memory: DayMemory?
  private let friendReader: FriendReader

  /// - Parameters:
  ///   - friends: nil for nobody.
  ///   - memory: of all changes of the store since it was filled it must be told.
  package init(
    store: StoreConnection, now: Date, heartRateLimits: HeartRateLimits = HeartRateLimits(),
    friends: FriendReader? = nil, memory: DayMemory? = nil
  ) {
    self.memory = memory
    friendReader = friends ?? FriendReader(nil)
    self.store = store
    self.now = now
    self.heartRateLimits = heartRateLimits
  }

  /// Nobody's friends, and without a memory.
  package init(_ store: StoreConnection, _ environment: Environment) {
    self.init(store: store, now: environment.now(), heartRateLimits: environment.settings.heartRateLimits)
  }

  package func reading() throws -> Store { try store.reading() }

  package func friends(weekStart: Int) throws -> FriendsBoard {
    try friendReader.board(reading(), at: now, weekStart: weekStart)
  }

  package func exports() -> [ExportFile] {
    let calendar = Calendar(identifier: .gregorian)
    return ExportFinder { Day(calendar, $0) }.exports()
  }
}

extension StoreSource {
  /// The nights that end on these days, as the screen and `show --view sleep` have them; days without data are omitted.
  ///
  /// - Complexity: O(k log k) in the sleep samples of these nights.
  package func nights(_ days: ClosedRange<Day>) throws -> [SleepNight] {
    var nights: [SleepNight] = []
    var last = days.upperBound
    while last >= days.lowerBound {
      let found = try SleepQuery(upTo: last).run(in: self).nights.values.map(\.night)
      nights += found.filter { days.contains($0.day) }
      last = last - SleepDays.nights
    }
    return nights.sorted { $0.day < $1.day }
  }
}

extension Day {
  /// The civil day of an instant in a calendar's time zone.
  package init(_ calendar: Calendar, _ instant: Date) {
    let fields = calendar.dateComponents([.year, .month, .day], from: instant)
    self = Day(year: fields.year ?? 2000, month: fields.month ?? 1, day: fields.day ?? 1) ?? Day(number: 0)
  }
}
