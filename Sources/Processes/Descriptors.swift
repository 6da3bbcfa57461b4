import Foundation

/// The file descriptors that the program may open.
package enum Descriptors {
  /// The number of descriptors that a run needs: for the store and SQLite's other files, the signal file, the terminal,
  /// and those that the system's libraries open, one of which terminates the program if it gets none.
  private static let needed = 12

  /// Whether enough descriptors are available. They are opened temporarily, because inherited descriptors count too.
  package static var suffice: Bool {
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
  package static func require() throws {
    if !suffice {
      throw Failure(
        .failed,
        "The limit on open files is too low: ringtop needs \(needed) more (ulimit -n)."
      )
    }
  }
}

/// The descriptors 0, 1 and 2.
package enum StandardStreams {
  /// Opens those that were closed at the start (`>&-`): otherwise the next open file would get their number, and a
  /// store could be used as standard output. They are opened in the opposite mode, so that reading and writing fail as
  /// expected.
  package static func reserve() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      let opened = open("/dev/null", mode)
      // The lowest free number; anything else means that no descriptors are available, which later calls report.
      if opened >= 0, opened != descriptor {
        dup2(opened, descriptor)
        close(opened)
      }
    }
  }
}
