import Foundation

/// The descriptors 0, 1 and 2.
enum StandardStreams {
  /// Opens those that were closed at the start (`>&-`): otherwise the next open file would get their number, and a
  /// store could be used as standard output. They are opened in the opposite mode, so that reading and writing fail as
  /// expected.
  static func reserve() {
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
