package import HealthModel

extension HealthReader {
  /// The measures of a group on each of several days, in the order of `MeasureName`. What the days have in common is read
  /// once.
  ///
  /// - Parameter weekStart: the first weekday by ISO 8601.
  package func measures(
    of group: MeasureGroup, on days: ClosedRange<Day>, weekStart: Int, _ limits: HeartRateLimits, _ memory: DayMemory
  ) throws -> [[NamedMeasure]] {
    switch group {
    case .training:
      func measures(_ sex: BiologicalSex) throws -> [[NamedMeasure]] {
        let measures = try TrainingMeasures(self, memory, days, weekStart: weekStart, limits, sex: sex)
        return try days.map(measures.measures(on:))
      }
      let sex = try biologicalSex()
      guard sex == .unknown else { return try measures(sex) }
      return try zip(measures(.male), measures(.female)).map { zip($0, $1).map(NamedMeasure.init(men:women:)) }
    case .recovery:
      let measures = try RecoveryMeasures(self, memory, days)
      return days.map(measures.measures(on:))
    case .records: return try RecordMeasures(self, memory, days).all
    }
  }

  /// A measure as the statistics of each day, like those of a type; nil for a day without a value, such as one after the
  /// latest.
  package func dailyMeasures(
    _ name: MeasureName, _ days: ClosedRange<Day>, upTo latest: Day, weekStart: Int, _ limits: HeartRateLimits,
    _ memory: DayMemory
  ) throws -> [BucketStatistics?] {
    var values: [Day: BucketStatistics] = [:]
    guard let known = try self.days(of: name.group, upTo: latest), known.overlaps(days) else {
      return days.map { _ in nil }
    }
    let own = known.clamped(to: days)
    var first = own.lowerBound
    // What many days have in common is read once, and limited in memory.
    while first <= own.upperBound {
      let some = first...min(own.upperBound, first + 365)
      for (day, measures) in zip(some, try measures(of: name.group, on: some, weekStart: weekStart, limits, memory)) {
        guard let value = try? measures.first(where: { $0.name == name })?.measure.get().value else { continue }
        values[day] = BucketStatistics(single: value)
      }
      first = some.upperBound + 1
    }
    return days.map { values[$0] }
  }

  /// The workouts whose loads are added up, each reduced to the time in which no other counts.
  package func counted(_ workouts: [WorkoutSummary]) throws -> [WorkoutSummary] {
    try TrainingLoad.counted(workouts).map { workout, others in
      guard !others.isEmpty, let stored = try self.workout(row: workout.row), stored.time.duration > 0 else {
        return workout
      }
      let time = stored.time.without(others)
      var workout = workout
      workout.rates = HeartRateTimes(stored.rates, in: time)
      let part = time.duration / stored.time.duration
      workout.duration *= part
      workout.energy = workout.energy.map { $0 * part }
      workout.distance = workout.distance.map { $0 * part }
      return workout
    }
  }

  /// The form and the heart rate zones of a year.
  package func trainingYear(
    _ days: ClosedRange<Day>, weekStart: Int, _ limits: HeartRateLimits, _ memory: DayMemory
  ) throws -> TrainingYear {
    try TrainingMeasures(self, memory, days, weekStart: weekStart, limits, sex: biologicalSex()).year(days)
  }
}

extension MeasureGroup {
  /// The types of samples on which the measures of the group depend.
  package var types: Set<String> { Set(MeasureName.allCases.filter { $0.group == self }.flatMap(\.types)) }
}

extension HealthReader {
  /// The first and the last day with a ring or with a sample on which a group of measures depends; nil without any.
  package func days(of group: MeasureGroup, upTo latest: Day) throws -> ClosedRange<Day>? {
    var days = try knownDays(upTo: latest)
    let all = SampleBounds.days.lowerBound...max(SampleBounds.days.lowerBound, latest)
    for type in group.types {
      for isDescending in [false, true] {
        let request = SampleListRequest(type: type, days: all, isDescending: isDescending, limit: 1)
        guard let sample = try samples(request).first else { break }
        // A night belongs to the day on which it ends.
        let day = min(latest, isDescending ? try day(at: sample.end) : sample.day)
        days = days?.union(day...day) ?? day...day
      }
    }
    return days
  }
}

extension HealthReader {
  private func biologicalSex() throws -> BiologicalSex {
    let symbol = try characteristics()["HKCharacteristicTypeIdentifierBiologicalSex"]
    return switch symbol.flatMap(CharacteristicTypeCatalog.biologicalSex.rawValue(forSymbol:)) {
    case 1: .female
    case 2: .male
    default: .unknown
    }
  }

  /// What is known about the heart's limits on the days of a range, with those that the user has set.
  ///
  /// - Complexity: O(days) if totals are stored, otherwise O(samples).
  package func heartRateHistory(
    _ days: ClosedRange<Day>, chosen: HeartRateLimits, _ memory: DayMemory = DayMemory()
  ) throws -> HeartRateHistory {
    func known(before count: Int) throws -> ClosedRange<Day>? {
      guard let known = try self.days(of: .training, upTo: days.upperBound) else { return nil }
      let low = max(known.lowerBound, days.lowerBound - (count - 1))
      return low <= days.upperBound ? low...days.upperBound : nil
    }
    return HeartRateHistory(
      sex: try biologicalSex(),
      birth: try characteristics()["HKCharacteristicTypeIdentifierDateOfBirth"].flatMap(Day.init),
      resting: try known(before: HeartRateHistory.restingDays).map {
        try memory.means("HKQuantityTypeIdentifierRestingHeartRate", on: $0, in: self)
      } ?? [:],
      highest: try known(before: HeartRateHistory.maximumDays).map {
        try memory.maxima(TypeIdentifier.heartRate, on: $0, in: self)
      } ?? [:],
      chosen: chosen)
  }
}

package struct TrainingYear: Hashable, Sendable {
  package struct Week: Hashable, Sendable {
    package let first: Day
    /// Seconds in each heart rate zone; empty without any.
    package let zones: [Double]
  }

  package let days: ClosedRange<Day>
  /// Of each day.
  package let forms: [TrainingForm?]
  package let weeks: [Week]

  package init(days: ClosedRange<Day>, forms: [TrainingForm?], weeks: [(first: Day, zones: [Double])]) {
    self.days = days
    self.forms = forms
    self.weeks = weeks.map { Week(first: $0.first, zones: $0.zones) }
  }
}
