import Foundation
import HealthModel
import Testing

@testable import HealthImport

@Suite("Samples in our own JSON")
struct SamplesImporterTests {
  private func read(_ json: String) throws -> (MemorySink, FeedReport) {
    let sink = MemorySink()
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let report = try SamplesImporter(JSONInput(bytes: Array(json.utf8)), now: now).run(into: sink)
    return (sink, report)
  }

  private func fault(_ json: String) -> JSONError? {
    do {
      _ = try read(json)
      return nil
    } catch {
      return error as? JSONError
    }
  }

  private let sample =
    #"{"type":"move","value":120,"unit":"kcal","start":"2026-11-19T08:00:00+01:00","end":"2026-11-19T08:30:00+01:00","source":"Scale"}"#

  @Test("are accepted singly, in an array, or under samples")
  func shapes() throws {
    for text in [sample, "[\(sample)]", #"{"note":{"a":[1]},"samples":[\#(sample)]}"#, " [ \(sample) ]\n"] {
      let (sink, report) = try read(text)
      #expect(report.stored == 1)
      let stored = try #require(sink.samples.first)
      #expect(stored.type == TypeIdentifier.activeEnergyBurned)
      #expect(stored.value == 120)
      #expect(stored.end.timeIntervalSince(stored.start) == 1_800)
      #expect(stored.provenance.source.name == "Scale")
      #expect(stored.metadata.map(\.key) == [MetadataKey.feed])
    }
    #expect(try read("[]").1.received == 0)
  }

  @Test("an id is a sync identifier, with the delivery's version if it has none")
  func identifiers() throws {
    let (sink, _) = try read(
      #"{"type":"HKQuantityTypeIdentifierBodyMass","value":180,"unit":"lb","start":1700000000,"id":"w1","metadata":{"HKTimeZone":"Europe/Berlin","far":{"value":1,"unit":"km"},"on":true,"at":{"date":"2026-11-19T08:00:00Z"},"big":{"integer":"9007199254740993"}}}"#
    )
    let metadata = try #require(sink.samples.first?.metadata)
    #expect(metadata.contains(Metadata.Entry(key: MetadataKey.syncIdentifier, value: .text("w1"))))
    #expect(metadata.contains(Metadata.Entry(key: MetadataKey.syncVersion, value: .number(1_700_000_000_000))))
    #expect(metadata.contains(Metadata.Entry(key: "far", value: .quantity(1, unit: "km"))))
    #expect(metadata.contains(Metadata.Entry(key: "big", value: .integer(9_007_199_254_740_993))))
  }

  @Test("whole numbers keep all their digits, as versions and in metadata")
  func digits() throws {
    let (sink, _) = try read(
      #"{"type":"move","value":1,"unit":"kcal","start":0,"id":"a","version":1763772345123456789,"metadata":{"k":9007199254740993,"small":-7,"half":0.5}}"#
    )
    let metadata = try #require(sink.samples.first?.metadata)
    #expect(
      metadata.contains(Metadata.Entry(key: MetadataKey.syncVersion, value: .integer(1_763_772_345_123_456_789))))
    #expect(metadata.contains(Metadata.Entry(key: "k", value: .integer(9_007_199_254_740_993))))
    #expect(metadata.contains(Metadata.Entry(key: "small", value: .number(-7))))
    #expect(metadata.contains(Metadata.Entry(key: "half", value: .number(0.5))))
  }

  @Test(
    "the error names the field at fault",
    arguments: [
      (#"[{"value":1}]"#, "[0].type"), (#"{"samples":[{"type":"aura"}]}"#, "samples[0].type"),
      (#"{"type":"move","unit":"kcal","start":0}"#, "value"), (#"{"type":"move","value":1,"start":0}"#, "unit"),
      (#"{"type":"move","value":1,"unit":"km","start":0}"#, "unit"),
      (#"{"type":"move","value":1,"unit":"kcal"}"#, "start"),
      (#"{"type":"move","value":"x","unit":"kcal","start":0}"#, "value"),
      (#"{"type":"move","value":1,"unit":"kcal","start":"noon"}"#, "start"),
      (#"{"type":"move","value":1,"unit":"kcal","start":10,"end":5}"#, "end"),
      (#"{"type":"move","value":1,"unit":"kcal","start":0,"end":99999999}"#, "end"),
      (#"{"type":"move","value":1,"unit":"kcal","start":1e18}"#, "start"),
      (#"{"type":"move","value":1e99,"unit":"kcal","start":0}"#, "value"),
      (#"{"type":"stand","value":"proud","start":0}"#, "value"), (#"{"type":"bloodPressure","start":0}"#, "members"),
      (#"{"type":"aura","value":1,"start":0}"#, "type"), (#"{"type":"move","kind":"category","value":1}"#, "kind"),
      (#"{"type":"aura","kind":"workout","value":1}"#, "kind"), (#"{"type":"aura","kind":"glow"}"#, "kind"),
      (#"{"type":"move","value":-1,"unit":"kcal","start":0}"#, "value"),
      (#"{"type":"aura","value":"soft","unit":"glows","start":0}"#, "value"),
      (#"{"type":"move","values":1}"#, "values"), (#"{"type":"activitySummary","date":"2026-11-19"}"#, "type"),
      (#"{"type":"move","metadata":{"a":{"b":1}}}"#, "metadata.a.b"), (#"7"#, ""), (#"[1]"#, "[0]"),
    ])
  func faults(text: String, place: String) {
    #expect(fault(text)?.place == place)
  }

  @Test("a type and a value that are in no catalog are kept by the names that they came with")
  func unlisted() throws {
    func word(_ text: String) -> Metadata.Entry { Metadata.Entry(key: MetadataKey.unknownValue, value: .text(text)) }
    for (fields, unit, value) in [
      (#""type":"aura","value":3,"unit":"glows""#, "glows", 3.0),
      (#""type":"aura","kind":"quantity","value":3"#, "", 3),
      (#""type":"HKQuantityTypeIdentifierAura","value":3,"unit":"kg""#, "kg", 3),
      (#""type":"HKCategoryTypeIdentifierHum","value":1"#, "", 1),
    ] {
      let (sink, _) = try read(#"{\#(fields),"start":0}"#)
      let sample = try #require(sink.samples.first)
      #expect(sample.kind == .other && (sample.unit ?? "") == unit && sample.value == value, "\(fields)")
    }
    for (fields, value, text) in [
      (#""type":"hum","kind":"category","value":"soft""#, nil, "soft"),
      (
        #""type":"sleepAnalysis","value":"HKCategoryValueSleepAnalysisDozing""#, nil,
        "HKCategoryValueSleepAnalysisDozing"
      ),
      (#""type":"sleepAnalysis","value":"HKCategoryValueSleepAnalysisAsleepCore""#, 3, nil),
    ] as [(String, Double?, String?)] {
      let (sink, _) = try read(#"{\#(fields),"start":0}"#)
      let sample = try #require(sink.samples.first)
      #expect(sample.value == value && sample.metadata.contains(where: { $0 == text.map(word) }) == (text != nil))
    }
  }

  @Test("an error at the end of a long delivery leaves the sink unfinished")
  func late() {
    let sink = MemorySink()
    let many = Array(repeating: sample, count: 9_000).joined(separator: ",")
    let input = JSONInput(bytes: Array("[\(many),{}]".utf8))
    #expect(throws: JSONError.self) { try SamplesImporter(input, now: Date()).run(into: sink) }
    #expect(sink.finished == nil)
  }

  @Test("A file in which a sample or a member has an empty type is refused, naming the line")
  func emptyTypes() {
    let dates = #""start":"2026-11-19T08:00:00Z","end":"2026-11-19T08:30:00Z""#
    let member = #"{"type":"","value":1,\#(dates)}"#
    for line in [member, #"{"type":"HKCorrelationTypeIdentifierFood",\#(dates),"members":[\#(member)]}"#] {
      let importer = JSONLinesImporter(
        path: "file", input: JSONInput(bytes: Array("\(sample)\n\(line)\n".utf8)), now: Date())
      let fault = #expect(throws: JSONLinesImporter.Fault.self) { try importer.check() }
      #expect(fault?.line == 2)
      #expect(fault?.error.place.hasSuffix("type") == true && fault?.error.reason == "is empty", "\(line)")
    }
  }

  @Test("lines without a header are deliveries, but those of programs keep their source; with one they are an export")
  func origins() throws {
    let line = sample.dropLast() + #","sourceIdentifier":"com.example"}"#
    let summary = #"{"type":"activitySummary","date":"2026-11-19","move":1,"moveGoal":400}"#
    func read(_ lines: [some StringProtocol]) throws -> (MemorySink, Bool) {
      let text = lines.joined(separator: "\n")
      let importer = JSONLinesImporter(path: "file", input: JSONInput(bytes: Array(text.utf8)), now: Date())
      let (sink, check) = (MemorySink(), try importer.check())
      _ = try importer.run(into: sink, check)
      return (sink, check.isExport)
    }
    let (delivered, isExport) = try read([sample, String(line), sample.replacing(#","source":"Scale""#, with: "")])
    #expect(!isExport)
    #expect(
      delivered.samples.map(\.provenance.source) == [
        Source(name: "Scale", bundleIdentifier: "org.openhealthkit.feed.samples/Scale"),
        Source(name: "Scale", bundleIdentifier: "com.example"),
        Source(name: "JSON Lines", bundleIdentifier: "org.openhealthkit.feed.samples/JSON Lines"),
      ])
    #expect(delivered.samples.map(\.metadata.isEmpty) == [false, true, false])
    for lines in [["{\"export\":{}}", sample], [sample, summary]] {
      let (exported, isExport) = try read(lines)
      #expect(isExport)
      #expect(exported.samples.first?.provenance.source == Source(name: "Scale"))
    }
  }
}
