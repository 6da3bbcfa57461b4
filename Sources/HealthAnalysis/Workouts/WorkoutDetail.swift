import FoundationEssentials
package import HealthModel

/// A stored workout with what is known about the user's heart on its day.
@dynamicMemberLookup
package struct WorkoutDetail: Sendable, Hashable {
  package let stored: StoredWorkout
  package let profile: HeartRateProfile
  /// The time in each zone; nil if neither zones nor the heart's limits are known.
  package let zoneTimes: ZoneTimes?

  /// The time in zones of heart rate.
  package struct ZoneTimes: Hashable, Sendable {
    package var zones: HeartRateZones
    /// Seconds in each.
    package var seconds: [Double]
    package var origin: Origin

    /// In the order in which they take precedence.
    package enum Origin: Hashable, Sendable {
      /// Stored by the program that recorded the workout.
      case workout
      /// The user's own limits.
      case chosen
      case reserve
    }
  }

  package init(_ stored: StoredWorkout, profile: HeartRateProfile) {
    self.stored = stored
    self.profile = profile
    let content: WorkoutZonesContent? = stored.metadata.content()
    if let group = content?.zones.first(where: { $0.type == TypeIdentifier.heartRate }) {
      zoneTimes = ZoneTimes(zones: HeartRateZones(group), seconds: group.seconds, origin: .workout)
    } else {
      zoneTimes = (try? profile.zones.get()).map { zones in
        ZoneTimes(
          zones: zones, seconds: zones.durations(of: stored.summary.rates),
          origin: profile.chosenZones == nil ? .reserve : .chosen)
      }
    }
  }

  package subscript<Value>(dynamicMember path: KeyPath<StoredWorkout, Value>) -> Value { stored[keyPath: path] }

  package var zones: HeartRateZones? { zoneTimes?.zones }

  package var load: Measure<ClosedRange<Double>> { TrainingLoad.banister(stored.summary, profile) }

  /// Metres per second in equal intervals from start to end; nil in intervals without distance data, and in intervals
  /// that are entirely paused.
  ///
  /// Speed is constant within each piece of distance.
  ///
  /// - Complexity: O(pieces + parts x pauses).
  package func speeds(parts count: Int) -> [Double?] {
    let (summary, distances) = (stored.summary, stored.distances)
    guard count > 0, let first = distances.first, let last = distances.last else { return [] }
    let start = summary.start.timeIntervalSinceReferenceDate
    let length = max(1, summary.end.timeIntervalSince(summary.start)) / Double(count)
    var metres = [Double](repeating: 0, count: count)
    for piece in distances where piece.value.isFinite && piece.value >= 0 {
      let (from, to) = ((piece.start - start) / length, (piece.end - start) / length)
      guard to > from else {
        metres[min(count - 1, max(0, Int(from)))] += piece.value
        continue
      }
      for part in min(count - 1, max(0, Int(from)))...min(count - 1, max(0, Int(to))) {
        let share = min(to, Double(part + 1)) - max(from, Double(part))
        if share > 0 { metres[part] += piece.value * share / (to - from) }
      }
    }
    return (0..<count).map { part in
      let low = start + Double(part) * length
      // There is no data before the first and after the last measurement.
      guard low + length > first.start, low < last.end else { return nil }
      let active =
        stored.time.elapsed(at: Date(timeIntervalSinceReferenceDate: low + length))
        - stored.time.elapsed(at: Date(timeIntervalSinceReferenceDate: low))
      return active >= 1 ? metres[part] / active : nil
    }
  }
}
