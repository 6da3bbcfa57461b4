import Foundation
import HealthModel
import Testing

@testable import ForeignFormats
@testable import HealthImport

/// The page that lists what becomes of everything in a file. `RECORD=1` writes it.
@Suite("Formats: the documentation")
struct FormatContentsTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Assets/docs/format-contents.md")

  private static let introduction = """
    # What becomes of a file's contents

    Every section, table, message or column that the [formats of other programs](other-sources.md) can contain, and what it is stored
    as. The tables are generated from the tables that the files are read by. Types have the names that `ringtop types` prints; a
    type that HealthKit does not have keeps the name given here. **Derived** samples are marked as such; what *is skipped* is counted
    in the report with [that reason](scripts.md#reasons), and what is *not stored* is no record.

    """

  private static func row(_ content: FormatContent) -> String {
    let cells = content.fields.map { field in
      field.name.isEmpty ? field.stored : "`\(field.name)`: \(field.stored)"
    }
    return "| \(content.section) | \(cells.joined(separator: "; ")) |\n"
  }

  /// A run of sections with one field each is one row; those that become the same are named together.
  private static func rows(_ contents: [FormatContent]) -> String {
    var rows = ""
    var run: [FormatContent] = []
    func end() {
      guard run.count > 2 else {
        rows += run.map(row).joined()
        return run.removeAll()
      }
      var stored: [String] = []
      var names: [String: [String]] = [:]
      for content in run {
        let field = content.fields[0]
        if names[field.stored] == nil { stored.append(field.stored) }
        names[field.stored, default: []].append(
          "`\(content.section)`" + (field.name.isEmpty ? "" : " (`\(field.name)`)"))
      }
      let cells = stored.map { "\(names[$0]?.joined(separator: ", ") ?? ""): \($0)" }
      rows += "| one value each | \(cells.joined(separator: "; ")) |\n"
      run.removeAll()
    }
    for content in contents {
      if content.fields.count == 1 {
        run.append(content)
      } else {
        end()
        rows += row(content)
      }
    }
    end()
    return rows
  }

  private static var text: String {
    introduction
      + FormatContent.all.map { title, contents in
        "\n## \(title)\n\n| in the file | stored as |\n|---|---|\n" + rows(contents)
      }.joined()
  }

  @Test("the page lists everything that the readers know")
  func page() throws {
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Self.text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    let stored = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(stored == Self.text, "RECORD=1 swift test --filter FormatContentsTests writes it")
    #expect(stored.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
  }

  @Test("every format lists its contents, no section twice, each with something")
  func contents() {
    #expect(ImportFormats.all.allSatisfy { !$0.contents.isEmpty })
    for (title, contents) in FormatContent.all {
      #expect(Set(contents.map(\.section)).count == contents.count, "\(title)")
      #expect(contents.allSatisfy { !$0.fields.isEmpty && $0.fields.allSatisfy { !$0.stored.isEmpty } }, "\(title)")
    }
  }

  @Test("the readers' identifiers are types of the catalog, or have a name without a prefix")
  func identifiers() {
    let identifiers =
      FITMeasurements.measurements.values.flatMap { $0.map(\.identifier) }
      + GadgetbridgeTables.measurements.map(\.identifier)
      + HealthConnectTables.all.flatMap { $0.values.map(\.identifier) }
      + HealthConnectTables.series.map(\.value.identifier) + FitbitTable.all.map(\.identifier)
    for identifier in identifiers where identifier.hasPrefix("HK") {
      #expect(QuantityTypeCatalog.entry(for: identifier) != nil, "\(identifier)")
    }
    for events in HealthConnectTables.events {
      let values = CategoryTypeCatalog.entry(for: events.identifier)?.values
      #expect(events.values.values.allSatisfy { values?.contains(Int($0)) == true }, "\(events.identifier)")
    }
    let names = Set(WorkoutActivityCatalog.all.map(\.name))
    for activities in [
      Array(GadgetbridgeTables.activities.values), Array(HealthConnectTables.activities.values),
      (0...255).flatMap { sport in (0...127).compactMap { FITSport(sport, $0).activity } }.filter { $0 != "padel" },
    ] {
      #expect(Set(activities).subtracting(names).isEmpty, "\(Set(activities).subtracting(names))")
    }
  }

  @Test(
    "the invented files can be written for readers of others",
    .enabled(if: ProcessInfo.processInfo.environment["RINGTOP_FIXTURES"]?.isEmpty == false))
  func fixtures() throws {
    let target = try #require(ProcessInfo.processInfo.environment["RINGTOP_FIXTURES"])
    for fixture in FormatFixture.allCases {
      let folder = try TemporaryFolder()
      let path = try fixture.write(to: folder)
      let copy = URL(filePath: "\(target)/\(fixture)")
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
      let name = copy.appending(path: URL(filePath: path).lastPathComponent)
      try? FileManager.default.removeItem(at: name)
      try FileManager.default.copyItem(at: URL(filePath: path), to: name)
    }
  }
}
