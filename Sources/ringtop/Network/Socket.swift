import Foundation

/// What sockets of servers and of clients have in common.
enum Socket {
  #if canImport(Darwin)
    static let withoutSignal: Int32 = 0
    static let stream = SOCK_STREAM
  #else
    static let withoutSignal = Int32(MSG_NOSIGNAL)
    static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  /// Lets the system find out within about a minute and a half that the other end of a silent connection is gone. That
  /// wakes no process.
  static func noticeLoss(of descriptor: Int32) {
    set(SOL_SOCKET, SO_KEEPALIVE, 1, descriptor)
    #if canImport(Darwin)
      set(Int32(IPPROTO_TCP), TCP_KEEPALIVE, 45, descriptor)
    #else
      set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 45, descriptor)
    #endif
    set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 15, descriptor)
    set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3, descriptor)
  }

  static func set(_ level: Int32, _ option: Int32, _ value: Int32, _ descriptor: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
