public import Foundation
package import HealthModel

// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Matches every version, in a source revision for a predicate.
public let HKSourceRevisionAnyVersion: String = "HKSourceRevisionAnyVersion"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Matches every product, in a source revision for a predicate.
public let HKSourceRevisionAnyProductType: String = "HKSourceRevisionAnyProductType"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Matches every operating system, in a source revision for a predicate.
public let HKSourceRevisionAnyOperatingSystem = OperatingSystemVersion(
  majorVersion: -1, minorVersion: -1, patchVersion: -1)

/// A source with the version, the hardware and the system at the time of writing. Immutable; equal in all of these.
public final class HKSourceRevision: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The app or device.
  public let source: HKSource
  /// Its version, nil if the source does not contain one.
  public let version: String?
  /// The hardware, `Watch6,1`.
  public let productType: String?
  /// The system's version as stored, nil if the source does not contain it.
  let system: String?

  /// The system's version, 0.0.0 if the source does not contain it.
  public var operatingSystemVersion: OperatingSystemVersion {
    OperatingSystemVersion(dotted: system) ?? OperatingSystemVersion()
  }

  /// A revision with any product and system.
  public convenience init(source: HKSource, version: String?) {
    self.init(
      source: source, version: version, productType: HKSourceRevisionAnyProductType,
      operatingSystemVersion: HKSourceRevisionAnyOperatingSystem)
  }

  /// A revision with exactly these parts; the `HKSourceRevisionAny` constants match anything.
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

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKSourceRevision else { return false }
    return source == other.source && version == other.version && productType == other.productType
      && system == other.system
  }

  /// Equal objects have equal hashes.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(source)
    hasher.combine(version)
    hasher.combine(productType)
    hasher.combine(system)
    return hasher.finalize()
  }

  /// A description for people.
  public override var description: String {
    "\(source.name), version \(version ?? "unknown"), \(productType ?? "unknown"), system \(system ?? "unknown")"
  }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let source = coder.decodeValue(of: HKSource.self, forKey: "source") else { return nil }
    self.source = source
    version = coder.decodeText(forKey: "version")
    productType = coder.decodeText(forKey: "productType")
    system = coder.decodeText(forKey: "system")
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encode(source, forKey: "source")
    coder.encodeText(version, forKey: "version")
    coder.encodeText(productType, forKey: "productType")
    coder.encodeText(system, forKey: "system")
  }
}

extension HKSourceRevision {
  /// The revision of a stored sample.
  convenience init(_ provenance: Provenance) {
    self.init(
      source: HKSource(provenance.source), version: provenance.version, productType: provenance.productType,
      system: provenance.operatingSystem)
  }

  /// The revision of the running program.
  package static let running = HKSourceRevision(
    source: .default(), version: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String,
    productType: Machine.architecture, operatingSystemVersion: ProcessInfo.processInfo.operatingSystemVersion)

  /// The corresponding value below the class layer.
  package func provenance(device: HKDevice?) -> Provenance {
    Provenance(
      source: source.model, version: version, productType: productType, operatingSystem: system, device: device?.record)
  }
}

extension OperatingSystemVersion {
  /// `major.minor.patch`.
  var dotted: String { "\(majorVersion).\(minorVersion).\(patchVersion)" }

  /// Parses one to three numbers separated by periods.
  init?(dotted text: String?) {
    guard let parts = text?.split(separator: ".", omittingEmptySubsequences: false), (1...3).contains(parts.count)
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count else { return nil }
    self.init(
      majorVersion: numbers[0], minorVersion: numbers.count > 1 ? numbers[1] : 0,
      patchVersion: numbers.count > 2 ? numbers[2] : 0)
  }
}
