#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The load of a day.
package struct DailyLoad: Hashable, Sendable {
  /// The sum of the known loads; 0 on a day of rest.
  package var load: Double
  /// Workouts whose load is unknown, and workouts with a load of a part of their time.
  package var unknown: Int
  package var partial = 0

  package init(_ load: Double = 0, unknown: Int = 0) {
    self.load = load
    self.unknown = unknown
  }

  /// What the loads of days lack: `2 workouts without a load`, `1 workout measured in part`.
  static func missing(in days: some Collection<DailyLoad>) -> [String] {
    let (unknown, partial) = days.reduce((0, 0)) { ($0.0 + $1.unknown, $0.1 + $1.partial) }
    return (unknown > 0 ? ["\(MeasureUnit.workout.count(unknown)) without a load"] : [])
      + (partial > 0 ? ["\(MeasureUnit.workout.count(partial)) measured in part"] : [])
  }
}

/// Fitness, fatigue and form on a day.
package struct TrainingForm: Hashable, Sendable {
  /// The load per day, weighted with a time constant of 42 days.
  package var fitness: Double
  /// The load per day, weighted with a time constant of 7 days.
  package var fatigue: Double
  /// Fitness minus fatigue at the end of the previous day: the state in which the day began.
  package var form: Double

  package init(fitness: Double, fatigue: Double, form: Double) {
    (self.fitness, self.fatigue, self.form) = (fitness, fatigue, form)
  }

  /// Days.
  package static let fitnessTime = 42
  package static let fatigueTime = 7
  /// The days that a fitness takes into account: what was before them counts for less than 1e-10 of it.
  package static let memory = 1_000
  /// The days before which less than 5 % of a fitness lies: three time constants.
  package static let wholeDays = 126
  /// The greatest part of the workouts of the last 42 days whose load may be unknown.
  package static let mostUnknown = 0.25

  /// The course over consecutive days, by the impulse-response model of Banister and Calvert (1980) in the form in which
  /// both terms are means per day: each is the previous one, moved towards the load of the day by 1 - e^(-1/T).
  ///
  /// - Parameter days: from the first day with data on; the terms begin at 0.
  /// - Returns: for each day; a reason for the first 41 days, in which fitness depends on the unknown time before, and
  ///   where the load of too many workouts is unknown.
  /// - Complexity: O(days).
  package static func course(_ days: [DailyLoad]) -> [Measure<TrainingForm>] {
    let (slow, fast) = (1 - exp(-1 / Double(fitnessTime)), 1 - exp(-1 / Double(fatigueTime)))
    var (fitness, fatigue) = (0.0, 0.0)
    var unknown = 0
    var trained = 0
    return days.indices.map { index in
      let before = (fitness: fitness, fatigue: fatigue)
      let form = fitness - fatigue
      fitness += (days[index].load - fitness) * slow
      fatigue += (days[index].load - fatigue) * fast
      unknown += days[index].unknown
      trained += days[index].load > 0 || days[index].unknown > 0 ? 1 : 0
      if index >= fitnessTime {
        let old = days[index - fitnessTime]
        unknown -= old.unknown
        trained -= old.load > 0 || old.unknown > 0 ? 1 : 0
      }
      guard index + 1 >= fitnessTime else { return .failure(.tooFew(.day, needed: fitnessTime, has: index + 1)) }
      guard Double(unknown) <= mostUnknown * Double(trained) else {
        return .failure(.undefined("the load of \(MeasureUnit.workout.count(unknown)) of the last 42 days is unknown"))
      }
      return .success(
        Measured(
          TrainingForm(fitness: fitness, fatigue: fatigue, form: form), .form,
          [
            MeasureInput("fitness of the day before", before.fitness),
            MeasureInput("fatigue of the day before", before.fatigue),
            MeasureInput("load of the day", days[index].load),
            MeasureInput("workouts with unknown load", Double(unknown)),
          ],
          coverage: MeasureCoverage(min(index + 1, wholeDays), of: wholeDays, .day)))
    }
  }
}

/// How the load of a week compares with that of four weeks.
package struct TrainingBand: Hashable, Sendable {
  /// The load per day of the last 7 days, divided by that of the last 28 days, which include them.
  package var ratio: Double
  package var band: Band

  /// Gabbett (2016) found the fewest injuries from 0.8 to 1.3, and more from 1.5 on. The limit of 0.5 and the words are
  /// this program's; those of Apple's app are not published.
  package enum Band: String, Hashable, Sendable, CaseIterable {
    case wellBelow = "well below"
    case below
    case steady
    case above
    case wellAbove = "well above"

    init(_ ratio: Double) {
      self =
        switch ratio {
        case ..<0.5: .wellBelow
        case ..<0.8: .below
        case ...1.3: .steady
        case ..<1.5: .above
        default: .wellAbove
        }
    }
  }

  /// - Parameter days: consecutive, up to the day; the last 28 count.
  package static func band(_ days: [DailyLoad]) -> Measure<TrainingBand> {
    guard days.count >= 28 else { return .failure(.tooFew(.day, needed: 28, has: days.count)) }
    let month = days.suffix(28)
    let unknown = month.reduce(0) { $0 + $1.unknown }
    let trained = month.count { $0.load > 0 || $0.unknown > 0 }
    guard Double(unknown) <= TrainingForm.mostUnknown * Double(trained) else {
      return .failure(.undefined("the load of \(MeasureUnit.workout.count(unknown)) of the last 28 days is unknown"))
    }
    let chronic = month.reduce(0) { $0 + $1.load } / 28
    guard chronic > 0 else { return .failure(.undefined("there was no load in the last 28 days")) }
    let acute = month.suffix(7).reduce(0) { $0 + $1.load } / 7
    return .success(
      Measured(
        TrainingBand(ratio: acute / chronic, band: Band(acute / chronic)), .band,
        [
          MeasureInput("load per day, 7 days", acute), MeasureInput("load per day, 28 days", chronic),
          MeasureInput("workouts with unknown load", Double(unknown)),
        ]))
  }
}

/// How even a week of training is (Foster 1998).
package struct TrainingMonotony: Hashable, Sendable {
  /// The sum of the week.
  package var load: Double
  /// The mean load of a day divided by the standard deviation of the days.
  package var monotony: Double
  /// The load of the week times the monotony.
  package var strain: Double

  /// - Parameter week: seven consecutive days, those of rest with a load of 0. The deviation has the divisor n - 1.
  package static func week(_ week: some Collection<DailyLoad>) -> Measure<TrainingMonotony> {
    guard week.count >= 7 else { return .failure(.tooFew(.day, needed: 7, has: week.count)) }
    let unknown = week.reduce(0) { $0 + $1.unknown }
    guard unknown == 0 else {
      return .failure(.undefined("the load of \(MeasureUnit.workout.count(unknown)) of the week is unknown"))
    }
    let loads = week.suffix(7).map(\.load)
    guard let mean = Statistics.mean(loads), let deviation = Statistics.deviation(loads), mean > 0 else {
      return .failure(.undefined("there was no load in this week"))
    }
    guard deviation > 1e-9 * mean else { return .failure(.undefined("every day of the week had the same load")) }
    let sum = mean * 7
    return .success(
      Measured(
        TrainingMonotony(load: sum, monotony: mean / deviation, strain: sum * mean / deviation), .monotony,
        [MeasureInput("load per day", mean), MeasureInput("standard deviation", deviation)]))
  }
}
