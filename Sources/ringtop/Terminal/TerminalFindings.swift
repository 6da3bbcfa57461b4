import Curses
import Foundation
import TerminalModel

/// The detected properties of the terminal, and their consequences, as text.
struct TerminalFindings {
  var evidence: TerminalEvidence
  /// The replies that were just received.
  var answers = TerminalAnswers()
  /// Whether the terminal was queried.
  var isAsked = false
  var cells: CellSize?
  var cellPixels: (width: Int, height: Int)?
  /// The cached replies; nil if there are none.
  var remembered: TerminalMemory.Entry?
  /// The columns of the terminal.
  var columns = 80
  /// The explicit background, and its origin.
  var namedBackground: (name: String, place: String)?

  func text(_ decision: TerminalDecision) -> String {
    let found = [
      ("Terminal", program(decision)), ("Environment", environment), ("Remembered", memory), ("Cells", size),
      ("Background", background), ("Characters", characters), ("Whole frames", frames),
    ]
    let choices = [
      ("Symbols", decision.glyphs.rawValue + ": " + decision.glyphsReason),
      ("Pixels", (decision.pictures?.rawValue ?? "none") + ": " + decision.pictureChoice.reason),
      ("Colours", decision.color.rawValue + ": " + decision.colorReason),
    ]
    let hint = paragraph(
      "Choose yourself with --glyphs and --color, or with the variables RINGTOP_GLYPHS and NO_COLOR.")
    let blocks = [rows(found), rows(choices), misunderstood.map(paragraph) ?? [], hint]
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func rows(_ rows: [(name: String, text: String)]) -> [String] {
    let indent = 14
    return rows.flatMap { row in
      Paragraph(
        head: row.name + String(repeating: " ", count: indent - row.name.count), text: row.text, indent: indent,
        columns: width
      ).lines
    }
  }

  private func paragraph(_ text: String) -> [String] { Paragraph(text: text, columns: width).lines }

  /// Readers of a pipe wrap lines themselves.
  private var width: Int? { evidence.isTerminal ? columns : nil }

  private func program(_ decision: TerminalDecision) -> String {
    let names = decision.programs.map(\.description).sorted().joined(separator: ", ")
    if !evidence.isTerminal { return "none: the output goes elsewhere" }
    if evidence.isInsideTmux {
      guard let clients = evidence.tmuxClients else { return "tmux, which does not tell what is attached" }
      let names = Set(clients.map { $0.program?.description ?? PrintableText.line($0.terminalName) }).sorted()
      return names.isEmpty ? "tmux, to which nothing is attached" : "tmux, attached to " + names.joined(separator: ", ")
    }
    if evidence.isInsideScreen { return "GNU screen, which does not tell what is attached" }
    if let version = answers.version { return "answers \"\(PrintableText.line(version))\"" }
    let silence =
      !isAsked ? "it is not asked" : answers.isComplete ? "it does not tell its name" : "it did not answer"
    return names.isEmpty ? "unknown; \(silence)" : "\(names) by its marks in the environment; \(silence)"
  }

  private var environment: String {
    let names = [
      "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "KITTY_WINDOW_ID", "XTERM_VERSION",
      "COLORFGBG", "NO_COLOR", "CLICOLOR_FORCE", "RINGTOP_GLYPHS",
    ]
    let words = names.compactMap { name in
      evidence.environment[name].map { "\(name)=\(PrintableText.line($0))" }
    }
    return words.isEmpty ? "tells nothing" : words.joined(separator: " ")
  }

  private var memory: String {
    if !evidence.isTerminal { return "nothing: the output goes elsewhere" }
    if evidence.isInsideTmux { return "nothing: tmux is asked at every start who is attached" }
    if evidence.isInsideScreen { return "nothing: GNU screen may be looked at from elsewhere tomorrow" }
    guard evidence.memoryKey != nil, isAsked || remembered != nil else { return "nothing: it is not asked" }
    guard let remembered else {
      return "nothing until now; from now on " + (answers.isSilence ? "that it is silent" : "what it has just answered")
    }
    let when = Date(timeIntervalSince1970: TimeInterval(remembered.instant))
      .formatted(.iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
    let what = remembered.answers.isSilence ? "that it was silent on" : "its answers from"
    return "\(what) \(when) UTC; --forget forgets all that terminals have answered"
  }

  /// The unknown value of an environment variable.
  private var misunderstood: String? {
    guard let word = evidence.environment["RINGTOP_GLYPHS"], !word.isEmpty, word != "auto", word != "pixels",
      GlyphLevel(rawValue: word) == nil
    else { return nil }
    let words = (GlyphLevel.allCases.map(\.rawValue) + ["pixels"]).joined(separator: ", ")
    return "RINGTOP_GLYPHS is \"\(PrintableText.line(word))\", which is none of \(words), and is passed over."
  }

  private var size: String {
    guard let cells else { return "unknown" }
    let pixels = cellPixels.map { "\($0.width) x \($0.height) pixels each" } ?? "taken to be twice as tall as wide"
    return "\(cells.columns) x \(cells.rows), \(pixels)"
  }

  private var background: String {
    if let named = namedBackground { return "\(named.name), as \(named.place) says" }
    guard let isLight = TerminalBackground.isLight(answer: answers.background, environment: evidence.environment) else {
      return "unknown, taken to be dark"
    }
    let brightness = isLight ? "light" : "dark"
    guard let color = answers.background else { return "\(brightness), as COLORFGBG tells" }
    return "\(brightness), \(color.hexadecimal), as the terminal answers"
  }

  private var characters: String {
    let support = evidence.characters
    if !support.isUTF8 { return "not UTF-8, so only ASCII can be drawn" }
    if support.knowsOctants { return "UTF-8; the C library here knows sextants, wedges and octants" }
    return support.knowsLegacySymbols
      ? "UTF-8; the C library here knows sextants and wedges, but not octants"
      : "UTF-8; the C library here knows neither sextants nor octants"
  }

  private var frames: String {
    switch answers.synchronizedOutput {
    case true: "shown at once, the terminal answers"
    case false: "not held together: the terminal answers that it cannot"
    case nil: "unknown whether they are shown at once; asking for it does no harm"
    }
  }
}
