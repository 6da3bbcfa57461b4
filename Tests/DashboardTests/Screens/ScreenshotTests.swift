import Foundation
import TerminalModel
import Testing

@testable import Dashboard
@testable import Widgets

/// The pictures of the documentation. `Assets/screenshots/make` and `animate` record in each which keys were typed and which
/// screen the program then showed.
@Suite("Screenshots")
struct ScreenshotTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func file(_ name: String) -> URL { root.appendingPathComponent("Assets/screenshots/\(name)") }

  /// What each picture is said to show.
  static let screens = [
    "day-xterm": "day 100x30", "day-kitty": "day 120x40", "day-vte": "day 100x30", "light": "day 100x30",
    "pane-30x6": "day 30x6", "pane-20x3": "day 20x3", "month": "month 120x40", "workout": "workout 120x40",
    "sleep": "sleep 120x40", "year": "year 120x40", "trends": "trends 120x40", "chart": "chart 120x40",
    "help": "help 100x30", "friends-80x24": "friends 80x24", "friends-120x40": "friends 120x40",
    "friends-200x60": "friends 200x60",
  ]

  @Test("each shows the screen that it is said to show", arguments: screens.sorted { $0.key < $1.key })
  func pictures(name: String, screen: String) throws {
    let record = try Self.record(ofPNG: Data(contentsOf: Self.file(name + ".png")))
    #expect(record["Screen"] == screen)
    let keys = try #require(record["Keys"])
    #expect(Self.screen(after: [keys == "-" ? "" : keys], size: Self.size(screen)) == [screen.prefix { $0 != " " }])
  }

  /// Pictures of something else than the dashboard.
  private static let others = ["themes", "page-phone"]

  @Test("all are in the documentation, and no others")
  func shown() throws {
    let pages = try ["README.md", "Assets/docs/gallery.md"].map {
      try String(contentsOf: Self.root.appendingPathComponent($0), encoding: .utf8)
    }.joined()
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.file("").path) where name.hasSuffix(".png") {
      #expect(
        Self.others.contains(String(name.dropLast(4))) || Self.screens[String(name.dropLast(4))] != nil, "\(name)")
    }
    for name in Self.screens.keys { #expect(pages.contains("screenshots/\(name).png"), "\(name)") }
  }

  @Test("the tour shows the screens of its keys")
  func tour() throws {
    let record = try Self.comment(ofGIF: Data(contentsOf: Self.file("tour.gif")))
    let steps = record.split(separator: "\n").map { $0.components(separatedBy: " -> ") }
    try #require(steps.count > 10 && steps.allSatisfy { $0.count == 2 })
    // An entered command changes the store, and comes back to the same screen.
    let keys = steps.map { $0[0].hasPrefix(":") ? "" : $0[0] }
    #expect(Self.screen(after: keys, size: CellSize(columns: 116, rows: 40)) == steps.map { $0[1][...] })
    #expect(
      Set(steps.map { $0[1] }).isSuperset(of: ["day", "ring", "month", "year", "trends", "workout", "chart", "sleep"]))
  }

  /// The screen after each group of keys, which have the names of X.
  private static func screen(after groups: [String], size: CellSize) -> [Substring] {
    var scene = Scene(size: size)
    return groups.map { keys in
      scene.press(
        keys.replacing("Return", with: "enter").replacing("\\r", with: "enter").replacing("Escape", with: "esc")
          .replacing("question", with: "?"))
      return scene.app.top.name.description[...]
    }
  }

  private static func size(_ screen: String) -> CellSize {
    let numbers = screen.split { !$0.isNumber }.compactMap { Int($0) }
    return CellSize(columns: numbers.first ?? 0, rows: numbers.last ?? 0)
  }

  // MARK: - Formats

  /// The texts of a PNG by their keywords.
  private static func record(ofPNG data: Data) throws -> [String: String] {
    let bytes = [UInt8](data)
    var texts: [String: String] = [:]
    var place = 8
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let content = place + 8..<min(bytes.count, place + 8 + length)
      if String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) == "tEXt" {
        let parts = bytes[content].split(separator: 0, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        if parts.count == 2 { texts[parts[0]] = parts[1] }
      }
      place = content.upperBound + 4
    }
    return texts
  }

  /// The first comment of a GIF: blocks of text, each after its length, up to an empty one.
  private static func comment(ofGIF data: Data) throws -> String {
    let bytes = [UInt8](data)
    let start = try #require(bytes.indices.dropLast().first { bytes[$0] == 0x21 && bytes[$0 + 1] == 0xFE })
    var text: [UInt8] = []
    var place = start + 2
    while place < bytes.count, bytes[place] > 0 {
      text += bytes[(place + 1)..<min(bytes.count, place + 1 + Int(bytes[place]))]
      place += 1 + Int(bytes[place])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
