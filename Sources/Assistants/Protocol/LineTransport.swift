import Foundation
import HealthImport
import HealthModel
import Processes

/// Runs a server on two descriptors, with one message per line.
///
/// One thread reads, another answers one request after the other. The reader answers a ping at once and notes
/// cancellations; when too many requests wait, it stops reading, and with it the client.
package struct LineTransport: Sendable {
  /// The maximum length of a line in bytes.
  static let longestLine = 1 << 20
  private static let mostWaiting = 32

  let server: AssistantServer
  let input: Int32
  /// Sends a line; false if nobody reads it any more.
  let send: @Sendable (String) -> Bool

  package init(server: AssistantServer, input: Int32, send: @escaping @Sendable (String) -> Bool) {
    (self.server, self.input, self.send) = (server, input, send)
  }

  /// Serves until the input ends or the output is closed. What was received before is still answered.
  ///
  /// - Throws: `WorkerThread.Unavailable`.
  package func run() throws {
    let channel = BoundedChannel<RPCMessage>(capacity: Self.mostWaiting)
    let output = Lock(true)
    let write: @Sendable (JSONValue) -> Bool = { value in
      let line = value.serialized + "\n"
      return output.withLock { isOpen in
        isOpen = isOpen && send(line)
        return isOpen
      }
    }
    let isDone = DispatchSemaphore(value: 0)
    try WorkerThread.start { [server] in
      // A client keeps its server running all day and asks now and then.
      let next = {
        ResidentMemory.release()
        return channel.receive()
      }
      while let message = next() {
        if let answer = server.answer(message), !write(answer) { break }
      }
      channel.abandon()
      isDone.signal()
    }
    read { message in
      if case .request(let request) = message, request.method == "ping" {
        return server.answer(message).map(write) ?? true
      }
      // Here and not in its turn, so that a request can be cancelled while it waits or runs.
      server.received(message)
      if case .notification = message { return true }
      return channel.send(message)
    }
    channel.end()
    isDone.wait()
  }

  /// Passes on each message until the end, or until the body returns false.
  private func read(_ body: (RPCMessage) -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      let count = Foundation.read(input, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      var rest = buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        if !isTooLong { line += rest[..<end] }
        rest = rest[(end + 1)...]
        let message = Self.message(line, isTooLong: isTooLong || line.count > Self.longestLine)
        line.removeAll(keepingCapacity: line.capacity <= 1 << 16)
        isTooLong = false
        if let message, !body(message) { return }
      }
      if !isTooLong { line += rest }
      if line.count > Self.longestLine {
        isTooLong = true
        line = []
      }
    }
    // The last line may lack its end; half a message is refused as JSON.
    if let message = Self.message(line, isTooLong: isTooLong) { _ = body(message) }
  }

  /// nil for an empty line.
  private static func message(_ line: [UInt8], isTooLong: Bool) -> RPCMessage? {
    if isTooLong {
      return .invalid(nil, RPCError(.invalidRequest, "A message has at most \(longestLine) bytes."))
    }
    guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\t") })
    else { return nil }
    return RPCMessage(line)
  }
}
