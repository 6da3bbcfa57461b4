import FoundationEssentials
import HealthImport
import HealthModel

/// Converts the tags of a GPX or TCX file to activities.
///
/// ```
/// <trk><name>Morning Run</name><type>running</type><trkseg><trkpt lat="48.65" lon="6.13"><ele>361.9</ele>
///   <time>2019-09-24T10:22:37Z</time><extensions>…<gpxtpx:hr>121</gpxtpx:hr>…</extensions></trkpt></trkseg></trk>
///
/// <Activity Sport="Running"><Lap StartTime="2019-09-24T10:22:37Z"><TotalTimeSeconds>240</TotalTimeSeconds>
///   <DistanceMeters>600</DistanceMeters><Calories>50</Calories><Track><Trackpoint><Time>2019-09-24T10:22:37Z</Time>
///   <Position><LatitudeDegrees>48.65</LatitudeDegrees><LongitudeDegrees>6.13</LongitudeDegrees></Position>
///   <AltitudeMeters>361.9</AltitudeMeters><HeartRateBpm><Value>121</Value></HeartRateBpm></Trackpoint></Track></Lap></Activity>
/// ```
struct SportReader: XMLTagHandler {
  private var activities: [SportActivity] = []
  /// The number of points without a date, of those beyond the limit, and of impossible places.
  private(set) var dropped: [SkipReason: Int] = [:]
  /// Whether the root's end tag has been read.
  private(set) var isComplete = false

  private var activity: SportActivity?
  private var segment: [SportActivity.Point] = []
  private var lap: SportActivity.Lap?
  private var point: Pending?
  private var creator = ""
  private var isInHeartRate = false
  private var text = ByteScratch()
  /// Those of the activity.
  private var points = 0
  private var dates = DateParser()

  private static let longestText = 256
  private static let mostLaps = 65_536

  /// A point that is still being read.
  private struct Pending {
    var date: Date?
    var latitude: Double?
    var longitude: Double?
    /// Whether it has a place, which may be unreadable.
    var hasPlace = false
    var altitude: Double?
    var heartRate: Double?
  }

  private enum Field {
    case name, type, time, altitude, latitude, longitude, heartRate, value, seconds, metres, calories

    init?(_ name: UnsafeRawBufferPointer) {
      // Prefixes of extensions differ between programs.
      let local = name.lastIndex(of: UInt8(ascii: ":")).map { name.part($0 + 1, name.count) } ?? name
      if local.equals("time") || local.equals("Time") {
        self = .time
      } else if local.equals("ele") || local.equals("AltitudeMeters") {
        self = .altitude
      } else if local.equals("LatitudeDegrees") {
        self = .latitude
      } else if local.equals("LongitudeDegrees") {
        self = .longitude
      } else if local.equals("hr") || local.equals("heartrate") {
        self = .heartRate
      } else if local.equals("Value") {
        self = .value
      } else if local.equals("TotalTimeSeconds") {
        self = .seconds
      } else if local.equals("DistanceMeters") {
        self = .metres
      } else if local.equals("Calories") {
        self = .calories
      } else if local.equals("name") || local.equals("Name") {
        self = .name
      } else if local.equals("type") {
        self = .type
      } else {
        return nil
      }
    }
  }

  /// The activities that have ended since the last call.
  mutating func takeActivities() -> [SportActivity] {
    defer { activities = [] }
    return activities
  }

  // MARK: - Tags

  mutating func start(_ tag: XMLTag) {
    text.clear()
    let name = tag.name
    if name.equals("gpx") {
      creator = tag["creator"].map(XMLText.decode) ?? ""
    } else if name.equals("trk") {
      activity = SportActivity(creator: creator)
    } else if name.equals("Activity") {
      activity = SportActivity(kind: tag["Sport"].map(XMLText.decode) ?? "")
    } else if name.equals("Lap") {
      lap = tag["StartTime"].flatMap { Self.instant($0, &dates) }.map { SportActivity.Lap(start: $0) }
    } else if name.equals("trkseg") {
      endSegment()
    } else if name.equals("trkpt") || name.equals("Trackpoint") {
      point = Pending(
        latitude: tag["lat"].flatMap(NumberParser.double), longitude: tag["lon"].flatMap(NumberParser.double),
        hasPlace: name.equals("trkpt"))
      if tag.isEmpty { endPoint() }
    } else if name.equals("Position") {
      point?.hasPlace = true
    } else if name.equals("HeartRateBpm") {
      isInHeartRate = true
    }
  }

  mutating func text(_ raw: UnsafeRawBufferPointer) {
    text.append(raw.part(0, min(raw.count, max(0, Self.longestText - text.count))))
  }

  mutating func end(_ name: UnsafeRawBufferPointer) {
    if let field = Field(name) { set(field) }
    text.clear()
    if name.equals("trkpt") || name.equals("Trackpoint") {
      endPoint()
    } else if name.equals("HeartRateBpm") {
      isInHeartRate = false
    } else if name.equals("trkseg") {
      endSegment()
    } else if name.equals("Lap") {
      if let lap, lap.seconds.isFinite, (activity?.laps.count ?? 0) < Self.mostLaps { activity?.laps.append(lap) }
      lap = nil
    } else if name.equals("trk") || name.equals("Activity") {
      endSegment()
      // Otherwise it would replace what another program has recorded at the same time.
      if name.equals("Activity"), activity?.creator.isEmpty == true { activity?.creator = "TCX" }
      if let activity { activities.append(activity) }
      activity = nil
      points = 0
    } else if name.equals("gpx") || name.equals("TrainingCenterDatabase") {
      isComplete = true
    }
  }

  mutating func damaged(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {
    if name.equals("trkpt") || name.equals("Trackpoint") { dropped[.damaged, default: 0] += 1 }
  }

  mutating func truncated(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {}

  // MARK: - Content

  private mutating func set(_ field: Field) {
    text.withBytes { raw in
      let raw = raw.trimmed
      func number() -> Double? { NumberParser.double(raw).flatMap { $0.isFinite ? $0 : nil } }
      switch field {
      case .time: if point != nil { point?.date = Self.instant(raw, &dates) }
      case .altitude: point?.altitude = number()
      case .latitude: point?.latitude = number()
      case .longitude: point?.longitude = number()
      case .heartRate: point?.heartRate = number()
      case .value: if isInHeartRate { point?.heartRate = number() }
      case .seconds: if point == nil { lap?.seconds = Self.plausible(number(), to: SampleBounds.longestMeasurement) }
      case .metres: if point == nil { lap?.metres = Self.plausible(number(), to: 1e8) }
      case .calories: lap?.kilocalories = Self.plausible(number(), to: 1e6)
      case .name:
        // A track's kind is often only in its name; a TCX's creator has one after the laps.
        guard point == nil, let activity else { return }
        let name = XMLText.decode(raw)
        if activity.kind.isEmpty {
          self.activity?.kind = name
        } else if activity.creator.isEmpty {
          self.activity?.creator = name
        }
      case .type:
        // Some programs write a number of their own.
        let kind = XMLText.decode(raw)
        if point == nil, !kind.allSatisfy(\.isNumber) { activity?.kind = kind }
      }
    }
  }

  /// Times are in UTC, also those without an offset, by the definition of GPX.
  private static func instant(_ raw: UnsafeRawBufferPointer, _ dates: inout DateParser) -> Date? {
    if let exact = dates.instant(raw) { return exact.date }
    return WallClock.civil(String(decoding: raw, as: UTF8.self)).map { day, seconds in
      Date(timeIntervalSince1970: Double(day.number) * 86_400 + seconds)
    }
  }

  private static func plausible(_ number: Double?, to most: Double) -> Double {
    number.flatMap { (0...most).contains($0) ? $0 : nil } ?? 0
  }

  private mutating func endPoint() {
    defer { point = nil }
    guard let pending = point else { return }
    guard activity != nil, let date = pending.date, SampleBounds.allows(date), points < SampleLimits.mostPoints else {
      dropped[.damaged, default: 0] += 1
      return
    }
    points += 1
    var position: RoutePoint?
    if let latitude = pending.latitude, let longitude = pending.longitude {
      var place = RoutePoint(date: date, latitude: latitude, longitude: longitude)
      if let altitude = pending.altitude { (place.altitude, place.verticalAccuracy) = (altitude, 0) }
      if place.isPlausible { position = place } else { dropped[.valueOutOfRange, default: 0] += 1 }
    } else if pending.hasPlace {
      dropped[.badValue, default: 0] += 1
    }
    segment.append(SportActivity.Point(date: date, position: position, heartRate: pending.heartRate))
  }

  private mutating func endSegment() {
    if !segment.isEmpty { activity?.segments.append(segment) }
    segment = []
  }
}
