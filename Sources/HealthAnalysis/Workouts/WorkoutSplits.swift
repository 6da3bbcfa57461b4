import FoundationEssentials
package import HealthModel

/// A kilometre or a mile of a workout.
package struct WorkoutSplit: Hashable, Sendable {
  /// Metres; less than the others for the last.
  package var distance: Double
  /// Seconds without pauses.
  package var duration: Double
  /// The mean heart rate over time in beats per minute; nil if unknown.
  package var heartRate: Double?

  package init(distance: Double, duration: Double, heartRate: Double? = nil) {
    self.distance = distance
    self.duration = duration
    self.heartRate = heartRate
  }

  /// Seconds per metre; nil for a split without distance.
  package var pace: Double? { distance > 0 ? duration / distance : nil }
}

extension WorkoutSplit {
  /// The splits of a workout. Speed is constant within each piece of distance.
  ///
  /// - Parameters:
  ///   - pieces: metres by time, in seconds since the reference date; may overlap.
  ///   - length: the length of a split, in metres.
  ///   - time: pauses take no time.
  ///   - rates: by time.
  ///   - limit: the maximum number of splits.
  /// - Complexity: O(n log n) in the pieces.
  package static func splits(
    of pieces: [SourceMerger.Piece], every length: Double, time: WorkoutTime, rates: [HeartRatePoint],
    limit: Int = 500
  ) -> [WorkoutSplit] {
    guard length > 0, let start = time.spans.first?.lowerBound, let end = time.spans.last?.upperBound else { return [] }
    let low = start.timeIntervalSinceReferenceDate
    let high = end.timeIntervalSinceReferenceDate
    // The instants at which the distance reaches multiples of the length.
    var marks: [(time: Double, distance: Double)] = []
    var distance = 0.0
    for piece in flattened(pieces, low, high) {
      let after = distance + piece.value
      while after >= Double(marks.count + 1) * length - 1e-6, marks.count < limit {
        let missing = Double(marks.count + 1) * length - distance
        let part = piece.value > 0 ? min(1, max(0, missing / piece.value)) : 1
        marks.append((piece.start + (piece.end - piece.start) * part, length))
      }
      distance = after
    }
    let rest = distance - Double(marks.count) * length
    if rest > 0.5, marks.count < limit { marks.append((high, rest)) }
    var splits: [WorkoutSplit] = []
    var from = start
    for mark in marks {
      let until = Date(timeIntervalSinceReferenceDate: mark.time)
      // A rate from before the split may be valid in it.
      let earliest = from.addingTimeInterval(-HeartRateTimes.longestHold)
      let own = rates.filter { $0.time >= earliest && $0.time < until }
      splits.append(
        WorkoutSplit(
          distance: mark.distance, duration: max(0, time.elapsed(at: until) - time.elapsed(at: from)),
          heartRate: HeartRateTimes(own, in: time.part(from: from, to: until)).mean))
      from = until
    }
    return splits
  }

  /// The same distance in consecutive pieces without overlaps, sorted by time.
  static func flattened(_ pieces: [SourceMerger.Piece], _ low: Double, _ high: Double) -> [SourceMerger.Piece] {
    var changes: [(time: Double, speed: Double)] = []
    var instants: [SourceMerger.Piece] = []
    for piece in pieces where piece.value > 0 && piece.value.isFinite && piece.start >= low && piece.end <= high {
      if piece.end > piece.start {
        let speed = piece.value / (piece.end - piece.start)
        changes += [(piece.start, speed), (piece.end, -speed)]
      } else {
        instants.append(piece)
      }
    }
    changes.sort { $0.time < $1.time }
    var result = instants
    var speed = 0.0
    for (index, change) in changes.enumerated() {
      speed += change.speed
      guard index + 1 < changes.count, changes[index + 1].time > change.time, speed > 1e-9 else { continue }
      let next = changes[index + 1].time
      result.append(SourceMerger.Piece(start: change.time, end: next, value: speed * (next - change.time)))
    }
    return result.sorted { $0.start < $1.start }
  }
}
