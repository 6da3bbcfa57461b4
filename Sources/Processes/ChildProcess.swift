import Curses
package import Foundation
import HealthModel
import Synchronization

package struct ChildProcess {
  package let identifier: pid_t
  /// The child's standard input; closing it tells the child to end.
  package let input: FileHandle?
  private let output: FileHandle?

  package enum Streams {
    /// Provides standard input; all output is discarded.
    case input
    /// Captures standard output; input and errors are null.
    case output
    /// Provides standard input; standard output and errors go to this process's standard error.
    case report
    /// Captures standard output and errors.
    case allOutput
    /// All streams are null.
    case none

    fileprivate var takesInput: Bool { self == .input || self == .report }
  }

  /// - Parameters:
  ///   - path: the program; without a slash, it is searched in `PATH`.
  ///   - environment: the child's environment; nil to inherit it.
  ///   - leadsGroup: whether the child leads a new process group, so that all of its descendants can be killed.
  /// - Throws: a failure that names the program.
  package init(
    _ path: String, _ arguments: [String], streams: Streams, environment: [String: String]? = nil,
    leadsGroup: Bool = false
  ) throws {
    var ends: (reading: Int32, writing: Int32) = (-1, -1)
    if streams != .none {
      guard let made = Spawn.makePipe() else { throw Failure(.failed, "\(path) could not be started.") }
      ends = made
    }
    let started = Result { () throws(Spawn.StartFailure) in
      try Spawn.start([path] + arguments, environment: environment, leadsGroup: leadsGroup) { actions in
        for stream: Int32 in 0...2 {
          switch (streams, stream) {
          case (.input, 0), (.report, 0): posix_spawn_file_actions_adddup2(&actions, ends.reading, 0)
          case (.report, 1): posix_spawn_file_actions_adddup2(&actions, 2, 1)
          case (.report, _): posix_spawn_file_actions_adddup2(&actions, 2, 2)
          case (.allOutput, 1), (.allOutput, 2): posix_spawn_file_actions_adddup2(&actions, ends.writing, stream)
          case (.output, 1): posix_spawn_file_actions_adddup2(&actions, ends.writing, 1)
          default:
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == 0 ? O_RDONLY : O_WRONLY, 0)
          }
        }
      }
    }
    switch streams {
    case .input, .report: close(ends.reading)
    case .output, .allOutput: close(ends.writing)
    case .none: break
    }
    switch started {
    case .success(let started): identifier = started
    case .failure(let failure):
      if streams != .none { close(streams.takesInput ? ends.writing : ends.reading) }
      throw Failure(.failed, "\(path) could not be started: \(SystemError.text(failure.code)).")
    }
    input = streams.takesInput ? FileHandle(fileDescriptor: ends.writing, closeOnDealloc: true) : nil
    output =
      streams == .output || streams == .allOutput ? FileHandle(fileDescriptor: ends.reading, closeOnDealloc: true) : nil
  }

  /// Waits for the child to exit, and kills it after the timeout.
  ///
  /// - Returns: its exit code; 128 plus the number of the signal that ended it; nil if it was killed here.
  @discardableResult
  package func wait(timeout: Duration) -> Int32? {
    if let code = end(before: .now + timeout) { return code }
    kill(identifier, SIGKILL)
    // Immediate, unless the system itself hangs; then the child is abandoned.
    _ = end(before: .now + .milliseconds(200))
    return nil
  }

  /// The unread output that is available without waiting, at most a megabyte.
  package func readOutput() -> String {
    guard let output else { return "" }
    return String(decoding: Self.read(output.fileDescriptor, until: .now + .milliseconds(50)), as: UTF8.self)
  }

  /// The exit code, or 128 plus the number of the signal that ended it; nil while it runs. Must be polled until it has
  /// exited.
  package var exitCode: Int32? { end(before: .now) }

  /// The exit code as soon as it is available; nil at the deadline.
  private func end(before deadline: ContinuousClock.Instant) -> Int32? {
    var pause: UInt32 = 500
    while true {
      var status: Int32 = 0
      // After the wait, its process id may be reused.
      let ended = Self.asked.withLock { asked in
        let ended = waitpid(identifier, &status, WNOHANG)
        if ended == identifier { asked.remove(identifier) }
        return ended
      }
      if ended == identifier {
        return Spawn.exitCode(ofStatus: status)
      }
      // The child was waited for elsewhere, and nothing shows that it succeeded.
      if ended < 0, errno != EINTR { return Spawn.unknownCode }
      if ContinuousClock.now >= deadline { return nil }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
  }

  /// Runs a program and returns its output, at most a megabyte, and its exit code.
  ///
  /// - Throws: a failure if it cannot be started, or if it times out and is killed.
  package static func output(of path: String, _ arguments: [String], timeout: Duration) throws -> (
    text: String, code: Int32
  ) {
    let deadline = ContinuousClock.now + timeout
    let child = try ChildProcess(path, arguments, streams: .output)
    asked.withLock { _ = $0.insert(child.identifier) }
    let data = child.output.map { read($0.fileDescriptor, until: deadline) } ?? Data()
    // A child that has closed its output, or printed too much, must still exit.
    guard let code = child.wait(timeout: max(.zero, ContinuousClock.now.duration(to: deadline))) else {
      throw Failure(.failed, "\(path) timed out.")
    }
    return (String(decoding: data, as: UTF8.self), code)
  }

  /// The running children whose output is awaited.
  private static let asked = Mutex(Set<pid_t>())

  /// Kills the running children when their output is no longer needed.
  package static func endQueries() {
    asked.withLock { for identifier in $0 { kill(identifier, SIGKILL) } }
  }

  private static let longestOutput = 1 << 20

  private static func read(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while data.count < longestOutput {
      let left = deadline.millisecondsLeft
      guard left > 0 else { break }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, left) > 0 else {
        if errno == EINTR { continue }
        break
      }
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      data.append(contentsOf: buffer.prefix(count))
    }
    return data
  }
}

extension Double {
  /// `30 seconds`, `1 second`
  package var secondsWords: String { secondsText + (self == 1 ? " second" : " seconds") }

  /// Seconds for a sentence: `30`, `0.5`.
  package var secondsText: String {
    let tenths = (self * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
  }
}
