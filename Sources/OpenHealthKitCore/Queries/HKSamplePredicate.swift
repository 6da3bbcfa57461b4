public import Foundation

/// A sample type with a predicate, typed with the class of the samples.
public struct HKSamplePredicate<Sample>: Equatable, Hashable, @unchecked Sendable where Sample: HKSample {
  // Unchecked because of the predicate, which must not be changed.

  /// The type of the samples.
  public let sampleType: HKSampleType
  /// The predicate; nil for all samples.
  public let nsPredicate: NSPredicate?

  package init(_ sampleType: HKSampleType, _ nsPredicate: NSPredicate?) {
    self.sampleType = sampleType
    self.nsPredicate = nsPredicate
  }

  /// Equal if the types are equal and the predicates have the same structure. A block predicate equals only itself.
  public static func == (lhs: HKSamplePredicate, rhs: HKSamplePredicate) -> Bool {
    lhs.sampleType == rhs.sampleType && PredicateShape.areEqual(lhs.nsPredicate, rhs.nsPredicate)
  }

  /// Combines what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sampleType)
    hasher.combine(nsPredicate == nil)
  }

  var selection: SampleSelection { SampleSelection(type: sampleType, predicate: nsPredicate) }
}

extension HKSamplePredicate {
  /// Samples of any type.
  public static func sample(
    type: HKSampleType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKSample {
    HKSamplePredicate(type, predicate)
  }

  /// Quantity samples.
  public static func quantitySample(
    type: HKQuantityType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKQuantitySample {
    HKSamplePredicate(type, predicate)
  }

  /// Category samples.
  public static func categorySample(
    type: HKCategoryType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKCategorySample {
    HKSamplePredicate(type, predicate)
  }

  /// Correlations.
  public static func correlation(
    type: HKCorrelationType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKCorrelation {
    HKSamplePredicate(type, predicate)
  }

  /// Workouts.
  public static func workout(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKWorkout {
    HKSamplePredicate(.workoutType(), predicate)
  }

  /// Routes of workouts.
  public static func workoutRoute(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKWorkoutRoute {
    HKSamplePredicate(HKSeriesType.workoutRoute(), predicate)
  }
}

extension HKSamplePredicate {
  /// Series of heartbeats.
  public static func heartbeatSeries(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<Sample> where Sample == HKHeartbeatSeriesSample {
    HKSamplePredicate(HKSeriesType.heartbeat(), predicate)
  }
}

extension PredicateShape {
  /// Whether two predicates have the same structure. On Linux, Foundation's own comparison considers any two compound
  /// predicates equal.
  static func areEqual(_ lhs: NSPredicate?, _ rhs: NSPredicate?) -> Bool {
    guard let lhs, let rhs else { return lhs == nil && rhs == nil }
    if lhs === rhs { return true }
    switch (PredicateShape(lhs), PredicateShape(rhs)) {
    case (.constant(let lhs), .constant(let rhs)): return lhs == rhs
    case (.filter(let lhs), .filter(let rhs)): return lhs == rhs
    case (.and(let lhs), .and(let rhs)), (.or(let lhs), .or(let rhs)):
      return lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { areEqual($0, $1) }
    case (.not(let lhs), .not(let rhs)): return areEqual(lhs, rhs)
    default: return false
    }
  }
}
