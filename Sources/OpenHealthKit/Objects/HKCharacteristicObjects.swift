public import Foundation

/// A person's biological sex, as an object. Immutable.
public final class HKBiologicalSexObject: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The value.
  public let biologicalSex: HKBiologicalSex

  init(_ value: HKBiologicalSex) {
    biologicalSex = value
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKBiologicalSexObject)?.biologicalSex == biologicalSex
  }

  public override var hash: Int { biologicalSex.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    guard let value = HKBiologicalSex(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
    biologicalSex = value
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(biologicalSex.rawValue, forKey: "value")
  }
}

/// A person's blood type, as an object. Immutable.
public final class HKBloodTypeObject: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The value.
  public let bloodType: HKBloodType

  init(_ value: HKBloodType) {
    bloodType = value
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKBloodTypeObject)?.bloodType == bloodType
  }

  public override var hash: Int { bloodType.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    guard let value = HKBloodType(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
    bloodType = value
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(bloodType.rawValue, forKey: "value")
  }
}

/// A person's skin type, as an object. Immutable.
public final class HKFitzpatrickSkinTypeObject: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The value.
  public let skinType: HKFitzpatrickSkinType

  init(_ value: HKFitzpatrickSkinType) {
    skinType = value
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKFitzpatrickSkinTypeObject)?.skinType == skinType
  }

  public override var hash: Int { skinType.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    guard let value = HKFitzpatrickSkinType(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
    skinType = value
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(skinType.rawValue, forKey: "value")
  }
}

/// Whether a person uses a wheelchair, as an object. Immutable.
public final class HKWheelchairUseObject: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The value.
  public let wheelchairUse: HKWheelchairUse

  init(_ value: HKWheelchairUse) {
    wheelchairUse = value
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKWheelchairUseObject)?.wheelchairUse == wheelchairUse
  }

  public override var hash: Int { wheelchairUse.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    guard let value = HKWheelchairUse(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
    wheelchairUse = value
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(wheelchairUse.rawValue, forKey: "value")
  }
}

/// What a person's Move ring counts, as an object. Immutable.
public final class HKActivityMoveModeObject: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The value.
  public let activityMoveMode: HKActivityMoveMode

  init(_ value: HKActivityMoveMode) {
    activityMoveMode = value
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKActivityMoveModeObject)?.activityMoveMode == activityMoveMode
  }

  public override var hash: Int { activityMoveMode.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    guard let value = HKActivityMoveMode(rawValue: coder.decodeInteger(forKey: "value")) else { return nil }
    activityMoveMode = value
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(activityMoveMode.rawValue, forKey: "value")
  }
}
