import ArgumentParser
import Dashboard
import HealthModel

/// A date on the command line: `2026-11-19`, `yesterday`, `mon`, `-3`.
struct DateArgument: ExpressibleByArgument {
  private let query: DateQuery

  init?(argument: String) {
    guard let query = DateQuery(argument) else { return nil }
    self.query = query
  }

  /// Reads the text of an option.
  ///
  /// - Throws: a usage error with an example of a date.
  static func parse(_ text: String) throws -> DateArgument {
    guard let date = DateArgument(argument: text) else { throw ValidationError(DateQuery.complaint) }
    return date
  }

  /// The day that is meant.
  ///
  /// - Throws: a usage failure where the calendar has no such day.
  func day(today: Day) throws -> Day {
    guard let day = query.day(today: today) else {
      throw Failure(.usage, DateQuery.complaint)
    }
    return day
  }
}

/// A range of days with both ends in it.
struct DateRangeOptions: ParsableArguments {
  // A date may begin with a minus, as -3 does.
  @Option(
    parsing: .unconditional, help: "The first day; default six days before the last.", transform: DateArgument.parse)
  var from: DateArgument?

  @Option(parsing: .unconditional, help: "The last day, in the range; default today.", transform: DateArgument.parse)
  var to: DateArgument?

  /// The days that are meant.
  func days(today: Day) throws -> ClosedRange<Day> {
    let last = try to?.day(today: today) ?? today
    let first = try from?.day(today: today) ?? last - 6
    guard first <= last else {
      throw Failure(.usage, "The first day, \(first), is after the last, \(last).")
    }
    guard last - first < 50_000 else {
      throw Failure(.usage, "The range from \(first) to \(last) is too long; ask for at most 50,000 days.")
    }
    return first...last
  }
}
