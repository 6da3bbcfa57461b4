import Foundation

/// The file descriptors that the program may open.
enum Descriptors {
  /// The number of descriptors that a run needs: for the store and SQLite's other files, the signal file, the terminal,
  /// and those that the system's libraries open, one of which terminates the program if it gets none.
  private static let needed = 12

  /// Whether enough descriptors are available. They are opened temporarily, because inherited descriptors count too.
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

  /// - Throws: a failure if there are too few.
  static func require() throws {
    if !suffice {
      throw Failure(
        .failed,
        "The limit on open files is too low: ringtop needs \(needed) more (ulimit -n)."
      )
    }
  }
}
