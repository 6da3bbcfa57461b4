public import Foundation

/// The user's biological sex, as an object. Immutable.
open class HKBiologicalSexObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because an open class, which mocks subclass, cannot be checked; its property is a constant value.

  private let value: HKBiologicalSex

  /// The value.
  open var biologicalSex: HKBiologicalSex { value }

  /// An object without a value, for subclasses.
  public override init() {
    value = .notSet
    super.init()
  }

  init(_ value: HKBiologicalSex) {
    self.value = value
    super.init()
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKBiologicalSexObject)?.biologicalSex == biologicalSex
  }

  open override var hash: Int { biologicalSex.hashValue }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let value = HKBiologicalSex(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
    self.value = value
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(biologicalSex.rawValue, forKey: "value")
  }
}

/// The user's blood type, as an object. Immutable.
open class HKBloodTypeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because an open class, which mocks subclass, cannot be checked; its property is a constant value.

  private let value: HKBloodType

  /// The value.
  open var bloodType: HKBloodType { value }

  /// An object without a value, for subclasses.
  public override init() {
    value = .notSet
    super.init()
  }

  init(_ value: HKBloodType) {
    self.value = value
    super.init()
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKBloodTypeObject)?.bloodType == bloodType
  }

  open override var hash: Int { bloodType.hashValue }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let value = HKBloodType(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
    self.value = value
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(bloodType.rawValue, forKey: "value")
  }
}

/// The user's skin type, as an object. Immutable.
open class HKFitzpatrickSkinTypeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because an open class, which mocks subclass, cannot be checked; its property is a constant value.

  private let value: HKFitzpatrickSkinType

  /// The value.
  open var skinType: HKFitzpatrickSkinType { value }

  /// An object without a value, for subclasses.
  public override init() {
    value = .notSet
    super.init()
  }

  init(_ value: HKFitzpatrickSkinType) {
    self.value = value
    super.init()
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKFitzpatrickSkinTypeObject)?.skinType == skinType
  }

  open override var hash: Int { skinType.hashValue }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let value = HKFitzpatrickSkinType(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
    self.value = value
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(skinType.rawValue, forKey: "value")
  }
}

/// Whether the user uses a wheelchair, as an object. Immutable.
open class HKWheelchairUseObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because an open class, which mocks subclass, cannot be checked; its property is a constant value.

  private let value: HKWheelchairUse

  /// The value.
  open var wheelchairUse: HKWheelchairUse { value }

  /// An object without a value, for subclasses.
  public override init() {
    value = .notSet
    super.init()
  }

  init(_ value: HKWheelchairUse) {
    self.value = value
    super.init()
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKWheelchairUseObject)?.wheelchairUse == wheelchairUse
  }

  open override var hash: Int { wheelchairUse.hashValue }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let value = HKWheelchairUse(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
    self.value = value
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(wheelchairUse.rawValue, forKey: "value")
  }
}

/// What the user's Move ring measures, as an object. Immutable.
open class HKActivityMoveModeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because an open class, which mocks subclass, cannot be checked; its property is a constant value.

  private let value: HKActivityMoveMode

  /// The value.
  open var activityMoveMode: HKActivityMoveMode { value }

  /// An object without a value, for subclasses.
  public override init() {
    value = .activeEnergy
    super.init()
  }

  init(_ value: HKActivityMoveMode) {
    self.value = value
    super.init()
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKActivityMoveModeObject)?.activityMoveMode == activityMoveMode
  }

  open override var hash: Int { activityMoveMode.hashValue }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let value = HKActivityMoveMode(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
    self.value = value
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(activityMoveMode.rawValue, forKey: "value")
  }
}
