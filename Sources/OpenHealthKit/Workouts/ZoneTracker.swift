import Foundation
import HealthModel
import OpenHealthKitCore

/// Measures the time in zones from the measurements of a workout in progress.
///
/// A measurement is valid until the next one, and for at most a minute, as in `HeartRateTimes`; pauses do not count. What
/// was computed is kept, so that a measurement that arrives in order costs the same however long the workout is.
struct ZoneTracker: Sendable {
  private struct Point {
    var uuid: UUID
    var time: Date
    var value: Double
  }

  /// What is known of one configuration.
  private struct Progress {
    var limits: [Double]
    var events: Int
    /// The points up to this one have been counted, except for the time after the last.
    var counted = 0
    var seconds: [Double]
  }

  private var points: [Point] = []
  private var isSorted = true
  private var progress: Progress?

  var isEmpty: Bool { points.isEmpty }

  mutating func add(_ uuid: UUID, at time: Date, value: Double) {
    guard value.isFinite, value >= 0 else { return }
    if let last = points.last, time < last.time { isSorted = false }
    points.append(Point(uuid: uuid, time: time, value: value))
  }

  mutating func remove(_ uuid: UUID) {
    points.removeAll { $0.uuid == uuid }
    progress = nil
  }

  private mutating func sort() {
    guard !isSorted else { return }
    points.sort { $0.time < $1.time }
    isSorted = true
    progress = nil
  }

  /// The zone of the last measurement, and its time.
  mutating func current(_ limits: [Double]) -> (zone: Int, time: Date)? {
    sort()
    return points.last.map { (Self.zone(of: $0.value, limits), $0.time) }
  }

  /// Seconds in each zone up to the last measurement.
  ///
  /// - Complexity: O(measurements since the last call x pauses).
  mutating func seconds(_ limits: [Double], from start: Date, events: [HKWorkoutEvent]) -> [Double] {
    sort()
    guard let last = points.last else { return [Double](repeating: 0, count: limits.count + 1) }
    var state = progress ?? Progress(limits: limits, events: events.count, seconds: [])
    if state.limits != limits || state.events != events.count || state.seconds.isEmpty {
      state = Progress(limits: limits, events: events.count, seconds: [Double](repeating: 0, count: limits.count + 1))
    }
    let time = WorkoutTime(start: start, end: max(start, last.time), events: events.map(WorkoutEventRecord.init))
    while state.counted + 1 < points.count {
      let point = points[state.counted]
      state.seconds[Self.zone(of: point.value, limits)] += Self.seconds(point, to: points[state.counted + 1].time, time)
      state.counted += 1
    }
    progress = state
    return state.seconds
  }

  /// Seconds in each zone between two instants; nil if nothing was measured then.
  ///
  /// - Complexity: O(measurements x pauses).
  mutating func seconds(
    _ limits: [Double], from start: Date, to end: Date, events: [HKWorkoutEvent]
  ) -> [Double]? {
    sort()
    let time = WorkoutTime(start: start, end: end, events: events.map(WorkoutEventRecord.init))
    var seconds = [Double](repeating: 0, count: limits.count + 1)
    for (index, point) in points.enumerated() {
      let next = index + 1 < points.count ? points[index + 1].time : .distantFuture
      seconds[Self.zone(of: point.value, limits)] += Self.seconds(point, to: next, time)
    }
    return seconds.contains { $0 > 0 } ? seconds : nil
  }

  private static func seconds(_ point: Point, to next: Date, _ time: WorkoutTime) -> Double {
    let end = min(next, point.time.addingTimeInterval(HeartRateTimes.longestHold))
    return end > point.time ? max(0, time.elapsed(at: end) - time.elapsed(at: point.time)) : 0
  }

  private static func zone(of value: Double, _ limits: [Double]) -> Int { limits.count { value >= $0 } }
}
