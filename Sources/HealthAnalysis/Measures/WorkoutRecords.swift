package import FoundationEssentials
package import HealthModel

/// The fastest and the best part of a workout.
package enum WorkoutRecords {
  /// The distances of records, in metres: 1, 5 and 10 km, the half and the whole marathon.
  package static let distances = [1_000, 5_000, 10_000, 21_097.5, 42_195]
  /// The durations of the records of power, in seconds.
  package static let durations: [Double] = [5, 60, 300, 1_200, 3_600]

  /// The distance of a workout without what was covered during its pauses, which another device may go on to measure. A
  /// piece that lasts beyond a pause counts whole.
  ///
  /// - Complexity: O(pieces x pauses).
  package static func moving(_ pieces: [SourceMerger.Piece], _ time: WorkoutTime) -> [SourceMerger.Piece] {
    let spans = time.spans.map {
      ($0.lowerBound.timeIntervalSinceReferenceDate, $0.upperBound.timeIntervalSinceReferenceDate)
    }
    return pieces.filter { piece in spans.contains { $0 < piece.end && piece.start < $1 } }
  }

  /// The shortest time in which each of several distances was covered anywhere in a workout, in seconds. Pauses do not
  /// count.
  ///
  /// - Parameters:
  ///   - pieces: the distance by time; speed is constant within each.
  ///   - time: the time without pauses.
  /// - Complexity: O(pieces x (pauses + distances)).
  package static func fastest(
    _ distances: [Double], in pieces: [SourceMerger.Piece], time: WorkoutTime
  ) -> [Measure<Double>] {
    let line = line(moving(pieces, time), time)
    return distances.map { fastest($0, on: line) }
  }

  /// The distance at the ends of all pieces, over the time without pauses; constant between pieces.
  private static func line(
    _ pieces: [SourceMerger.Piece], _ time: WorkoutTime
  ) -> [(time: Double, distance: Double)] {
    guard let start = time.spans.first?.lowerBound, let end = time.spans.last?.upperBound else { return [] }
    let flat = WorkoutSplit.flattened(
      pieces, start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate)
    var line: [(time: Double, distance: Double)] = []
    func add(_ instant: Double, _ distance: Double) {
      let elapsed = time.elapsed(at: Date(timeIntervalSinceReferenceDate: instant))
      if let last = line.last, last.time == elapsed, last.distance == distance { return }
      line.append((elapsed, distance))
    }
    // Speed is constant in the time of the clock, so a pause inside a piece divides it.
    let limits = time.spans.flatMap { [$0.lowerBound, $0.upperBound] }.map(\.timeIntervalSinceReferenceDate)
    var covered = 0.0
    for piece in flat {
      add(piece.start, covered)
      for limit in limits where limit > piece.start && limit < piece.end {
        add(limit, covered + piece.value * (limit - piece.start) / (piece.end - piece.start))
      }
      covered += piece.value
      add(piece.end, covered)
    }
    return line
  }

  private static func fastest(_ distance: Double, on line: [(time: Double, distance: Double)]) -> Measure<Double> {
    guard distance > 0, let covered = line.last?.distance, covered >= distance - 1e-6 else {
      return .failure(.undefined("the workout is shorter"))
    }
    let length = min(distance, covered)
    // The shortest time begins or ends at the end of a piece.
    var best = Double.infinity
    var place = 0
    for point in line where point.distance + length <= covered + 1e-9 {
      while place + 1 < line.count, line[place].distance < point.distance + length { place += 1 }
      best = min(best, Self.time(of: point.distance + length, line, upTo: place) - point.time)
    }
    place = 0
    for point in line where point.distance >= length - 1e-9 {
      // The last time at which the distance was still that much less.
      while place + 1 < line.count, line[place + 1].distance <= point.distance - length { place += 1 }
      best = min(best, point.time - Self.time(leaving: point.distance - length, line, from: place))
    }
    guard best.isFinite, best > 0 else { return .failure(.undefined("the distance has no duration")) }
    return .success(Measured(best, .fastest, [MeasureInput("distance", distance, "m")]))
  }

  /// When a distance is reached first, in the segment that ends at a point.
  private static func time(
    of distance: Double, _ line: [(time: Double, distance: Double)], upTo place: Int
  ) -> Double {
    guard place > 0, line[place].distance > line[place - 1].distance else { return line[place].time }
    let (from, to) = (line[place - 1], line[place])
    let part = min(1, max(0, (distance - from.distance) / (to.distance - from.distance)))
    return from.time + (to.time - from.time) * part
  }

  /// When a distance is left, in the segment that begins at a point.
  private static func time(
    leaving distance: Double, _ line: [(time: Double, distance: Double)], from place: Int
  ) -> Double {
    guard place + 1 < line.count, line[place + 1].distance > line[place].distance else { return line[place].time }
    let (from, to) = (line[place], line[place + 1])
    let part = min(1, max(0, (distance - from.distance) / (to.distance - from.distance)))
    return from.time + (to.time - from.time) * part
  }

  /// How long a power is valid at most until the next measurement, in seconds: it changes faster than a heart rate.
  package static let longestPower = 10.0

  /// The highest mean of measurements, heart rates or powers, over a time. A measurement is valid until the next one, for
  /// a limited time; what is not covered counts as 0, so that a gap never raises a mean.
  ///
  /// - Parameters:
  ///   - points: sorted by time.
  ///   - duration: seconds.
  ///   - hold: how long a measurement is valid at most, in seconds.
  ///   - end: nothing is known after it.
  /// - Complexity: O(points).
  package static func bestMean(
    _ points: [HeartRatePoint], over duration: Double, hold: Double = HeartRateTimes.longestHold,
    until end: Date = .distantFuture
  ) -> Measure<Double> {
    let limit = end.timeIntervalSinceReferenceDate
    // The integral at the ends of the held values, which is linear in between.
    var line: [(time: Double, distance: Double)] = []
    var sum = 0.0
    let points = points.filter { $0.rate.isFinite }
    for (index, point) in points.enumerated() {
      let start = point.time.timeIntervalSinceReferenceDate
      let longest = min(limit, start + hold)
      let end = index + 1 < points.count ? min(longest, points[index + 1].time.timeIntervalSinceReferenceDate) : longest
      guard end > start else { continue }
      if line.last?.time != start { line.append((start, sum)) }
      sum += point.rate * (end - start)
      line.append((end, sum))
    }
    guard duration > 0, let first = line.first, let last = line.last, last.time - first.time >= duration else {
      return .failure(
        .undefined(
          "the measurements last less than \(MeasureUnit.minute.count(max(1, Int((duration / 60).rounded(.up)))))"))
    }
    func integral(_ time: Double, _ place: inout Int) -> Double {
      while place + 1 < line.count, line[place + 1].time < time { place += 1 }
      guard place + 1 < line.count else { return sum }
      let (from, to) = (line[place], line[place + 1])
      guard to.time > from.time else { return to.distance }
      return from.distance + (to.distance - from.distance) * min(1, max(0, (time - from.time) / (to.time - from.time)))
    }
    var best = -Double.infinity
    var (ahead, behind) = (0, 0)
    for point in line {
      if point.time + duration <= last.time {
        best = max(best, integral(point.time + duration, &ahead) - point.distance)
      }
      if point.time - duration >= first.time {
        best = max(best, point.distance - integral(point.time - duration, &behind))
      }
    }
    return .success(Measured(best / duration, .bestMean, [MeasureInput("duration", duration, "s")]))
  }
}
