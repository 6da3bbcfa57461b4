public import Foundation
import HealthModel

/// How the values of a quantity type combine.
public enum HKQuantityAggregationStyle: Int, Sendable {
  /// They add up.
  case cumulative = 0
  /// Their plain mean means something.
  case discreteArithmetic = 1
  /// Their mean weighted by time does.
  case discreteTemporallyWeighted = 2
  /// Their energetic mean does: sound levels.
  case discreteEquivalentContinuousLevel = 3

  /// The older name of ``discreteArithmetic``.
  @available(*, deprecated, renamed: "discreteArithmetic")
  public static let discrete = HKQuantityAggregationStyle.discreteArithmetic
}

/// A kind of quantity sample: steps, heart rate.
open class HKQuantityType: HKSampleType, @unchecked Sendable {
  let entry: QuantityTypeEntry

  /// The type of a name. A name that the catalog does not have traps.
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

  /// How values of the type combine.
  public var aggregationStyle: HKQuantityAggregationStyle {
    HKQuantityAggregationStyle(rawValue: entry.aggregation.rawValue) ?? .discreteArithmetic
  }

  /// True where samples of the type may come in the unit.
  public func `is`(compatibleWith unit: HKUnit) -> Bool {
    entry.unit.isCompatible(with: unit.model)
  }

  override var sampleKind: SampleKind { .quantity }
}
