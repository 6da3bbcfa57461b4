import FoundationEssentials
import HealthModel

/// Builds the tables that samples refer to, looking up entries by the raw bytes of their attributes.
struct SampleTableBuilder {
  private(set) var tables = SampleTables()
  /// Approximately how much the tables have grown since the last batch, in bytes.
  private(set) var newBytes = 0

  private var typeKeys = ByteInterner()
  private var types: [TypeUse] = []
  private var provenanceKeys = ByteInterner()
  private var provenanceIndices: [Int32] = []
  private var metadataKeys = ByteInterner()
  private var metadataIndices: [Int32] = []
  private var symbolKeys = ByteInterner()
  private var symbols: [Double?] = []
  private var scratch = ByteScratch()

  /// The memory that an entry uses beside the bytes of its key.
  private static let entryBytes = 64

  /// A type in one unit, as records use it.
  struct TypeUse {
    /// Index into the table, -1 for a use that is skipped.
    var index: Int32
    var kind: SampleKind
    /// The conversion to the type's own unit.
    var conversion: UnitConversion = .identity
    /// The maximum duration of a sample, in seconds.
    var longestDuration: TimeInterval = 0
    var skip: SkipReason?
  }

  mutating func type(_ identifier: UnsafeRawBufferPointer, unit: UnsafeRawBufferPointer?, kind: SampleKind? = nil)
    -> TypeUse
  {
    scratch.clear()
    scratch.append(identifier)
    if let unit {
      scratch.append(0)
      scratch.append(unit)
    }
    let (index, isNew) = scratch.withBytes { typeKeys.intern($0) }
    if isNew {
      newBytes += scratch.count + Self.entryBytes
      let name = XMLText.decode(identifier)
      types.append(add(name, unit: unit.map(XMLText.decode), kind: kind ?? AppleCatalog.kind(of: name)))
    }
    return types[index]
  }

  private mutating func add(_ identifier: String, unit: String?, kind: SampleKind) -> TypeUse {
    // Categories have no unit, whatever the file prints.
    let unit = kind == .quantity || kind == .other ? unit.flatMap { $0.isEmpty ? nil : $0 } : nil
    var use = TypeUse(index: -1, kind: kind)
    if kind == .quantity {
      guard let conversion = AppleCatalog.conversion(from: unit, forQuantityType: identifier) else {
        use.skip = .incompatibleUnit
        return use
      }
      use.conversion = conversion
    }
    use.index = Int32(tables.types.endIndex)
    use.longestDuration = SampleBounds.longestDuration(of: kind, type: identifier)
    tables.types.append(SampleTypeUse(identifier: identifier, kind: kind, unit: unit))
    return use
  }

  /// The raw value of a category symbol, or nil for one that is not in the catalog and for a number outside every
  /// enumeration.
  mutating func categoryValue(_ symbol: UnsafeRawBufferPointer, type: TypeUse) -> Double? {
    scratch.clear()
    withUnsafeBytes(of: type.index) { scratch.append($0) }
    scratch.append(symbol)
    let (index, isNew) = scratch.withBytes { symbolKeys.intern($0) }
    if isNew {
      newBytes += scratch.count + Self.entryBytes
      let identifier = tables.types[Int(type.index)].identifier
      let value = CategoryTypeCatalog.rawValue(printed: XMLText.decode(symbol), for: identifier).map(Double.init)
      symbols.append(value.flatMap { SampleBounds.allows($0) ? $0 : nil })
    }
    return symbols[index]
  }

  mutating func provenance(_ attributes: RecordAttributes) -> Int32 {
    let device = attributes.device.map(DeviceText.identity)
    scratch.clear()
    appendKey(attributes.sourceName)
    appendKey(attributes.sourceVersion)
    appendKey(attributes.sourceIdentifier)
    appendKey(device)
    let (index, isNew) = scratch.withBytes { provenanceKeys.intern($0) }
    if isNew {
      newBytes += scratch.count + Self.entryBytes
      provenanceIndices.append(Int32(tables.provenances.endIndex))
      tables.provenances.append(
        Provenance(
          source: Source(
            name: attributes.sourceName.map(XMLText.decode) ?? "",
            bundleIdentifier: attributes.sourceIdentifier.map(XMLText.decode) ?? ""),
          version: attributes.sourceVersion.map(XMLText.decode).flatMap { $0.isEmpty ? nil : $0 },
          device: device.map(XMLText.decode).flatMap(DeviceText.device)))
    }
    return provenanceIndices[index]
  }

  /// One part of a key of several, each of which may be absent.
  private mutating func appendKey(_ part: UnsafeRawBufferPointer?) {
    if let part {
      scratch.append(part)
      scratch.append(0)
    } else {
      scratch.append(1)
    }
  }

  /// The index of the metadata for the raw pairs, -1 if there are none.
  mutating func metadata(_ raw: RawMetadata) -> Int32 {
    guard !raw.isEmpty else { return -1 }
    let (key, isNew) = raw.withBytes { metadataKeys.intern($0) }
    if isNew {
      newBytes += raw.byteCount + Self.entryBytes
      metadataIndices.append(Int32(tables.metadata.endIndex))
      tables.metadata.append(raw.decoded())
    }
    return metadataIndices[key]
  }

  /// The index of metadata that is not shared between samples.
  mutating func metadata(_ metadata: Metadata) -> Int32 {
    guard !metadata.isEmpty else { return -1 }
    newBytes += Self.entryBytes
    for case .text(let text) in metadata.entries.map(\.value) { newBytes += text.utf8.count }
    tables.metadata.append(metadata)
    return Int32(tables.metadata.endIndex - 1)
  }

  /// The index of a type that the importer itself names.
  mutating func type(_ identifier: String) -> TypeUse {
    var identifier = identifier
    return identifier.withUTF8 { type(UnsafeRawBufferPointer($0), unit: nil, kind: .other) }
  }

  /// The index of a provenance that does not come from a tag.
  mutating func provenance(_ provenance: Provenance) -> Int32 {
    newBytes += Self.entryBytes
    tables.provenances.append(provenance)
    return Int32(tables.provenances.endIndex - 1)
  }

  /// Called between two batches, while no element is open: discards the keys of a table if there are many.
  ///
  /// Sync identifiers, which samples rarely share, must not accumulate over a long file, and neither must the sources
  /// of a file designed to have many. Indexes in earlier batches are not reused: the same values get a new one.
  mutating func betweenBatches() {
    newBytes = 0
    if typeKeys.byteCount > ExportLimits.mostTableBytes || symbolKeys.byteCount > ExportLimits.mostTableBytes {
      tables.types.forgetAll()
      types.removeAll()
      typeKeys.removeAll()
      symbols.removeAll()
      symbolKeys.removeAll()
    }
    if provenanceKeys.byteCount > ExportLimits.mostTableBytes {
      tables.provenances.forgetAll()
      provenanceIndices.removeAll()
      provenanceKeys.removeAll()
    }
    if metadataKeys.byteCount > ExportLimits.mostTableBytes {
      tables.metadata.forgetAll()
      metadataIndices.removeAll()
      metadataKeys.removeAll()
    }
  }
}
