import Foundation
import HealthModel
import Presentation
import StatusLine
import TerminalModel
import Testing

@Suite("Status formats")
struct StatusFormatTests {
  private func line(_ snapshot: StatusSnapshot, _ format: StatusFormat, _ style: StatusStyle = StatusStyle()) -> String
  {
    snapshot.line(format: format, style: style)
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  static let plainLines: [(StatusSnapshot, String)] = [
    (StatusDays.open, "Move ◕ 83%  Exercise ●+ 140%  Stand ◑ 50%"),
    (StatusDays.closed, "Move ● 100%  Exercise ● 100%  Stand ● 100%"),
    (StatusDays.far, "Move ●+ 235%  Exercise ●+ 1000%  Stand ●+ 141%"),
    (StatusDays.paused, "paused Move ◔ 16%  Exercise ○ 0%  Stand ◔ 16%"),
    (StatusDays.withoutGoals, "Move ○ -  Exercise ○ -  Stand ○ -"),
    (StatusDays.defaults, "Move ◑ 50%  Exercise ○ 10%  Stand ○ 0%"),
    (StatusDays.moveTime, "Move ◕ 75%  Exercise ◔ 33%  Stand ◔ 25%"),
    (StatusDays.unrecorded, "Move ◕ 70%  Exercise ●+ 140%  Stand -"),
    (StatusDays.nothing, "no data today"), (StatusDays.emptyRow, "no data today"),
    (StatusSnapshot(problem: .missing), "no store yet"), (StatusSnapshot(problem: .empty), "no data yet"),
    (StatusSnapshot(problem: .busy), "store is busy"), (StatusSnapshot(problem: .unreadable), "store unreadable"),
    (StatusSnapshot(problem: .newer), "store is newer"),
  ]

  @Test("plain describes each day", arguments: plainLines)
  func plain(snapshot: StatusSnapshot, expected: String) {
    #expect(line(snapshot, .plain) == expected)
  }

  @Test("an old summary is still shown while the store is busy")
  func staleSummary() {
    var snapshot = StatusDays.open
    snapshot.problem = .busy
    #expect(line(snapshot, .plain) == "Move ◕ 83%  Exercise ●+ 140%  Stand ◑ 50%")
  }

  @Test("the last known day of a server is marked while it is unreachable")
  func offline() {
    var snapshot = StatusDays.open
    snapshot.problem = .offline
    #expect(line(snapshot, .plain) == "offline Move ◕ 83%  Exercise ●+ 140%  Stand ◑ 50%")
    #expect(line(snapshot, .plain, StatusStyle(width: 24)) == "! ◕ 83 ●+ 140 ◑ 50")
    for (width, expected) in [(12, "! ◕ ●+ ◑"), (5, "! ◕●◑"), (3, "! ◕"), (2, "!"), (1, "!")] {
      #expect(line(snapshot, .plain, StatusStyle(width: width)) == expected)
    }
    #expect(line(StatusSnapshot(problem: .offline), .plain) == "offline")
    #expect(line(StatusSnapshot(problem: .refused), .plain) == "wrong token")
  }

  static let tmuxLines: [(StatusSnapshot, String)] = [
    (StatusDays.open, "#[fg=#ff336e]◕ 83#[fg=default] #[fg=#8fe72b]●+ 140#[fg=default] #[fg=#2bcde1]◑ 50#[fg=default]"),
    (
      StatusDays.paused, "#[fg=#8e8e93]‖ ◔ 16#[fg=default] #[fg=#8e8e93]○ 0#[fg=default] #[fg=#8e8e93]◔ 16#[fg=default]"
    ),
    (StatusDays.busy, "#[fg=#8e8e93]store is busy#[fg=default]"),
  ]

  @Test("tmux colours each ring and stays within 24 cells", arguments: tmuxLines)
  func tmux(snapshot: StatusSnapshot, expected: String) {
    #expect(line(snapshot, .tmux) == expected)
  }

  @Test("without colours no format has markup", arguments: StatusDays.all)
  func colourless(name: String, snapshot: StatusSnapshot) {
    let style = StatusStyle(width: 24, colors: false)
    let plain = line(snapshot, .plain, style)
    for format in [StatusFormat.tmux, .polybar, .starship, .zellij] {
      #expect(line(snapshot, format, style) == plain, "\(format)")
    }
    #expect(line(snapshot, .i3blocks, style).split(separator: "\n").count == 2)
  }

  @Test("every format shows what plain shows at the same width", arguments: StatusDays.all)
  func sameText(name: String, snapshot: StatusSnapshot) throws {
    for figure in StatusFigure.allCases {
      let style = StatusStyle(figure: figure, width: 24)
      let plain = line(snapshot, .plain, style)
      #expect(StatusMarkup.tmux(line(snapshot, .tmux, style)) == plain)
      #expect(StatusMarkup.polybar(line(snapshot, .polybar, style)) == plain)
      #expect(StatusMarkup.ansi(line(snapshot, .zellij, style)) == plain)
      #expect(line(snapshot, .starship, style) == plain)
      #expect(line(snapshot, .i3blocks, style).split(separator: "\n").first.map(String.init) == plain)
      #expect(try object(line(snapshot, .json, style))["text"] as? String == plain)
      let waybar = try object(line(snapshot, .waybar, style))
      #expect(StatusMarkup.pango(try #require(waybar["text"] as? String)) == plain)
      #expect(StatusMarkup.pango(try #require(waybar["tooltip"] as? String))?.isEmpty == false)
    }
  }

  @Test("json contains the displayed numbers")
  func json() throws {
    let object = try object(line(StatusDays.open, .json))
    #expect(object["date"] as? String == "2026-11-19")
    #expect(object["weekday"] as? String == "Thu")
    #expect(object["streak"] as? Int == 12)
    #expect(object["closed"] as? Bool == false)
    #expect(object["paused"] as? Bool == false)
    #expect(object["basis"] as? String == "apple")
    #expect(object["problem"] == nil)
    let move = try #require(object["move"] as? [String: Any])
    #expect(move["value"] as? Int == 498)
    #expect(move["goal"] as? Int == 600)
    #expect(move["percent"] as? Int == 83)
    #expect(move["left"] as? Int == 102)
    #expect(move["unit"] as? String == "kcal")
    #expect(move["closed"] as? Bool == false)
    let exercise = try #require(object["exercise"] as? [String: Any])
    #expect(exercise["left"] as? Int == 0)
    #expect(exercise["closed"] as? Bool == true)
  }

  @Test("json omits unknown values")
  func jsonWithoutData() throws {
    let object = try object(line(StatusDays.busy, .json))
    #expect(object["problem"] as? String == "busy")
    #expect(object["move"] == nil)
    #expect(object["date"] == nil)
    #expect(object["basis"] as? String == "none")
    let goals = try self.object(line(StatusDays.withoutGoals, .json))
    let move = try #require(goals["move"] as? [String: Any])
    #expect(move["value"] as? Int == 498)
    #expect(move["goal"] == nil)
    #expect(move["percent"] == nil)
    let unrecorded = try self.object(line(StatusDays.unrecorded, .json))
    let stand = try #require(unrecorded["stand"] as? [String: Any])
    #expect(["value", "percent", "left", "closed"].allSatisfy { stand[$0] == nil } && stand["goal"] as? Int == 12)
    #expect(unrecorded["closed"] as? Bool == false)
  }

  static let waybarStates: [(StatusSnapshot, String, [String], Int)] = [
    (StatusDays.open, "open", ["move-open", "exercise-closed", "stand-open"], 83),
    (StatusDays.closed, "closed", ["move-closed", "exercise-closed", "stand-closed", "closed"], 100),
    (StatusDays.far, "closed", ["move-closed", "exercise-closed", "stand-closed", "closed"], 100),
    (StatusDays.paused, "paused", ["move-open", "exercise-open", "stand-open", "paused"], 16),
    (StatusDays.withoutGoals, "open", [], 0),
    (StatusDays.defaults, "open", ["move-open", "exercise-open", "stand-open", "default-goals"], 50),
    (StatusDays.unrecorded, "open", ["move-open", "exercise-closed", "stand-unknown"], 70),
    (StatusDays.nothing, "no-data", ["no-data"], 0),
    (StatusDays.busy, "problem", ["problem", "problem-busy"], 0),
  ]

  @Test("waybar names the day's state for style sheets and icons", arguments: waybarStates)
  func waybar(snapshot: StatusSnapshot, alt: String, classes: [String], percentage: Int) throws {
    let object = try object(line(snapshot, .waybar))
    #expect(object["alt"] as? String == alt)
    #expect(object["class"] as? [String] == classes)
    #expect(object["percentage"] as? Int == percentage)
  }

  @Test("waybar's tooltip has a line for each ring")
  func waybarTooltip() throws {
    #expect(
      try object(line(StatusDays.open, .waybar))["tooltip"] as? String
        == "Thu 2026-11-19\nMove 498/600 kcal, 83%\nExercise 42/30 min, 140%\nStand 6/12 h, 50%\nStreak 12 days")
    #expect(
      try object(line(StatusDays.withoutGoals, .waybar))["tooltip"] as? String
        == "Thu 2026-11-19\nMove 498 kcal, no goal\nExercise 42 min, no goal\nStand 6 h, no goal")
    #expect(
      (try object(line(StatusDays.unrecorded, .waybar))["tooltip"] as? String)?.hasSuffix("\nStand -, not recorded")
        == true)
  }

  @Test("i3bar's header and lines make one endless JSON list")
  func i3bar() throws {
    let preamble = try #require(StatusFormat.i3bar.preamble)
    let lines = preamble.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(try object(String(lines[0]))["version"] as? Int == 1)
    let followed = [StatusDays.open, StatusDays.busy].map {
      $0.line(format: .i3bar, style: StatusStyle(), followed: true)
    }
    // The list never ends; an empty last element ends it here.
    let stream = lines[1] + followed.joined(separator: "\n") + "[]]"
    let list = try #require(try JSONSerialization.jsonObject(with: Data(stream.utf8)) as? [[[String: String]]])
    #expect(list.count == 3)
    let block = try #require(list[0].first)
    #expect(block["name"] == "ringtop")
    #expect(block["markup"] == "pango")
    #expect(StatusMarkup.pango(try #require(block["full_text"])) == "◕ 83 ●+ 140 ◑ 50")
    #expect(StatusMarkup.pango(try #require(block["short_text"])) == "◕ ●+ ◑")
  }

  static let i3blocksLines: [(StatusSnapshot, String)] = [
    (StatusDays.open, "◕ 83 ●+ 140 ◑ 50\n◕ ●+ ◑\n#ff336e"), (StatusDays.closed, "● 100 ● 100 ● 100\n● ● ●"),
    (StatusDays.busy, "store is busy\nbusy\n#8e8e93"),
  ]

  @Test("i3blocks has the text, a short one, and the colour of the first open ring", arguments: i3blocksLines)
  func i3blocks(snapshot: StatusSnapshot, expected: String) {
    #expect(line(snapshot, .i3blocks) == expected)
    #expect(snapshot.line(format: .i3blocks, style: StatusStyle(), followed: true).contains("\n") == false)
  }

  @Test("only i3bar has a preamble")
  func preambles() {
    #expect(StatusFormat.allCases.filter { $0.preamble != nil } == [.i3bar])
  }

  @Test("a tmux option escapes percent signs for strftime")
  func tmuxOption() {
    #expect(StatusFormat.tmuxOptionValue("83% %H %\u{301}") == "83%% %%H %%\u{301}")
  }
}
