public import Foundation
package import HealthModel

/// The app or device that wrote a sample. Immutable; equal by bundle identifier, or by name if there is none: a
/// program that is renamed remains the same source.
public final class HKSource: NSObject, NSSecureCoding, NSCopying, Sendable {
  package let model: Source

  init(_ model: Source) {
    self.model = model
    super.init()
  }

  /// The user-facing name of the source.
  public var name: String { model.name }

  /// The bundle identifier, empty if an import does not contain it: Apple's exports do not.
  public var bundleIdentifier: String { model.bundleIdentifier }

  /// The running program: its bundle's identifier, or `local.` and the name of the executable.
  ///
  /// Samples that a store saves have the source of its ``HKHealthStore/Client``, which is this one unless the store's
  /// configuration names another.
  public class func `default`() -> HKSource { running }

  private static let running: HKSource = {
    let process = ProcessInfo.processInfo.processName
    return HKSource(Source(name: process, bundleIdentifier: Bundle.main.bundleIdentifier ?? "local.\(process)"))
  }()

  /// A description for people.
  public override var description: String { "\(name), \(bundleIdentifier)" }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKSource)?.model.identity == model.identity
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { model.identity.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let name = coder.decodeText(forKey: "name") else { return nil }
    model = Source(name: name, bundleIdentifier: coder.decodeText(forKey: "bundleIdentifier") ?? "")
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeText(name, forKey: "name")
    coder.encodeText(bundleIdentifier, forKey: "bundleIdentifier")
  }
}
