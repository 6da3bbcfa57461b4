import Foundation
import TestSupport
import Testing

/// Screens and dialogs in a real terminal, on a real store.
@Suite("Screens and dialogs of the dashboard", .serialized, .programs, .timeLimit(.minutes(10)))
struct ScreenTests {
  private func dashboard(
    columns: Int = 100, rows: Int = 30, body: (TmuxScreen) async throws -> Void
  ) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 45))
    try await TmuxScreen.with(sandbox, columns: columns, rows: rows, [Program.ringtop, "--still"]) { screen in
      try await screen.wait(for: "320 / 500 kcal")
      try await body(screen)
    }
  }

  @Test("M opens the month, days are selected by key and click, and enter opens the day")
  func month() async throws {
    try await dashboard { screen in
      try await screen.press("M")
      try await screen.wait { $0.contains("November 2026") && $0.contains("Mon") && $0.contains("•14") }
      try await screen.press("k")
      try await screen.press("Enter")
      try await screen.wait(for: "Saturday 7 November 2026")
      try await screen.press("M")
      try await screen.press("H")
      try await screen.wait(for: "October 2026")
      try await screen.press("Escape")
      try await screen.wait(for: "Wednesday 7 October 2026")
    }
  }

  @Test("A sample is added in a dialog, reported, and undone by u")
  func addAndUndo() async throws {
    try await dashboard { screen in
      try await screen.press("a")
      try await screen.wait(for: "Add a sample")
      try await screen.type("move")
      try await screen.press("Tab")
      try await screen.type("30 kcal")
      try await screen.press("Enter")
      try await screen.wait { $0.contains("Added 30 kcal to Move") && $0.contains("350 / 500 kcal") }
      try await screen.press("u")
      try await screen.wait { $0.contains("Undone") && $0.contains("320 / 500 kcal") }
    }
  }

  @Test("An invalid sample is rejected with a sentence, and the dashboard continues")
  func refused() async throws {
    try await dashboard { screen in
      try await screen.press(":")
      try await screen.enter("add nonsense 3")
      try await screen.wait { $0.contains("add nonsense 3") && $0.contains("There is no type") }
      // The line waits for a correction.
      try await screen.press("Escape")
      try await screen.wait { !$0.contains("nonsense") }
      try await screen.press("h")
      try await screen.wait(for: "Friday 13 November 2026")
    }
  }

  @Test("A dialog names neither options nor commands of the command line")
  func dialogWords() async throws {
    try await dashboard { screen in
      try await screen.press("o")
      try await screen.wait { $0.contains("Goals") && $0.contains("Weekdays") }
      try await screen.press("C-u")
      try await screen.type("-5")
      try await screen.press("Enter")
      try await screen.wait(for: "An amount must not be negative.")
      try await screen.press("C-u")
      try await screen.type("600")
      for _ in 0..<4 { try await screen.press("Tab") }
      try await screen.type("foo")
      try await screen.press("Enter")
      try await screen.wait(for: "Not a date.")
      let text = try await screen.text
      #expect(!text.contains("--from") && !text.contains("ringtop"))
    }
  }

  @Test("Goals and pauses are changed in dialogs and undone")
  func goals() async throws {
    try await dashboard { screen in
      try await screen.press("o")
      try await screen.wait { $0.contains("Goals") && $0.contains("Weekdays") }
      try await screen.press("C-u")
      try await screen.type("400")
      for _ in 0..<6 { try await screen.press("Tab") }
      try await screen.type("today")
      try await screen.press("Enter")
      try await screen.wait(for: "320 / 400 kcal")
      try await screen.press("u")
      try await screen.wait(for: "320 / 500 kcal")
      try await screen.press("p")
      try await screen.wait(for: "Pause the rings")
      try await screen.press("Enter")
      try await screen.wait(for: "today, paused")
      try await screen.press("u")
      try await screen.wait { !$0.contains("today, paused") && $0.contains("Undone") }
    }
  }

  @Test("Every theme is previewed while it is selected, and escape restores the previous one")
  func themes() async throws {
    try await dashboard { screen in
      let before = try await screen.pictureAtRest()
      try await screen.press("T")
      try await screen.wait { $0.contains("Theme") && $0.contains("color-blind") }
      var seen: Set<String> = [try await screen.picture]
      for _ in 0..<6 {
        let last = try await screen.picture
        try await screen.press("j")
        try await eventually("another theme") { try await screen.picture != last }
        seen.insert(try await screen.picture)
      }
      #expect(seen.count == 7)
      try await screen.press("Escape")
      // The usual values may have been loaded meanwhile, so parts of the frame may differ.
      let heading = before.split(separator: "\n").first
      try await eventually("the theme before") { try await screen.picture.split(separator: "\n").first == heading }
    }
  }

  @Test("The command line executes and completes commands")
  func commands() async throws {
    try await dashboard { screen in
      try await screen.press(":")
      try await screen.type("mon")
      try await screen.press("Tab")
      try await screen.wait(for: ": month")
      try await screen.press("Enter")
      // The day has the month's name and the closed days of its week too.
      try await screen.wait { $0.contains("•14") && $0.contains("days closed") }
      try await screen.press("Escape")
      // A key that arrives together with escape is a key with Alt.
      try await screen.wait(for: "320 / 500 kcal")
      try await screen.press(":")
      try await screen.enter("date 1 nov")
      try await screen.wait(for: "Sunday 1 November 2026")
      try await screen.press("C-l")
      try await screen.wait(for: "Sunday 1 November 2026")
    }
  }

  @Test("An hour of the charts shows its value, by key and by click")
  func hours() async throws {
    try await dashboard(columns: 120, rows: 40) { screen in
      try await screen.press("]")
      try await screen.wait(for: "00:00")
      try await screen.press("Escape")
      try await screen.wait { !$0.contains("00:00") }
    }
  }

  @Test("show prints a month and a ring")
  func show() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 45))
    let month = try await sandbox.ringtop("show", "--view", "month", "--color", "none")
    #expect(month.code == 0 && month.output.contains("November 2026") && month.output.contains("Mon"))
    let ring = try await sandbox.ringtop("show", "--view", "stand", "--color", "none")
    #expect(ring.code == 0 && ring.output.contains("Stand") && !ring.output.contains("Exercise"))
    #expect(!month.output.contains("\u{1B}"))
  }
}
