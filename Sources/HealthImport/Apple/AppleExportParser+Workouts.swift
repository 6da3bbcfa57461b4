import FoundationEssentials
import HealthModel

/// A workout whose end tag has not come yet. Its sample is the parser's.
struct PendingWorkout {
  var record = WorkoutRecord(sample: SampleTag().record)
  var activity: WorkoutActivityRecord?
  var activityMetadata = RawMetadata()
  var event: WorkoutEventRecord?
  var eventMetadata = RawMetadata()
  /// Totals that old exports print as attributes; they give way to statistics of their type.
  var totals: [WorkoutStatisticsRecord] = []
}

extension AppleExportParser {
  mutating func beginWorkout(_ tag: XMLTag) {
    workout = PendingWorkout()
    let attributes = RecordAttributes(tag)
    var head = SampleTag()
    head.record.line = Int32(clamping: tag.position.line)
    head.record.type = workoutType()
    head.record.provenance = tables.provenance(attributes)
    var activity: Int?
    if let symbol = tag["workoutActivityType"], !symbol.isEmpty {
      activity = WorkoutActivityCatalog.rawValue(printed: XMLText.decode(symbol))
      head.record.value = Double(activity ?? WorkoutActivityCatalog.other)
      if activity == nil { head.unknownValue = symbol }
      head.skip = readDates(attributes, into: &head.record)
    } else {
      head.skip = .missingType
    }
    sample.begin(with: head)
    workout.record.duration = duration(tag)
    readTotals(tag, activity: activity)
  }

  private mutating func workoutType() -> Int32 {
    var name = TypeIdentifier.workout
    return name.withUTF8 { tables.type(UnsafeRawBufferPointer($0), unit: nil, kind: .workout).index }
  }

  mutating func beginWorkoutPart(_ element: AppleElement, _ tag: XMLTag, parent: AppleElement) {
    switch (parent, element) {
    case (.workout, .workoutEvent), (.workoutActivity, .workoutEvent): beginEvent(tag)
    case (.workout, .workoutActivity): beginActivity(tag)
    case (.workout, .workoutStatistics):
      if let statistics = statistics(tag) { workout.record.statistics.append(statistics) }
    case (.workoutActivity, .workoutStatistics):
      if let statistics = statistics(tag) { workout.activity?.statistics.append(statistics) }
    case (.workoutEvent, .metadataEntry): append(tag, to: &workout.eventMetadata)
    case (.workoutActivity, .metadataEntry): append(tag, to: &workout.activityMetadata)
    case (.workoutRoute, .fileReference):
      if let path = tag["path"], !path.isEmpty { workout.record.routes.append(XMLText.decode(path)) }
    default: break
    }
  }

  mutating func endWorkoutPart(_ element: AppleElement) {
    switch element {
    case .workoutEvent:
      guard var event = workout.event else { return }
      event.metadata = workout.eventMetadata.decoded()
      workout.event = nil
      if open.last == .workoutActivity {
        workout.activity?.events.append(event)
      } else {
        workout.record.events.append(event)
      }
    case .workoutActivity:
      guard var activity = workout.activity else { return }
      activity.metadata = workout.activityMetadata.decoded()
      workout.activity = nil
      workout.record.activities.append(activity)
    default: break
    }
  }

  mutating func endWorkout() {
    if let reason = sample.skip {
      skip(reason, line: Int(sample.record.line))
      return
    }
    let known = Set(workout.record.statistics.map(\.type))
    workout.record.statistics += workout.totals.filter { !known.contains($0.type) }
    sample.record.metadata = tables.metadata(sample.metadata)
    workout.record.sample = sample.record
    batch.workouts.append(workout.record)
  }

  private mutating func beginEvent(_ tag: XMLTag) {
    workout.event = nil
    workout.eventMetadata.clear()
    guard let symbol = tag["type"], let type = WorkoutSymbols.eventType.rawValue(forSymbol: XMLText.decode(symbol))
    else {
      drop(.badValue)
      return
    }
    guard let text = tag["date"], let start = dates.instant(text)?.date else {
      drop(.badDate)
      return
    }
    workout.event = WorkoutEventRecord(type: type, start: start, end: start + max(duration(tag) ?? 0, 0))
  }

  private mutating func beginActivity(_ tag: XMLTag) {
    workout.activity = nil
    workout.activityMetadata.clear()
    guard let text = tag["startDate"], let start = dates.instant(text)?.date else {
      drop(.badDate)
      return
    }
    workout.activity = WorkoutActivityRecord(
      uuid: tag["uuid"].map(XMLText.decode).flatMap(UUID.init(uuidString:)),
      activityType: tag["workoutActivityType"].map(XMLText.decode).flatMap(WorkoutActivityCatalog.rawValue),
      start: start, end: tag["endDate"].flatMap { dates.instant($0)?.date }, duration: duration(tag))
  }

  private mutating func statistics(_ tag: XMLTag) -> WorkoutStatisticsRecord? {
    guard let type = tag["type"], !type.isEmpty, let unit = tag["unit"], !unit.isEmpty else {
      drop(.missingType)
      return nil
    }
    var record = WorkoutStatisticsRecord(
      type: XMLText.decode(type), unit: XMLText.decode(unit), start: sample.record.start, end: sample.record.end)
    if let start = tag["startDate"].flatMap({ dates.instant($0)?.date }) { record.start = start }
    if let end = tag["endDate"].flatMap({ dates.instant($0)?.date }) { record.end = end }
    record.sum = tag["sum"].flatMap(NumberParser.double)
    record.average = tag["average"].flatMap(NumberParser.double)
    record.minimum = tag["minimum"].flatMap(NumberParser.double)
    record.maximum = tag["maximum"].flatMap(NumberParser.double)
    return record
  }

  private mutating func readTotals(_ tag: XMLTag, activity: Int?) {
    let energy = (TypeIdentifier.activeEnergyBurned, tag["totalEnergyBurned"], tag["totalEnergyBurnedUnit"])
    let distance = (Self.distanceType(of: activity), tag["totalDistance"], tag["totalDistanceUnit"])
    for (type, value, unit) in [energy, distance] {
      guard let sum = value.flatMap(NumberParser.double), let unit, !unit.isEmpty else { continue }
      workout.totals.append(
        WorkoutStatisticsRecord(
          type: type, unit: XMLText.decode(unit), start: sample.record.start, end: sample.record.end, sum: sum))
    }
  }

  /// Seconds; exports print minutes.
  private func duration(_ tag: XMLTag) -> Double? {
    guard let value = tag["duration"].flatMap(NumberParser.double) else { return nil }
    return AppleCatalog.convert(value, from: tag["durationUnit"].map(XMLText.decode) ?? "min", to: .second)
  }

  /// The quantity type that the total distance of such a workout belongs to.
  private static func distanceType(of activity: Int?) -> String {
    switch activity.flatMap({ WorkoutActivityCatalog.entry(for: $0)?.name }) {
    case "cycling", "handCycling": "HKQuantityTypeIdentifierDistanceCycling"
    case "swimming": "HKQuantityTypeIdentifierDistanceSwimming"
    default: TypeIdentifier.distanceWalkingRunning
    }
  }
}
