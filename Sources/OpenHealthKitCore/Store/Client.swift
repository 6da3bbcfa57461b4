import Foundation
package import HealthModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension HKHealthStore {
  /// The program that uses a store, corresponding to an app's bundle on Apple's systems.
  public struct Client: Hashable, Sendable {
    /// Identifies the client and, with its name, its samples.
    public var bundleIdentifier: String
    /// The user-facing name.
    public var name: String
    /// The client's version, nil if it has none.
    public var version: String?

    /// A client by its bundle identifier and name.
    public init(bundleIdentifier: String, name: String, version: String? = nil) {
      self.bundleIdentifier = bundleIdentifier
      self.name = name
      self.version = version
    }

    /// The running program: its bundle's identifier, otherwise `local.` and the name of the executable.
    public static let running = Client(
      bundleIdentifier: HKSource.default().bundleIdentifier, name: HKSource.default().name,
      version: HKSourceRevision.running.version)

    /// The source of the samples that the client saves.
    public var source: HKSource { HKSource(model) }

    var model: Source { Source(name: name, bundleIdentifier: bundleIdentifier) }

    /// The provenance of the samples that the client saves on this machine.
    package func provenance(device: HKDevice?) -> Provenance {
      HKSourceRevision(
        source: source, version: version, productType: Machine.architecture,
        operatingSystemVersion: ProcessInfo.processInfo.operatingSystemVersion
      ).provenance(device: device)
    }
  }
}

/// Properties of the machine.
enum Machine {
  /// The processor's name, `x86_64`.
  static let architecture: String = {
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown" }
    return withUnsafeBytes(of: &name.machine) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }()
}
