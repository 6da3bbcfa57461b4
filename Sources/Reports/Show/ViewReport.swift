import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import Presentation
import Sharing
import TerminalModel

/// What a view prints besides its screen, with data from a `ReportSource`.
protocol ViewReport {
  /// Text for pipes and people, in aligned columns; nil to draw the screen with characters instead.
  var plain: String? { get throws }
  /// An object, or an array of objects, for scripts: values in HealthKit's units, dates in ISO 8601.
  var json: any Encodable { get throws }
  /// What a picture of the view shows, for those who do not see it.
  var words: [String] { get throws }
}

extension ViewReport {
  /// The lines of the text, without its columns.
  var words: [String] {
    get throws {
      (try plain ?? "").split(separator: "\n").map { line in
        String(line.drop { $0 == " " }).replacing(/\ {2,}/, with: ", ")
      }
    }
  }
}

/// What the data of a report is read from, and how it is written.
struct ReportSource: QuerySource {
  let store: Store
  let day: Day
  let today: Day
  let now: Date
  /// The first and the last day with data up to today.
  let known: ClosedRange<Day>?
  let formatting: Formatting
  /// By ISO 8601: Monday is 1.
  let weekStart: Int
  let heartRateLimits: HeartRateLimits
  /// The goal of the user's own that has a ring.
  var ownRing: GoalAmount?
  let friendReader: FriendReader

  func reading() -> Store { store }
  func exports() -> [ExportFile] { [] }
  func friends(weekStart: Int) throws -> FriendsBoard { try friendReader.board(store, at: now, weekStart: weekStart) }

  var week: ClosedRange<Day> { day.week(startingOn: weekStart) }

  /// The days that the views of a day need: the streak extends back from the day, the week forward from its first day.
  var aroundDay: ClosedRange<Day> { min(week.lowerBound, day - 13 * 7)...max(week.upperBound, day + 41) }

  /// A heading above a table.
  static func lines(_ heading: String, _ table: TextTable) -> String {
    ([heading, ""] + table.lines()).joined(separator: "\n") + "\n"
  }
}

extension CellGrid {
  /// The rows down to the last one with content.
  var withoutBlankEnd: CellGrid {
    var count = size.rows
    while count > 1, row(count - 1).allSatisfy({ $0 == .blank }) { count -= 1 }
    return copy(of: CellRect(column: 0, row: 0, columns: size.columns, rows: count))
  }
}
