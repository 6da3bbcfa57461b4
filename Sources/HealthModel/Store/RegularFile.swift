#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

package enum RegularFile {
  /// Opens a file without waiting for the other end of a pipe of the same name.
  ///
  /// - Returns: nil if it cannot be opened, or is not a regular file.
  package static func open(_ path: String, _ flags: Int32) -> (descriptor: Int32, status: stat)? {
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, flags | O_NONBLOCK | O_CLOEXEC, 0o600)
    #elseif canImport(Musl)
      let descriptor = Musl.open(path, flags | O_NONBLOCK | O_CLOEXEC, 0o600)
    #else
      let descriptor = Darwin.open(path, flags | O_NONBLOCK | O_CLOEXEC, 0o600)
    #endif
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    return (descriptor, status)
  }
}
