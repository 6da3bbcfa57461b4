import FoundationEssentials
import HealthAnalysis
import HealthModel

/// Load, form, cardio fitness and the heart's limits on a day.
///
/// O(workouts and heart rates during them).
struct TrainingMeasures {
  let all: [NamedMeasure]

  init(_ store: some HealthReader, _ day: Day, weekStart: Int, _ limits: HeartRateLimits) throws {
    let known = try store.knownDays(upTo: day) ?? day...day
    let history = try store.heartRateHistory(known.lowerBound...max(known.upperBound, day), chosen: limits)
    let profile = history.profile(on: day)
    let week = day.week(startingOn: weekStart).lowerBound...day
    var loads: [Day: DailyLoad] = [:]
    var ofDay: [(workout: WorkoutSummary, load: Measure<ClosedRange<Double>>)] = []
    var ofWeek: [(times: HeartRateTimes, duration: Double, profile: HeartRateProfile)] = []
    var last: WorkoutSummary?
    try store.forEachWorkout { workout in
      guard workout.day <= day else { return }
      let own = history.profile(on: workout.day)
      let load = TrainingLoad.banister(workout, own)
      // Without the sex there are two loads, which cannot be added up over days as one.
      if let value = try? load.get().value, value.lowerBound == value.upperBound {
        loads[workout.day, default: DailyLoad()].load += value.lowerBound
      } else {
        loads[workout.day, default: DailyLoad()].unknown += 1
      }
      if week.contains(workout.day) { ofWeek.append((workout.rates, workout.duration, own)) }
      guard workout.day == day else { return }
      ofDay.append((workout, load))
      if workout.end > last?.end ?? .distantPast { last = workout }
    }
    var measures = [NamedMeasure(.trainingLoad, Self.banister(ofDay.map(\.load)))]
    let edwards = Self.sum(
      ofDay.map { TrainingLoad.edwards($0.workout.rates, duration: $0.workout.duration, profile) }
    ) { EdwardsLoad(minutes: zip($0.minutes, $1.minutes).map(+)) }
    measures.append(
      NamedMeasure(
        .edwardsLoad, edwards,
        note: { $0.minutes.map { "\(Int($0.rounded()))" }.joined(separator: ", ") + " min by zone" }, \.load))
    let efforts = try ofDay.map { workout, _ in
      // A score belongs to a whole workout; of several that of the latest counts.
      TrainingLoad.session(
        effort: try store.latest(Self.effort, from: workout.start, to: max(workout.end, workout.start + 1), limit: 1)
          .first?.value, duration: workout.duration)
    }
    measures.append(NamedMeasure(.sessionRPE, Self.sum(efforts, +)))
    measures += Self.balance(loads, days: known.lowerBound...max(known.upperBound, day), day)
    let minutes = WeekBalance.week(ofWeek)
    measures.append(
      NamedMeasure(
        .weekBalance, minutes,
        note: { "\(Int($0.moderate)) moderate, \(Int($0.vigorous)) vigorous, 150 recommended" }, \.equivalent))
    let points = try last.map { workout in
      try store.latest(
        TypeIdentifier.heartRate, from: workout.end - 60, to: workout.end + 160, limit: 10_000
      ).reversed().map { HeartRatePoint(time: $0.start, rate: $0.value) }
    }
    for (name, minutes) in [(MeasureName.recoveryOneMinute, 1), (.recoveryTwoMinutes, 2)] {
      let drop: Measure<Double> =
        if let last, let points {
          HeartRateRecovery.drop(points, end: last.end, minutes: minutes)
        } else {
          .failure(.tooFew(.workout, needed: 1, has: 0, of: "on this day"))
        }
      measures.append(NamedMeasure(name, drop))
    }
    measures += try Self.fitness(store, day, history, profile)
    all = measures + [NamedMeasure(.restingRate, profile.resting), NamedMeasure(.maximumRate, profile.maximum)]
  }

  private static let effort = "HKQuantityTypeIdentifierWorkoutEffortScore"

  /// The load of a day.
  private static func sum<Value>(
    _ loads: [Measure<Value>], _ add: (Value, Value) -> Value
  ) -> Measure<Value> {
    guard let first = loads.first else { return .failure(.tooFew(.workout, needed: 1, has: 0, of: "on this day")) }
    return loads.dropFirst().reduce(first) { sum, load in
      sum.flatMap { sum in
        load.map { load in
          var sum = sum
          sum.value = add(sum.value, load.value)
          if let one = sum.coverage, let other = load.coverage {
            sum.coverage = MeasureCoverage(one.known + other.known, of: one.whole + other.whole, one.unit)
          }
          return sum
        }
      }
    }
  }

  private static func banister(_ loads: [Measure<ClosedRange<Double>>]) -> Measure<Double> {
    sum(loads) { $0.lowerBound + $1.lowerBound...$0.upperBound + $1.upperBound }.flatMap { sum in
      sum.value.lowerBound == sum.value.upperBound
        ? .success(sum.map(\.lowerBound)) : .failure(.unknown(.sex))
    }
  }

  private static func balance(_ loads: [Day: DailyLoad], days: ClosedRange<Day>, _ day: Day) -> [NamedMeasure] {
    guard let first = loads.keys.min() else {
      // Somebody who never recorded a workout has not rested: nothing is known.
      return [.fitness, .fatigue, .form, .weekAgainstMonth, .monotony, .strain].map {
        NamedMeasure($0, .failure(.tooFew(.workout, needed: 1, has: 0)))
      }
    }
    let course = (min(first, days.lowerBound)...day).map { loads[$0] ?? DailyLoad() }
    let form = TrainingForm.course(course).last ?? .failure(.tooFew(.day, needed: TrainingForm.fitnessTime, has: 0))
    let monotony = TrainingMonotony.week(Array(course.suffix(7)))
    return [
      NamedMeasure(.fitness, form, \.fitness), NamedMeasure(.fatigue, form, \.fatigue),
      NamedMeasure(.form, form, \.form),
      NamedMeasure(.weekAgainstMonth, TrainingBand.band(course), note: { $0.band.rawValue }, \.ratio),
      NamedMeasure(.monotony, monotony, \.monotony), NamedMeasure(.strain, monotony, \.strain),
    ]
  }

  private static func fitness(
    _ store: some HealthReader, _ day: Day, _ history: HeartRateHistory, _ profile: HeartRateProfile
  ) throws -> [NamedMeasure] {
    let days = (day - 729)...day
    let daily = try store.dailyStatistics("HKQuantityTypeIdentifierVO2Max", days)
    let values = zip(days, daily).compactMap { day, found in found?.average.map { (day: day, value: $0) } }
    let stored = values.last { $0.day > day - 90 }
    let value: Measure<Double> =
      if let stored {
        .success(Measured(stored.value, .fitnessStored))
      } else {
        CardioFitness.estimate(profile)
      }
    let percentile = value.flatMap {
      CardioFitness.percentile($0.value, age: history.age(on: day), sex: history.sex)
    }
    let change: Measure<Double> =
      if let slope = CardioFitness.changePerYear(values.map { ($0.day.number, $0.value) }) {
        .success(
          Measured(slope, .fitnessChange, coverage: MeasureCoverage(min(values.count, 200), of: values.count, .value)))
      } else {
        .failure(.tooFew(.day, needed: 2, has: values.count, of: "with VO2max in two years"))
      }
    return [
      NamedMeasure(
        .cardioFitness, value, note: { _ in stored.map { "of \($0.day)" } ?? "estimated" }, { $0 }),
      NamedMeasure(
        .cardioFitnessPercentile, percentile,
        note: { percentile in
          switch percentile {
          case .below5: "below the 5th"
          case .above95: "above the 95th"
          case .at: ""
          }
        },
        { percentile in
          switch percentile {
          case .below5: 5
          case .above95: 95
          case .at(let value): value
          }
        }),
      NamedMeasure(.cardioFitnessChange, change),
    ]
  }
}
