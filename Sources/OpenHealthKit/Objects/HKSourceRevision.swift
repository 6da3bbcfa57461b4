public import Foundation
import HealthModel

// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Stands for every version in a source revision that a predicate is made of.
public let HKSourceRevisionAnyVersion: String = "HKSourceRevisionAnyVersion"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Stands for every product in a source revision that a predicate is made of.
public let HKSourceRevisionAnyProductType: String = "HKSourceRevisionAnyProductType"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Stands for every operating system in a source revision that a predicate is made of.
public let HKSourceRevisionAnyOperatingSystem = OperatingSystemVersion(
  majorVersion: -1, minorVersion: -1, patchVersion: -1)

/// A source with the version, the hardware and the system that it wrote with. Immutable; equal by all of it.
public final class HKSourceRevision: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The app or device.
  public let source: HKSource
  /// Its version, nil where the source does not say.
  public let version: String?
  /// The hardware, `Watch6,1`.
  public let productType: String?
  /// The system's version as stored, nil where the source does not say.
  let system: String?

  /// The system's version, 0.0.0 where the source does not say.
  public var operatingSystemVersion: OperatingSystemVersion {
    OperatingSystemVersion(dotted: system) ?? OperatingSystemVersion()
  }

  /// A revision of any product and system.
  public convenience init(source: HKSource, version: String?) {
    self.init(
      source: source, version: version, productType: HKSourceRevisionAnyProductType,
      operatingSystemVersion: HKSourceRevisionAnyOperatingSystem)
  }

  /// A revision of exactly these parts, of which the `HKSourceRevisionAny` constants stand for anything.
  public convenience init(
    source: HKSource, version: String?, productType: String?, operatingSystemVersion: OperatingSystemVersion
  ) {
    self.init(
      source: source, version: version, productType: productType, system: operatingSystemVersion.dotted)
  }

  init(source: HKSource, version: String?, productType: String?, system: String?) {
    self.source = source
    self.version = version
    self.productType = productType
    self.system = system
    super.init()
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKSourceRevision else { return false }
    return source == other.source && version == other.version && productType == other.productType
      && system == other.system
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(source)
    hasher.combine(version)
    hasher.combine(productType)
    hasher.combine(system)
    return hasher.finalize()
  }

  public override var description: String {
    "\(source.name), version \(version ?? "unknown"), \(productType ?? "unknown"), system \(system ?? "unknown")"
  }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    guard let source = coder.decodeValue(of: HKSource.self, forKey: "source") else { return nil }
    self.source = source
    version = coder.decodeText(forKey: "version")
    productType = coder.decodeText(forKey: "productType")
    system = coder.decodeText(forKey: "system")
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(source, forKey: "source")
    coder.encodeText(version, forKey: "version")
    coder.encodeText(productType, forKey: "productType")
    coder.encodeText(system, forKey: "system")
  }
}
