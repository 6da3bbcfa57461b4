import Foundation

/// A connection's bytes, with the interface of `recv` and `send`.
///
/// Used by one thread at a time.
protocol ByteChannel: AnyObject, Sendable {
  var descriptor: Int32 { get }

  /// - Returns: the number of bytes; 0 at the end, -1 with `errno` if there are none.
  func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Int

  /// - Returns: the number of bytes accepted; -1 with `errno` if there were none.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int

  /// Performs the handshake that must precede any data.
  ///
  /// - Returns: 1 when it is complete; -1 with `errno` otherwise, `EAGAIN` if it continues when there is more to
  ///   read.
  func open() -> Int

  /// Whether accepted bytes have not been sent yet.
  var hasUnsent: Bool { get }

  /// Tells the peer that nothing more will be sent.
  func finish()
}

/// Unencrypted bytes.
final class PlainChannel: ByteChannel {
  let descriptor: Int32

  /// - Parameter descriptor: closed with the channel.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  func open() -> Int { 1 }

  func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    recv(descriptor, buffer.baseAddress, buffer.count, 0)
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    Foundation.send(descriptor, bytes.baseAddress, bytes.count, Socket.withoutSignal)
  }

  var hasUnsent: Bool { false }

  func finish() {
    shutdown(descriptor, Int32(SHUT_WR))
  }
}
