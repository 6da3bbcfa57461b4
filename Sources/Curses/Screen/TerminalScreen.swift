import CNCurses
package import TerminalModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal in full-screen mode: frames out, events in.
///
/// There is one instance per process, used on a single thread. Opening it temporarily changes the environment, so it
/// must happen before other threads are started. The terminal is restored in every case: `close()`, `exit`, SIGTERM,
/// SIGHUP, a crash, and while the process is suspended. After SIGKILL, which cannot be handled, the command `reset`
/// restores it.
package final class TerminalScreen {
  /// The reason why the program should end.
  package enum EndRequest: Hashable, Sendable {
    /// SIGTERM.
    case terminate
    /// SIGHUP, or the terminal was closed.
    case hangup

    /// The number of the signal; the exit status is 128 plus this number.
    package var signalNumber: Int32 {
      switch self {
      case .terminate: SIGTERM
      case .hangup: SIGHUP
      }
    }
  }

  /// The level of colours in use, at most the requested one.
  package private(set) var colorLevel: ColorLevel
  /// Set by `wait` or `readEvents`; the event loop must end when it is set. A second request ends the program
  /// immediately.
  package internal(set) var endRequest: EndRequest?
  /// The terminal's replies so far, see `queryTerminal()`.
  package internal(set) var replies = TerminalReplies()
  /// The number of times the terminal was suspended, which removes all images.
  package internal(set) var suspensions = 0
  /// The terminal's replies about images, see `takePictureReplies()`.
  var pictureReplies: [PictureReply] = []

  var encoder: ColorEncoder { ColorEncoder(level: colorLevel) }
  /// The number of colours in the description that the screen was opened with.
  private let colorCount: Int32
  /// Whether characters beyond ASCII may be sent.
  let isUTF8: Bool
  /// The number of fences without a reply.
  var fences = 0
  var decoder = InputDecoder()
  var buffer: [terminal_cell] = []
  var isOpen = true
  /// The deadline for the rest of a sequence. Uses a monotonic clock, like poll.
  var restDeadline: ContinuousClock.Instant?
  /// The deadline for replies; nil if the terminal was not queried.
  var replyDeadline: ContinuousClock.Instant?
  private var ownInput: Int32?
  /// Whether a query is useful when the terminal is restored.
  let repliesToQueries: Bool

  /// Opens the terminal and shows an empty screen.
  ///
  /// - Throws: `TerminalError` if there is no terminal, or it does not support full-screen mode.
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
    repliesToQueries = options.repliesToQueries
    setMouse(options.mouse)
    let marks = (0..<256).map { PicturePlaceholder.mark($0)?.value ?? 0 }
    if terminal_scalar_width(PicturePlaceholder.scalar.value) == 1 { terminal_set_picture_marks(marks, 256) }
  }

  deinit {
    close()
  }

  /// Restores the terminal and prints captured standard error. Does nothing the second time.
  ///
  /// Waits for expected replies, at most `replyTimeout` after the query, and half a second for mouse reports;
  /// otherwise returns immediately. Gives up after another second if the terminal does not read.
  package func close() {
    guard isOpen else { return }
    leaveScreen()
    isOpen = false
    terminal_close()
    if let ownInput { closeDescriptor(ownInput) }
    ownInput = nil
  }

  /// Uses more colours from now on, as far as the terminal description in use supports them; never fewer.
  ///
  /// - Returns: whether the level increased, so that the screen must be redrawn.
  package func raiseColors(to level: ColorLevel) -> Bool {
    let possible = level.lowered(toColorCount: colorCount)
    guard possible.rank > colorLevel.rank else { return false }
    colorLevel = possible
    return true
  }

  /// Enables or disables reports of clicks and the wheel.
  ///
  /// - Parameter motion: whether pointer movement is reported too. Each cell that the pointer enters wakes the program,
  ///   so only screens that react to hovering should request it.
  package func setMouse(_ enabled: Bool, motion: Bool = false) {
    terminal_set_mouse(!enabled ? TERMINAL_MOUSE_OFF : motion ? TERMINAL_MOUSE_MOTION : TERMINAL_MOUSE_BUTTONS)
  }

  /// Enables or disables synchronized updates; terminals that flicker with them need this.
  package func setSynchronizedOutput(_ enabled: Bool) {
    terminal_set_synchronized_output(enabled)
  }

  /// Restores the terminal, stops the process and its job, and returns when it is continued, with the screen repainted.
  /// The suspend key does the same through `readEvents()`.
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
      // By its own name if it has one, because some systems cannot poll /dev/tty.
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

/// The system's `close`, which is hidden by the method of that name.
private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}
