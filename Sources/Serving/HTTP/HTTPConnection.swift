import Foundation

/// A body in a file, which is open for the lifetime of this object. The fuzzer compiles connections without the files of a
/// server.
protocol HTTPFile: AnyObject, Sendable {
  /// Its length in bytes.
  var size: Int { get }

  /// Reads the body at an offset.
  ///
  /// - Returns: the number of bytes; 0 or negative if it cannot be read.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
}

/// A client's connection, used by one thread. Every operation has a timeout, and everything that is kept from a
/// client has a size limit.
final class HTTPConnection {
  /// Owns the connection.
  let channel: any ByteChannel
  private let limits: HTTPLimits
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var start = 0
  private var end = 0
  /// Whether there is an unread body, which must not be parsed as a request.
  private(set) var hasUnreadBody = false
  /// Called when the client has shown a valid token, with its name; returns whether it may have another connection.
  var onAuthorization: (String?) -> Bool = { _ in true }
  /// When reading of the body began, and how many bytes have been read since.
  private var bodyBegan = ContinuousClock.now
  private var bodyBytes = 0

  init(channel: any ByteChannel, limits: HTTPLimits) {
    self.channel = channel
    self.limits = limits
    setTimeout(limits.timeout)
    Socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1, channel.descriptor)
  }

  /// Performs the handshake before the first request; false if it fails.
  func open() -> Bool {
    channel.open() == 1
  }

  private func setTimeout(_ seconds: Double) {
    var time = timeval()
    time.tv_sec = numericCast(Int(seconds))
    time.tv_usec = numericCast(Int((seconds - seconds.rounded(.down)) * 1e6))
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(channel.descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  // MARK: - Reading

  private static let slow = HTTPFault(408, "timeout", "The request was not received in time.", closes: true)

  /// Reads more bytes into the buffer; false at the end.
  private func fill() throws -> Bool {
    if start == end { (start, end) = (0, 0) }
    if end == buffer.count {
      buffer.removeSubrange(0..<start)
      end -= start
      start = 0
      buffer.append(contentsOf: repeatElement(0, count: (1 << 16) - buffer.count))
      guard end < buffer.count else { throw Self.slow }
    }
    while true {
      let count = buffer.withUnsafeMutableBytes { channel.receive(UnsafeMutableRawBufferPointer(rebasing: $0[end...])) }
      if count > 0 {
        end += count
        return true
      }
      if count == 0 { return false }
      if errno == EINTR { continue }
      if errno == EAGAIN || errno == EWOULDBLOCK { throw Self.slow }
      return false
    }
  }

  /// Reads the head of the next request; nil if the client has closed the connection.
  ///
  /// - Throws: `HTTPFault` for a head that is too long, too slow or malformed.
  func readRequest() throws -> HTTPRequest? {
    var deadline: ContinuousClock.Instant?
    // How much of it contains no end; more bytes may move it within the buffer.
    var searched = 0
    while true {
      // Empty lines before a request are ignored.
      while let length = emptyLine {
        start += length
        searched = 0
      }
      if let headEnd = headEnd(from: start + max(0, searched - 3)) {
        guard headEnd.upperBound - start <= limits.longestHead else { throw HTTPFault.headTooLarge }
        let head = Array(buffer[start..<headEnd.upperBound])
        start = headEnd.upperBound
        let request = try HTTPRequest(head: head)
        hasUnreadBody = request.hasBody
        return request
      }
      guard end - start <= limits.longestHead else {
        throw HTTPFault.headTooLarge
      }
      if let deadline, .now > deadline { throw Self.slow }
      let before = end - start
      searched = before
      do {
        guard try fill() else {
          guard before == 0 else { throw HTTPFault.malformed("The request ends inside its head.") }
          return nil
        }
      } catch let fault as HTTPFault where fault.status == 408 && before == 0 {
        // No request is waiting for a response.
        return nil
      }
      // From the first byte on, even if it belongs to an empty line.
      deadline = deadline ?? .now + .seconds(limits.timeout)
    }
  }

  /// The length of the empty line at the start of the buffer; nil if there is none.
  private var emptyLine: Int? {
    if start < end, buffer[start] == 0x0A { return 1 }
    return start + 1 < end && buffer[start] == 0x0D && buffer[start + 1] == 0x0A ? 2 : nil
  }

  private func headEnd(from: Int) -> Range<Int>? {
    var index = from
    while index < end {
      guard buffer[index] == 0x0A else {
        index += 1
        continue
      }
      if index + 1 < end, buffer[index + 1] == 0x0A { return index..<index + 2 }
      if index + 2 < end, buffer[index + 1] == 0x0D, buffer[index + 2] == 0x0A { return index..<index + 3 }
      index += 1
    }
    return nil
  }

  /// Reads the body of a request, chunk by chunk.
  ///
  /// - Throws: `HTTPFault` for one that is too large, too slow, truncated or malformed; the error of the closure.
  func readBody(of request: HTTPRequest, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    bodyBegan = .now
    bodyBytes = 0
    func take(_ wanted: Int) throws -> Int {
      if start == end { try fillBody() }
      let count = min(wanted, end - start)
      bodyBytes += count
      guard bodyBytes <= limits.largestBody else { throw limits.tooLarge }
      try buffer.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
      start += count
      return count
    }
    if let length = request.contentLength {
      var rest = length
      while rest > 0 { rest -= try take(rest) }
      hasUnreadBody = false
      return
    }
    while true {
      let size = try chunkSize()
      guard size > 0 else { break }
      guard size <= limits.largestBody else { throw limits.tooLarge }
      var rest = size
      while rest > 0 { rest -= try take(rest) }
      guard try line().isEmpty else { throw HTTPFault.malformed("A chunk is longer than declared.") }
    }
    // Trailers are ignored.
    var trailers = 0
    while try !line().isEmpty {
      trailers += 1
      guard trailers < 64 else { throw HTTPFault.malformed("There are too many trailers.") }
    }
    hasUnreadBody = false
  }

  /// Reads more of a body, of its chunk headers or of its trailers. A client may be slow, but there is a limit.
  private func fillBody() throws {
    guard try fill() else {
      throw HTTPFault(400, "truncated", "The request ends inside its body.", closes: true)
    }
    let allowed = limits.timeout + Double(bodyBytes) / limits.slowestRate
    guard ContinuousClock.now - bodyBegan <= .seconds(allowed) else { throw Self.slow }
  }

  private func chunkSize() throws -> Int {
    let digits = try line().prefix { $0 != UInt8(ascii: ";") }
    // A sign is not a digit, although `Int` accepts one.
    guard (1...8).contains(digits.count), digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw HTTPFault.malformed("The size of a chunk is malformed.") }
    return size
  }

  private func line() throws -> [UInt8] {
    var line: [UInt8] = []
    while true {
      if start == end { try fillBody() }
      let byte = buffer[start]
      start += 1
      if byte == 0x0A, line.last == 0x0D { return line.dropLast() }
      guard line.last != 0x0D, byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0D else {
        throw HTTPFault.malformed("A line between chunks contains a control character, or does not end in CRLF.")
      }
      line.append(byte)
      guard line.count < 1_024 else { throw HTTPFault.malformed("A line between chunks is too long.") }
    }
  }

  // MARK: - Writing

  /// Sends all of the bytes.
  ///
  /// - Returns: false if the client does not accept more.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    // A client may be slow, but not for ever.
    let deadline = ContinuousClock.now + .seconds(limits.timeout + Double(bytes.count) / limits.slowestRate)
    return bytes.withUnsafeBytes { raw in
      var sent = 0
      while sent < raw.count {
        let count = channel.send(UnsafeRawBufferPointer(rebasing: raw[sent...]))
        if count > 0 {
          sent += count
        } else if errno != EINTR {
          return false
        }
        guard sent == raw.count || .now < deadline else { return false }
      }
      return !channel.hasUnsent
    }
  }

  /// Sends all of a file.
  ///
  /// - Returns: false if the client does not accept more, or accepts it too slowly.
  func send(_ file: any HTTPFile) -> Bool {
    let began = ContinuousClock.now
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var sent = 0
    while sent < file.size {
      let count = piece.withUnsafeMutableBytes { file.read(into: $0, at: sent) }
      guard count > 0, send(count == piece.count ? piece : Array(piece.prefix(count))) else { return false }
      sent += count
      let allowed = limits.timeout + Double(sent) / limits.slowestRate
      guard ContinuousClock.now - began <= .seconds(allowed) else { return false }
    }
    return true
  }

  /// Closes the connection such that the response arrives: remaining input is read for a moment and discarded,
  /// because the system would otherwise discard the response.
  func finish() {
    channel.finish()
    setTimeout(0.5)
    let deadline = ContinuousClock.now + .seconds(2)
    while ContinuousClock.now < deadline {
      let count = buffer.withUnsafeMutableBytes { recv(channel.descriptor, $0.baseAddress, $0.count, 0) }
      if count <= 0 { return }
    }
  }
}

/// The limits for a client.
package struct HTTPLimits: Sendable {
  /// The idle timeout, and the timeout for a request head, in seconds.
  package var timeout = 15.0
  /// Sizes in bytes.
  var largestBody = 256 << 20
  var longestHead = 16 << 10
  /// The minimum average rate of a body in bytes per second.
  var slowestRate = 4_096.0
  /// The maximum number of connections, of concurrent large bodies, and of concurrent downloads of the store.
  var mostConnections = 64
  var mostLargeBodies = 4
  var mostTransfers = 8
  /// The maximum number of questions of assistants that are answered at once.
  var mostQuestions = 4
  /// The maximum number of connections per address that have shown no token, and of listeners to events.
  var mostStrangers = 8
  var mostListeners = 64
  /// Commits that follow one within this time are announced together: what it costs to look at one, and every reader, is
  /// spent four times a second at most.
  var commitInterval = Duration.milliseconds(250)
  /// The maximum number of connections, and of listeners, that show the same named token.
  var mostOfToken = 16

  package init() {}

  var tooLarge: HTTPFault {
    HTTPFault(
      413, "tooLarge", "The body is larger than \(largestBody >> 20) MB.", closes: true)
  }

  static let overload = HTTPFault(
    503, "overload", "There are too many requests. Try again in a moment.", headers: [("Retry-After", "2")],
    closes: true)
}
