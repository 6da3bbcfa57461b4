package import FoundationEssentials
package import HealthModel

/// Formats instants in the user's local time.
package struct LocalClock: Hashable {
  /// Seconds east of UTC.
  let offset: Int
  let formatting: Formatting

  package init(offset: Int, _ formatting: Formatting) {
    self.offset = offset
    self.formatting = formatting
  }

  /// The offset that was in effect when a sample started.
  package init(_ entry: SampleListEntry, _ formatting: Formatting) {
    let local = entry.day.number * 86_400 + entry.secondOfDay
    self.init(offset: local - Int(entry.start.timeIntervalSince1970.rounded(.down)), formatting)
  }

  /// The offset that was in effect when a workout began.
  package init(_ workout: WorkoutSummary, _ formatting: Formatting) {
    let local = workout.day.number * 1_440 + workout.minuteOfDay
    self.init(offset: (local - Int((workout.start.timeIntervalSince1970 / 60).rounded(.down))) * 60, formatting)
  }

  /// `Thursday 19 November 2026, 14:30:05`; without seconds with a 12-hour clock.
  package func text(_ date: Date) -> String {
    let (day, second) = Day.containing(date.timeIntervalSince1970 + Double(offset))
    var time = formatting.time(hour: second / 3_600, minute: second / 60 % 60)
    if !formatting.hasTwelveHours { time += ":" + (second % 60).twoDigits }
    return "\(formatting.longDate(day)), \(time)"
  }
}
