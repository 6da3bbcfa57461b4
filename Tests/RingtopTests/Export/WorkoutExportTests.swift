import Foundation
import HealthModel
import TestSupport
import Testing

#if os(Linux)
  import FoundationXML
#endif

@Suite("ringtop export --workouts", .serialized, .programs, .timeLimit(.minutes(10)))
struct WorkoutExportTests {
  private static let dates = #"startDate="2026-11-12 08:00:00 +0100" endDate="2026-11-12 08:10:00 +0100""#

  /// A run of ten minutes with a pause of two, a lap after four, a heart rate each ten seconds and 25 m each ten seconds that are
  /// not paused; and indoor cycling without a route.
  private static let export: String = {
    func clock(_ second: Int) -> String {
      let (minute, second) = second.quotientAndRemainder(dividingBy: 60)
      return "2026-11-12 08:\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second) +0100"
    }
    let isPaused = { (second: Int) in (300..<420).contains(second) }
    let rates = stride(from: 0, through: 600, by: 10).map { second in
      """
      <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="W" unit="count/min" startDate="\(clock(second))" \
      endDate="\(clock(second))" value="\(120 + second / 10)"/>

      """
    }
    let distances = stride(from: 0, to: 600, by: 10).filter { !isPaused($0) }.map { second in
      """
      <Record type="HKQuantityTypeIdentifierDistanceWalkingRunning" sourceName="W" unit="km" startDate="\(clock(second))" \
      endDate="\(clock(second + 10))" value="0.025"/>

      """
    }
    let locations = (0...600).filter { !isPaused($0) }.map { second in
      """
      <Location date="\(clock(second))" latitude="\(48 + Double(second) / 100_000)" longitude="-6.25" \
      altitude="\(Double(second) / 4)" horizontalAccuracy="4" verticalAccuracy="3" speed="2.5"/>

      """
    }
    return """
      <HealthData locale="en_DE">
       <ExportDate value="2026-11-14 21:00:00 +0100"/>
       \(rates.joined())\(distances.joined())
       <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="8" durationUnit="min" sourceName="W" \(dates)>
        <WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-11-12 08:04:00 +0100"/>
        <WorkoutEvent type="HKWorkoutEventTypePause" date="2026-11-12 08:05:00 +0100"/>
        <WorkoutEvent type="HKWorkoutEventTypeResume" date="2026-11-12 08:07:00 +0100"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" \(dates) sum="96" unit="kcal"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" \(dates) sum="1.2" unit="km"/>
        <WorkoutRoute sourceName="W" \(dates)>\(locations.joined())</WorkoutRoute>
       </Workout>
       <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="5" durationUnit="min" sourceName="W" \
      startDate="2026-11-13 08:00:00 +0100" endDate="2026-11-13 08:05:00 +0100">
        <MetadataEntry key="HKIndoorWorkout" value="1"/>
       </Workout>
      </HealthData>

      """
  }()

  private func imported() async throws -> Sandbox {
    let sandbox = try Sandbox()
    let file = try sandbox.write(Self.export, to: "export.xml")
    let result = try await sandbox.ringtop("import", "--quiet", file)
    #expect(result.code == 0, "\(result.errors)")
    return sandbox
  }

  /// The elements of a document in order, each with its attributes and its text.
  private final class Elements: NSObject, XMLParserDelegate {
    var found: [(name: String, attributes: [String: String], text: String)] = []
    private var open: [Int] = []

    init(_ data: Data) throws {
      super.init()
      let parser = XMLParser(data: data)
      parser.delegate = self
      #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      open.append(found.count)
      found.append((name, attributes, ""))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { found[last].text += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }

    func texts(_ name: String) -> [String] { found.filter { $0.name == name }.map(\.text) }
  }

  @Test("GPX has each position once, with its heart rate, in a segment for each time between pauses")
  func gpx() async throws {
    let sandbox = try await imported()
    let file = sandbox.file("run.gpx")
    let result = try await sandbox.ringtop("export", "--workouts", "gpx", "--to", "2026-11-12", "-o", file)
    #expect(result.output == "Wrote 1 workout to \(file).\n", "\(result.errors)")
    // Several workouts do not become a folder with the name of a file.
    let several = try await sandbox.ringtop("export", "--workouts", "gpx", "-o", sandbox.file("all.gpx"))
    #expect(several.code == 64 && several.errors.contains("all.gpx is the name of a file."), "\(several)")
    let elements = try Elements(Data(contentsOf: URL(filePath: file)))
    let points = elements.found.filter { $0.name == "trkpt" }
    #expect(points.count == 481)
    #expect(elements.texts("trkseg").count == 2)
    #expect(points.first?.attributes == ["lat": "48.0", "lon": "-6.25"])
    #expect(points.last?.attributes["lat"].flatMap(Double.init) == 48.006)
    // One time is that of the file.
    let times = elements.texts("time")
    #expect(times.count == 482 && times[1] == "2026-11-12T07:00:00Z" && times.last == "2026-11-12T07:10:00Z")
    let rates = elements.texts("gpxtpx:hr").compactMap(Int.init)
    #expect(rates.count == 481 && rates.first == 120 && rates[15] == 121 && rates.last == 180)
    #expect(elements.texts("ele").compactMap(Double.init).last == 150)
  }

  @Test("TCX has laps without pauses, and points with distances and heart rates")
  func tcx() async throws {
    let sandbox = try await imported()
    let result = try await sandbox.ringtop("export", "--workouts", "tcx", "--to", "2026-11-12", "-o", "-")
    #expect(result.code == 0, "\(result.errors)")
    let elements = try Elements(Data(result.output.utf8))
    #expect(elements.found.first { $0.name == "Activity" }?.attributes["Sport"] == "Running")
    #expect(elements.texts("TotalTimeSeconds").compactMap(Double.init) == [240, 240])
    let metres = elements.texts("DistanceMeters").compactMap(Double.init)
    #expect(metres.first == 600 && metres.last == 1_200)
    // A position each second that is not paused, and the heart rate at which the pause began.
    #expect(elements.texts("Trackpoint").count == 482)
    let values = elements.texts("Value").compactMap(Int.init)
    // The average and the highest of each lap, and one for each point.
    #expect(values.count == 486 && values.max() == 180)
    #expect(elements.texts("Calories").compactMap(Int.init) == [48, 48])
  }

  @Test(
    "a workout without samples of distance has that of its route in laps and points, without the way during a pause")
  func distanceOfRoute() async throws {
    func point(_ second: Int, _ step: Int) -> String {
      """
      <Trackpoint><Time>2026-11-12T07:00:\(second + 10)Z</Time><Position><LatitudeDegrees>\(48 + Double(step) / 1_000)\
      </LatitudeDegrees><LongitudeDegrees>6</LongitudeDegrees></Position><AltitudeMeters>\(100 + 10 * step)</AltitudeMeters>\
      <HeartRateBpm><Value>120</Value></HeartRateBpm></Trackpoint>

      """
    }
    func lap(_ second: Int, _ points: String) -> String {
      """
      <Lap StartTime="2026-11-12T07:00:\(second + 10)Z"><TotalTimeSeconds>20</TotalTimeSeconds>\
      <DistanceMeters>300</DistanceMeters><Calories>9</Calories><Track>\(points)</Track></Lap>

      """
    }
    let sandbox = try Sandbox()
    let ride = try sandbox.write(
      """
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
      <Activity Sport="Biking"><Id>2026-11-12T07:00:10Z</Id>
      \(lap(0, point(0, 0) + point(10, 1) + point(19, 3)))\(lap(20, point(20, 3) + point(30, 4) + point(40, 6)))
      </Activity></Activities></TrainingCenterDatabase>
      """, to: "ride.tcx")
    let added = try await sandbox.ringtop("import", "--quiet", ride)
    #expect(added.code == 0, "\(added.errors)")
    let workout = try #require(try await workouts(sandbox).first)
    #expect(workout.activity == "cycling" && workout.distance == 600 && workout.energy == 18)
    let result = try await sandbox.ringtop("export", "--workouts", "tcx", "-o", "-")
    let elements = try Elements(Data(result.output.utf8))
    #expect(elements.found.first { $0.name == "Activity" }?.attributes["Sport"] == "Biking")
    let metres = elements.texts("DistanceMeters").compactMap(Double.init).map { $0.rounded() }
    #expect(metres == [300, 0, 100, 300, 300, 300, 400, 600], "\(metres)")
    #expect(elements.texts("Calories").compactMap(Int.init) == [9, 9])
    #expect(elements.texts("Trackpoint").count == 6)
    let file = sandbox.file("ride.fit")
    #expect(try await sandbox.ringtop("export", "--workouts", "fit", "-o", file).code == 0)
    let other = try Sandbox()
    #expect(try await other.ringtop("import", "--quiet", file).code == 0)
    #expect(try await workouts(other).first?.distance == 600)
  }

  private struct Workout: Decodable {
    var activity: String
    var start: String
    var end: String
    var duration: Double
    var energy: Double?
    var distance: Double?
  }

  private func workouts(_ sandbox: Sandbox) async throws -> [Workout] {
    let text = try await sandbox.ringtop("show", "--view", "workouts", "--format", "json").output
    return try JSONDecoder().decode([Workout].self, from: Data(text.utf8))
  }

  @Test("FIT gives another store the same workout with its heart rates")
  func fit() async throws {
    let sandbox = try await imported()
    let file = sandbox.file("run.fit")
    let result = try await sandbox.ringtop("export", "--workouts", "fit", "--to", "2026-11-12", "-o", file)
    #expect(result.code == 0, "\(result.errors)")
    let other = try Sandbox()
    let added = try await other.ringtop("import", "--quiet", file)
    #expect(added.code == 0, "\(added.errors)")
    let (own, others) = (try await workouts(sandbox), try await workouts(other))
    let before = try #require(own.first { $0.activity == "running" })
    let after = try #require(others.first)
    #expect(after.activity == "running" && after.start == before.start && after.end == before.end)
    #expect(after.duration == 480 && after.duration == before.duration)
    #expect(after.energy == 96 && after.distance == 1_200 && before.distance == 1_200)
    let rates = try await other.ringtop("export", "heartRate", "--format", "csv").output
    #expect(rates.split(whereSeparator: \.isNewline).count > 400)
  }

  @Test("a folder gets a file for each workout, and the report counts those without a route")
  func folder() async throws {
    let sandbox = try await imported()
    let folder = sandbox.file("runs") + "/"
    let gpx = try await sandbox.ringtop("export", "--workouts", "gpx", "-o", folder)
    #expect(gpx.output.hasSuffix("1 workout without a route skipped.\n"), "\(gpx.output)\(gpx.errors)")
    let fit = try await sandbox.ringtop("export", "--workouts", "fit", "-o", folder)
    #expect(fit.code == 0, "\(fit.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(
      names == ["2026-11-12-0800-running.fit", "2026-11-12-0800-running.gpx", "2026-11-13-0800-cycling.fit"])
  }

  @Test("what cannot be written is said in one sentence, and nothing is created")
  func refused() async throws {
    let sandbox = try await imported()
    func refusal(_ arguments: String...) async throws -> String {
      let result = try await sandbox.ringtop(words: ["export", "--workouts"] + arguments)
      return "\(result.code) \(result.errors)"
    }
    #expect(try await refusal("gpx", "--from", "2030").hasPrefix("66 ringtop: There are no workouts in these days."))
    #expect(try await refusal("tcx", "-o", "-").hasPrefix("64 ringtop: There are 2 workouts in these days"))
    let file = sandbox.file("ride.gpx")
    let ride = try await refusal("gpx", "--from", "2026-11-13", "-o", file)
    #expect(ride.hasPrefix("65 ringtop: The workout has no route"), "\(ride)")
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try await refusal("gpx", "--format", "xml").contains("cannot be combined"))
  }

  @Test("each kind of workout comes back from its FIT file as what it was, also those without numbers of their own")
  func kinds() async throws {
    let sandbox = try Sandbox()
    let workouts = WorkoutActivityCatalog.all.enumerated().map { index, activity in
      let (day, hour) = (1 + index / 8, 8 + index % 8)
      func clock(_ minute: String) -> String {
        "2026-10-\(day < 10 ? "0" : "")\(day) \(hour < 10 ? "0" : "")\(hour):\(minute):00 +0200"
      }
      return """
        <Workout workoutActivityType="\(activity.symbol)" duration="30" durationUnit="min" sourceName="W" \
        startDate="\(clock("00"))" endDate="\(clock("30"))"/>

        """
    }
    let export = """
      <HealthData locale="en_DE"><ExportDate value="2026-11-14 21:00:00 +0100"/>\(workouts.joined())</HealthData>
      """
    _ = try await sandbox.ringtop("import", "--quiet", sandbox.write(export, to: "export.xml"))
    let list = try await sandbox.ringtop("show", "--view", "workouts", "--format", "plain").output
    #expect(list.hasPrefix("\(WorkoutActivityCatalog.all.count) workouts"))
    let folder = sandbox.file("fit")
    #expect(try await sandbox.ringtop("export", "--workouts", "fit", "--output", folder).code == 0)
    // Other programs know tennis by its number.
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix("-tennis.fit") })
    let tennis = try Data(contentsOf: URL(filePath: folder + "/" + name))
    #expect(tennis.range(of: Data([8, 0] + "tennis".utf8 + [0])) != nil)
    let again = try await sandbox.ringtop("import", folder)
    #expect(again.code == 0, "\(again.errors)")
    #expect(try await sandbox.ringtop("show", "--view", "workouts", "--format", "plain").output == list)
    // Without the export the files alone say the same.
    let other = try Sandbox()
    _ = try await other.ringtop("import", "--quiet", folder)
    let kinds = ["sql", "--csv", "select activity, count(*) from workout group by activity order by activity"]
    #expect(try await other.ringtop(words: kinds).output == sandbox.ringtop(words: kinds).output)
  }
}
