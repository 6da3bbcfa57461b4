import Foundation

/// GPX 1.1 with heart rates in Garmin's extension for track points, which most programs read.
enum GPXWriter {
  static func text(_ workout: WorkoutFile) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="ringtop" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
       <metadata><time>\(SportTime.text(workout.start))</time></metadata>
       <trk>
        <name>\(workout.activity)</name>
        <type>\(workout.activity)</type>

      """
    var isOpen = false
    var pauses = workout.pauses[...]
    for point in workout.points {
      guard let position = point.position else { continue }
      // A pause begins a new segment.
      while let pause = pauses.first, pause.upperBound <= point.time {
        pauses.removeFirst()
        if isOpen { text += "  </trkseg>\n" }
        isOpen = false
      }
      if !isOpen { text += "  <trkseg>\n" }
      isOpen = true
      text += "   <trkpt lat=\"\(position.latitude)\" lon=\"\(position.longitude)\">"
      if let altitude = point.altitude { text += "<ele>\(altitude)</ele>" }
      text += "<time>\(SportTime.text(point.time))</time>"
      if let rate = point.heartRate {
        text += "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>\(SportNumber.whole(rate, to: 255))</gpxtpx:hr>"
        text += "</gpxtpx:TrackPointExtension></extensions>"
      }
      text += "</trkpt>\n"
    }
    if isOpen { text += "  </trkseg>\n" }
    return text + " </trk>\n</gpx>\n"
  }
}

/// Garmin's Training Center format, version 2.
enum TCXWriter {
  static func text(_ workout: WorkoutFile) -> String {
    let sport = ["running": "Running", "cycling": "Biking"][workout.activity] ?? "Other"
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
       <Activities>
        <Activity Sport="\(sport)">
         <Id>\(SportTime.text(workout.start))</Id>

      """
    var points = workout.points[...]
    // The format has the energy only of laps: each has its share of the whole, by its duration.
    let duration = workout.laps.reduce(0) { $0 + $1.duration }
    var (passed, spent) = (0.0, 0)
    for (number, lap) in workout.laps.enumerated() {
      let isLast = number == workout.laps.count - 1
      text += "   <Lap StartTime=\"\(SportTime.text(lap.start))\">\n"
      text += "    <TotalTimeSeconds>\(lap.duration)</TotalTimeSeconds>\n"
      text += "    <DistanceMeters>\(lap.distance ?? 0)</DistanceMeters>\n"
      passed += lap.duration
      let energy = (workout.total.energy ?? 0) * (duration > 0 ? passed / duration : 1)
      let until = SportNumber.whole(energy, to: 65_535)
      text += "    <Calories>\(max(0, until - spent))</Calories>\n"
      spent = until
      if let rate = lap.averageRate { text += "    <AverageHeartRateBpm>\(value(rate))</AverageHeartRateBpm>\n" }
      if let rate = lap.highestRate { text += "    <MaximumHeartRateBpm>\(value(rate))</MaximumHeartRateBpm>\n" }
      text += "    <Intensity>Active</Intensity>\n    <TriggerMethod>Manual</TriggerMethod>\n"
      let own = points.prefix { isLast || $0.time < lap.end }
      points = points.dropFirst(own.count)
      if !own.isEmpty {
        text += "    <Track>\n"
        for point in own { text += self.point(point) }
        text += "    </Track>\n"
      }
      text += "   </Lap>\n"
    }
    return text + "  </Activity>\n </Activities>\n</TrainingCenterDatabase>\n"
  }

  private static func value(_ rate: Double) -> String { "<Value>\(SportNumber.whole(rate, from: 1, to: 255))</Value>" }

  private static func point(_ point: WorkoutFile.Point) -> String {
    var text = "     <Trackpoint><Time>\(SportTime.text(point.time))</Time>"
    if let position = point.position {
      text += "<Position><LatitudeDegrees>\(position.latitude)</LatitudeDegrees>"
      text += "<LongitudeDegrees>\(position.longitude)</LongitudeDegrees></Position>"
    }
    if let altitude = point.altitude { text += "<AltitudeMeters>\(altitude)</AltitudeMeters>" }
    if let distance = point.distance { text += "<DistanceMeters>\(distance)</DistanceMeters>" }
    if let rate = point.heartRate { text += "<HeartRateBpm>\(value(rate))</HeartRateBpm>" }
    return text + "</Trackpoint>\n"
  }
}

/// Instants in these files: UTC, with milliseconds only where there are any.
enum SportTime {
  static func text(_ date: Date) -> String {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    let isWhole = milliseconds.truncatingRemainder(dividingBy: 1_000) == 0
    let rounded = Date(timeIntervalSince1970: milliseconds / 1_000)
    return rounded.formatted(isWhole ? .iso8601 : Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

enum SportNumber {
  /// The nearest whole number in a range; its lower end for NaN.
  static func whole(_ value: Double, from least: Int = 0, to most: Int) -> Int {
    value.isNaN ? least : Int(min(max(value.rounded(), Double(least)), Double(most)))
  }
}
