import FoundationEssentials
import HealthModel
import Testing

@testable import HealthImport

@Suite("A long delivery across its two threads")
struct FeedPipelineTests {
  private struct StoreFailure: Error {}

  /// Of the rows, every tenth has no valid date.
  private func phoneJSON(_ count: Int) -> JSONInput {
    let rows = (0..<count).map { index in
      let (minute, second) = (index / 60 % 60, index % 60)
      let time = "\(index / 3_600 + 10):\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second) +0000"
      return #"{"date":"\#(index % 10 == 3 ? "?" : "2026-11-14 " + time)","Avg":\#(60 + index % 40),"source":"W"}"#
    }
    let metrics = ["step_count", "heart_rate"].map {
      #"{"name":"\#($0)","units":"count\#($0 == "heart_rate" ? "/min" : "")","data":[\#(rows.joined(separator: ","))]}"#
    }
    return JSONInput(bytes: Array(#"{"data":{"metrics":[\#(metrics.joined(separator: ","))]}}"#.utf8))
  }

  @Test("gives the same records, batches and report as reading and storing in turn")
  func sameReport() throws {
    let input = phoneJSON(9_000)
    func run(_ size: Int) throws -> (MemorySink, FeedReport) {
      let sink = MemorySink()
      sink.refusedTypes = [TypeIdentifier.stepCount]
      let tables = FeedTableBuilder(feed: "phone", fallbackSource: "Phone")
      let report = try FeedPipeline(sink: sink).run(tables, size: size) { batcher in
        var parser = HealthAutoExportParser(batcher: batcher, width: .seconds)
        var reader = JSONReader(input)
        defer { batcher = parser.batcher }
        try parser.document(&reader)
      }
      return (sink, report)
    }
    let (direct, inTurn) = try run(0)
    let (threaded, report) = try run(input.size)
    #expect(report == inTurn)
    #expect(report.received == 18_000 && report.stored == 8_100 && report.skips.count == 100)
    #expect(threaded.samples == direct.samples && threaded.samples.count == 8_100)
    #expect(threaded.batchSizes == direct.batchSizes && threaded.batchSizes.count > 3)
  }

  @Test("a failing sink ends it with the sink's error", arguments: [0, 1, 3])
  func failingSink(batch: Int) {
    let sink = MemorySink()
    sink.onReceive = { if $0 == batch { throw StoreFailure() } }
    #expect(throws: StoreFailure.self) { try HealthAutoExportImporter(phoneJSON(9_000)).run(into: sink) }
    #expect(sink.batchSizes.count == batch)
    #expect(sink.finished == nil)
  }

  @Test("the ends of the user's days are known on the parser's thread")
  func daysEnd() throws {
    let sink = MemorySink()
    let day = Date(timeIntervalSince1970: 1_774_652_400)
    sink.dayEnds = [day: day + 82_800]
    let padding = String(repeating: " ", count: 1 << 18)
    let text =
      #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":"2026-03-28 00:00:00 +0100","qty":5}]}]}}"#
    for text in [text, text + padding] {
      _ = try HealthAutoExportImporter(JSONInput(bytes: Array(text.utf8)), aggregation: "days").run(into: sink)
    }
    #expect(sink.samples.map(\.end) == [day + 82_800, day + 82_800])
  }
}
