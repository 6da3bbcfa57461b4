public import Foundation
import HealthModel

extension HKQuery {
  /// The summary of one day.
  ///
  /// - Parameter dateComponents: year, month and day with their calendar, the era if it is not the current one, and
  ///   no hour. Anything else traps.
  public class func predicateForActivitySummary(with dateComponents: DateComponents) -> NSPredicate {
    let day = checkedDay(dateComponents)
    return FilterPredicate(.day(.days(day...day)))
  }

  /// The summaries of a range of days, both ends included.
  ///
  /// - Parameters:
  ///   - startDateComponents: as for ``predicateForActivitySummary(with:)``.
  ///   - endDateComponents: the same; a day before the start traps.
  public class func predicate(
    forActivitySummariesBetweenStart startDateComponents: DateComponents, end endDateComponents: DateComponents
  ) -> NSPredicate {
    let start = checkedDay(startDateComponents)
    let end = checkedDay(endDateComponents)
    HKPrecondition.check(start <= end, "The start \(start) of activity summaries is after the end \(end)")
    return FilterPredicate(.day(.days(start...end)))
  }

  class func checkedDay(_ components: DateComponents) -> Day {
    HKPrecondition.check(components.calendar != nil, "Date components require a calendar.")
    HKPrecondition.check(
      components.hour == nil, "Activity Summary Date Components Require Hour to not be set")
    guard let day = Day(components) else {
      HKPrecondition.fail("Activity Summary Date Components Require Year, Month and Day: \(components)")
    }
    return day
  }
}
