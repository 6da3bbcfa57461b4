import FoundationEssentials
import HealthAnalysis
import HealthModel

/// The records up to each of several days, with the day on which each was set.
struct RecordMeasures {
  private(set) var all: [[NamedMeasure]] = []

  /// The raw number of running.
  private static let running = 37

  /// - Complexity: O(workouts, and distances and heart rates during them).
  init(_ store: some HealthReader, _ days: ClosedRange<Day>) throws {
    let distances = Array(zip(MeasureName.fastest, WorkoutRecords.distances))
    var best: [MeasureName: (measured: Measured<Double>, day: Day, previous: Double?)] = [:]
    func note(_ name: MeasureName, _ measured: Measured<Double>, _ day: Day, isBetter: (Double, Double) -> Bool) {
      let old = best[name]
      if let old, !isBetter(measured.value, old.measured.value) { return }
      // A second record of one day replaces what was best before that day.
      best[name] = (measured, day, old.flatMap { $0.day == day ? $0.previous : $0.measured.value })
    }
    var workouts: [WorkoutSummary] = []
    try store.forEachWorkout { workout in
      if workout.day <= days.upperBound { workouts.append(workout) }
    }
    let powers = try Self.highestPowers(store, workouts)
    for workout in workouts.sorted(by: { $0.start < $1.start }) {
      // The records of the days before this workout.
      while days.lowerBound + all.count < workout.day { all.append(Self.measures(best)) }
      for (type, days) in powers {
        // What the best could not exceed need not be read.
        let open = Self.powers.filter { days[workout.day] ?? 0 > best[$0.name]?.measured.value ?? 0 }
        guard !open.isEmpty else { continue }
        let points = try store.latest(type, from: workout.start, to: workout.end, limit: Self.longestSeries).reversed()
          .map { HeartRatePoint(time: $0.start, rate: $0.value) }
        for (name, duration) in open {
          guard let found = try? WorkoutRecords.bestMean(points, over: duration).get() else { continue }
          note(name, found, workout.day, isBetter: >)
        }
      }
      if let distance = workout.distance, distance > 0 {
        note(.longestDistance, Measured(distance, .longest), workout.day, isBetter: >)
      }
      if workout.duration > 0 {
        note(.longestDuration, Measured(workout.duration, .longest), workout.day, isBetter: >)
      }
      // A total below the distance cannot contain it; one that is missing may.
      let isRun = workout.activity == Self.running && workout.distance ?? .infinity >= distances[0].1
      let rates = workout.rates.duration >= 1_200
      // What the best could not exceed need not be read.
      let highest = workout.rates.entries.last?.rate ?? 0
      let isHigh = rates && highest > best[.best20MinuteRate]?.measured.value ?? 0
      guard isRun || isHigh else { continue }
      let course = try store.course(of: workout)
      if isRun {
        for (name, distance) in distances where workout.distance ?? .infinity >= distance {
          if let found = try? WorkoutRecords.fastest(distance, in: course.distances, time: course.time).get() {
            note(name, found, workout.day, isBetter: <)
          }
        }
      }
      if isHigh, let found = try? WorkoutRecords.bestMean(course.rates, over: 1_200).get() {
        note(.best20MinuteRate, found, workout.day, isBetter: >)
      }
    }
    while all.count < days.count { all.append(Self.measures(best)) }
  }

  private static func measures(
    _ best: [MeasureName: (measured: Measured<Double>, day: Day, previous: Double?)]
  ) -> [NamedMeasure] {
    MeasureName.allCases.filter { $0.group == .records }.map { name in
      best[name].map {
        NamedMeasure(name, .success($0.measured), note: "on \($0.day)", day: $0.day, previous: $0.previous)
      }
        ?? NamedMeasure(name, .failure(.undefined("no workout up to this day contains it")))
    }
  }

  // MARK: - Power

  private static let powers = zip(MeasureName.power, WorkoutRecords.durations).map { (name: $0, duration: $1) }
  private static let longestSeries = 200_000

  /// The highest power of each day with one, by type.
  private static func highestPowers(
    _ store: some HealthReader, _ workouts: [WorkoutSummary]
  ) throws -> [(type: String, days: [Day: Double])] {
    guard let first = workouts.map(\.day).min(), let last = workouts.map(\.day).max() else { return [] }
    return try TypeIdentifier.powers.map { type in
      let found = zip(first...last, try store.dailyStatistics(type, first...last))
      return (type, Dictionary(found.compactMap { day, bucket in bucket?.maximum.map { (day, $0) } }) { $1 })
    }
  }
}
