import HealthModel

/// The properties by which a record of a file or of a delivery is the same sample as a stored one.
///
/// Everything that asks whether two samples without a common identifier are the same asks this type. Samples with an
/// identifier of their own are compared by it: `SampleIdentityReader` for UUIDs, `SyncObject` for sync identifiers.
package struct SampleIdentity: Hashable {
  /// The row of the type; 0 for a type without stored samples.
  package var type: Int64
  /// The row of the source; 0 for a source that has not written anything.
  package var source: Int64
  /// Seconds since the reference date.
  package var start: Double
  package var end: Double
  /// Infinite if there is none: neither SQLite nor a dictionary key has a NaN that equals itself, and no sample has an
  /// infinite value.
  package var value: Double

  init(type: Int64, source: Int64, start: Double, end: Double, value: Double) {
    self.type = type
    self.source = source
    self.start = start
    self.end = end
    self.value = value.isNaN ? .infinity : value
  }

  /// Whether its time lies within that of another sample.
  func isWithin(_ other: SampleIdentity) -> Bool { start >= other.start && end <= other.end }

  /// Whether it is the same workout as another one, as two programs or two formats of file record one activity: one of
  /// them may lack its very beginning or end, and may not know its kind.
  func isSameActivity(as other: SampleIdentity) -> Bool {
    guard value == other.value || [value, other.value].contains(Self.unknownActivity) || isOneKind(other) else {
      return false
    }
    let common = min(end, other.end) - max(start, other.start)
    return common > 0 && common >= Self.leastCommon * max(end - start, other.end - other.start)
  }

  /// Whether files of activities may not tell the kinds of two workouts apart.
  private func isOneKind(_ other: SampleIdentity) -> Bool {
    guard let first = Int(exactly: value), let second = Int(exactly: other.value) else { return false }
    return FITSport.isOne(first, second)
  }

  /// The value of a workout of unknown kind.
  static let unknownActivity = Double(WorkoutActivityCatalog.other)
  /// The part of the longer workout's time during which the other one lasts too.
  static let leastCommon = 0.95

  /// How exactly the samples of a road are repeated.
  package enum Precision {
    /// Apple's exports print seconds and six significant digits, and not the same digits after a change of unit.
    case printed
    /// Everything else repeats numbers as they were sent, apart from the rounding of a conversion.
    case exact
  }

  /// Whether the other properties allow it to be the same sample as another of the same type.
  func coincides(with other: SampleIdentity, _ precision: Precision) -> Bool {
    guard source == other.source, source != 0 else { return false }
    switch precision {
    case .printed:
      return start.rounded(.down) == other.start.rounded(.down) && end.rounded(.down) == other.end.rounded(.down)
    case .exact: return start == other.start && end == other.end
    }
  }

  /// The difference between two values; nil if they are not the same.
  package static func distance(_ first: Double, _ second: Double, _ precision: Precision) -> Double? {
    if first == second { return 0 }
    guard first.isFinite, second.isFinite else { return nil }
    let distance = abs(first - second)
    let relative = precision == .printed ? 1e-5 : 1e-9
    return distance <= relative * max(abs(first), abs(second)) ? distance : nil
  }

  /// Whether it is the same sample as another of the same type.
  package func isSame(as other: SampleIdentity, _ precision: Precision) -> Bool {
    coincides(with: other, precision) && Self.distance(value, other.value, precision) != nil
  }
}
