public import Foundation
import HealthModel

/// How values of a quantity type are aggregated.
public enum HKQuantityAggregationStyle: Int, Sendable {
  /// Summed.
  case cumulative = 0
  /// Arithmetic mean.
  case discreteArithmetic = 1
  /// Mean weighted by time.
  case discreteTemporallyWeighted = 2
  /// Energetic mean, for sound levels.
  case discreteEquivalentContinuousLevel = 3

  /// The older name of ``discreteArithmetic``.
  @available(*, deprecated, renamed: "discreteArithmetic")
  public static let discrete = HKQuantityAggregationStyle.discreteArithmetic
}

/// The type of quantity samples: steps, heart rate.
open class HKQuantityType: HKSampleType, @unchecked Sendable {
  let entry: QuantityTypeEntry

  /// The type with an identifier. Traps if the identifier is not in the catalog.
  public convenience init(_ identifier: HKQuantityTypeIdentifier) {
    guard let entry = QuantityTypeCatalog.entry(for: identifier.rawValue) else {
      HKPrecondition.fail("Invalid quantity type identifier \(identifier.rawValue)")
    }
    self.init(entry: entry)
  }

  init(entry: QuantityTypeEntry) {
    self.entry = entry
    super.init(named: entry.identifier)
  }

  convenience init?(known identifier: String) {
    guard let entry = QuantityTypeCatalog.entry(for: identifier) else { return nil }
    self.init(entry: entry)
  }

  public required init?(coder: NSCoder) {
    guard let entry = coder.decodeText(forKey: "identifier").flatMap(QuantityTypeCatalog.entry) else { return nil }
    self.entry = entry
    super.init(coder: coder)
  }

  /// How values of the type are aggregated.
  public var aggregationStyle: HKQuantityAggregationStyle {
    HKQuantityAggregationStyle(rawValue: entry.aggregation.rawValue) ?? .discreteArithmetic
  }

  /// Whether the unit is compatible with samples of the type.
  public func `is`(compatibleWith unit: HKUnit) -> Bool {
    entry.unit.isCompatible(with: unit.model)
  }

  override var sampleKind: SampleKind { .quantity }
}

/// Classifications of walking steadiness, with HealthKit's numbers. Apple does not publish the limits, so nothing is
/// classified here.
public enum HKAppleWalkingSteadinessClassification: Int, Sendable {
  case ok = 1
  case low = 2
  case veryLow = 3
}

/// Classifications of breathing disturbances during sleep, with HealthKit's numbers. Apple does not publish the
/// limits, so nothing is classified here.
public enum HKAppleSleepingBreathingDisturbancesClassification: Int, Sendable {
  case notElevated = 0
  case elevated = 1
}
