import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import ForeignFormats
@testable import HealthImport

@Suite("Formats: totals of which a later file has parts")
struct RestedTotalTests {
  /// Imports both rings' metrics with the same rows.
  private func receive(
    _ energy: [(time: String, value: Double)], _ minutes: Double, _ scratch: FormatStoreTests.Scratch
  )
    throws
  {
    let metrics = [("active_energy", "kcal", 1.0), ("apple_exercise_time", "min", minutes)].map { name, unit, scale in
      let rows = energy.map { #"{"date": "\#($0.time):00:00 +0100", "qty": \#($0.value * scale), "source": "W"}"# }
      return #"{"name": "\#(name)", "units": "\#(unit)", "data": [\#(rows.joined(separator: ","))]}"#
    }
    let path = try scratch.folder.write(
      #"{"data": {"metrics": [\#(metrics.joined(separator: ","))]}}"#, to: "delivery.json")
    let importer = try #require(
      try FormatImporter.all(path: path, context: FormatFixture.context(scratch.folder)).first)
    var options = FeedOptions(
      feed: importer.description.feed, replacement: importer.description.replacement, now: FormatFixture.now,
      configuredZone: "Europe/Berlin", systemZone: "Europe/Berlin", isImport: true)
    options.coverage = .growing
    _ = try scratch.store.receive(options) { _ = try importer.run(into: $0) }
  }

  @Test("the hours of several metrics in one delivery leave the rest of the day of each")
  func severalMetrics() throws {
    let scratch = try FormatStoreTests.Scratch()
    try receive(["08", "09", "10"].map { ("2026-11-\($0) 00", 650) }, 0.1, scratch)
    let hours = (8..<20).map { (time: "2026-11-10 \($0 < 10 ? "0" : "")\($0)", value: 50.0) }
    try receive(hours, 0.1, scratch)
    let summary = try #require(try scratch.summary())
    #expect(summary.move.value?.rounded() == 650 && summary.exercise.value == 65, "\(summary)")
  }
}
