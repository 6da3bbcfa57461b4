import Foundation
import TestSupport
import Testing

@Suite("Sizes of the dashboard", .serialized, .programs, .timeLimit(.minutes(10)))
struct SizeTests {
  struct Size: CustomTestStringConvertible, Sendable {
    var columns: Int
    var rows: Int
    /// Texts that must be on the screen.
    var words: [String]
    var testDescription: String { "\(columns)x\(rows)" }

    func isShown(_ text: String) -> Bool {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return words.allSatisfy(text.contains) && lines.count <= rows + 1
        && lines.allSatisfy { $0.count <= columns }
    }
  }

  static let sizes = [
    Size(columns: 120, rows: 40, words: ["Saturday 14 November 2026", "320 / 500 kcal", "Sat 14", "q quit"]),
    Size(columns: 100, rows: 30, words: ["Saturday 14 November 2026", "320 / 500 kcal", "Sat 14", "q quit"]),
    Size(columns: 80, rows: 24, words: ["Saturday 14 November 2026", "320 / 500 kcal", "Sat 14", "q quit"]),
    Size(columns: 40, rows: 12, words: ["14 Nov", "320", "21", "quit"]),
    Size(columns: 30, rows: 6, words: ["Sat 14 Nov", "64%", "70%", "66%"]),
    Size(columns: 20, rows: 3, words: ["64", "70", "66"]),
    Size(columns: 1, rows: 1, words: []),
  ]

  @Test("it opens at every size", arguments: sizes)
  func opens(_ size: Size) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 14))
    let command = [Program.ringtop, "--still"]
    try await TmuxScreen.with(sandbox, columns: size.columns, rows: size.rows, command) { screen in
      try await screen.wait(until: "all of \(size.words)", size.isShown)
      try await eventually("the screen taken") { try await screen.variable("alternate_on") == "1" }
      try await screen.press("q")
      #expect(try await screen.end() == 0)
    }
  }

  @Test("it follows the size of the window, and keeps its state")
  func resizes() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 14))
    try await TmuxScreen.dashboard(sandbox, columns: 90, rows: 28) { screen in
      for size in Self.sizes.reversed() + Self.sizes {
        try await screen.resize(columns: size.columns, rows: size.rows)
        try await screen.wait(until: "all of \(size.words) at \(size.testDescription)", size.isShown)
      }
      try await screen.resize(columns: 76, rows: 23)
      try await screen.wait(for: "Saturday 14 November 2026")
      try await screen.press("q")
      #expect(try await screen.end() == 0)
    }
  }

  @Test("without UTF-8 it draws in ASCII, and without colours in the default ones")
  func plain() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 7))
    let ascii = [Program.ringtop, "--still", "--glyphs", "ascii", "--color", "none"]
    try await TmuxScreen.with(sandbox, columns: 76, rows: 23, ascii) { screen in
      try await screen.wait(for: "320 / 500 kcal")
      let picture = try await screen.picture
      #expect(picture.unicodeScalars.allSatisfy { $0.isASCII })
      #expect(!picture.contains("[38;") && !picture.contains("[31m"))
    }
  }

  @Test("--pane shows only the day, without a footer")
  func pane() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 7))
    try await TmuxScreen.dashboard(sandbox, columns: 40, rows: 12, "--pane", showing: "320") { screen in
      #expect(try await !screen.text.contains("quit"))
      try await screen.press("q")
      #expect(try await screen.end() == 0)
    }
  }
}
