import Foundation
import TestSupport
import Testing

/// A day as a picture to share.
@Suite("ringtop show --format svg and png", .serialized, .programs, .timeLimit(.minutes(10)))
struct DayCardTests {
  @Test("contains the date and the value, goal and percentage of every ring")
  func day() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    let ending = try await sandbox.ringtop("show", "--format", "svg", "--date", "2026-11-13")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output.hasPrefix("<svg ") && ending.output.hasSuffix("</svg>\n"))
    let rings = ExportFixture.rings(daysBefore: 1)
    for words in [
      "Friday", "13 November 2026<", "\(Int(rings.move))/500 kcal", "\(rings.exercise)/30 min", "\(rings.stand)/12 h",
      "Move", "\(Int(rings.move) / 5)%",
    ] {
      #expect(ending.output.contains(words), "\(words)")
    }
  }

  @Test("reports that there is nothing to show")
  func noData() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    let ending = try await sandbox.ringtop("show", "--format", "svg", "--date", "2026-10-01")
    #expect(ending.code == 0)
    #expect(ending.output.contains("1 October 2026, no data"))
    #expect(!ending.output.contains("kcal"))
  }

  @Test("also shows made-up data")
  func demo() async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.ringtop("show", "--demo", "--format", "svg")
    #expect(ending.code == 0 && ending.output.contains("kcal"))
  }

  /// The width and height in a PNG file's first chunk; nil if the file is not a PNG.
  private func size(ofPNG path: String) -> [Int]? {
    let bytes = Array(FileManager.default.contents(atPath: path) ?? Data())
    guard bytes.count > 200, bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else { return nil }
    return [16, 20].map { bytes[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test("a PNG of a day is a card, and a PNG of any other view is a picture of it")
  func png() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    for (view, wanted) in [("day", [1200, 630]), ("month", nil), ("move", nil), ("year", nil), ("chart", nil)] {
      let path = sandbox.file("\(view).png")
      let ending = try await Program.run(
        ["sh", "-c", "'\(Program.ringtop)' show --view \(view) --format png >'\(path)'"],
        environment: sandbox.environment)
      #expect(ending.code == 0 && ending.errors == "")
      let sides = try #require(size(ofPNG: path), "\(view)")
      // 120 columns of 12 pixels each, and a margin.
      #expect(wanted == nil ? sides[0] == 120 * 12 + 24 : sides == wanted, "\(view)")
    }
  }

  @Test("an SVG of the month shows its rings as arcs")
  func month() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let ending = try await sandbox.ringtop("show", "--view", "month", "--format", "svg")
    #expect(ending.code == 0 && ending.output.contains(">November 2026<"))
    #expect(throws: Never.self) { try XMLDocumentCheck.wellFormed(ending.output) }
    // Nine days with three rings each.
    #expect(ending.output.components(separatedBy: "<mask ").count - 1 == 27)
  }

  @Test("a PNG is not written to a terminal")
  func terminal() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    try await TmuxScreen.shell(sandbox, columns: 90, rows: 12) { screen in
      try await screen.enter("clear; \"$RINGTOP\" show --format png; echo code $?")
      try await screen.wait { $0.contains("Redirect it") && $0.contains("code 64") }
    }
  }
}
