import Curses
import Foundation
import TerminalModel

/// What was found out about the terminal, and what follows from it, in words.
struct TerminalFindings {
  var evidence: TerminalEvidence
  var answers: TerminalAnswers
  var decision: TerminalDecision
  var cells: CellSize?
  var cellPixels: (width: Int, height: Int)?

  var text: String {
    var table = TextTable(alignments: [.left, .left], rows: [])
    table.rows += [
      ["Terminal", program], ["Environment", environment], ["Cells", size], ["Background", background],
      ["Characters", characters], ["Whole frames", frames],
    ]
    var choice = TextTable(alignments: [.left, .left, .left], rows: [])
    choice.rows += [
      ["Symbols", decision.glyphs.rawValue, decision.glyphsReason],
      ["Colours", decision.color.rawValue, decision.colorReason],
    ]
    let hint = "Choose yourself with --glyphs and --color, or with the variables RINGTOP_GLYPHS and NO_COLOR."
    return (table.lines() + [""] + choice.lines() + ["", hint]).joined(separator: "\n") + "\n"
  }

  private var program: String {
    let names = decision.programs.map(\.description).sorted().joined(separator: ", ")
    if !evidence.isTerminal { return "none: the output goes elsewhere" }
    if evidence.isInsideTmux {
      return names.isEmpty ? "tmux, which does not tell what is attached" : "tmux, attached to \(names)"
    }
    if let version = answers.version { return "answers \"\(Self.printable(version))\"" }
    let silence = answers.isComplete ? "it does not tell its name" : "it did not answer"
    return names.isEmpty ? "unknown; \(silence)" : "\(names) by its marks in the environment; \(silence)"
  }

  private var environment: String {
    let names = [
      "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "KITTY_WINDOW_ID", "XTERM_VERSION",
      "COLORFGBG", "NO_COLOR", "RINGTOP_GLYPHS",
    ]
    let words = names.compactMap { name in
      evidence.environment[name].map { "\(name)=\(Self.printable($0))" }
    }
    return words.isEmpty ? "tells nothing" : words.joined(separator: " ")
  }

  private var size: String {
    guard let cells else { return "unknown" }
    let pixels = cellPixels.map { "\($0.width) x \($0.height) pixels each" } ?? "taken to be twice as tall as wide"
    return "\(cells.columns) x \(cells.rows), \(pixels)"
  }

  private var background: String {
    guard let isLight = TerminalBackground.isLight(answer: answers.background, environment: evidence.environment) else {
      return "unknown, taken to be dark"
    }
    let brightness = isLight ? "light" : "dark"
    guard let color = answers.background else { return "\(brightness), as COLORFGBG tells" }
    let channels = [color.red, color.green, color.blue].map { String(256 + Int($0), radix: 16).dropFirst() }
    return "\(brightness), #\(channels.joined()), as the terminal answers"
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

  /// What came from outside must not steer the terminal.
  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
  }
}
