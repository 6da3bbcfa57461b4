import Foundation
import HealthModel
import OpenHealthKitCore

/// Measures the time in zones from the measurements of a workout in progress.
///
/// A measurement is valid until the next one, and for at most a minute, as in `HeartRateTimes`; pauses do not count. The times
/// are kept up to date: a measurement that arrives roughly in order, or is removed, costs the same however long the workout is.
struct ZoneTracker: Sendable {
  private struct Point {
    var uuid: UUID
    var time: Date
    var value: Double
    /// Its neighbours in time.
    var previous: Int?
    var next: Int?
  }

  /// The times for one configuration.
  private struct Progress {
    var limits: [Double]
    var events: Int
    var time: WorkoutTime
    /// Up to the last measurement.
    var seconds: [Double]
  }

  /// How many measurements a late one may be moved before, one by one.
  private static let longestWalk = 1_000

  /// In the order of their arrival, with those that were removed.
  private var points: [Point] = []
  /// The positions of those that were not.
  private var places: [UUID: Int] = [:]
  private var first: Int?
  private var last: Int?
  /// Whether the neighbours are known. Otherwise the next reading arranges all points, which costs O(n log n): after one came
  /// very late, and after half of them were removed.
  private(set) var isArranged = true
  private var progress: Progress?

  var isEmpty: Bool { places.isEmpty }

  /// - Complexity: O(measurements that are later).
  mutating func add(_ uuid: UUID, at time: Date, value: Double) {
    guard value.isFinite, value >= 0, places[uuid] == nil else { return }
    let place = points.count
    places[uuid] = place
    points.append(Point(uuid: uuid, time: time, value: value))
    guard isArranged else { return }
    var before = last
    for _ in 0..<Self.longestWalk {
      guard let later = before, points[later].time > time else { return link(place, after: before) }
      before = points[later].previous
    }
    isArranged = false
  }

  /// - Complexity: O(1) amortized.
  mutating func remove(_ uuid: UUID) {
    guard let place = places.removeValue(forKey: uuid) else { return }
    guard isArranged, points.count <= 2 * places.count + 64 else { return isArranged = false }
    let (previous, next) = (points[place].previous, points[place].next)
    count(previous, place, sign: -1)
    count(place, next, sign: -1)
    connect(previous, next)
    count(previous, next, sign: 1)
  }

  private mutating func link(_ place: Int, after previous: Int?) {
    let next = if let previous { points[previous].next } else { first }
    count(previous, next, sign: -1)
    connect(previous, place)
    connect(place, next)
    count(previous, place, sign: 1)
    count(place, next, sign: 1)
  }

  private mutating func connect(_ previous: Int?, _ next: Int?) {
    if let previous { points[previous].next = next } else { first = next }
    if let next { points[next].previous = previous } else { last = previous }
  }

  /// Adds or subtracts the time from one point to the next.
  private mutating func count(_ place: Int?, _ next: Int?, sign: Double) {
    guard let place, let next, let known = progress else { return }
    let zone = Self.zone(of: points[place].value, known.limits)
    progress?.seconds[zone] += sign * Self.seconds(points[place], to: points[next].time, known.time)
  }

  private mutating func arrange() {
    guard !isArranged else { return }
    points = points.enumerated().filter { places[$1.uuid] == $0 }
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    (first, last, progress) = (nil, nil, nil)
    for place in points.indices {
      places[points[place].uuid] = place
      connect(last, place)
      connect(place, nil)
    }
    isArranged = true
  }

  /// The zone of the last measurement, and its time.
  mutating func current(_ limits: [Double]) -> (zone: Int, time: Date)? {
    arrange()
    return last.map { (Self.zone(of: points[$0].value, limits), points[$0].time) }
  }

  /// Seconds in each zone up to the last measurement.
  ///
  /// - Complexity: O(1), but O(measurements x pauses) for other limits or events than at the last call.
  mutating func seconds(_ limits: [Double], from start: Date, events: [HKWorkoutEvent]) -> [Double] {
    arrange()
    if let progress, progress.limits == limits, progress.events == events.count {
      // Of times that were added and subtracted again a rounding error may be left.
      return progress.seconds.map { max(0, $0) }
    }
    let time = WorkoutTime(start: start, end: .distantFuture, events: events.map(WorkoutEventRecord.init))
    let seconds = seconds(limits, in: time, to: nil)
    progress = Progress(limits: limits, events: events.count, time: time, seconds: seconds)
    return seconds
  }

  /// Seconds in each zone between two instants; nil if nothing was measured then.
  ///
  /// - Complexity: O(measurements x pauses).
  mutating func seconds(
    _ limits: [Double], from start: Date, to end: Date, events: [HKWorkoutEvent]
  ) -> [Double]? {
    arrange()
    let time = WorkoutTime(start: start, end: end, events: events.map(WorkoutEventRecord.init))
    let seconds = seconds(limits, in: time, to: .distantFuture)
    return seconds.contains { $0 > 0 } ? seconds : nil
  }

  /// - Parameter end: until when the last measurement is valid; nil for not at all.
  private func seconds(_ limits: [Double], in time: WorkoutTime, to end: Date?) -> [Double] {
    var seconds = [Double](repeating: 0, count: limits.count + 1)
    var place = first
    while let point = place.map({ points[$0] }) {
      if let next = point.next.map({ points[$0].time }) ?? end {
        seconds[Self.zone(of: point.value, limits)] += Self.seconds(point, to: next, time)
      }
      place = point.next
    }
    return seconds
  }

  private static func seconds(_ point: Point, to next: Date, _ time: WorkoutTime) -> Double {
    let end = min(next, point.time.addingTimeInterval(HeartRateTimes.longestHold))
    return end > point.time ? max(0, time.elapsed(at: end) - time.elapsed(at: point.time)) : 0
  }

  private static func zone(of value: Double, _ limits: [Double]) -> Int { limits.count { value >= $0 } }
}
