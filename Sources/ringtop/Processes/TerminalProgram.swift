import Dispatch
import Foundation

/// A child program that uses this one's terminal and standard streams.
enum TerminalProgram {
  /// Runs a program until it exits. It receives ^C and ^\\ from the terminal; other terminating signals are
  /// forwarded.
  ///
  /// - Parameter words: the program, searched in `PATH`, and its arguments.
  /// - Returns: its exit code; 128 plus the number of the signal that ended it.
  /// - Throws: `Spawn.StartFailure`.
  static func run(_ words: [String]) throws -> Int32 {
    // Before it starts, so that no signal is missed.
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    let child = try Spawn.start(words)
    let forwarding = [SIGTERM, SIGHUP].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { kill(child, number) }
      source.resume()
      return source
    }
    defer { for source in forwarding { source.cancel() } }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return 0 }
    }
    return Spawn.exitCode(ofStatus: status)
  }
}
