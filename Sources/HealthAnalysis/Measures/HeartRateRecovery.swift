package import FoundationEssentials
package import HealthModel

/// How far the heart rate falls after a workout (Cole et al. 1999).
package enum HeartRateRecovery {
  /// A rate is read between two measurements that are at most this far apart, in seconds, or from one that is at most
  /// half of it away.
  package static let longestGap = 30.0

  /// The rate at the end of a workout minus that some time after it, in beats per minute.
  ///
  /// - Parameters:
  ///   - points: the heart rates during and after the workout, sorted by time.
  ///   - end: when the exercise ended.
  ///   - minutes: 1 or 2.
  package static func drop(_ points: [HeartRatePoint], end: Date, minutes: Int) -> Measure<Double> {
    guard let atEnd = rate(at: end, points), let after = rate(at: end.addingTimeInterval(Double(minutes) * 60), points)
    else {
      return .failure(
        .undefined("no heart rate was measured at the end and \(MeasureUnit.minute.count(minutes)) after it"))
    }
    return .success(
      Measured(
        atEnd - after, .recovery,
        [
          MeasureInput("heart rate at the end", atEnd, "count/min"),
          MeasureInput("heart rate \(MeasureUnit.minute.count(minutes)) later", after, "count/min"),
        ]))
  }

  /// The rate at an instant, between its neighbours.
  private static func rate(at time: Date, _ points: [HeartRatePoint]) -> Double? {
    let next = points.firstIndex { $0.time >= time && $0.rate.isFinite }
    let last = points[..<(next ?? points.count)].lastIndex { $0.rate.isFinite }
    let following = next.map { points[$0] }
    let previous = last.map { points[$0] }
    if let previous, let following, following.time.timeIntervalSince(previous.time) <= longestGap {
      let whole = following.time.timeIntervalSince(previous.time)
      let part = whole > 0 ? time.timeIntervalSince(previous.time) / whole : 0
      return previous.rate + (following.rate - previous.rate) * part
    }
    let near = [previous, following].compactMap(\.self)
      .min { abs($0.time.timeIntervalSince(time)) < abs($1.time.timeIntervalSince(time)) }
    return near.flatMap { abs($0.time.timeIntervalSince(time)) <= longestGap / 2 ? $0.rate : nil }
  }
}
