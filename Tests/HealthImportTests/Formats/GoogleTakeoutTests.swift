import Foundation
import HealthModel
import Testing

@testable import ForeignFormats
@testable import HealthImport

@Suite("Google's own tables in a takeout")
struct GoogleTakeoutTests {
  private static let root = "Takeout/Google Health/"

  private func read(_ files: [String: String]) throws -> (sink: MemorySink, report: ImportReport) {
    let folder = try TemporaryFolder()
    for (name, text) in files { _ = try folder.write(text, to: Self.root + name) }
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let context = ImportContext(
      now: FormatFixture.now, temporaryFolder: folder.path, isZoneChosen: true,
      offset: { berlin.secondsFromGMT(for: $0) }, database: { _ in throw ForeignDatabaseError(.damaged, "") })
    let importer = try #require(try FormatImporter.all(path: folder.path + "/Takeout", context: context).first)
    let sink = MemorySink()
    return (sink, try importer.run(into: sink))
  }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  private static let tables = [
    "Physical Activity_GoogleData/Steps/steps_2026-11-01.csv": """
    timestamp,steps,data source
    2026-11-10T06:14:03.552356Z,51,Phone Health Kit
    2026-11-10T06:15:00Z,84,Google Fitbit Air
    2026-11-10T07:15:00Z,300,Google Fitbit Air

    """,
    "Physical Activity_GoogleData/Distance/distance_2026-11-01.csv":
      "timestamp,distance,data source\n2026-11-10T07:15:00Z,20.14,Google Fitbit Air\n",
    "Physical Activity_GoogleData/Heart Rate/heart_rate_2026-11-10.csv":
      "timestamp,beats per minute,data source\n2026-11-10T06:00:04Z,65.0,Google Fitbit Air\n2026-11-10T06:00:09Z,0,Google Fitbit Air\n",
    "Physical Activity_GoogleData/daily_resting_heart_rate.csv":
      "timestamp,beats per minute,data source\n2026-11-10T00:00:00Z,57,Google Fitbit Air\n",
    "Physical Activity_GoogleData/heart_rate_variability_2026-11-01.csv": """
    timestamp,root mean square of successive differences milliseconds,standard deviation milliseconds,data source
    2026-11-10T01:05:00Z,41.5,30,Google Fitbit Air

    """,
    "Physical Activity_GoogleData/weight.csv": "timestamp,weight grams,data source\n2026-11-10T05:00:00Z,70500,Scale\n",
    "Physical Activity_GoogleData/Active Minutes/active_minutes_2026-11-01.csv": """
    timestamp,light,moderate,very,data source
    2026-11-10T07:15:00Z,0,0,1,Google Fitbit Air
    2026-11-10T07:16:00Z,1,0,0,Google Fitbit Air
    2026-11-10T07:15:00Z,0,1,0,Fit Health Connect

    """,
    "Physical Activity_GoogleData/Calories/calories_2026-11-01.csv": """
    timestamp,calories,data source
    2026-11-10T07:14:00Z,1.5,Google Fitbit Air
    2026-11-10T07:15:00Z,7.5,Google Fitbit Air
    2026-11-10T07:15:00Z,9,Fit Health Connect

    """,
    "Physical Activity_GoogleData/calories_in_heart_rate_zone_2026-11-01.csv":
      "timestamp,calories,data source\n2026-11-10T07:14:00Z,99,Google Fitbit Air\n",
    "Physical Activity_GoogleData/Live Pace/live_pace_2026-11-01.csv":
      "timestamp,steps,distance millimeters,altitude gain millimeters,data source\n2026-11-10T07:15:00Z,9999,1,0,Air\n",
    "Health Fitness Data_GoogleData/UserSleepStages_2026-11-01.csv": """
    sleep_id,sleep_stage_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end
    111,1,LIGHT,+01:00,2026-11-09 22:42:00+0000,+01:00,2026-11-10 00:52:00+0000
    111,2,DEEP,+01:00,2026-11-10T00:52:00Z,+01:00,2026-11-10T02:12:00Z

    """,
    "Health Fitness Data_GoogleData/UserExercises_2026-11-01.csv": """
    exercise_id,exercise_start,exercise_end,utc_offset,activity_name,log_type,tracker_total_calories,tracker_total_steps,\
    tracker_total_distance_mm,tracker_total_altitude_mm,tracker_avg_heart_rate,activity_type_probabilities,deletion_reason
    1,2026-11-10T16:00:00Z,2026-11-10T16:30:00Z,+01:00,Outdoor Run,TRACKER,300,4200,5000000,12000,149,"a,b",UNSPECIFIED
    2,2026-11-10T17:00:00Z,2026-11-10T17:30:00Z,+01:00,Walk,MANUAL,,,,,,,USER

    """,
  ]

  @Test("are read, with the sources that they name, where Fitbit's own files are missing")
  func alone() throws {
    let (sink, report) = try read(Self.tables)
    let steps = sink.samples.filter { $0.type == TypeIdentifier.stepCount }.sorted { $0.start < $1.start }
    #expect(steps.map(\.value) == [51, 84, 300])
    #expect(steps.map(\.provenance.source.name) == ["Phone Health Kit", "Google Fitbit Air", "Google Fitbit Air"])
    #expect(steps.last?.start == (try date("2026-11-10T07:15:00Z")))
    func values(_ type: String) -> [Double?] { sink.samples.filter { $0.type == type }.map(\.value) }
    #expect(values(TypeIdentifier.distanceWalkingRunning) == [20.14] && values(TypeIdentifier.heartRate) == [65])
    #expect(values("HKQuantityTypeIdentifierRestingHeartRate") == [57])
    #expect(values("HKQuantityTypeIdentifierHeartRateVariabilityRMSSD") == [41.5])
    #expect(values("HKQuantityTypeIdentifierBodyMass") == [70_500])
    #expect(values(TypeIdentifier.appleExerciseTime) == [1] && values(TypeIdentifier.activeEnergyBurned) == [6])
    #expect(values(TypeIdentifier.appleStandHour).count == 1)
    let stages = sink.samples.filter { $0.type == TypeIdentifier.sleepAnalysis }
    #expect(stages.map(\.value) == [3, 4])
    #expect(try stages.map(\.start) == [date("2026-11-09T22:42:00Z"), date("2026-11-10T00:52:00Z")])
    let run = try #require(sink.workouts.first?.record)
    #expect(sink.workouts.count == 1 && run.duration == 1_800)
    #expect(run.statistics.map(\.sum) == [300, 5_000, 4_200, nil] && run.statistics.last?.average == 149)
    #expect(report.skipCounts["unsupportedElement"] == 2 && report.skipCounts["deleted"] == 1)
  }

  @Test("add to Fitbit's own files only hours that those lack")
  func beside() throws {
    func minutes(_ clock: String, _ value: String) -> String {
      #"[{"dateTime":"11/10/26 \#(clock)","value":"\#(value)"}]"#
    }
    var files = Self.tables
    files["Global Export Data/steps-2026-11-10.json"] = minutes("06:15:00", "84")
    files["Global Export Data/calories-2026-11-10.json"] =
      #"[{"dateTime":"11/10/26 08:14:00","value":"1.5"},{"dateTime":"11/10/26 08:15:00","value":"7.5"}]"#
    files["Global Export Data/very_active_minutes-2026-11-10.json"] = minutes("00:00:00", "1")
    files["Global Export Data/sleep-2026-11-10.json"] = """
      [{"dateOfSleep":"2026-11-10","levels":{"data":[
      {"dateTime":"2026-11-09T23:42:00.000","level":"light","seconds":7800},
      {"dateTime":"2026-11-10T01:52:00.000","level":"deep","seconds":4800}]}}]
      """
    files["Global Export Data/exercise-0.json"] = """
      [{"logId":1,"activityName":"Run","startTime":"11/10/26 16:00:00","duration":1800000,"activeDuration":1800000}]
      """
    let (sink, report) = try read(files)
    func count(_ type: String) -> Int { sink.samples.count { $0.type == type } }
    #expect(sink.samples.filter { $0.type == TypeIdentifier.stepCount }.compactMap(\.value).sorted() == [84, 300])
    #expect(count(TypeIdentifier.sleepAnalysis) == 2 && sink.workouts.count == 1)
    #expect(count(TypeIdentifier.appleExerciseTime) == 1 && count(TypeIdentifier.activeEnergyBurned) == 1)
    #expect(count(TypeIdentifier.heartRate) == 1)
    #expect(report.skipCounts["repeatedDay", default: 0] == 11, "\(report.skipCounts)")
  }
}
