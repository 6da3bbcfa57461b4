import HealthModel
import StatusLine
import TerminalModel
import TestSupport
import Testing

@Suite("Status width")
struct StatusVariantsTests {
  static let cases: [(StatusFigure, Int, String)] = [
    (.rings, 45, "Move ◕ 83%  Exercise ●+ 140%  Stand ◑ 50%"), (.rings, 44, "M ◕ 83% E ●+ 140% S ◑ 50%"),
    (.rings, 28, "◕ 83 ●+ 140 ◑ 50"), (.rings, 19, "◕ ●+ ◑"), (.rings, 7, "◕●◑"), (.rings, 2, "◕"), (.rings, 0, ""),
    (.digits, 36, "Move 83%  Exercise 140%  Stand 50%"), (.digits, 35, "M 83% E 140% S 50%"),
    (.digits, 19, "83% 140% 50%"),
    (.digits, 13, "83 140 50"), (.digits, 10, "◕●◑"),
    (.bars, 63, "Move ██████▋░ 83%  Exercise ████████ 140%  Stand ████░░░░ 50%"),
    (.bars, 62, "M ████▏ 83% E █████ 140% S ██▌░░ 50%"), (.bars, 37, "██▍ 83 ███ 140 █▌░ 50"),
    (.bars, 22, "████▏ █████ ██▌░░"), (.bars, 16, "██▍ ███ █▌░"), (.bars, 10, "▆█▄"), (.bars, 2, "▆"),
  ]

  @Test("labels go first, then digits, then marks and gaps, then rings", arguments: cases)
  func variants(figure: StatusFigure, width: Int, expected: String) {
    #expect(StatusDays.open.line(format: .plain, style: StatusStyle(figure: figure, width: width)) == expected)
  }

  @Test("every day fits every width in every form, and more room never shows less")
  func neverExceeds() {
    for (name, snapshot) in StatusDays.all {
      for figure in StatusFigure.allCases {
        for glyphs in GlyphLevel.allCases {
          var widest = 0
          for width in 0...70 {
            let style = StatusStyle(figure: figure, glyphs: glyphs, width: width)
            let line = snapshot.line(format: .plain, style: style)
            let columns = TextWidth.columns(of: line)
            #expect(columns <= width && columns >= widest, "\(name) \(figure) \(glyphs) \(width): \(line)")
            #expect(width == 0 || !line.isEmpty, "\(name) \(figure) \(width)")
            widest = columns
          }
        }
      }
    }
  }

  @Test("random days and templates fit, in the markup of every bar")
  func randomFits() throws {
    for seed in UInt64(1)...3_000 {
      var random = SplitMix(seed: seed)
      let snapshot = StatusDays.random(&random)
      let width = random.below(50)
      let style = StatusStyle(
        figure: StatusFigure.allCases[random.below(3)], glyphs: GlyphLevel.allCases[random.below(4)],
        width: width, colors: random.below(2) == 0)
      var template: StatusTemplate?
      if random.below(2) == 0 {
        let pieces =
          StatusDays.hostile.map(StatusDays.literal) + [
            "{move.glyph}", "{stand.percent}", "{exercise.bar}", "{streak}", "{date}", "{?paused}日本{:}é{/}",
            "{problem}",
          ]
        template = try StatusTemplate(parsing: (0..<3).map { _ in pieces[random.below(pieces.count)] }.joined())
      }
      let plain = snapshot.line(format: .plain, style: style, template: template)
      #expect(TextWidth.columns(of: plain) <= width, "seed \(seed): \(plain)")
      #expect(!plain.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }, "seed \(seed)")
      let tmux = snapshot.line(format: .tmux, style: style, template: template)
      #expect(StatusMarkup.tmux(tmux) == plain, "seed \(seed): \(tmux)")
      let polybar = snapshot.line(format: .polybar, style: style, template: template)
      #expect(StatusMarkup.polybar(polybar) == plain, "seed \(seed): \(polybar)")
      let zellij = snapshot.line(format: .zellij, style: style, template: template)
      #expect(StatusMarkup.ansi(zellij) == plain, "seed \(seed): \(zellij)")
    }
  }

  @Test("the ASCII level prints ASCII only", arguments: StatusDays.all)
  func asciiOnly(name: String, snapshot: StatusSnapshot) {
    for figure in StatusFigure.allCases {
      for width in [1, 3, 8, 12, 24, 80] {
        let line = snapshot.line(format: .plain, style: StatusStyle(figure: figure, glyphs: .ascii, width: width))
        #expect(line.utf8.allSatisfy { (0x20..<0x7f).contains($0) }, "\(line)")
      }
    }
  }

  @Test("a line keeps its form during the day", arguments: StatusFigure.allCases)
  func steadyForm(figure: StatusFigure) {
    for width in 0...70 {
      var forms: Set<String> = []
      for value in stride(from: 0.0, through: 199, by: 7) {
        let ring = RingValue(value: value, goal: 100)
        let snapshot = StatusSnapshot(summary: StatusDays.summary(move: ring, exercise: ring, stand: ring))
        let line = snapshot.line(format: .plain, style: StatusStyle(figure: figure, glyphs: .ascii, width: width))
        // The form is given by the letters, and by whether there are numbers.
        forms.insert(line.filter { "MESvi% ".contains($0) } + (line.contains { $0.isNumber } ? "1" : "0"))
      }
      #expect(forms.count == 1, "\(width): \(forms)")
    }
  }

  @Test("a negative width counts as 0")
  func negativeWidth() throws {
    let template = try StatusTemplate(parsing: "x{move.percent}")
    for format in [StatusFormat.plain, .tmux] {
      #expect(StatusDays.open.line(format: format, style: StatusStyle(width: -5)) == "")
      #expect(StatusDays.open.line(format: format, style: StatusStyle(width: -5), template: template) == "")
    }
  }

  @Test("a wide character that does not fit completely is omitted")
  func wideCharacters() throws {
    let template = try StatusTemplate(parsing: "日本語")
    let lines = (0...6).map { StatusDays.open.line(format: .plain, style: StatusStyle(width: $0), template: template) }
    #expect(lines == ["", "…", "…", "日…", "日…", "日本…", "日本語"])
  }
}
