import FoundationEssentials
import HealthModel

/// Converts the tags of a GPX file from Apple's exports to points.
///
/// ```
/// <trkpt lon="6.135726" lat="48.653445"><ele>361.96</ele><time>2019-09-24T10:22:37Z</time><extensions>
///   <speed>0.98</speed><course>50.5</course><hAcc>6.7</hAcc><vAcc>6.4</vAcc></extensions></trkpt>
/// ```
struct GPXReader: XMLTagHandler {
  private(set) var points = RoutePoints()
  /// The number of track points in the file.
  private(set) var read = 0
  /// What was dropped, each with an element name: `trkpt` for a whole point.
  private(set) var drops: [(name: StaticString, reason: SkipReason)] = []
  /// The number of dropped points beyond those that are listed individually.
  private(set) var unlistedDrops: [SkipReason: Int] = [:]
  /// Whether the root's end tag has been read.
  private(set) var isComplete = false

  private let room: Int
  private var dates = DateParser()
  private var point: PendingPoint?
  private var field: GPXField?
  private var text = ByteScratch()

  private static let longestText = 64
  private static let mostDrops = 1_024

  /// - Parameter room: the maximum number of points.
  init(room: Int) {
    self.room = room
  }

  // MARK: - Tags

  mutating func start(_ tag: XMLTag) {
    if tag.name.equals("trkpt") {
      endPoint()
      read += 1
      point = PendingPoint(latitude: tag["lat"], longitude: tag["lon"])
      if tag.isEmpty { endPoint() }
    } else {
      field = point == nil || tag.isEmpty ? nil : GPXField(tag.name)
      text.clear()
    }
  }

  mutating func text(_ raw: UnsafeRawBufferPointer) {
    guard field != nil else { return }
    text.append(raw.part(0, min(raw.count, max(0, Self.longestText - text.count))))
  }

  mutating func end(_ name: UnsafeRawBufferPointer) {
    if name.equals("trkpt") {
      endPoint()
    } else if name.equals("gpx") {
      endPoint()
      isComplete = true
    } else if let field, GPXField(name) == field {
      endField(field)
    }
  }

  mutating func damaged(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {
    unreadable(name, .damaged)
  }

  mutating func truncated(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {
    unreadable(name, .truncated)
  }

  private mutating func unreadable(_ name: UnsafeRawBufferPointer, _ reason: SkipReason) {
    field = nil
    if name.equals("trkpt") {
      endPoint()
      read += 1
      drop("trkpt", reason)
    } else if point != nil, let field = GPXField(name) {
      drop(field.name, reason)
    }
  }

  /// Called after the last tag: a point that is still open was truncated.
  mutating func finish() {
    if point != nil {
      point = nil
      drop("trkpt", .truncated)
    }
  }

  // MARK: - Points

  private mutating func endField(_ field: GPXField) {
    self.field = nil
    let reason = text.withBytes { raw in point?.set(field, raw.trimmed, &dates) }
    if let reason = reason ?? nil { drop(field.name, reason) }
    text.clear()
  }

  private mutating func endPoint() {
    field = nil
    guard let pending = point else { return }
    point = nil
    switch pending.result {
    case .failure(let failure): drop("trkpt", failure.reason)
    case .success(let point):
      guard points.count < room else { return drop("trkpt", .tooLarge) }
      points.append(point)
    }
  }

  private mutating func drop(_ name: StaticString, _ reason: SkipReason) {
    if drops.count < Self.mostDrops {
      drops.append((name, reason))
    } else if name.utf8CodeUnitCount == 5 {
      // All dropped points, so that the counts add up; for their parts the first is sufficient.
      unlistedDrops[reason, default: 0] += 1
    }
  }
}

/// The properties of a point beside its position.
enum GPXField {
  case altitude, time, speed, course, horizontalAccuracy, verticalAccuracy
  /// Apple's files do not contain these two.
  case speedAccuracy, courseAccuracy

  init?(_ name: UnsafeRawBufferPointer) {
    if name.equals("ele") {
      self = .altitude
    } else if name.equals("time") {
      self = .time
    } else if name.equals("speed") {
      self = .speed
    } else if name.equals("course") {
      self = .course
    } else if name.equals("hAcc") {
      self = .horizontalAccuracy
    } else if name.equals("vAcc") {
      self = .verticalAccuracy
    } else {
      return nil
    }
  }

  var name: StaticString {
    switch self {
    case .altitude: "ele"
    case .time: "time"
    case .speed: "speed"
    case .course: "course"
    case .horizontalAccuracy: "hAcc"
    case .verticalAccuracy: "vAcc"
    case .speedAccuracy: "speedAccuracy"
    case .courseAccuracy: "courseAccuracy"
    }
  }
}
