import Foundation

/// Requests and their bodies are the same however the bytes arrive, and a body has the announced length.
@Sendable func fuzzHTTP(_ bytes: UnsafeRawBufferPointer) {
  let (choice, rest) = bytes.choice
  let whole = requests(rest, piece: .max)
  let cut = requests(rest, piece: Int(choice % 64) + 1)
  check(whole == cut, "requests depend on how the bytes come: \(whole) and \(cut)")
}

/// The requests that a server parses from the bytes of a connection.
private func requests(_ bytes: UnsafeRawBufferPointer, piece: Int) -> [String] {
  let connection = HTTPConnection(channel: BytesChannel(Array(bytes), piece: piece), limits: HTTPLimits())
  var understood: [String] = []
  do {
    while let request = try connection.readRequest() {
      check(request.path.hasPrefix("/") && !request.method.isEmpty, "a request without a path")
      let headers = request.headers.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let query = request.query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      understood.append("\(request.method) \(request.path) \(query) \(headers) \(request.keepsAlive)")
      check(request.hasBody == connection.hasUnreadBody, "a body that is taken for a request")
      var body: [UInt8] = []
      if request.hasBody { try connection.readBody(of: request) { body += $0 } }
      check(request.contentLength == nil || request.contentLength == body.count, "a body of another length")
      understood.append("\(body)")
      guard request.keepsAlive else { break }
    }
  } catch let fault as HTTPFault {
    check((400..<600).contains(fault.status), "a fault that is none")
    understood.append("\(fault.status) \(fault.code) \(fault.sentence)")
  } catch {
    fail("\(error)")
  }
  return understood
}

/// A client that sends bytes in pieces of one size, and ignores replies.
private final class BytesChannel: ByteChannel, @unchecked Sendable {
  // Unchecked: libFuzzer uses one thread.
  private let bytes: [UInt8]
  private let piece: Int
  private var sent = 0

  init(_ bytes: [UInt8], piece: Int) {
    self.bytes = bytes
    self.piece = piece
  }

  var descriptor: Int32 { -1 }

  func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(piece, bytes.count - sent, buffer.count)
    bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[sent..<sent + count])) }
    sent += count
    return count
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Int { bytes.count }
  func open() -> Int { 1 }
  var hasUnsent: Bool { false }
  func finish() {}
}
