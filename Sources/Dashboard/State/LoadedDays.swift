package import HealthModel

/// The days that have been read, and which are on their way.
///
/// Summaries are asked for by weeks, because a week is what a screen shows. A week that the store has changed since is
/// still shown, and read again when it is next needed; so a step never waits, and one query at most is under way for
/// any week however often the store changes.
package struct LoadedDays: Hashable, Sendable {
  /// How far the reading of a week or of a day's activity has come.
  enum Reading: Hashable, Sendable {
    case asked
    /// Asked, and the store has changed since: the answer may already be old.
    case askedAndOutdated
    case fresh
    case outdated
    case failed

    var isWanted: Bool { self == .outdated }

    /// After a change of the store.
    var outdatedByChange: Reading {
      switch self {
      case .asked, .askedAndOutdated: .askedAndOutdated
      case .fresh, .outdated, .failed: .outdated
      }
    }

    /// After an answer.
    var answered: Reading {
      self == .askedAndOutdated ? .outdated : .fresh
    }
  }

  /// The weekday that begins a week by ISO 8601: Monday is 1, Sunday is 7.
  package let weekStart: Int

  private var summaries: [Day: DaySummary] = [:]
  /// Whether nothing but Move is known of anybody's day: the wearer has no watch, and one ring.
  private(set) var knowOnlyMove = false
  private var known: Set<Day> = []
  private var weeks: [Day: Reading] = [:]
  private var activities: [Day: DayActivity] = [:]
  private var activityReadings: [Day: Reading] = [:]

  package init(weekStart: Int = 1) {
    self.weekStart = (1...7).contains(weekStart) ? weekStart : 1
  }

  /// The first day of the week that holds the day.
  package func week(of day: Day) -> Day {
    day - (day.isoWeekday - weekStart + 7) % 7
  }

  /// nil where the day is not read yet or has no data; `isKnown` tells which.
  package func summary(of day: Day) -> DaySummary? {
    knowOnlyMove ? summaries[day]?.moveOnly : summaries[day]
  }

  /// True once the day has been read, also where nothing was found.
  package func isKnown(_ day: Day) -> Bool {
    known.contains(day)
  }

  package func activity(of day: Day) -> DayActivity? {
    activities[day]
  }
}

extension LoadedDays {
  /// Takes in an answer: days of the range without a summary have no data.
  package mutating func add(_ loaded: [DaySummary], days: ClosedRange<Day>) {
    for day in days { summaries[day] = nil }
    for summary in loaded {
      summaries[summary.day] = summary
      known.insert(summary.day)
    }
    known.formUnion(days)
    knowOnlyMove = summaries.values.knowOnlyMove
    settle(days) { $0.answered }
  }

  mutating func add(_ activity: DayActivity) {
    activities[activity.day] = activity
    activityReadings[activity.day] = activityReadings[activity.day]?.answered ?? .fresh
  }

  mutating func markFailed(_ days: ClosedRange<Day>) {
    settle(days) { _ in .failed }
    for day in days where activityReadings[day] == .asked { activityReadings[day] = .failed }
  }

  /// Everything read on these days, or on any where nil, is to be read again when it is next needed.
  mutating func markOutdated(_ days: ClosedRange<Day>?) {
    for (week, reading) in weeks where days?.overlaps(week...(week + 6)) ?? true {
      weeks[week] = reading.outdatedByChange
    }
    for (day, reading) in activityReadings where days?.contains(day) ?? true {
      activityReadings[day] = reading.outdatedByChange
    }
  }

  /// The ranges of days to ask for so that these weeks become current, neighbours as one; they count as asked from now.
  mutating func ask(forWeeks wanted: some Sequence<Day>) -> [ClosedRange<Day>] {
    var ranges: [ClosedRange<Day>] = []
    for week in wanted.sorted() where weeks[week]?.isWanted ?? true {
      weeks[week] = .asked
      if let last = ranges.last, last.upperBound + 1 == week {
        ranges[ranges.count - 1] = last.lowerBound...(week + 6)
      } else {
        ranges.append(week...(week + 6))
      }
    }
    return ranges
  }

  /// True if the day's activity is to be asked for; it counts as asked from now.
  mutating func askForActivity(of day: Day) -> Bool {
    guard activityReadings[day]?.isWanted ?? true else { return false }
    activityReadings[day] = .asked
    return true
  }

  /// Weeks that lie wholly in the range change their reading; a part of a week does not make the whole current.
  private mutating func settle(_ days: ClosedRange<Day>, _ change: (Reading) -> Reading) {
    var week = week(of: days.lowerBound)
    if week < days.lowerBound { week = week + 7 }
    while week + 6 <= days.upperBound {
      weeks[week] = change(weeks[week] ?? .asked)
      week = week + 7
    }
  }
}
