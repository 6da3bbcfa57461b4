import Foundation

/// The descriptors 0, 1 and 2.
enum StandardStreams {
  /// Takes the place of those that the program was started without (`>&-`): the next file that is opened would be taken
  /// for one of them, and a store for standard output. What stands in their place is open the other way round, so that
  /// reading and writing fail as they should.
  static func reserve() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      let opened = open("/dev/null", mode)
      // The lowest that is free; anything else means that there are no more, and everything will say so.
      if opened >= 0, opened != descriptor {
        dup2(opened, descriptor)
        close(opened)
      }
    }
  }
}
