import Foundation

/// A connection's bytes, as `recv` and `send` take and give them.
///
/// Used by one thread at a time.
protocol ByteChannel: AnyObject, Sendable {
  var descriptor: Int32 { get }

  /// - Returns: how many bytes there were; 0 at the end, -1 with `errno` where there are none.
  func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Int

  /// - Returns: how many bytes were taken; -1 with `errno` where none were.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int

  /// Makes what must be made before bytes can pass.
  ///
  /// - Returns: 1 once it is done; -1 with `errno` where it is not, `EAGAIN` where it goes on when there is more to read.
  func open() -> Int

  /// Whether bytes that were taken have not left.
  var hasUnsent: Bool { get }

  /// Tells the other end that nothing more is sent.
  func finish()
}

/// Bytes as they are.
final class PlainChannel: ByteChannel {
  let descriptor: Int32

  /// - Parameter descriptor: is closed with the channel.
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
