import FoundationEssentials
import HealthModel

/// The beats of a heart rate variability sample, collected as the text `bpm@time;bpm@time`.
///
/// The file prints clock times in the phone's language and without a date, so they are kept as printed.
struct BeatList {
  private var text = ByteScratch()

  mutating func begin() {
    text.clear()
  }

  /// - Returns: false if the limit is exceeded.
  mutating func append(bpm: UnsafeRawBufferPointer?, time: UnsafeRawBufferPointer?) -> Bool {
    // Half of the limit, so that other metadata fits as well.
    let length = (bpm?.count ?? 0) + (time?.count ?? 0)
    guard text.count + length <= SampleLimits.mostMetadataBytes / 2 else { return false }
    if !text.isEmpty { text.append(UInt8(ascii: ";")) }
    if let bpm { text.append(bpm) }
    text.append(UInt8(ascii: "@"))
    if let time { text.append(time) }
    return true
  }

  /// The beats with their times, as seconds since the start, if they are readable.
  ///
  /// Apple prints the rate between a beat and the previous one. If it does not match their times, beats in between
  /// were missed.
  func series(from start: Date) -> [Heartbeat] {
    var list = text.withBytes { XMLText.decode($0) }
    return list.withUTF8 { Self.series(UnsafeRawBufferPointer($0), from: start) }
  }

  private static func series(_ list: UnsafeRawBufferPointer, from start: Date) -> [Heartbeat] {
    var clock = BeatClock(start: start)
    var beats: [Heartbeat] = []
    var index = 0
    while index < list.count, beats.count < Heartbeat.most {
      let end = list.firstIndex(of: UInt8(ascii: ";"), from: index) ?? list.count
      let beat = list.part(index, end)
      index = end + 1
      guard let at = beat.firstIndex(of: UInt8(ascii: "@"), from: 0),
        let time = clock.seconds(beat.part(at + 1, beat.count))
      else { continue }
      let rate = NumberParser.double(beat.part(0, at)) ?? 0
      let interval = time - (beats.last?.time ?? time)
      let isExpected = beats.isEmpty || rate <= 0 || abs(interval - 60 / rate) <= 30 / rate
      beats.append(Heartbeat(time: time, followsGap: !isExpected))
    }
    return beats
  }

  /// - Returns: false if the metadata has no room for it.
  func end(into metadata: inout RawMetadata) -> Bool {
    guard !text.isEmpty else { return true }
    var key = MetadataKey.beats
    return key.withUTF8 { key in
      text.withBytes { metadata.append(key: UnsafeRawBufferPointer(key), value: $0) }
    }
  }
}
