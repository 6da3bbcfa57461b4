import CNCurses

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension TerminalScreen {
  /// How long answers are expected after the question: longer than a slow line takes, and short enough for somebody who
  /// leaves at once a terminal that never answers.
  package static let answerPatience = Duration.seconds(1)

  /// Asks the terminal for its name and version, its background and its modes. The answers arrive with the keys and
  /// are gathered in `answers`; not every terminal gives them, but nearly all give the last. An old terminal or a console,
  /// by its description, is not asked.
  package func askTerminal() {
    guard isOpen else { return }
    let isAsked = TerminalAnswers.question.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { terminal_ask($0.baseAddress, $0.count) }
    }
    if isAsked { answerDeadline = .now + Self.answerPatience }
  }

  /// Whether the terminal was asked and has had the time to answer, so that no more is to come.
  package var hasAsked: Bool { answerDeadline != nil && !expectsAnswers }

  /// Whether answers are on their way, as far as can be told.
  package var expectsAnswers: Bool {
    guard let answerDeadline else { return false }
    return !answers.isComplete && answerDeadline.millisecondsLeft > 0
  }

  /// Waits for the answers that are on their way, so that they do not end up on the command line of whoever reads the
  /// terminal next. What is typed meanwhile is lost. Returns at once when nothing is on its way.
  package func takeOutstandingAnswers() {
    guard isOpen, expectsAnswers else { return }
    while expectsAnswers, endRequest != .hangup, let answerDeadline {
      var polled = [pollfd(fd: terminal_input_descriptor(), events: Int16(POLLIN), revents: 0)]
      let count = poll(&polled, 1, answerDeadline.millisecondsLeft)
      if count < 0, errno != EINTR { break }
      if Int32(polled[0].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 { break }
      readInput()
    }
    decoder = InputDecoder()
    restDeadline = nil
  }
}

extension ContinuousClock.Instant {
  /// The whole milliseconds until then, at least one before it, and 0 from then on.
  var millisecondsLeft: Int32 {
    let left = ContinuousClock.now.duration(to: self) / .milliseconds(1)
    return left > 0 ? Int32(clamping: Int(min(left, 1e9).rounded(.up))) : 0
  }
}
