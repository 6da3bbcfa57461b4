import FoundationEssentials
import HealthModel

/// Files of Garmin's and other makers' devices: activities, and daily monitoring.
struct FITFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "garmin", title: "FIT files",
    replacement: .overlapping)

  private let files: [OfferedFile]
  private let context: ImportContext

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    self.files = files.all.filter { FITFile.isFIT($0.head(16)) }
    self.context = context
    if self.files.isEmpty { return nil }
  }

  /// The purpose of a file, from its first message.
  private enum Purpose {
    case activity, monitoring, other
  }

  private static let fileID: UInt16 = 0

  mutating func read(into batcher: inout FeedBatcher) throws {
    // Counters continue from file to file, so files are read in chronological order, after all have been validated.
    var ordered: [(file: OfferedFile, purpose: Purpose, created: Int, serial: Int)] = []
    for file in files {
      var purpose = Purpose.other
      var (created, serial) = (0, 0)
      try Self.forEachMessage(file) { message in
        guard message.kind == Self.fileID else { return }
        (created, serial) = (message.whole(4) ?? created, message.whole(3) ?? serial)
        switch message.whole(0) {
        case 4: purpose = .activity
        case 15, 28, 32: purpose = .monitoring
        default: break
        }
      }
      ordered.append((file, purpose, created, serial))
    }
    ordered.sort { ($0.created, $0.file.name) < ($1.created, $1.file.name) }
    var standHours = StandHours()
    var counters = FITCounters(context: context)
    for (file, purpose, _, serial) in ordered {
      switch purpose {
      case .other: batcher.skip(.unsupportedElement, at: file.name)
      case .activity:
        var activity = FITActivity(name: file.name)
        try Self.forEachMessage(file) { try activity.read($0, &batcher) }
        try activity.finish(&batcher)
      case .monitoring:
        counters.begin(file.name, device: serial)
        try Self.forEachMessage(file) { try counters.read($0, &standHours, &batcher) }
      }
    }
    try standHours.store(into: &batcher)
  }

  private static func forEachMessage(_ file: OfferedFile, _ body: (FITMessage) throws -> Void) throws {
    do {
      try FITFile.forEachMessage(try file.bytes(), body)
    } catch let error as FormatDamage {
      throw FormatDamage(reason: "\(file.name): \(error.reason)")
    }
  }
}

/// One recorded activity.
struct FITActivity {
  private let name: String
  private var number = 0
  private var events: [WorkoutEventRecord] = []
  private var sessions: [FITMessage] = []

  /// A different source than the daily monitoring, which counts the activity as well.
  private static let provenance = Provenance(source: Source(name: "FIT activities"))
  private static let mostSessions = 4_096
  private static let mostEvents = 65_536

  init(name: String) {
    self.name = name
  }

  mutating func read(_ message: FITMessage, _ batcher: inout FeedBatcher) throws {
    number += 1
    let place = "\(name)[\(number)]"
    let date = FITMessage.date(message.whole(FITFile.timestamp))
    switch message.kind {
    case 20:
      guard let rate = message[3], rate > 0 else { return }
      guard let date else { return batcher.skip(.badDate, at: place) }
      try batcher.add(
        quantity: TypeIdentifier.heartRate, rate, "count/min", from: date, to: date,
        FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance)), at: place)
    case 21:
      // Timer events: started, or stopped in one of two ways.
      guard message.whole(0) == 0, let date, let what = message.whole(1), [0, 1, 4].contains(what),
        events.count < Self.mostEvents
      else { return }
      events.append(WorkoutEventRecord(type: what == 0 ? 2 : 1, start: date, end: date))
    case 18:
      guard sessions.count < Self.mostSessions else { return batcher.skip(.tooLarge, at: place) }
      sessions.append(message)
    default: break
    }
  }

  /// Sports by their numbers in the global profile; all others are `other`.
  private static let sports = [
    1: "running", 2: "cycling", 5: "swimming", 6: "basketball", 7: "soccer", 8: "tennis", 9: "americanFootball",
    11: "walking", 12: "crossCountrySkiing", 13: "downhillSkiing", 14: "snowboarding", 15: "rowing", 17: "hiking",
    19: "paddleSports", 25: "golf", 30: "skatingSports", 31: "climbing", 32: "sailing", 37: "paddleSports",
    38: "surfingSports", 43: "yoga", 47: "boxing",
  ]

  mutating func finish(_ batcher: inout FeedBatcher) throws {
    for (index, session) in sessions.enumerated() {
      let place = "\(name), session \(index + 1)"
      guard let start = FITMessage.date(session.whole(2)) else {
        batcher.skip(.badDate, at: place)
        continue
      }
      // Milliseconds: with pauses, and without.
      let elapsed = (session[7] ?? session[8]).map { $0 / 1_000 }
      guard let elapsed, elapsed <= SampleBounds.longestMeasurement else {
        batcher.skip(.missingValue, at: place)
        continue
      }
      let end = start.addingTimeInterval(elapsed)
      let sport = session.whole(5).flatMap { Self.sports[$0] }
      let activity = WorkoutActivityCatalog.all.first { $0.name == sport }?.rawValue ?? WorkoutActivityCatalog.other
      var details = FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance))
      guard let sample = batcher.workout(activity, from: start, to: end, details, at: place) else { continue }
      let moving = session[8].flatMap { $0 >= 0 ? min($0 / 1_000, elapsed) : nil } ?? elapsed
      var workout = WorkoutRecord(sample: sample, duration: moving)
      // The first start and the last stop are those of the workout.
      workout.events = Array(
        events.filter { $0.start > start && $0.start < end }.drop { $0.type == 2 }.prefix(4_096))
      func add(_ type: String, _ unit: String, _ sum: Double?) {
        guard let sum, sum > 0, SampleBounds.allows(sum) else { return }
        workout.statistics.append(WorkoutStatisticsRecord(type: type, unit: unit, start: start, end: end, sum: sum))
      }
      add(TypeIdentifier.activeEnergyBurned, "kcal", session[11])
      switch sport {
      case "cycling": add("HKQuantityTypeIdentifierDistanceCycling", "m", session[9].map { $0 / 100 })
      case "swimming": add("HKQuantityTypeIdentifierDistanceSwimming", "m", session[9].map { $0 / 100 })
      default: add(TypeIdentifier.distanceWalkingRunning, "m", session[9].map { $0 / 100 })
      }
      if let average = session[16], let highest = session[17], [average, highest].allSatisfy(SampleBounds.allows) {
        workout.statistics.append(
          WorkoutStatisticsRecord(
            type: TypeIdentifier.heartRate, unit: "count/min", start: start, end: end, average: average,
            maximum: highest))
      }
      try batcher.add(workout)
      details.isDerived = true
      if moving > 0 {
        try batcher.add(
          quantity: TypeIdentifier.appleExerciseTime, moving / 60, "min", from: start, to: end, details, at: place)
      }
      if let energy = session[11], energy > 0 {
        try batcher.add(
          quantity: TypeIdentifier.activeEnergyBurned, energy, "kcal", from: start, to: end, details, at: place)
      }
    }
  }
}

/// A watch's counters since midnight, by kind of movement, as increments from one message to the next.
struct FITCounters {
  private struct Counter: Hashable {
    /// The watch's serial number: each has its own counters.
    var device: Int
    var type: Int
    var field: UInt8
  }

  private struct Count {
    var value: Double
    var date: Date
    var day: Int
  }

  private let context: ImportContext
  private var name = ""
  private var number = 0
  private var device = 0
  private var counts: [Counter: Count] = [:]
  /// The last full timestamp, on which short ones are based.
  private var time: Int?
  /// The watch's offset from UTC in seconds.
  private var offset: Int?

  private static let provenance = Provenance(source: Source(name: "FIT monitoring"))
  private static let quantities: [(field: UInt8, identifier: String, unit: String, divisor: Double)] = [
    (2, TypeIdentifier.distanceWalkingRunning, "m", 100), (3, TypeIdentifier.stepCount, "count", 1),
    (19, TypeIdentifier.activeEnergyBurned, "kcal", 1),
  ]
  /// Kinds of movement whose steps are counted: running and walking.
  private static let onFoot = [1, 6]

  init(context: ImportContext) {
    self.context = context
  }

  mutating func begin(_ name: String, device: Int) {
    (self.name, self.device, number, time, offset) = (name, device, 0, nil, nil)
  }

  mutating func read(_ message: FITMessage, _ standHours: inout StandHours, _ batcher: inout FeedBatcher) throws {
    number += 1
    let place = "\(name)[\(number)]"
    if let whole = message.whole(FITFile.timestamp) { time = whole }
    if message.kind == 103, let here = message.whole(0), let time {
      let ahead = here - time
      if ahead.magnitude <= 18 * 3_600 { offset = ahead }
    }
    guard message.kind == 55 else { return }
    if message[FITFile.timestamp] == nil, let low = message.whole(26), let last = time {
      time = last + (low - last & 0xFFFF) & 0xFFFF
    }
    guard let date = FITMessage.date(time) else { return batcher.skip(.badDate, at: place) }
    let details = FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance))
    var isEmpty = true
    if let rate = message[27], rate > 0 {
      isEmpty = false
      try batcher.add(quantity: TypeIdentifier.heartRate, rate, "count/min", from: date, to: date, details, at: place)
    }
    let type = message.whole(5) ?? message.whole(24).map { $0 & 0x1F } ?? -1
    for quantity in Self.quantities {
      guard let count = message[quantity.field] else { continue }
      isEmpty = false
      guard quantity.field == 19 || Self.onFoot.contains(type) else {
        batcher.skip(.unsupportedElement, at: place)
        continue
      }
      guard count >= 0 else {
        batcher.skip(.valueOutOfRange, at: place)
        continue
      }
      guard let added = add(count, Counter(device: device, type: type, field: quantity.field), at: date),
        added.count > 0
      else {
        batcher.skip("nothingNew", at: place)
        continue
      }
      let value = added.count / quantity.divisor
      try batcher.add(
        quantity: quantity.identifier, value, quantity.unit, from: added.start, to: date, details, at: place)
      if quantity.field == 3 { standHours.add(value, from: added.start, to: date, by: Self.provenance) }
    }
    if isEmpty { batcher.skip("nothingMeasured", at: place) }
  }

  /// The increment of a counter, and since when. nil for a time before the last one.
  private mutating func add(_ value: Double, _ counter: Counter, at date: Date) -> (count: Double, start: Date)? {
    let (day, midnight) = day(of: date)
    let last = counts[counter]
    if let last, last.date > date { return nil }
    counts[counter] = Count(value: value, date: date, day: day)
    if let last, last.day == day, value >= last.value { return (value - last.value, last.date) }
    return (value, min(midnight, date))
  }

  /// A value at midnight belongs to the day that ends.
  private func day(of date: Date) -> (number: Int, midnight: Date) {
    let moment = date.addingTimeInterval(-1)
    guard let offset else {
      let day = context.day(of: moment)
      return (day.number, context.instant(day))
    }
    let day = ((moment.timeIntervalSince1970 + Double(offset)) / 86_400).rounded(.down)
    return (Int(day), Date(timeIntervalSince1970: day * 86_400 - Double(offset)))
  }
}
