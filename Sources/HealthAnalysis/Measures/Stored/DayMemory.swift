import FoundationEssentials
package import HealthModel
import Synchronization

/// What is derived from the samples of single days.
struct DayValue<Value: Sendable>: Sendable {
  let name: String
  /// The types from whose samples it is derived.
  let types: Set<String>
  /// How many days before and after the day of a sample may have a value that depends on it.
  var before = 0
  var after = 0
  /// How many days before it a value begins or after it a value ends, if that differs from value to value.
  var length: @Sendable (Value) -> Int = { _ in 0 }
}

/// The values that queries have derived from single days, kept until a change of the store touches the day: after a new
/// sample only the days are read again on which something depends on it.
package final class DayMemory: Sendable {
  private struct Kept<Value: Sendable>: Sendable {
    /// nil where the day has none.
    var value: Value?
  }

  private struct Place: Hashable {
    var day: Day
    /// Tells several values of a day apart.
    var key: Int64 = 0
  }

  private struct Kind {
    var types: Set<String>
    var before: Int
    var after: Int
    var values: [Place: any Sendable] = [:]
  }

  private struct State {
    var kinds: [String: Kind] = [:]
    var changes = 0
    var readDays = 0
  }

  private let state = Mutex(State())

  /// More days and workouts than anybody has lived with a watch; beyond that, a kind begins anew.
  private static let mostValues = 20_000

  package init() {}

  /// How many values of days have been read from a store.
  package var readDays: Int { state.withLock(\.readDays) }

  /// The values of days; those that are not kept are read, neighbouring days at once.
  func values<Value>(
    _ kind: DayValue<Value>, on days: ClosedRange<Day>, read: (ClosedRange<Day>) throws -> [Day: Value]
  ) rethrows -> [Day: Value] {
    let (known, changes) = state.withLock { ($0.kinds[kind.name]?.values ?? [:], $0.changes) }
    var values: [Day: Value] = [:]
    var missing: [ClosedRange<Day>] = []
    for day in days {
      if let kept = known[Place(day: day)] as? Kept<Value> {
        values[day] = kept.value
      } else if let last = missing.last, last.upperBound + 1 == day {
        missing[missing.count - 1] = last.lowerBound...day
      } else {
        missing.append(day...day)
      }
    }
    for days in missing {
      let found = try read(days)
      values.merge(found) { $1 }
      keep(days.map { ($0, 0, found[$0]) }, kind, since: changes)
    }
    return values
  }

  /// One of several values of a day.
  func value<Value>(
    _ kind: DayValue<Value>, of day: Day, key: Int64, read: () throws -> Value
  ) rethrows -> Value {
    if let value = kept(kind, of: day, key: key) { return value }
    let changes = state.withLock(\.changes)
    let value = try read()
    keep([(day, key, value)], kind, since: changes)
    return value
  }

  func kept<Value>(_ kind: DayValue<Value>, of day: Day, key: Int64) -> Value? {
    state.withLock { ($0.kinds[kind.name]?.values[Place(day: day, key: key)] as? Kept<Value>)?.value }
  }

  /// - Parameter changes: how many changes were known before the values were read. Values that were read before a change
  ///   are not kept after it.
  private func keep<Value>(
    _ values: [(day: Day, key: Int64, value: Value?)], _ kind: DayValue<Value>, since changes: Int
  ) {
    state.withLock { state in
      state.readDays += values.count
      guard state.changes == changes else { return }
      var own = state.kinds[kind.name] ?? Kind(types: kind.types, before: kind.before, after: kind.after)
      // Changed in place: other references would copy it.
      state.kinds[kind.name] = nil
      if own.values.count > Self.mostValues { own.values = [:] }
      own.values.reserveCapacity(own.values.count + values.count)
      for (day, key, value) in values {
        own.before = max(own.before, kind.before, value.map(kind.length) ?? 0)
        own.values[Place(day: day, key: key)] = Kept(value: value)
      }
      state.kinds[kind.name] = own
    }
  }

  /// Forgets what may have changed.
  ///
  /// - Parameters:
  ///   - days: nil if it may be any.
  ///   - types: those of changed samples; nil or empty if values of any type may have changed.
  package func forget(days: ClosedRange<Day>? = nil, types: Set<String>? = nil) {
    state.withLock { state in
      state.changes += 1
      for (name, kind) in state.kinds {
        if let types, !types.isEmpty, types.isDisjoint(with: kind.types) { continue }
        let touched = days.map { ($0.lowerBound - kind.before)...($0.upperBound + kind.after) }
        state.kinds[name]?.values = kind.values.filter { place, _ in touched.map { !$0.contains(place.day) } ?? false }
      }
    }
  }
}

// MARK: - Values of days

extension DayMemory {
  /// A statistic of a type on each day with samples.
  func daily(
    _ type: String, _ statistic: String, on days: ClosedRange<Day>, in store: some HealthReader,
    _ value: (BucketStatistics) -> Double?
  ) throws -> [Day: Double] {
    try values(DayValue<Double>(name: "\(statistic) \(type)", types: [type]), on: days) { days in
      let found = zip(days, try store.dailyStatistics(type, days))
      return Dictionary(
        uniqueKeysWithValues: found.compactMap { day, bucket in bucket.flatMap(value).map { (day, $0) } })
    }
  }

  func means(_ type: String, on days: ClosedRange<Day>, in store: some HealthReader) throws -> [Day: Double] {
    try daily(type, "mean", on: days, in: store, \.average)
  }
  func maxima(_ type: String, on days: ClosedRange<Day>, in store: some HealthReader) throws -> [Day: Double] {
    try daily(type, "maximum", on: days, in: store, \.maximum)
  }

  /// The workouts of each day with any, in the order in which they began.
  ///
  /// - Parameter readsRates: whether the measured heart rates are needed.
  func workouts(
    on days: ClosedRange<Day>, readsRates: Bool = true, in store: some HealthReader
  ) throws -> [Day: [WorkoutSummary]] {
    let kind = DayValue<[WorkoutSummary]>(
      name: "workouts\(readsRates ? "" : " without rates")",
      types: readsRates ? [TypeIdentifier.workout, TypeIdentifier.heartRate] : [TypeIdentifier.workout], before: 1,
      length: { $0.map(Self.length).max() ?? 0 })
    return try values(kind, on: days) { days in
      let first = try store.intervals(of: days.lowerBound...days.lowerBound)[0].interval.lowerBound
      let last = try store.intervals(of: days.upperBound...days.upperBound)[0].interval.upperBound
      var found: [Day: [WorkoutSummary]] = [:]
      try store.forEachWorkout(in: first..<last, readsRates: readsRates) { found[$0.day, default: []].append($0) }
      return found.mapValues { $0.sorted { ($0.start, $0.row) < ($1.start, $1.row) } }
    }
  }

  /// How many days a workout ends after it began: a heart rate of its last day belongs to it.
  static func length(_ workout: WorkoutSummary) -> Int {
    Int((workout.end.timeIntervalSince(workout.start) / 86_400).rounded(.up))
  }
}
