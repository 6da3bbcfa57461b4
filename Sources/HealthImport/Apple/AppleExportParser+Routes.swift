import FoundationEssentials
import HealthModel

/// How many points the routes of a file contain, and how many of them could not be kept.
struct PointCounts: Hashable, Sendable {
  var read = 0
  var dropped = 0

  static func += (left: inout PointCounts, right: PointCounts) {
    left.read += right.read
    left.dropped += right.dropped
  }
}

/// A route whose end tag has not been read yet.
struct PendingRoute {
  var record: RouteRecord
  var metadata = RawMetadata()
  /// The reason why it cannot be kept.
  var skip: SkipReason?
}

extension AppleExportParser {
  // MARK: - In the XML

  /// - Parameter isLone: whether it is a separate element, which is skipped rather than dropped from another one.
  mutating func beginRoute(_ tag: XMLTag, isLone: Bool = false) {
    let attributes = RecordAttributes(tag)
    var route = PendingRoute(record: RouteRecord(sample: SampleTag().record))
    route.record.sample.line = Int32(clamping: tag.position.line)
    if attributes.isTooLarge || !workout.addPart() {
      route.skip = .tooLarge
    } else {
      let type = routeType()
      route.record.sample.type = type.index
      // A route without its own attributes uses the time and source of its workout.
      route.record.sample.provenance =
        attributes.sourceName == nil ? sample.record.provenance : tables.provenance(attributes)
      route.record.sample.start = sample.record.start
      route.record.sample.end = sample.record.end
      if attributes.startDate != nil {
        route.skip = readDates(attributes, longest: type.longestDuration, into: &route.record.sample)
      }
    }
    if !isLone { drop(route.skip, tag) }
    workout.route = route
  }

  private mutating func routeType() -> SampleTableBuilder.TypeUse {
    var name = TypeIdentifier.workoutRoute
    return name.withUTF8 { tables.type(UnsafeRawBufferPointer($0), unit: nil, kind: .other) }
  }

  mutating func addRoutePart(_ element: AppleElement, _ tag: XMLTag) {
    guard let skip = workout.route?.skip else { return addKeptRoutePart(element, tag) }
    // Its points are counted; the dropped route has already been reported.
    if element == .location {
      workout.points.read += 1
      workout.points.dropped += 1
      drop(skip, tag)
    }
  }

  private mutating func addKeptRoutePart(_ element: AppleElement, _ tag: XMLTag) {
    switch element {
    case .metadataEntry: drop(workout.route?.metadata.append(tag) ?? nil, tag)
    case .location: addLocation(tag)
    default:
      guard let path = tag["path"], !path.isEmpty else { return drop(.missingType, tag) }
      guard path.count <= SampleLimits.longestName, workout.addPart() else { return drop(.tooLarge, tag) }
      guard workout.route?.record.path == nil else { return drop(.unsupportedElement, tag) }
      workout.route?.record.path = XMLText.decode(path)
    }
  }

  private mutating func addLocation(_ tag: XMLTag) {
    workout.points.read += 1
    var pending = PendingPoint(latitude: tag["latitude"], longitude: tag["longitude"])
    let fields: [(GPXField, StaticString)] = [
      (.time, "date"), (.altitude, "altitude"), (.speed, "speed"), (.course, "course"),
      (.horizontalAccuracy, "horizontalAccuracy"), (.verticalAccuracy, "verticalAccuracy"),
      (.speedAccuracy, "speedAccuracy"), (.courseAccuracy, "courseAccuracy"),
    ]
    for (field, name) in fields {
      guard let raw = tag[name], !raw.isEmpty else { continue }
      if let reason = pending.set(field, raw, &dates) { drop(reason, name, line: tag.position.line) }
    }
    switch pending.result {
    case .failure(let failure):
      workout.points.dropped += 1
      drop(failure.reason, tag)
    case .success(let point):
      guard workout.points.read - workout.points.dropped <= SampleLimits.mostPoints else {
        workout.points.dropped += 1
        return drop(.tooLarge, tag)
      }
      workout.route?.record.points.append(point)
    }
  }

  mutating func endRoute() {
    guard var route = workout.route else { return }
    workout.route = nil
    guard route.skip == nil else { return }
    if workout.metadataBytes + route.metadata.byteCount <= SampleLimits.mostMetadataBytes {
      workout.metadataBytes += route.metadata.byteCount
      route.record.sample.metadata = tables.metadata(route.metadata)
    } else {
      drop(.tooLarge, "MetadataEntry", line: Int(route.record.sample.line))
    }
    // Exports print some routes twice, with equal sync identifiers.
    let own = route.record.sample
    let isRepeated = workout.record.routes.contains { other in
      other.path != nil && other.path == route.record.path && other.sample.start == own.start
        && other.sample.end == own.end && other.sample.provenance == own.provenance
        && other.sample.metadata == own.metadata
    }
    if isRepeated {
      drop(.repeatedFile, "WorkoutRoute", line: Int(route.record.sample.line))
    } else {
      workout.record.routes.append(route.record)
    }
  }

  /// A route without a workout, which our own exports print directly under HealthData.
  mutating func beginLoneRoute(_ tag: XMLTag) {
    workout = PendingWorkout()
    beginRoute(tag, isLone: true)
    let attributes = RecordAttributes(tag)
    if attributes.startDate == nil { workout.route?.skip = .missingStartDate }
    if workout.route?.skip == nil { workout.route?.record.sample.provenance = tables.provenance(attributes) }
    sample.skip = workout.route?.skip
  }

  mutating func endLoneRoute() {
    defer { workout = PendingWorkout() }
    let line = Int(workout.route?.record.sample.line ?? 0)
    if let reason = workout.route?.skip { skip(reason, line: line) }
    endRoute()
    readRouteFiles()
    points += workout.points
    batch.routes += workout.record.routes
    weight += 8 + workout.points.read / 4
  }

  // MARK: - In separate files

  /// Reads the points of the workout's routes from their files.
  mutating func readRouteFiles() {
    for index in workout.record.routes.indices where failure == nil {
      let route = workout.record.routes[index]
      guard let path = route.path else { continue }
      if let reason = readFile(path, into: index) {
        drop(reason, "FileReference", line: Int(route.sample.line))
      }
    }
  }

  /// Reads the route files beside a complete XML file that no workout in it names, as in excerpts: each becomes a
  /// separate route, from its first point to its last. A clinical record's file alone does not contain enough.
  mutating func readUnnamedFiles() {
    guard isComplete else { return }
    for path in files?.unreadPaths(in: "workout-routes", ending: ".gpx") ?? [] {
      guard failure == nil, !isStopped() else { return }
      cutIfFull()
      read += 1
      if let reason = readUnnamedRoute(path) { skip(reason, file: path) }
    }
    for path in files?.unreadPaths(in: "clinical-records", ending: ".json") ?? [] {
      read += 1
      skip(.unnamedFile, file: path)
    }
  }

  /// - Returns: why there is no route, nil if there is one.
  private mutating func readUnnamedRoute(_ path: String) -> SkipReason? {
    sample.reset()
    workout = PendingWorkout()
    defer { workout = PendingWorkout() }
    let type = routeType()
    var route = RouteRecord(sample: SampleTag().record)
    route.sample.type = type.index
    // The app that writes exports: the file does not say who has measured.
    route.sample.provenance = tables.provenance(Provenance(source: Source(name: "Health")))
    workout.record.routes = [route]
    let damage = readFile(path, into: 0)
    points += workout.points
    route = workout.record.routes[0]
    let dates = route.points.points.map(\.date)
    guard let start = dates.min(), let end = dates.max() else { return damage ?? .missingValue }
    if let damage { drop(damage, "gpx", line: 0) }
    if SampleBounds.violation(start: start, end: end, longest: type.longestDuration) != nil { return .lastsTooLong }
    (route.sample.start, route.sample.end) = (start, end)
    batch.routes.append(route)
    weight += 8 + workout.points.read / 4
    return nil
  }

  /// - Returns: what is wrong with the file as a whole, nil where nothing is.
  private mutating func readFile(_ path: String, into index: Int) -> SkipReason? {
    do throws(ImportError) {
      // An input without files, for example a fuzzer's, has no routes either.
      guard let found = try files?.open(path) else { return .missingFile }
      switch found {
      case .missing: return .missingFile
      case .refused: return .refusedPath
      case .readBefore: return .repeatedFile
      case .file(let source): return read(source, into: index)
      }
    } catch {
      return fileDamage(error)
    }
  }

  private mutating func read(_ source: any ByteSource, into index: Int) -> SkipReason? {
    var source = source
    var scanner = XMLScanner(root: "gpx", chunk: 1 << 16, longest: 1 << 16, reportsText: true)
    var reader = GPXReader(room: SampleLimits.mostPoints - (workout.points.read - workout.points.dropped))
    var damage: SkipReason?
    reading: while !isStopped() {
      do throws(ImportError) {
        let count = try scanner.fill { buffer throws(ImportError) in try source.read(into: buffer) }
        if count == 0 { break reading }
      } catch {
        damage = fileDamage(error)
        break reading
      }
      scanner.scan(into: &reader)
    }
    scanner.finish(into: &reader)
    reader.finish()
    let line = Int(workout.record.routes[index].sample.line)
    for (name, reason) in reader.drops { drop(reason, name, line: line) }
    for (reason, count) in reader.unlistedDrops {
      for _ in 0..<count { drop(reason, "trkpt", line: line) }
    }
    if workout.record.routes[index].points.isEmpty {
      workout.record.routes[index].points = reader.points
    } else {
      for point in reader.points.points { workout.record.routes[index].points.append(point) }
    }
    workout.points.read += reader.read
    workout.points.dropped += reader.read - reader.points.count
    return damage ?? (reader.isComplete ? nil : .truncated)
  }

  /// A damaged archive is handled like a truncated file; a read error is not.
  mutating func fileDamage(_ error: ImportError) -> SkipReason {
    switch error.code {
    case .readFailed: failure = error
    case .unpacksTooLarge: return .tooLarge
    default: break
    }
    return .damaged
  }
}
