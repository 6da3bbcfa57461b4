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

  /// Accepts a client, with the part of its address that one machine or household has for itself: all of an address in
  /// version 4, and the network of one in version 6.
  ///
  /// - Returns: a descriptor of -1, with `errno`, if there is none.
  static func accept(_ listener: Int32) -> (descriptor: Int32, peer: [UInt8]) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let descriptor = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.accept(listener, $0, &length) }
    }
    let number = errno
    defer { errno = number }
    return withUnsafeBytes(of: storage) { raw in
      guard storage.ss_family == sa_family_t(AF_INET6) else { return (descriptor, Array(raw[4..<8])) }
      let address = Array(raw[8..<24])
      let isMapped = address.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
      return (descriptor, isMapped ? Array(address[12...]) : Array(address[..<8]))
    }
  }

  /// Whether bytes have arrived that nobody has read.
  static func hasInput(_ descriptor: Int32) -> Bool {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 && count > 0
  }

  /// The size in bytes of a buffer for sending that holds a patch, and how many bytes may wait in it when one is added.
  private static let (patchBuffer, mostWaiting) = (Int32(1 << 18), Int32(1 << 16))

  static func makeRoomForPatches(_ descriptor: Int32) { set(SOL_SOCKET, SO_SNDBUF, patchBuffer, descriptor) }

  /// Whether the peer has received most of what was sent to it.
  static func hasRoomForPatch(_ descriptor: Int32) -> Bool {
    var count: Int32 = 0
    #if canImport(Darwin)
      var length = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 && count <= mostWaiting
    #else
      return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 && count <= mostWaiting
    #endif
  }

  static func set(_ level: Int32, _ option: Int32, _ value: Int32, _ descriptor: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
