public import Foundation
import HealthModel

extension HKQuery {
  /// The object with this identity.
  public class func predicateForObject(with uuid: UUID) -> NSPredicate {
    FilterPredicate(.uuid([uuid]))
  }

  /// The objects with these identities.
  public class func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate {
    FilterPredicate(.uuid(uuids))
  }

  /// Objects from a source.
  public class func predicateForObjects(from source: HKSource) -> NSPredicate {
    predicateForObjects(from: [source])
  }

  /// Objects from any of the sources.
  public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
    FilterPredicate(.provenance(.sources(Set(sources.map(\.model)))))
  }

  /// Objects from any of the revisions. A revision may contain ``HKSourceRevisionAnyVersion``,
  /// ``HKSourceRevisionAnyProductType`` and ``HKSourceRevisionAnyOperatingSystem``; everything else is compared
  /// exactly.
  public class func predicateForObjects(from sourceRevisions: Set<HKSourceRevision>) -> NSPredicate {
    FilterPredicate(.provenance(.revisions(Set(sourceRevisions.map { RevisionPattern($0) }))))
  }

  /// Objects measured by any of the devices. Devices are equal if all eight properties are.
  public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
    FilterPredicate(.provenance(.devices(Set(devices.map(\.record)))))
  }

  /// Objects measured by a device with one of the values; without values, objects without that property.
  ///
  /// - Parameters:
  ///   - key: one of the `HKDevicePropertyKey` constants; any other traps.
  ///   - allowedValues: the values of the device's property that match.
  public class func predicateForObjects(
    withDeviceProperty key: String, allowedValues: Set<String>
  ) -> NSPredicate {
    guard let property = DeviceProperty(rawValue: key) else {
      HKPrecondition.fail("Invalid device property key \(key)")
    }
    return FilterPredicate(.provenance(.device(property, allowedValues)))
  }

  /// Objects that have the metadata key.
  public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
    FilterPredicate(.metadata(MetadataTest(key: key, condition: .exists)))
  }

  /// Objects whose value under the metadata key is one of these.
  ///
  /// - Parameters:
  ///   - key: the metadata key.
  ///   - allowedValues: strings, numbers, dates and quantities; anything else traps.
  public class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate {
    FilterPredicate(
      .metadata(MetadataTest(key: key, condition: .isIn(allowedValues.map { metadataValue($0, key) }))))
  }

  /// Objects by their value under the metadata key. An object without the key, or with a value of another kind,
  /// matches `notEqualTo` and no other operator.
  ///
  /// - Parameters:
  ///   - key: the metadata key.
  ///   - operatorType: one of the six comparisons, or for strings also `beginsWith`, `endsWith` and `contains`; any
  ///     other traps.
  ///   - value: a string, a number, a date or a quantity; anything else traps.
  public class func predicateForObjects(
    withMetadataKey key: String, operatorType: HKPredicateOperator, value: Any
  ) -> NSPredicate {
    let expected = metadataValue(value, key)
    if let comparison = Comparison(operatorType) {
      return FilterPredicate(.metadata(key, comparison, expected))
    }
    guard let relation = MetadataTest.TextRelation(operatorType), case .text(let text) = expected else {
      HKPrecondition.fail("Invalid operator type (\(operatorType)) for metadata key \(key)")
    }
    return FilterPredicate(.metadata(MetadataTest(key: key, condition: .text(relation, text))))
  }

  /// Objects that are not members of a correlation.
  public class func predicateForObjectsWithNoCorrelation() -> NSPredicate {
    FilterPredicate(.noCorrelation)
  }

  private class func metadataValue(_ value: Any, _ key: String) -> MetadataValue {
    guard let value = MetadataValue(value) else {
      HKPrecondition.fail("Invalid value \(value) for metadata key \(key)")
    }
    return value
  }
}

extension SampleFilter {
  /// Compares a metadata value. Objects without the key count as not equal, on which step counters rely that exclude
  /// samples entered by hand; every other comparison requires the key.
  static func metadata(_ key: String, _ comparison: Comparison, _ value: MetadataValue) -> SampleFilter {
    comparison == .notEqual
      ? .not(.metadata(MetadataTest(key: key, condition: .compares(.equal, value))))
      : .metadata(MetadataTest(key: key, condition: .compares(comparison, value)))
  }
}

extension MetadataTest.TextRelation {
  fileprivate init?(_ operatorType: HKPredicateOperator) {
    switch operatorType {
    case .beginsWith: self = .beginsWith
    case .endsWith: self = .endsWith
    case .contains: self = .contains
    default: return nil
    }
  }
}

extension RevisionPattern {
  init(_ revision: HKSourceRevision) {
    self.init(
      source: revision.source.model,
      version: revision.version == HKSourceRevisionAnyVersion ? .any : .exactly(revision.version),
      productType: revision.productType == HKSourceRevisionAnyProductType ? .any : .exactly(revision.productType),
      operatingSystem: revision.system == HKSourceRevisionAnyOperatingSystem.dotted ? .any : .exactly(revision.system))
  }
}
