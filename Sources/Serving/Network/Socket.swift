import Foundation

/// Options shared by the sockets of servers and clients.
enum Socket {
  #if canImport(Darwin)
    // Here it is an option of the socket, which `configure` sets.
    static let withoutSignal: Int32 = 0
    static let stream = SOCK_STREAM
  #else
    static let withoutSignal = Int32(MSG_NOSIGNAL)
    static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  /// Keeps a new socket from child processes, and a write to a peer that has gone from ending the process.
  static func configure(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      set(SOL_SOCKET, SO_NOSIGPIPE, 1, descriptor)
    #endif
  }

  /// Enables keepalive, so that the system detects within about a minute and a half that the peer of an idle
  /// connection is gone, without waking up a process.
  static func enableKeepAlive(of descriptor: Int32) {
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
