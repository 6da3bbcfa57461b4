import HealthModel

/// A day and its week in the JSON format for scripts: the day's own keys, and `week` with seven such days.
struct DayJSON: Encodable {
  private let day: SummaryJSON?
  private let week: [SummaryJSON]

  /// - Parameter summaries: the days of the week, the day itself, and any others.
  init(day: Day, week: ClosedRange<Day>, summaries: [DaySummary]) {
    self.day = summaries.first { $0.day == day }.map(SummaryJSON.init)
    self.week = summaries.filter { week.contains($0.day) }.map(SummaryJSON.init)
  }

  private enum Key: String, CodingKey {
    case week
  }

  func encode(to encoder: any Encoder) throws {
    try day?.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(week, forKey: .week)
  }
}
