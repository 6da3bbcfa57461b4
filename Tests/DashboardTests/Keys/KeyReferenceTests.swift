import Foundation
import TerminalModel
import Testing

@testable import Dashboard

@Suite("The chapter on keys")
struct KeyReferenceTests {
  private static let chapter = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Assets/docs/dashboard.md")
  private static let mark = " -->\n"

  /// The headings of layers whose names are not clear without the dashboard.
  private static let titles: [ScreenName: String] = [
    "ring": "One ring", "types": "Choosing a type", "sample": "One sample", "question": "A confirmation",
    "year": "Years", "add": "Adding a sample", "goals": "Changing goals", "pause": "Pausing the rings",
    "themes": "Themes", "import": "Importing", "phone": "Data from the phone", "command": "The command line",
    "date": "Going to a date", "workout": "One workout", "help": "Help",
  ]

  private static func table(_ title: String, _ bindings: [KeyBinding]) -> String {
    guard !bindings.isEmpty else { return "" }
    let rows = bindings.map { binding in
      let keys = binding.keys.map { key in
        // A bar would end the column.
        let name = key.name(.unicode).replacingOccurrences(of: "|", with: "\\|")
        return name.contains("`") ? "`` \(name) ``" : "`\(name)`"
      }
      return "| \(keys.joined(separator: " ")) | \(binding.help) |\n"
    }
    return "\n## \(title)\n\n| key | action |\n|---|---|\n" + rows.joined()
  }

  private static var tables: String {
    table("Everywhere", Keymap.standard[.global])
      + Screens.all.map { screen in
        let name = screen.name
        return table(titles[name] ?? name.description.capitalized, Keymap.standard[.screen(name)])
      }.joined()
      + table("In every dialog", Keymap.standard[.dialog])
  }

  @Test("contains every key of every screen")
  func tables() throws {
    let text = try String(contentsOf: Self.chapter, encoding: .utf8)
    let start = try #require(text.range(of: Self.mark)).upperBound
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try (text[..<start] + Self.tables).write(to: Self.chapter, atomically: true, encoding: .utf8)
      return
    }
    #expect(String(text[start...]) == Self.tables, "RECORD=1 writes the tables.")
  }
}
