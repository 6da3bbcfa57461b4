import TerminalModel
import Testing

@testable import Curses

@Suite("Rings in pixels or in symbols")
struct PictureChoiceTests {
  private func choice(
    _ answer: String?, environment: [String: String] = ["TERM": "xterm-256color", "COLORTERM": "truecolor"],
    change: (inout TerminalEvidence) -> Void = { _ in }
  ) -> PictureChoice {
    var evidence = TerminalEvidence(
      environment: environment,
      characters: CharacterSupport(isUTF8: true, knowsLegacySymbols: true, knowsOctants: true))
    evidence.replies = answer.map { TerminalReplies(bytes: $0.utf8) }
    change(&evidence)
    let choice = TerminalDecision(evidence).pictureChoice
    #expect(choice.reason.hasSuffix(".") && choice.reason.count > 10)
    return choice
  }

  private static func reply(_ version: String, kitty: Bool = false, sixel: Bool = false) -> String {
    "\u{1B}P>|\(version)\u{1B}\\" + (kitty ? "\u{1B}_Gi=31;OK\u{1B}\\" : "") + "\u{1B}[?62;\(sixel ? "4;" : "")22c"
  }

  @Test(
    "Only the terminal's own reply decides",
    arguments: [
      (reply("kitty(0.35.2)", kitty: true), .kittyPlaceholders),
      (reply("kitty(0.26.5)", kitty: true), .kittyPlaces),
      (reply("kitty(0.35.2)"), nil), (reply("ghostty 1.2.0", kitty: true), .kittyPlaceholders),
      (reply("Konsole 23.08.1", kitty: true, sixel: true), .kittyPlaces),
      (reply("iTerm2 3.5.0", sixel: true), .iterm2), (reply("XTerm(379)", sixel: true), .sixel),
      (reply("XTerm(379)"), nil), (reply("foot(1.20.0)", sixel: true), .sixel), ("", nil), (nil, nil),
      ("\u{1B}_Gi=31;EINVAL:what\u{1B}\\\u{1B}[?62c", nil),
    ] as [(String?, PictureProtocol?)])
  func methods(answer: String?, method: PictureProtocol?) {
    #expect(choice(answer).method == method)
  }

  @Test("Requested symbols take precedence, and pixels need truecolour")
  func wishes() {
    let kitty = Self.reply("kitty(0.35.2)", kitty: true)
    #expect(choice(kitty) { $0.glyphsOption = .block }.method == nil)
    #expect(choice(kitty) { $0.configuredGlyphs = .legacy }.method == nil)
    #expect(choice(kitty) { ($0.configuredGlyphs, $0.wantsPixels) = (.legacy, true) }.method == .kittyPlaceholders)
    #expect(choice(kitty) { $0.colorOption = .ansi256 }.method == nil)
    #expect(choice(kitty) { $0.isTerminal = false }.method == nil)
    let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor", "RINGTOP_GLYPHS": "block"]
    #expect(choice(kitty, environment: environment).method == nil)
  }

  @Test("A terminal that failed to show images gets symbols")
  func lost() {
    #expect(choice(Self.reply("kitty(0.35.2)", kitty: true)) { $0.replies?.losesPictures = true }.method == nil)
  }

  @Test("Inside tmux pixels are drawn on request, and the reason names the setting")
  func tmux() {
    let environment = ["TERM": "tmux-256color", "TMUX": "/tmp/t", "COLORTERM": "truecolor"]
    let client = TmuxClient(line: "xterm-kitty kitty(0.35.2) 256,RGB,title")
    let automatic = choice(nil, environment: environment) { $0.tmuxClients = [client].compactMap { $0 } }
    #expect(automatic.method == nil && automatic.reason.contains("allow-passthrough on"))
    let asked = choice(nil, environment: environment) {
      ($0.tmuxClients, $0.wantsPixels) = ([client].compactMap { $0 }, true)
    }
    #expect(asked.method == .kittyPlaceholders)
    let other = TmuxClient(line: "xterm-256color XTerm(379) 256,RGB")
    #expect(
      choice(nil, environment: environment) {
        ($0.tmuxClients, $0.wantsPixels) = ([client, other].compactMap { $0 }, true)
      }.method == nil)
  }

  @Test("Replies about images are cached with the others")
  func remembered() {
    var answers = TerminalReplies(bytes: Self.reply("kitty(0.35.2)", kitty: true, sixel: true).utf8)
    answers.losesPictures = true
    var memory = TerminalMemory()
    memory.remember(TerminalMemory.Entry(key: "a", replies: answers, instant: 5))
    #expect(TerminalMemory(text: memory.text) == memory)
    #expect(memory.entry(for: "a")?.replies.hasSixel == true)
  }
}
