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
  private let friendReader: FriendReader

  /// - Parameter friends: nil for nobody.
  package init(
    store: StoreConnection, now: Date, heartRateLimits: HeartRateLimits = HeartRateLimits(),
    friends: FriendReader? = nil
  ) {
    friendReader = friends ?? FriendReader(nil)
    self.store = store
    self.now = now
    self.heartRateLimits = heartRateLimits
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

extension Day {
  /// The civil day of an instant in a calendar's time zone.
  package init(_ calendar: Calendar, _ instant: Date) {
    let fields = calendar.dateComponents([.year, .month, .day], from: instant)
    self = Day(year: fields.year ?? 2000, month: fields.month ?? 1, day: fields.day ?? 1) ?? Day(number: 0)
  }
}
