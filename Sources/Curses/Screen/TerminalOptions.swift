package import TerminalModel

/// Options for opening a terminal.
package struct TerminalOptions: Sendable, Hashable {
  /// The descriptors of the terminal.
  package enum Endpoint: Sendable, Hashable {
    /// Standard output, which must be a terminal, and standard input, or the same terminal if input is redirected.
    case standard
    /// Descriptors owned by the caller.
    case descriptors(input: Int32, output: Int32)
  }

  package var endpoint = Endpoint.standard
  /// The value of `TERM`.
  package var terminalName: String
  /// The maximum number of colours to use; see `TerminalDecision`.
  package var colorLevel: ColorLevel
  /// Whether more colours may be used later, once the terminal has reported support; see
  /// `TerminalScreen.raiseColors(to:)`.
  package var mayGainColors = false
  package var isInsideTmux = false
  /// Whether clicks and the wheel are reported. While enabled, the user must hold Shift to select text.
  package var mouse = true
  /// Whether the terminal replies to queries, as far as known. If so, it is queried when it is restored with the mouse
  /// enabled, to detect the end of its reports.
  package var repliesToQueries = true
  /// Whether each frame is a synchronized update, which the terminal shows in one step. Terminals without support
  /// ignore it.
  package var synchronizedOutput = true
  /// The time after which an escape byte counts as the escape key; `ESCDELAY` in the environment takes precedence.
  package var escapeDelayMilliseconds: Int32 = 25
  /// Whether signals and crashes are handled while the terminal is open.
  package var handlesSignals = true
  /// Whether standard error, if it is a terminal, is captured and printed after closing.
  package var capturesStandardError = true
  /// The size if the terminal does not report one.
  package var fallbackSize = CellSize(columns: 80, rows: 24)
  /// The locale whose character encoding is used; empty for the environment's.
  package var locale = ""

  /// The number of colours of the description to open. One with more colours also works with fewer, on a terminal that
  /// is compatible with xterm.
  var describedColors: ColorLevel {
    let understandsXterm = isInsideTmux || terminalName.hasPrefix("xterm")
    return mayGainColors && understandsXterm && colorLevel.rank >= ColorLevel.ansi16.rank ? .truecolor : colorLevel
  }

  package init(terminalName: String, colorLevel: ColorLevel) {
    self.terminalName = terminalName
    self.colorLevel = colorLevel
  }
}
