#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An unnamed temporary file, which is deleted with its last descriptor.
enum NamelessFile {
  static func open() -> Int32 {
    var path = Array("/tmp/curses-tests-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    if descriptor >= 0 { unlink(path) }
    return descriptor
  }
}
