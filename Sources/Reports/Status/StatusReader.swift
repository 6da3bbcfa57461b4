package import Foundation
import HealthAnalysis
package import HealthDatabase
import HealthModel
import HealthQueries
package import Presentation
package import Processes
package import Sharing
package import StatusLine

/// Reads the data of a status line.
package struct StatusReader {
  let store: StoreConnection
  /// Counting a streak reads every day of it; lines without a streak avoid this.
  let needsStreak: Bool
  /// Whether the user's own goals are read.
  let needsGoals: Bool
  /// The first weekday by ISO 8601, for goals of weeks.
  let weekStart: Int
  var formatting: Formatting
  /// Why the server with the store cannot be read; nil if it can, or the store is local.
  var problem: @Sendable () -> (kind: StoreProblem, failure: Failure)?
  /// The friends of the line; nil for none.
  var friends: FriendReader?

  package init(
    store: StoreConnection, needsStreak: Bool, needsGoals: Bool = false, weekStart: Int = 1,
    formatting: Formatting = .english, friends: FriendReader? = nil,
    problem: @escaping @Sendable () -> (kind: StoreProblem, failure: Failure)? = { nil }
  ) {
    self.friends = friends
    self.store = store
    (self.needsStreak, self.needsGoals, self.weekStart) = (needsStreak, needsGoals, weekStart)
    self.formatting = formatting
    self.problem = problem
  }

  /// The day's snapshot; if the store cannot be read, it contains a short text instead.
  ///
  /// - Parameter isStrict: whether to throw the store's error.
  package func snapshot(at now: Date, isStrict: Bool) throws -> StatusSnapshot {
    let problem = problem()
    if isStrict, let problem { throw problem.failure }
    var snapshot = try storedSnapshot(at: now, isStrict: isStrict)
    if let problem { snapshot.problem = problem.kind }
    if let friends, snapshot.day != nil {
      do {
        let board = try friends.board(store.reading(), at: now, weekStart: weekStart)
        snapshot.friends = board.friends.map { friend in
          StatusFriend(
            name: friend.name, closed: friend.closed?.count, rings: friend.closed?.of ?? 0,
            isCurrent: friend.connection == .current && friend.today == board.today,
            isPaused: friend.summary?.isPaused == true)
        }
      } catch  where isStrict { throw error } catch {}
    }
    return snapshot
  }

  private func storedSnapshot(at now: Date, isStrict: Bool) throws -> StatusSnapshot {
    do {
      let summary = try store.reading().shownSummary(at: now)
      let hasData = summary.basis != .none
      if !hasData, try store.reading().knownDays(upTo: summary.day) == nil {
        if isStrict { throw Failure(.noInput, "There is no data yet in \(store.path).") }
        return StatusSnapshot(day: summary.day, problem: .empty)
      }
      var snapshot = StatusSnapshot(
        day: summary.day, summary: summary, streak: needsStreak ? try streak(upTo: summary.day) : nil,
        facts: hasData ? [] : formatting.factsWithoutRings(of: try store.reading().activity(summary.day)))
      if needsGoals {
        snapshot.goals = try store.reading().goalProgress(summary.day...summary.day, weekStart: weekStart)
      }
      return snapshot
    } catch let error as StoreError where !isStrict {
      return StatusSnapshot(problem: StoreProblem(error))
    }
  }

  private func streak(upTo today: Day) throws -> Int {
    var known: [Day: DaySummary] = [:]
    var from = today - 34
    var through = today
    while true {
      for summary in try store.reading().summaries(from...through) { known[summary.day] = summary }
      let shown = Dictionary(uniqueKeysWithValues: known.values.shown.map { ($0.day, $0) })
      let streak = StreakLength(upTo: today) { day in
        shown[day].map { StreakDay($0, isOver: day < today) } ?? .unknown
      }
      guard let unknown = streak.unknownFrom, today - unknown < 20_000 else { return streak.days }
      through = unknown
      from = unknown - 364
    }
  }
}

extension StoreProblem {
  /// The problem that an error of the store represents in a status line.
  package init(_ error: any Error) {
    switch (error as? StoreError)?.code {
    case .missing: self = .missing
    case .busy: self = .busy
    case .newerVersion: self = .newer
    default: self = .unreadable
    }
  }
}
