import Foundation
import HealthModel

/// Invented routes in the layout of Apple's exports.
enum RouteText {
  static let path = "/workout-routes/route_2024-03-04_5.31pm.gpx"

  /// The points of a run, from a seed.
  static func points(_ count: Int, seed: UInt64) -> [RoutePoint] {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double {
      (Double.random(in: range, using: &random) * 1e6).rounded() / 1e6
    }
    return (0..<count).map { index in
      var point = RoutePoint(
        date: Date(timeIntervalSince1970: 1_709_568_000 + Double(index)), latitude: number(-90...90),
        longitude: number(-180...180))
      point.altitude = number(-100...3_000)
      point.speed = number(0...5)
      point.course = number(0...360)
      point.horizontalAccuracy = number(1...20)
      point.verticalAccuracy = number(1...20)
      return point
    }
  }

  static func point(_ point: RoutePoint) -> String {
    let time = point.date.formatted(.iso8601)
    func text(_ value: Double) -> String { String(format: "%.6f", value) }
    return """
            <trkpt lon="\(text(point.longitude))" lat="\(text(point.latitude))"><ele>\(text(point.altitude))</ele>\
      <time>\(time)</time><extensions><speed>\(text(point.speed))</speed><course>\(text(point.course))</course>\
      <hAcc>\(text(point.horizontalAccuracy))</hAcc><vAcc>\(text(point.verticalAccuracy))</vAcc></extensions></trkpt>

      """
  }

  static func gpx(_ points: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
      <metadata>
        <time>2024-03-05T17:30:00Z</time>
      </metadata>
      <trk>
        <name>Route 2024-03-04 5:31pm</name>
        <trkseg>
    \(points)    </trkseg>
      </trk>
    </gpx>
    """
  }

  static func gpx(_ points: [RoutePoint]) -> String { gpx(points.map(point).joined()) }

  /// A running workout that contains these routes.
  static func workout(_ routes: String) -> String {
    """
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Robin" startDate="2024-03-04 17:00:00 +0100" endDate="2024-03-04 17:31:00 +0100">
    \(routes) </Workout>

    """
  }

  static func route(_ path: String = path, start: String = "2024-03-04 17:00:05 +0100") -> String {
    """
      <WorkoutRoute sourceName="Robin’s Apple Watch" sourceVersion="10.3" creationDate="2024-03-04 17:32:00 +0100" startDate="\(start)" endDate="2024-03-04 17:30:55 +0100">
       <MetadataEntry key="HKMetadataKeySyncVersion" value="2"/>
       <FileReference path="\(path)"/>
      </WorkoutRoute>

    """
  }

  static func export(_ routes: String = route()) -> String { ExportText.document(workout(routes)) }

  /// Another reader's result for a file: one regular expression per point, and Foundation's numbers and dates.
  static func naive(_ gpx: String) -> [RoutePoint] {
    gpx.matches(of: /<trkpt lon="([^"]*)" lat="([^"]*)">(.*?)<\/trkpt>/.dotMatchesNewlines()).compactMap { match in
      let inner = match.output.3
      func field(_ name: String) -> String? {
        inner.components(separatedBy: "<\(name)>").dropFirst().first?.components(separatedBy: "</").first
      }
      func number(_ name: String) -> Double? { field(name).flatMap(Double.init) }
      guard let longitude = Double(match.output.1), let latitude = Double(match.output.2),
        let date = field("time").flatMap({ try? Date($0, strategy: .iso8601) })
      else { return nil }
      var point = RoutePoint(date: date, latitude: latitude, longitude: longitude)
      point.altitude = number("ele") ?? 0
      point.speed = number("speed") ?? -1
      point.course = number("course") ?? -1
      point.horizontalAccuracy = number("hAcc") ?? -1
      point.verticalAccuracy = number("vAcc") ?? -1
      return point
    }
  }
}
