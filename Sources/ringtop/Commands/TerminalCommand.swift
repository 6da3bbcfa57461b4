import ArgumentParser
import Curses
import TerminalModel

struct TerminalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terminal", abstract: "What is known of this terminal, what follows from it, and a test card.",
    discussion: """
      The terminal is asked for its name and its background, which no other command waits for. Where the output is not a \
      terminal there is no test card.
      """)

  @OptionGroup var drawing: DrawingOptions

  func run() throws {
    let surroundings = try Surroundings.current()
    let isTerminal = surroundings.isTerminal(1)
    var evidence = drawing.evidence(surroundings, isTerminal: isTerminal)
    var answers = TerminalAnswers()
    if isTerminal {
      let question = TerminalQuestion(terminalName: evidence.terminalName, isInsideTmux: evidence.isInsideTmux)
      answers = question.answers()
      evidence.answeredVersion = answers.version
    }
    let decision = TerminalDecision(evidence)
    let findings = TerminalFindings(
      evidence: evidence, answers: answers, decision: decision, cells: surroundings.cells,
      cellPixels: surroundings.cellPixels)
    Output.write(findings.text)
    guard isTerminal else { return }
    let card = TestCard(
      glyphs: decision.glyphs, colors: decision.color, columns: surroundings.columns,
      cellAspect: surroundings.cellAspect ?? 2, isUTF8: evidence.characters.isUTF8,
      palette: drawing.palette(surroundings, answer: answers.background))
    Output.write("\n" + card.text)
  }
}
