import Foundation
import HealthModel
import StatusLine
import TestSupport
import Testing

@Suite("Status templates")
struct StatusTemplateTests {
  private func text(_ template: String, _ snapshot: StatusSnapshot = StatusDays.open) throws -> String {
    snapshot.line(format: .plain, style: StatusStyle(), template: try StatusTemplate(parsing: template))
  }

  static let lines: [(String, StatusSnapshot, String)] = [
    (
      "{move.percent}% {exercise.left} {stand.value}/{stand.goal} {streak}", StatusDays.open, "83% 0 6/12 12"
    ),
    ("{move.value} {move.goal} {move.left} {move.unit}", StatusDays.open, "498 600 102 kcal"),
    ("{move.unit} {exercise.unit} {stand.unit}", StatusDays.moveTime, "min min h"),
    ("{move.glyph}{exercise.glyph}{stand.glyph}", StatusDays.open, "◕●+◑"),
    ("{move.bar}|{exercise.bar}|{stand.bar}", StatusDays.open, "████▏|█████|██▌░░"),
    ("{weekday} {date} {basis}", StatusDays.defaults, "Thu 2026-11-19 computed"),
    ("{?closed}done{:}{?exercise.closed}E{/}{?!move.closed} {move.left} left{/}{/}", StatusDays.open, "E 102 left"),
    ("{?closed}done{:}not{/}", StatusDays.closed, "done"), ("{?paused}zzz{/}", StatusDays.paused, "zzz"),
    ("{?paused}zzz{/}", StatusDays.open, ""), ("{?defaults}*{/}{?move.default}m{/}", StatusDays.defaults, "*m"),
    ("{?data}yes{:}no data{/}", StatusDays.nothing, "no data"),
    (
      "{stand.value}{stand.percent}{stand.left}{stand.glyph}{stand.bar}{?stand.data}+{/}{?defaults}*{/}",
      StatusDays.unrecorded, "-----"
    ), ("{?move.data}{move.percent}{/}{?closed}c{/}", StatusDays.unrecorded, "70"),
    ("{?data}yes{:}no data{/}", StatusDays.emptyRow, "no data"),
    ("{?move.goal}{move.percent}%{:}{move.value}{/}", StatusDays.withoutGoals, "498"),
    ("{move.percent}% {streak} {basis}", StatusDays.nothing, "-% - none"),
    ("{{{move.percent}}} {{}} }}{{", StatusDays.open, "{83} {} }{"), ("", StatusDays.open, ""),
    ("{?closed}{:}{/}", StatusDays.open, ""), ("{move.percent}%", StatusDays.busy, "store is busy"),
    ("{problem}!", StatusDays.busy, "store is busy!"), ("{?problem}?{:}{move.percent}{/}", StatusDays.busy, "?"),
    ("[{problem}]", StatusDays.open, "[]"),
  ]

  @Test("a template formats the day", arguments: lines)
  func write(template: String, snapshot: StatusSnapshot, expected: String) throws {
    #expect(try text(template, snapshot) == expected)
  }

  static let mistakes: [(String, StatusTemplateError.Code, Int)] = [
    ("{move.percnt}", .unknownField("move.percnt"), 1), ("ab {}", .unknownField(""), 4),
    ("{ streak}", .unknownField(" streak"), 1),
    ("{Move.percent}", .unknownField("Move.percent"), 1), ("x{?open}{/}", .unknownCondition("open"), 2),
    ("{move.percent", .unclosedBrace, 1), ("{move{streak}", .unclosedBrace, 1), ("日本{", .unclosedBrace, 3),
    // Counted as people count: the marks belong to their letter.
    ("e\u{301}\u{302}}", .strayBrace, 2),
    ("a}", .strayBrace, 2),
    ("{streak}}", .strayBrace, 9), ("{?closed}x", .unclosedCondition("closed"), 1),
    ("{?closed}{?paused}{/}", .unclosedCondition("closed"), 1), ("{:}", .strayMark("{:}"), 1),
    ("a{/}", .strayMark("{/}"), 2),
    ("{?closed}a{:}b{:}c{/}", .strayMark("{:}"), 15),
    (String(repeating: "{?closed}", count: 17), .tooDeep, 145),
  ]

  @Test("a template shows the user's own goals, by the name of their type")
  func goals() throws {
    var snapshot = StatusDays.open
    let today = try #require(snapshot.day)
    let steps = try #require(GoalAmount(named: "steps", .day))
    let water = try #require(GoalAmount(named: "water", .week))
    let sleep = try #require(GoalAmount(named: "sleep", .day))
    let mindful = try #require(GoalAmount(named: "mindful", .day))
    snapshot.goals = [
      GoalProgress(steps, today...today, RingValue(value: 6_120, goal: 8_000)),
      GoalProgress(water, (today - 3)...(today + 3), RingValue(value: 15_000, goal: 14_000)),
      GoalProgress(sleep, today...today, RingValue(value: 22_400, goal: 27_000)),
      GoalProgress(mindful, today...today, RingValue(value: nil, goal: 600)),
    ]
    #expect(
      try text("{sleep.value}/{sleep.goal} {sleep.left} {mindful.glyph}{mindful.goal}", snapshot) == "6.22/7.5 1.28 -10"
    )
    let template =
      "{steps.percent}% {steps.left} {water.week.value}/{water.week.goal} {water.week.unit} {distance.percent}"
    #expect(try text(template, snapshot) == "76% 1880 15/14 L -")
    #expect(try text("{?steps.closed}a{:}b{/}{?water.week.closed}c{/}", snapshot) == "bc")
    #expect(try StatusTemplate(parsing: "{?move.closed}{?steps.closed}a{/}{/}").namesGoals)
    #expect(try !StatusTemplate(parsing: "{move.percent}").namesGoals)
    for unknown in ["{heartRate.percent}", "{steps.month.percent}", "{steps}", "{Move.percent}"] {
      #expect(throws: StatusTemplateError.self) { try StatusTemplate(parsing: unknown) }
    }
  }

  @Test("an error names its position", arguments: mistakes)
  func mistake(template: String, code: StatusTemplateError.Code, position: Int) {
    #expect(throws: StatusTemplateError(code: code, position: position)) { try StatusTemplate(parsing: template) }
  }

  @Test("an error is one sentence with the valid names")
  func sentences() {
    for (template, code, position) in Self.mistakes {
      let sentence = StatusTemplateError(code: code, position: position).description
      #expect(sentence.hasPrefix("The template ") && sentence.hasSuffix("."), "\(template): \(sentence)")
      #expect(sentence.contains("at character \(position)"), "\(template): \(sentence)")
      #expect(!sentence.contains("\n") && sentence.utf8.count < 250, "\(template): \(sentence)")
    }
    #expect(
      StatusTemplateError(code: .unknownField("move.percnt"), position: 1).description
        == "The template has an unknown field {move.percnt} at character 1; "
        + "move has percent, value, goal, left, unit, glyph, bar.")
  }

  @Test("a ring's fields have its colour, and other text the bar's own")
  func colours() throws {
    let template = try StatusTemplate(parsing: "m {move.percent}% {streak}")
    #expect(
      StatusDays.open.line(format: .tmux, style: StatusStyle(), template: template)
        == "m #[fg=#ff336e]83#[fg=default]% 12")
  }

  @Test("hostile text is shown literally in every bar", arguments: StatusDays.hostile)
  func hostile(text: String) throws {
    // Before, after and between markup, where a character could combine with the bar's markup.
    let fields = ["", "{move.percent}"]
    for before in fields {
      for after in fields {
        let template = try StatusTemplate(parsing: before + StatusDays.literal(text) + after)
        func line(_ format: StatusFormat) -> String {
          StatusDays.open.line(format: format, style: StatusStyle(), template: template)
        }
        let plain = line(.plain)
        #expect(!plain.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(StatusMarkup.tmux(line(.tmux)) == plain)
        #expect(StatusMarkup.polybar(line(.polybar)) == plain)
        #expect(StatusMarkup.ansi(line(.zellij)) == plain)
        #expect(line(.starship) == plain)
        #expect(line(.i3blocks).split(separator: "\n").first.map(String.init) == plain)
        let waybar = try #require(try JSONSerialization.jsonObject(with: Data(line(.waybar).utf8)) as? [String: Any])
        #expect(StatusMarkup.pango(try #require(waybar["text"] as? String)) == plain)
        let i3bar = try #require(try JSONSerialization.jsonObject(with: Data(line(.i3bar).utf8)) as? [[String: String]])
        #expect(StatusMarkup.pango(try #require(i3bar.first?["full_text"])) == plain)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(line(.json).utf8)) as? [String: Any])
        #expect(json["text"] as? String == plain)
        for format in StatusFormat.allCases where format != .i3blocks {
          #expect(!line(format).contains { $0.isNewline }, "\(format)")
        }
      }
    }
  }

  @Test("characters that reorder or hide text are removed, and those that join emoji are kept")
  func invisible() throws {
    #expect(try text("a\u{202e}b\u{2066}c\u{feff}d\u{200b}e") == "abcde")
    #expect(try text("👩\u{200d}👧") == "👩\u{200d}👧")
    #expect(try text("a\nb\u{2028}c\u{9b}d\u{7f}") == "a b c d ")
  }

  @Test("any text is a valid template or an error, never a crash")
  func fuzz() {
    let pieces = [
      "{", "}", "{{", "}}", "{?", "{?!", "{:}", "{/}", "closed", "move", ".", "percent", "streak", "{move.percent}",
      "{?closed}",
      "{?!stand.closed}", "x", "日", "👩‍👧", "\n", "\u{301}", "#", "%", "",
    ]
    for seed in UInt64(1)...5_000 {
      var random = SplitMix(seed: seed)
      let text = (0..<random.below(14)).map { _ in pieces[random.below(pieces.count)] }.joined()
      do {
        let template = try StatusTemplate(parsing: text)
        let snapshot = StatusDays.random(&random)
        for format in StatusFormat.allCases {
          _ = snapshot.line(format: format, style: StatusStyle(width: random.below(40)), template: template)
        }
      } catch {
        #expect((1...text.count + 1).contains(error.position), "seed \(seed): \(text) \(error)")
      }
    }
  }
}
