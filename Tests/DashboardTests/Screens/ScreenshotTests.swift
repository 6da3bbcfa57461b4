import Foundation
import TerminalModel
import Testing

@testable import Dashboard
@testable import Widgets

/// The pictures of the documentation. `Assets/screenshots/make` records in each which keys were typed and which screen the
/// program then showed.
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
    "help": "help 100x30",
  ]

  @Test("each shows the screen that it is said to show", arguments: screens.sorted { $0.key < $1.key })
  func pictures(name: String, screen: String) throws {
    let record = try Self.record(ofPNG: Data(contentsOf: Self.file(name + ".png")))
    #expect(record["Screen"] == screen)
    let keys = try #require(record["Keys"])
    #expect(Self.screen(after: keys == "-" ? "" : keys, size: Self.size(screen)) == screen.prefix { $0 != " " })
  }

  @Test("all are in the documentation, and no others")
  func shown() throws {
    let pages = try ["README.md", "Assets/docs/gallery.md"].map {
      try String(contentsOf: Self.root.appendingPathComponent($0), encoding: .utf8)
    }.joined()
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.file("").path) where name.hasSuffix(".png") {
      #expect(name == "themes.png" || Self.screens[String(name.dropLast(4))] != nil, "\(name)")
    }
    for name in Self.screens.keys { #expect(pages.contains("screenshots/\(name).png"), "\(name)") }
  }

  /// The screen after keys, which have the names of X.
  private static func screen(after keys: String, size: CellSize) -> String {
    var scene = Scene(size: size)
    scene.press(keys.replacing("Return", with: "enter").replacing("question", with: "?"))
    return scene.app.top.name.description
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
}
