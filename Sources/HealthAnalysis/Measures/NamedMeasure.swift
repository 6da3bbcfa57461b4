package import HealthModel

/// A group of measures that are shown together.
package enum MeasureGroup: String, Hashable, Sendable, CaseIterable {
  case training, recovery, records
}

/// A measure of a day, as commands and views name it.
package enum MeasureName: String, Hashable, Sendable, CaseIterable {
  // Training.
  case trainingLoad, edwardsLoad, sessionRPE, fitness, fatigue, form, weekAgainstMonth, monotony, strain, weekBalance
  case recoveryOneMinute, recoveryTwoMinutes, cardioFitness, cardioFitnessPercentile, cardioFitnessChange
  case restingRate, maximumRate
  // Recovery.
  case nightHeartRate, nightRespiratoryRate, nightWristTemperature, nightOxygen, nightSleep, variability
  case nightRMSSD, variabilityRMSSD
  case sleepRegularity, midsleep, socialJetLag, sleepDebt, sleepEfficiency, sleepInterruptions, cycleLength
  // Records.
  case fastest1km, fastest5km, fastest10km, fastestHalfMarathon, fastestMarathon
  case longestDistance, longestDuration, best20MinuteRate
  case power5Seconds, power1Minute, power5Minutes, power20Minutes, power1Hour

  /// The vitals of a night, in the order of `NightVital`.
  package static let ofNight: [MeasureName] = [
    .nightHeartRate, .nightRespiratoryRate, .nightWristTemperature, .nightOxygen, .nightSleep,
  ]

  /// The records over `WorkoutRecords.distances`, and those of power over `WorkoutRecords.durations`.
  package static let fastest: [MeasureName] = [
    .fastest1km, .fastest5km, .fastest10km, .fastestHalfMarathon, .fastestMarathon,
  ]
  package static let power: [MeasureName] = [
    .power5Seconds, .power1Minute, .power5Minutes, .power20Minutes, .power1Hour,
  ]

  package var group: MeasureGroup {
    switch self {
    case .trainingLoad, .edwardsLoad, .sessionRPE, .fitness, .fatigue, .form, .weekAgainstMonth, .monotony, .strain,
      .weekBalance, .recoveryOneMinute, .recoveryTwoMinutes, .cardioFitness, .cardioFitnessPercentile,
      .cardioFitnessChange,
      .restingRate, .maximumRate:
      .training
    case .nightHeartRate, .nightRespiratoryRate, .nightWristTemperature, .nightOxygen, .nightSleep, .variability,
      .nightRMSSD, .variabilityRMSSD, .sleepRegularity, .midsleep, .socialJetLag, .sleepDebt, .sleepEfficiency,
      .sleepInterruptions, .cycleLength:
      .recovery
    case .fastest1km, .fastest5km, .fastest10km, .fastestHalfMarathon, .fastestMarathon, .longestDistance,
      .longestDuration, .best20MinuteRate, .power5Seconds, .power1Minute, .power5Minutes, .power20Minutes,
      .power1Hour:
      .records
    }
  }

  package var title: String {
    switch self {
    case .trainingLoad: "Training load"
    case .edwardsLoad: "Edwards' load"
    case .sessionRPE: "Session RPE"
    case .fitness: "Fitness"
    case .fatigue: "Fatigue"
    case .form: "Form"
    case .weekAgainstMonth: "Week against month"
    case .monotony: "Monotony"
    case .strain: "Strain"
    case .weekBalance: "Active minutes of the week"
    case .recoveryOneMinute: "Recovery, 1 minute"
    case .recoveryTwoMinutes: "Recovery, 2 minutes"
    case .cardioFitness: "Cardio fitness"
    case .cardioFitnessPercentile: "Cardio fitness, percentile"
    case .cardioFitnessChange: "Cardio fitness, change per year"
    case .restingRate: "Resting heart rate, 28 days"
    case .maximumRate: "Maximum heart rate"
    case .nightHeartRate: "Heart rate of the night"
    case .nightRespiratoryRate: "Breathing of the night"
    case .nightWristTemperature: "Wrist temperature"
    case .nightOxygen: "Oxygen of the night"
    case .nightSleep: "Sleep of a night"
    case .variability: "Variability (SDNN), 7 days"
    case .nightRMSSD: "rMSSD of the night"
    case .variabilityRMSSD: "Variability (rMSSD), 7 days"
    case .sleepRegularity: "Sleep regularity"
    case .midsleep: "Midsleep"
    case .socialJetLag: "Social jet lag"
    case .sleepDebt: "Sleep debt"
    case .sleepEfficiency: "Sleep efficiency"
    case .sleepInterruptions: "Interruptions"
    case .cycleLength: "Cycle"
    case .fastest1km: "Fastest 1 km"
    case .fastest5km: "Fastest 5 km"
    case .fastest10km: "Fastest 10 km"
    case .fastestHalfMarathon: "Fastest half marathon"
    case .fastestMarathon: "Fastest marathon"
    case .longestDistance: "Longest distance"
    case .longestDuration: "Longest duration"
    case .best20MinuteRate: "Highest heart rate, 20 minutes"
    case .power5Seconds: "Highest power, 5 seconds"
    case .power1Minute: "Highest power, 1 minute"
    case .power5Minutes: "Highest power, 5 minutes"
    case .power20Minutes: "Highest power, 20 minutes"
    case .power1Hour: "Highest power, 1 hour"
    }
  }

  /// Whether it is an amount of a day or a night, and not a state or a mean: charts show it as bars.
  package var isAmount: Bool {
    switch self {
    case .trainingLoad, .edwardsLoad, .sessionRPE, .weekBalance, .nightSleep, .sleepInterruptions: true
    default: false
    }
  }

  /// As HealthKit writes it; empty for a plain number.
  package var unit: String {
    switch self {
    case .trainingLoad, .edwardsLoad, .sessionRPE, .fitness, .fatigue, .form, .weekAgainstMonth, .monotony, .strain,
      .sleepRegularity, .sleepInterruptions:
      ""
    case .weekBalance, .midsleep, .socialJetLag: "min"
    case .recoveryOneMinute, .recoveryTwoMinutes, .restingRate, .maximumRate, .nightHeartRate, .nightRespiratoryRate,
      .best20MinuteRate:
      "count/min"
    case .cardioFitness, .cardioFitnessChange: "mL/min\u{B7}kg"
    case .cardioFitnessPercentile, .nightOxygen, .sleepEfficiency: "%"
    case .nightWristTemperature: "degC"
    case .variability, .nightRMSSD, .variabilityRMSSD: "ms"
    case .cycleLength: "d"
    case .power5Seconds, .power1Minute, .power5Minutes, .power20Minutes, .power1Hour: "W"
    case .nightSleep, .sleepDebt, .fastest1km, .fastest5km, .fastest10km, .fastestHalfMarathon, .fastestMarathon,
      .longestDuration:
      "s"
    case .longestDistance: "m"
    }
  }

  /// How the number is computed, in a sentence.
  package var rule: String {
    switch self {
    case .trainingLoad:
      "The sum over the day's workouts of minutes \u{D7} fraction of the heart rate reserve \u{D7} a e^(b \u{D7} fraction)."
    case .edwardsLoad:
      "The sum over the day's workouts of the minutes from 50, 60, 70, 80 and 90 % of the maximum, times 1 to 5."
    case .sessionRPE: "The sum over the day's workouts of the entered effort, from 0 to 10, times the minutes."
    case .fitness: "The load per day, each day moved towards its load by 1 - e^(-1/42)."
    case .fatigue: "The load per day, each day moved towards its load by 1 - e^(-1/7)."
    case .form: "Fitness minus fatigue at the end of the day before."
    case .weekAgainstMonth: "The load per day of 7 days divided by that of 28 days."
    case .monotony: "The mean of the loads of 7 days divided by their standard deviation."
    case .strain: "The load of 7 days times the monotony."
    case .weekBalance:
      "Minutes in workouts from 40 % of the heart rate reserve, and again those from 60 %; 150 are recommended."
    case .recoveryOneMinute: "The heart rate at the end of the day's last workout minus that one minute later."
    case .recoveryTwoMinutes: "The heart rate at the end of the day's last workout minus that two minutes later."
    case .cardioFitness: "The latest stored value of 90 days, else 15.3 \u{D7} maximum / resting heart rate."
    case .cardioFitnessPercentile: "The part of the FRIEND registry's people of the same sex and decade with less."
    case .cardioFitnessChange: "The median of the slopes between all pairs of values of two years."
    case .restingRate: "The median of the stored resting heart rates of 28 days."
    case .maximumRate: "208 - 0.7 \u{D7} age, or the second highest daily maximum of 365 days if that is higher."
    case .nightHeartRate, .nightRespiratoryRate, .nightWristTemperature, .nightOxygen, .nightSleep:
      "The value of the night, against the median of 60 nights \u{B1} 2.5 deviations from the median absolute deviation."
    case .variability: "e to the mean of ln SDNN of 7 days, against that of 60 days \u{B1} half a standard deviation."
    case .nightRMSSD:
      "The mean over the recordings of beats in the night, each the root mean square of the differences of intervals."
    case .variabilityRMSSD:
      "e to the mean of ln rMSSD of 7 nights, against that of 60 nights \u{B1} half a standard deviation."
    case .sleepRegularity: "-100 + 200 \u{D7} the part of 28 days with the same state, asleep or awake, 24 hours later."
    case .midsleep: "The mean of the middle between falling asleep and waking up in 28 nights, after midnight."
    case .socialJetLag: "The mean midsleep before free days minus that before work days, in 28 nights."
    case .sleepDebt: "The sum of need minus sleep over 14 nights."
    case .sleepEfficiency: "The time asleep divided by the time in bed."
    case .sleepInterruptions: "How often the sleeper was awake between the first and the last sleep."
    case .cycleLength: "The mean of the days from the start of one cycle to that of the next, in two years."
    case .fastest1km, .fastest5km, .fastest10km, .fastestHalfMarathon, .fastestMarathon:
      "The shortest time in which a run covered the distance anywhere, without pauses."
    case .longestDistance: "The longest distance of a workout."
    case .longestDuration: "The longest duration of a workout, without pauses."
    case .best20MinuteRate: "The highest mean heart rate over 20 minutes of a workout."
    case .power5Seconds, .power1Minute, .power5Minutes, .power20Minutes, .power1Hour:
      "The highest mean power of cycling or running over this time of a workout."
    }
  }
}

/// A measure of a day with its name.
package struct NamedMeasure: Hashable, Sendable {
  package var name: MeasureName
  package var measure: Measure<Double>
  /// What there is to say of the value: its band, its day; empty for nothing.
  package var note: MeasureNote
  /// The person's own range, in the unit of the measure; nil for a measure without one.
  package var band: ClosedRange<Double>?
  /// The day on which a record was set; nil for other measures.
  package var day: Day?
  /// The record before it; nil for the first value of a kind, which is none.
  package var previous: Double?

  package init(
    _ name: MeasureName, _ measure: Measure<Double>, note: MeasureNote = "", band: ClosedRange<Double>? = nil,
    day: Day? = nil, previous: Double? = nil
  ) {
    self.name = name
    self.measure = measure
    self.note = note
    self.band = band
    self.day = day
    self.previous = previous
  }

  /// Whether the value is outside the person's own range; nil without one.
  package var isOutside: Bool? {
    guard let band, let value = try? measure.get().value else { return nil }
    return !band.contains(value)
  }

  /// The result of a formula for men and one for women, where the sex is unknown: a value only if they agree
  /// in what is shown.
  init(men: NamedMeasure, women: NamedMeasure) {
    self = men
    if case .success(let one) = men.measure, case .success(let other) = women.measure,
      MissingReason.short(one.value) != MissingReason.short(other.value)
    {
      self.init(name, .failure(.bySex(men: one.value, women: other.value)))
    }
  }

  /// A part of a measure with several numbers.
  package init<Value>(
    _ name: MeasureName, _ measure: Measure<Value>, note: (Value) -> MeasureNote = { _ in "" },
    _ part: (Value) -> Double
  ) {
    self.init(name, measure.map { $0.map(part) }, note: (try? measure.get()).map { note($0.value) } ?? "")
  }
}
