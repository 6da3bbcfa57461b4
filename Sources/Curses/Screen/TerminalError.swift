/// The reason why a terminal cannot be opened.
package struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    case notATerminal
    /// The terminal database contains neither the terminal's name nor a common one.
    case unknownTerminal
    /// The terminal cannot position the cursor.
    case tooPlain
    case alreadyOpen
    case system(errorNumber: Int32)
  }

  package let code: Code
  /// The value of `TERM`.
  package let terminalName: String

  package init(_ code: Code, terminalName: String) {
    self.code = code
    self.terminalName = terminalName
  }

  /// A sentence that says what to do.
  package var description: String {
    switch code {
    case .notATerminal:
      "The output is not a terminal."
    case .unknownTerminal:
      "The terminal \"\(terminalName)\" is unknown here; set TERM to a known name such as xterm-256color."
    case .tooPlain:
      terminalName.isEmpty
        ? "TERM is not set, so nothing is known about the terminal; set it to a name such as xterm-256color."
        : "The terminal \"\(terminalName)\" cannot show a full screen; set TERM to a name such as xterm-256color."
    case .alreadyOpen:
      "The terminal is already in use by this process."
    case .system(let errorNumber):
      "The terminal cannot be opened (error \(errorNumber))."
    }
  }
}
