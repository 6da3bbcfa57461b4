import Curses
import Dispatch
import Foundation
import HealthModel
import Processes
import Synchronization

/// One request to a server, and its response as it arrives.
///
/// Uses HTTP/1.0: the body then has a length or ends with the connection, also with proxies in between.
final class HTTPExchange {
  private let address: RemoteAddress
  private let channel: any ByteChannel
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var start = 0
  private var end = 0

  /// The head of a response.
  struct Head {
    var status: Int
    /// By names in lower case.
    var headers: [String: String]
  }

  private static let longestHead = 16 << 10

  /// Connects to the server.
  ///
  /// - Throws: `RemoteProblem`.
  init(_ address: RemoteAddress, until deadline: ContinuousClock.Instant) throws {
    self.address = address
    let targets = try Self.resolve(address, until: deadline)
    let connected: Int32
    do {
      connected = try Self.connect(targets, until: deadline)
    } catch {
      throw Self.unreachable(address, error.reason)
    }
    Socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1, connected)
    Socket.enableKeepAlive(of: connected)
    channel =
      address.isEncrypted
      ? try Self.encrypt(connected, address, until: deadline) : PlainChannel(connected)
  }

  /// Verifies the server's identity and sets up encryption.
  private static func encrypt(
    _ descriptor: Int32, _ address: RemoteAddress, until deadline: ContinuousClock.Instant
  ) throws -> any ByteChannel {
    let context: TLSContext
    do {
      context = try TLSContext.client()
    } catch {
      close(descriptor)
      throw RemoteProblem(.local, Failure(error).sentence)
    }
    guard let channel = TLSChannel(descriptor, context, server: address.host) else {
      throw RemoteProblem(.local, "TLS cannot be set up for \(address).")
    }
    while channel.open() != 1 {
      guard errno == EAGAIN || errno == EWOULDBLOCK else {
        throw RemoteProblem(
          errno == EPROTO ? .unexpected : .unreachable,
          errno == EPROTO
            ? "\(address) is not trusted: \(channel.reason())." : "\(address) cannot be reached: \(text(errno)).")
      }
      guard wait(for: channel.events, on: descriptor, until: deadline) else {
        throw unreachable(address, "it did not respond in time")
      }
    }
    return channel
  }

  private static func unreachable(_ address: RemoteAddress, _ reason: String) -> RemoteProblem {
    RemoteProblem(.unreachable, "\(address) cannot be reached: \(reason).")
  }

  // MARK: - Connecting

  struct ConnectionProblem: Error {
    var reason: String
  }

  /// One of the addresses of a host name.
  struct Target: Sendable {
    var family: Int32
    var bytes: [UInt8]
  }

  /// The time that an address has before the next one is tried as well (RFC 8305).
  private static let head = Duration.milliseconds(250)

  /// Resolves the name on another thread: the system's resolver has its own timeouts.
  private static func resolve(_ address: RemoteAddress, until deadline: ContinuousClock.Instant) throws -> [Target] {
    let found = Found()
    let semaphore = DispatchSemaphore(value: 0)
    let (host, port) = (address.host, String(address.port))
    let resolve: @Sendable () -> Void = {
      var hints = addrinfo()
      hints.ai_flags = AI_NUMERICSERV
      hints.ai_socktype = Socket.stream
      var list: UnsafeMutablePointer<addrinfo>?
      let code = getaddrinfo(host, port, &hints, &list)
      var targets: [Target] = []
      var next = code == 0 ? list : nil
      while let info = next {
        if let pointer = info.pointee.ai_addr {
          let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(info.pointee.ai_addrlen))
          targets.append(Target(family: info.pointee.ai_family, bytes: Array(bytes)))
        }
        next = info.pointee.ai_next
      }
      if code == 0 { freeaddrinfo(list) }
      found.set(targets, code == 0 ? nil : String(cString: gai_strerror(code)).lowercased())
      semaphore.signal()
    }
    guard (try? WorkerThread.start(resolve)) != nil else { throw unreachable(address, "no thread can be started") }
    guard semaphore.wait(timeout: .now() + max(0, (deadline - .now) / .seconds(1))) == .success else {
      throw unreachable(address, "its name was not resolved in time")
    }
    let (targets, reason) = found.get()
    if let reason { throw unreachable(address, reason) }
    return targets
  }

  private final class Found: Sendable {
    private let state = Mutex<([Target], String?)>(([], nil))

    func set(_ targets: [Target], _ reason: String?) { state.withLock { $0 = (targets, reason) } }
    func get() -> ([Target], String?) { state.withLock { $0 } }
  }

  /// Connects to the address that responds first. The next one is tried as soon as one fails or is silent for a moment,
  /// so that an address that never responds delays nothing.
  static func connect(
    _ targets: [Target], until deadline: ContinuousClock.Instant
  ) throws(ConnectionProblem) -> Int32 {
    var rest = alternating(targets)[...]
    var pending: [Int32] = []
    defer { for descriptor in pending { close(descriptor) } }
    var last = "the host is unknown"
    while true {
      if let target = rest.popFirst() {
        let (descriptor, number) = begin(target)
        switch number {
        case 0: return descriptor
        case EINPROGRESS: pending.append(descriptor)
        default:
          last = text(number)
          if descriptor >= 0 { close(descriptor) }
          continue
        }
      }
      guard !pending.isEmpty else { throw ConnectionProblem(reason: last) }
      let end = rest.isEmpty ? deadline : min(deadline, .now + head)
      let ready = wait(for: Int16(POLLOUT), on: pending, until: end)
      if ready.isEmpty, .now >= deadline { throw ConnectionProblem(reason: "nothing responded in time") }
      for descriptor in ready {
        pending.removeAll { $0 == descriptor }
        var number: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length)
        if number == 0 { return descriptor }
        last = text(number)
        close(descriptor)
      }
    }
  }

  /// IPv6 and IPv4 in turn, beginning with the first, otherwise in order.
  private static func alternating(_ targets: [Target]) -> [Target] {
    let first = targets.filter { $0.family == targets[0].family }
    let second = targets.filter { $0.family != targets[0].family }
    return (0..<max(first.count, second.count)).flatMap { index in
      [first, second].compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }

  /// - Returns: a descriptor, or -1, and the error number; `EINPROGRESS` while it is not connected yet.
  private static func begin(_ target: Target) -> (Int32, Int32) {
    let descriptor = socket(target.family, Socket.stream, 0)
    guard descriptor >= 0 else { return (-1, errno) }
    Socket.configure(descriptor)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let code = target.bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return Int32(-1) }
      return Foundation.connect(descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
    }
    return (descriptor, code == 0 ? 0 : errno)
  }

  private static func text(_ number: Int32) -> String {
    SystemError.text(number)
  }

  /// Waits for a descriptor; false after the timeout.
  private static func wait(for events: Int16, on descriptor: Int32, until deadline: ContinuousClock.Instant?) -> Bool {
    !wait(for: events, on: [descriptor], until: deadline).isEmpty
  }

  /// Waits for any of some descriptors.
  ///
  /// - Returns: those that are ready; none after the timeout.
  private static func wait(
    for events: Int16, on descriptors: [Int32], until deadline: ContinuousClock.Instant?
  ) -> [Int32] {
    while true {
      var polled = descriptors.map { pollfd(fd: $0, events: events, revents: 0) }
      let code = poll(&polled, nfds_t(polled.count), deadline?.millisecondsLeft ?? -1)
      if code > 0 { return polled.filter { $0.revents != 0 }.map(\.fd) }
      if code == 0 || errno != EINTR { return [] }
    }
  }

  // MARK: - Request and response

  /// Sends a request and reads the head of its response.
  ///
  /// - Throws: `RemoteProblem`.
  func ask(
    _ method: String, _ path: String, headers: [(String, String)], body: [UInt8] = [],
    until deadline: ContinuousClock.Instant
  ) throws -> Head {
    var lines = ["\(method) \(address.path)\(path) HTTP/1.0", "Host: \(address.authority)", "Connection: close"]
    lines += headers.map { "\($0): \($1)" }
    if !body.isEmpty || method == "POST" { lines.append("Content-Length: \(body.count)") }
    try send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body, until: deadline)
    return try readHead(until: deadline)
  }

  private func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { channel.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        guard Self.wait(for: Int16(POLLOUT), on: channel.descriptor, until: deadline) else { throw late }
      } else if errno != EINTR {
        // A server that rejects a body may have sent the reason before it closed the connection.
        return
      }
    }
  }

  private var late: RemoteProblem { Self.unreachable(address, "it did not respond in time") }

  private var unexpected: RemoteProblem {
    RemoteProblem(.unexpected, "The server at \(address) is not ringtop serve.")
  }

  private func readHead(until deadline: ContinuousClock.Instant) throws -> Head {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      if start == end {
        guard try fill(until: deadline) else {
          guard head.isEmpty else { throw unexpected }
          throw Self.unreachable(address, "it closed the connection")
        }
      }
      guard head.count < Self.longestHead else { throw unexpected }
      head.append(buffer[start])
      start += 1
    }
    let lines = String(decoding: head.dropLast(4), as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3, let status = Int(words[1]) else {
      throw unexpected
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    return Head(status: status, headers: headers)
  }

  /// Reads the next part of the body.
  ///
  /// - Parameter deadline: nil if it may be silent for the lifetime of the connection.
  /// - Returns: nil at its end.
  /// - Throws: `RemoteProblem`.
  func read(until deadline: ContinuousClock.Instant?) throws -> ArraySlice<UInt8>? {
    if start == end, try !fill(until: deadline) { return nil }
    defer { start = end }
    return buffer[start..<end]
  }

  private func fill(until deadline: ContinuousClock.Instant?) throws -> Bool {
    (start, end) = (0, 0)
    while true {
      let count = buffer.withUnsafeMutableBytes { channel.receive($0) }
      if count > 0 {
        end = count
        return true
      }
      if count == 0 { return false }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK:
        guard Self.wait(for: channel.events, on: channel.descriptor, until: deadline) else { throw late }
      default: throw Self.unreachable(address, Self.text(errno))
      }
    }
  }
}

extension ByteChannel {
  /// The event to wait for before reading.
  fileprivate var events: Int16 { Int16(POLLIN) | (hasUnsent ? Int16(POLLOUT) : 0) }
}
