import CNCurses
package import TerminalModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension TerminalScreen {
  /// Waits for the keyboard, a signal or one of the descriptors, in a single poll.
  ///
  /// - Parameters:
  ///   - wakeDescriptors: What else ends the wait when it becomes readable, such as a `Waker`'s descriptor.
  ///   - timeoutMilliseconds: The longest wait, or nil to wait until something happens. Without one, nothing at all runs
  ///     in the meantime.
  package func wait(wakeDescriptors: [Int32] = [], timeoutMilliseconds: Int32? = nil) -> WakeReasons {
    var polled = [pollfd(fd: terminal_input_descriptor(), events: Int16(POLLIN), revents: 0)]
    polled.append(pollfd(fd: terminal_signal_descriptor(), events: Int16(POLLIN), revents: 0))
    polled += wakeDescriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var timeout = timeoutMilliseconds ?? -1
    if let left = restDeadline?.millisecondsLeft, timeout < 0 || timeout > left { timeout = left }
    let count = poll(&polled, nfds_t(polled.count), timeout)

    var reasons = WakeReasons()
    if count == 0, restDeadline?.millisecondsLeft == 0 {
      decoder.expire()
      restDeadline = nil
      reasons.hasEvents = true
    }
    // A signal may break off the poll; its byte in the pipe is seen by the next one.
    guard count > 0 else { return reasons }
    let isGone = Int32(polled[0].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
    if isGone, endRequest == nil { endRequest = .hangup }
    reasons.hasEvents = polled[0].revents != 0 || polled[1].revents != 0
    reasons.descriptors = polled.dropFirst(2).filter { $0.revents != 0 }.map(\.fd)
    return reasons
  }

  /// Everything that has happened since the last call, in order; never waits.
  ///
  /// Sets `endRequest` when the program was asked to end, suspends the process when that was asked for, and keeps the
  /// terminal's answers to `askTerminal()` from looking like keys. `^C` is the key `.control("c")`.
  package func readEvents() -> [TerminalEvent] {
    guard isOpen else { return [] }
    handleSignals(terminal_take_signals())
    readInput()
    return decoder.takeEvents()
  }

  func readInput() {
    while true {
      let input = terminal_read()
      switch input.kind {
      case TERMINAL_INPUT_SCALAR: decoder.receive(scalar: input.value)
      case TERMINAL_INPUT_KEY: decoder.receive(key: Key(input))
      default:
        for answer in decoder.takeAnswers() {
          if let reply = PictureReply(answer, isExpected: !expectsAnswers) { pictureReplies.append(reply) }
          answers.add(answer)
        }
        decoder.endBurst(expectsAnswers: expectsAnswers)
        restDeadline = decoder.isPending ? .now + patienceForRest : nil
        return
      }
    }
  }

  /// How long the rest of a broken-off sequence is waited for.
  private var patienceForRest: Duration {
    // A long paste has pauses.
    if decoder.isPasting { return .milliseconds(500) }
    guard let answerDeadline, expectsAnswers else { return .milliseconds(50) }
    // An answer over a slow line comes in pieces, of which the later ones would look like keys.
    return decoder.mayBeKey
      ? .milliseconds(100) : max(.milliseconds(50), ContinuousClock.now.duration(to: answerDeadline))
  }

  private func handleSignals(_ signals: UInt32) {
    func arrived(_ signal: Int) -> Bool { signals & UInt32(signal) != 0 }
    if arrived(TERMINAL_SIGNAL_HANGUP) {
      endRequest = .hangup
    } else if arrived(TERMINAL_SIGNAL_TERMINATE) {
      endRequest = .terminate
    }
    // Who is to end does not wait for the terminal, which may belong to another job.
    guard endRequest == nil else { return }
    if arrived(TERMINAL_SIGNAL_INTERRUPT) { decoder.add(.key(.control("c"))) }
    if arrived(TERMINAL_SIGNAL_SUSPEND) {
      takeOutstandingAnswers()
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
  /// The key of what curses has read; nil for one that has no name here.
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
