package import Foundation
package import HealthModel

/// The formats of files with one workout.
package enum WorkoutFileFormat: String, CaseIterable, Sendable {
  case gpx, tcx, fit

  /// The content of a file.
  ///
  /// - Returns: nil for a workout that the format cannot express: GPX has only positions.
  package func content(_ workout: WorkoutFile) -> [UInt8]? {
    switch self {
    case .gpx: workout.points.contains { $0.position != nil } ? Array(GPXWriter.text(workout).utf8) : nil
    case .tcx: Array(TCXWriter.text(workout).utf8)
    case .fit: FITWriter.bytes(workout)
    }
  }
}

/// A workout as programs for sports exchange it: totals, laps, and what was measured at instants.
package struct WorkoutFile: Sendable {
  package struct Point: Hashable, Sendable {
    package var time: Date
    package var position: Position?
    /// Metres.
    package var altitude: Double?
    /// Metres from the start.
    package var distance: Double?
    /// Metres per second.
    package var speed: Double?
    /// Beats per minute.
    package var heartRate: Double?
  }

  /// Degrees.
  package struct Position: Hashable, Sendable {
    package var latitude: Double
    package var longitude: Double
  }

  package struct Lap: Hashable, Sendable {
    package var start: Date
    package var end: Date
    /// Seconds without pauses.
    package var duration: Double
    /// Metres.
    package var distance: Double?
    /// Kilocalories.
    package var energy: Double?
    package var averageRate: Double?
    package var highestRate: Double?
  }

  /// The name of the activity, `running`.
  package var activity: String
  package var start: Date
  package var end: Date
  package var isIndoor: Bool
  /// The whole workout.
  package var total: Lap
  package var laps: [Lap]
  package var pauses: [ClosedRange<Date>]
  /// Metres climbed along the route; nil without altitudes.
  package var ascent: Double?
  /// By time, without two at the same instant.
  package var points: [Point]

  /// A heart rate is assigned to the positions after it for at most this many seconds, as long as none follows.
  package static let longestHold = 60.0

  /// - Parameter route: the points of the workout's routes, by time.
  /// - Complexity: O(points and samples).
  package init(_ workout: StoredWorkout, route: [RoutePoint]) {
    let summary = workout.summary
    let (start, end) = (summary.start, summary.end)
    activity = summary.name
    (self.start, self.end) = (start, end)
    if case .flag(true)? = workout.metadata["HKIndoorWorkout"] { isIndoor = true } else { isIndoor = false }
    pauses = zip(workout.time.spans, workout.time.spans.dropFirst()).compactMap { before, after in
      before.upperBound < after.lowerBound ? before.upperBound...after.lowerBound : nil
    }
    let route = route.filter { (start...end).contains($0.date) && $0.isPlausible }
    // Steps during a workout in one place are no distance of it.
    let distances = Distances(
      summary.distance == nil && route.isEmpty
        ? [] : workout.distances.isEmpty ? Self.legs(route, pauses, total: summary.distance) : workout.distances)
    let rates = workout.rates.filter { (start...end).contains($0.time) }
    func lap(_ from: Date, _ to: Date) -> Lap {
      let within = rates.filter { $0.time >= from && ($0.time < to || to == end) }
      let part = workout.time.part(from: from, to: to)
      let times = HeartRateTimes(within, in: part)
      return Lap(
        start: from, end: to, duration: part.duration, distance: distances.isEmpty ? nil : distances.between(from, to),
        // Readers add up the laps, and energy is known of the whole.
        energy: summary.energy.map { summary.duration > 0 ? $0 * min(1, part.duration / summary.duration) : 0 },
        averageRate: times.mean, highestRate: within.map(\.rate).max())
    }
    var total = lap(start, end)
    total.duration = summary.duration
    total.distance = summary.distance ?? total.distance
    total.energy = summary.energy
    total.averageRate = summary.heartRate ?? total.averageRate
    self.total = total
    let edges = [start] + workout.events.filter { $0.type == 3 }.map(\.start).filter { $0 > start && $0 < end }.sorted()
    let laps = zip(edges, edges.dropFirst() + [end]).filter { $0 < $1 }.map(lap)
    self.laps = laps.count < 2 ? [total] : laps
    var track = WorkoutTrack(count: route.count)
    for point in route { track.add(point) }
    ascent = route.contains { $0.verticalAccuracy >= 0 } ? track.ascent : nil
    var rest = pauses[...]
    // As recorded by watches of other makers, nothing is measured during a pause.
    points = Self.points(route, rates, distances)
      .filter { point in
        while let pause = rest.first, pause.upperBound <= point.time { rest.removeFirst() }
        return rest.first.map { point.time <= $0.lowerBound } ?? true
      }
  }

  /// The ways between the points of a route, without those during pauses; in sum the distance of the workout, if that is known.
  private static func legs(
    _ route: [RoutePoint], _ pauses: [ClosedRange<Date>], total: Double?
  ) -> [SourceMerger.Piece] {
    var rest = pauses[...]
    var legs: [SourceMerger.Piece] = []
    for (one, other) in zip(route, route.dropFirst()) where one.date < other.date {
      while let pause = rest.first, pause.upperBound <= one.date { rest.removeFirst() }
      if let pause = rest.first, pause.upperBound <= other.date { continue }
      legs.append(
        SourceMerger.Piece(
          start: one.date.timeIntervalSinceReferenceDate, end: other.date.timeIntervalSinceReferenceDate,
          value: WorkoutTrack.metres(from: one, to: other)))
    }
    let length = legs.reduce(0) { $0 + $1.value }
    guard let total, length > 0 else { return legs }
    for index in legs.indices { legs[index].value *= total / length }
    return legs
  }

  private static func points(
    _ route: [RoutePoint], _ rates: [HeartRatePoint], _ distances: Distances
  ) -> [Point] {
    var points: [Point] = []
    var (place, rate) = (0, 0)
    while place < route.count || rate < rates.count {
      let time = min(
        place < route.count ? route[place].date : .distantFuture, rate < rates.count ? rates[rate].time : .distantFuture
      )
      var point = Point(time: time)
      while rate < rates.count, rates[rate].time <= time { rate += 1 }
      if rate > 0, time.timeIntervalSince(rates[rate - 1].time) <= longestHold {
        point.heartRate = rates[rate - 1].rate
      }
      while place < route.count, route[place].date <= time {
        let found = route[place]
        point.position = Position(latitude: found.latitude, longitude: found.longitude)
        point.altitude = found.verticalAccuracy >= 0 ? found.altitude : nil
        point.speed = found.speed >= 0 ? found.speed : nil
        place += 1
      }
      if !distances.isEmpty { point.distance = distances.until(time) }
      points.append(point)
    }
    return points
  }
}

/// The distance from the start at any instant, from merged samples.
private struct Distances {
  private let pieces: [SourceMerger.Piece]
  /// The distance before each piece.
  private let before: [Double]

  init(_ pieces: [SourceMerger.Piece]) {
    self.pieces = pieces
    before = pieces.reduce(into: [0.0]) { sums, piece in sums.append((sums.last ?? 0) + piece.value) }
  }

  var isEmpty: Bool { pieces.isEmpty }

  func until(_ instant: Date) -> Double {
    let time = instant.timeIntervalSinceReferenceDate
    let next = pieces.partitioningIndex { $0.start >= time }
    guard next > 0 else { return 0 }
    let last = pieces[next - 1]
    let share = last.end > last.start ? min(1, (time - last.start) / (last.end - last.start)) : 1
    return before[next - 1] + last.value * share
  }

  func between(_ from: Date, _ to: Date) -> Double { until(to) - until(from) }
}
