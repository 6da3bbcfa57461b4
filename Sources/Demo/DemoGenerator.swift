import FoundationEssentials
import HealthModel

/// A day of the demo, with its limits in the fictional user's time zone.
struct DemoDay: Hashable, Sendable {
  var day: Day
  var interval: Range<Date>
}

/// The goals of a generated day.
struct DemoGoals: Hashable, Sendable {
  var day: Day
  /// Kilocalories.
  var move: Double
  /// Minutes.
  var exercise: Double
  /// Hours.
  var stand: Double
}

/// Generates plausible days of a person with a watch and a phone.
///
/// A day depends on the seed, its date and how long ago it was. So the samples generated up to one moment, together
/// with those between it and a later one, are exactly those that would have been generated up to the later one: a
/// live demo generates repeatedly.
struct DemoGenerator: Sendable {
  private let seed: UInt64
  private let days: [DemoDay]

  /// The number of days at the end that are generated minute by minute; earlier ones by the hour, so that a year of
  /// them is stored quickly.
  static let detailedDays = 70
  /// The time over which the fictional user's fitness changes, in days.
  private static let formDays = 400.0
  /// A night begins at most this long before its day, in seconds.
  private static let longestEvening = 21_600.0

  init(seed: UInt64, days: [DemoDay]) {
    self.seed = seed
    self.days = days
  }

  /// All samples that have ended by `now`; there are no later ones.
  func samples(until now: Date) -> SampleBatch {
    nextSamples(after: .distantPast, until: now)
  }

  /// The samples that end after `start` and no later than `end`, sorted by end. Indexes have the same meaning in
  /// every batch.
  ///
  /// - Complexity: O(*d*) in the number of days that overlap the span, with about a thousand samples each.
  func nextSamples(after start: Date, until end: Date) -> SampleBatch {
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
  var goals: [DemoGoals] {
    days.map { goals(on: $0.day) }
  }

  /// As on a real watch, the move goal changes from week to week and the others rarely.
  func goals(on day: Day) -> DemoGoals {
    var random = DemoRandom(seed: seed, stream: day.monday.number)
    return DemoGoals(day: day, move: Double(random.integer(48...56) * 10), exercise: 30, stand: 12)
  }

  private func daysAgo(_ day: Day) -> Int { (days.last?.day ?? day) - day }

  private func isDetailed(_ day: Day) -> Bool { daysAgo(day) < Self.detailedDays }

  /// The user's fitness: 0 a long time ago, 1 today. Most of the progress is in the last months.
  private func form(on day: Day) -> Double {
    let part = min(1, max(0, 1 - Double(daysAgo(day)) / Self.formDays))
    return part * part
  }

  private func plan(_ day: Day) -> DemoPlan {
    // Some weeks are good, including four in a row.
    if !isDetailed(day) {
      let monday = day.monday
      var random = DemoRandom(seed: seed, stream: -1 - monday.number)
      let weeksAgo = daysAgo(monday) / 7
      if (14...17).contains(weeksAgo) || random.chance(0.22) {
        let kinds = DemoPlan.goodWeek
        return kinds[((day - monday) % kinds.count + kinds.count) % kinds.count]
      }
      // The others are less active than the last ones.
      var plan = usualPlan(day)
      plan.move *= 0.72 + 0.2 * form(on: day)
      plan.exercise = plan.exercise * 3 / 4
      return plan
    }
    return usualPlan(day)
  }

  private func usualPlan(_ day: Day) -> DemoPlan {
    // Any seven consecutive days contain every kind of day; the seed determines the order.
    var random = DemoRandom(seed: seed, stream: 0)
    let shift = random.integer(0...6)
    let index = (day.number + shift) % DemoPlan.week.count
    return DemoPlan.week[index < 0 ? index + DemoPlan.week.count : index]
  }
}
