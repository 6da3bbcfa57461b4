/// The app or device that wrote a sample.
package struct Source: Hashable, Sendable {
  @Exact package var name: String
  /// Empty if the file does not contain it: Apple's exports have no bundle identifiers.
  @Exact package var bundleIdentifier: String

  package init(name: String, bundleIdentifier: String = "") {
    self.name = name
    self.bundleIdentifier = bundleIdentifier
  }

  /// What identifies a source: the bundle identifier, whatever its current name; the name if there is none.
  package enum Identity: Hashable, Sendable {
    case bundle(ExactText)
    case name(ExactText)
  }

  package var identity: Identity {
    bundleIdentifier.isEmpty ? .name(_name) : .bundle(_bundleIdentifier)
  }
}

/// The hardware that measured a sample. The pointer that Apple prints in an export is not part of it.
package struct Device: Hashable, Sendable {
  @Exact package var name: String?
  @Exact package var manufacturer: String?
  @Exact package var model: String?
  @Exact package var hardwareVersion: String?
  @Exact package var firmwareVersion: String?
  @Exact package var softwareVersion: String?
  @Exact package var localIdentifier: String?
  @Exact package var udiDeviceIdentifier: String?

  package init(
    name: String? = nil, manufacturer: String? = nil, model: String? = nil, hardwareVersion: String? = nil,
    firmwareVersion: String? = nil, softwareVersion: String? = nil, localIdentifier: String? = nil,
    udiDeviceIdentifier: String? = nil
  ) {
    self.name = name
    self.manufacturer = manufacturer
    self.model = model
    self.hardwareVersion = hardwareVersion
    self.firmwareVersion = firmwareVersion
    self.softwareVersion = softwareVersion
    self.localIdentifier = localIdentifier
    self.udiDeviceIdentifier = udiDeviceIdentifier
  }

  /// What is known of it, by the names that exports use.
  ///
  /// - Parameter udi: the name of the identifier of a medical device.
  package func fields(udi: String) -> [(name: String, text: String)] {
    [
      ("name", name), ("manufacturer", manufacturer), ("model", model), ("hardware", hardwareVersion),
      ("firmware", firmwareVersion), ("software", softwareVersion), ("localIdentifier", localIdentifier),
      (udi, udiDeviceIdentifier),
    ].compactMap { name, text in text.map { (name, $0) } }
  }
}

/// The source of a sample, its version, and the device.
package struct Provenance: Hashable, Sendable {
  package var source: Source
  @Exact package var version: String?
  @Exact package var productType: String?
  /// `major.minor.patch`, nil where unknown.
  @Exact package var operatingSystem: String?
  package var device: Device?

  package init(
    source: Source, version: String? = nil, productType: String? = nil, operatingSystem: String? = nil,
    device: Device? = nil
  ) {
    self.source = source
    self.version = version
    self.productType = productType
    self.operatingSystem = operatingSystem
    self.device = device
  }
}
