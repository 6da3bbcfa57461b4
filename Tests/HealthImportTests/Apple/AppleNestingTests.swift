import HealthImport
import HealthModel
import Testing

/// How elements nest when tags are missing, misplaced or oddly indented.
@Suite("Elements in the wrong place")
struct AppleNestingTests {
  private func member(_ kind: String, value: String = "121", children: String = "") -> String {
    ExportText.record(
      "HKQuantityTypeIdentifierBloodPressure\(kind)", unit: "mmHg", value: value, children: children)
  }

  private func correlation(_ children: String, isClosed: Bool = true) -> String {
    let dates = "startDate=\"2024-03-04 10:00:00 +0100\" endDate=\"2024-03-04 10:00:00 +0100\""
    return " <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"Cuff\" \(dates)>\n"
      + children + (isClosed ? " </Correlation>\n" : "")
  }

  private func values(_ correlation: MemorySink.Correlation?) -> [Double?] {
    correlation?.members.map(\.value) ?? []
  }

  @Test("A record below an unknown element of a correlation is not a member, whatever came before it")
  func recordInUnknown() throws {
    let hidden = "  <Foo>\n  \(member("Diastolic"))  </Foo>\n"
    for (children, members) in [
      (hidden, []), ("  " + member("Systolic", value: "120") + hidden, [120]),
      (hidden + "  " + member("Systolic", value: "119"), [119]),
    ] as [(String, [Double])] {
      let (report, sink) = try importExport(ExportText.document(correlation(children)))
      #expect(report.read == 1)
      #expect(report.skipped == 0)
      #expect(values(sink.correlations.first) == members)
      #expect(report.droppedParts.map(\.element) == ["Foo", "Record"])
      #expect(report.droppedParts.map(\.count) == [1, 1])
    }
  }

  @Test("A MetadataEntry with a missing slash loses no member")
  func lostSlash() throws {
    let entry = "  <MetadataEntry key=\"HKWasUserEntered\" value=\"1\">\n"
    let text = correlation(entry + "  " + member("Systolic", value: "120") + "  " + member("Diastolic", value: "80"))
    let (report, sink) = try importExport(ExportText.document(text))
    #expect(values(sink.correlations.first) == [120, 80])
    #expect(sink.correlations.first?.sample.metadata.map(\.key) == ["HKWasUserEntered"])
    #expect(report.droppedParts == [])
  }

  @Test("The slash or the end of any tag of a member, a list of beats or a workout may be missing")
  func lostEnds() throws {
    let text = ExportText.mixture
    let whole = try importExport(text)
    for tag in [
      "/>\n   <InstantaneousBeats", "/>\n  <WorkoutStatistics", "/>\n  <WorkoutRoute", "/>\n   <FileReference",
    ] {
      #expect(text.contains(tag))
      let damaged = text.replacing(tag, with: tag.dropFirst())
      let (report, sink) = try importExport(damaged)
      #expect(report.read == 8 && report.stored == 8, "\(tag)")
      #expect(sink.workouts.first?.record.statistics == whole.sink.workouts.first?.record.statistics, "\(tag)")
      #expect(
        sink.workouts.first?.record.routes.map(\.path) == whole.sink.workouts.first?.record.routes.map(\.path), "\(tag)"
      )
      #expect(sink.samples == whole.sink.samples, "\(tag)")
    }
    let (_, sink) = try importExport(text.replacing("  </Record>\n  <Record", with: "  <Record"))
    #expect(sink.correlations.first?.members.count == 2)
  }

  @Test("Elements that are only allowed inside another are read as nested in it, however they are indented")
  func oddIndentation() throws {
    let whole = try importExport(ExportText.mixture)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<40 {
      // The root stays where it is, so that the file counts as indented.
      let parts = ExportText.mixture.split(separator: "<HealthData", maxSplits: 1)
      let body = parts[1].split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
        number == 0 || line.hasPrefix("</HealthData")
          ? String(line)
          : String(repeating: " ", count: Int.random(in: 1...3, using: &random)) + line.drop { $0 == " " }
      }
      let (report, sink) = try importExport(parts[0] + "<HealthData" + body.joined(separator: "\n"))
      #expect(report.read == 8)
      #expect(sink.samples == whole.sink.samples)
      #expect(sink.correlations.map(\.members) == whole.sink.correlations.map(\.members))
      #expect(
        sink.workouts.flatMap(\.record.routes).map(\.path) == whole.sink.workouts.flatMap(\.record.routes).map(\.path))
    }
  }

  @Test(
    "Records after a correlation without an end tag are not its members, whether readable or not",
    arguments: [1, 5, 3_000])
  func lostCorrelationEnd(count: Int) throws {
    let text =
      correlation("  " + member("Systolic"), isClosed: false)
      + (0..<count).map { ExportText.record(start: $0 == 0 ? nil : "2024-03-04 08:00:00 +0100") }.joined()
    for tail in ["", correlation("  " + member("Diastolic", value: "80"))] {
      let (report, sink) = try importExport(ExportText.document(text + tail))
      #expect(report.read == 1 + count + (tail.isEmpty ? 0 : 1))
      #expect(report.skipCounts == ["missingStartDate": 1])
      #expect(sink.samples.count == count - 1)
      #expect(values(sink.correlations.first) == [121])
      #expect(report.droppedParts == [])
    }
    let (cut, sink) = try importExport(ExportText.document(text, isClosed: false))
    #expect(cut.skipCounts["truncated"] == (count > 1_024 ? nil : 1))
    #expect(sink.samples.count == count - 1)
  }

  @Test("Parts of a skipped element are not reported separately")
  func partsOfSkipped() throws {
    let text = correlation("  " + member("Systolic", value: "high")).replacing("2024-03-04", with: "1204-03-04")
    let (report, _) = try importExport(ExportText.document(text))
    #expect(report.skipCounts == ["dateOutOfRange": 1])
    #expect(report.droppedParts == [])
  }
}
