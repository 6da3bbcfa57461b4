import Foundation
import HealthModel
import Testing

@testable import ForeignFormats
@testable import HealthImport

/// Compares the importers' results for each kind of file with numbers calculated by hand.
@Suite("Formats: values")
struct FormatValueTests {
  private func read(_ fixture: FormatFixture) throws -> (sink: MemorySink, report: ImportReport) {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try fixture.write(to: folder)
    let importer = try #require(
      try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first, "\(fixture)")
    let sink = MemorySink()
    let report = try importer.run(into: sink)
    #expect(report.read == report.stored + report.alreadyPresent + report.skipped)
    #expect(report.skipCounts.values.reduce(0, +) == report.skipped)
    #expect(report.isComplete && sink.finished == true)
    let marked = sink.samples.count { $0.metadata.contains(.derived) }
    #expect(report.derived == marked)
    let feed = try #require(report.format?.feed)
    #expect(sink.samples.allSatisfy { $0.metadata.contains { $0.key == MetadataKey.feed && $0.value == .text(feed) } })
    return (sink, report)
  }

  /// `type value unit start-end` of a sample, in local time, with a star if it was derived.
  private func text(_ sample: MemorySink.Sample) -> String {
    func clock(_ date: Date) -> String {
      let seconds = Int(date.timeIntervalSince(FormatFixture.at(0)))
      let day = seconds < 0 || seconds >= 86_400 ? "\(Int((Double(seconds) / 86_400).rounded(.down)))d " : ""
      let time = ((seconds % 86_400) + 86_400) % 86_400
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return day + "\(two(time / 3_600)):\(two(time / 60 % 60))" + (time % 60 == 0 ? "" : ":\(two(time % 60))")
    }
    let type = sample.type.replacing("HKQuantityTypeIdentifier", with: "").replacing(
      "HKCategoryTypeIdentifier", with: ""
    )
    .replacing("HKWorkoutTypeIdentifier", with: "Workout")
    let number =
      sample.value.map { $0 == $0.rounded() ? String(Int($0)) : String(($0 * 1_000).rounded() / 1_000) } ?? "-"
    let star = sample.metadata.contains(.derived) ? "*" : ""
    return "\(type)\(star) \(number)\(sample.unit.map { " \($0)" } ?? "") \(clock(sample.start))-\(clock(sample.end))"
  }

  private func check(
    _ fixture: FormatFixture, _ expected: [String], skips: [String: Int] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> MemorySink {
    let (sink, report) = try read(fixture)
    let found = (sink.samples + sink.workouts.map(\.sample)).map(text).sorted()
    #expect(found == expected.sorted(), sourceLocation: sourceLocation)
    #expect(report.skipCounts == skips, sourceLocation: sourceLocation)
    return sink
  }

  @Test("Health Auto Export's JSON")
  func deliveryJSON() throws {
    _ = try check(
      .healthAutoExportJSON,
      [
        "ActiveEnergyBurned 12.5 kcal 08:00-08:01", "ActiveEnergyBurned 7.5 kcal 08:01-08:02",
        "AppleStandHour 0 08:00-09:00", "AppleStandHour 1 09:00-10:00", "Workout 37 08:00-08:30",
        "tea_drunk 2 cup 08:00-08:00",
      ])
  }

  @Test("Health Auto Export's table: hours in local time, kilojoules, extremes, numbers in quotes")
  func deliveryCSV() throws {
    let sink = try check(
      .healthAutoExportCSV,
      [
        "ActiveEnergyBurned 100 kcal 08:00-09:00", "AppleExerciseTime 10 min 08:00-09:00",
        "AppleStandHour 0 08:00-09:00",
        "HeartRate 75.5 count/min 08:00-09:00", "DistanceWalkingRunning 800 m 08:00-09:00",
        "ActiveEnergyBurned 10 kcal 09:00-10:00", "AppleStandHour 1 09:00-10:00",
        "DistanceWalkingRunning 1200500 m 09:00-10:00", "ActiveEnergyBurned 0 kcal 10:00-11:00",
        "AppleStandHour 0 10:00-11:00", "HeartRate 61 count/min 10:00-11:00", "Tea Drunk 2 cup 08:00-08:00",
      ], skips: ["badDate": 2, "unknownWidth": 1])
    let rate = try #require(sink.samples.first { $0.value == 75.5 })
    #expect(rate.metadata.first { $0.key == "org.openhealthkit.maximum" }?.value == .number(90))
  }

  @Test("sums of sleep in a table become stages from midnight on, derived, from a source of their own")
  func sleepSums() throws {
    let folder = try TemporaryFolder()
    // Where a comma is the decimal mark, semicolons separate the fields.
    let path = try folder.write(
      """
      Date/Time;Sleep Analysis [Total] (hr);Sleep Analysis [Deep] (hr);Sleep Analysis [Core] (hr);Sleep Analysis [REM] (hr);Sleep Analysis [Awake] (hr);Sleep Analysis [In Bed] (hr)
      2026-11-10 00:00:00;6,75;1,25;4;1,5;0,5;8
      2026-11-11 00:00:00;7,5;0;0;0;0;8
      2026-11-12 00:00:00;30;0;0;0;0;0
      2026-11-13 00:00:00;0;0;0;0;0;8
      """, to: "metrics.csv")
    let sink = MemorySink()
    let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
    let report = try importer.run(into: sink)
    #expect(report.skipCounts == ["unknownWidth": 1, "missingValue": 1] && report.read == 7)
    let midnight = FormatFixture.at(0)
    #expect(sink.samples.map(\.value) == [4, 3, 5, 2, 1])
    #expect(sink.samples.map { $0.end.timeIntervalSince($0.start) / 3_600 } == [1.25, 4, 1.5, 0.5, 7.5])
    #expect(sink.samples.map { $0.start.timeIntervalSince(midnight) / 3_600 } == [0, 1.25, 5.25, 6.75, 24])
    #expect(sink.samples.allSatisfy { $0.metadata.contains(.derived) && $0.provenance.source.name == SleepSpan.sums })
  }

  @Test("rows and messages that no piece of a file contains whole are read like others", arguments: [1, 2, 3, 7, 64])
  func pieces(chunk: Int) throws {
    var cursor = ByteCursor(BytesSource(Array("abcdefgh".utf8)), chunk: chunk)
    #expect(try cursor.take(3).map(Array.init) == Array("abc".utf8) && cursor.peek() == UInt8(ascii: "d"))
    #expect(try cursor.next() == UInt8(ascii: "d") && cursor.take(4).map(Array.init) == Array("efgh".utf8))
    #expect(try cursor.peek() == nil && cursor.next() == nil && cursor.take(1) == nil)
    // Longer than what is in memory at a time.
    let long = String(repeating: "x\"\"\n", count: 30_000)
    let text = "\u{FEFF}a,b\r\n1,\"\(long)\"\r\n" + String(repeating: "2,\"3,4\"\n", count: 20_000) + "5,"
    let table = try #require(CSVTable(Array(text.utf8)))
    var rows: [(line: Int, fields: [String])] = []
    try table.forEachRow { rows.append(($0.line, Array($0.fields))) }
    #expect(table.headings == ["a", "b"] && rows.count == 20_002)
    #expect(rows[0].fields == ["1", long.replacing("\"\"", with: "\"")] && rows[0].line == 2)
    #expect(rows[1...20_000].allSatisfy { $0.fields == ["2", "3,4"] } && rows[1].line == 30_003)
    #expect(rows.last?.fields == ["5", ""])
  }

  @Test("many days of Health.md in one file, whose keys are in the order of the alphabet")
  func healthMdDays() throws {
    let folder = try TemporaryFolder()
    let days = (10..<40).map { day in
      let date = Day(year: 2026, month: 10, day: 1)! + day
      let beats = (0..<200).map { #"{"timestamp":"\#(date)T08:00:00Z","value":\#(60 + $0 % 40)}"# }
      return
        #"{"activity":{"steps":\#(day)},"date":"\#(date)","heart":{"heartRateSamples":[\#(beats.joined(separator: ","))]},"#
        + #""type":"health-data"}"#
    }
    let text = #"{"daily_record_schema":"healthmd.health_data","records":[\#(days.joined(separator: ","))]}"#
    let path = try folder.write(text, to: "Health.json")
    let sink = MemorySink()
    _ = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first).run(into: sink)
    #expect(sink.samples.count == 30 * 201)
    #expect(sink.samples.filter { $0.type == TypeIdentifier.stepCount }.map(\.value) == (10..<40).map(Double.init))
  }

  @Test("our own JSON as one text")
  func sampleArray() throws {
    _ = try check(
      .sampleArray, ["StepCount 321 count 08:00-08:10", "ActiveEnergyBurned 20 kcal 08:00-08:10"])
  }

  @Test("an iPhone's database: rings with goals, samples with UUIDs, sources by name")
  func phoneBackup() throws {
    let sink = try check(
      .phoneBackup,
      [
        "ActiveEnergyBurned 12.5 kcal 08:00-08:01", "ActiveEnergyBurned 12.5 kcal 08:00-08:01",
        "HeartRate 1.25 count/s 08:00-08:00", "AppleStandHour 0 08:00-09:00", "AppleExerciseTime 1 min 08:00-08:01",
        "BloodGlucose 5.5 mmol<180.1558800000541>/L 08:00-08:00", "Workout 37 08:00-08:30",
      ], skips: ["unknownType": 1, "unknownUnit": 1, "superseded": 1])
    #expect(sink.summaries.map(\.day) == [FormatFixture.day - 1, FormatFixture.day])
    #expect(sink.summaries.map(\.energy) == [512.5, 100.5] && sink.summaries.map(\.energyGoal) == [500, 500])
    #expect(sink.summaries.map(\.exercise) == [41, 8] && sink.summaries.map(\.stand) == [12, 4])
    #expect(sink.summaries.allSatisfy { $0.moveTimeGoal == 0 && $0.exerciseGoal == 30 && $0.standGoal == 12 })
    #expect(sink.header?.asOf == FormatFixture.at(12))
    let stand = try #require(sink.samples.first { $0.type == TypeIdentifier.appleStandHour })
    #expect(stand.provenance.source.name == "Kim’s Watch" && stand.provenance.productType == "Watch6,2")
    #expect(stand.provenance.device?.model == "Watch" && stand.provenance.operatingSystem == "9.4.0")
    #expect(stand.metadata.contains(Metadata.Entry(key: MetadataKey.timeZone, value: .text("Europe/Berlin"))))
    let glucose = try #require(sink.samples.first { $0.value == 5.5 })
    #expect(glucose.metadata.contains(Metadata.Entry(key: MetadataKey.wasUserEntered, value: .flag(true))))
    let workout = try #require(sink.workouts.first?.record)
    #expect(workout.duration == 1_750 && workout.events.map(\.type) == [1, 2])
    #expect(workout.sample.uuid == UUID(uuidString: "00000000-0000-0000-0000-000000000008"))
    #expect(workout.statistics.map(\.sum) == [300, nil] && workout.statistics.map(\.average) == [nil, 2.5])
  }

  @Test("an iPhone's database without source names distinguishes its sources by number")
  func phoneBackupAlone() throws {
    let folder = try TemporaryFolder()
    let path = try FormatFixture.phoneBackup.write(to: folder) + "/healthdb_secure.sqlite"
    let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
    let sink = MemorySink()
    _ = try importer.run(into: sink)
    let sources = Set(sink.samples.map(\.provenance.source))
    #expect(sources.map(\.name).sorted() == ["iPhone backup #11", "iPhone backup #12"])
    #expect(sources.allSatisfy { !FeedSource.isNamed(bundleIdentifier: $0.bundleIdentifier) })
    #expect(FeedSource.isNamed(bundleIdentifier: "org.openhealthkit.feed.iphone-backup/Kim’s Watch"))
  }

  @Test("Health Connect's archive: small calories, grams, stages of sleep, food, and exercise with its route")
  func healthConnect() throws {
    let sink = try check(
      .healthConnect,
      [
        "StepCount 1200 count 08:00-08:30", "ActiveEnergyBurned 150.25 kcal 08:00-08:30",
        "BodyMass 71500 g 08:00-08:00", "BoneMass 3100 g 08:00-08:00",
        "HeartRateVariabilityRMSSD 42.5 ms 08:00-08:00", "BloodGlucose 5.5 mmol<180.1558800000541>/L 08:00-08:00",
        "DietaryEnergyConsumed 350 kcal 08:00-08:30", "DietaryProtein 12.5 g 08:00-08:30",
        "HeartRate 81 count/min 08:00-08:00", "HeartRate 84 count/min 08:01-08:01",
        "CyclingCadence 90.5 count/min 08:00-08:00", "SleepAnalysis 4 00:00-01:00",
        "SleepAnalysis 1 02:00-03:00", "Workout 37 08:00-08:30", "AppleExerciseTime* 30 min 08:00-08:30",
        "AppleStandHour* 0 08:00-09:00", "MenstrualFlow 3 08:00-08:00", "MindfulSession 0 08:00-08:30",
      ], skips: ["endBeforeStart": 1, "unsupportedElement": 1])
    #expect(Set(sink.samples.map(\.provenance.source.name)) == ["Tracker"])
    #expect(Set(sink.samples.map(\.provenance.device?.model)) == ["Band 3"])
    #expect(sink.correlations.map { $0.members.map(\.value) } == [[121, 79]])
    let workout = try #require(sink.workouts.first?.record)
    #expect(workout.sample.uuid == UUID(uuidString: "00000000-0000-0000-0000-000000000008"))
    #expect(workout.events.map(\.type) == [3, 7] && workout.events[0].end == FormatFixture.at(8, 10))
    let points = try #require(workout.routes.first).points.points
    #expect(points.map(\.latitude) == [48.65, 48.66] && points.map(\.altitude) == [361.5, 0])
    #expect(points.map(\.horizontalAccuracy) == [4, 5])
  }

  @Test("Gadgetbridge's database: minutes, nights and measurements of every make of device")
  func gadgetbridge() throws {
    let sink = try check(
      .gadgetbridge,
      [
        "StepCount 120 count 08:00-08:01", "StepCount 140 count 08:01-08:02",
        "AppleExerciseTime* 1 min 08:00-08:01", "AppleExerciseTime* 1 min 08:01-08:02",
        "HeartRate 88 count/min 08:00-08:00", "SleepAnalysis 3 02:00-02:03", "SleepAnalysis 4 02:03-02:04",
        "SleepAnalysis 3 03:00-03:01", "SleepAnalysis 5 03:01-03:03", "SleepAnalysis 4 04:00-04:30",
        "StepCount 500 count 00:00-09:00", "StepCount 300 count 09:00-09:05", "HeartRate 70 count/min 09:00-09:00",
        "ActiveEnergyBurned 20 kcal 00:00-09:00", "ActiveEnergyBurned 15 kcal 09:00-09:05",
        "DistanceWalkingRunning 350 m 00:00-09:00", "DistanceWalkingRunning 200 m 09:00-09:05",
        "AppleStandHour* 0 08:00-09:00", "AppleStandHour* 0 09:00-10:00", "AppleExerciseTime* 4 min 09:01-09:05",
        "SleepAnalysis 3 05:00-05:30", "SleepAnalysis 5 05:30-06:00", "SleepAnalysis 4 01:00-01:20",
        "SleepAnalysis 2 01:20-01:40", "SleepAnalysis 1 22:00-23:00", "OxygenSaturation 0.97 % 08:00-08:00",
        "Stress 31 count 08:00-08:00", "HeartRateVariabilityRMSSD 48 ms 08:00-08:00", "BodyMass 71.5 kg 08:00-08:00",
        "Workout 37 08:00-08:30",
      ], skips: ["nothingMeasured": 3, "unsupportedElement": 1])
    #expect(Set(sink.samples.map(\.provenance.source.name)) == ["My band", "Watch"])
    let workout = try #require(sink.workouts.first?.record)
    #expect(workout.duration == 1_750 && workout.statistics.map(\.sum) == [5_012.5, 310, nil])
    #expect(workout.statistics.last?.average == 151)
  }

  @Test("energy is measured only by a database that contains some")
  func energyOfGadgetbridge() throws {
    let folder = try TemporaryFolder()
    func move(_ path: String) throws -> RingCoverage.Origin {
      let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
      return try importer.run(into: CheckSink()).rings[.move]
    }
    let measured = try move(try FormatFixture.writeGadgetbridge(to: folder))
    #expect(measured == .measured)
    try FormatFixture.makeDatabase(
      folder.path + "/without",
      """
      CREATE TABLE USER (_id INTEGER PRIMARY KEY); CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT);
      CREATE TABLE GARMIN_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, STEPS INTEGER, ACTIVE_CALORIES INTEGER);
      INSERT INTO GARMIN_ACTIVITY_SAMPLE VALUES (\(Int(FormatFixture.at(8).timeIntervalSince1970)), 1, 50, -1);
      """)
    let without = try move(folder.path + "/without")
    #expect(without == RingCoverage.Origin.none)
  }

  @Test("Fitbit's takeout: minutes in UTC, days and nights in local time, energy above resting energy")
  func fitbit() throws {
    let sink = try check(
      .fitbit,
      [
        "StepCount 120 count 08:00-08:01", "StepCount 110 count 08:01-08:02", "StepCount 90 count 08:02-08:03",
        "ActiveEnergyBurned* 5 kcal 08:00-08:01", "ActiveEnergyBurned* 2.5 kcal 08:03-08:04",
        "DistanceWalkingRunning 9000 cm 08:00-08:01", "HeartRate 71 count/min 08:00:05-08:00:05",
        "RestingHeartRate 58.5 count/min 00:00-1d 00:00", "AppleExerciseTime* 33 min 00:00-1d 00:00",
        "SleepAnalysis 3 00:10-00:20", "SleepAnalysis 2 00:20-00:21", "SleepAnalysis 3 00:21-00:40",
        "SleepAnalysis 4 00:40-00:50", "Workout 37 08:00-08:31:40", "AppleStandHour* 0 08:00-09:00",
        "VO2Max 47.5 mL/min·kg 00:00-00:00", "BodyMass 157.6 lb 07:30-07:30", "BodyMassIndex 23.1 count 07:30-07:30",
        "BodyFatPercentage 0.215 % 07:30-07:30", "DietaryWater 250 mL 00:00-00:00",
        "ActiveZoneMinutes 2 min 08:05-08:06", "HeartRateVariabilityRMSSD 41.25 ms 02:05-02:05",
        "RespiratoryRate 14.6 count/min 00:00-1d 00:00", "OxygenSaturation 0.965 % 03:00-03:00",
        "AppleSleepingWristTemperature 33.5 degC 00:10-07:00",
      ], skips: ["atRest": 2, "missingValue": 1, "unsupportedElement": 2])
    let workout = try #require(sink.workouts.first?.record)
    #expect(workout.statistics.map(\.sum) == [280, 5.2, 6_100, nil] && workout.statistics[1].unit == "km")
  }

  @Test("FIT files: increases of the day's counts, across files, in chronological order, and a night's measurements")
  func fit() throws {
    let sink = try check(
      .fit,
      [
        "HeartRate 120 count/min 08:00:01-08:00:01", "HeartRate 130 count/min 08:00:05-08:00:05",
        "RunningSpeed 2.75 m/s 08:05-08:05", "RunningSpeed 2.75 m/s 08:05:10-08:05:10",
        "RunningPower 250 W 08:05-08:05", "RunningPower 250 W 08:05:10-08:05:10",
        "Workout 37 08:00-08:31", "AppleExerciseTime* 30 min 08:00-08:31", "ActiveEnergyBurned* 310 kcal 08:00-08:31",
        "StepCount 700 count 00:00-08:00", "DistanceWalkingRunning 490 m 00:00-08:00",
        "ActiveEnergyBurned 30 kcal 00:00-08:00", "StepCount 300 count 08:00-08:10",
        "DistanceWalkingRunning 210 m 08:00-08:10", "ActiveEnergyBurned 10 kcal 08:00-08:10",
        "StepCount 300 count 08:10-10:10", "DistanceWalkingRunning 210 m 08:10-10:10",
        "ActiveEnergyBurned 12 kcal 08:10-10:10", "HeartRate 66 count/min 10:11-10:11", "AppleStandHour* 0 08:00-09:00",
        "SleepAnalysis 3 01:00-01:30", "SleepAnalysis 4 01:30-02:00", "SleepAnalysis 5 02:10-03:00",
        "HeartRateVariabilityRMSSD 50 ms 01:05-01:05", "Stress 23 count 01:03-01:03",
        "OxygenSaturation 0.96 % 01:02-01:02", "RespiratoryRate 14.5 count/min 01:02-01:02",
        "RestingHeartRate 51 count/min 03:00-03:00", "BodyMass 71.5 kg 04:00-04:00",
        "BodyFatPercentage 0.215 % 04:00-04:00",
      ], skips: ["nothingMeasured": 2])
    #expect(sink.correlations.map { $0.members.map(\.value) } == [[121, 79]])
    let workout = try #require(sink.workouts.first?.record)
    #expect(workout.duration == 1_800)
    #expect(workout.events.map(\.type) == [1, 2, 3, 3])
    #expect(
      workout.events.last?.start == FormatFixture.at(8, 16) && workout.events.last?.end == FormatFixture.at(8, 31))
    #expect(workout.statistics.map(\.sum) == [310, 5_002.5, nil])
    #expect(workout.statistics.last?.average == 140 && workout.statistics.last?.maximum == 171)
    let points = try #require(workout.routes.first).points.points
    #expect(points.count == 2 && points.allSatisfy { abs($0.altitude - 361.4) < 1e-9 && $0.speed == 2.75 })
    #expect(
      zip(points, [48.65, 48.6502]).allSatisfy { abs($0.latitude - $1) < 1e-6 && abs($0.longitude - 6.13) < 1e-6 })
  }

  @Test("walking and running of one time are added up, also if their numbers are equal")
  func movements() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(FormatFixture.fitMovements, to: "monitoring.fit")
    let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
    let sink = MemorySink()
    let report = try importer.run(into: sink)
    #expect(report.skipped == 0)
    #expect(
      sink.samples.filter { !$0.type.contains("StandHour") }.map(text).sorted() == [
        "AppleExerciseTime* 3 min 12:17-12:20", "DistanceSwimming 50 m 00:00-12:20",
        "DistanceWalkingRunning 160 m 12:00-12:10", "DistanceWalkingRunning 240 m 12:10-12:20",
        "DistanceWalkingRunning 640 m 00:00-12:00", "StepCount 200 count 12:00-12:10",
        "StepCount 300 count 12:10-12:20", "StepCount 800 count 00:00-12:00",
        "SwimmingStrokeCount 30 count 00:00-12:20",
      ])
  }

  @Test("two watches are counted separately")
  func twoWatches() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(FormatFixture.fitMonitoring(second: false, serial: 1), to: "watches/a.fit")
    _ = try folder.write(FormatFixture.fitMonitoring(second: true, serial: 2), to: "watches/b.fit")
    let importer = try #require(
      try FormatImporter.all(path: folder.path + "/watches", context: FormatFixture.context(folder)).first)
    let sink = MemorySink()
    _ = try importer.run(into: sink)
    #expect(sink.samples.filter { $0.type == TypeIdentifier.stepCount }.map(\.value) == [700, 300, 1_300])
  }

  @Test("Hadge's tables: one row of rings per day, of which the last is not final")
  func hadge() throws {
    let sink = try check(
      .hadge,
      [
        "DistanceWalkingRunning 7012.5 m -1d 00:00-00:00", "StepCount 9800 count -1d 00:00-00:00",
        "DistanceCycling 1500 m -1d 00:00-00:00", "Workout 37 -1d 08:00--1d 08:31",
      ], skips: ["badDate": 1, "badValue": 1])
    #expect(sink.summaries.map(\.energy) == [512.25, 100.5] && sink.summaries.map(\.stand) == [12, 4])
    #expect(sink.summaries.map(\.energyGoal) == [500, 500])
    #expect(sink.header?.asOf == FormatFixture.at(0))
  }

  @Test("a TCX file: laps, a route, heart rates, and the energy of both laps")
  func sport() throws {
    let sink = try check(
      .sport,
      [
        "Workout 37 08:00-08:10", "HeartRate 121 count/min 08:00-08:00", "HeartRate 140 count/min 08:10-08:10",
        "AppleExerciseTime* 9.008 min 08:00-08:10", "ActiveEnergyBurned* 110 kcal 08:00-08:10",
      ], skips: ["damaged": 1])
    let workout = try #require(sink.workouts.first)
    #expect(workout.record.duration == 540.5 && workout.sample.provenance.source.name == "Watch 5")
    #expect(workout.record.statistics.map(\.sum) == [1_300, 110])
    #expect(workout.record.events.map(\.type) == [3] && workout.record.events[0].start == FormatFixture.at(8, 4))
    let points = try #require(workout.record.routes.first).points.points
    #expect(points.map(\.latitude) == [48.65, 48.66] && points.map(\.altitude) == [361.5, 0])
  }

  @Test("the three sports of TCX", arguments: [("Running", "running"), ("Biking", "cycling"), ("Other", "other")])
  func sports(sport: String, activity: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      <TrainingCenterDatabase><Activities><Activity Sport="\(sport)"><Lap StartTime="2026-11-10T07:00:00Z">\
      <TotalTimeSeconds>240</TotalTimeSeconds><DistanceMeters>600</DistanceMeters></Lap></Activity></Activities>\
      </TrainingCenterDatabase>
      """, to: "ride.tcx")
    let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
    let sink = MemorySink()
    _ = try importer.run(into: sink)
    let workout = try #require(sink.workouts.first)
    #expect(WorkoutActivityCatalog.entry(for: Int(workout.sample.value ?? 0))?.name == activity)
    let distance = activity == "cycling" ? "DistanceCycling" : "DistanceWalkingRunning"
    #expect(workout.record.statistics.map(\.type) == ["HKQuantityTypeIdentifier" + distance])
  }

  @Test("Health Auto Export's table of workouts has all that its JSON has, and names what is not stored")
  func tableOfWorkouts() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      Workout Type,Start,End,Duration,Active Energy (kcal),Max. Heart Rate (count/min),Avg. Heart Rate (count/min),Distance (mi),\
      Step Count,Elevation Ascended (ft),Temperature (degF),Humidity (%),Location,Glow (lm)
      Outdoor Run,2026-11-10 08:00,2026-11-10 08:30,00:30:00,300,170,150,3,4000,100,50,80,Outdoor,7

      """, to: "Workouts.csv")
    let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
    let sink = MemorySink()
    let report = try importer.run(into: sink)
    #expect(report.notes == ["Columns of Workouts.csv that are not stored: Glow (lm)."], "\(report.notes)")
    let workout = try #require(sink.workouts.first)
    let statistics = Dictionary(uniqueKeysWithValues: workout.record.statistics.map { ($0.type, $0) })
    #expect(statistics[TypeIdentifier.activeEnergyBurned]?.sum == 300)
    #expect(statistics[TypeIdentifier.distanceWalkingRunning]?.sum == 3)
    #expect(statistics[TypeIdentifier.stepCount]?.sum == 4_000)
    #expect(
      statistics[TypeIdentifier.heartRate]?.average == 150 && statistics[TypeIdentifier.heartRate]?.maximum == 170)
    let keys = Set(workout.sample.metadata.map(\.key))
    #expect(keys.isSuperset(of: ["HKElevationAscended", "HKWeatherTemperature", "HKWeatherHumidity"]), "\(keys)")
  }

  @Test("records of tables that a later Health Connect has are counted")
  func laterHealthConnect() throws {
    let folder = try TemporaryFolder()
    let common = "row_id INTEGER PRIMARY KEY, uuid BLOB, last_modified_time INTEGER, app_info_id INTEGER"
    try FormatFixture.makeDatabase(
      folder.path + "/connect.db",
      """
      CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
      CREATE TABLE steps_record_table (\(common), device_info_id INTEGER, start_time INTEGER, end_time INTEGER, count INTEGER);
      CREATE TABLE future_record_table (\(common), glow INTEGER);
      INSERT INTO future_record_table VALUES (1, x'00', 1, 1, 5), (2, x'01', 1, 1, 6);
      """)
    let importer = try #require(
      try FormatImporter.all(path: folder.path + "/connect.db", context: FormatFixture.context(folder)).first)
    let report = try importer.run(into: CheckSink())
    #expect(report.read == 2 && report.skipCounts == ["unsupportedElement": 2])
  }

  @Test("a GPX file: a workout for each track, a pause between segments, and a distance where none is written")
  func gpx() throws {
    let folder = try TemporaryFolder()
    func point(_ minute: Int, _ latitude: Double, _ rate: Int? = nil) -> String {
      """
      <trkpt lat="\(latitude)" lon="6.13"><time>2026-11-10T07:\(minute < 10 ? "0" : "")\(minute):00Z</time>\
      \(rate.map { "<extensions><ns3:TrackPointExtension><ns3:hr>\($0)</ns3:hr></ns3:TrackPointExtension></extensions>" } ?? "")\
      </trkpt>
      """
    }
    let path = try folder.write(
      """
      <gpx version="1.1" creator="Tracker &amp; Co"><metadata><name>Tuesday</name></metadata>
      <trk><name>Lunch</name><type>cycling</type><trkseg>\(point(0, 48.65, 100))\(point(10, 48.66, 120))</trkseg>
      <trkseg>\(point(15, 48.66))\(point(20, 48.67, 130))</trkseg></trk>
      <trk><name>Evening Hike</name><type>9</type><trkseg>\(point(30, 48.65))\(point(40, 48.65))</trkseg></trk>
      <trk><name>Empty</name></trk></gpx>
      """, to: "two.gpx")
    let sink = MemorySink()
    let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
    let report = try importer.run(into: sink)
    #expect(report.skipCounts == ["missingStartDate": 1])
    let activities = sink.workouts.map { WorkoutActivityCatalog.entry(for: Int($0.sample.value ?? 0))?.name }
    #expect(activities == ["cycling", "hiking"])
    let ride = sink.workouts[0]
    #expect(ride.record.duration == 15 * 60 && ride.record.events.map(\.type) == [1, 2])
    #expect(ride.sample.provenance.source.name == "Tracker & Co")
    // Two hundredths of a degree of latitude.
    let metres = try #require(ride.record.statistics.first { $0.type.contains("DistanceCycling") }?.sum)
    #expect(abs(metres - 2_224) < 5)
    #expect(sink.samples.filter { $0.type == TypeIdentifier.heartRate }.map(\.value) == [100, 120, 130])
    let apple = try folder.write("<gpx creator=\"Apple Health Export\"><trk></trk></gpx>", to: "route.gpx")
    #expect(try FormatImporter.all(path: apple, context: FormatFixture.context(folder)).first == nil)
  }

  @Test("a day of Health.md: totals, samples in local time or in UTC, sleep, and a workout with its route")
  func healthMd() throws {
    let sink = try check(
      .healthMd,
      [
        "StepCount 8120 count 00:00-1d 00:00", "DistanceWalkingRunning 6200 m 00:00-1d 00:00",
        "ActiveEnergyBurned 512 kcal 00:00-1d 00:00", "AppleExerciseTime 41 min 00:00-1d 00:00",
        "HeartRate 81 count/min 08:00-08:00", "HeartRate 84 count/min 08:01-08:01",
        "HeartRate 151 count/min 08:10-08:10", "RestingHeartRate 52 count/min 00:00-1d 00:00",
        "OxygenSaturation 0.965 % 02:00-02:00", "OxygenSaturation 0.97 % 02:30-02:30", "SleepAnalysis 4 01:00-01:30",
        "WalkingAsymmetryPercentage 0.018 % 00:00-1d 00:00", "Workout 37 08:00-08:29:10",
      ], skips: ["bucketTooLong": 1, "unsupportedElement": 1])
    #expect(sink.correlations.map { $0.members.map(\.value) } == [[121, 79]])
    let workout = try #require(sink.workouts.first?.record)
    #expect(workout.statistics.map(\.sum) == [310, 5.1, nil] && workout.routes.first?.points.points.count == 1)
  }

  @Test("the records of a lossless day of Health.md are read instead of its totals")
  func losslessDay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      {"activity": {"steps": 8120}, "date": "2026-11-10",
       "healthkit_record_archive": {"records": [
        {"object_type_identifier": "HKQuantityTypeIdentifierStepCount", "original_uuid": "00000000-0000-0000-0000-000000000001",
         "start_date": "2026-11-10T07:00:00.000000000Z", "end_date": "2026-11-10T07:10:00.125000000Z",
         "payload": {"type": "quantity", "unit": "count", "value": 512}, "source_revision": {"name": "Kim’s Watch"}},
        {"object_type_identifier": "HKCategoryTypeIdentifierSleepAnalysis", "original_uuid": "00000000-0000-0000-0000-000000000002",
         "start_date": "2026-11-10T01:00:00Z", "end_date": "2026-11-10T01:30:00Z",
         "payload": {"type": "category", "raw_value": 4}},
        {"object_type_identifier": "HKWorkoutRouteTypeIdentifier", "start_date": "2026-11-10T01:00:00Z",
         "end_date": "2026-11-10T01:30:00Z", "payload": {"type": "structured"}}]},
       "schema": "healthmd.health_data", "type": "health-data", "units": {"steps": "steps"}}
      """, to: "2026-11-10.json")
    let sink = MemorySink()
    let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
    let report = try importer.run(into: sink)
    #expect(report.skipCounts == ["unsupportedElement": 1])
    #expect(sink.samples.map(\.value) == [512, 4] && sink.samples.map { $0.uuid != nil } == [true, true])
    #expect(sink.samples.first?.provenance.source.name == "Kim’s Watch")
  }

  @Test("Garmin Connect's table of activities")
  func garminCSV() throws {
    _ = try check(
      .garminCSV,
      [
        "Workout 37 08:00-08:31:30", "AppleExerciseTime* 30 min 08:00-08:31:30",
        "ActiveEnergyBurned* 1310 kcal 08:00-08:31:30", "Workout 46 10:00-10:12:30",
        "AppleExerciseTime* 12.508 min 10:00-10:12:30",
      ], skips: ["badDate": 1])
  }

  @Test("a file's format is recognised by its content: no name is needed, and a wrong name does not mislead")
  func recognition() throws {
    for fixture in FormatFixture.allCases where ![.fitbit, .phoneBackup, .hadge, .fit].contains(fixture) {
      let folder = try TemporaryFolder()
      let path = try fixture.write(to: folder)
      let feed = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
        .description.feed
      let renamed = folder.path + "/export.xml"
      try FileManager.default.moveItem(atPath: path, toPath: renamed)
      let again = try FormatImporter.all(path: renamed, context: FormatFixture.context(folder)).first
      #expect(again?.description.feed == feed, "\(fixture)")
    }
    let folder = try TemporaryFolder()
    let context = FormatFixture.context(folder)
    for text in [
      "day,move\n1,2\n", "{\"data\": [1, 2]}", "[1, 2]", "hello", "{\"a\": 1}\n{\"b\": 2}\n",
      "Date,Weight\n2026-01-01,5\n",
    ] {
      let path = try folder.write(text, to: "steps-2026-01-01.json")
      #expect(throws: ImportError.self, "\(text)") {
        try RecognizedFile.all(path: path, force: false, context: context)
      }
    }
    let lines = try folder.write(
      "{\"type\": \"stepCount\", \"value\": 1, \"unit\": \"count\", \"start\": \"2026-11-10T08:00:00Z\"}\n", to: "a.csv"
    )
    guard case .jsonLines = try RecognizedFile.all(path: lines, force: false, context: context).first?.content
    else {
      Issue.record("no JSON lines")
      return
    }
    let export = try folder.write(ExportText.mixture, to: "a.json")
    guard case .appleExport = try RecognizedFile.all(path: export, force: false, context: context).first?.content
    else {
      Issue.record("no export")
      return
    }
  }

  @Test("a local time gives one instant on every day, even when the clocks change")
  func wallClock() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let context = ImportContext(
      now: FormatFixture.now, temporaryFolder: "/", offset: { berlin.secondsFromGMT(for: $0) },
      database: { _ in throw ForeignDatabaseError(.damaged, "") })
    func utc(_ text: String) throws -> String {
      let instant = try #require(WallClock.instant(text, context), "\(text)")
      return instant.date.formatted(.iso8601)
    }
    #expect(try utc("2026-11-10 08:00:00") == "2026-11-10T07:00:00Z")
    #expect(try utc("2026-07-10T08:00:00.000") == "2026-07-10T06:00:00Z")
    #expect(try utc("11/10/26 08:00:00") == "2026-11-10T07:00:00Z")
    #expect(try utc("2026-11-10 8:05 PM") == "2026-11-10T19:05:00Z")
    #expect(try utc("2026-11-10 08:00:00 -0500") == "2026-11-10T13:00:00Z")
    #expect(try utc("2026-03-29 00:00:00") == "2026-03-28T23:00:00Z")
    #expect(try utc("2026-10-26") == "2026-10-25T23:00:00Z")
    // Half past two occurs twice: the first is used.
    #expect(try utc("2026-10-25 02:30:00") == "2026-10-25T00:30:00Z")
    #expect(try utc("2026-11-10 12:05 am") == "2026-11-09T23:05:00Z")
    #expect(try utc("2026-11-10 \u{202F}8:05:30.5\u{A0}PM") == "2026-11-10T19:05:30Z")
    for text in [
      "", "2026-13-01", "2026-02-30 01:00:00", "2026-11-10 24:00:00", "2026-11-10 08:60:00", "13 o'clock", "11/10",
      "11/10/26/1 08:00", "2026-11-10 08:00:00:00", "2026-11-10 8:", "2026-11-10 :05", "2026-11-10 13:05 PM",
      "2026-11-10 8:05 XM", "2026-11-10 8:05 PMM", "2026-11-10 8:05 PM 1", "/", "T", " ",
    ] {
      #expect(WallClock.instant(text, context) == nil, "\(text)")
    }
  }
}
