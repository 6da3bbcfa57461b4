import Foundation
import Presentation

/// The user's language and region in the environment: `LC_ALL`, otherwise `LC_NUMERIC`, `LC_TIME` and `LC_MEASUREMENT`,
/// otherwise `LANG`.
///
/// The program's text is in English; the locale determines the format of numbers and dates, and the units. If the
/// locale is `C`, `POSIX` or missing, all of these are nil.
struct UserLocale {
  private let numeric: Locale?
  private let time: Locale?
  private let measurement: Locale?

  init(_ environment: [String: String]) {
    func locale(_ category: String) -> Locale? {
      let names = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }
      // `de_DE.UTF-8@euro` without the character set and the variant.
      let name = names.first { !$0.isEmpty }?.prefix { $0 != "." && $0 != "@" } ?? ""
      return ["", "C", "POSIX"].contains(name) || !Self.isName(name) ? nil : Locale(identifier: String(name))
    }
    numeric = locale("LC_NUMERIC")
    time = locale("LC_TIME")
    measurement = locale("LC_MEASUREMENT")
  }

  /// Whether it can be the name of a locale: letters and digits in parts, as in `sr_Latn_RS`. Foundation traps on others,
  /// and SSH passes the client's environment on.
  private static func isName(_ name: Substring) -> Bool {
    name.utf8.count <= 32
      && name.utf8.allSatisfy { byte in
        byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
  }

  /// The thousands separator and the decimal separator.
  var separators: (group: String, decimal: String)? {
    numeric.map { ($0.groupingSeparator ?? "", $0.decimalSeparator ?? ".") }
  }

  /// Whether the month comes first in dates such as `7/4`.
  var dateOrder: DateOrder? {
    guard let time, let pattern = DateFormatter.dateFormat(fromTemplate: "Md", options: 0, locale: time),
      let month = pattern.firstIndex(of: "M"), let day = pattern.firstIndex(of: "d")
    else { return nil }
    return month < day ? .monthFirst : .dayFirst
  }

  /// Whether the 12-hour clock is used.
  var hasTwelveHours: Bool? {
    time.map { [.zeroToEleven, .oneToTwelve].contains($0.hourCycle) }
  }

  /// By ISO 8601: Monday is 1.
  var weekStart: Int? {
    guard let time else { return nil }
    let days: [Locale.Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]
    return days.firstIndex(of: time.firstDayOfWeek).map { $0 + 1 }
  }

  /// Whether distances are in miles.
  var usesMiles: Bool? {
    measurement.map { $0.measurementSystem != .metric }
  }

  /// Whether energy is in kilojoules, as in Australia.
  var usesKilojoules: Bool? {
    measurement.map { $0.region == .australia }
  }
}
