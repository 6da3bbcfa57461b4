import Foundation
import TerminalModel
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("The chapter on keys")
struct KeyReferenceTests {
  private static let book = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Assets/docs")
  private static let mark = " -->\n"

  /// The headings of layers whose names are not clear without the dashboard.
  private static let titles: [ScreenName: String] = [
    "ring": "One ring", "types": "Choosing a type", "sample": "One sample", "question": "A confirmation",
    "year": "Years", "add": "Adding a sample", "goals": "Changing goals", "pause": "Pausing the rings",
    "themes": "Themes", "import": "Importing", "phone": "Data from the phone", "command": "The command line",
    "date": "Going to a date", "workout": "One workout", "help": "Help",
  ]

  /// The screens over another one.
  private static let dialogs: Set<ScreenName> = [
    "types", "sample", "question", "add", "goals", "pause", "themes", "import", "phone", "command", "date", "help",
  ]

  /// Keys that several screens have, once.
  private static let shared: [(title: String, words: String, bindings: [KeyBinding])] = [
    ("Days", "those for days", DayNavigation.bindings), ("Rows", "those for rows", PagedList<Int>.bindings),
    ("Entries", "those for entries", ListView.bindings.filter { $0.action != .search }),
    ("Text", "those for text", TextField.bindings),
  ]

  private static func screenTable(_ screen: any Screen.Type) -> String {
    var bindings = Keymap.standard[.screen(screen.name)]
    var also: [String] = []
    func isSame(_ a: KeyBinding, _ b: KeyBinding) -> Bool { a.keys == b.keys && a.help == b.help }
    for group in shared where group.bindings.allSatisfy({ key in bindings.contains { isSame($0, key) } }) {
      bindings.removeAll { binding in group.bindings.contains { isSame($0, binding) } }
      also.append("[\(group.words)](dashboard.md#\(group.title.lowercased()))")
    }
    let title = titles[screen.name] ?? screen.name.description.capitalized
    let own = table(title, bindings)
    guard !also.isEmpty else { return own }
    return (own.isEmpty ? "\n## \(title)\n" : own) + "\n\(own.isEmpty ? "The keys are" : "Also") "
      + also.joined(separator: " and ") + ".\n"
  }

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

  private static func tables(in chapter: String) -> String {
    switch chapter {
    case "dashboard.md":
      table("Everywhere", Keymap.standard[.global]) + table("In every dialog", Keymap.standard[.dialog])
        + shared.map { table($0.title, $0.bindings) }.joined()
    default:
      Screens.all.filter { dialogs.contains($0.name) == (chapter == "dashboard-dialogs.md") }.map(screenTable).joined()
    }
  }

  @Test(
    "contains every key of every screen", arguments: ["dashboard.md", "dashboard-screens.md", "dashboard-dialogs.md"])
  func tables(chapter: String) throws {
    let file = Self.book.appendingPathComponent(chapter)
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: Self.mark)).upperBound
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try (text[..<start] + Self.tables(in: chapter)).write(to: file, atomically: true, encoding: .utf8)
      return
    }
    #expect(String(text[start...]) == Self.tables(in: chapter), "RECORD=1 writes the tables.")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }
}
