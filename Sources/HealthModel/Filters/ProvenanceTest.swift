/// A condition on the source and the device of a sample.
///
/// A store has few provenances and many samples: evaluate the test on each provenance and select samples by the
/// result.
package enum ProvenanceTest: Hashable, Sendable {
  /// Written by the client with this bundle identifier.
  case client(String)
  /// Written by any source of this name, as a person types it: no-break spaces count as spaces, and canonically
  /// equivalent texts are equal.
  case named(String)
  /// Written by one of these sources.
  case sources(Set<Source>)
  /// Written by a source whose version, product and system match one of the patterns.
  case revisions(Set<RevisionPattern>)
  /// Measured by a device equal to one of these in all eight properties, absent ones included.
  case devices(Set<Device>)
  /// Measured by a device with one of these values; an empty list means that the property, or the device, is absent.
  case device(DeviceProperty, Set<String>)

  package func matches(_ provenance: Provenance) -> Bool {
    switch self {
    case .client(let client):
      provenance.source.bundleIdentifier.hasSameBytes(as: client)
    case .named(let name):
      provenance.source.name.withPlainBlanks == name.withPlainBlanks
    case .sources(let sources):
      sources.contains { $0.identity == provenance.source.identity }
    case .revisions(let patterns):
      patterns.contains { $0.matches(provenance) }
    case .devices(let devices):
      provenance.device.map { devices.contains($0) } ?? false
    case .device(let property, let allowed):
      if let value = provenance.device.flatMap(property.value(of:)) {
        allowed.contains(where: value.hasSameBytes)
      } else {
        allowed.isEmpty
      }
    }
  }
}

extension String {
  /// The white space that phones print in the names of devices differs from what people type.
  fileprivate var withPlainBlanks: String {
    String(map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 })
  }
}

/// A source revision in which some parts may match anything.
package struct RevisionPattern: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case any
    /// Exactly this value, or exactly none.
    case exactly(String?)

    func matches(_ text: String?) -> Bool {
      switch self {
      case .any: true
      case .exactly(let expected): expected.hasSameBytes(as: text)
      }
    }
  }

  package var source: Source
  package var version: Part
  package var productType: Part
  /// `major.minor.patch`.
  package var operatingSystem: Part

  package init(source: Source, version: Part = .any, productType: Part = .any, operatingSystem: Part = .any) {
    self.source = source
    self.version = version
    self.productType = productType
    self.operatingSystem = operatingSystem
  }

  package func matches(_ provenance: Provenance) -> Bool {
    source.identity == provenance.source.identity && version.matches(provenance.version)
      && productType.matches(provenance.productType)
      && operatingSystem.matches(provenance.operatingSystem)
  }
}
