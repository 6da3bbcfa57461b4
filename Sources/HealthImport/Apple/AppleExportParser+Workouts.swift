import FoundationEssentials
import HealthModel

/// A workout whose end tag has not been read yet. Its sample is the parser's.
struct PendingWorkout {
  var record = WorkoutRecord(sample: SampleTag().record)
  var activity: WorkoutActivityRecord?
  var activityMetadata = RawMetadata()
  /// The reason why the open activity cannot be kept.
  var activitySkip: SkipReason?
  var event: WorkoutEventRecord?
  var eventMetadata = RawMetadata()
  var route: PendingRoute?
  /// The number of points in its routes, including dropped ones.
  var points = PointCounts()
  /// Totals that old exports print as attributes; statistics of the same type take precedence.
  var totals: [WorkoutStatisticsRecord] = []
  /// The number of events, activities, statistics and routes so far.
  var parts = 0
  /// The size of their metadata in bytes.
  var metadataBytes = 0

  /// Whether the limit allows one more part.
  mutating func addPart() -> Bool {
    parts += 1
    return parts <= SampleLimits.mostWorkoutParts
  }

  /// The metadata of a part, nil if it exceeds the limit.
  mutating func take(_ metadata: RawMetadata) -> Metadata? {
    guard metadataBytes + metadata.byteCount <= SampleLimits.mostMetadataBytes else { return nil }
    metadataBytes += metadata.byteCount
    return metadata.decoded()
  }
}

extension AppleExportParser {
  mutating func beginWorkout(_ tag: XMLTag) {
    workout = PendingWorkout()
    let attributes = RecordAttributes(tag)
    var head = SampleTag()
    head.record.line = Int32(clamping: tag.position.line)
    var activity: Int?
    if attributes.isTooLarge {
      head.skip = .tooLarge
    } else if let symbol = tag["workoutActivityType"], !symbol.isEmpty {
      let type = workoutType()
      head.record.type = type.index
      head.record.provenance = tables.provenance(attributes)
      activity = WorkoutActivityCatalog.rawValue(printed: XMLText.decode(symbol))
      head.record.value = Double(activity ?? WorkoutActivityCatalog.other)
      if activity == nil { head.unknownValue = symbol }
      head.skip = readDates(attributes, longest: type.longestDuration, into: &head.record)
    } else {
      head.skip = .missingType
    }
    sample.begin(with: head)
    workout.record.duration = duration(tag)
    readTotals(tag, activity: activity)
  }

  private mutating func workoutType() -> SampleTableBuilder.TypeUse {
    var name = TypeIdentifier.workout
    return name.withUTF8 { tables.type(UnsafeRawBufferPointer($0), unit: nil, kind: .workout) }
  }

  mutating func beginWorkoutPart(_ element: AppleElement, _ tag: XMLTag, parent: AppleElement) {
    switch (parent, element) {
    case (.workout, .workoutEvent), (.workoutActivity, .workoutEvent): beginEvent(tag)
    case (.workout, .workoutActivity): beginActivity(tag)
    case (.workout, .workoutStatistics):
      if let statistics = statistics(tag) { workout.record.statistics.append(statistics) }
    case (.workoutActivity, .workoutStatistics):
      if let reason = workout.activitySkip {
        drop(reason, tag)
      } else if let statistics = statistics(tag) {
        workout.activity?.statistics.append(statistics)
      }
    case (.workoutEvent, .metadataEntry): drop(workout.eventMetadata.append(tag), tag)
    case (.workoutActivity, .metadataEntry): drop(workout.activityMetadata.append(tag), tag)
    case (.workout, .workoutRoute): beginRoute(tag)
    case (.workout, .workoutSample): addSample(tag)
    case (.workoutRoute, .fileReference), (.workoutRoute, .location), (.workoutRoute, .metadataEntry):
      addRoutePart(element, tag)
    default: break
    }
  }

  mutating func endEvent(parent: AppleElement) {
    guard var event = workout.event else { return }
    workout.event = nil
    if let metadata = workout.take(workout.eventMetadata) {
      event.metadata = metadata
    } else {
      drop(.tooLarge, "MetadataEntry", line: Int(sample.record.line))
    }
    if parent == .workoutActivity {
      workout.activity?.events.append(event)
    } else {
      workout.record.events.append(event)
    }
  }

  mutating func endActivity() {
    workout.activitySkip = nil
    guard var activity = workout.activity else { return }
    workout.activity = nil
    if let metadata = workout.take(workout.activityMetadata) {
      activity.metadata = metadata
    } else {
      drop(.tooLarge, "MetadataEntry", line: Int(sample.record.line))
    }
    workout.record.activities.append(activity)
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
    readRouteFiles()
    points += workout.points
    batch.workouts.append(workout.record)
    weight += 8 + workout.parts + workout.record.samples.count + workout.metadataBytes / 64 + workout.points.read / 4
    workout = PendingWorkout()
  }

  private mutating func beginEvent(_ tag: XMLTag) {
    workout.event = nil
    workout.eventMetadata.clear()
    drop(readEvent(tag), tag)
  }

  private mutating func readEvent(_ tag: XMLTag) -> SkipReason? {
    if let reason = workout.activitySkip { return reason }
    guard let symbol = tag["type"], let type = WorkoutSymbols.eventType.rawValue(forSymbol: XMLText.decode(symbol))
    else { return .badValue }
    guard let text = tag["date"], let start = dates.instant(text)?.date else { return .badDate }
    let end = start + (duration(tag) ?? 0)
    guard SampleBounds.allows(start), SampleBounds.allows(end) else { return .dateOutOfRange }
    guard workout.addPart() else { return .tooLarge }
    workout.event = WorkoutEventRecord(type: type, start: start, end: end)
    return nil
  }

  private mutating func addSample(_ tag: XMLTag) {
    let sample = readSample(tag)
    if let reason = sample.skip { return drop(reason, tag) }
    guard workout.record.samples.count < SampleLimits.mostWorkoutSamples else { return drop(.tooLarge, tag) }
    workout.record.samples.append(sample.record)
  }

  private mutating func beginActivity(_ tag: XMLTag) {
    workout.activity = nil
    workout.activityMetadata.clear()
    workout.activitySkip = readActivity(tag)
    drop(workout.activitySkip, tag)
  }

  private mutating func readActivity(_ tag: XMLTag) -> SkipReason? {
    guard let text = tag["startDate"], let start = dates.instant(text)?.date else { return .badDate }
    var end: Date?
    if let text = tag["endDate"], !text.isEmpty {
      guard let date = dates.instant(text)?.date else { return .badDate }
      end = date
    }
    guard SampleBounds.allows(start), end.map(SampleBounds.allows) ?? true else { return .dateOutOfRange }
    if let end, end < start { return .endBeforeStart }
    guard workout.addPart() else { return .tooLarge }
    workout.activity = WorkoutActivityRecord(
      uuid: tag["uuid"].flatMap { $0.count == 36 ? UUIDParser.uuid(XMLText.decode($0)) : nil },
      activityType: tag["workoutActivityType"].map(XMLText.decode).flatMap(WorkoutActivityCatalog.rawValue),
      start: start, end: end, duration: duration(tag))
    return nil
  }

  private mutating func statistics(_ tag: XMLTag) -> WorkoutStatisticsRecord? {
    guard let type = tag["type"], !type.isEmpty, let unit = tag["unit"], !unit.isEmpty else {
      drop(.missingType, tag)
      return nil
    }
    guard type.count <= SampleLimits.longestName, unit.count <= HealthUnit.longestText, workout.addPart() else {
      drop(.tooLarge, tag)
      return nil
    }
    var record = WorkoutStatisticsRecord(
      type: XMLText.decode(type), unit: XMLText.decode(unit), start: sample.record.start, end: sample.record.end)
    if let start = tag["startDate"].flatMap({ dates.instant($0)?.date }) { record.start = start }
    if let end = tag["endDate"].flatMap({ dates.instant($0)?.date }) { record.end = end }
    guard SampleBounds.allows(record.start), SampleBounds.allows(record.end) else {
      drop(.dateOutOfRange, tag)
      return nil
    }
    record.sum = value(tag, "sum")
    record.average = value(tag, "average")
    record.minimum = value(tag, "minimum")
    record.maximum = value(tag, "maximum")
    return record
  }

  private mutating func readTotals(_ tag: XMLTag, activity: Int?) {
    let energy = (TypeIdentifier.activeEnergyBurned, value(tag, "totalEnergyBurned"), tag["totalEnergyBurnedUnit"])
    let distance = (Self.distanceType(of: activity), value(tag, "totalDistance"), tag["totalDistanceUnit"])
    for (type, sum, unit) in [energy, distance] {
      guard let sum, let unit, !unit.isEmpty, unit.count <= HealthUnit.longestText else { continue }
      workout.totals.append(
        WorkoutStatisticsRecord(
          type: type, unit: XMLText.decode(unit), start: sample.record.start, end: sample.record.end, sum: sum))
    }
  }

  /// A number in a workout or in a part of one, nil if it is missing or implausible.
  private mutating func value(_ tag: XMLTag, _ name: StaticString) -> Double? {
    guard let raw = tag[name], !raw.isEmpty else { return nil }
    guard let value = NumberParser.double(raw) else {
      drop(.badValue, name, line: tag.position.line)
      return nil
    }
    guard SampleBounds.allows(value) else {
      drop(.valueOutOfRange, name, line: tag.position.line)
      return nil
    }
    return value
  }

  /// In seconds; exports print minutes.
  private mutating func duration(_ tag: XMLTag) -> Double? {
    guard let value = value(tag, "duration") else { return nil }
    let unit = tag["durationUnit"].map { XMLText.decode($0.part(0, min($0.count, HealthUnit.longestText))) } ?? "min"
    guard let seconds = AppleCatalog.convert(value, from: unit, to: .second),
      seconds >= 0, seconds <= SampleBounds.longestMeasurement
    else {
      drop(.valueOutOfRange, "duration", line: tag.position.line)
      return nil
    }
    return seconds
  }

  /// The quantity type of the total distance of such a workout.
  private static func distanceType(of activity: Int?) -> String {
    switch activity.flatMap({ WorkoutActivityCatalog.entry(for: $0)?.name }) {
    case "cycling", "handCycling": "HKQuantityTypeIdentifierDistanceCycling"
    case "swimming": "HKQuantityTypeIdentifierDistanceSwimming"
    default: TypeIdentifier.distanceWalkingRunning
    }
  }
}
