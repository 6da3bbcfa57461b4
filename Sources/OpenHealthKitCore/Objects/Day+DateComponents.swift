import Foundation
import HealthModel

extension Day {
  /// Era, year, month and day in a calendar, which is set in the result.
  func dateComponents(in calendar: Calendar) -> DateComponents {
    // Noon in UTC is on this day in a calendar that uses UTC, whatever the caller's time zone.
    var neutral = calendar
    neutral.timeZone = .gmt
    let noon = Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200)
    var components = neutral.dateComponents([.era, .year, .month, .day], from: noon)
    components.calendar = calendar
    return components
  }

  /// The day for the components in their calendar, nil without a calendar or if there is no such day.
  init?(_ components: DateComponents) {
    guard var calendar = components.calendar else { return nil }
    calendar.timeZone = .gmt
    var fields = DateComponents()
    fields.era = components.era
    fields.year = components.year
    fields.month = components.month
    fields.day = components.day
    fields.hour = 12
    guard fields.year != nil, fields.month != nil, fields.day != nil, let noon = calendar.date(from: fields),
      let number = Int32(exactly: (noon.timeIntervalSince1970 / 86_400).rounded(.down)), abs(Int(number)) < 1 << 30
    else { return nil }
    self.init(number: Int(number))
  }
}
