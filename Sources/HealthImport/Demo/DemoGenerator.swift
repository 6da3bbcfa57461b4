package import FoundationEssentials
package import HealthModel

/// A day that the demo covers, with its limits where the invented user is.
package struct DemoDay: Hashable, Sendable {
  package var day: Day
  package var interval: Range<Date>

  package init(day: Day, interval: Range<Date>) {
    self.day = day
    self.interval = interval
  }
}

/// The goals of an invented day.
package struct DemoGoals: Hashable, Sendable {
  package var day: Day
  /// Kilocalories.
  package var move: Double
  /// Minutes.
  package var exercise: Double
  /// Hours.
  package var stand: Double
}

/// Makes up believable days of a person with a watch and a phone.
///
/// A day depends on the seed, its date and how long ago it is. So what was generated until one moment, and what comes
/// between that and a later one, together are what would have been generated until the later one: a live demo asks again
/// and again.
package struct DemoGenerator: Sendable {
  private let seed: UInt64
  private let days: [DemoDay]

  /// How many days up to the last one are told minute by minute; those before them by the hour, so that a year of them
  /// is soon stored.
  package static let detailedDays = 70
  /// The time over which the invented user's form changes, in days.
  private static let formDays = 400.0
  /// A night begins no earlier than this before its day, in seconds.
  private static let longestEvening = 21_600.0

  package init(seed: UInt64, days: [DemoDay]) {
    self.seed = seed
    self.days = days
  }

  /// Everything that has ended by `now`; later there is nothing.
  package func samples(until now: Date) -> SampleBatch {
    nextSamples(after: .distantPast, until: now)
  }

  /// What ends after `start` and no later than `end`, in the order of its ends. Indexes mean the same in every batch.
  ///
  /// - Complexity: O(*d*) in the number of days that touch the span, about a thousand samples each.
  package func nextSamples(after start: Date, until end: Date) -> SampleBatch {
    var batch = SampleBatch(tables: DemoTables.tables)
    for (index, day) in days.enumerated()
    where day.interval.lowerBound - Self.longestEvening < end && day.interval.upperBound >= start {
      let script = DemoScript(
        day: day, plan: plan(day.day), goals: goals(on: day.day), seed: seed, isDetailed: isDetailed(day.day),
        form: form(on: day.day), hasNight: index > 0)
      batch.samples += script.samples.filter { $0.end > start && $0.end <= end }
      batch.workouts += script.workouts.filter { $0.sample.end > start && $0.sample.end <= end }
    }
    batch.samples.sort { ($0.end, $0.start, $0.type) < ($1.end, $1.start, $1.type) }
    return batch
  }

  /// The goals of all days.
  package var goals: [DemoGoals] {
    days.map { goals(on: $0.day) }
  }

  /// As on a real watch, the move goal changes from week to week and the others hardly ever.
  private func goals(on day: Day) -> DemoGoals {
    var random = DemoRandom(seed: seed, stream: day.monday.number)
    return DemoGoals(day: day, move: Double(random.integer(48...56) * 10), exercise: 30, stand: 12)
  }

  private func daysAgo(_ day: Day) -> Int { (days.last?.day ?? day) - day }

  private func isDetailed(_ day: Day) -> Bool { daysAgo(day) < Self.detailedDays }

  /// How fit the user is: 0 a long time ago, 1 today. Most of it came in the last months.
  private func form(on day: Day) -> Double {
    let part = min(1, max(0, 1 - Double(daysAgo(day)) / Self.formDays))
    return part * part
  }

  private func plan(_ day: Day) -> DemoPlan {
    // There were good weeks: some, and four in a row.
    if !isDetailed(day) {
      let monday = day.monday
      var random = DemoRandom(seed: seed, stream: -1 - monday.number)
      let weeksAgo = daysAgo(monday) / 7
      if (14...17).contains(weeksAgo) || random.chance(0.22) {
        let kinds = DemoPlan.goodWeek
        return kinds[((day - monday) % kinds.count + kinds.count) % kinds.count]
      }
      // The others were lazier than the last ones are.
      var plan = usualPlan(day)
      plan.move *= 0.72 + 0.2 * form(on: day)
      plan.exercise = plan.exercise * 3 / 4
      return plan
    }
    return usualPlan(day)
  }

  private func usualPlan(_ day: Day) -> DemoPlan {
    // Any seven days in a row show every kind of day; the seed says which comes when.
    var random = DemoRandom(seed: seed, stream: 0)
    let shift = random.integer(0...6)
    let index = (day.number + shift) % DemoPlan.week.count
    return DemoPlan.week[index < 0 ? index + DemoPlan.week.count : index]
  }
}
