import Foundation

/// Encrypted bytes.
///
/// OpenSSL works in memory and this class reads and writes the socket, because OpenSSL's own writes could raise
/// SIGPIPE.
final class TLSChannel: ByteChannel, @unchecked Sendable {
  // Unchecked because a session has state: the thread that created a connection hands it over to the one that sends
  // events.

  let descriptor: Int32
  /// The maximum duration of one call in seconds while the socket waits for the peer: bytes that trickle in complete
  /// no record.
  private let timeout: Double?
  private let library: OpenSSL
  private let session: OpenSSL.Pointer
  /// The received data and the data to be sent, both encrypted. Owned by the session.
  private let arrived: OpenSSL.Pointer
  private let outgoing: OpenSSL.Pointer
  /// Encrypted bytes that the socket has not accepted.
  private var unsent: [UInt8] = []
  private var hasFailed = false

  /// - Parameters:
  ///   - descriptor: closed with the channel.
  ///   - server: the expected host name of the peer; nil if this is the server.
  ///   - timeout: the maximum duration of one call in seconds; nil for a non-blocking socket.
  /// - Returns: nil, with the descriptor closed, if memory is exhausted, or the certificate's host could not be
  ///   checked.
  init?(_ descriptor: Int32, _ context: TLSContext, server: String?, timeout: Double? = nil) {
    let library = context.library
    guard let session = library.newSession(context.pointer) else {
      close(descriptor)
      return nil
    }
    guard let arrived = library.newStream(library.memory()), let outgoing = library.newStream(library.memory()) else {
      library.freeSession(session)
      close(descriptor)
      return nil
    }
    library.setStreams(session, arrived, outgoing)
    if let server, !Self.expect(server, session, library) {
      library.freeSession(session)
      close(descriptor)
      return nil
    }
    self.timeout = timeout
    (self.descriptor, self.library, self.session, self.arrived, self.outgoing) = (
      descriptor, library, session, arrived, outgoing
    )
    if server == nil { library.beginAccepting(session) } else { library.beginConnecting(session) }
  }

  /// Lets the session accept only a certificate for a host.
  ///
  /// - Returns: false if any host would be accepted.
  private static func expect(_ server: String, _ session: OpenSSL.Pointer, _ library: OpenSSL) -> Bool {
    defer { library.clearErrors() }
    if library.expectAddress(library.parameters(session), server) == 1 { return true }
    // To OpenSSL, no name is any name, and one that begins with a dot is any below it.
    guard !server.isEmpty, !server.hasPrefix("."), library.expectHost(session, server) == 1 else { return false }
    return server.withCString {
      library.controlSession(session, OpenSSL.Constant.controlServerName, 0, UnsafeMutableRawPointer(mutating: $0))
    } == 1
  }

  deinit {
    library.freeSession(session)
    close(descriptor)
  }

  func open() -> Int {
    let code = drive { library.handshake(session) }
    guard code == 0 else { return code }
    // The peer has closed the connection.
    errno = ECONNRESET
    return -1
  }

  /// Why the handshake has failed, in a few words.
  func reason() -> String {
    let result = library.verification(session)
    if result != OpenSSL.Constant.verified, let text = library.verificationText(result) {
      library.clearErrors()
      return String(cString: text)
    }
    return library.reason()
  }

  func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    drive { library.read(session, buffer.baseAddress, Int32(clamping: buffer.count)) }
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard flush() else { return -1 }
    // To memory, where there is always enough room.
    let count = min(bytes.count, 1 << 20)
    guard count > 0 else { return 0 }
    let code = drive { library.write(session, bytes.baseAddress, Int32(count)) }
    // Bytes that the socket does not accept now are sent before anything else.
    return code > 0 ? code : -1
  }

  var hasUnsent: Bool { !unsent.isEmpty || library.pending(outgoing) > 0 }

  func finish() {
    if !hasFailed { _ = library.shutdown(session) }
    library.clearErrors()
    _ = flush()
    Foundation.shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Repeats a protocol step until it needs nothing more from the socket.
  private func drive(_ step: () -> Int32) -> Int {
    let deadline = timeout.map { ContinuousClock.now + .seconds($0) }
    while true {
      guard !hasFailed else {
        errno = EPROTO
        return -1
      }
      library.clearErrors()
      let code = step()
      let fault = code > 0 ? 0 : library.error(session, code)
      let isFlushed = flush()
      if code > 0 { return Int(code) }
      switch fault {
      case OpenSSL.Constant.errorWantRead:
        guard isFlushed else { return -1 }
        if let deadline, .now > deadline {
          errno = EAGAIN
          return -1
        }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count }
        _ = bytes.withUnsafeBytes { library.writeStream(arrived, $0.baseAddress, Int32(count)) }
      case OpenSSL.Constant.errorZeroReturn: return 0
      default:
        hasFailed = true
      }
    }
  }

  /// Sends the pending bytes; false, with `errno`, if the socket does not accept all of them.
  private func flush() -> Bool {
    while hasUnsent {
      if unsent.isEmpty {
        unsent = [UInt8](repeating: 0, count: min(library.pending(outgoing), 1 << 16))
        let count = unsent.withUnsafeMutableBytes { library.readStream(outgoing, $0.baseAddress, Int32($0.count)) }
        unsent.removeLast(unsent.count - max(0, Int(count)))
      }
      let count = unsent.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Socket.withoutSignal) }
      if count > 0 {
        unsent.removeFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
