import FoundationEssentials
import HealthModel

/// The records up to each of several days, with the day on which each was set.
struct RecordMeasures {
  private(set) var all: [[NamedMeasure]] = []

  /// The raw number of running.
  private static let running = 37

  /// - Complexity: O(workouts, and distances and heart rates during them).
  init(_ store: some HealthReader, _ memory: DayMemory, _ days: ClosedRange<Day>) throws {
    var best: [MeasureName: (measured: Measured<Double>, day: Day, previous: Double?)] = [:]
    func note(
      _ name: MeasureName, _ measured: Measured<Double>, _ workout: WorkoutSummary, isBetter: (Double, Double) -> Bool
    ) {
      let day = workout.day
      let old = best[name]
      if let old, !isBetter(measured.value, old.measured.value) { return }
      // A second record of one day replaces what was best before that day.
      let set = measured.adding([MeasureInput("workout", workout.duration, "s", origin: workout.words)])
      best[name] = (set, day, old.flatMap { $0.day == day ? $0.previous : $0.measured.value })
    }
    let workouts = try Self.workouts(store, memory, upTo: days.upperBound)
    let courses = try Self.courses(store, memory, workouts)
    let powers = try Self.highestPowers(store, memory, workouts).map { type, days in
      (kind: Self.kind(type, [type], workouts) as DayValue<[Measured<Double>?]>, type: type, days: days)
    }
    for workout in workouts {
      // The records of the days before this workout.
      while days.lowerBound + all.count < workout.day { all.append(Self.measures(best)) }
      for (kind, type, days) in powers {
        // What the best could not exceed need not be read.
        let highest = (0...DayMemory.length(workout)).compactMap { days[workout.day + $0] }.max() ?? 0
        guard Self.powers.contains(where: { highest > best[$0.name]?.measured.value ?? 0 }) else { continue }
        let found = try memory.value(kind, of: workout.day, key: workout.row) {
          let points = try store.points(type, from: workout.start, to: workout.end)
          return Self.powers.map {
            try? WorkoutRecords.bestMean(
              points, over: $0.duration, hold: WorkoutRecords.longestPower, until: workout.end
            ).get()
          }
        }
        for (name, measured) in zip(MeasureName.power, found) {
          if let measured { note(name, measured, workout, isBetter: >) }
        }
      }
      // Of a run without a total, that of its samples.
      if let distance = workout.distance ?? courses[workout.row]?.distance, distance > 0 {
        note(.longestDistance, Measured(distance, .longest), workout, isBetter: >)
      }
      if workout.duration > 0 {
        note(.longestDuration, Measured(workout.duration, .longest), workout, isBetter: >)
      }
      guard let course = courses[workout.row] else { continue }
      for (name, found) in zip(MeasureName.fastest, course.fastest) {
        if let found { note(name, found, workout, isBetter: <) }
      }
      if let found = course.rate { note(.best20MinuteRate, found, workout, isBetter: >) }
    }
    while all.count < days.count { all.append(Self.measures(best)) }
  }

  /// All workouts up to a day, in the order in which they began.
  private static func workouts(
    _ store: some HealthReader, _ memory: DayMemory, upTo last: Day
  ) throws -> [WorkoutSummary] {
    guard
      let first = try store.workouts(WorkoutRequest(isDescending: false, limit: 1, readsRates: false)).first?.day,
      first <= last
    else { return [] }
    return try memory.workouts(on: first...last, readsRates: false, in: store).sorted { $0.key < $1.key }.flatMap(
      \.value)
  }

  // MARK: - Courses

  /// What is found in the course of a single workout; read again with each sample of these types while it lasted.
  private static func kind<Value>(
    _ name: String, _ types: Set<String>, _ workouts: [WorkoutSummary]
  ) -> DayValue<Value> {
    DayValue(
      name: name, types: types.union([TypeIdentifier.workout]), before: workouts.map(DayMemory.length).max() ?? 0)
  }

  private struct Course: Sendable {
    /// Of a run: the shortest time over each of `WorkoutRecords.distances` that it may contain, and its length.
    var fastest: [Measured<Double>?] = []
    var distance: Double?
    /// The highest mean heart rate.
    var rate: Measured<Double>?
  }

  /// The courses of workouts that may contain a record.
  private static func courses(
    _ store: some HealthReader, _ memory: DayMemory, _ workouts: [WorkoutSummary]
  ) throws -> [Int64: Course] {
    let distances = WorkoutRecords.distances
    let kind: DayValue<Course> = kind(
      "course", [TypeIdentifier.heartRate, TypeIdentifier.distanceWalkingRunning], workouts)
    guard let first = workouts.first?.day, let last = workouts.last?.day else { return [:] }
    var courses: [Int64: Course] = [:]
    var highest = 0.0
    // A total below the distance cannot contain it; one that is missing may.
    func isRun(_ workout: WorkoutSummary) -> Bool {
      workout.activity == running && workout.distance ?? .infinity >= distances[0]
    }
    func isLong(_ workout: WorkoutSummary) -> Bool { workout.end.timeIntervalSince(workout.start) >= 1_200 }
    // What the best could not exceed need not be read. A run is, for its distance, and reading a few others takes less
    // time than the maxima of all days.
    let others = workouts.count { !isRun($0) && isLong($0) }
    let maxima =
      others * 8 > last - first ? try memory.maxima(TypeIdentifier.heartRate, on: first...last + 1, in: store) : [:]
    func isHigh(_ workout: WorkoutSummary) -> Bool {
      isLong(workout) && (0...DayMemory.length(workout)).contains { maxima[workout.day + $0] ?? .infinity > highest }
    }
    func add(_ course: Course, of workout: WorkoutSummary) {
      courses[workout.row] = course
      if let found = course.rate { highest = max(highest, found.value) }
    }
    try store.forEachCourse(
      // With fewer rates than these, less than 20 minutes are known.
      of: workouts, fewestRates: Int(1_200 / HeartRateTimes.longestHold),
      needs: { workout in
        guard isRun(workout) || isHigh(workout) else { return nil }
        guard let kept = memory.kept(kind, of: workout.day, key: workout.row) else {
          return (rates: isLong(workout), distances: isRun(workout))
        }
        add(kept, of: workout)
        return nil
      },
      { workout, course in
        guard isRun(workout) || course.rates.contains(where: { $0.rate > highest }) else { return }
        let found = memory.value(kind, of: workout.day, key: workout.row) {
          var found = Course()
          if isRun(workout) {
            let possible = distances.filter { workout.distance ?? .infinity >= $0 }
            found.fastest = WorkoutRecords.fastest(possible, in: course.distances, time: course.time).map {
              try? $0.get()
            }
            found.distance = WorkoutRecords.moving(course.distances, course.time).reduce(0) { $0 + $1.value }
          }
          if !course.rates.isEmpty, HeartRateTimes(course.rates, in: course.time).duration >= 1_200 {
            found.rate = try? WorkoutRecords.bestMean(course.rates, over: 1_200, until: workout.end).get()
          }
          return found
        }
        add(found, of: workout)
      })
    return courses
  }

  private static func measures(
    _ best: [MeasureName: (measured: Measured<Double>, day: Day, previous: Double?)]
  ) -> [NamedMeasure] {
    MeasureName.allCases.filter { $0.group == .records }.map { name in
      best[name].map {
        NamedMeasure(name, .success($0.measured), note: "on \($0.day)", day: $0.day, previous: $0.previous)
      }
        ?? NamedMeasure(name, .failure(.undefined("no workout up to this day has it")))
    }
  }

  // MARK: - Power

  private static let powers = zip(MeasureName.power, WorkoutRecords.durations).map { (name: $0, duration: $1) }

  /// The highest power of each day with one, by type.
  private static func highestPowers(
    _ store: some HealthReader, _ memory: DayMemory, _ workouts: [WorkoutSummary]
  ) throws -> [(type: String, days: [Day: Double])] {
    guard let first = workouts.first?.day, let last = workouts.last?.day else { return [] }
    return try TypeIdentifier.powers.map { ($0, try memory.maxima($0, on: first...last + 1, in: store)) }
  }
}

extension WorkoutSummary {
  /// `running, 2026-11-19 07:05`
  var words: String {
    "\(name), \(day) \((minuteOfDay / 60).twoDigits):\((minuteOfDay % 60).twoDigits)"
  }
}
