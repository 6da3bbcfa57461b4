import FoundationEssentials
import HealthImport
import HealthModel

/// A watch's counters since midnight, as increments from one message to the next.
///
/// A watch counts walking, running and others separately, in messages of the same time. What has one type in HealthKit is
/// added up: two samples of the same time and value would be the same sample.
struct FITCounters {
  private struct Counter: Hashable {
    /// The watch's serial number: each has its own counters.
    var device: Int
    var movement: Int
    var identifier: String
  }

  /// The increments of a type up to a time, of all kinds of movement.
  private struct Increment {
    var identifier: String
    var unit: String
    var value: Double
    var start: Date
  }

  private var name = ""
  private var number = 0
  private var device = 0
  private var counts: DayCounters<Counter>
  /// Until when each type has been stored, so that increments of two kinds of movement do not overlap.
  private var stored: [Counter: Date] = [:]
  private var increments: [Increment] = []
  /// Of `increments`.
  private var until = Date.distantPast
  /// The last full timestamp, on which short ones are based.
  private var time: Int?
  /// The watch's offset from UTC in seconds.
  private var offset: Int?

  private static let provenance = Provenance(source: Source(name: "FIT monitoring"))
  static let monitoring: UInt16 = 55
  static let information: UInt16 = 103

  init(context: ImportContext) {
    counts = DayCounters(context: context)
  }

  mutating func begin(_ name: String, device: Int) {
    (self.name, self.device, number, time, offset) = (name, device, 0, nil, nil)
  }

  /// What a field counts for a kind of movement; nil for what is not imported.
  static func quantity(_ field: UInt8, _ movement: Int) -> (identifier: String, unit: String, divisor: Double)? {
    switch (field, movement) {
    case (2, 1), (2, 6): (TypeIdentifier.distanceWalkingRunning, "m", 100)
    case (2, 2): ("HKQuantityTypeIdentifierDistanceCycling", "m", 100)
    case (2, 5): ("HKQuantityTypeIdentifierDistanceSwimming", "m", 100)
    case (2, 13): ("HKQuantityTypeIdentifierDistanceWheelchair", "m", 100)
    case (3, 1), (3, 6): (TypeIdentifier.stepCount, "count", 1)
    case (3, 5): ("HKQuantityTypeIdentifierSwimmingStrokeCount", "count", 2)
    case (19, _): (TypeIdentifier.activeEnergyBurned, "kcal", 1)
    case (41, _): ("HKQuantityTypeIdentifierPushCount", "count", 1)
    default: nil
    }
  }

  /// Distance, cycles, active energy and pushes.
  static let fields: [UInt8] = [2, 3, 19, 41]

  static var contents: FormatContent {
    let movements = [(6, "walking"), (1, "running"), (2, "cycling"), (5, "swimming"), (13, "wheelchair")]
    let names: [UInt8: String] = [2: "distance", 3: "cycles", 19: "active_calories", 41: "pushes"]
    let counters = fields.flatMap { field in
      movements.map { movement, name in
        (
          "\(names[field] ?? "") (\(name))",
          quantity(field, movement).map { StandHours.contents($0.identifier) }
            ?? "skipped as `\(SkipReason.unsupportedElement.rawValue)`"
        )
      }
    }
    return FormatContent(
      "monitoring",
      counters + [
        ("heart_rate", FormatContent.type(TypeIdentifier.heartRate)),
        ("moderate_activity_minutes, vigorous_activity_minutes", "appleExerciseTime, derived"),
      ])
  }

  /// - Returns: whether it is a message of daily monitoring.
  mutating func read(_ message: FITMessage, _ standHours: inout StandHours, _ batcher: inout FeedBatcher) throws -> Bool
  {
    number += 1
    if let whole = message.whole(FITFile.timestamp) { time = whole }
    if message.kind == Self.information, let here = message.whole(0), let time {
      let ahead = here - time
      if ahead.magnitude <= 18 * 3_600 { offset = ahead }
    }
    guard message.kind == Self.monitoring else { return false }
    func place() -> String { "\(name)[\(number)]" }
    if message[FITFile.timestamp] == nil, let low = message.whole(26), let last = time {
      time = last + (low - last & 0xFFFF) & 0xFFFF
    }
    guard let date = FITMessage.date(time) else {
      batcher.skip(.badDate, at: place())
      return true
    }
    if date != until { try flush(&standHours, &batcher) }
    until = date
    let details = FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance))
    var isEmpty = true
    if let rate = message[27], rate > 0 {
      isEmpty = false
      try batcher.add(quantity: TypeIdentifier.heartRate, rate, "count/min", from: date, to: date, details, at: place())
    }
    // Minutes since the last message, not counters.
    let minutes = (message[33] ?? 0) + (message[34] ?? 0)
    if minutes > 0, minutes <= 1_440 {
      isEmpty = false
      var details = details
      details.isDerived = true
      try batcher.add(
        quantity: TypeIdentifier.appleExerciseTime, minutes, "min", from: date - minutes * 60, to: date, details,
        at: place())
    }
    let movement = message.whole(5) ?? message.whole(24).map { $0 & 0x1F } ?? -1
    for field in Self.fields {
      guard let count = message[field] else { continue }
      isEmpty = false
      guard let quantity = Self.quantity(field, movement) else {
        batcher.skip(.unsupportedElement, at: place())
        continue
      }
      guard count >= 0 else {
        batcher.skip(.valueOutOfRange, at: place())
        continue
      }
      let counter = Counter(device: device, movement: movement, identifier: quantity.identifier)
      guard let added = counts.add(count, counter, at: date, offset: offset), added.count > 0 else {
        batcher.skip("nothingNew", at: place())
        continue
      }
      let value = added.count / quantity.divisor
      if let same = increments.firstIndex(where: { $0.identifier == quantity.identifier }) {
        increments[same].value += value
        increments[same].start = min(increments[same].start, added.start)
      } else {
        increments.append(
          Increment(identifier: quantity.identifier, unit: quantity.unit, value: value, start: added.start))
      }
    }
    if isEmpty { batcher.skip("nothingMeasured", at: place()) }
    return true
  }

  /// Stores the increments up to the time of the last message.
  mutating func flush(_ standHours: inout StandHours, _ batcher: inout FeedBatcher) throws {
    defer { increments.removeAll(keepingCapacity: true) }
    for increment in increments {
      let whole = Counter(device: device, movement: -1, identifier: increment.identifier)
      let start = max(increment.start, min(stored[whole] ?? increment.start, until))
      stored[whole] = until
      try batcher.add(
        quantity: increment.identifier, increment.value, increment.unit, from: start, to: until,
        FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance)), at: "\(name)[\(number)]")
      if increment.identifier == TypeIdentifier.stepCount {
        standHours.add(increment.value, from: start, to: until, by: Self.provenance)
      }
    }
  }
}
