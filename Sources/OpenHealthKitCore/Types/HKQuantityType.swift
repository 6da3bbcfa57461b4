public import Foundation
package import HealthModel

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
  /// nil for a type that is in no catalog, unless it is that of a sample.
  private let listed: QuantityTypeEntry?

  private static let prefix = "HKQuantityTypeIdentifier"

  /// The type with an identifier.
  ///
  /// Unlike in HealthKit, an identifier that is not in the catalog is one of a type that only the store knows, such as a
  /// newer system's: queries find its samples, discrete and in the unit with which they came. Traps if the identifier
  /// does not begin with `HKQuantityTypeIdentifier` and no samples of that type have been read.
  public convenience init(_ identifier: HKQuantityTypeIdentifier) {
    let name = identifier.rawValue
    guard Self.exists(name) else { HKPrecondition.fail("Invalid quantity type identifier \(name)") }
    self.init(listed: QuantityTypeCatalog.entry(for: name), name)
  }

  private init(listed: QuantityTypeEntry?, _ identifier: String) {
    self.listed = listed
    super.init(named: identifier)
  }

  package convenience init?(known identifier: String) {
    guard QuantityTypeCatalog.readable(identifier) != nil else { return nil }
    self.init(listed: QuantityTypeCatalog.entry(for: identifier), identifier)
  }

  /// The type of a sample that is in no catalog, which has the unit with which that sample came.
  package convenience init(unlisted identifier: String, unit: HealthUnit, unitText: String) {
    self.init(listed: QuantityTypeEntry(unlisted: identifier, unit: unit, unitText: unitText), identifier)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.decodeText(forKey: "identifier"), Self.exists(identifier) else { return nil }
    listed = QuantityTypeCatalog.entry(for: identifier)
    super.init(coder: coder)
  }

  private static func exists(_ identifier: String) -> Bool {
    QuantityTypeCatalog.readable(identifier) != nil
      || (identifier.hasPrefix(prefix) && identifier.utf8.count > prefix.utf8.count)
  }

  /// What is known of the type; of one that is in no catalog, what the samples show that have been read.
  package var entry: QuantityTypeEntry {
    listed ?? UnlistedTypes.entry(for: identifier)
      ?? QuantityTypeEntry(unlisted: identifier, unit: .null, unitText: "")
  }

  /// How values of the type are aggregated.
  public var aggregationStyle: HKQuantityAggregationStyle {
    HKQuantityAggregationStyle(rawValue: entry.aggregation.rawValue) ?? .discreteArithmetic
  }

  /// Whether the unit is compatible with samples of the type. Any is, of a type that is in no catalog, until samples of it
  /// have been read.
  public func `is`(compatibleWith unit: HKUnit) -> Bool {
    (listed ?? UnlistedTypes.entry(for: identifier))?.unit.isCompatible(with: unit.model) ?? true
  }

  override var sampleKind: SampleKind { .quantity }
}

/// Classifications of walking steadiness, with HealthKit's numbers. Apple does not publish the limits, so nothing is
/// classified here.
public enum HKAppleWalkingSteadinessClassification: Int, CaseIterable, Sendable {
  /// Normal.
  case ok = 1
  /// Low.
  case low = 2
  /// Very low.
  case veryLow = 3
}

/// Classifications of breathing disturbances during sleep, with HealthKit's numbers. Apple does not publish the
/// limits, so nothing is classified here.
public enum HKAppleSleepingBreathingDisturbancesClassification: Int, CaseIterable, Sendable {
  /// Not elevated.
  case notElevated = 0
  /// Elevated.
  case elevated = 1

  /// nil for every value, since Apple does not publish the limits. On Apple's systems nil means that the value cannot be
  /// classified.
  public init?(classifying value: HKQuantity) { nil }
}
