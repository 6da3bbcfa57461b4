import Foundation

extension Environment {
  /// Identifies the output's terminal among all others, including earlier ones of the same name; nil if the output is
  /// not a terminal. It does not change during the lifetime of the window, the tab or the connection.
  var terminalDevice: String? {
    guard let status = deviceStatus?.status else { return nil }
    #if canImport(Darwin)
      let changed = status.st_ctimespec
    #else
      let changed = status.st_ctim
    #endif
    // Set when the device is created; not changed by reading and writing.
    return "\(status.st_dev).\(status.st_rdev).\(status.st_ino).\(changed.tv_sec).\(changed.tv_nsec)"
  }

  /// The name of the output's terminal, for example `/dev/pts/3`.
  var terminalPath: String? {
    deviceStatus.flatMap { ttyname($0.descriptor) }.map { String(cString: $0) }
  }

  /// The terminal of the output. If that is `/dev/tty`, which is a different terminal in every window, the terminal of
  /// the input or of standard error is used.
  private var deviceStatus: (descriptor: Int32, status: stat)? {
    guard isTerminal(1) else { return nil }
    var common = stat()
    let hasCommon = stat("/dev/tty", &common) == 0
    for descriptor: Int32 in [1, 0, 2] where isTerminal(descriptor) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { continue }
      if !hasCommon || status.st_rdev != common.st_rdev { return (descriptor, status) }
    }
    return nil
  }
}
