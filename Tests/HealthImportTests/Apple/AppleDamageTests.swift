import Foundation
import HealthImport
import HealthModel
import Testing

/// One test for each defect that real exports are known to have.
@Suite("Defects of real exports")
struct AppleDamageTests {
  @Test("The broken DTD of iOS 16.0 loses no records")
  func brokenDoctype() throws {
    let whole = try importExport(ExportText.document(ExportText.record()))
    let (report, sink) = try importExport(
      ExportText.document(ExportText.record(), doctype: ExportText.brokenDoctype))
    #expect(report.isComplete)
    #expect(report.stored == 1)
    #expect(sink.samples.map(\.value) == whole.sink.samples.map(\.value))
  }

  @Test("Files with and without a DTD")
  func doctype() throws {
    for doctype in [ExportText.doctype, ""] {
      #expect(try importExport(ExportText.document(ExportText.record(), doctype: doctype)).report.stored == 1)
    }
  }

  @Test("U+000B in metadata is kept")
  func verticalTab() throws {
    let (report, sink) = try importExport(
      ExportText.document(ExportText.record(children: ExportText.entry("Note", "a\u{0B}b"))))
    #expect(report.skipped == 0)
    #expect(sink.samples.first?.metadata.map(\.value) == [.text("a\u{0B}b")])
  }

  @Test("Attribute names with spaces, as iOS 8.3 wrote for Withings, do not hide other attributes")
  func spacesInNames() throws {
    let (report, sink) = try importExport(
      ExportText.document(ExportText.record(extra: " Health Mate App=\"1\" withings user id=\"7\"")))
    #expect(report.skipped == 0)
    #expect(sink.samples.map(\.value) == [12])
  }

  @Test("A file without its end gives everything in it and is reported as incomplete")
  func missingEnd() throws {
    let (report, sink) = try importExport(ExportText.document(ExportText.record(), isClosed: false))
    #expect(!report.isComplete)
    #expect(report.stored == 1)
    #expect(report.skipped == 0)
    #expect(sink.finished == false)
  }

  @Test("If a file is cut anywhere, every record is accounted for, and the partial element counts as read and skipped")
  func truncation() throws {
    let bytes = Array(ExportText.mixture.utf8)
    let marker = try #require(ExportText.mixture.range(of: "<!DOCTYPE HealthData"))
    let root = ExportText.mixture[..<marker.upperBound].utf8.count
    var reads: Set<Int> = []
    for length in stride(from: root, to: bytes.count, by: 7) {
      let (report, sink) = try importExport(Array(bytes.prefix(length)))
      #expect(report.isComplete == (length >= bytes.count - 1))
      #expect(report.skipped <= 1, "cut at \(length): \(report.skipCounts)")
      #expect(report.skipCounts.keys.allSatisfy { $0 == "truncated" })
      #expect(
        report.stored == sink.samples.count + sink.correlations.count + sink.workouts.count + sink.summaries.count)
      reads.insert(report.read)
    }
    #expect(reads == Set(0...8))
  }

  @Test("A record without a start date is the only one lost")
  func missingStartDate() throws {
    let (report, _) = try importExport(ExportText.document(ExportText.record(start: nil) + ExportText.record()))
    #expect(report.stored == 1)
    #expect(report.skipCounts == ["missingStartDate": 1])
  }

  @Test("Metadata keys that differ only in case are different keys")
  func keysInTwoCases() throws {
    let children = ExportText.entry("meal", "a") + ExportText.entry("Meal", "b")
    let (_, sink) = try importExport(ExportText.document(ExportText.record(children: children)))
    #expect(sink.samples.first?.metadata.map(\.key) == ["Meal", "meal"])
  }

  @Test("All exact duplicates are passed on")
  func duplicates() throws {
    let (report, sink) = try importExport(
      ExportText.document(String(repeating: ExportText.record(), count: 8) + ExportText.mixture))
    #expect(sink.samples.count == 8 + 5)
    #expect(report.skipped == 0 && report.droppedParts.count { $0.reason == "repeatedHeader" } == 2)
  }

  @Test(
    "A missing end tag loses no other records in an indented file",
    arguments: ["Record", "Correlation", "Workout", "Audiogram"])
  func lostEndTag(name: String) throws {
    let inner = name == "Correlation" ? "  " + ExportText.record() : "  <MetadataEntry key=\"k\" value=\"v\"/>\n"
    let element = """
       <\(name) type="HKQuantityTypeIdentifierStepCount" workoutActivityType="HKWorkoutActivityTypeYoga" unit="count" value="5" startDate="2024-03-04 08:00:00 +0100">
      \(inner)
      """
    let (report, sink) = try importExport(
      ExportText.document(element + String(repeating: ExportText.record(), count: 5)))
    #expect(report.read == 6)
    #expect(sink.samples.count == (name == "Record" || name == "Audiogram" ? 6 : 5))
  }

  @Test("An element of a later iOS version may contain what look like records")
  func futureElement() throws {
    let (report, sink) = try importExport(
      ExportText.document(
        " <FutureGroup a=\"1\">\n   <FuturePart>\n   " + ExportText.record(children: ExportText.entry("a", "b"))
          + "   </FuturePart>\n </FutureGroup>\n" + ExportText.record()))
    #expect(sink.samples.count == 1)
    #expect(report.skipCounts == ["unsupportedElement": 1])
    #expect(report.read == 2)
  }

  @Test("A file without line breaks or indentation gives the same result")
  func oneLine() throws {
    let whole = try importExport(ExportText.mixture)
    let text = ExportText.mixture.replacing("\n", with: " ")
    let (report, sink) = try importExport(text)
    #expect(report.read == 8)
    #expect(sink.samples.map(\.value) == whole.sink.samples.map(\.value))
    #expect(sink.correlations.map(\.members.count) == [2])
    let flush = try importExport(ExportText.mixture.replacing(#/\n +/#, with: "\n"))
    #expect(flush.report.read == 8)
    #expect(flush.sink.correlations.map(\.members.count) == [2])
  }

  @Test("Random damage never stops an import, and every record is accounted for", arguments: Mutation.seeds(150))
  func mutations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let body = ExportText.mixture.replacing("</HealthData>", with: "")
    let original = Array((body + String(repeating: ExportText.record(), count: 30) + "</HealthData>").utf8)
    var bytes = original
    // Keeps the marker by which the file is recognised.
    let head = ExportText.document("", isClosed: false).utf8.count
    let tail = Mutation.random(
      Array(original.dropFirst(head)), count: Int.random(in: 1...8, using: &random), using: &random)
    bytes = Array(original.prefix(head)) + tail
    let (report, _) = try importExport(bytes)
    // An end tag of the root in the middle ends the document there.
    #expect(report.read > 5 || report.isComplete, "seed \(seed)")
  }
}
