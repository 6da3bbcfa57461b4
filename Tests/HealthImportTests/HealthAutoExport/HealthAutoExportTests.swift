import Foundation
import HealthModel
import Testing

@testable import ForeignFormats
@testable import HealthImport

/// Invented payloads, in the layout that the app documents.
@Suite("Health Auto Export")
struct HealthAutoExportTests {
  private func read(
    _ json: String, aggregation: String? = nil, dayEnds: [Date: Date] = [:], earlier: [String: TimeInterval] = [:]
  ) throws -> (MemorySink, FeedReport) {
    let sink = MemorySink()
    sink.dayEnds = dayEnds
    sink.earlierWidths = earlier
    let importer = HealthAutoExportImporter(JSONInput(bytes: Array(json.utf8)), aggregation: aggregation)
    let report = try importer.run(into: sink)
    #expect(report.received == report.stored + report.alreadyPresent + report.skipped)
    return (sink, report)
  }

  private func metric(_ name: String, _ units: String, _ rows: String) -> String {
    // Its rows come before its name, which is allowed.
    #"{"data":{"metrics":[{"data":[\#(rows)],"units":"\#(units)","name":"\#(name)"}]}}"#
  }

  private func instant(_ text: String) throws -> Date {
    try #require(ISO8601DateFormatter().date(from: text))
  }

  @Test("energy in kilojoules is converted to kilocalories, with the phone's sources and the feed's name")
  func energy() throws {
    let (sink, report) = try read(
      metric(
        "active_energy", "kJ",
        #"{"date":"2026-11-19 08:04:00 -0500","qty":4.184,"source":"Kim’s Apple Watch|Kim’s iPhone"},{"date":"2026-11-19 08:05:00 -0500","qty":8.368,"source":""}"#
      ))
    #expect(report.stored == 2)
    #expect(sink.samples.map { ($0.value ?? 0).rounded() } == [1, 2])
    #expect(sink.samples.map(\.unit) == ["kcal", "kcal"])
    let first = try #require(sink.samples.first)
    #expect(first.type == TypeIdentifier.activeEnergyBurned)
    #expect(first.start == (try instant("2026-11-19T13:04:00Z")))
    #expect(first.end.timeIntervalSince(first.start) == 60)
    #expect(first.provenance.source.name == "Kim’s Apple Watch|Kim’s iPhone")
    #expect(first.metadata == [Metadata.Entry(key: MetadataKey.feed, value: .text("health-auto-export"))])
    #expect(sink.samples[1].provenance.source.name == "Health Auto Export")
    #expect(sink.header?.printedOffset == -5 * 3_600)
  }

  @Test(
    "the width of a bucket is the one in the request, otherwise the one that the rows show",
    arguments: [
      ("Minutes", ["08:00:00", "09:00:00"], 60.0), ("Hours", ["08:00:00"], 3_600), ("Days", ["00:00:00"], 86_400),
      (nil, ["08:00:00", "09:00:00"], 3_600), (nil, ["08:01:00", "09:00:00"], 60), (nil, ["08:00:00"], 0),
      (nil, ["08:00:07", "08:00:00"], 0), ("Seconds", ["08:00:00"], 0), (nil, ["08:01:00"], 60),
    ] as [(String?, [String], Double)])
  func widths(header: String?, times: [String], seconds: Double) throws {
    let rows = times.map { #"{"date":"2026-11-19 \#($0) +0100","qty":5}"# }.joined(separator: ",")
    let (sink, _) = try read(metric("step_count", "count", rows), aggregation: header)
    #expect(sink.samples.map { $0.end.timeIntervalSince($0.start) } == times.map { _ in seconds })
  }

  /// Rows of a metric, each a time on the 19th of November with a value.
  private func section(_ name: String, _ units: String, _ rows: [(String, Double)]) -> String {
    let texts = rows.map { #"{"date":"2026-11-19 \#($0.0):00 +0100","qty":\#($0.1)}"# }
    return #"{"name":"\#(name)","units":"\#(units)","data":[\#(texts.joined(separator: ","))]}"#
  }

  /// The seconds of the samples of a type; nil if all were skipped because they are unknown.
  private func widths(
    of type: String, _ sections: String..., aggregation: String? = nil, earlier: [String: TimeInterval] = [:]
  ) throws -> [Double]? {
    let (sink, report) = try read(
      #"{"data":{"metrics":[\#(sections.joined(separator: ","))]}}"#, aggregation: aggregation, earlier: earlier)
    let found = sink.samples.filter { $0.type == type }.map { $0.end.timeIntervalSince($0.start) }
    if found.isEmpty { #expect(report.skipCounts.keys.allSatisfy { $0 == "unknownWidth" || $0 == "bucketTooLong" }) }
    return found.isEmpty ? nil : found
  }

  @Test("a few rows on full hours do not show how long they are: no ring is drawn from them")
  func unknownWidths() throws {
    let (energy, exercise) = (TypeIdentifier.activeEnergyBurned, TypeIdentifier.appleExerciseTime)
    #expect(try widths(of: energy, section("active_energy", "kcal", [("10:00", 20)])) == nil)
    #expect(try widths(of: exercise, section("apple_exercise_time", "min", [("10:00", 1), ("12:00", 1)])) == nil)
    #expect(try widths(of: energy, section("active_energy", "kcal", [("00:00", 500)])) == nil)
    #expect(
      try widths(of: TypeIdentifier.appleStandHour, section("apple_stand_hour", "count", [("00:00", 1)])) == nil)
    // Three of them are no chance.
    let three = [("10:00", 1.0), ("12:00", 1), ("15:00", 0.5)]
    #expect(try widths(of: exercise, section("apple_exercise_time", "min", three)) == [3_600, 3_600, 3_600])
  }

  @Test("what does not fit into a minute or an hour is of a longer time")
  func capacities() throws {
    let (energy, exercise) = (TypeIdentifier.activeEnergyBurned, TypeIdentifier.appleExerciseTime)
    #expect(try widths(of: energy, section("active_energy", "kcal", [("10:00", 90)])) == [3_600])
    #expect(try widths(of: energy, section("active_energy", "kJ", [("10:00", 90)])) == nil)
    #expect(try widths(of: exercise, section("apple_exercise_time", "min", [("10:00", 12)])) == [3_600])
    #expect(try widths(of: exercise, section("apple_exercise_time", "min", [("00:00", 75)])) == [86_400])
    let (sink, report) = try read(
      #"{"data":{"metrics":[\#(section("apple_stand_hour", "count", [("00:00", 12)]))]}}"#)
    #expect(sink.samples.isEmpty && report.skipCounts == ["bucketTooLong": 1])
  }

  @Test("the other metrics of a delivery, earlier deliveries and the app's default show it too")
  func evidence() throws {
    let energy = TypeIdentifier.activeEnergyBurned
    let one = section("active_energy", "kcal", [("10:00", 20)])
    let minutes = section("step_count", "count", [("10:00", 20), ("10:01", 30)])
    let hours = section("step_count", "count", [("09:00", 900)])
    let heart = section("heart_rate", "count/min", [("10:00", 70), ("10:01", 71)])
    #expect(try widths(of: energy, one, minutes) == [60])
    #expect(try widths(of: energy, minutes, one) == [60])
    #expect(try widths(of: energy, one, hours) == [3_600])
    #expect(try widths(of: energy, one, minutes, hours) == nil)
    #expect(try widths(of: energy, one, heart) == nil)
    #expect(try widths(of: energy, one, earlier: [energy: 60]) == [60])
    #expect(try widths(of: energy, one, earlier: [energy: 3_600]) == [3_600])
    #expect(try widths(of: energy, one, earlier: [energy: 86_400]) == nil)
    #expect(try widths(of: energy, one, aggregation: "Default") == [60])
    #expect(try widths(of: energy, one, aggregation: "Hours") == [3_600])
  }

  @Test("a day ends when the next row's begins, otherwise at the user's next midnight, otherwise after 24 hours")
  func dayEnds() throws {
    func hours(_ dates: [String], aggregation: String? = "Days", dayEnds: [Date: Date] = [:]) throws -> [Double] {
      let rows = dates.map { #"{"date":"\#($0)","qty":5}"# }.joined(separator: ",")
      let (sink, _) = try read(
        metric("step_count", "count", rows), aggregation: aggregation, dayEnds: dayEnds)
      return sink.samples.map { $0.end.timeIntervalSince($0.start) / 3_600 }
    }
    // The clocks go forward, also with the rows in reverse order, and back.
    let spring = ["2026-03-08 00:00:00 -0500", "2026-03-09 00:00:00 -0400"]
    #expect(try hours(spring) == [23, 24])
    #expect(try hours(spring, aggregation: nil) == [23, 24])
    #expect(try hours(spring.reversed()) == [24, 23])
    #expect(try hours(["2026-11-01 00:00:00 -0400", "2026-11-02 00:00:00 -0500"]) == [25, 24])
    // A missing row, and a flight west.
    #expect(try hours([spring[0], "2026-03-10 00:00:00 -0400"]) == [24, 24])
    #expect(try hours(["2026-06-01 00:00:00 -0400", "2026-06-02 00:00:00 -0700"]) == [27, 24])
    // A single day, whose end is known from the store.
    let (start, end) = (try instant("2026-03-08T05:00:00Z"), try instant("2026-03-09T04:00:00Z"))
    #expect(try hours([spring[0]], dayEnds: [start: end]) == [23])
    #expect(try hours([spring[0]]) == [24])
    // If midnight is skipped, the day begins at one, and the rows are still days.
    let cairo = ["2026-04-23 00:00:00 +0200", "2026-04-24 01:00:00 +0300", "2026-04-25 00:00:00 +0300"]
    let skipped = [try instant("2026-04-23T22:00:00Z"): try instant("2026-04-24T21:00:00Z")]
    #expect(try hours(cairo, aggregation: nil, dayEnds: skipped) == [24, 23, 24])
    #expect(try hours(cairo, aggregation: nil) == [1, 1, 1])
  }

  @Test("stand hours are those of the phone's clock, whatever its offset", arguments: ["+05:30", "+05:45", "-03:30"])
  func standHoursOfOddOffsets(offset: String) throws {
    let printed = offset.replacing(":", with: "")
    let rows = [("08", "00"), ("10", "25")].map { #"{"date":"2026-11-19 \#($0):\#($1):00 \#(printed)","qty":1}"# }
    let (sink, _) = try read(metric("apple_stand_hour", "count", rows.joined(separator: ",")))
    #expect(
      sink.samples.map(\.start) == [
        try instant("2026-11-19T08:00:00\(offset)"), try instant("2026-11-19T10:00:00\(offset)"),
      ])
    #expect(sink.samples.allSatisfy { $0.end.timeIntervalSince($0.start) == 3_600 })
  }

  @Test("an hour with a stand is a stand hour; a day's sum is not split into hours")
  func standHours() throws {
    let rows = (7...9).map { #"{"date":"2026-11-19 0\#($0):00:00 +0100","qty":\#($0 == 8 ? 0 : 1)}"# }
    let (sink, _) = try read(metric("apple_stand_hour", "count", rows.joined(separator: ",")))
    #expect(sink.samples.map(\.value) == [0, 1, 0])
    #expect(sink.samples.allSatisfy { $0.end.timeIntervalSince($0.start) == 3_600 })
    let (days, report) = try read(
      metric("apple_stand_hour", "count", #"{"date":"2026-11-19 00:00:00 +0100","qty":9}"#), aggregation: "Days")
    #expect(days.samples.isEmpty)
    #expect(report.skipCounts == ["bucketTooLong": 1])
  }

  @Test("percentages become fractions, heart rates are means with extremes, and blood pressure is a pair")
  func otherShapes() throws {
    let (oxygen, _) = try read(
      metric("blood_oxygen_saturation", "%", #"{"date":"2026-11-19 08:00:01 +0100","qty":97}"#))
    #expect(oxygen.samples.first?.value == 0.97)
    let (heart, _) = try read(
      metric(
        "heart_rate", "count/min", #"{"date":"2026-11-19 08:00:01 +0100","Min":60,"Avg":65.5,"Max":71,"source":"W"}"#))
    #expect(heart.samples.first?.value == 65.5)
    #expect(heart.samples.first?.metadata.contains { $0.value == .number(71) } == true)
    let (pressure, _) = try read(
      metric("blood_pressure", "mmHg", #"{"date":"2026-11-19 08:00:01 +0100","systolic":121,"diastolic":79}"#))
    #expect(pressure.correlations.first?.members.map(\.value) == [121, 79])
    #expect(pressure.correlations.first?.sample.type == TypeIdentifier.bloodPressure)
    let (sleep, _) = try read(
      metric(
        "sleep_analysis", "hr",
        #"{"startDate":"2026-11-19 01:00:00 +0100","endDate":"2026-11-19 01:30:00 +0100","qty":0.5,"value":"Core"},{"date":"2026-11-19 00:00:00 +0100","inBedStart":"2026-11-18 23:00:00 +0100","inBedEnd":"2026-11-19 07:00:00 +0100","totalSleep":7}"#
      ))
    #expect(sleep.samples.map(\.value) == [3, 0])
    #expect(sleep.samples.last?.metadata.contains { $0.key == "org.openhealthkit.derived" } == true)
  }

  @Test("a phone with a 12-hour clock, with any kind of space")
  func twelveHours() throws {
    let (sink, _) = try read(
      metric(
        "step_count", "count",
        "{\"date\":\"2026-11-19 12:04:00\u{202F}AM -0500\",\"qty\":1},{\"date\":\"2026-11-19 8:04:00 PM -0500\",\"qty\":2}"
      ))
    #expect(sink.samples.map(\.start) == [try instant("2026-11-19T05:04:00Z"), try instant("2026-11-20T01:04:00Z")])
  }

  @Test("workouts of both layouts, with the energy burned")
  func workouts() throws {
    let (sink, report) = try read(
      #"""
      {"data":{"workouts":[
        {"id":"A1","name":"Outdoor Run","start":"2026-11-19 08:00:00 +0100","end":"2026-11-19 08:40:00 +0100","duration":2100,
         "activeEnergyBurned":{"qty":1255.2,"units":"kJ"},"distance":{"qty":5,"units":"km"},"route":[{"latitude":1}],"metadata":{}},
        {"name":"Yoga","start":"2026-11-19 18:00:00 +0100","end":"2026-11-19 18:40:00 +0100","activeEnergy":{"qty":90,"units":"kcal"}},
        {"name":"Broken","start":"2026-11-19 18:00:00 +0100","end":"2026-11-19 17:40:00 +0100"}
      ],"symptoms":[{},{}]}}
      """#)
    #expect(sink.workouts.map { $0.sample.value } == [37, 57])
    #expect(sink.workouts.map(\.record.duration) == [2_100, 2_400])
    #expect(sink.workouts.map { $0.record.statistics.count } == [2, 1])
    #expect(report.received == 5)
    #expect(report.skipCounts == ["endBeforeStart": 1, "missingType": 2])
  }

  @Test("a row that cannot be stored is reported with its place; a wrong layout ends the delivery")
  func faults() throws {
    let (_, report) = try read(
      metric(
        "step_count", "count",
        #"{"date":"yesterday","qty":1},{"date":"2026-11-19 08:04:00 +0100"},{"date":"1066-10-14 09:00:00 +0000","qty":1},{"date":"2026-11-19 08:04:00 +0100","qty":1e300}"#
      ))
    #expect(report.skipCounts == ["badDate": 1, "missingValue": 1, "dateOutOfRange": 1, "valueOutOfRange": 1])
    #expect(report.skips.first?.place == "data.metrics[0].data[0]")
    #expect(try read(metric("step_count", "furlong", #"{"date":"x"}"#)).1.skipCounts == ["incompatibleUnit": 1])
    #expect(try read(metric("aura", "count", #"{},{}"#)).1.skipCounts == ["badDate": 2])
    #expect(try read(#"{"data":{"metrics":{}}}"#).1.skipCounts == ["unsupportedElement": 1])
    for text in ["[]", "{}", #"{"data":[]}"#, #"{"data":{"metrics":[}}"#] {
      #expect(throws: JSONError.self) { try read(text) }
    }
  }
}
