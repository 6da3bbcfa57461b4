package import FoundationEssentials
package import HealthModel

/// What is known of one person's rings.
package struct FriendState: Hashable, Sendable {
  /// An instant, and what the reader's clock showed then.
  package struct Moment: Hashable, Sendable {
    package let date: Date
    package let day: Day
    package let minuteOfDay: Int

    package init(date: Date, day: Day, minuteOfDay: Int) {
      (self.date, self.day, self.minuteOfDay) = (date, day, minuteOfDay)
    }
  }

  package enum Connection: Hashable, Sendable {
    case current
    /// The last state is of this instant; nil if there never was one. The reason is a sentence.
    case offline(since: Moment?, reason: String)
    /// The same because the server rejects the token.
    case refused(since: Moment?, reason: String)
  }

  /// Identifies the friend, whatever the name; empty for oneself.
  package let id: String
  package let name: String
  /// The person's current day, where they are, in the last known state; nil if there is none.
  package let today: Day?
  package let days: [Day: DaySummary]
  package let connection: Connection
  /// The newest first. None for oneself.
  package let competitions: [Competition.Standing]

  package init(
    id: String, name: String, today: Day?, days: [Day: DaySummary], connection: Connection = .current,
    competitions: [Competition.Standing] = []
  ) {
    (self.id, self.name, self.today, self.days) = (id, name, today, days)
    (self.connection, self.competitions) = (connection, competitions)
  }

  /// The rings of the current day; nil without data.
  package var summary: DaySummary? { today.flatMap { days[$0] } }

  /// How many rings with a goal are closed on the current day, and how many there are; nil without data.
  package var closed: (count: Int, of: Int)? {
    guard let summary else { return nil }
    let rings = Ring.allCases.filter { (summary[$0].goal ?? 0) > 0 && summary[$0].value != nil }
    guard !rings.isEmpty else { return nil }
    return (rings.count { summary[$0].isClosed }, rings.count)
  }

  /// Points of a range of days, of which paused ones give none; nil if none of the others is known.
  package func points(in days: ClosedRange<Day>) -> Int? {
    let known = days.compactMap { self.days[$0] }.filter { !$0.isPaused }.compactMap(Competition.points)
    return known.isEmpty ? nil : known.reduce(0, +)
  }
}

/// One's own rings and those of friends.
package struct FriendsBoard: Hashable, Sendable {
  package let today: Day
  /// The days that are compared.
  package let week: ClosedRange<Day>
  package let me: FriendState
  /// In the order in which they were added.
  package let friends: [FriendState]

  package init(today: Day, week: ClosedRange<Day>, me: FriendState, friends: [FriendState]) {
    (self.today, self.week, self.me, self.friends) = (today, week, me, friends)
  }

  package var everybody: [FriendState] { [me] + friends }
}
