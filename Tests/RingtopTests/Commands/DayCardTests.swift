import Foundation
import TestSupport
import Testing

/// A day as a picture to share.
@Suite("ringtop show --format svg", .serialized, .programs, .timeLimit(.minutes(5)))
struct DayCardTests {
  @Test("holds the date and every ring's value, goal and percentage")
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

  @Test("says so where there is nothing to show")
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
}
