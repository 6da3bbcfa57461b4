public import Foundation

/// The statistics of the intervals of a collection query. Immutable.
public final class HKStatisticsCollection: NSObject, Sendable {
  private let plan: StatisticsPlan
  private let line: StatisticsIntervals
  /// The intervals with samples, by number.
  let populated: [Int: HKStatistics]
  private let order: [Int]

  init(plan: StatisticsPlan, line: StatisticsIntervals, populated: [Int: HKStatistics]) {
    self.plan = plan
    self.line = line
    self.populated = populated
    order = populated.keys.sorted()
    super.init()
  }

  /// The statistics of the interval that contains a date. Without samples they have no quantities.
  ///
  /// - Returns: nil if no interval contains it: calendars end in the distant past and the distant future.
  public func statistics(for date: Date) -> HKStatistics? {
    let number = line.number(of: date)
    return line.interval(number).contains(date) ? statistics(number) : nil
  }

  /// The statistics of the intervals that have samples, in order.
  public func statistics() -> [HKStatistics] {
    order.compactMap { populated[$0] }
  }

  /// Calls a block with each interval from the one that contains the first date to the one that contains the last,
  /// including those without samples.
  ///
  /// - Parameters:
  ///   - startDate: a date in the first interval.
  ///   - endDate: a date in the last interval. Before the start date, the block is not called.
  ///   - block: can set its second argument to end the enumeration.
  /// - Complexity: O(intervals between the dates): from the distant past there are many.
  public func enumerateStatistics(
    from startDate: Date, to endDate: Date, with block: (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    guard startDate <= endDate else { return }
    var isStopped = ObjCBool(false)
    for number in line.number(of: startDate)...line.number(of: endDate) {
      block(statistics(number), &isStopped)
      if isStopped.boolValue { return }
    }
  }

  /// The sources of all samples, empty unless separation by source was requested.
  public func sources() -> Set<HKSource> {
    populated.values.reduce(into: []) { $0.formUnion($1.sources ?? []) }
  }

  func statistics(_ number: Int) -> HKStatistics {
    if let known = populated[number] { return known }
    let interval = line.interval(number)
    return HKStatistics(
      type: plan.type, start: interval.lowerBound, end: interval.upperBound, values: HKStatistics.Values(),
      bySource: plan.separatesSources ? [] : nil)
  }
}
