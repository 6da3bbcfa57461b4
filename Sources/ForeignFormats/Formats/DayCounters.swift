import FoundationEssentials
import HealthImport
import HealthModel

/// Counters that start again at midnight, as increments from one reading to the next.
struct DayCounters<Key: Hashable> {
  private struct Count {
    var value: Double
    var date: Date
    var day: Int
  }

  private let context: ImportContext
  private var counts: [Key: Count] = [:]

  init(context: ImportContext) {
    self.context = context
  }

  /// The increment of a counter, and since when. nil for a time before the last one.
  ///
  /// - Parameter offset: the device's offset from UTC in seconds; nil for the user's.
  mutating func add(
    _ value: Double, _ key: Key, at date: Date, offset: Int? = nil
  ) -> (count: Double, start: Date)? {
    let (day, midnight) = day(of: date, offset)
    let last = counts[key]
    if let last, last.date > date { return nil }
    counts[key] = Count(value: value, date: date, day: day)
    if let last, last.day == day, value >= last.value { return (value - last.value, last.date) }
    return (value, min(midnight, date))
  }

  /// A value at midnight belongs to the day that ends.
  private func day(of date: Date, _ offset: Int?) -> (number: Int, midnight: Date) {
    let moment = date.addingTimeInterval(-1)
    guard let offset else {
      let day = context.day(of: moment)
      return (day.number, context.instant(day))
    }
    let day = ((moment.timeIntervalSince1970 + Double(offset)) / 86_400).rounded(.down)
    return (Int(day), Date(timeIntervalSince1970: day * 86_400 - Double(offset)))
  }
}
