import CNCurses
package import TerminalModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The reasons why a wait ended. Without any reason, it timed out.
package struct WakeReasons: Hashable, Sendable {
  /// The keyboard, the mouse, the size or a signal: `readEvents()` returns events.
  package var hasEvents = false
  /// The given descriptors that are readable or closed.
  package var descriptors: [Int32] = []

  package var isTimeout: Bool { !hasEvents && descriptors.isEmpty }

  package init(hasEvents: Bool = false, descriptors: [Int32] = []) {
    self.hasEvents = hasEvents
    self.descriptors = descriptors
  }
}

extension TerminalScreen {
  /// Waits for the keyboard, a signal or one of the descriptors, in a single poll.
  ///
  /// - Parameters:
  ///   - wakeDescriptors: other descriptors that end the wait when they become readable, such as a `Waker`'s.
  ///   - timeoutMilliseconds: the maximum wait; nil to wait until something happens. Without a timeout, the process
  ///     does not run at all in the meantime.
  package func wait(wakeDescriptors: [Int32] = [], timeoutMilliseconds: Int32? = nil) -> WakeReasons {
    let end = timeoutMilliseconds.map { ContinuousClock.now + .milliseconds($0) }
    while true {
      var polled = [pollfd(fd: terminal_input_descriptor(), events: Int16(POLLIN), revents: 0)]
      polled.append(pollfd(fd: terminal_signal_descriptor(), events: Int16(POLLIN), revents: 0))
      // Only while output is pending; poll ignores -1.
      polled.append(pollfd(fd: terminal_output_descriptor(), events: Int16(POLLOUT), revents: 0))
      polled += wakeDescriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let deadline = [end, restDeadline].compactMap(\.self).min()
      let count = poll(&polled, nfds_t(polled.count), deadline?.millisecondsLeft ?? -1)
      if polled[2].revents != 0 { terminal_flush() }

      var reasons = WakeReasons()
      if count == 0, restDeadline?.millisecondsLeft == 0 {
        decoder.expire()
        restDeadline = nil
        reasons.hasEvents = true
      }
      // A signal may interrupt the poll; its byte in the pipe is handled by the next one.
      guard count > 0 else { return reasons }
      let isGone = Int32(polled[0].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
      if isGone, endRequest == nil { endRequest = .hangup }
      reasons.hasEvents = polled[0].revents != 0 || polled[1].revents != 0
      reasons.descriptors = polled.dropFirst(3).filter { $0.revents != 0 }.map(\.fd)
      // Pending output is handled internally.
      if !reasons.isTimeout { return reasons }
    }
  }

  /// All events since the last call, in order; never blocks.
  ///
  /// Sets `endRequest` when the program is asked to end, suspends the process when requested, and filters out replies
  /// to `queryTerminal()`. `^C` is the key `.control("c")`.
  package func readEvents() -> [TerminalEvent] {
    guard isOpen else { return [] }
    handleSignals(terminal_take_signals())
    readInput()
    return decoder.takeEvents()
  }

  func readInput() {
    while readCharacter() {}
    for reply in decoder.takeReplies() {
      if reply == .attributes, !expectsReplies, fences > 0 { fences -= 1 }
      if let picture = PictureReply(reply, isExpected: !expectsReplies) { pictureReplies.append(picture) }
      replies.add(reply)
    }
    decoder.endBurst(expectsReplies: expectsReplies)
    restDeadline = decoder.isPending ? .now + restTimeout : nil
  }

  /// Passes the next character or key to the decoder; false if none has arrived.
  func readCharacter() -> Bool {
    let input = terminal_read()
    switch input.kind {
    case TERMINAL_INPUT_SCALAR: decoder.receive(scalar: input.value)
    case TERMINAL_INPUT_KEY: decoder.receive(key: Key(input))
    default: return false
    }
    return true
  }

  /// How long the rest of an incomplete sequence is awaited.
  private var restTimeout: Duration {
    if decoder.mayBeKey { return .milliseconds(expectsReplies ? 100 : 50) }
    // On a slow connection a reply arrives in pieces, of which the later ones would be taken for keys.
    let rest = Duration.milliseconds(500)
    guard let replyDeadline, expectsReplies else { return rest }
    return max(rest, ContinuousClock.now.duration(to: replyDeadline))
  }

  private func handleSignals(_ signals: UInt32) {
    func arrived(_ signal: Int) -> Bool { signals & UInt32(signal) != 0 }
    if arrived(TERMINAL_SIGNAL_HANGUP) {
      endRequest = .hangup
    } else if arrived(TERMINAL_SIGNAL_TERMINATE) {
      endRequest = .terminate
    }
    // A program that is about to end does not wait for the terminal, which may belong to another job.
    guard endRequest == nil else { return }
    if arrived(TERMINAL_SIGNAL_INTERRUPT) { decoder.interrupt() }
    if arrived(TERMINAL_SIGNAL_SUSPEND) {
      leaveScreen()
      terminal_suspend(false)
      suspensions += 1
      decoder.add(.resize(size))
    } else if arrived(TERMINAL_SIGNAL_CONTINUE) {
      terminal_retake()
      suspensions += 1
      decoder.add(.resize(size))
    }
    if arrived(TERMINAL_SIGNAL_RESIZE) {
      terminal_follow_extent()
      decoder.add(.resize(size))
    }
  }
}

extension Key {
  /// The key for input from curses; nil if it has no name here.
  fileprivate init?(_ input: terminal_input) {
    let code: Key.Code
    switch terminal_key(input.value) {
    case TERMINAL_KEY_UP: code = .up
    case TERMINAL_KEY_DOWN: code = .down
    case TERMINAL_KEY_LEFT: code = .left
    case TERMINAL_KEY_RIGHT: code = .right
    case TERMINAL_KEY_HOME: code = .home
    case TERMINAL_KEY_END: code = .end
    case TERMINAL_KEY_PAGE_UP: code = .pageUp
    case TERMINAL_KEY_PAGE_DOWN: code = .pageDown
    case TERMINAL_KEY_ENTER: code = .enter
    case TERMINAL_KEY_TAB: code = .tab
    case TERMINAL_KEY_BACKSPACE: code = .backspace
    case TERMINAL_KEY_DELETE: code = .delete
    case TERMINAL_KEY_INSERT: code = .insert
    default:
      guard input.value > TERMINAL_KEY_FUNCTION.rawValue else { return nil }
      code = .function(Int(input.value - TERMINAL_KEY_FUNCTION.rawValue))
    }
    self.init(code, modifiers: Modifiers(rawValue: UInt8(input.modifiers & 0b111)))
  }
}
