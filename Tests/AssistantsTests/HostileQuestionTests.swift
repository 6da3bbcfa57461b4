import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import TestSupport
import Testing

@testable import Assistants

/// Whatever a client asks, it is told nothing that is not shared with it.
@Suite("Hostile questions")
struct HostileQuestionTests {
  private static let count = ProcessInfo.processInfo.environment["RINGTOP_MUTATIONS"].flatMap(Int.init) ?? 400

  /// A person who shares steps, and a weight, a source and an event that no answer may contain.
  private static func person() throws -> PersonStore {
    let person = try PersonStore(.phoneAlone, shares: ["stepCount"])
    var batch = SampleBatch()
    batch.tables.types = [
      SampleTypeUse(identifier: "HKQuantityTypeIdentifierBodyMass", kind: .quantity, unit: "kg"),
      SampleTypeUse(identifier: TypeIdentifier.heartRate, kind: .quantity, unit: "count/min"),
    ]
    batch.tables.provenances = [Provenance(source: Source(name: "Hidden Scale"))]
    for type in [Int32(0), 1] {
      batch.samples.append(
        SampleRecord(
          type: type, provenance: 0, start: SampleDays.midnight(SampleDays.today),
          end: SampleDays.midnight(SampleDays.today), value: 217.625))
    }
    try person.connection.changing().save(batch)
    return person
  }

  private static func tells(_ result: ToolResult) -> Bool {
    let text = result.text + (result.structured?.serialized ?? "")
    return text.contains("217.6") || text.contains("Hidden Scale")
  }

  /// A statement of random parts: COLUMN, TABLE, TAIL and HEAD stand for others.
  private static func statement(_ random: inout SplitMix) -> String {
    let parts = [
      "COLUMN": [
        "*", "value", "count(*)", "max(value)", "group_concat(value)", "group_concat(name)", "quote(value)", "rowid",
        "x",
        "type", "(select max(value) from TABLE)", "exists (select 1 from TABLE where value > 217)", "sum(length(name))",
        "max(cast(value as text) || name)", "json_group_array(value)", "1",
      ],
      "TABLE": [
        "sample", "main.sample", "temp.sample", "sample_type", "source", "main.source", "type", "day", "workout",
        "sleep",
        "source", "type_name", "sqlite_master", "temp.sqlite_master", "(select COLUMN from TABLE)", "TABLE join TABLE",
        "TABLE natural join TABLE", "TABLE left join TABLE on 1", "hidden_sample", "pragma_table_list", "device",
        "pragma_database_list", "json_each('[1]')", "provenance", "edit", "permission", "metadata", "day_summary",
        "(values (1))", "sample as source", "dbstat", "x", "sample", "type", "sample",
      ],
      "TAIL": [
        "", "", "limit 5", "where value > 217", "where type = 'bodyMass'", "union all select COLUMN from TABLE",
        "union select COLUMN from TABLE", "order by value", "group by type", "where exists (select 1 from TABLE)",
        "; select 1", "-- x", "where value in (select value from TABLE)", "except select COLUMN from TABLE",
      ],
      "HEAD": [
        "", "", "", "with x as (select COLUMN from TABLE)", "with sample as (select COLUMN from TABLE)", "explain",
        "with recursive x(value) as (select COLUMN from TABLE union all select value from TABLE limit 9)",
        "with source(name) as (select COLUMN from TABLE)",
      ],
    ]
    var text = "HEAD select COLUMN from TABLE TAIL"
    for _ in 0..<12 {
      guard let next = parts.keys.sorted().compactMap({ text.range(of: $0) }).min(by: { $0.lowerBound < $1.lowerBound })
      else { return text }
      let choices = parts[String(text[next])] ?? []
      // Once it is long, only with parts that end it.
      let open = text.utf8.count > 300 ? choices.filter { $0 == $0.lowercased() } : choices
      text.replaceSubrange(next, with: open.randomElement(using: &random) ?? "")
    }
    return text.replacing("TABLE", with: "sample").replacing("COLUMN", with: "*").replacing("TAIL", with: "")
      .replacing("HEAD", with: "")
  }

  @Test("no statement tells it, however it is put together")
  func statements() throws {
    let person = try Self.person()
    var random = SplitMix(seed: 5)
    var answered = 0
    for _ in 0..<Self.count {
      let statement = Self.statement(&random)
      let result = person.ask("sql", ["statement": .text(statement), "limit": 1000])
      if !result.isError { answered += 1 }
      #expect(!Self.tells(result), "\(statement): \(result.text.prefix(300))")
    }
    // Otherwise the statements would test nothing but the parser.
    #expect(answered > Self.count / 50)
  }

  @Test(
    "a statement ends soon after its time, whatever it computes, and needs little memory",
    arguments: [
      // Forever.
      "select count(*) from c", "select count(*) from sample a, sample b, sample c, sample d, sample e, sample f",
      // The product of the lengths of two texts, in one instruction of SQLite's.
      "select sum(instr(substr(hex(zeroblob(8000)), 1, 15000 + x % 2), substr(hex(zeroblob(4000)), 1, 7500 + x % 2) || '2')) from c",
      "select sum(length(trim(substr(hex(zeroblob(4000)), 1, 7999 + x % 2), substr(hex(zeroblob(4000)), 1, 7999) || x))) from c",
      "select sum(substr(hex(zeroblob(8000)), 1, 15000 + x % 2) like '%' || substr(hex(zeroblob(90)), 1, 180) || '1%') from c",
      "select sum(instr(substr(hex(zeroblob(900000)), x % 2), substr(hex(zeroblob(400000)), x % 2) || '2')) from c",
      "select sum(length(replace(substr(hex(zeroblob(8000)), x % 2), substr(hex(zeroblob(4000)), x % 2) || '1', ''))) from c",
      // As much as there is.
      "select count(*) from (select hex(zeroblob(4000)) || x from c order by 1)",
      "select count(distinct hex(zeroblob(4000)) || x) from c", "select count(*) from d",
      "select json_group_array(x) from c", "select group_concat(x) from c",
      "select max(printf('%2000000000d', x)) from c",
    ])
  func endless(statement: String) throws {
    let person = try Self.person()
    let context = try person.service.context(Caller(client: PersonStore.client, revision: .november2025))
    let select = try SandboxedSelect(context.store, context.sharing)
    let start = ContinuousClock.now
    let refusal = #expect(throws: Refusal.self) {
      try select.run(
        "with recursive c(x) as (values (1) union all select x + 1 from c), "
          + "d(x) as (select hex(zeroblob(4000)) union all select x || '' from d union all select x || '1' from d) "
          + statement, seconds: 1)
    }
    // What is too big ends at once.
    #expect(
      ["longer than 1 s", "too big"].contains { refusal?.sentence.contains($0) == true }, "\(refusal?.sentence ?? "")")
    #expect(.now - start < .seconds(10))
  }

  @Test("a statement ends when it is cancelled")
  func cancelled() throws {
    let person = try Self.person()
    let asked = Lock(0)
    let caller = Caller(client: PersonStore.client, revision: .november2025) {
      asked.withLock { count in
        count += 1
        return count > 100
      }
    }
    let endless: JSONValue = [
      "statement": "with recursive c(x) as (values (1) union all select x + 1 from c) select count(*) from c"
    ]
    let result = try #require(person.service.call("sql", endless, caller))
    #expect(result.isError && result.text == "The statement was cancelled.")
    #expect((101...110).contains(asked.withLock(\.self)))
  }

  @Test("no argument of any tool tells it, nor stops the server")
  func arguments() throws {
    let person = try Self.person()
    var random = SplitMix(seed: 6)
    let texts = [
      "bodyMass", "heartRate", "HKQuantityTypeIdentifierBodyMass", "body mass", "stepCount", "all", "today", "source",
      "day", "hour", "month", "mean", "maximum", "sum", "count", "kg", "2026-11-19", "0001-01-01 to 9999-12-31",
      "last 99999999999999999999 days", "-1", "row-9223372036854775807", "row-0", "form", "sleepDebt", "\u{0}", "…",
      String(repeating: "9", count: 400), "1e999", "nan", "2026-02-30", "last 10000 years", "../../etc/passwd", "'",
    ]
    let values: [JSONValue] =
      texts.map { .text($0) } + [
        .whole(.min), .whole(.max), .whole(0), .number(.nan), .number(1e300), .null, true, [], [:],
        ["type": "bodyMass"],
      ]
    let names = ["type", "period", "by", "statistic", "unit", "first", "second", "date", "activity", "limit", "cursor"]
    for turn in 0..<Self.count {
      let tool = person.service.tools[turn % person.service.tools.count]
      let known = tool.parameters.map(\.name)
      var arguments: JSONValue = [:]
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let name = (Bool.random(using: &random) ? known : names).randomElement(using: &random) ?? "type"
        arguments = arguments.adding(name, values.randomElement(using: &random) ?? .null)
      }
      let result = person.ask(tool.name, arguments)
      #expect(!Self.tells(result), "\(tool.name) \(arguments.serialized)")
      #expect(result.text.utf8.count <= Answer.Size.largest && !result.text.isEmpty)
    }
  }
}
