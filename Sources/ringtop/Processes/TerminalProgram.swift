import Dispatch
import Foundation

/// A program that has this one's terminal and standard streams until it ends.
enum TerminalProgram {
  /// Why a program could not be started, by the system's number.
  struct StartFailure: Error {
    var code: Int32
  }

  /// Runs a program to its end. ^C and ^\\ reach it from the terminal; other signals that would end this program are sent on.
  ///
  /// - Parameter words: the program, which is looked for in `PATH`, and its arguments.
  /// - Returns: its exit code; 128 and the number of the signal that ended it.
  /// - Throws: `StartFailure`.
  static func run(_ words: [String]) throws -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    // Before it starts, so that none comes between.
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let settings = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for setting in settings { free(setting) } }
    var identifier: pid_t = 0
    let code = posix_spawnp(&identifier, words[0], nil, &attributes, arguments, settings)
    guard code == 0 else { throw StartFailure(code: code) }
    let child = identifier
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
    let number = status & 0x7F
    return number == 0 ? (status >> 8) & 0xFF : 128 + number
  }
}
