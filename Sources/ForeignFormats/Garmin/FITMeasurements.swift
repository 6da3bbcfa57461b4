import FoundationEssentials
import HealthImport
import HealthModel

/// Measurements in files of monitoring, sleep, heart rate variability, weight and others: one message each.
struct FITMeasurements {
  private let name: String
  private var number = 0
  private var isEmpty = true
  /// The stages of nights and when they ended, and the starts and ends of sleep, in the order of the file.
  private var nights: [(date: Date, mark: Mark)] = []

  private enum Mark {
    case asleep, awake
    /// The value of a stage; nil if it was not measured.
    case stage(Double?)
  }

  private static let mostMarks = 1 << 20

  private static let provenance = Provenance(source: Source(name: "FIT measurements"))

  init(name: String) {
    self.name = name
  }

  mutating func noteMonitoring() { isEmpty = false }

  /// A message with one value: its field and divisor, and the type. Values below `least` mean that nothing was measured.
  struct Measurement {
    var field: UInt8
    /// As the global profile names it.
    var name: String
    var divisor = 1.0
    var identifier: String
    var unit: String
    var least = 0.0
    /// The field with the time, where it is not the message's own.
    var time = FITFile.timestamp
  }

  static let measurements: [UInt16: [Measurement]] = [
    30: [
      Measurement(field: 0, name: "weight", divisor: 100, identifier: "HKQuantityTypeIdentifierBodyMass", unit: "kg"),
      Measurement(
        field: 1, name: "percent_fat", divisor: 10_000, identifier: "HKQuantityTypeIdentifierBodyFatPercentage",
        unit: "%"),
      Measurement(
        field: 13, name: "bmi", divisor: 10, identifier: "HKQuantityTypeIdentifierBodyMassIndex", unit: "count"),
    ],
    211: [
      Measurement(
        field: 1, name: "current_day_resting_heart_rate", identifier: "HKQuantityTypeIdentifierRestingHeartRate",
        unit: "count/min", least: 1)
    ],
    227: [Measurement(field: 0, name: "stress_level_value", identifier: "Stress", unit: "count", time: 1)],
    229: [
      Measurement(
        field: 2, name: "vo2_max", divisor: 10, identifier: "HKQuantityTypeIdentifierVO2Max", unit: "mL/min·kg", time: 0
      )
    ],
    269: [
      Measurement(
        field: 0, name: "reading_spo2", divisor: 100, identifier: "HKQuantityTypeIdentifierOxygenSaturation", unit: "%",
        least: 0.01)
    ],
    297: [
      Measurement(
        field: 0, name: "respiration_rate", divisor: 100, identifier: "HKQuantityTypeIdentifierRespiratoryRate",
        unit: "count/min", least: 0.01)
    ],
    371: [
      Measurement(
        field: 0, name: "value", divisor: 128, identifier: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD",
        unit: "ms")
    ],
  ]

  /// The messages' names in the global profile.
  private static let names: [UInt16: String] = [
    30: "weight_scale", 211: "monitoring_hr_data", 227: "stress_level", 229: "max_met_data", 269: "spo2_data",
    297: "respiration_rate", 371: "hrv_value",
  ]

  static var contents: [FormatContent] {
    measurements.sorted { $0.key < $1.key }.map { kind, measurements in
      FormatContent(names[kind] ?? "\(kind)", measurements.map { ($0.name, FormatContent.type($0.identifier)) })
    } + [
      FormatContent("blood_pressure", ["systolic_pressure, diastolic_pressure": "bloodPressure"]),
      FormatContent(
        "sleep_level", ["sleep_level": "sleepAnalysis, from the stage before or the event of falling asleep"]),
    ]
  }

  /// Sleep levels by their numbers in the global profile.
  static let stages: [Int: Double] = [1: 2, 2: 3, 3: 4, 4: 5]
  static let sleepLevel: UInt16 = 275
  static let bloodPressure: UInt16 = 51
  static let event: UInt16 = 21
  /// The event of falling asleep and waking up; not in the public profile, as others have found.
  static let sleepEvent = 74

  mutating func read(_ message: FITMessage, _ batcher: inout FeedBatcher) throws {
    number += 1
    func place() -> String { "\(name)[\(number)]" }
    switch message.kind {
    case Self.sleepLevel:
      isEmpty = false
      guard let date = message.date, nights.count < Self.mostMarks else { return batcher.skip(.badDate, at: place()) }
      nights.append((date, .stage(message.whole(0).flatMap { Self.stages[$0] })))
    case Self.event:
      guard message.whole(0) == Self.sleepEvent, let date = message.date, nights.count < Self.mostMarks else { return }
      nights.append((date, message.whole(1) == 0 ? .asleep : .awake))
    case Self.bloodPressure:
      isEmpty = false
      guard let date = message.date else { return batcher.skip(.badDate, at: place()) }
      guard let systolic = message[0], let diastolic = message[1] else {
        return batcher.skip(.missingValue, at: place())
      }
      try batcher.add(bloodPressure: systolic, diastolic, from: date, to: date, details(&batcher), at: place())
    default:
      guard let measurements = Self.measurements[message.kind] else { return }
      isEmpty = false
      for measurement in measurements { try read(message, measurement, place, &batcher) }
    }
  }

  private func details(_ batcher: inout FeedBatcher) -> FeedBatcher.Details {
    FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance))
  }

  private func read(
    _ message: FITMessage, _ measurement: Measurement, _ place: () -> String, _ batcher: inout FeedBatcher
  ) throws {
    guard let value = message[measurement.field].map({ $0 / measurement.divisor }), value >= measurement.least else {
      // A scale without a sensor for fat has no such field.
      if measurement.field == Self.measurements[message.kind]?.first?.field {
        batcher.skip("nothingMeasured", at: place())
      }
      return
    }
    guard let date = FITMessage.date(message.whole(measurement.time)) else {
      return batcher.skip(.badDate, at: place())
    }
    try batcher.add(
      measurement.identifier, value, measurement.unit, from: date, to: date, details(&batcher), at: place())
  }

  /// Stores the nights. The time of a stage is its end; successive stages of the same value become one sample.
  mutating func finish(_ batcher: inout FeedBatcher) throws {
    if isEmpty { batcher.skip(.unsupportedElement, at: name) }
    nights.sort { $0.date < $1.date }
    func place() -> String { "\(name), sleep" }
    let details = details(&batcher)
    var boundary: Date?
    var stage: (value: Double, start: Date, end: Date)?
    func end() throws {
      guard let ended = stage else { return }
      stage = nil
      try batcher.add(
        category: TypeIdentifier.sleepAnalysis, ended.value, from: ended.start, to: ended.end, details, at: place())
    }
    for (date, mark) in nights {
      guard case .stage(let value) = mark else {
        try end()
        if case .asleep = mark { boundary = date } else { boundary = nil }
        continue
      }
      guard let start = boundary, date.timeIntervalSince(start) <= 86_400 else {
        try end()
        boundary = date
        batcher.skip(.missingStartDate, at: place())
        continue
      }
      boundary = date
      if stage?.value != value { try end() }
      if let value, date > start {
        stage = (value, stage?.start ?? start, date)
      } else {
        batcher.skip("nothingMeasured", at: place())
      }
    }
    try end()
  }
}
