#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs the body without root's rights for files; nil if that is not possible.
func asUnprivileged<Result>(_ body: () throws -> Result) throws -> Result? {
  guard geteuid() == 0 else { return try body() }
  #if canImport(Glibc)
    // For this thread only. It also drops the capabilities that let root bypass modes.
    typealias SetFileSystemUser = @convention(c) (UInt32) -> Int32
    guard let symbol = dlsym(nil, "setfsuid") else { return nil }
    let setFileSystemUser = unsafeBitCast(symbol, to: SetFileSystemUser.self)
    _ = setFileSystemUser(65_534)
    defer { _ = setFileSystemUser(0) }
    return try body()
  #else
    return nil
  #endif
}
