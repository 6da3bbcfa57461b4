import Foundation
import TestSupport
import Testing

@Suite("Types that are in no catalog", .serialized, .programs, .timeLimit(.minutes(10)))
struct UnlistedTypeTests {
  private static let name = "HKQuantityTypeIdentifierGlowOfTomorrow"

  /// Three values on two days of a type of a newer system, and one with a unit that nothing can calculate with.
  private func imported() async throws -> Sandbox {
    let sandbox = try Sandbox()
    func record(_ type: String, _ day: Int, _ unit: String, _ value: Double) -> String {
      """
       <Record type="\(type)" sourceName="W" unit="\(unit)" startDate="2026-11-\(day) 08:00:00 +0100" \
      endDate="2026-11-\(day) 08:00:00 +0100" value="\(value)"/>

      """
    }
    let export = """
      <HealthData locale="en_DE">
       <ExportDate value="2026-11-14 21:00:00 +0100"/>
      \(record(Self.name, 12, "ms", 40))\(record(Self.name, 12, "ms", 60))\(record(Self.name, 13, "ms", 45))\
      \(record("HKDataTypeOfTomorrow", 13, "glow", 3.25))</HealthData>

      """
    let file = try sandbox.write(export, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    return sandbox
  }

  @Test("samples are printed by the name that they came with, in any case and without its prefix, in their unit")
  func samples() async throws {
    let sandbox = try await imported()
    for name in [Self.name, Self.name.lowercased(), "glowOfTomorrow"] {
      let result = try await sandbox.ringtop(
        "query", name, "--from", "2026-11-12", "--to", "2026-11-13", "--format", "csv")
      #expect(result.code == 0, "\(result.errors)")
      let rows = result.output.split(whereSeparator: \.isNewline)
      #expect(rows.count == 4 && rows[1].contains("40") && rows[1].contains("ms"), "\(result.output)")
    }
    let seconds = try await sandbox.ringtop(
      "query", Self.name, "--from", "2026-11-13", "--to", "2026-11-13", "--unit", "s", "--format", "csv")
    #expect(seconds.output.contains("0.045"), "\(seconds.output)\(seconds.errors)")
    let glow = try await sandbox.ringtop(
      "query", "HKDataTypeOfTomorrow", "--from", "2026-11-12", "--to", "2026-11-13", "--format", "csv")
    #expect(glow.output.contains("3.25") && glow.output.contains("glow"), "\(glow.output)\(glow.errors)")
    let some = try await sandbox.ringtop(
      "query", Self.name, "--from", "2026-11-12", "--to", "2026-11-13", "--where", "value > 42 ms", "--format", "csv")
    #expect(some.output.split(whereSeparator: \.isNewline).count == 3, "\(some.output)\(some.errors)")
  }

  @Test("one is added by hand in a unit that fits those that it came with, and in no other")
  func added() async throws {
    let sandbox = try await imported()
    let added = try await sandbox.ringtop("add", "glowOfTomorrow", "0.041 s", "--at", "2026-11-12 08:00")
    #expect(added.code == 0 && added.output.contains("0.04 s"), "\(added)")
    let stored = try await sandbox.ringtop(
      "query", Self.name, "--from", "2026-11-12", "--to", "2026-11-12", "--format", "csv")
    #expect(stored.output.contains(",41,ms,ringtop,"), "\(stored)")
    let other = try await sandbox.ringtop("add", "glowOfTomorrow", "41 kg")
    #expect(other.code == 64 && other.errors.contains("is measured in ms, not in kg"), "\(other)")
  }

  @Test("a line of JSON may name its kind")
  func kind() async throws {
    let sandbox = try Sandbox()
    let line = #"{"type":"FutureX","kind":"quantity","value":5,"unit":"bananas","start":"2026-11-12T10:00:00Z"}"#
    let file = try sandbox.write(line + "\n", to: "more.jsonl")
    let result = try await sandbox.ringtop("import", file)
    #expect(result.code == 0, "\(result)")
    let found = try await sandbox.ringtop("query", "FutureX", "--from", "2026-11-12", "--format", "csv")
    #expect(found.output.contains(",5,bananas,"), "\(found)")
  }

  @Test("a category with a name of its own is queried by its name, with its words as they came")
  func ownCategory() async throws {
    let sandbox = try Sandbox()
    let lines = [("3", 10), ("\"HKCategoryValueMood3Great\"", 11), ("\"so-so\"", 12)].map { value, hour in
      #"{"type":"mood3","kind":"category","value":\#(value),"start":"2026-11-12T\#(hour):00:00Z"}"#
    }
    let file = try sandbox.write(lines.joined(separator: "\n") + "\n", to: "moods.jsonl")
    #expect(try await sandbox.ringtop("add", "--json-lines", file).code == 0)
    let found = try await sandbox.ringtop("query", "mood3", "--from", "2026-11-12", "--format", "csv")
    #expect(found.code == 0 && found.output.split(whereSeparator: \.isNewline).count == 4, "\(found)")
    #expect(found.output.contains("so-so") && found.output.contains("Mood3Great"), "\(found)")
    let best = try await sandbox.ringtop("query", "mood3", "--from", "2026-11-12", "--where", "value = so-so")
    #expect(best.code == 0 && best.output.contains("so-so") && !best.output.contains("Great"), "\(best)")
  }

  @Test("statistics and charts are those of discrete values")
  func statistics() async throws {
    let sandbox = try await imported()
    let days = try await sandbox.ringtop(
      "query", Self.name, "--every", "day", "--from", "2026-11-12", "--to", "2026-11-13", "--format", "csv")
    let rows = days.output.split(whereSeparator: \.isNewline)
    #expect(rows.count == 3 && rows[1].contains("50") && rows[2].contains("45"), "\(days.output)\(days.errors)")
    let sum = try await sandbox.ringtop("query", Self.name, "--stat", "sum")
    #expect(sum.code == 64 && sum.errors.contains("not cumulative"))
    struct Chart: Decodable {
      struct Bar: Decodable {
        var avg: Double?
      }
      var unit: String
      var bars: [Bar]
    }
    let text = try await sandbox.ringtop(
      "chart", "glowOfTomorrow", "--period", "month", "--date", "2026-11-13", "--format", "json")
    let chart = try JSONDecoder().decode(Chart.self, from: Data(text.output.utf8))
    #expect(chart.unit == "ms" && chart.bars.compactMap(\.avg) == [50, 45])
    let plain = try await sandbox.ringtop(
      "chart", Self.name, "--period", "month", "--date", "2026-11-13", "--format", "plain")
    #expect(plain.code == 0 && plain.output.contains("ms"), "\(plain.output)")
  }

  @Test("sources, export and delete accept it, and a name that nothing has is still refused")
  func others() async throws {
    let sandbox = try await imported()
    #expect(try await sandbox.ringtop("sources", "glowOfTomorrow").output.contains("W"))
    let export = try await sandbox.ringtop("export", "glowOfTomorrow", "--format", "csv")
    #expect(export.output.split(whereSeparator: \.isNewline).count == 4, "\(export.errors)")
    let unknown = try await sandbox.ringtop("query", "glowOfYesterday")
    #expect(unknown.code == 64 && unknown.errors.contains("There is no type"))
    let deleted = try await sandbox.ringtop("delete", "glowOfTomorrow", "--yes")
    #expect(deleted.code == 0, "\(deleted.errors)")
    #expect(try await sandbox.sql("SELECT count(*) FROM sample") == "1\n")
  }

  @Test("a characteristic is printed by the name that it came with, and listed")
  func characteristics() async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      """
      <HealthData>
       <ExportDate value="2026-11-14 21:00:00 +0100"/>
       <Me HKCharacteristicTypeIdentifierBloodType="HKBloodTypeOPositive" HKCharacteristicTypeIdentifierGlow="Warm &amp; blue"/>
       <Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" unit="count" startDate="2026-11-12 08:00:00 +0100" \
      endDate="2026-11-12 08:00:00 +0100" value="5"/>
      </HealthData>

      """, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    for name in ["HKCharacteristicTypeIdentifierGlow", "glow"] {
      let found = try await sandbox.ringtop("query", name, "--format", "csv")
      #expect(found.output == "name,value\r\nHKCharacteristicTypeIdentifierGlow,Warm & blue\r\n", "\(found)")
    }
    #expect(try await sandbox.ringtop("query", "bloodType").output == "bloodType  HKBloodTypeOPositive\n")
    #expect(try await sandbox.ringtop("query", "wheelchairUse", "--format", "json").output == "[]\n")
    #expect(try await sandbox.ringtop("query", "bloodType", "--every", "day").code == 64)
    #expect(try await sandbox.ringtop("types").output.contains("HKCharacteristicTypeIdentifierGlow  Warm & blue"))
    let chart = try await sandbox.ringtop("chart", "bloodType")
    #expect(chart.code == 64 && chart.errors.contains("ringtop query bloodType"))
  }

  @Test("samples are found by a key of metadata that is in no catalog")
  func metadataKeys() async throws {
    let sandbox = try Sandbox()
    func record(_ hour: Int, _ metadata: String) -> String {
      """
       <Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" unit="count" startDate="2026-11-12 0\(hour):00:00 +0100" \
      endDate="2026-11-12 0\(hour):10:00 +0100" value="\(hour)">\(metadata)</Record>

      """
    }
    let records =
      record(1, #"<MetadataEntry key="HKGlow" value="7"/>"#) + record(2, #"<MetadataEntry key="HKGlow" value="warm"/>"#)
      + record(3, #"<MetadataEntry key="HKWasUserEntered" value="1"/>"#) + record(4, "")
    let file = try sandbox.write(
      "<HealthData>\n <ExportDate value=\"2026-11-14 21:00:00 +0100\"/>\n\(records)</HealthData>\n", to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    func values(_ condition: String) async throws -> [String] {
      let found = try await sandbox.ringtop(
        "query", "steps", "--from", "2026-11-12", "--to", "2026-11-12", "--where", condition, "--format", "csv")
      #expect(found.code == 0, "\(found)")
      return found.output.split(whereSeparator: \.isNewline).dropFirst().compactMap { row in
        let fields = row.split(separator: ",", omittingEmptySubsequences: false)
        return fields.count > 2 ? String(fields[2]) : nil
      }
    }
    #expect(try await values("metadata.HKGlow") == ["1", "2"])
    #expect(try await values("metadata.HKGlow = 7") == ["1"])
    #expect(try await values("metadata.HKGlow = warm") == ["2"])
    #expect(try await values("metadata.HKGlow != warm and value < 4") == ["1", "3"])
    #expect(try await values("metadata.WasUserEntered = true") == ["3"])
    let sum = try await sandbox.ringtop(
      "query", "steps", "--from", "2026-11-12", "--to", "2026-11-12", "--where", "metadata.HKGlow", "--stat", "sum",
      "--format", "csv")
    #expect(sum.output.contains(",3,"), "\(sum)")
    #expect(try await sandbox.ringtop("query", "steps", "--where", "metadata. = 1").code == 64)
  }

  @Test("a category is printed by the word or the number that its values came with, and listed, exported and deleted")
  func categories() async throws {
    let sandbox = try Sandbox()
    func record(_ type: String, _ hour: Int, _ value: String) -> String {
      """
       <Record type="\(type)" sourceName="W" startDate="2026-11-13 0\(hour):00:00 +0100" \
      endDate="2026-11-13 0\(hour):30:00 +0100" value="\(value)"/>

      """
    }
    let name = "HKCategoryTypeIdentifierHummingEvent"
    let records =
      record(name, 1, "HKCategoryValueHummingSoft") + record(name, 2, "2") + record("HKDataTypeOfTomorrow", 3, "Blue")
      + record("HKCategoryTypeIdentifierSleepAnalysis", 4, "HKCategoryValueSleepAnalysisAsleepDozing")
    let file = try sandbox.write(
      "<HealthData>\n <ExportDate value=\"2026-11-14 21:00:00 +0100\"/>\n\(records)</HealthData>\n", to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    func query(_ arguments: String...) async throws -> Ending {
      try await sandbox.ringtop(words: ["query"] + arguments + ["--from", "2026-11-13", "--to", "2026-11-13"])
    }
    for typed in [name, "hummingevent"] {
      let found = try await query(typed, "--format", "csv")
      #expect(found.output.contains("HKCategoryValueHummingSoft") && found.output.contains(",2,,W"), "\(found)")
    }
    #expect(try await query(name, "--where", "value = 2", "--stat", "count", "--format", "csv").output.contains(",1,"))
    #expect(try await query(name, "--where", "value > soft").code == 64)
    for (type, word, other) in [
      (name, "HKCategoryValueHummingSoft", 1), ("HKDataTypeOfTomorrow", "Blue", 0),
      ("sleepAnalysis", "HKCategoryValueSleepAnalysisAsleepDozing", 0),
    ] {
      for (condition, count) in [("=", 1), ("!=", other)] {
        let found = try await query(type, "--where", "value \(condition) \(word)", "--format", "csv")
        let rows = found.output.split(whereSeparator: \.isNewline).count
        #expect(max(1, rows) == 1 + count, "\(type) \(condition): \(found)")
      }
    }
    #expect(try await query("HKDataTypeOfTomorrow", "--format", "csv").output.contains("Blue"))
    let added = try await sandbox.ringtop("add", "hummingEvent", "2")
    #expect(added.code == 0 && added.output.hasPrefix("Added 2 to "), "\(added)")
    #expect(try await sandbox.sql("SELECT CAST(value AS INTEGER) FROM sample ORDER BY id DESC LIMIT 1") == "2\n")
    #expect(try await sandbox.ringtop("undo").code == 0)
    let word = try await sandbox.ringtop("add", "hummingEvent", "loud")
    #expect(word.code == 64 && word.errors.contains("is a whole number"), "\(word.errors)")
    #expect(try await query("sleepAnalysis", "--format", "csv").output.contains("AsleepDozing"))
    #expect(try await sandbox.ringtop("sources", name).output.contains("W"))
    #expect(try await sandbox.ringtop("types").output.contains(name))
    let export = try await sandbox.ringtop("export", "hummingEvent", "--format", "xml")
    #expect(export.output.contains("HKCategoryValueHummingSoft"), "\(export.errors)")
    let deleted = try await sandbox.ringtop("delete", name, "--yes")
    #expect(deleted.code == 0, "\(deleted.errors)")
    #expect(try await sandbox.sql("SELECT count(*) FROM sample") == "2\n")
  }

  @Test("values of a category that are in no catalog are printed as the number or the word with which they came")
  func categoryValues() async throws {
    let sandbox = try Sandbox()
    func record(_ hour: Int, _ value: String) -> String {
      """
       <Record type="HKCategoryTypeIdentifierHeadache" sourceName="W" startDate="2026-11-13 0\(hour):00:00 +0100" \
      endDate="2026-11-13 0\(hour):30:00 +0100" value="\(value)"/>

      """
    }
    let records = record(1, "9") + record(2, "HKCategoryValueSeverityTerrible") + record(3, "-1") + record(4, "2")
    let file = try sandbox.write(
      "<HealthData>\n <ExportDate value=\"2026-11-14 21:00:00 +0100\"/>\n\(records)</HealthData>\n", to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    let range = ["--from", "2026-11-13", "--to", "2026-11-13"]
    let csv = try await sandbox.ringtop(words: ["query", "headache", "--format", "csv"] + range)
    let rows = csv.output.split(whereSeparator: \.isNewline).dropFirst()
    let values = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[2...3].joined(separator: "|") }
    #expect(values == ["9|", "|HKCategoryValueSeverityTerrible", "-1|", "2|mild"], "\(csv)")
    let lines = try await sandbox.ringtop(words: ["query", "headache", "--format", "jsonl"] + range)
    #expect(
      lines.output.contains("\"value\":-1") && lines.output.contains("\"name\":\"HKCategoryValueSeverityTerrible\""))
    let table = try await sandbox.ringtop(words: ["query", "headache"] + range)
    #expect(table.output.contains("  9 ") && table.output.contains(" -1 ") && !table.output.contains("?"), "\(table)")
    let exported = try await sandbox.ringtop("export", "--format", "csv", "headache")
    #expect(exported.output.contains(",,,HKCategoryValueSeverityTerrible,W"), "\(exported)")
    let xml = try await sandbox.ringtop("export", "--format", "xml", "headache")
    #expect(xml.output.contains("value=\"HKCategoryValueSeverityTerrible\"/>") && xml.output.contains("value=\"9\""))
    let answer = try await ask(sandbox, allowing: "headache", #"{"type":"headache","period":"2026-11-13"}"#)
    #expect(
      answer.contains(#""9":1"#) && answer.contains(#""-1":1"#) && answer.contains("SeverityTerrible"), "\(answer)")
  }

  /// What an assistant is told by the tool statistics.
  private func ask(_ sandbox: Sandbox, allowing type: String, _ arguments: String) async throws -> String {
    #expect(try await sandbox.ringtop("mcp", "--allow", "kim", type).code == 0)
    let call = """
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"statistics","arguments":\(arguments),"_meta":\
      {"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},\
      "io.modelcontextprotocol/clientInfo":{"name":"kim","version":"1"}}}}

      """
    return try await Program.run([Program.ringtop, "mcp"], environment: sandbox.environment, input: call).output
  }

  @Test("each sample keeps the unit with which it came, and nothing is computed across units that do not convert")
  func units() async throws {
    let sandbox = try Sandbox()
    func record(_ hour: Int, _ unit: String, _ value: String) -> String {
      """
       <Record type="\(Self.name)" sourceName="W\(hour)" unit="\(unit)" startDate="2026-11-13 0\(hour):00:00 +0100" \
      endDate="2026-11-13 0\(hour):00:00 +0100" value="\(value)"/>

      """
    }
    let records =
      record(1, "ms", "40") + record(2, "s", "0.06") + record(3, "bananas", "3") + record(4, "apples", "5")
      + record(5, "kcal", "7")
    let file = try sandbox.write(
      "<HealthData>\n <ExportDate value=\"2026-11-14 21:00:00 +0100\"/>\n\(records)</HealthData>\n", to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    func query(_ arguments: String...) async throws -> [String] {
      let words = ["query"] + arguments + ["--from", "2026-11-13", "--to", "2026-11-13", "--format", "csv"]
      let found = try await sandbox.ringtop(words: words)
      #expect(found.code == 0, "\(found)")
      return found.output.split(whereSeparator: \.isNewline).dropFirst().map { row in
        row.split(separator: ",", omittingEmptySubsequences: false)[2...3].joined(separator: " ")
      }
    }
    #expect(try await query(Self.name) == ["40 ms", "0.06 s", "3 bananas", "5 apples", "7 kcal"])
    #expect(try await query(Self.name, "--unit", "s") == ["0.04 s", "0.06 s"])
    #expect(try await query(Self.name, "--unit", "apples") == ["5 apples"])
    #expect(try await query("\(Self.name) (bananas)") == ["3 bananas"])
    // By unit, where milliseconds and seconds are one.
    #expect(try await query(Self.name, "--stat", "avg") == ["50 ms", "3 bananas", "5 apples", "7 kcal"])
    #expect(try await query(Self.name, "--every", "day", "--stat", "max", "--unit", "kJ") == ["29.288 kJ"])
    #expect(try await query("glowOfTomorrow (ms)", "--stat", "min") == ["40 ms"])
    #expect(try await query(Self.name, "--stat", "count") == ["5 "])
    let wrong = try await sandbox.ringtop("query", Self.name, "--unit", "km")
    #expect(wrong.code == 64 && wrong.errors.contains("ms or bananas or apples or kcal"), "\(wrong)")
    struct Chart: Decodable {
      struct Bar: Decodable {
        var avg: Double?
        var count: Int
      }
      var type: String
      var unit: String
      var bars: [Bar]
    }
    let text = try await sandbox.ringtop(
      "chart", "glowOfTomorrow", "--period", "month", "--date", "2026-11-13", "--format", "json")
    let charts = try JSONDecoder().decode([Chart].self, from: Data(text.output.utf8))
    #expect(charts.map(\.unit) == ["ms", "bananas", "apples", "kcal"], "\(text)")
    #expect(charts.map { $0.bars.compactMap(\.avg) } == [[50], [3], [5], [7]])
    let plain = try await sandbox.ringtop(
      "chart", "\(Self.name) (bananas)", "--period", "month", "--date", "2026-11-13", "--format", "plain")
    #expect(plain.code == 0 && plain.output.contains("bananas"), "\(plain)")
    let types = try await sandbox.ringtop("types")
    #expect(types.output.contains("\(Self.name) (bananas)") && types.output.contains("\(Self.name) (ms)"), "\(types)")
    #expect(try await sandbox.ringtop("sources", Self.name).output.contains("W3"))
    let both = try await ask(sandbox, allowing: Self.name, #"{"type":"\#(Self.name)","period":"2026-11-13"}"#)
    #expect(both.contains("do not convert") && both.contains("(bananas)"), "\(both)")
    let own = try await ask(sandbox, allowing: Self.name, #"{"type":"\#(Self.name) (ms)","period":"2026-11-13"}"#)
    #expect(own.contains(#""value":50,"unit":"ms""#), "\(own)")
    let export = try await sandbox.ringtop("export", "\(Self.name) (apples)", "--format", "csv")
    #expect(export.output.split(whereSeparator: \.isNewline).count == 2 && export.output.contains(",5,apples,"))
    #expect(try await sandbox.ringtop("delete", "\(Self.name) (apples)", "--yes").code == 0)
    #expect(try await query(Self.name) == ["40 ms", "0.06 s", "3 bananas", "7 kcal"])
  }

  @Test("an activity has the name that it came with, and a correlation names its members")
  func activitiesAndCorrelations() async throws {
    let sandbox = try Sandbox()
    let dates = #"startDate="2026-11-13 08:00:00 +0100" endDate="2026-11-13 08:30:00 +0100""#
    func member(_ name: String) -> String {
      #"<Record type="HKQuantityTypeIdentifierSugar\#(name)" sourceName="W" unit="mg/dL" \#(dates) value="90"/>"#
    }
    let file = try sandbox.write(
      """
      <HealthData>
       <ExportDate value="2026-11-14 21:00:00 +0100"/>
       <Workout workoutActivityType="HKWorkoutActivityTypeZeroGravityDance" duration="30" durationUnit="min" \
      sourceName="W" \(dates)/>
       <Correlation type="HKCorrelationTypeIdentifierSugarPair" sourceName="W" \(dates)>\
      \(member("Before"))\(member("After"))</Correlation>
       <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" \(dates) value="HKCategoryValueSleepAnalysisDozing"/>
      </HealthData>

      """, to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    let list = try await sandbox.ringtop("show", "--view", "workouts", "--format", "plain")
    #expect(list.output.contains("Zero gravity dance"), "\(list)")
    let json = try await sandbox.ringtop("show", "--view", "workouts", "--format", "json")
    #expect(json.output.contains("\"activity\":\"zeroGravityDance\""), "\(json)")
    let card = try await sandbox.ringtop("show", "--view", "workout", "--format", "plain")
    #expect(card.output.contains("Zero gravity dance"), "\(card)")
    for (table, column, word) in [
      ("workout", "activity", "HKWorkoutActivityTypeZeroGravityDance"),
      ("sleep", "stage", "HKCategoryValueSleepAnalysisDozing"),
    ] {
      let rows = try await sandbox.ringtop("sql", "SELECT \(column) FROM \(table)")
      #expect(rows.output.contains(word), "\(rows)")
    }
    let csv = try await sandbox.ringtop("export", "--format", "csv", "workout")
    #expect(csv.output.contains(",HKWorkoutActivityTypeZeroGravityDance,W"), "\(csv)")
    let xml = try await sandbox.ringtop("export", "--format", "xml")
    #expect(xml.output.contains("workoutActivityType=\"HKWorkoutActivityTypeZeroGravityDance\""), "\(xml)")
    for command in ["query", "chart", "sources"] {
      for name in ["HKCorrelationTypeIdentifierSugarPair", "sugarPair"] {
        let found = try await sandbox.ringtop(command, name)
        #expect(found.code == 64 && found.errors.contains("holds several values: name one of them"), "\(found)")
        #expect(found.errors.contains("SugarAfter or HKQuantityTypeIdentifierSugarBefore"), "\(found)")
      }
    }
  }
}
