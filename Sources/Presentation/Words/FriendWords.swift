package import HealthAnalysis
import HealthModel

/// The texts for one person on a board of friends.
package struct FriendWords {
  private let state: FriendState
  private let board: FriendsBoard
  private let formatting: Formatting

  package init(_ state: FriendState, on board: FriendsBoard, formatting: Formatting) {
    (self.state, self.board, self.formatting) = (state, board, formatting)
  }

  /// `offline since 14:02`, `offline since 17 Nov`, `offline`, `wrong token since 14:02`; nil for a current state.
  package var offline: String? {
    let (word, since) =
      switch state.connection {
      case .current: ("", FriendState.Moment?.none)
      case .offline(let since, _): ("offline", since)
      case .refused(let since, _): ("wrong token", since)
      }
    guard !word.isEmpty else { return nil }
    return since.map { "\(word) since " + time($0) } ?? word
  }

  /// The day of the rings if it is not the reader's today: `yesterday`, `17 Nov`.
  package var otherDay: String? {
    guard let today = state.today, today != board.today else { return nil }
    let distance = today - board.today
    return distance == -1 ? "yesterday" : distance == 1 ? "tomorrow" : formatting.shortDate(today)
  }

  /// `all closed`, `2 of 3 closed`, `paused`, `no data`.
  package var closed: String {
    if state.summary?.isPaused == true { return "paused" }
    guard let closed = state.closed else { return "no data" }
    return closed.count == closed.of && closed.of > 1 ? "all closed" : "\(closed.count) of \(closed.of) closed"
  }

  /// A time of today, or the date.
  private func time(_ moment: FriendState.Moment) -> String {
    moment.day == board.today
      ? formatting.time(minutes: Double(moment.minuteOfDay)) : formatting.shortDate(moment.day)
  }
}

extension Competition.Standing {
  /// `ahead, 1,240 to 980 points, 3 days left`, `won, 3,800 to 2,950 points`, `competition begins on 23 Nov`.
  ///
  /// - Parameter columns: where the days left have no room, they are omitted.
  package func words(_ formatting: Formatting, within columns: Int = .max) -> String {
    guard hasBegun else { return "competition begins on \(formatting.shortDate(first))" }
    let points = "\(formatting.number(mine)) to \(formatting.number(theirs)) points"
    if isOver {
      let word =
        switch outcome {
        case .ahead: "won"
        case .behind: "lost"
        case .tied: "tied"
        }
      return "\(word), \(points)"
    }
    let left = daysLeft == 0 ? "waiting for the last day" : DayWords.count(daysLeft, "day", "days") + " left"
    let short = "\(outcome.rawValue), \(points)"
    let whole = "\(short), \(left)"
    return whole.count <= columns ? whole : short
  }
}
