import CNCurses

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension TerminalScreen {
  /// How long replies are expected after a query: enough for a slow connection, and short enough for a user who quits
  /// immediately on a terminal that never replies.
  package static let replyTimeout = Duration.seconds(1)

  /// How long the last reply is awaited when the terminal is restored with the mouse enabled.
  private static let leaveTimeout = Duration.milliseconds(500)

  /// Queries the terminal's name and version, its background and its modes. The replies arrive with the keys and are
  /// collected in `replies`; not every terminal sends all of them, but nearly all send the last. Old terminals and
  /// consoles, by their description, are not queried.
  package func queryTerminal() {
    guard isOpen else { return }
    let isAsked = TerminalReplies.query.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { terminal_ask($0.baseAddress, $0.count) }
    }
    if isAsked { replyDeadline = .now + Self.replyTimeout }
  }

  /// Whether the terminal was queried and all replies have arrived or timed out.
  package var hasQueried: Bool { replyDeadline != nil && !expectsReplies }

  /// Whether replies may still arrive.
  package var expectsReplies: Bool {
    guard let replyDeadline else { return false }
    return !replies.isComplete && replyDeadline.millisecondsLeft > 0
  }

  /// Leaves the alternate screen and waits until the terminal has sent all replies and late mouse reports, so that none
  /// of them ends up on the command line of the shell. Keys typed meanwhile are lost. Does not change the line's modes;
  /// returns immediately if nothing is expected.
  func leaveScreen() {
    var deadline = expectsReplies ? replyDeadline : nil
    var missing = (deadline == nil ? 0 : 1) + fences
    if fences > 0 { deadline = max(deadline ?? .now, .now + Self.leaveTimeout) }
    fences = 0
    // A terminal that has not replied before will not reply now.
    let isSilent = !repliesToQueries || hasQueried && !replies.isComplete
    if terminal_leave_screen(!isSilent) {
      missing += 1
      deadline = max(deadline ?? .now, .now + Self.leaveTimeout)
    }
    while missing > 0, endRequest != .hangup, let left = deadline?.millisecondsLeft, left > 0 {
      if readCharacter() {
        // One by one: input after the last reply was typed for another program and stays unread.
        missing -= takeLastReplies()
        continue
      }
      var polled = [pollfd(fd: terminal_input_descriptor(), events: Int16(POLLIN), revents: 0)]
      let count = poll(&polled, 1, left)
      if count < 0, errno != EINTR { break }
      if Int32(polled[0].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 { break }
      // Readable without data is the end of the file.
      if count > 0 {
        guard readCharacter() else { break }
        missing -= takeLastReplies()
      }
    }
    if missing <= 0 { terminal_is_quiet() }
    decoder = InputDecoder()
    restDeadline = nil
  }

  /// Processes input that has arrived, and returns the number of final replies.
  private func takeLastReplies() -> Int {
    let received = decoder.takeReplies()
    for reply in received { replies.add(reply) }
    _ = decoder.takeEvents()
    return received.count { $0 == .attributes }
  }
}

extension ContinuousClock.Instant {
  /// The time left in whole milliseconds for `poll`, at least 1 before the deadline and 0 after it.
  package var millisecondsLeft: Int32 {
    let left = ContinuousClock.now.duration(to: self) / .milliseconds(1)
    return left > 0 ? Int32(clamping: Int(min(left, 1e9).rounded(.up))) : 0
  }
}
