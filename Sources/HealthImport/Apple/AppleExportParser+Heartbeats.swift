import FoundationEssentials
import HealthModel

extension AppleExportParser {
  /// Creates a series from the beats of the record that has ended, as a part of it and not as an element of its own.
  mutating func addHeartbeats() {
    let beats = beats.series(from: sample.record.start)
    guard !beats.isEmpty else { return }
    var series = sample.record
    series.type = tables.type(TypeIdentifier.heartbeatSeries).index
    series.metadata = derivedMetadata()
    series.value = Double(beats.count)
    series.end = max(series.end, series.start + (beats.last?.time ?? 0))
    series.uuid = nil
    batch.withData.append(DataRecord(sample: series, data: Heartbeat.data(beats), isPart: true))
    weight += 1 + beats.count / 16
  }

  /// The metadata set shared by all derived samples.
  private mutating func derivedMetadata() -> Int32 {
    var raw = RawMetadata()
    var key = MetadataKey.derived
    var value = "1"
    _ = key.withUTF8 { key in
      value.withUTF8 { raw.append(key: UnsafeRawBufferPointer(key), value: UnsafeRawBufferPointer($0)) }
    }
    return tables.metadata(raw)
  }
}

/// The times of beats as printed: clock times in the phone's language and time zone, without a date.
struct BeatClock {
  private let start: Double
  private var last = 0.0

  /// - Parameter start: the start of the sample, in whole seconds.
  init(start: Date) {
    self.start = start.timeIntervalSinceReferenceDate
  }

  /// Every time zone's offset from UTC is a multiple of a quarter hour, so minutes and seconds determine the distance
  /// of a beat from the start of its series, whatever the hour is, if a series lasts less than that.
  private static let period = 900.0

  /// Digits of other scripts as ASCII, and all else as separators.
  private static func ascii(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    String(decoding: text, as: UTF8.self).unicodeScalars.map { scalar in
      let digit = Character(scalar).wholeNumberValue.flatMap { (0...9).contains($0) ? UInt8($0) : nil }
      return UInt8(ascii: "0") + (digit ?? 10)
    }
  }

  /// Seconds from the start of the series, nil for text that is not a clock time.
  ///
  /// `8:47:54.52 PM`, `20:47:54,52`, `20.47.54,52`: hour, minute, second and an optional fraction.
  mutating func seconds(_ text: UnsafeRawBufferPointer) -> Double? {
    guard text.allSatisfy({ $0 < 0x80 }) else { return Self.ascii(text).withUnsafeBytes { self.seconds($0) } }
    var (minute, second, fraction) = (0.0, 0.0, 0.0)
    // The groups of digits so far.
    var count = 0
    // The length of the last one, and 10 to the power of it.
    var length = 0
    var scale = 1.0
    for byte in text {
      guard byte.digit < 10 else {
        length = 0
        continue
      }
      if length == 0 {
        count += 1
        scale = 1
      }
      length += 1
      guard count <= 4, length <= 9 else { return nil }
      scale *= 10
      let digit = Double(byte.digit)
      switch count {
      case 1: break
      case 2: minute = minute * 10 + digit
      case 3: second = second * 10 + digit
      default: fraction = fraction * 10 + digit
      }
    }
    guard count >= 3, minute < 60, second <= 60 else { return nil }
    let clock = minute * 60 + second + fraction / scale
    var seconds = (clock - start).truncatingRemainder(dividingBy: Self.period)
    if seconds < 0 { seconds += Self.period }
    // The first beat may be in the preceding second.
    if seconds > Self.period - 2 { seconds = 0 }
    // The precision lost in a sum with such a large start.
    seconds = (seconds * 1_000).rounded() / 1_000
    // Beats are in order; a time that goes back means that the clock was set.
    last = max(last, seconds)
    return last
  }
}
