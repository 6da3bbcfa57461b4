package import HealthModel

/// The sex on which a formula depends.
package enum BiologicalSex: String, Hashable, Sendable {
  case female, male
  /// Not set, or other: formulas that differ give both results.
  case unknown
}

/// What is known about a person's heart on a day: the limits between which heart rates are compared.
package struct HeartRateProfile: Hashable, Sendable {
  package var sex: BiologicalSex
  /// Beats per minute.
  package var resting: Measure<Double>
  /// Beats per minute.
  package var maximum: Measure<Double>
  /// The zones of the user's own limits; nil to derive them from the reserve.
  package var chosenZones: HeartRateZones?

  package init(
    sex: BiologicalSex = .unknown, resting: Measure<Double> = .failure(.unknown(.resting)),
    maximum: Measure<Double> = .failure(.unknown(.maximum)), chosenZones: HeartRateZones? = nil
  ) {
    self.sex = sex
    self.resting = resting
    self.maximum = maximum
    self.chosenZones = chosenZones
  }

  /// A profile with limits chosen by the user.
  package init(sex: BiologicalSex, resting: Double, maximum: Double) {
    self.init(
      sex: sex, resting: .success(Measured(resting, .restingChosen)),
      maximum: .success(Measured(maximum, .maximumChosen)))
  }

  /// The least difference between the maximum and the resting rate with which a reserve makes sense.
  package static let leastReserve = 20.0

  /// The range from the resting to the maximum rate.
  package var reserve: Result<ClosedRange<Double>, MissingReason> {
    resting.flatMap { low in
      maximum.flatMap { high in
        guard low.value.isFinite, high.value.isFinite, high.value - low.value >= Self.leastReserve else {
          return .failure(
            .undefined("the maximum heart rate is not \(Int(Self.leastReserve)) bpm above the resting one"))
        }
        return .success(low.value...high.value)
      }
    }
  }

  /// The user's own zones, else those of the heart rate reserve.
  package var zones: Result<HeartRateZones, MissingReason> {
    chosenZones.map(Result.success) ?? reserve.map(HeartRateZones.init(reserve:))
  }

  /// The resting and the maximum rate, and where they come from.
  var inputs: [MeasureInput] {
    [("resting heart rate", resting), ("maximum heart rate", maximum)].compactMap { name, measure in
      guard case .success(let found) = measure else { return nil }
      return MeasureInput(name, found.value, "count/min", origin: found.origin)
    }
  }
}

extension Measured<Double> {
  /// Where a limit of the heart comes from: `median of 21 of 28 days`; `208 - 0.7 × age`
  var origin: String {
    switch formula {
    case .restingMedian: "median of \(coverage?.description ?? "28 days")"
    case .maximumTanaka: "208 - 0.7 \u{D7} age"
    case .maximumObserved: "measured on two days of a year"
    default: "chosen"
    }
  }
}

/// The heart's limits over the years, from what a store holds.
///
/// - The resting rate of a day is the median of the stored resting rates of the 28 days that end on it: one night of
///   fever or one wrong value does not move it. Without any, it is unknown.
/// - The maximum rate is 208 - 0.7 x age (Tanaka 2001), or, if that is higher, the second highest of the daily maxima of
///   the 365 days that end on the day. The highest alone may be a wrong measurement; rates above 220 are not counted at
///   all. Measured rates alone do not suffice: most people never reach their maximum. So without an age it is unknown.
/// - What the user has chosen takes precedence over both.
package struct HeartRateHistory: Hashable, Sendable {
  package var sex: BiologicalSex
  /// The date of birth.
  package var birth: Day?
  /// The mean resting rate and the highest rate of each day with data.
  package var resting: [Day: Double]
  package var highest: [Day: Double] { didSet { highestCourse = DayCourse(highest) } }
  package var chosen: HeartRateLimits
  private var highestCourse: DayCourse

  package static let restingDays = 28
  package static let maximumDays = 365
  /// Rates that are possible at rest, and at most.
  private static let possibleResting = 25.0...120.0
  private static let highestPossible = 220.0

  package init(
    sex: BiologicalSex = .unknown, birth: Day? = nil, resting: [Day: Double] = [:], highest: [Day: Double] = [:],
    chosen: HeartRateLimits = HeartRateLimits()
  ) {
    self.sex = sex
    self.birth = birth
    self.resting = resting.filter { Self.possibleResting.contains($0.value) }
    self.highest = highest.filter { $0.value <= Self.highestPossible }
    highestCourse = DayCourse(self.highest)
    self.chosen = chosen
  }

  /// In whole years; nil if unknown or not the age of a living person.
  package func age(on day: Day) -> Int? { birth.flatMap { Self.age(born: $0, on: day) } }

  package static func age(born birth: Day, on day: Day) -> Int? {
    let (now, then) = (day.fields, birth.fields)
    let age = now.year - then.year - ((now.month, now.day) < (then.month, then.day) ? 1 : 0)
    return (3...120).contains(age) ? age : nil
  }

  /// - Complexity: O(365).
  package func profile(on day: Day) -> HeartRateProfile {
    HeartRateProfile(
      sex: sex, resting: resting(on: day), maximum: maximum(on: day),
      chosenZones: chosen.zones.flatMap(HeartRateZones.init(lowerBounds:)))
  }

  private func resting(on day: Day) -> Measure<Double> {
    if let own = chosen.resting { return .success(Measured(own, .restingChosen)) }
    let known = (0..<Self.restingDays).compactMap { resting[day - $0] }
    guard let median = Statistics.median(known) else { return .failure(.unknown(.resting)) }
    return .success(
      Measured(median, .restingMedian, coverage: MeasureCoverage(known.count, of: Self.restingDays, .day)))
  }

  private func maximum(on day: Day) -> Measure<Double> {
    if let own = chosen.maximum { return .success(Measured(own, .maximumChosen)) }
    guard let age = age(on: day) else { return .failure(.unknown(.age)) }
    let predicted = HeartRateLimits.expectedMaximum(age: age)
    var top = (first: -Double.infinity, second: -Double.infinity)
    var days = 0
    for rate in highestCourse.values((day - (Self.maximumDays - 1))...day) {
      days += 1
      if rate > top.first { top = (rate, top.first) } else if rate > top.second { top.second = rate }
    }
    let coverage = MeasureCoverage(days, of: Self.maximumDays, .day)
    return .success(
      top.second > predicted
        ? Measured(top.second, .maximumObserved, coverage: coverage)
        : Measured(predicted, .maximumTanaka, [MeasureInput("age", Double(age), "yr")]))
  }
}

/// Values in the order of their days, because looking up each day of a year for each workout takes longer than all else. A
/// sample of a wrong century costs one entry, and not one for each day since.
private struct DayCourse: Hashable {
  private var days: [Day] = []
  private var values: [Double] = []

  init(_ known: [Day: Double]) {
    days = known.keys.sorted()
    values = days.map { known[$0] ?? .nan }
  }

  /// - Complexity: O(log days).
  func values(_ range: ClosedRange<Day>) -> ArraySlice<Double> {
    let low = days.partitioningIndex { $0 >= range.lowerBound }
    return values[low..<max(low, days.partitioningIndex { $0 > range.upperBound })]
  }
}
