import Foundation
import TestSupport
import Testing

/// The clock stands at Saturday 14 November 2026, 23:00 in Berlin.
@Suite("query and types", .serialized, .programs, .timeLimit(.minutes(10)))
struct QueryTests {
  private func objects(_ text: String) throws -> [[String: any Sendable]] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: any Sendable]])
  }

  @Test("samples are ordered by date, with the same values in every format")
  func samples() async throws {
    let sandbox = try Sandbox()
    for (time, value) in [("10:00", "61"), ("9:00", "120"), ("11:30", "75.5")] {
      #expect(try await sandbox.ringtop("add", "heartRate", value, "--at", time).code == 0)
    }
    let json = try await sandbox.ringtop("query", "heartRate", "--from", "today", "--format", "json")
    #expect(json.code == 0 && json.errors == "")
    let rows = try objects(json.output)
    #expect(rows.map { $0["value"] as? Double } == [120, 61, 75.5])
    #expect(rows[0]["start"] as? String == "2026-11-14T09:00:00+01:00")
    #expect(rows[0]["unit"] as? String == "count/min" && rows[0]["source"] as? String == "ringtop")
    let lines = try await sandbox.ringtop("query", "heartRate", "--format", "jsonl")
    #expect(try objects("[" + lines.lines.joined(separator: ",") + "]").count == 3)
    let csv = try await sandbox.ringtop("query", "HEARTRATE", "--format", "csv", "--unit", "count/s")
    let fields = csv.output.components(separatedBy: "\r\n")
    try #require(fields.count == 5 && fields[0] == "start,end,value,unit,source,device")
    #expect(fields[1] == "2026-11-14T09:00:00+01:00,2026-11-14T09:00:00+01:00,2,count/s,ringtop,")
    let table = try await sandbox.ringtop("query", "heartRate", "--where", "value > 70 and value < 100 bpm")
    #expect(table.output == "2026-11-14 11:30  2026-11-14 11:30  75.50  count/min  ringtop\n")
    let none = try await sandbox.ringtop(
      "query", "heartRate", "--from", "2026-01-01", "--to", "2026-01-02", "--format", "json")
    #expect(try objects(none.output).isEmpty)
  }

  @Test("the days of a journey are the same as those of the rings, for every range")
  func journey() async throws {
    let sandbox = try Sandbox()
    // Noon to noon: Berlin, Tokyo for three days, Berlin.
    var xml = "<HealthData><ExportDate value=\"2026-11-14 20:00:00 +0100\"/>"
    for (index, zone) in ["Europe/Berlin", "Asia/Tokyo", "Asia/Tokyo", "Asia/Tokyo", "Europe/Berlin", "Europe/Berlin"]
      .enumerated()
    {
      for (hour, value) in [("00:30", 1), ("09:30", 10), ("23:30", 100)] {
        let time = "2026-11-0\(3 + index) \(hour):00 \(zone == "Asia/Tokyo" ? "+0900" : "+0100")"
        xml += """
          <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="Watch" unit="kcal" startDate="\(time)" endDate="\(time)" \
          value="\(value + index)"><MetadataEntry key="HKTimeZone" value="\(zone)"/></Record>
          """
      }
    }
    #expect(
      try await sandbox.ringtop("import", "--quiet", sandbox.write(xml + "</HealthData>", to: "trip.xml")).code == 0)
    func days(_ from: Int, _ to: Int, _ statistic: String = "sum") async throws -> [[String: any Sendable]] {
      let ending = try await sandbox.ringtop(
        "query", "move", "--from", "2026-11-0\(from)", "--to", "2026-11-0\(to)", "--every", "day", "--stat", statistic,
        "--format", "json")
      return try objects(ending.output)
    }
    let all = try await days(3, 8)
    let sums = all.compactMap { $0["value"] as? Double }
    let summary = try await sandbox.ringtop("summary", "--from", "2026-11-03", "--to", "2026-11-08", "--format", "json")
    let expected = try objects(summary.output).compactMap {
      ($0["move"] as? [String: any Sendable])?["value"] as? Double
    }
    #expect(sums == expected && sums.count == 6 && sums.reduce(0, +) == 711)
    for day in 3...8 {
      let one = try await days(day, day)
      #expect(one.count == 1 && one[0]["value"] as? Double == sums[day - 3])
      #expect(one[0]["start"] as? String == all[day - 3]["start"] as? String)
    }
    let counts = try await days(3, 8, "count").compactMap { $0["value"] as? Double }
    #expect(counts.count == 6 && counts.reduce(0, +) == 18)
    #expect(all[1]["start"] as? String == "2026-11-04T00:00:00+09:00")
    #expect(all[4]["start"] as? String == "2026-11-07T00:00:00+01:00")
  }

  @Test("statistics of every interval agree with values added up by hand")
  func statistics() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 40))
    let days = try await sandbox.ringtop(
      "query", "move", "--from", "2026-10-20", "--to", "2026-11-14", "--every", "day", "--format", "json")
    let summary = try await sandbox.ringtop("summary", "--from", "2026-10-20", "--to", "2026-11-14", "--format", "json")
    let values = try objects(days.output).compactMap { $0["value"] as? Double }
    let expected = try objects(summary.output).compactMap {
      ($0["move"] as? [String: any Sendable])?["value"] as? Double
    }
    #expect(values.count == 26 && expected.count == 26)
    for (value, expected) in zip(values, expected) { #expect(abs(value - expected) < 1e-6) }
    // Across a clock change days still begin at midnight.
    #expect(try objects(days.output)[0]["start"] as? String == "2026-10-20T00:00:00+02:00")
    #expect(try objects(days.output)[25]["start"] as? String == "2026-11-14T00:00:00+01:00")
    let months = try objects(
      try await sandbox.ringtop("query", "move", "--from", "2026-11", "--every", "month", "--format", "json").output)
    let november = expected.suffix(14).reduce(0, +)
    #expect(months.count == 1 && abs((months[0]["value"] as? Double ?? 0) - november) < 1e-6)
    let count = try objects(
      try await sandbox.ringtop(
        "query", "move", "--from", "2026-11-12", "--every", "day", "--stat", "count", "--format", "json"
      ).output)
    #expect(count.compactMap { $0["value"] as? Double } == [8, 8, 8])
    let all = try objects(
      try await sandbox.ringtop(
        "query", "move", "--from", "2026-11-01", "--stat", "sum", "--by", "source", "--format", "json"
      ).output)
    #expect(all.count == 1 && all[0]["source"] as? String != nil)
    #expect(abs((all[0]["value"] as? Double ?? 0) - november) < 1e-6)
    let kilojoules = try objects(
      try await sandbox.ringtop(
        "query", "move", "--from", "2026-11-01", "--stat", "sum", "--unit", "kJ", "--format", "json"
      ).output)
    #expect(abs((kilojoules[0]["value"] as? Double ?? 0) - november * 4.184) < 1e-6)
    let hours = try objects(
      try await sandbox.ringtop("query", "exercise", "--from", "today", "--every", "15min", "--format", "json").output)
    #expect(hours.compactMap { $0["value"] as? Double }.reduce(0, +) == 21 && hours.count == 2)
  }

  @Test("the first and the last week are whole, whichever day of them a range names", arguments: ["sum", "count"])
  func wholeWeeks(statistic: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 40))
    func values(_ from: String, _ to: String, _ interval: String) async throws -> [Double] {
      let found = try await sandbox.ringtop(
        "query", "move", "--from", from, "--to", to, "--every", interval, "--stat", statistic, "--format", "json")
      return try objects(found.output).compactMap { $0["value"] as? Double }
    }
    let days = try await values("2026-10-12", "2026-10-25", "day")
    let weeks = try await values("2026-10-15", "2026-10-20", "week")
    #expect(days.count == 14 && weeks.count == 2)
    for (week, expected) in zip(weeks, [days.prefix(7), days.suffix(7)]) {
      #expect(abs(week - expected.reduce(0, +)) < 1e-6)
    }
  }

  @Test("percentages are fractions for programs, and percentages for people")
  func percentages() async throws {
    let sandbox = try Sandbox()
    let added = try await sandbox.ringtop("add", "oxygenSaturation", "97%", "--at", "2026-11-14 08:00")
    #expect(added.output.contains("97 %"), "\(added)")
    let plain = try await sandbox.ringtop("add", "oxygenSaturation", "97")
    #expect(plain.code == 64 && plain.errors.contains("write 97%"), "\(plain)")
    let found = try await sandbox.ringtop(
      "query", "oxygenSaturation", "--from", "today", "--where", "value > 96%", "--stat", "count", "--format", "csv")
    #expect(found.output.contains(",1,"), "\(found)")
    let csv = try await sandbox.ringtop("query", "oxygenSaturation", "--from", "today", "--format", "csv").output
    #expect(csv.contains(",0.97,%,"), "\(csv)")
    let table = try await sandbox.ringtop("query", "oxygenSaturation", "--from", "today").output
    #expect(table.contains(#/ 97 +%/#), "\(table)")
  }

  @Test("the hours of a day on which the clocks change have the time that a clock showed")
  func clockChange() async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.ringtop("add", "move", "100 kcal", "--at", "2026-10-25 09:10")
    let hours = try await sandbox.ringtop("show", "--view", "move", "--date", "2026-10-25", "--format", "plain").output
    #expect(hours.contains(/09:00 +100\n/) && hours.contains(/23:00 +0\n/) && !hours.contains("24:00"), "\(hours)")
    #expect(hours.ranges(of: "02:00").count == 2)
  }

  @Test("types lists the stored types with their counts and days")
  func types() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    let types = try objects(try await sandbox.ringtop("types", "--format", "json").output)
    #expect(types.map { $0["type"] as? String } == ["activeEnergyBurned", "appleExerciseTime", "appleStandHour"])
    #expect(types[0]["count"] as? Int == 24 && types[0]["first"] as? String == "2026-11-12")
    #expect(types[0]["last"] as? String == "2026-11-14" && types[0]["unit"] as? String == "kcal")
    #expect(try await sandbox.ringtop("types").lines.count { $0.contains("2026-11-1") } == 3)
    let stood = try await sandbox.ringtop(
      "query", "appleStandHour", "--from", "today", "--where", "value == stood", "--format", "jsonl")
    #expect(stood.lines.count == 8 && stood.lines.allSatisfy { $0.contains("\"name\":\"stood\"") })
  }

  @Test(
    "invalid or conflicting arguments are reported in one sentence with exit code 64",
    arguments: [
      ["hartRate"], ["heartRate", "--where", "weather = bad"], ["heartRate", "--where", "value ~ 5"],
      ["heartRate", "--where", "value > 5 kcal"], ["heartRate", "--every", "fortnight"],
      ["heartRate", "--every", "0day"],
      ["heartRate", "--stat", "sum"], ["steps", "--stat", "avg"], ["heartRate", "--unit", "kcal"],
      ["heartRate", "--by", "source"], ["appleStandHour", "--every", "hour"],
      ["sleepAnalysis", "--every", "day", "--by", "source"], ["heartRate", "--from", "christmas"],
      ["heartRate", "--format", "xlsx"], ["workout"], ["bloodPressure"], ["audiogram"], ["activitySummary"],
    ])
  func refused(arguments: [String]) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 1))
    let ending = try await Program.run([Program.ringtop, "query"] + arguments, environment: sandbox.environment)
    #expect(ending.code == 64 && ending.output == "", "\(arguments): \(ending.output)")
    #expect(ending.errors.hasPrefix("ringtop: ") && ending.errors.trimmed.split(separator: "\n").count == 1)
  }

  @Test("sleep with naps, stand hours and other times have an amount in each day, for queries and charts")
  func amounts() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    func run(_ arguments: String...) async throws -> Ending { try await sandbox.ringtop(words: arguments) }
    let lines = [("09T23:00", "10T06:00"), ("10T14:00", "10T15:30"), ("11T01:00", "11T05:00")].map { start, end in
      #"{"type":"sleepAnalysis","value":"asleepCore","start":"2026-11-\#(start):00+01:00","end":"2026-11-\#(end):00+01:00"}"#
    }
    let file = try sandbox.write(lines.joined(separator: "\n") + "\n", to: "sleep.jsonl")
    #expect(try await run("import", "--quiet", file).code == 0)
    let sleep = try await run("query", "sleepAnalysis", "--every", "day", "--format", "csv")
    #expect(
      sleep.output.split(whereSeparator: \.isNewline) == [
        "start,end,value,unit", "2026-11-10T00:00:00+01:00,2026-11-11T00:00:00+01:00,30600,s",
        "2026-11-11T00:00:00+01:00,2026-11-12T00:00:00+01:00,14400,s",
      ], "\(sleep)")
    let week = try await run("query", "sleep", "--every", "week", "--stat", "duration", "--format", "csv")
    #expect(week.output.contains(",45000,s"), "\(week)")
    let stand = try await run("query", "stand", "--every", "day", "--from", "2026-11-08", "--format", "csv")
    let days = try await run("summary", "--from", "2026-11-08", "--format", "csv").output
      .split(whereSeparator: \.isNewline).dropFirst()
    #expect(stand.output.split(whereSeparator: \.isNewline).count > 5)
    for day in days {
      let fields = day.split(separator: ",", omittingEmptySubsequences: false)
      #expect(
        stand.output.contains("\(fields[0])T00:00:00+01:00,") && stand.output.contains(",\(fields[7]),h"), "\(day)")
    }
    let chart = try await run("chart", "sleep", "--period", "week", "--format", "plain")
    #expect(
      chart.code == 0 && chart.output.contains("Sleep with naps") && chart.output.contains("12.5 h, 6.25 a day"),
      "\(chart)")
    let hours = try await run("chart", "sleep", "--period", "day", "--date", "2026-11-10", "--format", "json")
    #expect(hours.code == 0 && hours.output.contains("\"sum\":1800"), "\(hours)")
    let ring = try await run("chart", "stand", "--period", "week", "--format", "plain")
    #expect(ring.code == 0 && ring.output.contains("Stand hours"), "\(ring)")
    #expect(try await run("chart", "sleep", "steps", "--scatter", "--format", "json").code == 0)
  }
}
