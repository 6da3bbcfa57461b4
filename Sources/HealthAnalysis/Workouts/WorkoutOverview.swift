package import HealthModel

/// The totals of workouts of one kind, or of one span of time.
package struct WorkoutTotals: Hashable, Sendable {
  package var count = 0
  /// Of these workouts: several of one that more than one program recorded.
  package var recordings = 0
  /// Seconds without pauses.
  package var duration = 0.0
  /// Kilocalories.
  package var energy = 0.0
  /// Metres.
  package var distance = 0.0
  /// The sum of the known loads; one number if the user's sex is known.
  package var load = 0.0...0.0
  /// Workouts whose load is unknown.
  package var withoutLoad = 0

  package init() {}

  /// - Parameter isCounted: false for another recording of what has been or will be added.
  package mutating func add(
    _ workout: WorkoutSummary, load: Measure<ClosedRange<Double>>, isCounted: Bool = true
  ) {
    recordings += 1
    guard isCounted else { return }
    count += 1
    duration += workout.duration
    energy += workout.energy ?? 0
    distance += workout.distance ?? 0
    switch load {
    case .success(let own):
      self.load = self.load.lowerBound + own.value.lowerBound...self.load.upperBound + own.value.upperBound
    case .failure: withoutLoad += 1
    }
  }
}

/// The totals of all workouts: by kind, by week and by month.
package struct WorkoutOverview: Hashable, Sendable {
  package struct Kind: Hashable, Sendable {
    /// The raw number of the activity.
    package var activity: Int
    package var totals: WorkoutTotals

    package init(activity: Int, totals: WorkoutTotals) {
      self.activity = activity
      self.totals = totals
    }
  }

  /// The most frequent first.
  package private(set) var kinds: [Kind] = []
  package private(set) var all = WorkoutTotals()
  /// By the first day of the week or month.
  package private(set) var weeks: [Day: WorkoutTotals] = [:]
  package private(set) var months: [Day: WorkoutTotals] = [:]
  package let history: HeartRateHistory
  private let weekStart: Int
  private var byKind: [Int: WorkoutTotals] = [:]

  /// - Parameter weekStart: the first weekday by ISO 8601.
  package init(history: HeartRateHistory, weekStart: Int) {
    self.history = history
    self.weekStart = (1...7).contains(weekStart) ? weekStart : 1
  }

  /// Workouts may come in any order.
  ///
  /// - Parameter isCounted: false for another recording of what has been or will be added.
  package mutating func add(_ workout: WorkoutSummary, isCounted: Bool = true) {
    let load = load(of: workout)
    func add(to totals: inout WorkoutTotals) { totals.add(workout, load: load, isCounted: isCounted) }
    add(to: &all)
    add(to: &byKind[workout.activity, default: WorkoutTotals()])
    add(to: &weeks[workout.day.week(startingOn: weekStart).lowerBound, default: WorkoutTotals()])
    add(to: &months[workout.day.month.lowerBound, default: WorkoutTotals()])
  }

  /// The load of a workout, with the heart's limits on its day.
  package func load(of workout: WorkoutSummary) -> Measure<ClosedRange<Double>> {
    TrainingLoad.banister(workout, history.profile(on: workout.day))
  }

  /// Sorts the kinds, after all workouts have been added.
  package mutating func finish() {
    kinds = byKind.map { Kind(activity: $0.key, totals: $0.value) }
      .sorted { ($1.totals.count, $0.activity) < ($0.totals.count, $1.activity) }
  }
}
