import FoundationEssentials
import HealthModel

/// Load, form, cardio fitness and the heart's limits on each of several days.
///
/// O(workouts of some years before the days, and heart rates during them).
struct TrainingMeasures<Reader: HealthReader> {
  private let store: Reader
  private let weekStart: Int
  private let history: HeartRateHistory
  /// The workouts of the days, and of their weeks.
  private let recent: [Day: [(workout: WorkoutSummary, load: Measure<ClosedRange<Double>>)]]
  /// The first day with a workout; nil for none.
  private let firstWorkout: Day?
  /// The loads from the first day that counts.
  private let course: (first: Day, loads: [DailyLoad], forms: [Measure<TrainingForm>])
  /// The mean VO2max of each day with one.
  private let fitness: [(day: Day, value: Double)]

  /// - Parameter sex: whose formulas are used; nothing that depends on it has a value if it is unknown.
  init(
    _ store: Reader, _ memory: DayMemory, _ days: ClosedRange<Day>, weekStart: Int, _ limits: HeartRateLimits,
    sex: BiologicalSex
  ) throws {
    let last = days.upperBound
    let known = try store.knownDays(upTo: last)?.lowerBound ?? last
    let horizon = days.lowerBound - TrainingForm.memory
    var history = try store.heartRateHistory(max(min(known, days.lowerBound), horizon)...last, chosen: limits, memory)
    history.sex = sex
    let week = days.lowerBound.week(startingOn: weekStart).lowerBound
    var loads: [Day: DailyLoad] = [:]
    var recent: [Day: [(workout: WorkoutSummary, load: Measure<ClosedRange<Double>>)]] = [:]
    let all = try memory.workouts(on: horizon...last, in: store).values.flatMap(\.self)
    for workout in try store.counted(all) {
      let load = TrainingLoad.banister(workout, history.profile(on: workout.day))
      // Without the sex there are two loads, which cannot be added up over days as one.
      if let value = try? load.get().value, value.lowerBound == value.upperBound {
        loads[workout.day, default: DailyLoad()].load += value.lowerBound
        if !Self.part(of: load).isEmpty { loads[workout.day]?.partial += 1 }
      } else {
        loads[workout.day, default: DailyLoad()].unknown += 1
      }
      if workout.day >= week { recent[workout.day, default: []].append((workout, load)) }
    }
    firstWorkout = loads.keys.min()
    let first = min(firstWorkout ?? last, max(known, horizon))
    let course = (first...last).map { loads[$0] ?? DailyLoad() }
    self.course = (first, course, TrainingForm.course(course))
    let fitnessDays = (days.lowerBound - (Self.fitnessDays - 1))...last
    fitness = try memory.means(TypeIdentifier.vo2Max, on: fitnessDays, in: store).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
    (self.store, self.weekStart, self.history, self.recent) = (store, weekStart, history, recent)
  }

  /// The days of which cardio fitness is compared.
  private static var fitnessDays: Int { 730 }

  func measures(on day: Day) throws -> [NamedMeasure] {
    let profile = history.profile(on: day)
    let ofDay = recent[day] ?? []
    let load = Self.banister(ofDay.map(\.load)).map {
      $0.adding(
        ofDay.compactMap { workout, load in
          (try? load.get().value.lowerBound).map { MeasureInput("load of a workout", $0, origin: workout.words) }
        })
    }
    var measures = [NamedMeasure(.trainingLoad, load, note: MeasureNote(Self.part(of: load)))]
    let edwards = Self.sum(
      ofDay.map { TrainingLoad.edwards($0.workout.rates, duration: $0.workout.duration, profile) }
    ) { EdwardsLoad(minutes: zip($0.minutes, $1.minutes).map(+)) }
    let part = Self.part(of: edwards)
    measures.append(
      NamedMeasure(
        .edwardsLoad, edwards,
        note: { edwards in
          let minutes = edwards.minutes.map { "\(Int($0.rounded()))" }.joined(separator: ", ")
          return "\(minutes) min by zone\(part.isEmpty ? "" : ", " + part)"
        }, \.load))
    let efforts = try ofDay.map { workout, _ in
      // A score belongs to a whole workout; of several that of the latest counts.
      TrainingLoad.session(
        effort: try store.latest(
          TypeIdentifier.workoutEffortScore, from: workout.start, to: max(workout.end, workout.start + 1), limit: 1
        ).first?.value, duration: workout.duration)
    }
    measures.append(NamedMeasure(.sessionRPE, Self.sum(efforts, +)))
    measures += balance(day)
    let ofWeek = (day.week(startingOn: weekStart).lowerBound...day).flatMap { other in
      (recent[other] ?? []).map { ($0.workout.rates, $0.workout.duration, history.profile(on: other)) }
    }
    measures.append(
      NamedMeasure(
        .weekBalance, WeekBalance.week(ofWeek),
        note: { "\($0.moderate, decimals: 0) moderate, \($0.vigorous, decimals: 0) vigorous, 150 recommended" },
        \.equivalent))
    let last = ofDay.map(\.workout).max { $0.end < $1.end }
    let points = try last.map { try store.points(TypeIdentifier.heartRate, from: $0.end - 60, to: $0.end + 160) }
    for (name, minutes) in [(MeasureName.recoveryOneMinute, 1), (.recoveryTwoMinutes, 2)] {
      let drop: Measure<Double> =
        if let last, let points {
          HeartRateRecovery.drop(points, end: last.end, minutes: minutes)
        } else {
          .failure(Self.noWorkout)
        }
      measures.append(NamedMeasure(name, drop))
    }
    measures += fitness(day, profile)
    let resting = profile.resting.map { resting in
      guard resting.formula == .restingMedian else { return resting }
      return resting.adding(
        ((day - (HeartRateHistory.restingDays - 1))...day).compactMap { day in
          history.resting[day].map { MeasureInput("resting heart rate", $0, "count/min", origin: day.description) }
        })
    }
    return measures + [
      NamedMeasure(.restingRate, resting, note: MeasureNote((try? profile.resting.get().origin) ?? "")),
      NamedMeasure(.maximumRate, profile.maximum, note: MeasureNote((try? profile.maximum.get().origin) ?? "")),
    ]
  }

  /// `from 37 of 60 minutes`; empty if almost all is known.
  private static func part<Value>(of measure: Measure<Value>) -> String {
    guard let coverage = try? measure.get().coverage, coverage.part < 0.95 else { return "" }
    return "from \(coverage)"
  }

  /// The form of each day, and the time in each heart rate zone of each week.
  func year(_ days: ClosedRange<Day>) -> TrainingYear {
    var weeks: [Day: [Double]] = [:]
    for (day, workouts) in recent where days.contains(day) {
      guard let zones = try? history.profile(on: day).zones.get() else { continue }
      let week = day.week(startingOn: weekStart).lowerBound
      for (workout, _) in workouts {
        let seconds = zones.durations(of: workout.rates)
        weeks[week] = weeks[week].map { zip($0, seconds).map(+) } ?? seconds
      }
    }
    let first = days.lowerBound.week(startingOn: weekStart).lowerBound
    return TrainingYear(
      days: days,
      forms: days.map {
        course.forms.indices.contains($0 - course.first) ? try? course.forms[$0 - course.first].get().value : nil
      },
      weeks: stride(from: first, through: days.upperBound, by: 7).map { ($0, weeks[$0] ?? []) })
  }

  private static var noWorkout: MissingReason { .undefined("there was no workout on this day") }

  /// The load of a day.
  private static func sum<Value>(
    _ loads: [Measure<Value>], _ add: (Value, Value) -> Value
  ) -> Measure<Value> {
    guard let first = loads.first else { return .failure(noWorkout) }
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

  private func balance(_ day: Day) -> [NamedMeasure] {
    guard let firstWorkout, firstWorkout <= day else {
      // Somebody who never recorded a workout has not rested: nothing is known.
      return [.fitness, .fatigue, .form, .weekAgainstMonth, .monotony, .strain].map {
        NamedMeasure(
          $0, .failure(.undefined("there was no workout in the last 1,000 days")))
      }
    }
    let index = day - self.course.first
    let month = Array(course.loads[...index].suffix(28))
    let loads = zip((day - (month.count - 1))...day, month).map {
      MeasureInput("load", $1.load, origin: $0.description)
    }
    let form = course.forms[index]
    let fatigue = form.map { form in
      // Of the shorter time nothing is missing.
      Measured(form.value, form.formula, form.inputs)
    }
    let monotony = TrainingMonotony.week(month.suffix(7)).map { $0.adding(loads.suffix(7)) }
    let band = TrainingBand.band(month).map { $0.adding(loads) }
    let course = self.course.loads[...index].suffix(TrainingForm.fitnessTime)
    func note(_ words: String, _ loads: some Collection<DailyLoad>) -> MeasureNote {
      MeasureNote(([words] + DailyLoad.missing(in: loads)).filter { !$0.isEmpty }.joined(separator: ", "))
    }
    let (whole, week) = (note(Self.part(of: form), course), note("", month.suffix(7)))
    return [
      NamedMeasure(.fitness, form, note: { _ in whole }, \.fitness),
      NamedMeasure(.fatigue, fatigue, note: { _ in note("", course) }, \.fatigue),
      NamedMeasure(.form, form, note: { _ in whole }, \.form),
      NamedMeasure(.weekAgainstMonth, band, note: { note($0.band.rawValue, month) }, \.ratio),
      NamedMeasure(.monotony, monotony, note: { _ in week }, \.monotony),
      NamedMeasure(.strain, monotony, note: { _ in week }, \.strain),
    ]
  }

  private func fitness(_ day: Day, _ profile: HeartRateProfile) -> [NamedMeasure] {
    let values = fitness.filter { $0.day <= day && $0.day > day - Self.fitnessDays }
    let stored = values.last { $0.day > day - 90 }
    let value: Measure<Double> =
      if let stored {
        .success(
          Measured(
            stored.value, .fitnessStored,
            [MeasureInput("VO2max", stored.value, MeasureName.cardioFitness.unit, origin: stored.day.description)]))
      } else {
        CardioFitness.estimate(profile)
      }
    let percentile = value.flatMap {
      CardioFitness.percentile($0.value, age: history.age(on: day), sex: history.sex)
    }
    return [
      NamedMeasure(
        .cardioFitness, value,
        note: { _ in stored.map { "of \($0.day)" } ?? "estimated, none is stored" as MeasureNote },
        { $0 }),
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
      NamedMeasure(.cardioFitnessChange, CardioFitness.change(values)),
    ]
  }
}
