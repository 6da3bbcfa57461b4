import Foundation
import HealthModel

extension HKSourceRevision {
  /// The revision of a stored sample.
  convenience init(_ provenance: Provenance) {
    self.init(
      source: HKSource(provenance.source), version: provenance.version, productType: provenance.productType,
      system: provenance.operatingSystem)
  }

  /// The revision of the running program.
  static let running = HKSourceRevision(
    source: .default(), version: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String,
    productType: Machine.architecture, operatingSystemVersion: ProcessInfo.processInfo.operatingSystemVersion)

  /// The corresponding value below the class layer.
  func provenance(device: HKDevice?) -> Provenance {
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
