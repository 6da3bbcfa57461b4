import Foundation
import TestSupport
import Testing

/// Every key in the footer and the help has the documented effect.
@Suite("Keys of the dashboard", .serialized, .programs, .timeLimit(.minutes(10)))
struct KeyTests {
  /// Opens the dashboard on the fixture, at a size with headings, week and footer.
  private func dashboard(_ arguments: String..., body: (TmuxScreen) async throws -> Void) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 45))
    let command = [Program.ringtop, "--still"] + arguments
    try await TmuxScreen.with(sandbox, columns: 76, rows: 23, command) { screen in
      try await screen.wait(for: "quit")
      try await body(screen)
    }
  }

  private func expectDay(_ day: String, after keys: [String], on screen: TmuxScreen) async throws {
    for key in keys { try await screen.press(key) }
    try await eventually("\(day) after \(keys)", state: { try await screen.text }) {
      try await screen.firstRow.contains(day)
    }
  }

  @Test("h, l, k, j and the arrows move by days and weeks, never past today")
  func walking() async throws {
    try await dashboard { screen in
      try await expectDay("Saturday 14 November 2026 · today", after: [], on: screen)
      for (back, on) in [("h", "l"), ("Left", "Right")] {
        try await expectDay("Friday 13 November 2026 · yesterday", after: [back], on: screen)
        try await expectDay("Thursday 12 November 2026 · 2 days ago", after: [back], on: screen)
        try await expectDay("Friday 13 November 2026", after: [on], on: screen)
        // The third would go past today, so one back is yesterday.
        try await expectDay("Friday 13 November 2026", after: [on, on, on, back], on: screen)
        try await expectDay("Saturday 14 November 2026", after: [on], on: screen)
      }
      for (back, on) in [("k", "j"), ("Up", "Down")] {
        try await expectDay("Saturday 7 November 2026 · 7 days ago", after: [back], on: screen)
        try await expectDay("Saturday 31 October 2026", after: [back], on: screen)
        try await expectDay("Saturday 7 November 2026", after: [on], on: screen)
        try await expectDay("Friday 13 November 2026", after: [on, on, "h"], on: screen)
        try await expectDay("Saturday 14 November 2026", after: ["l"], on: screen)
      }
    }
  }

  @Test("y copies the view as text, here to tmux's buffer")
  func copying() async throws {
    try await dashboard { screen in
      try await screen.tmux("set-option", "-s", "set-clipboard", "on")
      try await screen.press("M")
      try await screen.wait(for: "November 2026")
      try await screen.press("y")
      try await eventually("the view in tmux's buffer", state: { (try? await screen.tmux("show-buffer")) ?? "" }) {
        let text = (try? await screen.tmux("show-buffer")) ?? ""
        return text.contains("November 2026") && text.contains("Mon") && !text.contains("quit")
      }
    }
  }

  @Test("H and L move by months, t and home go to today")
  func leaping() async throws {
    try await dashboard { screen in
      for (back, on) in [("H", "L"), ("PPage", "NPage")] {
        try await expectDay("Wednesday 14 October 2026", after: [back], on: screen)
        try await expectDay("Saturday 14 November 2026", after: [on], on: screen)
      }
      for key in ["t", "Home"] {
        try await expectDay("Wednesday 14 October 2026", after: ["H"], on: screen)
        try await expectDay("Saturday 14 November 2026 · today", after: [key], on: screen)
      }
    }
  }

  @Test("the numbers and the week follow the selected day")
  func content() async throws {
    try await dashboard { screen in
      try await screen.wait { $0.contains("320 / 500 kcal") && $0.contains("9 – 15 November 2026") }
      try await screen.press("k")
      try await screen.wait {
        $0.contains("\(Int(ExportFixture.rings(daysBefore: 7).move)) / 500 kcal") && $0.contains("2 – 8 November 2026")
      }
    }
  }

  @Test("g accepts dates in many formats, rejects invalid ones, and can be cancelled")
  func goToDate() async throws {
    try await dashboard { screen in
      func go(to text: String) async throws {
        try await screen.press("g")
        try await screen.wait(for: "Go to date:")
        try await screen.enter(text)
      }
      try await go(to: "2026-11-03")
      try await expectDay("Tuesday 3 November 2026", after: [], on: screen)
      try await go(to: "mon")
      try await expectDay("Monday 9 November 2026", after: [], on: screen)
      try await go(to: "19 oct")
      try await expectDay("Monday 19 October 2026", after: [], on: screen)
      try await go(to: "-3")
      try await expectDay("Wednesday 11 November 2026", after: [], on: screen)

      try await go(to: "someday")
      try await screen.wait(for: "Not a date")
      try await screen.press("C-u")
      try await screen.wait { !$0.contains("Not a date") && !$0.contains("someday") && $0.contains("Go to date:") }
      try await screen.enter("2026-02-30")
      try await screen.wait(for: "Not a date")
      try await screen.press("C-u")
      try await screen.enter("2026-12-24")
      try await screen.wait(for: "after today")
      try await screen.press("BSpace")
      try await screen.wait { $0.contains("2026-12-2") && !$0.contains("2026-12-24") }
      // Letters that are bound to keys elsewhere are only text here.
      try await screen.type("qhz")
      try await screen.wait(for: "2026-12-2qhz")
      try await screen.press("Escape")
      try await screen.wait { !$0.contains("Go to date:") && $0.contains("quit") }
      try await expectDay("Wednesday 11 November 2026", after: [], on: screen)
    }
  }

  @Test("? and F1 list the keys, which scroll, and esc, q, ? and enter close the list")
  func help() async throws {
    try await dashboard { screen in
      for (opening, closing) in [("?", "Escape"), ("F1", "q"), ("?", "?"), ("?", "Enter"), ("?", "F1")] {
        try await screen.press(opening)
        try await screen.wait { $0.contains("Keys") && $0.contains("Previous day.") && $0.contains("close") }
        try await screen.press(closing)
        try await screen.wait { !$0.contains("Previous day.") && $0.contains("quit") }
      }
      try await screen.resize(columns: 76, rows: 12)
      try await screen.press("?")
      try await screen.wait { $0.contains("Previous day.") && !$0.contains("Redraw the screen.") }
      for _ in 0..<40 { try await screen.press("j") }
      try await screen.wait { !$0.contains("Previous day.") && $0.contains("Redraw the screen.") }
      for _ in 0..<40 { try await screen.press("k") }
      try await screen.wait(for: "Previous day.")
    }
  }

  @Test("1, 2 and 3 open one ring, z shows its numbers on the whole screen, and esc returns")
  func focusAndZoom() async throws {
    try await dashboard { screen in
      let plain = try await screen.pictureAtRest()
      let lastWeeks = /Last \d+ (weeks|days)/
      for (key, name) in [("1", "Move"), ("2", "Exercise"), ("3", "Stand")] {
        try await screen.press(key)
        try await eventually("a look at \(name)", state: { try await screen.text }) {
          try await screen.picture != plain
        }
        // Its last weeks may be loaded after its first frame.
        try await screen.wait { $0.contains(lastWeeks) }
        let focused = try await screen.pictureAtRest()
        try await screen.press("z")
        try await eventually("the numbers alone", state: { try await screen.text }) {
          try await screen.picture != focused
        }
        try await screen.wait { $0.contains(name) && $0.contains("Last") && $0.contains("quit") }
        let zoomed = try await screen.pictureAtRest()
        try await screen.press("Escape")
        // Not exactly the previous frame: the usual values may have been loaded meanwhile.
        try await eventually("the ring again", state: { try await screen.text }) {
          let isUnzoomed = try await screen.picture != zoomed
          return try await screen.text.contains(lastWeeks) && isUnzoomed
        }
        try await screen.press(key == "2" ? "2" : "Escape")
        try await screen.wait(until: "all three again") { text in
          ["Move", "Exercise", "Stand"].allSatisfy(text.contains) && !text.contains(lastWeeks)
        }
      }
      try await screen.press("z")
      try await eventually("the zoom", state: { try await screen.text }) { try await screen.picture != plain }
      let zoomed = try await screen.pictureAtRest()
      try await screen.press("z")
      try await eventually("no zoom", state: { try await screen.text }) { try await screen.picture != zoomed }
    }
  }

  @Test("m disables and enables the mouse")
  func mouseKey() async throws {
    try await dashboard { screen in
      #expect(try await screen.variable("mouse_any_flag") == "1")
      try await screen.press("m")
      try await screen.wait(for: "Mouse off")
      try await eventually("no mouse") { try await screen.variable("mouse_any_flag") == "0" }
      try await screen.press("m")
      try await screen.wait(for: "Mouse on")
      try await eventually("the mouse") { try await screen.variable("mouse_any_flag") == "1" }
    }
  }

  @Test("the mouse has the same effects as keys: arrows, days, footer, wheel")
  func mouse() async throws {
    try await dashboard { screen in
      try await screen.click("‹")
      try await expectDay("Friday 13 November 2026", after: [], on: screen)
      try await screen.click("›")
      try await expectDay("Saturday 14 November 2026", after: [], on: screen)
      try await screen.click("Tue")
      try await expectDay("Tuesday 10 November 2026", after: [], on: screen)
      try await screen.click("today")
      try await expectDay("Saturday 14 November 2026", after: [], on: screen)
      try await screen.turnWheel(up: true)
      try await expectDay("Friday 13 November 2026", after: [], on: screen)
      try await screen.turnWheel(up: false)
      try await expectDay("Saturday 14 November 2026", after: [], on: screen)
      try await screen.click("help")
      try await screen.wait(for: "Previous day.")
      try await screen.click("close")
      try await screen.wait(for: "quit")
      try await screen.click("quit")
      #expect(try await screen.end() == 0)
    }
  }

  @Test("q and ^C quit with 0, also from help and prompt", arguments: [["q"], ["C-c"], ["?", "C-c"], ["g", "C-c"]])
  func quitting(_ keys: [String]) async throws {
    try await dashboard { screen in
      for key in keys { try await screen.press(key) }
      #expect(try await screen.end() == 0)
      #expect(try await screen.variable("alternate_on") == "0")
    }
  }

  @Test("--date selects a day, and a store with old data opens on its newest day")
  func opening() async throws {
    try await dashboard("--date", "2026-11-05") { screen in
      try await expectDay("Thursday 5 November 2026", after: [], on: screen)
    }
    try await dashboard("--date", "-2") { screen in
      try await expectDay("Thursday 12 November 2026", after: [], on: screen)
    }
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(lastDay: "2026-07-12", days: 4))
    try await TmuxScreen.dashboard(sandbox, columns: 76, rows: 23) { screen in
      try await screen.wait { $0.contains("Sunday 12 July 2026") && $0.contains("newest data: Sun 12 Jul") }
      try await expectDay("Saturday 14 November 2026 · today", after: ["t"], on: screen)
    }
  }
}
