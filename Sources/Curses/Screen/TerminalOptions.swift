package import TerminalModel

/// How a terminal is opened.
package struct TerminalOptions: Sendable, Hashable {
  /// Which descriptors lead to the terminal.
  package enum Endpoint: Sendable, Hashable {
    /// Standard output, which must be a terminal, and standard input, or that terminal again where input is piped in.
    case standard
    /// Descriptors that stay the caller's.
    case descriptors(input: Int32, output: Int32)
  }

  package var endpoint = Endpoint.standard
  /// The value of `TERM`.
  package var terminalName: String
  /// At most this many colours are used; see `TerminalDecision`.
  package var colorLevel: ColorLevel
  /// Whether more may be used later, when the terminal has told that it has them; see `TerminalScreen.raiseColors(to:)`.
  package var mayGainColors = false
  package var isInsideTmux = false
  /// Whether clicks and the wheel are reported. It takes selecting text away from the user unless Shift is held.
  package var mouse = true
  /// Whether the terminal answers questions, as far as is known. One that does is asked when it is given back with the mouse
  /// on, to know when its reports have ended.
  package var answersQuestions = true
  /// Whether each frame is bracketed so that the terminal shows it at once. Unknown to a terminal, it is ignored.
  package var synchronizedOutput = true
  /// How long a lone escape byte is waited on; the environment's `ESCDELAY` wins over it.
  package var escapeDelayMilliseconds: Int32 = 25
  /// Whether signals and crashes are taken over while the terminal is open.
  package var handlesSignals = true
  /// Whether standard error, where it is a terminal, is kept aside and printed after closing.
  package var capturesStandardError = true
  /// The size where the terminal does not tell its own.
  package var fallbackSize = CellSize(columns: 80, rows: 24)
  /// The locale whose character encoding is used; empty for the environment's.
  package var locale = ""

  /// The colours of the description to open with. One with more serves fewer as well, on a terminal that understands what
  /// xterm does.
  var describedColors: ColorLevel {
    let understandsXterm = isInsideTmux || terminalName.hasPrefix("xterm")
    return mayGainColors && understandsXterm && colorLevel.rank >= ColorLevel.ansi16.rank ? .truecolor : colorLevel
  }

  package init(terminalName: String, colorLevel: ColorLevel) {
    self.terminalName = terminalName
    self.colorLevel = colorLevel
  }
}
