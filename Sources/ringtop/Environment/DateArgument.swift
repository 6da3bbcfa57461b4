import ArgumentParser
import HealthModel
import Presentation
import Processes

/// A date on the command line, parsed by `DateQuery`.
struct DateArgument: ExpressibleByArgument {
  private let text: String
  private let query: DateQuery

  init?(argument: String) {
    guard let query = DateQuery(argument) else { return nil }
    text = argument
    self.query = query
  }

  /// Parses the text of an option.
  ///
  /// - Throws: a usage error with examples of dates.
  static func parse(_ text: String) throws -> DateArgument {
    guard let date = DateArgument(argument: text) else { throw ValidationError(DateQuery.errorMessage) }
    return date
  }

  /// The range of days: a single day, or all days of a month or a year.
  ///
  /// - Throws: a usage error if the calendar has no such day.
  func days(_ context: DateContext) throws -> ClosedRange<Day> {
    guard let days = query.days(in: context) else { throw Failure(.usage, Self.errorMessage(text)) }
    return days
  }

  /// The day; for a month or a year its first day.
  func day(_ context: DateContext) throws -> Day {
    try days(context).lowerBound
  }

  private static func errorMessage(_ text: String) -> String {
    // Long input is not repeated in the error.
    text.count <= 40
      ? "\"\(text)\": " + DateQuery.errorMessage.prefix(1).lowercased() + DateQuery.errorMessage.dropFirst()
      : DateQuery.errorMessage
  }
}

/// A range of days, including both ends.
struct DateRangeOptions: ParsableArguments {
  // A date may begin with a minus, such as -3.
  @Option(
    parsing: .unconditional, help: "The first day; default six days before the last.", completion: .days,
    transform: DateArgument.parse)
  var from: DateArgument?

  @Option(
    parsing: .unconditional, help: "The last day, inclusive; default today.", completion: .days,
    transform: DateArgument.parse)
  var to: DateArgument?

  /// The range of days. `--from 2026-10 --to 2026-11` is two months.
  func days(_ context: DateContext) throws -> ClosedRange<Day> {
    var last = context.today
    if let to {
      let days = try to.days(context)
      // The current month ends today.
      last = days.count > 1 && days.contains(context.today) ? context.today : days.upperBound
    }
    let first = try from?.day(context) ?? last - 6
    guard first <= last else {
      throw Failure(.usage, "The first day, \(first), is after the last, \(last).")
    }
    guard last - first < 50_000 else {
      throw Failure(.usage, "The range from \(first) to \(last) is too long; the maximum is 50,000 days.")
    }
    return first...last
  }
}
