import Foundation
import TestSupport
import Testing

@Suite("Commands at the ends of the calendar", .serialized, .programs, .timeLimit(.minutes(10)))
struct CalendarEndTests {
  @Test(
    "every view, chart and list answers or says in one sentence what is wrong, far from the data",
    arguments: ["0000-01-01", "9999-12-31"])
  func views(date: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    var calls = [
      ["summary", "--from", date, "--to", date, "--format", "json"], ["audit", "--from", date, "--to", date],
      ["query", "steps", "--from", date, "--to", date, "--every", "month"], ["summary", "--from", "0000-01-01"],
      ["summary", "--to", "9999-12-31", "--from", "2026-11-01"],
    ]
    for view in [
      "day", "month", "year", "trends", "streaks", "move", "workouts", "sleep", "heart", "chart", "sources",
    ] {
      calls.append(["show", "--view", view, "--date", date, "--format", view == "day" ? "sentences" : "svg"])
    }
    for period in ["day", "week", "month", "6months", "year", "all"] {
      calls.append(["chart", "steps", "--period", period, "--date", date, "--format", "json"])
    }
    calls.append(["show", "--view", "year", "--date", date, "--format", "plain"])
    for call in calls {
      let ending = try await Program.run([Program.ringtop] + call, environment: sandbox.environment)
      if ending.code == 0 {
        #expect(!ending.output.isEmpty && ending.errors.isEmpty, "\(call): \(ending.errors)")
        // As much as two years of days, and not a line for every day of the calendar.
        #expect(ending.output.utf8.count < 500_000, "\(call)")
      } else {
        #expect(ending.code == 64 && ending.output.isEmpty, "\(call): \(ending)")
        #expect(ending.errors.hasPrefix("ringtop: ") || ending.errors.hasPrefix("Error: "), "\(call): \(ending)")
      }
    }
  }
}
