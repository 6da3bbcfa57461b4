import Foundation
import HealthModel
import Testing

@testable import StatusLine

@Suite("Status snippets")
struct StatusAssetsTests {
  static let assets = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Assets")

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.assets.appendingPathComponent(path), encoding: .utf8)
  }

  static let snippets: [(String, StatusFormat)] = [
    ("bars/waybar.jsonc", .waybar), ("bars/i3bar.conf", .i3bar), ("bars/i3blocks.conf", .i3blocks),
    ("bars/polybar.ini", .polybar), ("bars/starship.toml", .starship), ("bars/zellij.kdl", .zellij),
    ("bars/greeting.sh", .plain),
  ]

  @Test("each bar's snippet uses its own format", arguments: snippets)
  func formats(path: String, format: StatusFormat) throws {
    let asked = try text(path).matches(of: /--format ([a-z0-9]+)/).map { String($0.output.1) }
    #expect(!asked.isEmpty && asked.allSatisfy { $0 == format.rawValue })
  }

  @Test("every template in a snippet, and every default of the tmux plugin, is valid")
  func templates() throws {
    let greeting = try text("bars/greeting.sh").matches(of: /--template '([^']*)'/).map { String($0.output.1) }
    let plugin = try text("tmux/ringtop.tmux")
    let defaults = plugin.matches(of: /_template["']? +["'](\{[^"']*)["']/).map {
      String($0.output.1).replacingOccurrences(of: "$ring", with: "move")
    }
    #expect(greeting.count == 1 && defaults.count >= 2)
    for template in greeting + defaults { #expect(throws: Never.self) { try StatusTemplate(parsing: template) } }
  }

  @Test("the document lists every field and every condition")
  func complete() throws {
    let document = try text("status-templates.md")
    let names = StatusField.plainNames.map(\.name) + StatusField.RingField.allCases.map { "move.\($0.rawValue)" }
    for name in names { #expect(document.contains("`{\(name)}`"), "\(name)") }
    let questions = StatusCondition.plainNames.map(\.name) + ["move.closed", "move.goal", "move.default", "move.data"]
    for name in questions { #expect(document.contains("`{?\(name)}…{/}`"), "\(name)") }
    // The parser accepts no other conditions.
    for name in ["value", "percent", "left", "unit", "glyph", "bar", "paused"] {
      #expect(StatusCondition("move." + name) == nil, "\(name)")
    }
  }

  @Test("every field and condition in the document exists")
  func document() throws {
    let spans = try text("status-templates.md").matches(of: /`(\{[^`]*)`/).map { String($0.output.1) }
    #expect(spans.count > 25)
    for span in spans where !span.contains("…}") {
      #expect(throws: Never.self, "\(span)") {
        try StatusTemplate(parsing: span == "{?problem}" ? "{?problem}{/}" : span)
      }
    }
  }
}
