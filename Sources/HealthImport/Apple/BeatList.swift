import HealthModel

/// The beats behind a heart rate variability sample, gathered as the text `bpm@time;bpm@time`.
///
/// The file prints a clock time in the phone's language and without a date, so they are kept as printed.
struct BeatList {
  private var text = ByteScratch()

  mutating func begin() {
    text.clear()
  }

  mutating func append(bpm: UnsafeRawBufferPointer?, time: UnsafeRawBufferPointer?) {
    if !text.isEmpty { text.append(UInt8(ascii: ";")) }
    if let bpm { text.append(bpm) }
    text.append(UInt8(ascii: "@"))
    if let time { text.append(time) }
  }

  func end(into metadata: inout RawMetadata) {
    guard !text.isEmpty else { return }
    var key = MetadataKey.beats
    key.withUTF8 { key in
      text.withBytes { metadata.append(key: UnsafeRawBufferPointer(key), value: $0) }
    }
  }
}
