package import TerminalModel

/// The symbols and colours to use, and the reasons.
package struct TerminalDecision: Hashable, Sendable {
  package var glyphs: GlyphLevel
  /// A sentence.
  package var glyphsReason: String
  package var color: ColorLevel
  /// A sentence.
  package var colorReason: String
  /// The protocol with which rings are drawn in pixels; nil to draw them in symbols.
  package var pictures: PictureProtocol? { pictureChoice.method }
  package var pictureChoice: PictureChoice
  package var isInsideTmux: Bool
  /// The detected terminals; empty if none was identified.
  package var programs: [TerminalProgram]
  /// The terminal's background, if it reported it.
  package var background: RGB?
  /// Whether the terminal's replies could lead to better symbols or colours, so that a query is worthwhile.
  package var isWorthQuerying: Bool

  /// Decides by the options, then by what is known about the terminal, and never by assumption.
  package init(_ evidence: TerminalEvidence) {
    programs = evidence.programs
    let glyphChoice = GlyphChoice(evidence)
    let colorChoice = ColorChoice(evidence)
    glyphs = glyphChoice.level
    glyphsReason = glyphChoice.reason
    color = colorChoice.level
    colorReason = colorChoice.reason
    pictureChoice = PictureChoice(evidence, glyphs: glyphChoice, colors: colorChoice.level)
    isInsideTmux = evidence.isInsideTmux
    background = evidence.replies?.background
    let canQuery =
      evidence.mayBeQueried && !evidence.isInsideTmux && evidence.replies == nil && color != .none
    isWorthQuerying =
      canQuery
      && (glyphChoice.isDetected && glyphChoice.couldImprove || pictureChoice.couldImprove
        || colorChoice.isDetected && color == .ansi256)
  }
}
