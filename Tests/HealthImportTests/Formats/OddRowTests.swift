import Foundation
import HealthModel
import Testing

@testable import ForeignFormats
@testable import HealthImport

@Suite("Formats: odd rows, unlisted words, and zones that files name")
struct OddRowTests {
  private func read(_ text: String, _ name: String) throws -> (sink: MemorySink, report: ImportReport) {
    let folder = try TemporaryFolder()
    let sink = MemorySink()
    let path = try folder.write(text, to: name)
    let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
    let report = try importer.run(into: sink)
    #expect(report.read == report.stored + report.alreadyPresent + report.skipped)
    return (sink, report)
  }

  @Test("an odd element in one of Fitbit's lists costs that element")
  func fitbit() throws {
    let long = String(repeating: "1", count: 100)
    let (sink, report) = try read(
      #"""
      [{"logId": 1, "weight": 150, "date": "11/10/26", "time": "07:30:00"}, "x", null, 3, [],
       {"logId": 2, "weight": 150, "date": "\#(long)", "time": "07:30:00"},
       {"logId": 3, "weight": 151, "date": "11/11/26", "time": "07:30:00"}]
      """#, "weight-2026-11-10.json")
    #expect(sink.samples.compactMap(\.value) == [150, 151])
    #expect(report.skipCounts == ["damaged": 4, "badDate": 1])
  }

  private func words(_ sink: MemorySink) -> [String] {
    sink.samples.filter { $0.type == TypeIdentifier.sleepAnalysis }.map { sample in
      Metadata(sample.metadata).unknownValue ?? sample.value.map { String(Int($0)) } ?? ""
    }
  }

  @Test("stages of sleep that are in no catalog keep their words")
  func stages() throws {
    let fitbit = try read(
      #"""
      [{"logId": 1, "dateOfSleep": "2026-11-10", "levels": {"data": [
        {"dateTime": "2026-11-10T00:10:00.000", "level": "lucid", "seconds": 600}, "x",
        {"dateTime": "2026-11-10T00:20:00.000", "level": "deep", "seconds": 600},
        {"dateTime": "2026-11-10T00:30:00.000", "seconds": 600}]}}]
      """#, "sleep-2026-11-10.json")
    #expect(words(fitbit.sink) == ["lucid", "4"])
    #expect(fitbit.report.skipCounts == ["badDate": 1, "badValue": 1])
    let healthMd = try read(
      #"""
      {"type": "health-data", "date": "2026-11-10", "sleep": {"sleepStages": [
        {"stage": "lucid", "startDate": "2026-11-10T00:10:00Z", "endDate": "2026-11-10T00:20:00Z"},
        {"stage": "rem", "startDate": "2026-11-10T00:20:00Z", "endDate": "2026-11-10T00:30:00Z"},
        {"startDate": "2026-11-10T00:20:00Z", "endDate": "2026-11-10T00:30:00Z"}]}}
      """#, "2026-11-10.json")
    #expect(words(healthMd.sink) == ["lucid", "5"])
    #expect(healthMd.report.skipCounts == ["badValue": 1])
  }

  @Test("workouts that are in no catalog keep their names")
  func workouts() throws {
    func words(_ name: String) throws -> String? {
      let text = #"[{"logId": 1, "activityName": "\#(name)", "startTime": "11/10/26 07:00:00", "duration": 600000}]"#
      let sample = try #require(try read(text, "exercise-0.json").sink.workouts.first?.sample)
      return Metadata(sample.metadata).unknownValue
    }
    #expect(try words("Roller blading") == "HKWorkoutActivityTypeRollerBlading")
    for name in ["Run", "Workout", "Übung", ""] { #expect(try words(name) == nil, "\(name)") }
    let day = #"{"type": "health-data", "date": "2026-11-10", "workouts": [{"type": "Quidditch", "duration": 60,"#
    let text = day + #" "startTime": "2026-11-10T08:00:00Z"}]}"#
    let sample = try #require(try read(text, "day.json").sink.workouts.first?.sample)
    #expect(Metadata(sample.metadata).unknownValue == "HKWorkoutActivityTypeQuidditch")
  }

  @Test("categories of Health.md's records that are in no catalog are kept, and numbers that are texts are read")
  func healthMdRecords() throws {
    let record = #""start_date": "2026-11-10T08:00:00Z", "end_date": "2026-11-10T08:01:00Z""#
    let records = try read(
      #"""
      {"type": "health-data", "date": "2026-11-10", "healthkit_record_archive": {"records": [
        {"object_type_identifier": "HKCategoryTypeIdentifierOfTomorrow", \#(record),
         "payload": {"type": "category", "raw_value": 3}},
        {"object_type_identifier": "HKCategoryTypeIdentifierSleepAnalysis", \#(record),
         "payload": {"type": "category", "raw_value": 17}},
        {"object_type_identifier": "HKCategoryTypeIdentifierSleepAnalysis", \#(record),
         "payload": {"type": "category", "raw_value": "x"}}]}}
      """#, "2026-11-10.json")
    #expect(records.sink.samples.map(\.value) == [3, 17] && records.report.skipCounts == ["badValue": 1])
    let totals = try read(
      #"{"type": "health-data", "date": "2026-11-10", "activity": {"steps": "4200", "vo2Max": "41.5"}}"#, "day.json")
    #expect(totals.sink.samples.map(\.value) == [4_200, 41.5])
  }

  @Test("home is the zone of most of the days that Health.md has, unless the user names one")
  func healthMdZone() throws {
    func day(_ day: Int, _ zone: String) -> String {
      let context = zone.isEmpty ? "" : #", "time_context": {"calendar_timezone": "\#(zone)"}"#
      return #"{"type": "health-data", "date": "2026-11-\#(day)"\#(context), "activity": {"steps": 4200}}"#
    }
    let days = [day(10, "America/New_York"), day(11, "Asia/Tokyo"), day(12, "America/New_York"), day(13, "No/Where")]
    let list = try read(
      #"{"daily_record_schema": "healthmd.health_data", "records": [\#((days + ["7"]).joined(separator: ","))]}"#,
      "Health.json")
    #expect(list.sink.header?.homeZone == "America/New_York" && list.report.skipCounts == ["damaged": 1])
    #expect(try read(day(10, ""), "day.json").sink.header?.homeZone == nil)
    let folder = try TemporaryFolder()
    let chosen = ImportContext(
      now: FormatFixture.now, temporaryFolder: folder.path, isZoneChosen: true, offset: { _ in 0 },
      database: { _ in throw ForeignDatabaseError(.damaged, "") })
    let path = try folder.write(day(10, "Asia/Tokyo"), to: "day.json")
    #expect(try FormatImporter.all(path: path, context: chosen).count == 1)
    let sink = MemorySink()
    _ = try FormatImporter.all(path: path, context: chosen).first?.run(into: sink)
    #expect(sink.header != nil && sink.header?.homeZone == nil)
  }

  @Test("impossible places of points are counted, and the points of routes are in the report")
  func places() throws {
    func point(_ lat: String, _ minute: Int) -> String {
      #"<trkpt lat="\#(lat)" lon="6"><time>2026-11-10T07:1\#(minute):00Z</time><extensions><hr>100</hr></extensions></trkpt>"#
    }
    let gpx = try read(
      "<gpx><trk><trkseg>\(point("48", 0))\(point("99", 1))\(point("x", 2))\(point("48.1", 3))"
        + #"<trkpt lat="48" lon="6"><time>soon</time></trkpt></trkseg></trk></gpx>"#, "odd.gpx")
    #expect(gpx.report.skipCounts == ["valueOutOfRange": 1, "badValue": 1, "damaged": 1])
    #expect(gpx.report.routes.stored == 1 && gpx.report.readPoints == 2 && gpx.report.routes.storedPoints == 2)
    // The rates of these points are measured nevertheless.
    #expect(gpx.sink.samples.count { $0.type == TypeIdentifier.heartRate } == 4)
    // An activity indoors has points without places.
    let indoors = try read(
      #"""
      <TrainingCenterDatabase><Activities><Activity Sport="Biking"><Lap StartTime="2026-11-10T07:00:00Z">
      <TotalTimeSeconds>60</TotalTimeSeconds><Track><Trackpoint><Time>2026-11-10T07:00:00Z</Time></Trackpoint><Trackpoint>
      <Time>2026-11-10T07:00:09Z</Time><Position><LatitudeDegrees>48</LatitudeDegrees></Position></Trackpoint></Track></Lap>
      </Activity></Activities></TrainingCenterDatabase>
      """#, "odd.tcx")
    #expect(indoors.report.skipCounts == ["badValue": 1])
  }

  @Test("heart rates of points are read by each name that programs give them", arguments: ["hr", "x:hr", "heartrate"])
  func heartRates(name: String) throws {
    let points = (0...2).map { minute in
      #"<trkpt lat="48.\#(minute)" lon="6"><time>2026-11-10T07:1\#(minute):00Z</time>"#
        + "<extensions><\(name)>10\(minute)</\(name)></extensions></trkpt>"
    }
    let gpx = try read("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>", "rates.gpx")
    #expect(gpx.sink.samples.filter { $0.type == TypeIdentifier.heartRate }.map(\.value) == [100, 101, 102])
  }

  @Test("times of points without an offset are in UTC, as GPX defines them")
  func timesWithoutOffset() throws {
    let points = (0...2).map { #"<trkpt lat="48.\#($0)" lon="6"><time>2026-11-10T07:1\#($0):00</time></trkpt>"# }
    let gpx = try read("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>", "plain.gpx")
    #expect(gpx.sink.workouts.map(\.sample.start) == [FormatFixture.at(8, 10)])
    #expect(gpx.sink.workouts.map(\.sample.end) == [FormatFixture.at(8, 12)] && gpx.report.skipped == 0)
  }

  @Test("stages of sleep in the languages of phones, and numbers of a day that are not known")
  func wordsAndNumbers() throws {
    let day = try read(
      #"""
      {"type": "health-data", "date": "2026-11-10", "activity": {"steps": 500, "glow": 3, "name": "x"},
       "sleep": {"sleepStages": [
        {"stage": "Kern", "startDate": "2026-11-10T01:00:00", "endDate": "2026-11-10T01:10:00"},
        {"stage": "深い睡眠", "startDate": "2026-11-10T01:10:00", "endDate": "2026-11-10T01:20:00"}]}}
      """#, "day.json")
    #expect(day.report.skipCounts == ["unsupportedElement": 1])
    #expect(day.report.skips.first?.place.hasSuffix("activity.glow") == true)
    #expect(day.sink.samples.filter { $0.type == TypeIdentifier.sleepAnalysis }.map(\.value) == [3, 4])
  }

  @Test("variability by RMSSD is a quantity, whichever program measured it")
  func variability() throws {
    for fixture in [FormatFixture.fitbit, .healthConnect, .fit] {
      let folder = try TemporaryFolder()
      let sink = MemorySink()
      let importer = try #require(
        try FormatImporter.all(path: fixture.write(to: folder), context: FormatFixture.context(folder)).first)
      _ = try importer.run(into: sink)
      let sample = try #require(
        sink.samples.first { $0.type == "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD" }, "\(fixture)")
      #expect(sample.kind == .quantity && sample.unit == "ms", "\(fixture)")
    }
  }

  @Test("Health Auto Export's table in another language keeps the names and units that it has there")
  func tableInSpanish() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "Fecha/Hora,Energía Activa (kJ),Frecuencia Cardiaca en Reposo (bpm),Fuente\n2026-11-10 00:00,1200,62,Reloj\n",
      to: "metrics.csv")
    let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
    let sink = MemorySink()
    let report = try importer.run(into: sink)
    #expect(report.stored == 2 && report.skipped == 0)
    #expect(sink.samples.map(\.type) == ["Energía Activa", "Frecuencia Cardiaca en Reposo"])
    #expect(sink.samples.map(\.unit) == ["kJ", "bpm"] && sink.samples.map(\.value) == [1_200, 62])
  }

  @Test("a derived stand hour is one of the clock, also where zones are half an hour apart")
  func halfHours() throws {
    let folder = try TemporaryFolder()
    for offset in [19_800, -12_600] {
      let context = ImportContext(now: FormatFixture.now, temporaryFolder: folder.path, offset: { _ in offset }) { _ in
        throw ForeignDatabaseError(.damaged, "is none")
      }
      var hours = StandHours(context: context)
      let provenance = Provenance(source: Source(name: "x"))
      // From 8:20 to 8:40 by the clock.
      let start = FormatFixture.at(8, 20) - Double(offset)
      hours.add(300, from: start, to: start + 1_200, by: provenance)
      let sink = MemorySink()
      let tables = FeedTableBuilder(feed: "x", fallbackSource: "x")
      _ = try sink.begin(ImportHeader(path: "x"))
      _ = try FeedPipeline(sink: sink).run(tables) { try hours.store(into: &$0) }
      #expect(sink.samples.map(\.start) == [FormatFixture.at(8, 0) - Double(offset)])
    }
  }
}
