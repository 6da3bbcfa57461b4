import Foundation
import TestSupport
import Testing

/// The screens over months and years in a real terminal, and their output by `show`, on a real store.
@Suite("Years, streaks and trends", .serialized, .programs, .timeLimit(.minutes(12)))
struct HistoryScreenTests {
  private func sandbox(_ days: Int) async throws -> Sandbox {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: days))
    return sandbox
  }

  @Test("Y opens the year, days are selected by key and click, enter opens the day, and escape returns")
  func year() async throws {
    try await TmuxScreen.dashboard(try await sandbox(45), columns: 120, rows: 40, showing: "320 / 500 kcal") { screen in
      try await screen.press("Y")
      try await screen.wait { $0.contains("Rings closed") && $0.contains("Saturday 14 November 2026") }
      try await screen.press("h")
      try await screen.wait(for: "Saturday 7 November 2026")
      try await screen.press("k")
      try await screen.wait(for: "Friday 6 November 2026")
      try await screen.press("2")
      try await screen.wait { $0.contains("75%") && !$0.contains("Rings closed") }
      // A month's row in the table below, whose last line names the same day.
      try await screen.click("October  ")
      try await screen.wait { $0.components(separatedBy: "Thursday 1 October 2026").count == 3 }
      try await screen.turnWheel(up: false)
      try await screen.wait(for: "Thursday 8 October 2026")
      try await screen.press("Enter")
      try await screen.wait { $0.contains("Thursday 8 October 2026") && !$0.contains("closed 75%") }
      try await screen.press("Y")
      try await screen.wait(for: "no data")
      try await screen.press("Escape")
      try await screen.wait { !$0.contains("no data") && $0.contains("Thursday 8 October 2026") }
    }
  }

  @Test("A lists streaks and awards, and enter opens the day of one")
  func streaks() async throws {
    try await TmuxScreen.dashboard(try await sandbox(45), columns: 100, rows: 30, showing: "320 / 500 kcal") { screen in
      try await screen.press("A")
      // Move increases by 8 kcal per day into the past: 23 days ago and earlier it was over 500.
      try await screen.wait { $0.contains("Streaks") && $0.contains("Longest Move streak") && $0.contains("22 days") }
      try await screen.press("G")
      try await screen.press("g")
      try await screen.press("Enter")
      try await screen.wait { !$0.contains("Longest Move streak") && $0.contains("2026") && $0.contains("Move") }
      try await screen.press("A")
      try await screen.wait(for: "Longest Move streak")
      try await screen.click("Longest Move streak")
      try await screen.click("Longest Move streak")
      try await screen.wait { !$0.contains("Longest Move streak") && $0.contains("22 October 2026") }
    }
  }

  @Test("R shows when trends will be available, and shows them once there is half a year of data")
  func trends() async throws {
    try await TmuxScreen.dashboard(try await sandbox(45), showing: "320 / 500 kcal") { screen in
      try await screen.press("R")
      try await screen.wait { $0.contains("Trends need 180 days.") && $0.contains("30 March 2027") }
      try await screen.press("Escape")
      try await screen.wait(for: "320 / 500 kcal")
    }
    try await TmuxScreen.dashboard(try await sandbox(200), showing: "320 / 500 kcal") { screen in
      try await screen.press("R")
      // It decreases by 8 kcal per day towards today.
      try await screen.wait { $0.contains("↓  Move") && $0.contains("90 days") && $0.contains("a day for 30 days") }
      try await screen.press("j")
      try await screen.press("q")
      #expect(try await screen.end() == 0)
    }
  }

  @Test("show prints statistics of all days as a table, as JSON and as a picture")
  func show() async throws {
    let sandbox = try await sandbox(200)
    let year = try await sandbox.ringtop("show", "--view", "year")
    #expect(year.code == 0 && year.lines.first?.hasPrefix("Year") == true && !year.output.contains("\u{1B}"))
    #expect(year.lines.contains { $0.hasPrefix("2026") && $0.contains("of 200") })
    #expect(year.lines.contains { $0.hasPrefix("Mon  ") && $0.contains("2") })
    let streaks = try await sandbox.ringtop("show", "--view", "streaks")
    #expect(streaks.lines.contains { $0.hasPrefix("Move ") && $0.contains("177 of 200") })
    let trends = try await sandbox.ringtop("show", "--view", "trends")
    #expect(trends.lines.contains { $0.hasPrefix("v  Move") && $0.contains("At least") })
    for view in ["year", "streaks", "trends"] {
      let json = try await sandbox.ringtop("show", "--view", view, "--format", "json").output
      let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: any Sendable])
      #expect(object.count >= 2 && json.hasSuffix("}\n"))
      let svg = try await sandbox.ringtop("show", "--view", view, "--format", "svg").output
      #expect(svg.hasPrefix("<svg") && svg.hasSuffix("</svg>\n") && svg.contains("Move"))
      let colors = try await sandbox.ringtop("show", "--view", view, "--format", "color")
      #expect(colors.code == 0 && colors.output.contains("\u{1B}["))
      let markdown = try await sandbox.ringtop("show", "--view", view, "--format", "markdown")
      #expect(markdown.code == 64 && markdown.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("the numbers of show are those of summary")
  func numbers() async throws {
    let sandbox = try await sandbox(60)
    let summary = try await sandbox.ringtop(
      "summary", "--from", "2026-09-16", "--to", "2026-11-14", "--format", "json")
    let days = try #require(
      try JSONSerialization.jsonObject(with: Data(summary.output.utf8)) as? [[String: any Sendable]])
    func value(_ day: [String: any Sendable], _ key: String) -> Double {
      ((day["move"] as? [String: any Sendable])?[key] as? NSNumber)?.doubleValue ?? -1
    }
    let closed = days.filter { value($0, "value") >= value($0, "goal") }
    let streaks = try await sandbox.ringtop("show", "--view", "streaks", "--format", "json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(streaks.output.utf8)) as? [String: any Sendable])
    let lines = try #require(object["streaks"] as? [[String: any Sendable]])
    let move = try #require(lines.first { $0["ring"] as? String == "move" })
    #expect(move["closed"] as? Int == closed.count && closed.count > 10)
    #expect((move["total"] as? NSNumber)?.doubleValue == days.map { value($0, "value") }.reduce(0, +))
    let best = try #require(move["best"] as? [String: any Sendable])
    #expect(best["date"] as? String == days.first?["date"] as? String)
  }
}
