import Foundation
import HealthModel

/// A delivery of a feed, compared with the import of the same rows from an export, and with one of half as many rows.
struct FeedSuite {
  let materials: Materials
  let rounds: Int

  private static let count = 20_000

  /// How the starts of samples differ.
  private enum Starts: String, CaseIterable {
    case apart = "a minute apart"
    case equal = "all at one time"
  }

  func run(_ report: inout Report) throws {
    for starts in Starts.allCases {
      note("feed: \(rounds) rounds of \(Self.count) samples \(starts.rawValue)")
      let whole = try delivery(Self.count, starts)
      let half = try delivery(Self.count / 2, starts)
      let export = try export(Self.count, starts)
      let store = materials.path("feed.sqlite")
      let again = materials.path("feed-again.sqlite")
      try materials.removeStore(again)
      _ = try importing(whole, into: again)
      let trial = try Trial(
        rounds: rounds, warmUp: 1,
        [
          { try importing(whole, into: store, isNew: true) }, { try importing(export, into: store, isNew: true) },
          { try importing(half, into: store, isNew: true) }, { try importing(whole, into: again) },
        ])
      let (ours, exported) = (trial.cost(0), trial.cost(1))
      let name = "feed, \(Self.count) samples \(starts.rawValue)"
      report.compare(name, ours, to: "import of the same rows", exported, atMost: 3)
      report.compare("\(name), twice as many", ours, to: "half of them", trial.cost(2), atMost: 2.5)
      report.compare("\(name), again", trial.cost(3), to: "the first time", ours, atMost: 2)
      try materials.removeStore(store)
      try materials.removeStore(again)
    }
  }

  private func importing(_ path: String, into store: String, isNew: Bool = false) throws -> Run {
    if isNew { try materials.removeStore(store) }
    return try materials.program("import", path, "--store", store, "--quiet").run()
  }

  private func date(_ index: Int, _ starts: Starts) -> String {
    let minute = starts == .apart ? index : 0
    let day = materials.lastDay - 20 + minute / 1_440
    let (fields, clock) = (day.fields, minute % 1_440)
    return String(
      format: "%04d-%02d-%02d %02d:%02d:00 +0000", fields.year, fields.month, fields.day, clock / 60, clock % 60)
  }

  /// Each value once, so that no two samples are the same.
  private func value(_ index: Int) -> String { "\(60 + Double(index) / 1_000)" }

  /// In the format of Health Auto Export.
  private func delivery(_ count: Int, _ starts: Starts) throws -> String {
    let rows = (0..<count).map {
      #"{"date":"\#(date($0, starts))","Avg":\#(value($0)),"source":"Band"}"#
    }
    let text =
      #"{"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[\#(rows.joined(separator: ",\n"))]}]}}"#
    return try write(text, to: "feed-\(count)-\(starts).json")
  }

  private func export(_ count: Int, _ starts: Starts) throws -> String {
    let records = (0..<count).map { index in
      let date = date(index, starts)
      return """
        <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Band" unit="count/min" startDate="\(date)" \
        endDate="\(date)" value="\(value(index))"/>
        """
    }
    return try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US">
      <ExportDate value="\(date(0, .equal))"/>
      \(records.joined(separator: "\n"))
      </HealthData>
      """, to: "feed-\(count)-\(starts).xml")
  }

  private func write(_ text: String, to name: String) throws -> String {
    let path = materials.path(name)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}
