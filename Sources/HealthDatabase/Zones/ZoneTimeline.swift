package import Foundation
package import HealthModel

/// Where the user was on each day, and therefore which instants a day covers.
///
/// Day d runs from midnight of d in its zone to midnight of d + 1 in the zone of d + 1, so days cover time without
/// gaps or overlaps even when the user travels. A zone that a record names applies from that day until another day
/// names another one; before the first, the home zone applies.
package struct ZoneTimeline: Sendable, Equatable {
  package let home: String
  /// The first day of each zone after home, ascending; neighbours differ.
  package let changes: [(day: Day, zone: String)]

  private let homeZone: TimeZone
  private let zones: [TimeZone]

  /// - Parameters:
  ///   - home: an identifier, or an offset such as `GMT+0100`. An unknown one is treated as GMT.
  ///   - named: zones by day, ascending; unknown identifiers are ignored.
  package init(home: String, named: [(day: Day, zone: String)] = []) {
    self.home = home
    homeZone = TimeZone(identifier: home) ?? .gmt
    var changes: [(day: Day, zone: String)] = []
    var zones: [TimeZone] = []
    for entry in named where entry.zone != (changes.last?.zone ?? home) {
      guard let zone = TimeZone(identifier: entry.zone) else { continue }
      changes.append(entry)
      zones.append(zone)
    }
    self.changes = changes
    self.zones = zones
  }

  package static func == (lhs: ZoneTimeline, rhs: ZoneTimeline) -> Bool {
    lhs.home == rhs.home && lhs.changes.count == rhs.changes.count
      && zip(lhs.changes, rhs.changes).allSatisfy { $0.day == $1.day && $0.zone == $1.zone }
  }

  /// The zone of the day.
  ///
  /// - Complexity: O(log n) in the number of changes.
  package func zone(of day: Day) -> TimeZone {
    let next = changes.partitioningIndex { $0.day > day }
    return next == 0 ? homeZone : zones[next - 1]
  }

  /// The first instant of the day.
  package func midnight(of day: Day) -> Date {
    let zone = zone(of: day)
    let midnight = Self.midnight(of: day, in: zone)
    // A flight from Pago Pago to Kiritimati skips the day: the next one has begun there before this one would begin
    // here.
    let next = self.zone(of: day + 1)
    return next == zone ? midnight : min(midnight, Self.midnight(of: day + 1, in: next))
  }

  /// From the day's first instant to the first instant of the next day.
  ///
  /// A flight across the date line eastward results in a day of up to two days, westward in one that may be empty.
  package func interval(of day: Day) -> Range<Date> {
    midnight(of: day)..<midnight(of: day + 1)
  }

  /// The same in seconds since the reference date.
  package func seconds(of day: Day) -> Range<Double> {
    let interval = interval(of: day)
    return interval.lowerBound.timeIntervalSinceReferenceDate..<interval.upperBound.timeIntervalSinceReferenceDate
  }

  /// When a day may end, in seconds since the reference date: in any zone within 14 hours of its end in UTC.
  static func possibleEnds(of day: Day) -> ClosedRange<Double> {
    let end = Double(day.number + 1) * 86_400 - Date.timeIntervalBetween1970AndReferenceDate
    return end - 50_400...end + 50_400
  }

  /// The day that contains the instant.
  package func day(containing date: Date) -> Day {
    // No offset exceeds 14 hours from UTC, so the day is one of three.
    let date = Self.bounded(date)
    var day = Self.utcDay(date.timeIntervalSince1970) + 1
    while midnight(of: day) > date { day = day - 1 }
    return day
  }

  /// The day that contains a time in seconds since the reference date.
  package func day(at time: Double) -> Day { day(containing: Date(timeIntervalSinceReferenceDate: time)) }

  /// The end of the day that begins at an instant; nil if no day does.
  package func endOfDay(beginningAt date: Date) -> Date? {
    let day = day(containing: date)
    return midnight(of: day) == date ? midnight(of: day + 1) : nil
  }

  /// The civil day of an instant in one zone.
  static func civilDay(of date: Date, in zone: TimeZone) -> Day {
    let date = bounded(date)
    return utcDay(date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date)))
  }

  /// The nearest date that can be converted to a day. Only a damaged store contains others.
  private static func bounded(_ date: Date) -> Date {
    let time = date.timeIntervalSinceReferenceDate
    return Date(timeIntervalSinceReferenceDate: max(-StoredTime.furthest, min(time, StoredTime.furthest)))
  }

  private static func utcDay(_ time: Double) -> Day { Day.containing(time).day }

  /// The day that contains an instant, and the second of the day, 0 to 86,399, that clocks showed.
  package func clock(_ date: Date) -> (day: Day, second: Int) {
    let day = day(containing: date)
    return (day, Day.containing(date.timeIntervalSince1970 + Double(zone(of: day).secondsFromGMT(for: date))).second)
  }

  /// The first instant of the day in the zone. If the clocks skip midnight, it is the instant of the change.
  static func midnight(of day: Day, in zone: TimeZone) -> Date {
    let utc = Double(day.number) * 86_400
    let before = zone.secondsFromGMT(for: Date(timeIntervalSince1970: utc - 54_000))
    let after = zone.secondsFromGMT(for: Date(timeIntervalSince1970: utc + 54_000))
    if before == after { return Date(timeIntervalSince1970: utc - Double(before)) }
    // The clocks change near this midnight, but perhaps only after it. Newfoundland's went from 0:01 back to 23:01,
    // and the day began the first time.
    let first = Date(timeIntervalSince1970: utc - Double(before))
    if zone.secondsFromGMT(for: first) == before { return first }
    // Otherwise find the first second of the day by bisection.
    var low = utc - 54_000
    var high = utc + 54_000
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if civilDay(of: Date(timeIntervalSince1970: middle), in: zone) >= day { high = middle } else { low = middle }
    }
    return Date(timeIntervalSince1970: high)
  }
}
