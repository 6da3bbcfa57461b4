import Dashboard
import Foundation
import HealthAnalysis
import HealthModel
import Presentation
import Processes
import Sharing

/// The rings of friends, and the competitions with them.
struct FriendsReport: ViewReport {
  let board: FriendsBoard
  let formatting: Formatting

  init(_ source: ReportSource) throws {
    board = try source.friends(weekStart: source.weekStart)
    formatting = source.formatting
  }

  // MARK: - Plain

  var plain: String? {
    var table = TextTable(
      alignments: [.left] + Ring.allCases.map { _ in .right } + [.left] + board.week.map { _ in .right } + [
        .right, .left,
      ],
      rows: [
        [formatting.longDate(board.today)] + Ring.allCases.map(\.name) + [""]
          + board.week.map { formatting.weekday($0) } + ["Points", ""]
      ])
    for person in board.everybody {
      let words = FriendWords(person, on: board, formatting: formatting)
      let rings = Ring.allCases.map { ring in
        RingWords(ring, of: person.summary, formatting: formatting).percentText ?? "-"
      }
      let days = board.week.map { day in
        person.days[day]?.isPaused == true
          ? "paused" : Competition.points(person.days[day]).map(formatting.number) ?? "-"
      }
      let notes = [words.otherDay, words.offline].compactMap(\.self).joined(separator: ", ")
      table.rows.append(
        [person.name] + rings + [words.closed] + days
          + [person.points(in: board.week).map(formatting.number) ?? "-", notes])
    }
    var lines = table.lines()
    if board.friends.isEmpty { lines += ["", "There are no friends yet; see \"ringtop friends --help\"."] }
    let competitions = board.friends.flatMap { friend in friend.competitions.map { (friend.name, $0) } }
    if !competitions.isEmpty {
      var table = TextTable(alignments: [.left, .left, .left], rows: [["Competitions", "", ""]])
      for (name, standing) in competitions {
        table.rows.append([name, formatting.dates(standing.first...standing.last, true), standing.words(formatting)])
      }
      lines += [""] + table.lines()
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - JSON

  var json: any Encodable {
    JSON(
      today: board.today.description, me: JSON.Person(board.me, board),
      friends: board.friends.map { JSON.Person($0, board) })
  }

  private struct JSON: Encodable {
    let today: String
    let me: Person
    let friends: [Person]

    struct Person: Encodable {
      let name: String
      /// The person's own current day.
      let date: String?
      let summary: SummaryJSON?
      let closed: Int?
      let week: [SummaryJSON]
      let points: Int?
      let isCurrent: Bool
      let since: String?
      let problem: String?
      let competitions: [Standing]

      init(_ person: FriendState, _ board: FriendsBoard) {
        name = person.name
        date = person.today?.description
        summary = person.summary.map(SummaryJSON.init)
        closed = person.closed?.count
        week = board.week.compactMap { person.days[$0].map(SummaryJSON.init) }
        points = person.points(in: board.week)
        competitions = person.competitions.map(Standing.init)
        switch person.connection {
        case .current: (isCurrent, since, problem) = (true, nil, nil)
        case .offline(let moment, let reason), .refused(let moment, let reason):
          (isCurrent, since, problem) = (false, moment?.date.formatted(.iso8601), reason)
        }
      }
    }

    struct Standing: Encodable {
      let from: String
      let to: String
      let isOver: Bool
      let outcome: String
      let points: Int
      let theirs: Int
      let days: [DayPoints]

      init(_ standing: Competition.Standing) {
        (from, to, isOver) = (standing.first.description, standing.last.description, standing.isOver)
        (outcome, points, theirs) = (standing.outcome.rawValue, standing.mine, standing.theirs)
        days = standing.days.map {
          DayPoints(date: $0.day.description, points: $0.mine, theirs: $0.theirs, paused: $0.isPaused)
        }
      }
    }

    struct DayPoints: Encodable {
      let date: String
      let points: Int?
      let theirs: Int?
      let paused: Bool
    }
  }
}
