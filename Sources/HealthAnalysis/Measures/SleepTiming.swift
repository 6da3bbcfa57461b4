import FoundationEssentials
package import HealthModel

/// A night for the measures of sleep, in the user's local time.
package struct TimedNight: Hashable, Sendable {
  /// The day of waking up.
  package var day: Day
  /// The local time in the middle between falling asleep and waking up, in minutes after the midnight of that day; negative
  /// before it.
  package var midsleep: Double
  /// Seconds.
  package var asleep: Double
  /// Whether nothing had to be done the next morning: by default, nights that end on Saturday or Sunday.
  package var isFree: Bool

  package init(day: Day, midsleep: Double, asleep: Double, isFree: Bool? = nil) {
    self.day = day
    self.midsleep = midsleep
    self.asleep = asleep
    self.isFree = isFree ?? (day.isoWeekday >= 6)
  }

  /// A value of the night in an explanation.
  fileprivate func input(_ name: String, _ value: (Self) -> Double, _ unit: String) -> MeasureInput {
    MeasureInput(name, value(self), unit, origin: day.description)
  }
}

/// When a person sleeps.
package enum SleepTiming {
  /// The mean and the standard deviation of times of day.
  package struct Midsleep: Hashable, Sendable {
    /// Minutes after midnight.
    package var mean: Double
    /// Minutes.
    package var deviation: Double
  }

  /// The fewest nights for midsleep, and for debt out of 14.
  package static let fewestNights = 7
  package static let fewestOfDebt = 10
  package static let debtNights = 14
  /// The fewest nights before work and before free days for social jet lag and for the own need of sleep.
  package static let fewestWorkNights = 5
  package static let fewestFreeNights = 4

  /// The mean middle of sleep and its deviation (Roenneberg et al. 2003).
  package static func midsleep(_ nights: [TimedNight]) -> Measure<Midsleep> {
    let times = nights.map(\.midsleep).filter(\.isFinite)
    guard times.count >= fewestNights, let mean = Statistics.mean(times), let deviation = Statistics.deviation(times)
    else { return .failure(.tooFew(.night, needed: fewestNights, has: times.count)) }
    return .success(
      Measured(
        Midsleep(mean: mean, deviation: deviation), .midsleep, nights.map { $0.input("midsleep", \.midsleep, "min") },
        coverage: MeasureCoverage(times.count, of: times.count, .night)))
  }

  /// How much later the middle of sleep is on free days than on work days, in minutes (Wittmann et al. 2006); negative if
  /// it is earlier. The published measure is its absolute value.
  package static func socialJetLag(_ nights: [TimedNight]) -> Measure<Double> {
    let nights = nights.filter(\.midsleep.isFinite)
    let (free, work) = (nights.filter(\.isFree).map(\.midsleep), nights.filter { !$0.isFree }.map(\.midsleep))
    guard work.count >= fewestWorkNights, let workMean = Statistics.mean(work) else {
      return .failure(.tooFew(.night, needed: fewestWorkNights, has: work.count, of: "before work days"))
    }
    guard free.count >= fewestFreeNights, let freeMean = Statistics.mean(free) else {
      return .failure(.tooFew(.night, needed: fewestFreeNights, has: free.count, of: "before free days"))
    }
    return .success(
      Measured(
        freeMean - workMean, .jetLag,
        [
          MeasureInput("midsleep on free days", freeMean, "min"),
          MeasureInput("midsleep on work days", workMean, "min"),
        ]
          + nights.map {
            $0.input($0.isFree ? "midsleep before a free day" : "midsleep before a work day", \.midsleep, "min")
          }))
  }

  /// The sleep that is missing after the last 14 nights, in seconds: the sum of need minus sleep over those that were
  /// recorded. Negative if there was more sleep than needed.
  ///
  /// - Parameters:
  ///   - nights: ascending.
  ///   - day: the day of the last night.
  ///   - need: seconds per night; nil for the person's own, the mean of the nights before free days in the last 90 days.
  package static func debt(_ nights: [TimedNight], on day: Day, need: Double? = nil) -> Measure<Double> {
    var inputs: [MeasureInput] = []
    let needed: Double
    if let need {
      guard (3_600...57_600).contains(need) else {
        return .failure(.undefined("the chosen sleep is not 1 to 16 hours"))
      }
      needed = need
      inputs.append(MeasureInput("need", need, "s", origin: "chosen"))
    } else {
      let free = nights.filter { $0.isFree && $0.day <= day && $0.day > day - 90 && $0.asleep.isFinite }
      guard free.count >= fewestFreeNights, let mean = Statistics.mean(free.map(\.asleep)) else {
        return .failure(.tooFew(.night, needed: fewestFreeNights, has: free.count, of: "before free days"))
      }
      needed = mean
      inputs.append(
        MeasureInput("need", mean, "s", origin: "mean of \(MeasureUnit.night.count(free.count)) before free days"))
      inputs += free.map { $0.input("sleep before a free day", \.asleep, "s") }
    }
    let last = nights.filter { $0.day <= day && $0.day > day - debtNights && $0.asleep.isFinite }
    guard last.count >= fewestOfDebt else {
      return .failure(.tooFew(.night, needed: fewestOfDebt, has: last.count, of: "of the last 14"))
    }
    return .success(
      Measured(
        last.reduce(0) { $0 + needed - $1.asleep }, .debt, inputs + last.map { $0.input("sleep", \.asleep, "s") },
        coverage: MeasureCoverage(last.count, of: debtNights, .night)))
  }
}

/// How well a person sleeps in a night.
package struct SleepEfficiency: Hashable, Sendable {
  /// The time asleep divided by the time in bed, from 0 to 1.
  package var efficiency: Double
  /// How often the sleeper was awake between the first and the last sleep, and for how many seconds.
  package var interruptions: Int
  package var awake: Double
}

extension SleepNight {
  /// The efficiency of a night's longest sleep (Reed, Sacco 2016: asleep over in bed), and its interruptions.
  package var efficiency: Measure<SleepEfficiency> {
    let own = ownSpans
    let sleep = own.filter(\.stage.isAsleep)
    guard let first = sleep.first, let last = sleep.last, inBed > 0 else {
      return .failure(.undefined("no sleep was recorded"))
    }
    let waking = own.filter { $0.stage == .awake && $0.start >= first.start && $0.end <= last.end }
    let asleep = asleep ?? 0
    return .success(
      Measured(
        SleepEfficiency(
          efficiency: min(1, asleep / inBed), interruptions: waking.count,
          awake: waking.reduce(0) { $0 + $1.end.timeIntervalSince($1.start) }), .efficiency,
        [MeasureInput("asleep", asleep, "s"), MeasureInput("in bed", inBed, "s")]))
  }
}
