public import Foundation

/// A fact about the user, as an object. Immutable. Each of HealthKit's classes has its own property for the value.
open class HKCharacteristicObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because an open class, which mocks subclass, cannot be checked; its property is a constant value.

  fileprivate let number: Int

  /// An object without a value, for subclasses.
  public override init() {
    number = 0
    super.init()
  }

  fileprivate init(number: Int) {
    self.number = number
    super.init()
  }

  /// The value as the subclass's property returns it, which mocks override.
  fileprivate var value: any CharacteristicValue { fatalError("A subclass returns its value.") }
  fileprivate class var valueType: any CharacteristicValue.Type { fatalError("A subclass names its type.") }

  /// Whether the other object is equal. See the class.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKCharacteristicObject).map { AnyHashable($0.value) == AnyHashable(value) } ?? false
  }

  /// Equal objects have equal hashes.
  open override var hash: Int { value.hashValue }

  /// The same object, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  open class var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    number = coder.decodeInteger(forKey: "value")
    guard Self.valueType.init(rawValue: number) != nil else { return nil }
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  open func encode(with coder: NSCoder) {
    coder.encode(value.rawValue, forKey: "value")
  }
}

/// An enumeration with HealthKit's numbers.
private protocol CharacteristicValue: RawRepresentable, Hashable where RawValue == Int {}

extension HKBiologicalSex: CharacteristicValue {}
extension HKBloodType: CharacteristicValue {}
extension HKFitzpatrickSkinType: CharacteristicValue {}
extension HKWheelchairUse: CharacteristicValue {}
extension HKActivityMoveMode: CharacteristicValue {}

/// The user's biological sex, as an object. Immutable.
open class HKBiologicalSexObject: HKCharacteristicObject, @unchecked Sendable {
  /// The value.
  open var biologicalSex: HKBiologicalSex { HKBiologicalSex(rawValue: number) ?? .notSet }

  convenience init(_ value: HKBiologicalSex) { self.init(number: value.rawValue) }

  fileprivate override var value: any CharacteristicValue { biologicalSex }
  fileprivate override class var valueType: any CharacteristicValue.Type { HKBiologicalSex.self }
}

/// The user's blood type, as an object. Immutable.
open class HKBloodTypeObject: HKCharacteristicObject, @unchecked Sendable {
  /// The value.
  open var bloodType: HKBloodType { HKBloodType(rawValue: number) ?? .notSet }

  convenience init(_ value: HKBloodType) { self.init(number: value.rawValue) }

  fileprivate override var value: any CharacteristicValue { bloodType }
  fileprivate override class var valueType: any CharacteristicValue.Type { HKBloodType.self }
}

/// The user's skin type, as an object. Immutable.
open class HKFitzpatrickSkinTypeObject: HKCharacteristicObject, @unchecked Sendable {
  /// The value.
  open var skinType: HKFitzpatrickSkinType { HKFitzpatrickSkinType(rawValue: number) ?? .notSet }

  convenience init(_ value: HKFitzpatrickSkinType) { self.init(number: value.rawValue) }

  fileprivate override var value: any CharacteristicValue { skinType }
  fileprivate override class var valueType: any CharacteristicValue.Type { HKFitzpatrickSkinType.self }
}

/// Whether the user uses a wheelchair, as an object. Immutable.
open class HKWheelchairUseObject: HKCharacteristicObject, @unchecked Sendable {
  /// The value.
  open var wheelchairUse: HKWheelchairUse { HKWheelchairUse(rawValue: number) ?? .notSet }

  convenience init(_ value: HKWheelchairUse) { self.init(number: value.rawValue) }

  fileprivate override var value: any CharacteristicValue { wheelchairUse }
  fileprivate override class var valueType: any CharacteristicValue.Type { HKWheelchairUse.self }
}

/// What the user's Move ring measures, as an object. Immutable.
open class HKActivityMoveModeObject: HKCharacteristicObject, @unchecked Sendable {
  /// The value; active energy in an object without one.
  open var activityMoveMode: HKActivityMoveMode { HKActivityMoveMode(rawValue: number) ?? .activeEnergy }

  convenience init(_ value: HKActivityMoveMode) { self.init(number: value.rawValue) }

  fileprivate override var value: any CharacteristicValue { activityMoveMode }
  fileprivate override class var valueType: any CharacteristicValue.Type { HKActivityMoveMode.self }
}
