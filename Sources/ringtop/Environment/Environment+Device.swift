import Foundation

extension Environment {
  /// What tells the terminal that the output goes to from every other, also from one that had its name before; nil where
  /// the output goes elsewhere. It stays the same as long as the window, the tab or the connection.
  var terminalDevice: String? {
    guard let status = deviceStatus?.status else { return nil }
    #if canImport(Darwin)
      let changed = status.st_ctimespec
    #else
      let changed = status.st_ctim
    #endif
    // Set when the device is made; reading and writing leave it alone.
    return "\(status.st_dev).\(status.st_rdev).\(status.st_ino).\(changed.tv_sec).\(changed.tv_nsec)"
  }

  /// The name of the terminal that the output goes to, for example `/dev/pts/3`.
  var terminalPath: String? {
    deviceStatus.flatMap { ttyname($0.descriptor) }.map { String(cString: $0) }
  }

  /// The terminal of the output. Where that is `/dev/tty`, which stands for another terminal in every window, it is the
  /// one that the input or the errors lead to.
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
