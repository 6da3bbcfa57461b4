import HealthModel

/// Metadata of one sample as raw bytes: cheap to collect and to look up, decoded only once.
struct RawMetadata {
  private var bytes = ByteScratch()

  var isEmpty: Bool { bytes.isEmpty }
  var byteCount: Int { bytes.count }

  mutating func clear() {
    bytes.clear()
  }

  /// Adds a `MetadataEntry`.
  ///
  /// - Returns: the reason why it cannot be added, nil if it was.
  mutating func append(_ tag: XMLTag) -> SkipReason? {
    guard let key = tag["key"], !key.isEmpty else { return .missingType }
    let value = tag["value"] ?? UnsafeRawBufferPointer(start: nil, count: 0)
    return append(key: key, value: value) ? nil : .tooLarge
  }

  /// - Returns: false if the limit is exceeded.
  // In practice attribute values can contain any byte except NUL and their quote; lengths separate the pairs
  // reliably.
  mutating func append(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count + key.count + value.count <= SampleLimits.mostMetadataBytes else { return false }
    append(key)
    append(value)
    return true
  }

  private mutating func append(_ part: UnsafeRawBufferPointer) {
    withUnsafeBytes(of: UInt32(clamping: part.count)) { bytes.append($0) }
    bytes.append(part)
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withBytes(body)
  }

  func decoded() -> Metadata {
    withBytes { raw in
      var entries: [Metadata.Entry] = []
      var index = 0
      func part() -> UnsafeRawBufferPointer? {
        guard index + 4 <= raw.count else { return nil }
        let length = Int(raw.loadUnaligned(fromByteOffset: index, as: UInt32.self))
        guard index + 4 + length <= raw.count else { return nil }
        defer { index += 4 + length }
        return raw.part(index + 4, index + 4 + length)
      }
      while let key = part(), let value = part() {
        let key = XMLText.decode(key)
        let value = MetadataKeyCatalog.value(forKey: key, printed: XMLText.decode(value))
        entries.append(Metadata.Entry(key: key, value: value))
      }
      return Metadata(entries)
    }
  }
}
