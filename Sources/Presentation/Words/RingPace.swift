package import FoundationEssentials
package import HealthAnalysis
package import HealthModel

/// A ring of today compared with its usual value at this hour, and its projected value.
package struct RingPace: Hashable, Sendable {
  /// The usual value of this weekday at this time, in the ring's unit.
  package var usual: Double
  /// When the ring will close, in whole hours since midnight; nil if it is closed or will not close.
  package var closing: Int?
  /// The projected value at midnight.
  package var expected: Double
  package var value: RingValue

  /// - Returns: nil if the day has no data, is paused or over, or if the usual value is unknown.
  package init?(_ ring: Ring, of summary: DaySummary?, usual: UsualHours?, now: Date) {
    guard let summary, let usual, usual.day == summary.day, !summary.isPaused, summary.interval.contains(now),
      let value = summary[ring].value
    else { return nil }
    // Counted back from midnight, since the clocks change at night.
    let hours = max(0, 24 - summary.interval.upperBound.timeIntervalSince(now) / 3_600)
    guard let median = usual.usual(ring, at: hours),
      let expected = usual.expected(ring, value: value, at: hours, until: 24)
    else { return nil }
    self.usual = median
    self.expected = expected
    self.value = summary[ring]
    closing =
      summary[ring].isClosed
      ? nil : summary[ring].goal.flatMap { usual.closing(ring, value: value, goal: $0, at: hours) }
  }

  /// `usually 410 by now`
  package func usualWords(_ unit: RingUnit, _ formatting: Formatting) -> String {
    "usually \(formatting.number(Rounding.down(usual * unit.scale), 0)) by now"
  }

  /// `closes about 20:00`, `585 at this pace`; nil for a ring that is closed or has no goal.
  package func paceWords(_ unit: RingUnit, _ formatting: Formatting) -> String? {
    guard !value.isClosed, (value.goal ?? 0) > 0 else { return nil }
    if let closing { return "closes \(time(closing, formatting))" }
    return "\(formatting.number(Rounding.down(expected * unit.scale), 0)) at this pace"
  }

  /// `At this hour you usually have 410 kcal; at this pace the ring closes about 20:00.`
  package func sentence(_ unit: RingUnit, _ formatting: Formatting) -> String {
    func amount(_ value: Double) -> String {
      "\(formatting.number(Rounding.down(value * unit.scale), 0)) \(unit.symbol)"
    }
    let start = "At this hour you usually have \(amount(usual))"
    guard paceWords(unit, formatting) != nil else { return start + "." }
    guard let closing else { return "\(start); at this pace it will be \(amount(expected)) at midnight." }
    return "\(start); at this pace the ring closes \(time(closing, formatting))."
  }

  private func time(_ hour: Int, _ formatting: Formatting) -> String {
    hour >= 24 ? "before midnight" : "about \(formatting.hour(hour))"
  }
}
