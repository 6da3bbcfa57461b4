import ArgumentParser
import Configuration
import Curses
import Foundation
import Processes
import Reports
import TerminalModel
import TerminalPictures

struct TerminalCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "terminal", "Show what is known about this terminal, and a test card.",
    details: """
      Queries the terminal's name, background and capabilities, which no other command waits for. The replies are \
      cached for this window, so that the next dashboard starts with the right settings. Without a terminal \
      there is no test card.
      """,
    examples: [
      "ringtop terminal",
      "ringtop terminal --forget",
    ])

  @OptionGroup var drawing: DrawingOptions

  @Flag(help: "Delete the cached replies of all terminals and exit.")
  var forget = false

  func run() throws {
    // The configuration is irrelevant for clearing the cache.
    if forget { return try forgetAll(Environment.withoutSettings()) }
    let environment = Environment.current()
    let isTerminal = environment.isTerminal(1)
    var evidence = drawing.choice.evidence(environment, isTerminal: isTerminal)
    var findings = TerminalFindings(evidence: evidence, cells: environment.cells, cellPixels: environment.cellPixels)
    findings.columns = environment.columns
    findings.namedBackground = drawing.choice.namedBackground(environment).map { ($0.argument.rawValue, $0.place) }
    findings.remembered = evidence.memoryKey.flatMap {
      TerminalMemoryFile(environment.variables).load().entry(for: $0)
    }
    if evidence.mayBeQueried {
      let query = TerminalQuery(terminalName: evidence.terminalName, isInsideTmux: evidence.isInsideTmux)
      if let replies = query.replies() {
        let late = LateReplies(environment: environment, drawing: drawing.choice, evidence: evidence)
        late.remember(replies, insteadOf: evidence.replies)
        findings.replies = replies
        findings.isAsked = true
        evidence.replies = replies
      }
    }
    let decision = TerminalDecision(evidence)
    findings.evidence = evidence
    Output.write(findings.text(decision))
    guard isTerminal else { return }
    let card = TestCard(
      glyphs: decision.glyphs, colors: decision.color, columns: environment.columns,
      cellAspect: environment.cellAspect ?? 2, isUTF8: evidence.characters.isUTF8,
      palette: drawing.choice.palette(environment, reported: decision.background))
    Output.write(verbatim: "\n" + card.text)
    let palette = drawing.choice.palette(environment, reported: decision.background)
    for method in PictureProtocol.all(in: evidence) {
      Output.write("\nPixels: \(method.rawValue)\n\n")
      let drawing = PixelDrawing(
        rings: TestCard.rings, size: CellSize(columns: 17, rows: 8), palette: palette,
        cellPixels: environment.cellPixels)
      Output.write((try? drawing.bytes(method.backend(isInsideTmux: false))) ?? [])
    }
  }

  private func forgetAll(_ environment: Environment) throws {
    let wasThere = try TerminalMemoryFile(environment.variables).forget()
    Output.line(
      wasThere ? "The cached replies of all terminals were deleted." : "There were no cached replies.")
  }
}
