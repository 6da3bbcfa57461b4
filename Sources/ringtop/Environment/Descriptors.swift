import Foundation

/// The file descriptors that the program may open.
enum Descriptors {
  /// What a run needs: the store with SQLite's files beside it, the signal, the terminal, and what the system's own
  /// libraries open, one of which ends a program that has none left for it.
  private static let needed = 12

  /// Whether there are enough. They are opened for a moment, because those that the program was started with count too.
  static var suffice: Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }

  /// - Throws: a failure where there are too few.
  static func require() throws {
    if !suffice {
      throw Failure(
        .failed, "Too few files may be open at once: ringtop needs \(needed) more than it was started with (ulimit -n)."
      )
    }
  }
}
