public import Foundation

/// A sample type with a predicate, for queries over several types. Immutable.
public final class HKQueryDescriptor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked because of the predicate, which must not be changed.

  /// The type of the samples.
  public let sampleType: HKSampleType
  /// The predicate; nil for all samples.
  public let predicate: NSPredicate?

  /// Traps when a query is created, if the predicate is invalid for the type.
  public init(sampleType: HKSampleType, predicate: NSPredicate?) {
    self.sampleType = sampleType
    self.predicate = predicate
    super.init()
  }

  var selection: SampleSelection { SampleSelection(type: sampleType, predicate: predicate) }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKQueryDescriptor else { return false }
    return sampleType == other.sampleType && PredicateShape.areEqual(predicate, other.predicate)
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { sampleType.hash }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// nil for a descriptor with a predicate, because predicates cannot be archived here.
  public init?(coder: NSCoder) {
    guard !coder.decodeBool(forKey: "hasPredicate"),
      let type = coder.decodeValue(of: HKObjectType.self, forKey: "sampleType") as? HKSampleType
    else { return nil }
    sampleType = type
    predicate = nil
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encode(sampleType, forKey: "sampleType")
    coder.encode(predicate != nil, forKey: "hasPredicate")
  }
}
