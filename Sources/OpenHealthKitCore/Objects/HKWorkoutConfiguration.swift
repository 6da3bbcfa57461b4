public import Foundation
import HealthModel

/// The kind of a workout, and its location. Mutable; it is copied when it is used.
public final class HKWorkoutConfiguration: NSObject, NSSecureCoding, NSCopying, Sendable {
  private struct State {
    var activityType = HKWorkoutActivityType.other
    var locationType = HKWorkoutSessionLocationType.unknown
    var swimmingLocationType = HKWorkoutSwimmingLocationType.unknown
    var lapLength: HKQuantity?
  }

  private let state = Lock(State())

  /// A configuration of an unknown activity and location.
  public override init() {
    super.init()
  }

  /// The activity type; `other` until it is set.
  public var activityType: HKWorkoutActivityType {
    get { state.withLock { $0.activityType } }
    set { state.withLock { $0.activityType = newValue } }
  }

  /// Whether it takes place indoors or outdoors.
  public var locationType: HKWorkoutSessionLocationType {
    get { state.withLock { $0.locationType } }
    set { state.withLock { $0.locationType = newValue } }
  }

  /// Whether it takes place in a pool or in open water.
  public var swimmingLocationType: HKWorkoutSwimmingLocationType {
    get { state.withLock { $0.swimmingLocationType } }
    set { state.withLock { $0.swimmingLocationType = newValue } }
  }

  /// The length of a lap in a pool, in a unit of length.
  public var lapLength: HKQuantity? {
    get { state.withLock { $0.lapLength } }
    set {
      HKPrecondition.check(
        newValue.map { $0.unit.isCompatible(with: .meter) } ?? true, "lapLength must be in a unit of length")
      state.withLock { $0.lapLength = newValue }
    }
  }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKWorkoutConfiguration else { return false }
    return activityType == other.activityType && locationType == other.locationType
      && swimmingLocationType == other.swimmingLocationType && lapLength == other.lapLength
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { activityType.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = HKWorkoutConfiguration()
    let mine = state.withLock { $0 }
    copy.state.withLock { $0 = mine }
    return copy
  }

  /// A copy with its class.
  package var snapshot: HKWorkoutConfiguration { (copy() as? HKWorkoutConfiguration) ?? self }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// A configuration of an unknown activity and location.
  public convenience init?(coder: NSCoder) {
    self.init()
    activityType = HKWorkoutActivityType(rawValue: UInt(coder.decodeInteger(forKey: "activityType"))) ?? .other
    locationType = HKWorkoutSessionLocationType(rawValue: coder.decodeInteger(forKey: "locationType")) ?? .unknown
    swimmingLocationType =
      HKWorkoutSwimmingLocationType(rawValue: coder.decodeInteger(forKey: "swimmingLocationType")) ?? .unknown
    lapLength = coder.decodeValue(of: HKQuantity.self, forKey: "lapLength")
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encode(Int(activityType.rawValue), forKey: "activityType")
    coder.encode(locationType.rawValue, forKey: "locationType")
    coder.encode(swimmingLocationType.rawValue, forKey: "swimmingLocationType")
    coder.encode(lapLength, forKey: "lapLength")
  }
}
