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

  /// The value of a digit in any script. Using Unicode properties for ASCII digits would take most of the time of a
  /// series.
  private static func digit(_ scalar: Unicode.Scalar) -> Int? {
    if scalar.isASCII { return ("0"..."9").contains(scalar) ? Int(scalar.value - 48) : nil }
    return Character(scalar).wholeNumberValue.flatMap { (0...9).contains($0) ? $0 : nil }
  }

  /// Seconds from the start of the series, nil for text that is not a clock time.
  ///
  /// `8:47:54.52 PM`, `20:47:54,52`, `20.47.54,52`: hour, minute, second and an optional fraction.
  mutating func seconds(_ text: String) -> Double? {
    var groups: [String] = []
    var isInside = false
    for scalar in text.unicodeScalars {
      if let digit = Self.digit(scalar) {
        if !isInside { groups.append("") }
        groups[groups.count - 1].append(String(digit))
        isInside = true
      } else {
        isInside = false
      }
      guard groups.count <= 4, groups.last?.utf8.count ?? 0 <= 9 else { return nil }
    }
    guard groups.count >= 3, let minute = Double(groups[1]), let second = Double(groups[2]), minute < 60, second <= 60,
      let fraction = groups.count == 4 ? Double("0." + groups[3]) : 0
    else { return nil }
    let clock = minute * 60 + second + fraction
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
