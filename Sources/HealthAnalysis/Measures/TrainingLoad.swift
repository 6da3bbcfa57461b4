package import FoundationEssentials
package import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The load of a workout as one number.
package enum TrainingLoad {
  /// The least part of a workout for which the heart rate must be known.
  package static let leastCoverage = 0.5

  /// Banister's training impulse (Morton, Fitz-Clarke, Banister 1990), integrated over the measured heart rates.
  ///
  /// Each minute counts x a e^(bx), where x is the fraction of the heart rate reserve from 0 to 1, and a and b are 0.64
  /// and 1.92 for men and 0.86 and 1.67 for women, after the rise of lactate with effort. The impulse of the mean rate,
  /// as it was first published, is lower for intervals than for an even effort with the same mean, because the
  /// exponential function is convex. Minutes without a rate count nothing; the coverage names them.
  ///
  /// - Parameter duration: seconds without pauses.
  /// - Returns: the load by the constants of the person's sex; if that is unknown, from those for men to those for women.
  package static func banister(
    _ times: HeartRateTimes, duration: Double, _ profile: HeartRateProfile
  ) -> Measure<ClosedRange<Double>> {
    guard duration.isFinite, duration > 0 else { return .failure(.undefined("the workout has no duration")) }
    let known = times.duration
    guard known > 0 else { return .failure(.unknown(.rates)) }
    guard known / duration >= leastCoverage else { return .failure(.uncovered(known: known, whole: duration)) }
    return profile.reserve.map { reserve in
      Measured(
        impulse(times.entries.map { ($0.rate, $0.seconds) }, reserve, profile.sex), .banister, profile.inputs,
        coverage: MeasureCoverage(known / 60, of: max(known, duration) / 60, .minute))
    }
  }

  /// Banister's training impulse of a mean heart rate, for a workout whose samples are not stored.
  package static func banister(
    mean rate: Double, duration: Double, _ profile: HeartRateProfile
  ) -> Measure<ClosedRange<Double>> {
    guard rate.isFinite, duration.isFinite, duration > 0 else { return .failure(.unknown(.rates)) }
    return profile.reserve.map { reserve in
      Measured(
        impulse([(rate, duration)], reserve, profile.sex), .banisterMean,
        [MeasureInput("mean heart rate", rate, "count/min")] + profile.inputs)
    }
  }

  /// The load of a workout: from its samples, else from its mean heart rate.
  package static func banister(_ workout: WorkoutSummary, _ profile: HeartRateProfile) -> Measure<ClosedRange<Double>> {
    let integrated = banister(workout.rates, duration: workout.duration, profile)
    guard case .failure(let reason) = integrated, let mean = workout.heartRate else { return integrated }
    // A mean of samples that cover too little is no better than they are; a stored one was measured with more of them.
    if case .uncovered = reason, mean == workout.rates.mean { return integrated }
    return banister(mean: mean, duration: workout.duration, profile)
  }

  /// The workouts whose loads are added up, each with the spans in which it does not count, because a workout of a source
  /// that ranks higher, or a longer one of the same source, does. One that lies in others by more than half is another
  /// recording of the same and left out.
  ///
  /// - Returns: in the order in which they began.
  /// - Complexity: O(n log n), and O(n^2) in workouts that overlap.
  package static func counted(_ workouts: [WorkoutSummary]) -> [(workout: WorkoutSummary, others: [Range<Date>])] {
    var counted: [(workout: WorkoutSummary, others: [Range<Date>])] = []
    var group: [WorkoutSummary] = []
    func close() {
      let first = counted.count
      for workout in group.sorted(by: {
        ($0.sourceRank, $1.duration, $0.row) < ($1.sourceRank, $0.duration, $1.row)
      }) {
        let span = workout.start..<workout.end
        let others = counted[first...].map { $0.workout.start..<$0.workout.end }.filter(span.overlaps)
        let whole = WorkoutTime(start: workout.start, end: workout.end, events: [])
        if whole.without(others).duration * 2 >= whole.duration { counted.append((workout, others)) }
      }
      counted[first...].sort { ($0.workout.start, $0.workout.row) < ($1.workout.start, $1.workout.row) }
      group.removeAll()
    }
    var end = Date.distantPast
    for workout in workouts.sorted(by: { ($0.start, $0.row) < ($1.start, $1.row) }) {
      if workout.start >= end { close() }
      group.append(workout)
      end = max(end, workout.end)
    }
    close()
    return counted
  }

  private static func impulse(
    _ times: [(rate: Double, seconds: Double)], _ reserve: ClosedRange<Double>, _ sex: BiologicalSex
  ) -> ClosedRange<Double> {
    func sum(_ factor: Double, _ exponent: Double) -> Double {
      times.reduce(0) { sum, time in
        let part = min(1, max(0, (time.rate - reserve.lowerBound) / (reserve.upperBound - reserve.lowerBound)))
        return sum + time.seconds / 60 * part * factor * exp(exponent * part)
      }
    }
    let men = sex == .female ? nil : sum(0.64, 1.92)
    let women = sex == .male ? nil : sum(0.86, 1.67)
    // Up to the maximum rate, the constants for women give more.
    let low = men ?? women ?? 0
    return low...max(low, women ?? low)
  }

  /// The fractions of the maximum rate at which Edwards' zones begin.
  private static let edwardsParts = [0.5, 0.6, 0.7, 0.8, 0.9]

  /// Edwards' load (1993): the minutes in five zones from 50, 60, 70, 80 and 90 % of the maximum rate, times 1 to 5.
  package static func edwards(
    _ times: HeartRateTimes, duration: Double, _ profile: HeartRateProfile
  ) -> Measure<EdwardsLoad> {
    let known = times.duration
    guard known > 0 else { return .failure(.unknown(.rates)) }
    guard known >= duration * leastCoverage else { return .failure(.uncovered(known: known, whole: duration)) }
    return profile.maximum.flatMap { maximum in
      guard maximum.value.isFinite, maximum.value > 0 else { return .failure(.unknown(.maximum)) }
      var minutes = [Double](repeating: 0, count: edwardsParts.count)
      for time in times.entries {
        let zones = edwardsParts.count { time.rate >= $0 * maximum.value }
        if zones > 0 { minutes[zones - 1] += time.seconds / 60 }
      }
      return .success(
        Measured(
          EdwardsLoad(minutes: minutes), .edwards, profile.inputs.filter { $0.name == "maximum heart rate" },
          coverage: MeasureCoverage(known / 60, of: max(known, duration) / 60, .minute)))
    }
  }

  /// Foster's session RPE (2001): the perceived effort of the whole session, from 0 to 10, times its minutes.
  ///
  /// - Parameter effort: the workout's effort score, from 1 to 10; nil if none was given. Apple's estimated score is one of
  ///   a watch and not a perceived one, and does not belong here.
  package static func session(effort: Double?, duration: Double) -> Measure<Double> {
    guard let effort else { return .failure(.unknown(.effort)) }
    guard (0...10).contains(effort), duration.isFinite, duration >= 0 else {
      return .failure(.undefined("the effort is not between 0 and 10"))
    }
    return .success(Measured(effort * duration / 60, .sessionRPE, [MeasureInput("effort", effort)]))
  }
}

/// Minutes in Edwards' five zones.
package struct EdwardsLoad: Hashable, Sendable {
  /// From the easiest zone to the hardest.
  package var minutes: [Double]

  /// The minutes times the number of their zone.
  package var load: Double { zip(minutes, 1...).reduce(0) { $0 + $1.0 * Double($1.1) } }
}
