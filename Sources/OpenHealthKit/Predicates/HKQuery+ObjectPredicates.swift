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

  /// What a source wrote.
  public class func predicateForObjects(from source: HKSource) -> NSPredicate {
    predicateForObjects(from: [source])
  }

  /// What any of the sources wrote.
  public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
    FilterPredicate(.provenance(.sources(Set(sources.map(\.model)))))
  }

  /// What any of the revisions wrote. A revision may have ``HKSourceRevisionAnyVersion``,
  /// ``HKSourceRevisionAnyProductType`` and ``HKSourceRevisionAnyOperatingSystem`` for its parts; all else is exact.
  public class func predicateForObjects(from sourceRevisions: Set<HKSourceRevision>) -> NSPredicate {
    FilterPredicate(.provenance(.revisions(Set(sourceRevisions.map { RevisionPattern($0) }))))
  }

  /// What any of the devices measured. Devices are equal by all eight properties.
  public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
    FilterPredicate(.provenance(.devices(Set(devices.map(\.record)))))
  }

  /// What a device measured that has one of the values; with no values, what has no value there.
  ///
  /// - Parameters:
  ///   - key: one of the `HKDevicePropertyKey` constants; any other traps.
  ///   - allowedValues: the values of which the device has one.
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
  ///   - key: of the metadata.
  ///   - allowedValues: text, numbers, dates and quantities; anything else traps.
  public class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate {
    FilterPredicate(
      .metadata(MetadataTest(key: key, condition: .isIn(allowedValues.map { metadataValue($0, key) }))))
  }

  /// Objects by their value under the metadata key. An object without the key, or whose value is of another kind, matches
  /// `notEqualTo` and no other operator.
  ///
  /// - Parameters:
  ///   - key: of the metadata.
  ///   - operatorType: one of the six comparisons, or for text also `beginsWith`, `endsWith` and `contains`; any other
  ///     traps.
  ///   - value: text, a number, a date or a quantity; anything else traps.
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

  /// Objects that are no member of a correlation.
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
  /// Compares a value of the metadata. What is not equal includes all that has no such key, as step counters rely on that
  /// leave out what was entered by hand; every other comparison needs the key.
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
