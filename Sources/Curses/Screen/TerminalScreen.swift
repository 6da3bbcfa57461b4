import CNCurses
package import TerminalModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal as a full screen: frames out, events in.
///
/// There is one for a process, and one thread uses it. Opening it changes the environment for a moment, so it comes
/// before any other thread is started. The terminal is given back as it was found on every way out: `close()`, the end
/// of the process by `exit`, SIGTERM, SIGHUP, a crash, and while the process is suspended. After SIGKILL, which no
/// program can handle, the command `reset` helps.
package final class TerminalScreen {
  /// What asked the program to end.
  package enum EndRequest: Hashable, Sendable {
    /// SIGTERM.
    case terminate
    /// SIGHUP, or the terminal is gone.
    case hangup

    /// The number of the signal, for an exit status of 128 plus it.
    package var signalNumber: Int32 {
      switch self {
      case .terminate: SIGTERM
      case .hangup: SIGHUP
      }
    }
  }

  /// The colours that are really used, at most those asked for.
  package private(set) var colorLevel: ColorLevel
  /// Set by `wait` or `readEvents`; the loop ends when it sees one. A second request ends the program at once.
  package internal(set) var endRequest: EndRequest?
  /// What the terminal has answered so far, see `askTerminal()`.
  package internal(set) var answers = TerminalAnswers()
  /// How often the terminal was given back for a while, and with it all pictures.
  package internal(set) var suspensions = 0
  /// What the terminal has said of pictures, see `takePictureReplies()`.
  var pictureReplies: [PictureReply] = []

  var encoder: ColorEncoder { ColorEncoder(level: colorLevel) }
  /// How many colours the description has that the screen was opened with.
  private let colorCount: Int32
  /// Whether characters beyond ASCII may be sent.
  let isUTF8: Bool
  /// How often the terminal was asked for its fence and has not answered.
  var fences = 0
  var decoder = InputDecoder()
  var buffer: [terminal_cell] = []
  var isOpen = true
  /// Until when the rest of a sequence is waited for. The instants are those of a stopwatch, as poll has one too.
  var restDeadline: ContinuousClock.Instant?
  /// Until when answers are waited for; nil when nothing was asked.
  var answerDeadline: ContinuousClock.Instant?
  private var ownInput: Int32?
  /// Whether a question is worth waiting for when the terminal is given back.
  let answersQuestions: Bool

  /// Takes the terminal and shows an empty screen.
  ///
  /// - Throws: `TerminalError` when there is no terminal, or one that cannot show a full screen.
  package init(options: TerminalOptions) throws(TerminalError) {
    let endpoints = try Self.descriptors(for: options)
    isUTF8 = CharacterSupport.adoptingLocale(options.locale, terminal: endpoints.output).isUTF8
    let plainNames: Set = ["", "dumb", "unknown"]
    let opening: terminal_opening? =
      plainNames.contains(options.terminalName)
      ? nil
      : options.terminalName.withCString { name in
        var request = terminal_options()
        request.input = endpoints.input
        request.output = endpoints.output
        request.name = name
        request.colors = options.describedColors.colorCount
        request.inside_tmux = options.isInsideTmux
        request.synchronized_output = options.synchronizedOutput
        request.handles_signals = options.handlesSignals
        request.captures_standard_error = options.capturesStandardError
        request.escape_delay_milliseconds = options.escapeDelayMilliseconds
        request.fallback_columns = Int32(clamping: options.fallbackSize.columns)
        request.fallback_rows = Int32(clamping: options.fallbackSize.rows)
        return terminal_open(&request)
      }
    guard let opening, opening.status == TERMINAL_OPENED else {
      if let own = endpoints.own { closeDescriptor(own) }
      throw TerminalError(Self.code(for: opening), terminalName: options.terminalName)
    }
    colorLevel = options.colorLevel.lowered(toColorCount: opening.colors)
    colorCount = opening.colors
    ownInput = endpoints.own
    answersQuestions = options.answersQuestions
    setMouse(options.mouse)
    let marks = (0..<256).map { PicturePlaceholder.mark($0)?.value ?? 0 }
    if terminal_scalar_width(PicturePlaceholder.scalar.value) == 1 { terminal_set_picture_marks(marks, 256) }
  }

  deinit {
    close()
  }

  /// Gives the terminal back and prints what went to standard error meanwhile. Does nothing the second time.
  ///
  /// Waits for answers that are on their way, at most `answerTimeout` after the question, and half a second for reports of
  /// the mouse; else it is done at once. A terminal that does not read any more is given up after another second.
  package func close() {
    guard isOpen else { return }
    leaveScreen()
    isOpen = false
    terminal_close()
    if let ownInput { closeDescriptor(ownInput) }
    ownInput = nil
  }

  /// Draws with more colours from now on, as far as the description allows that the screen was opened with; never with
  /// fewer.
  ///
  /// - Returns: Whether there are more, so that what is shown is to be drawn anew.
  package func raiseColors(to level: ColorLevel) -> Bool {
    let possible = level.lowered(toColorCount: colorCount)
    guard possible.rank > colorLevel.rank else { return false }
    colorLevel = possible
    return true
  }

  /// Turns reports of clicks and the wheel on or off.
  ///
  /// - Parameter motion: whether the pointer's way is reported too. Each cell it comes to wakes the program, so that only
  ///   a screen that answers to a pointer above it asks for it.
  package func setMouse(_ enabled: Bool, motion: Bool = false) {
    terminal_set_mouse(!enabled ? TERMINAL_MOUSE_OFF : motion ? TERMINAL_MOUSE_MOTION : TERMINAL_MOUSE_BUTTONS)
  }

  /// Turns the bracketing of frames on or off, as a terminal that flickers with it needs.
  package func setSynchronizedOutput(_ enabled: Bool) {
    terminal_set_synchronized_output(enabled)
  }

  /// Gives the terminal back, stops the process with its job, and returns when it is continued, with the screen
  /// repainted. The suspend key does the same through `readEvents()`.
  package func suspend() {
    guard isOpen else { return }
    leaveScreen()
    terminal_suspend(true)
    suspensions += 1
  }

  private static func descriptors(
    for options: TerminalOptions
  ) throws(TerminalError) -> (input: Int32, output: Int32, own: Int32?) {
    switch options.endpoint {
    case .descriptors(let input, let output):
      return (input, output, nil)
    case .standard:
      guard isatty(STDOUT_FILENO) == 1 else {
        throw TerminalError(.notATerminal, terminalName: options.terminalName)
      }
      if isatty(STDIN_FILENO) == 1 { return (STDIN_FILENO, STDOUT_FILENO, nil) }
      // By its own name where it has one, because some systems cannot poll /dev/tty.
      let path = ttyname(STDOUT_FILENO).map { String(cString: $0) } ?? "/dev/tty"
      let terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard terminal >= 0 else { throw TerminalError(.notATerminal, terminalName: options.terminalName) }
      return (terminal, STDOUT_FILENO, terminal)
    }
  }

  private static func code(for opening: terminal_opening?) -> TerminalError.Code {
    guard let opening else { return .tooPlain }
    switch opening.status {
    case TERMINAL_ALREADY_OPEN: return .alreadyOpen
    case TERMINAL_UNKNOWN: return .unknownTerminal
    case TERMINAL_TOO_PLAIN: return .tooPlain
    default: return .system(errorNumber: opening.error_number)
    }
  }
}

/// The system's `close`, which the method of that name hides.
private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}
