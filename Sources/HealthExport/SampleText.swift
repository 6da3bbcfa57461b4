package import Foundation
import HealthModel

/// Formats numbers and dates in files such that reading them restores the same values.
package enum SampleText {
  /// `2026-11-19T08:00:00Z`, with as many fractional digits as necessary.
  static func date(_ date: Date) -> String {
    let (day, seconds, fraction) = parts(date, offset: 0)
    return "\(day)T\(clock(seconds))\(fraction)Z"
  }

  /// The date format of Apple's exports: `2026-11-19 08:00:00 +0100`.
  static func appleDate(_ date: Date, offset: Int) -> String {
    let (day, seconds, fraction) = parts(date, offset: offset)
    let minutes = abs(offset) / 60
    let sign = offset < 0 ? "-" : "+"
    return "\(day) \(clock(seconds))\(fraction) \(sign)\((minutes / 60).twoDigits)\((minutes % 60).twoDigits)"
  }

  /// `2026-11-19 14:30`
  package static func minute(_ date: Date, in zone: TimeZone) -> String {
    let (day, second) = Day.containing(date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date)))
    return "\(day) \((second / 3_600).twoDigits):\((second / 60 % 60).twoDigits)"
  }

  private static func parts(_ date: Date, offset: Int) -> (day: Day, seconds: Int, fraction: String) {
    let time = date.timeIntervalSinceReferenceDate
    let whole = time.rounded(.down)
    let (day, second) = Day.containing(whole + Date.timeIntervalBetween1970AndReferenceDate + Double(offset))
    var fraction = ""
    if time != whole {
      // Nanoseconds: more precise than doubles for dates in these years.
      let digits = String(Int(((time - whole) * 1e9).rounded()).clamped(to: 0...999_999_999) + 1_000_000_000)
        .dropFirst()
      fraction = "." + digits.prefix(max(1, 9 - digits.reversed().prefix { $0 == "0" }.count))
    }
    return (day, second, fraction)
  }

  private static func clock(_ seconds: Int) -> String {
    "\((seconds / 3_600).twoDigits):\((seconds / 60 % 60).twoDigits):\((seconds % 60).twoDigits)"
  }

  /// A text as a JSON string.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case let scalar where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

/// The format of route points in files.
enum RouteText {
  /// The numbers of a point beside its date, in the order of a JSON line, with the names of Apple's attributes. Apple
  /// has none for the accuracies of speed and course.
  static let columns: [(name: String, column: any KeyPath<RoutePoint, Double> & Sendable)] = [
    ("latitude", \.latitude), ("longitude", \.longitude), ("altitude", \.altitude),
    ("horizontalAccuracy", \.horizontalAccuracy), ("verticalAccuracy", \.verticalAccuracy), ("speed", \.speed),
    ("course", \.course), ("speedAccuracy", \.speedAccuracy), ("courseAccuracy", \.courseAccuracy),
  ]

  /// `["2026-11-12T07:00:00Z",47.1,8.2,431.5,4,3,2.75,90]`; unknown numbers at the end are omitted.
  static func json(_ point: RoutePoint) -> String {
    let unknown = RoutePoint(date: point.date, latitude: .nan, longitude: .nan)
    let known = columns.lastIndex { point[keyPath: $0.column] != unknown[keyPath: $0.column] } ?? 0
    let numbers = columns[...max(known, 1)].map { point[keyPath: $0.column].shortText }
    return "[\"\(SampleText.date(point.date))\",\(numbers.joined(separator: ","))]"
  }
}
