import HealthModel

/// Builds the tables that samples point into, finding each entry by the raw bytes of its attributes.
struct SampleTableBuilder {
  private(set) var tables = SampleTables()

  private var typeKeys = ByteInterner()
  private var types: [TypeUse] = []
  private var provenanceKeys = ByteInterner()
  private var metadataKeys = ByteInterner()
  /// Index in the table of each key since the last time the keys were forgotten.
  private var metadataIndices: [Int32] = []
  private var symbolKeys = ByteInterner()
  private var symbols: [Double?] = []
  private var scratch = ByteScratch()

  /// Metadata that hardly any two samples share, such as sync identifiers, must not pile up over a long file.
  private static let mostMetadataBytes = 1 << 20

  /// A type in one unit, as records use it.
  struct TypeUse {
    /// Index into the table, -1 for a use that is skipped.
    var index: Int32
    var kind: SampleKind
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
      let name = XMLText.decode(identifier)
      types.append(add(name, unit: unit.map(XMLText.decode), kind: kind ?? AppleCatalog.kind(of: name)))
    }
    return types[index]
  }

  private mutating func add(_ identifier: String, unit: String?, kind: SampleKind) -> TypeUse {
    // Categories have no unit whatever the file prints.
    let unit = kind == .quantity || kind == .other ? unit.flatMap { $0.isEmpty ? nil : $0 } : nil
    if kind == .quantity, !AppleCatalog.accepts(unit: unit, forQuantityType: identifier) {
      return TypeUse(index: -1, kind: kind, skip: .incompatibleUnit)
    }
    tables.types.append(SampleTypeUse(identifier: identifier, kind: kind, unit: unit))
    return TypeUse(index: Int32(tables.types.count - 1), kind: kind, skip: nil)
  }

  /// The raw value of a category symbol, or nil for one that the catalog does not know.
  mutating func categoryValue(_ symbol: UnsafeRawBufferPointer, type: TypeUse) -> Double? {
    scratch.clear()
    withUnsafeBytes(of: type.index) { scratch.append($0) }
    scratch.append(symbol)
    let (index, isNew) = scratch.withBytes { symbolKeys.intern($0) }
    if isNew {
      let identifier = tables.types[Int(type.index)].identifier
      let value = CategoryTypeCatalog.rawValue(printed: XMLText.decode(symbol), for: identifier)
      symbols.append(value.map(Double.init))
    }
    return symbols[index]
  }

  mutating func provenance(_ attributes: RecordAttributes) -> Int32 {
    let device = attributes.device.map(DeviceText.identity)
    scratch.clear()
    for part in [attributes.sourceName, attributes.sourceVersion, device] {
      if let part {
        scratch.append(part)
        scratch.append(0)
      } else {
        scratch.append(1)
      }
    }
    let (index, isNew) = scratch.withBytes { provenanceKeys.intern($0) }
    if isNew {
      tables.provenances.append(
        Provenance(
          source: Source(name: attributes.sourceName.map(XMLText.decode) ?? ""),
          version: attributes.sourceVersion.map(XMLText.decode).flatMap { $0.isEmpty ? nil : $0 },
          device: device.map(XMLText.decode).flatMap(DeviceText.device)))
    }
    return Int32(index)
  }

  /// The index of the metadata that the raw pairs spell, -1 for none.
  mutating func metadata(_ raw: RawMetadata) -> Int32 {
    guard !raw.isEmpty else { return -1 }
    let (key, isNew) = raw.withBytes { metadataKeys.intern($0) }
    if isNew {
      tables.metadata.append(raw.decoded())
      metadataIndices.append(Int32(tables.metadata.count - 1))
    }
    return metadataIndices[key]
  }

  /// Between two batches: lets go of metadata if there is much of it.
  ///
  /// An index keeps its meaning: entries that earlier batches have carried become empty, and whoever comes with the
  /// same metadata again gets a new index.
  mutating func betweenBatches() {
    guard metadataKeys.byteCount > Self.mostMetadataBytes else { return }
    tables.metadata.replaceAll(with: Metadata())
    metadataIndices.removeAll(keepingCapacity: true)
    metadataKeys.removeAll()
  }
}
