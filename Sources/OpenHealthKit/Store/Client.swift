import Foundation
import HealthModel

extension HKHealthStore {
  /// Who uses a store: what an app's bundle says on Apple's systems.
  public struct Client: Hashable, Sendable {
    /// What tells one client from another. A client's samples are its own by this and its name.
    public var bundleIdentifier: String
    /// The name that a person knows the client by.
    public var name: String
    /// The client's version, nil where it has none.
    public var version: String?

    /// A client by its bundle identifier and name.
    public init(bundleIdentifier: String, name: String, version: String? = nil) {
      self.bundleIdentifier = bundleIdentifier
      self.name = name
      self.version = version
    }

    /// The running program: its bundle's identifier, else `local.` and the name of the executable.
    public static let running = Client(
      bundleIdentifier: HKSource.default().bundleIdentifier, name: HKSource.default().name,
      version: HKSourceRevision.running.version)

    /// The source of the samples that the client saves.
    public var source: HKSource { HKSource(model) }

    var model: Source { Source(name: name, bundleIdentifier: bundleIdentifier) }

    /// Who wrote the samples that the client saves on this machine.
    func provenance(device: HKDevice?) -> Provenance {
      HKSourceRevision(
        source: source, version: version, productType: Machine.architecture,
        operatingSystemVersion: ProcessInfo.processInfo.operatingSystemVersion
      ).provenance(device: device)
    }
  }
}
