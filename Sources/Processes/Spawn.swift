import Foundation
import Synchronization

/// Starts another program with `posix_spawn`, with an empty signal mask and default handlers.
///
/// Children of Foundation's `Process` inherit blocked signals, and a socket that a daemonized child keeps open.
package enum Spawn {
  /// Why a program could not be started: the system's error number.
  package struct StartFailure: Error {
    package var code: Int32
  }

  #if canImport(Darwin)
    // Pointers, which nil stands for until they are initialized.
    typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
  #else
    typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// - Parameters:
  ///   - words: the program, searched in `PATH` if it contains no slash, and its arguments.
  ///   - environment: the child's environment; nil to inherit it.
  ///   - leadsGroup: whether the child leads a new process group, so that all of its descendants can be killed.
  ///   - prepare: configures the child's streams, which are inherited otherwise.
  /// - Returns: the process id.
  /// - Throws: `StartFailure`.
  static func start(
    _ words: [String], environment: [String: String]? = nil, leadsGroup: Bool = false,
    prepare: (inout FileActions) -> Void = { _ in }
  ) throws(StartFailure) -> pid_t {
    #if canImport(Darwin)
      var (actions, attributes): (FileActions, Attributes) = (nil, nil)
    #else
      var (actions, attributes) = (FileActions(), Attributes())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    prepare(&actions)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    if leadsGroup {
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= Int16(POSIX_SPAWN_SETPGROUP)
    }
    posix_spawnattr_setflags(&attributes, flags)
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let settings = (environment ?? ProcessInfo.processInfo.environment).map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for setting in settings { free(setting) } }
    var identifier: pid_t = 0
    let code = inheritance.withLock { _ in
      posix_spawnp(&identifier, words.first ?? "", &actions, &attributes, arguments, settings)
    }
    guard code == 0 else { throw StartFailure(code: code) }
    return identifier
  }

  /// Held while a program is started, and while a new pipe could still be inherited.
  private static let inheritance = Mutex(())

  /// A new pipe that no program inherits, not even one that another thread starts at the same moment; nil, with `errno`, if
  /// no descriptors are available.
  static func makePipe() -> (reading: Int32, writing: Int32)? {
    inheritance.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (ends[0], ends[1])
    }
  }

  /// In place of an exit code that is not known.
  static let unknownCode: Int32 = 127

  /// The exit code of a process, or that of the signal that ended it.
  ///
  /// - Parameter status: from `waitpid`.
  static func exitCode(ofStatus status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : Failure.exitCode(ofSignal: signal)
  }
}
