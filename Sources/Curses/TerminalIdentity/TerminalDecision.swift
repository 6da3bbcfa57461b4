package import TerminalModel

/// Which symbols and colours to use, and why.
package struct TerminalDecision: Hashable, Sendable {
  package var glyphs: GlyphLevel
  /// A sentence.
  package var glyphsReason: String
  package var color: ColorLevel
  /// A sentence.
  package var colorReason: String
  /// How rings are drawn in pixels, nil by symbols.
  package var pictures: PictureProtocol? { pictureChoice.method }
  package var pictureChoice: PictureChoice
  /// The terminals that were found; empty when nothing tells.
  package var programs: [TerminalProgram]
  /// The terminal's background, where it has told.
  package var background: RGB?
  /// Whether the terminal's own answer could lead to better symbols or colours, so that asking it is worth while.
  package var isWorthAsking: Bool

  /// Decides by what is asked for, then by what the terminal is known to be, and never by hope.
  package init(_ evidence: TerminalEvidence) {
    programs = evidence.programs
    let glyphChoice = GlyphChoice(evidence)
    let colorChoice = ColorChoice(evidence)
    glyphs = glyphChoice.level
    glyphsReason = glyphChoice.reason
    color = colorChoice.level
    colorReason = colorChoice.reason
    pictureChoice = PictureChoice(evidence, glyphs: glyphChoice, colors: colorChoice.level)
    background = evidence.answers?.background
    let canAsk =
      evidence.mayBeAsked && !evidence.isInsideTmux && evidence.answers == nil && color != .none
    isWorthAsking =
      canAsk
      && (glyphChoice.isDetected && glyphChoice.couldImprove || pictureChoice.couldImprove
        || colorChoice.isDetected && color == .ansi256)
  }
}
