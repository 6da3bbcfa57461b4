import FoundationEssentials
import HealthImport
import HealthModel

/// One recorded activity: its sessions with laps and pauses, and the records of each moment.
struct FITActivity {
  private let name: String
  private var number = 0
  private var events: [WorkoutEventRecord] = []
  private var laps: [WorkoutEventRecord] = []
  private var sessions: [FITMessage] = []
  private let starts: Sports
  private let listed: StravaList.Activity?
  private var points: [RoutePoint] = []
  private var droppedPoints = 0

  /// The sports of a file's sessions, which follow its records.
  struct Sports {
    /// By their starts.
    private var sessions: [(start: Date, sport: String?)] = []

    /// - Parameter message: of any kind, in the order of the file.
    mutating func note(_ message: FITMessage) {
      guard message.kind == Kind.session.rawValue, sessions.count < FITActivity.mostSessions,
        let start = FITMessage.date(message.whole(2))
      else { return }
      sessions.insert((start, FITActivity.activity(message)), at: sessions.partitioningIndex { $0.start > start })
    }

    /// The sport at a time; sessions follow one another.
    func sport(at date: Date) -> String? {
      let begun = sessions.partitioningIndex { $0.start > date }
      return begun > 0 ? sessions[begun - 1].sport : nil
    }
  }

  private enum Measure: UInt8, CaseIterable {
    case cadence = 4, power = 7, speed = 6

    /// The type and the unit for a sport; nil if HealthKit has none.
    func type(_ sport: String?) -> (identifier: String, unit: String)? {
      switch (self, sport) {
      case (.cadence, "cycling"): ("HKQuantityTypeIdentifierCyclingCadence", "count/min")
      case (.power, "cycling"): ("HKQuantityTypeIdentifierCyclingPower", "W")
      case (.power, "running"): ("HKQuantityTypeIdentifierRunningPower", "W")
      case (.speed, "cycling"): ("HKQuantityTypeIdentifierCyclingSpeed", "m/s")
      case (.speed, "running"): ("HKQuantityTypeIdentifierRunningSpeed", "m/s")
      default: nil
      }
    }
  }

  /// A different source than the daily monitoring, which counts the activity as well.
  private static let provenance = Provenance(source: Source(name: "FIT activities"))
  fileprivate static let mostSessions = 4_096
  private static let mostEvents = 65_536

  init(name: String, sports: Sports, listed: StravaList.Activity? = nil) {
    self.name = name
    starts = sports
    self.listed = listed
  }

  /// The messages of the global profile that are read.
  enum Kind: UInt16, CaseIterable {
    case session = 18
    case lap = 19
    case record = 20
    case event = 21
    case beats = 78

    var content: FormatContent {
      switch self {
      case .session:
        FormatContent(
          "session",
          [
            "start_time, total_elapsed_time, total_timer_time": "workout; appleExerciseTime, derived",
            "sport, sub_sport, sport_profile_name": "the kind of the workout",
            "total_calories": "the workout's energy; activeEnergyBurned, derived",
            "total_distance, total_ascent, avg_heart_rate, max_heart_rate": "of the workout",
            "total_cycles": "of the workout, if one swam",
          ])
      case .lap: FormatContent("lap", ["start_time, total_elapsed_time": "laps of the workout, if there are several"])
      case .record:
        FormatContent(
          "record",
          [
            "heart_rate": FormatContent.type(TypeIdentifier.heartRate),
            "position_lat, position_long, altitude, speed": "the workout's route",
            "speed, power": "cyclingSpeed, cyclingPower, runningSpeed, runningPower, by sport",
            "cadence": "cyclingCadence; not stored for other sports",
            "distance, temperature and others": "not stored",
          ])
      case .event: FormatContent("event", ["timer": "pauses of the workout"])
      case .beats: FormatContent("hrv", skipped: .unsupportedElement)
      }
    }
  }

  mutating func read(_ message: FITMessage, _ batcher: inout FeedBatcher) throws {
    number += 1
    let place = "\(name)[\(number)]"
    switch Kind(rawValue: message.kind) {
    case .record: try readRecord(message, place, &batcher)
    case .event:
      // Timer events: started, or stopped in one of two ways.
      guard message.whole(0) == 0, let date = message.date, let what = message.whole(1), [0, 1, 4].contains(what),
        events.count < Self.mostEvents
      else { return }
      events.append(WorkoutEventRecord(type: what == 0 ? 2 : 1, start: date, end: date))
    case .lap:
      guard let start = FITMessage.date(message.whole(2)), let seconds = message[7] ?? message[8],
        (0...SampleBounds.longestMeasurement).contains(seconds / 1_000), laps.count < Self.mostEvents
      else { return }
      laps.append(WorkoutEventRecord(type: 3, start: start, end: start + seconds / 1_000))
    case .session:
      guard sessions.count < Self.mostSessions else { return batcher.skip(.tooLarge, at: place) }
      sessions.append(message)
    case .beats: batcher.skip(.unsupportedElement, at: place)
    case nil: break
    }
  }

  /// Degrees in which 32 bits are a full turn.
  private static let semicircle = 180 / 0x1p31

  private mutating func readRecord(_ message: FITMessage, _ place: String, _ batcher: inout FeedBatcher) throws {
    let rate = message[3].flatMap { $0 > 0 ? $0 : nil }
    let date = message.date
    if let rate {
      guard let date else { return batcher.skip(.badDate, at: place) }
      try batcher.add(
        quantity: TypeIdentifier.heartRate, rate, "count/min", from: date, to: date,
        FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance)), at: place)
    }
    guard let date else { return }
    let speed = (message[73] ?? message[6]).map { $0 / 1_000 }
    if let latitude = message[0], let longitude = message[1] {
      var point = RoutePoint(
        date: date, latitude: latitude * Self.semicircle, longitude: longitude * Self.semicircle)
      if let height = message[78] ?? message[2] { (point.altitude, point.verticalAccuracy) = (height / 5 - 500, 0) }
      if let speed { point.speed = speed }
      if points.count >= SampleLimits.mostPoints {
        droppedPoints += 1
      } else if point.isPlausible {
        points.append(point)
      } else {
        batcher.skip(.valueOutOfRange, at: "\(name), points")
      }
    }
    let sport = starts.sport(at: date)
    for measure in Measure.allCases {
      guard let value = measure == .speed ? speed : message[measure.rawValue], let type = measure.type(sport) else {
        continue
      }
      try batcher.add(
        quantity: type.identifier, value, type.unit, from: date, to: date,
        FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance)), at: place)
    }
  }

  /// What kind of activity a session is. The profile knows fewer kinds than HealthKit and does not tell all of them apart:
  /// then the name that the user has given to the kind, or that `ringtop export` has written, says more.
  private static func activity(_ session: FITMessage) -> String? {
    guard let sport = session.whole(5) else { return nil }
    let name = session.texts[110]
    guard let activity = FITSport(sport, session.whole(6) ?? 0).activity else { return name }
    guard let name, let own = FITSport(activity: name), own == FITSport(activity: activity) else { return activity }
    return name
  }

  mutating func finish(_ batcher: inout FeedBatcher) throws {
    points.sort { $0.date < $1.date }
    for (index, session) in sessions.enumerated() {
      try add(session, "\(name), session \(index + 1)", &batcher)
    }
    if droppedPoints > 0 { batcher.skip(.tooLarge, at: "\(name), points", count: droppedPoints) }
  }

  private func add(_ session: FITMessage, _ place: String, _ batcher: inout FeedBatcher) throws {
    guard let start = FITMessage.date(session.whole(2)) else { return batcher.skip(.badDate, at: place) }
    // Milliseconds: with pauses, and without.
    let elapsed = (session[7] ?? session[8]).map { $0 / 1_000 }
    guard let elapsed, elapsed <= SampleBounds.longestMeasurement else { return batcher.skip(.missingValue, at: place) }
    let end = start.addingTimeInterval(elapsed)
    let sport = Self.activity(session)
    let own = sport.map(MetricCatalog.activity(named:)) ?? WorkoutActivityCatalog.other
    // A list names a file, not each of its sessions.
    let activity = sessions.count == 1 ? listed?.activity ?? own : own
    var details = FeedBatcher.Details(provenance: batcher.tables.provenance(Self.provenance))
    details.metadata = listed?.metadata(activity) ?? Metadata.Entry.unlisted(activity: activity, named: sport ?? "")
    if let ascent = session[22], ascent > 0 {
      details.metadata.append(Metadata.Entry(key: "HKElevationAscended", value: .quantity(ascent, unit: "m")))
    }
    guard let sample = batcher.workout(activity, from: start, to: end, details, at: place) else { return }
    let moving = session[8].flatMap { $0 >= 0 ? min($0 / 1_000, elapsed) : nil } ?? elapsed
    var workout = WorkoutRecord(sample: sample, duration: moving)
    // The first start and the last stop are those of the workout.
    workout.events = Array(
      events.filter { $0.start > start && $0.start < end }.drop { $0.type == 2 }.prefix(4_096))
    let inside = laps.filter { $0.start >= start && $0.start < end }
    if inside.count > 1 { workout.events += inside.prefix(4_096) }
    func add(_ type: String, _ unit: String, _ sum: Double?) {
      guard let sum, sum > 0, SampleBounds.allows(sum) else { return }
      workout.statistics.append(WorkoutStatisticsRecord(type: type, unit: unit, start: start, end: end, sum: sum))
    }
    add(TypeIdentifier.activeEnergyBurned, "kcal", session[11])
    add(WorkoutTotal.distance.type(forActivity: activity), "m", session[9].map { $0 / 100 })
    if sport == "swimming" { add("HKQuantityTypeIdentifierSwimmingStrokeCount", "count", session[10]) }
    if let average = session[16], let highest = session[17], [average, highest].allSatisfy(SampleBounds.allows) {
      workout.statistics.append(
        WorkoutStatisticsRecord(
          type: TypeIdentifier.heartRate, unit: "count/min", start: start, end: end, average: average,
          maximum: highest))
    }
    let route = points.filter { $0.date >= start && $0.date <= end }
    if !route.isEmpty { workout.routes = [batcher.route(route, details.provenance)] }
    try batcher.add(workout)
    details.metadata = []
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
