import Foundation
import HealthModel
import Testing

@testable import ForeignFormats
@testable import HealthImport

@Suite("Tables of Hadge")
struct HadgeTests {
  private static let rings = "Date,Move Actual,Move Goal,Exercise Actual,Exercise Goal,Stand Actual,Stand Goal\n"
  private static let workouts =
    "UUID,Start Date,End Date,Type,Name,Duration,Distance,Elevation Ascended,Flights Climbed,Swim Strokes,Total Energy\n"
  private static let uuid = "7b5f0a1e-0000-4000-8000-00000000000"

  /// Reads files by their paths below the folder.
  private func read(_ files: [String: String]) throws -> (MemorySink, ImportReport) {
    let folder = try TemporaryFolder()
    for (name, text) in files { _ = try folder.write(text, to: "health/" + name) }
    let sink = MemorySink()
    let importer = try #require(
      try FormatImporter.all(path: folder.path + "/health", context: FormatFixture.context(folder)).first)
    let report = try importer.run(into: sink)
    #expect(report.read == report.stored + report.alreadyPresent + report.skipped)
    return (sink, report)
  }

  @Test("a file that is named by no year is read")
  func monstrousYear() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "Date,Move Actual,Move Goal,Exercise Actual,Exercise Goal,Stand Actual,Stand Goal\n2026-11-10,5,6,3,3,1,2\n",
      to: "h/\(Int.min).csv")
    let importer = try #require(
      try FormatImporter.all(path: folder.path + "/h", context: FormatFixture.context(folder)).first)
    #expect(try importer.run(into: CheckSink()).stored == 1)
  }

  @Test("measurements have their types, units and UUIDs, percentages from 0 to 100, and unknown ones their own names")
  func quantities() throws {
    let dates = "2026-11-10T07:00:00Z,2026-11-10T07:00:00Z"
    let rows: [(name: String, value: String, unit: String, type: String, stored: Double)] = [
      ("Body Mass", "70.5", "kg", "BodyMass", 70.5), ("Oxygen Saturation", "97.5", "%", "OxygenSaturation", 0.975),
      ("VO2 Max", "44.1", "mL/(kg*min)", "VO2Max", 44.1), ("Water", "250", "mL", "DietaryWater", 250),
      ("Sodium", "1200", "mg", "DietarySodium", 1_200), ("Walking Speed", "1.4", "m/s", "WalkingSpeed", 1.4),
      ("Sleeping Wrist Temperature", "34.5", "degC", "AppleSleepingWristTemperature", 34.5),
      ("Walking Steadiness", "98", "%", "AppleWalkingSteadiness", 0.98),
    ]
    let text = rows.enumerated().map { "\(Self.uuid)\($0),\(dates),\($1.name),\($1.value),\($1.unit),Scale\n" }
    let head = "UUID,Start Date,End Date,Type,Value,Unit,Source\n"
    let strange = "\(Self.uuid)9,\(dates),Glow,3,lm,Lamp\n"
    let broken = "\(Self.uuid)9,\(dates),Height,tall,m,Lamp\n\(Self.uuid)9,today,today,Height,1,m,Lamp\n"
    let (sink, report) = try read(["body/2026.csv": head + text.joined() + strange + broken])
    #expect(report.skipCounts == ["badValue": 1, "badDate": 1])
    for (index, row) in rows.enumerated() {
      let sample = try #require(sink.samples.first { $0.type == "HKQuantityTypeIdentifier" + row.type }, "\(row.name)")
      #expect(abs((sample.value ?? 0) - row.stored) < 1e-9, "\(row.name)")
      #expect(sample.uuid == UUID(uuidString: "\(Self.uuid)\(index)") && sample.provenance.source.name == "Scale")
    }
    let glow = try #require(sink.samples.first { $0.type == "Glow" })
    #expect(glow.value == 3 && glow.unit == "lm")
  }

  @Test("tables without a source, and cut rows, are read as far as they go")
  func withoutSource() throws {
    let date = "2026-11-10T07:00:00Z"
    let (sink, report) = try read([
      "body/2026.csv": "UUID,Start Date,End Date,Type,Value,Unit\n\(Self.uuid)1,\(date),\(date),Body Mass,70.5,kg\n",
      "blood-pressure/2026.csv": "UUID,Start Date,End Date,Systolic,Diastolic\n\(Self.uuid)2,\(date),\(date),120,80\n",
      "sleep/2026.csv":
        "UUID,Start Date,End Date,Type,Value,Source\n\(Self.uuid)3,\(date),\(date),Sleep,Levitating,Watch\n",
    ])
    #expect(report.stored == 3 && report.skipped == 0)
    #expect(sink.samples.contains { $0.type == "HKQuantityTypeIdentifierBodyMass" && $0.value == 70.5 })
    let word = Metadata.Entry(key: MetadataKey.unknownValue, value: .text("Levitating"))
    #expect(sink.samples.contains { $0.type == TypeIdentifier.sleepAnalysis && $0.metadata.contains(word) })
  }

  @Test("stages of sleep, mindful sessions, pressures, and a day's heart rates")
  func others() throws {
    let dates = "2026-11-10T01:00:00Z,2026-11-10T02:00:00Z"
    let (sink, report) = try read([
      "sleep/2026.csv": "UUID,Start Date,End Date,Type,Value,Source\n\(Self.uuid)1,\(dates),Deep,4,Watch\n"
        + "\(Self.uuid)2,\(dates),Unknown,17,Watch\n",
      "mindfulness/2026.csv":
        "UUID,Start Date,End Date,Type,Value,Source\n\(Self.uuid)3,\(dates),Mindful Session,0,Watch\n",
      "blood-pressure/2026.csv":
        "UUID,Start Date,End Date,Systolic,Diastolic,Unit,Source\n\(Self.uuid)4,\(dates),121,79,mmHg,Cuff\n"
        + "\(Self.uuid)5,\(dates),121,,mmHg,Cuff\n",
      "heart-rate/2026.csv":
        "Date,Minimum,Maximum,Average,Unit\n2026-11-10,48,141,66.5,count/min\n2026-11-11,9,8,7,count/min\n",
    ])
    #expect(report.skipCounts == ["badValue": 1, "missingValue": 1])
    // A number that is in no catalog is kept.
    #expect(sink.samples.contains { $0.type == TypeIdentifier.sleepAnalysis && $0.value == 17 })
    let stage = try #require(sink.samples.first { $0.type == TypeIdentifier.sleepAnalysis })
    #expect(stage.value == 4 && stage.end.timeIntervalSince(stage.start) == 3_600)
    #expect(sink.samples.contains { $0.type == "HKCategoryTypeIdentifierMindfulSession" })
    let pair = try #require(sink.correlations.first)
    #expect(pair.members.map(\.value) == [121, 79])
    let rate = try #require(sink.samples.first { $0.type == TypeIdentifier.heartRate })
    #expect(rate.value == 66.5 && rate.start == FormatFixture.at(0) && rate.metadata.contains(.derived))
    #expect(rate.metadata.contains { $0.key == "org.openhealthkit.maximum" && $0.value == .number(141) })
  }

  @Test("a workout takes its route by its UUID, and its series are samples of their sources")
  func workout() throws {
    let id = Self.uuid + "1"
    let (sink, report) = try read([
      "workouts/2026.csv": Self.workouts
        + "\(id),2026-11-10T07:00:00Z,2026-11-10T07:31:00Z,13,Cycling,1800.000,9000,120,2,0,310\n",
      "workouts/cycling/\(id)/route.csv":
        "Date,Latitude,Longitude,Altitude,Speed,Course,Horizontal Accuracy,Vertical Accuracy\n"
        + "2026-11-10T07:00:02Z,52.5,13.25,40.5,5,90,3,4\n2026-11-10T07:00:01Z,52.4,13.25,40,5,90,3,4\n"
        + "2026-11-10T07:00:03Z,952.4,13.25,40,5,90,3,4\n",
      "workouts/cycling/\(id)/heartRate.csv":
        "Start Date,End Date,Heart Rate,Source,Device\n2026-11-10T07:00:05Z,2026-11-10T07:00:05Z,120,Kim,Watch\n",
      "workouts/running/\(Self.uuid)2/route.csv":
        "Date,Latitude,Longitude,Altitude,Speed,Course,Horizontal Accuracy,Vertical Accuracy\n"
        + "2026-11-10T07:00:02Z,52.5,13.25,40.5,5,90,3,4\n",
    ])
    #expect(report.skipCounts == ["missingFile": 1, "valueOutOfRange": 1])
    let workout = try #require(sink.workouts.first)
    #expect(workout.sample.uuid == UUID(uuidString: id) && workout.record.duration == 1_800)
    #expect(workout.record.statistics.first?.type == "HKQuantityTypeIdentifierDistanceCycling")
    #expect(workout.sample.metadata.contains { $0.key == "HKElevationAscended" })
    let points = try #require(workout.record.routes.first).points.points
    #expect(points.map(\.latitude) == [52.4, 52.5] && points.map(\.verticalAccuracy) == [4, 4])
    let rate = try #require(sink.samples.first)
    #expect(rate.value == 120 && rate.provenance.device?.name == "Watch" && rate.provenance.source.name == "Kim")
  }

  @Test("routes and series of other versions are read by their headings, and tables of other kinds are counted")
  func versions() throws {
    let id = Self.uuid + "1"
    let (sink, report) = try read([
      "workouts/2026.csv": Self.workouts
        + "\(id),2026-11-10T07:00:00Z,2026-11-10T07:31:00Z,13,Cycling,1800.000,9000,120,2,0,310\n",
      "workouts/cycling/\(id)/route.csv":
        "Date,Latitude,Longitude,Altitude,Vertical Accuracy,Speed\n2026-11-10T07:00:02Z,52.5,13.25,40.5,4,5\n"
        + "2026-11-10T07:00:03Z,52.5\nsoon,52.5,13.25,40.5,4,5\n",
      "workouts/cycling/\(id)/heartRate.csv":
        "Start Date,End Date,Heart Rate (count/min)\n2026-11-10T07:00:05Z,2026-11-10T07:00:05Z,120\n",
      "workouts/cycling/\(id)/power.csv": "Start Date,End Date,Watts\n2026-11-10T07:00:05Z,2026-11-10T07:00:05Z,120\n",
      "weather/2026.csv": "Date,Rain\n2026-11-10,1\n", "README.md": "Mine",
    ])
    #expect(report.skipCounts == ["unsupportedElement": 2, "damaged": 1, "badDate": 1])
    #expect(
      report.skips.filter { $0.reason == "unsupportedElement" }.map(\.place)
        == ["weather/2026.csv", "workouts/cycling/\(id)/power.csv"])
    let point = try #require(sink.workouts.first?.record.routes.first?.points.points.first)
    #expect(point.altitude == 40.5 && point.verticalAccuracy == 4 && point.speed == 5 && point.course == -1)
    #expect(sink.samples.map(\.value) == [120])
  }

  @Test(
    "a date that can mean two days, and rings that no day has, cost their row, and of a repeated day the last row counts"
  )
  func oddDays() throws {
    let (sink, report) = try read([
      "activity/2026.csv": Self.rings + "2026-11-08,400,500,20,30,8,12\n03/02/2026,400,500,20,30,8,12\n"
        + "2026-11-09,400,500,20,30,99,12\n2026-11-10,400,500,1600,30,8,12\n2026-11-08,600,500,20,30,8,12\n"
        + "2026-11-07,300,500,20,30,8,12\n"
    ])
    #expect(report.skipCounts == ["badDate": 1, "valueOutOfRange": 2, "repeatedDay": 1])
    #expect(sink.summaries.map(\.day.description) == ["2026-11-07", "2026-11-08"])
    #expect(sink.summaries.map(\.energy) == [300, 600])
    #expect(report.skips.first { $0.reason == "repeatedDay" }?.place == "activity/2026.csv, line 2")
  }

  @Test("an early year of the rings says nothing about a later year of the distances")
  func yearsOfTables() throws {
    let distances =
      "Date,Distance Walking/Running,Steps,Distance Swimming,Strokes,Distance Cycling,Distance Wheelchair,"
      + "Distance Downhill Snowsports\n"
    let (sink, report) = try read([
      "activity/2024.csv": Self.rings + "2024-01-01,500,500,30,30,12,12\n",
      "distances/2025.csv": distances + "2024-12-31,0,7000,0,0,0,0,0\n2025-01-01,0,7001,0,0,0,0,0\n",
    ])
    #expect(sink.summaries.map(\.day.description) == ["2024-01-01"])
    let start = try Date("2025-01-01T00:00:00+01:00", strategy: .iso8601)
    #expect(sink.samples.filter { $0.start == start }.map(\.value) == [7_000])
    #expect(report.notes == ["The days in distances/2025.csv were written in UTC, and are stored one later."])
  }

  @Test("days that were written in UTC east of Greenwich are stored where they were")
  func shifted() throws {
    func days(_ files: [String: String]) throws -> [String] { try read(files).0.summaries.map(\.day.description) }
    let row = ",500,500,30,30,12,12\n"
    // A year's file from 31 December on; one from 1 January; one that ends on 31 December.
    #expect(
      try days(["activity/2026.csv": Self.rings + "2025-12-31\(row)2026-01-01\(row)"]) == ["2026-01-01", "2026-01-02"])
    #expect(try days(["activity/2026.csv": Self.rings + "2026-01-01\(row)"]) == ["2026-01-01"])
    #expect(try days(["activity/2025.csv": Self.rings + "2025-12-31\(row)"]) == ["2025-12-31"])
    // Years before the app did so are as they are.
    let years = try days([
      "activity/2018.csv": Self.rings + "2018-01-01\(row)2018-12-31\(row)",
      "activity/2019.csv": Self.rings + "2018-12-31\(row)2019-12-30\(row)",
      "activity/2020.csv": Self.rings + "2020-03-01\(row)",
    ])
    #expect(years.sorted() == ["2018-01-01", "2018-12-31", "2019-01-01", "2019-12-31", "2020-03-02"])
    // Workouts of an hour on the days after those with their minutes, or on the same.
    func exercised(_ offset: Int) -> [String: String] {
      let rings = (10...14).map { "2026-11-\($0),500,500,\($0 % 2 == 0 ? 60 : 0),30,12,12\n" }.joined()
      let workouts = [10, 12].map { day in
        let date = "2026-11-\(day + offset)T"
        return "\(Self.uuid)\(day % 10),\(date)09:00:00Z,\(date)10:00:00Z,37,Running,3600,0,0,0,0,1\n"
      }
      return ["activity/2026.csv": Self.rings + rings, "workouts/2026.csv": Self.workouts + workouts.joined()]
    }
    #expect(try days(exercised(0)).first == "2026-11-10")
    #expect(try days(exercised(1)).first == "2026-11-11")
  }
}
