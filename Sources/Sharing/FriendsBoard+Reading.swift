import Configuration
package import Foundation
package import HealthAnalysis
package import HealthDatabase
import HealthModel
import HealthQueries
import Processes

/// Reads friends and their last known states.
package struct FriendReader: Sendable {
  private let list: FriendList?
  private let records: FriendRecords

  /// - Parameter variables: the environment; nil for nobody, as beside generated data.
  package init(_ variables: [String: String]?) {
    list = variables.map(FriendList.init)
    records = FriendRecords(variables ?? [:])
  }

  /// The own rings and those of friends, without waiting for any connection.
  ///
  /// - Throws: `Failure` if the list cannot be read; `StoreError`.
  package func board(_ store: Store, at now: Date, weekStart: Int) throws -> FriendsBoard {
    let today = try store.summary(at: now).day
    let week = today.week(startingOn: weekStart)
    let friends = try list?.friends() ?? []
    let starts = friends.flatMap(\.competitionStarts)
    var days = try Self.byDay(store.shownSummaries(week))
    // Of competitions in the past only their own days are needed.
    for start in Set(starts) { try days.merge(Self.byDay(store.shownSummaries(Competition(from: start).days))) { $1 } }
    let me = FriendState(id: "", name: "You", today: today, days: days)
    return FriendsBoard(
      today: today, week: week, me: me,
      friends: try friends.map { friend in
        let record = records.record(of: friend)
        // A damaged record may name any time.
        let since = try record.confirmed.flatMap { SampleBounds.allows($0) ? try store.moment($0) : nil }
        return state(of: friend, record, since: since, today: today) { days[$0] }
      })
  }

  /// A competition leaves out a paused day, also one without data.
  private static func byDay(_ summaries: [DaySummary]) -> [Day: DaySummary] {
    Dictionary(summaries.filter { $0.basis != .none || $0.isPaused }.map { ($0.day, $0) }) { $1 }
  }

  /// - Parameters:
  ///   - since: when the record was confirmed.
  ///   - mine: the own days.
  private func state(
    of friend: Friend, _ record: FriendRecord, since: FriendState.Moment?, today: Day, mine: (Day) -> DaySummary?
  ) -> FriendState {
    let days = Self.byDay(record.summaries.values.shown)
    let competitions = friend.competitionStarts.map {
      Competition(from: $0).standing(
        today: today, otherToday: record.currentDay, mine: mine, theirs: { days[$0] })
    }
    let connection: FriendState.Connection =
      if let problem = record.problem {
        record.isRefused == true
          ? .refused(since: since, reason: problem) : .offline(since: since, reason: problem)
      } else if record.confirmed == nil {
        .offline(since: nil, reason: "\(friend.name) was not read yet.")
      } else {
        .current
      }
    return FriendState(
      id: friend.id, name: friend.name, today: record.currentDay, days: days, connection: connection,
      competitions: competitions)
  }
}

extension Store {
  fileprivate func moment(_ date: Date) throws -> FriendState.Moment {
    let (day, second) = try clock(at: date)
    return FriendState.Moment(date: date, day: day, minuteOfDay: second / 60)
  }
}
