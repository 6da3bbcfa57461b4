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
  package static let answerTimeout = Duration.seconds(1)

  /// How long the terminal's last word is waited for when it is given back with the mouse on.
  private static let leaveTimeout = Duration.milliseconds(500)

  /// Asks the terminal for its name and version, its background and its modes. The answers arrive with the keys and
  /// are gathered in `answers`; not every terminal gives them, but nearly all give the last. An old terminal or a console,
  /// by its description, is not asked.
  package func askTerminal() {
    guard isOpen else { return }
    let isAsked = TerminalAnswers.question.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { terminal_ask($0.baseAddress, $0.count) }
    }
    if isAsked { answerDeadline = .now + Self.answerTimeout }
  }

  /// Whether the terminal was asked and has had the time to answer, so that no more is to come.
  package var hasAsked: Bool { answerDeadline != nil && !expectsAnswers }

  /// Whether answers are on their way, as far as can be told.
  package var expectsAnswers: Bool {
    guard let answerDeadline else { return false }
    return !answers.isComplete && answerDeadline.millisecondsLeft > 0
  }

  /// Leaves the alternate screen, and waits until the terminal has sent what is on its way: answers, and reports of a
  /// mouse that was still on. Nothing of it shall end up on the command line of whoever reads the terminal next. What is
  /// typed meanwhile is lost. The line stays as it is; returns at once when nothing is on its way.
  func leaveScreen() {
    var deadline = expectsAnswers ? answerDeadline : nil
    var missing = deadline == nil ? 0 : 1
    // One that has not answered before will not do so now.
    let isSilent = !answersQuestions || hasAsked && !answers.isComplete
    if terminal_leave_screen(!isSilent) {
      missing += 1
      deadline = max(deadline ?? .now, .now + Self.leaveTimeout)
    }
    while missing > 0, endRequest != .hangup, let left = deadline?.millisecondsLeft, left > 0 {
      if readCharacter() {
        // One by one: what comes after the last answer was typed for somebody else and stays unread.
        missing -= takeLastAnswers()
        continue
      }
      var polled = [pollfd(fd: terminal_input_descriptor(), events: Int16(POLLIN), revents: 0)]
      let count = poll(&polled, 1, left)
      if count < 0, errno != EINTR { break }
      if Int32(polled[0].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 { break }
      // Readable without a character is the end of a file.
      if count > 0 {
        guard readCharacter() else { break }
        missing -= takeLastAnswers()
      }
    }
    if missing <= 0 { terminal_is_quiet() }
    decoder = InputDecoder()
    restDeadline = nil
  }

  /// Takes in what has arrived, and counts how often the terminal has said its last.
  private func takeLastAnswers() -> Int {
    let received = decoder.takeAnswers()
    for answer in received { answers.add(answer) }
    _ = decoder.takeEvents()
    return received.count { $0 == .attributes }
  }
}

extension ContinuousClock.Instant {
  /// The whole milliseconds until then, at least one before it, and 0 from then on.
  var millisecondsLeft: Int32 {
    let left = ContinuousClock.now.duration(to: self) / .milliseconds(1)
    return left > 0 ? Int32(clamping: Int(min(left, 1e9).rounded(.up))) : 0
  }
}
