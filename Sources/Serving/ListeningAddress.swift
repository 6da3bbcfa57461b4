import Foundation
import HealthModel
import Processes

/// The address on which the server listens: a numeric address and a port, 0 for any free one; or a Unix socket that the
/// service manager has opened.
package struct ListeningAddress: Sendable {
  var host: String
  var port: UInt16
  /// The path of a Unix socket, in place of the host and the port; an abstract one begins with `@`.
  private(set) var socketPath: String?
  /// Whether it uses TLS.
  var isEncrypted = false

  /// Whether only this machine can reach it.
  package var isLoopback: Bool { socketPath != nil || Self.isLoopback(host) }

  static func isLoopback(_ host: String) -> Bool {
    host.hasPrefix("127.") || host == "::1" || host == "localhost"
  }

  package init(
    host: String, port: UInt16, isEncrypted: Bool = false
  ) {
    self.host = host
    self.port = port
    self.isEncrypted = isEncrypted
  }

  /// As part of a URL. Of a Unix socket it is what proxies are configured with, which no browser opens.
  package var url: String { url(of: "") }

  /// The URL of a path of the server.
  package func url(of path: String) -> String {
    let scheme = isEncrypted ? "https://" : "http://"
    if let socketPath { return scheme + "unix:" + socketPath + (path.isEmpty ? "" : ":" + path) }
    return scheme + (host.contains(":") ? "[\(host)]" : host) + ":\(port)" + path
  }

  /// The socket that the service manager has opened for this process, by systemd's protocol for socket activation.
  ///
  /// - Parameters:
  ///   - variables: the environment.
  ///   - first: the first descriptor that is passed.
  /// - Returns: nil if none was passed to this process.
  /// - Throws: `Failure` unless it is one socket that listens for connections.
  package static func activated(_ variables: [String: String], first: Int32 = 3) throws -> Int32? {
    guard variables["LISTEN_PID"] == String(getpid()), let count = variables["LISTEN_FDS"] else { return nil }
    var isListening: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard count == "1", getsockopt(first, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening != 0
    else {
      throw Failure(.usage, "The service manager must pass exactly one socket, which listens for connections.")
    }
    _ = fcntl(first, F_SETFD, FD_CLOEXEC)
    return first
  }

  /// Opens the socket.
  ///
  /// - Parameter activated: a socket that listens already, which is used instead.
  /// - Returns: the non-blocking descriptor, and the actual address.
  /// - Throws: `Failure` if the address is invalid or not available.
  func listen(_ activated: Int32? = nil) throws -> (Int32, ListeningAddress) {
    let descriptor = try activated ?? open()
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return (descriptor, try actual(descriptor, isActivated: activated != nil))
  }

  private func open() throws -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV | AI_NUMERICHOST
    #if canImport(Darwin)
      hints.ai_socktype = SOCK_STREAM
    #else
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host == "localhost" ? "127.0.0.1" : host, String(port), &hints, &found) == 0, let info = found
    else {
      throw Failure(.usage, "\"\(host)\" is not an address of this machine. Try --bind 127.0.0.1, or 0.0.0.0 for all.")
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(info.pointee.ai_family, info.pointee.ai_socktype, info.pointee.ai_protocol)
    guard descriptor >= 0 else { throw Self.failure(self, errno) }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0, Foundation.listen(descriptor, 128) == 0
    else {
      let number = errno
      close(descriptor)
      throw Self.failure(self, number)
    }
    return descriptor
  }

  private static func failure(_ address: ListeningAddress, _ number: Int32) -> Failure {
    switch number {
    case EADDRINUSE:
      Failure(.failed, "Port \(address.port) is in use. Choose another with --port.")
    case EACCES, EPERM:
      Failure(.failed, "Port \(address.port) is reserved for the administrator. Choose one above 1023 with --port.")
    case EADDRNOTAVAIL:
      Failure(
        .usage, "\"\(address.host)\" is not an address of this machine. Try --bind 127.0.0.1, or 0.0.0.0 for all.")
    default:
      Failure(.failed, "Listening on \(address.url) failed: \(SystemError.text(number)).")
    }
  }

  /// The address to which a socket is bound.
  private func actual(_ descriptor: Int32, isActivated: Bool) throws -> ListeningAddress {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
    let isNumeric = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length) == 0 && $0.pointee.sa_family != sa_family_t(AF_UNIX)
          && getnameinfo(
            $0, length, &host, socklen_t(host.count), &port, socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV)
            == 0
      }
    }
    func text(_ buffer: [CChar]) -> String {
      String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    var address = self
    if isNumeric, let number = UInt16(text(port)) {
      address.port = number
      if isActivated { address.host = text(host) }
    } else if storage.ss_family == sa_family_t(AF_UNIX) {
      address.socketPath = Self.path(storage, Int(length))
    } else {
      throw Failure(.usage, "The service manager must pass a socket of the internet or a Unix socket.")
    }
    return address
  }

  private static func path(_ storage: sockaddr_storage, _ length: Int) -> String {
    withUnsafeBytes(of: storage) { raw in
      let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
      let bytes = raw[min(start, length)..<min(length, raw.count)]
      // The name of an abstract one follows a zero, and has no other end than the length.
      if bytes.first == 0, bytes.count > 1 { return "@" + String(decoding: bytes.dropFirst(), as: UTF8.self) }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
