import Dispatch
import Foundation

/// A child program that uses this one's terminal and standard streams.
package enum TerminalProgram {
  /// Runs a program until it exits. It receives ^C and ^\\ from the terminal; other terminating signals are
  /// forwarded.
  ///
  /// - Parameters:
  ///   - words: the program, searched in `PATH`, and its arguments.
  ///   - isHarmless: whether its output may reach a terminal unchanged. If not, what it writes to a terminal is made
  ///     harmless, piece by piece. What it writes to files and other programs is never changed, but passed on from here,
  ///     so that a full disk is reported even if the program does not notice it.
  /// - Returns: its exit code; 128 plus the number of the signal that ended it.
  /// - Throws: `Spawn.StartFailure`.
  package static func run(_ words: [String], isHarmless: Bool) throws -> Int32 {
    let filtered = isHarmless ? [] : [STDOUT_FILENO, STDERR_FILENO].filter { $0 == STDOUT_FILENO || isatty($0) == 1 }
    var pipes: [Pipe] = []
    defer { for pipe in pipes { close(pipe.reading) } }
    for descriptor in filtered { pipes.append(try Pipe(to: descriptor)) }
    // Before it starts, so that no signal is missed.
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    let started = Result { () throws(Spawn.StartFailure) in
      try Spawn.start(words) { actions in
        for pipe in pipes { posix_spawn_file_actions_adddup2(&actions, pipe.writing, pipe.target) }
      }
    }
    // The child has its own copies; the pipes end when these are closed too.
    for pipe in pipes { close(pipe.writing) }
    let child = try started.get()
    let forwarding = [SIGTERM, SIGHUP].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { kill(child, number) }
      source.resume()
      return source
    }
    defer { for source in forwarding { source.cancel() } }
    relay(&pipes)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return Spawn.unknownCode }
    }
    return Spawn.exitCode(ofStatus: status)
  }

  /// One of the child's streams, and the terminal to which its contents go.
  private struct Pipe {
    let reading: Int32
    let writing: Int32
    let target: Int32
    /// nil for what is passed on unchanged.
    var stream: PrintableStream?
    var hasEnded = false

    init(to target: Int32) throws(Spawn.StartFailure) {
      guard let ends = Spawn.makePipe() else { throw Spawn.StartFailure(code: errno) }
      (reading, writing, self.target) = (ends.reading, ends.writing, target)
      if isatty(target) == 1 { stream = PrintableStream() }
    }

    /// Writes what is available.
    mutating func relay(_ buffer: inout [UInt8]) {
      let count = read(reading, &buffer, buffer.count)
      if count > 0 {
        guard let text = stream?.add(buffer[..<count]) else { return Output.write(Array(buffer[..<count])) }
        Output.relay(text, to: target)
      } else if count == 0 || errno != EINTR {
        if let text = stream?.end() { Output.relay(text, to: target) }
        hasEnded = true
      }
    }
  }

  /// Writes what arrives in the pipes until they end.
  private static func relay(_ pipes: inout [Pipe]) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while pipes.contains(where: { !$0.hasEnded }) {
      // A negative descriptor is ignored.
      var waiting = pipes.map { pollfd(fd: $0.hasEnded ? -1 : $0.reading, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
      for index in pipes.indices where waiting[index].revents != 0 { pipes[index].relay(&buffer) }
    }
  }
}
