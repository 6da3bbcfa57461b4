import Configuration
package import Curses
import Foundation
package import TerminalModel

/// The detected properties of the terminal, and their consequences, as text.
package struct TerminalFindings {
  package var evidence: TerminalEvidence
  /// The replies that were just received.
  package var replies = TerminalReplies()
  /// Whether the terminal was queried.
  package var isAsked = false
  var cells: CellSize?
  var cellPixels: (width: Int, height: Int)?
  /// The cached replies; nil if there are none.
  package var remembered: TerminalMemory.Entry?
  package var columns = 80
  /// The explicit background, and its origin.
  package var namedBackground: (name: String, place: String)?

  package init(evidence: TerminalEvidence, cells: CellSize?, cellPixels: (width: Int, height: Int)?) {
    self.evidence = evidence
    self.cells = cells
    self.cellPixels = cellPixels
  }

  package func text(_ decision: TerminalDecision) -> String {
    let found = [
      ("Terminal", program(decision)), ("Environment", environment), ("Remembered", memory), ("Cells", size),
      ("Background", background), ("Characters", characters), ("Sync updates", frames),
    ]
    let choices = [
      ("Symbols", decision.glyphs.rawValue + ": " + decision.glyphsReason),
      ("Pixels", (decision.pictures?.rawValue ?? "none") + ": " + decision.pictureChoice.reason),
      ("Colours", decision.color.rawValue + ": " + decision.colorReason),
    ]
    let hint = paragraph(
      "Override these with --glyphs and --color, or with the variables RINGTOP_GLYPHS and NO_COLOR.")
    let blocks = [rows(found), rows(choices), invalidGlyphs.map(paragraph) ?? [], hint]
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
    if !evidence.isTerminal { return "none: the output is not a terminal" }
    if evidence.isInsideTmux {
      guard let clients = evidence.tmuxClients else { return "tmux, which does not report the attached terminal" }
      let names = Set(clients.map { $0.program?.description ?? PrintableText.line($0.terminalName) }).sorted()
      return names.isEmpty
        ? "tmux, to which no terminal is attached" : "tmux, attached to " + names.joined(separator: ", ")
    }
    if evidence.isInsideScreen { return "GNU screen, which does not report the attached terminal" }
    if let version = replies.version { return "reports \"\(PrintableText.line(version))\"" }
    let silence =
      !isAsked ? "it was not queried" : replies.isComplete ? "it does not report its name" : "it did not reply"
    return names.isEmpty ? "unknown; \(silence)" : "\(names), according to the environment; \(silence)"
  }

  private var environment: String {
    let names = [
      "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "KITTY_WINDOW_ID", "XTERM_VERSION",
      "COLORFGBG", "NO_COLOR", "CLICOLOR_FORCE", "RINGTOP_GLYPHS",
    ]
    let words = names.compactMap { name in
      evidence.environment[name].map { "\(name)=\(PrintableText.line($0))" }
    }
    return words.isEmpty ? "no relevant variables" : words.joined(separator: " ")
  }

  private var memory: String {
    if !evidence.isTerminal { return "nothing: the output is not a terminal" }
    if evidence.isInsideTmux { return "nothing: tmux is queried at every start" }
    if evidence.isInsideScreen { return "nothing: GNU screen may be attached to another terminal later" }
    guard evidence.memoryKey != nil, isAsked || remembered != nil else { return "nothing: it was not queried" }
    guard let remembered else {
      return "nothing until now; " + (replies.isEmpty ? "it did not reply" : "from now on its current replies")
    }
    let when = Date(timeIntervalSince1970: TimeInterval(remembered.instant))
      .formatted(.iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
    return "its replies from \(when) UTC; --forget clears the cached replies of all terminals"
  }

  /// The unknown value of an environment variable.
  private var invalidGlyphs: String? {
    guard let word = evidence.environment["RINGTOP_GLYPHS"], !word.isEmpty, word != "auto", word != "pixels",
      GlyphLevel(rawValue: word) == nil
    else { return nil }
    let words = (GlyphLevel.allCases.map(\.rawValue) + ["pixels"]).joined(separator: ", ")
    return "RINGTOP_GLYPHS is \"\(PrintableText.line(word))\", which is not one of \(words), and is ignored."
  }

  private var size: String {
    guard let cells else { return "unknown" }
    let pixels = cellPixels.map { "\($0.width) x \($0.height) pixels each" } ?? "assumed to be twice as tall as wide"
    return "\(cells.columns) x \(cells.rows), \(pixels)"
  }

  private var background: String {
    if let named = namedBackground { return "\(named.name), set by \(named.place)" }
    guard let isLight = TerminalBackground.isLight(reported: replies.background, environment: evidence.environment)
    else {
      return "unknown, assumed to be dark"
    }
    let brightness = isLight ? "light" : "dark"
    guard let color = replies.background else { return "\(brightness), according to COLORFGBG" }
    return "\(brightness), \(color.hexadecimal), reported by the terminal"
  }

  private var characters: String {
    let support = evidence.characters
    if !support.isUTF8 { return "not UTF-8, so only ASCII can be drawn" }
    if support.knowsOctants { return "UTF-8; the C library supports sextants, wedges and octants" }
    return support.knowsLegacySymbols
      ? "UTF-8; the C library supports sextants and wedges, but not octants"
      : "UTF-8; the C library supports neither sextants nor octants"
  }

  private var frames: String {
    switch replies.synchronizedOutput {
    case true: "supported, as reported by the terminal"
    case false: "not supported, as reported by the terminal"
    case nil: "not reported by the terminal; used anyway, which does no harm"
    }
  }
}
