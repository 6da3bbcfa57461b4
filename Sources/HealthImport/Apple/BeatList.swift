import HealthModel

/// The beats behind a heart rate variability sample, gathered as the text `bpm@time;bpm@time`.
///
/// The file prints a clock time in the phone's language and without a date, so they are kept as printed.
struct BeatList {
  private var text = ByteScratch()

  mutating func begin() {
    text.clear()
  }

  /// - Returns: false when there is no room for more.
  mutating func append(bpm: UnsafeRawBufferPointer?, time: UnsafeRawBufferPointer?) -> Bool {
    // Half of the room, so that other metadata fit beside it.
    let length = (bpm?.count ?? 0) + (time?.count ?? 0)
    guard text.count + length <= ExportLimits.mostMetadataBytes / 2 else { return false }
    if !text.isEmpty { text.append(UInt8(ascii: ";")) }
    if let bpm { text.append(bpm) }
    text.append(UInt8(ascii: "@"))
    if let time { text.append(time) }
    return true
  }

  /// - Returns: false when the metadata has no room for it.
  func end(into metadata: inout RawMetadata) -> Bool {
    guard !text.isEmpty else { return true }
    var key = MetadataKey.beats
    return key.withUTF8 { key in
      text.withBytes { metadata.append(key: UnsafeRawBufferPointer(key), value: $0) }
    }
  }
}
