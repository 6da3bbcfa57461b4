import Configuration
import Foundation
import HealthDatabase
import HealthModel
import Processes

@testable import Serving

/// A server in this process, with an empty store, on a free port of the loopback interface.
final class LocalServer: Sendable {
  static let token = "a-token-for-tests-0123456789"

  let port: UInt16
  let tokens: TokenList
  /// A token for assistants.
  let assistants: String
  /// The folder of temporary files.
  let temporary: String
  /// The path of the store.
  let store: String
  private let folder: String
  private let stop: Int32
  private let hasEnded = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - assistants: whether bodies of at most 100 bytes are sent back at `/mcp`.
  ///   - adjust: changes the limits.
  init(assistants: Bool = false, _ adjust: (inout HTTPLimits) -> Void = { _ in }) throws {
    let folder = NSTemporaryDirectory() + "serving-" + UUID().uuidString
    self.folder = folder
    temporary = folder + "/temporary"
    store = folder + "/health.sqlite"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    var limits = HTTPLimits()
    adjust(&limits)
    let environment = Environment.withoutSettings([
      "HOME": folder, "RINGTOP_TOKEN": Self.token,
    ])
    tokens = TokenList(environment)
    self.assistants = try tokens.add("assistant", .assistants)
    let endpoint =
      assistants
      ? AssistantEndpoint(longestBody: 100) { _, _, body in (200, [], body) } : nil
    let router = Router(
      store: StoreConnection(path: store), token: try AccessToken(environment),
      environment: environment, assistants: endpoint, limits: limits, folder: TemporaryFolder(in: temporary))
    let server = try HTTPServer(
      address: ListeningAddress(host: "127.0.0.1", port: 0), limits: limits, router: router, identity: nil)
    port = server.address.port
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(.failed, "There is no pipe.") }
    stop = ends[1]
    let (stopped, hasEnded) = (ends[0], hasEnded)
    try WorkerThread.start {
      server.run(until: stopped)
      close(stopped)
      hasEnded.signal()
    }
  }

  deinit {
    close(stop)
    hasEnded.wait()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A new connection, which the caller closes; reading from it ends after ten seconds.
  ///
  /// - Parameter source: the address of the client.
  func connect(from source: String = "127.0.0.1") throws -> Int32 {
    let descriptor = socket(AF_INET, Socket.stream, 0)
    Socket.configure(descriptor)
    var time = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    func call(_ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ host: String, _ port: UInt16) -> Bool
    {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = inet_addr(host)
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
    guard call({ bind($0, $1, $2) }, source, 0), call({ Foundation.connect($0, $1, $2) }, "127.0.0.1", port) else {
      defer { close(descriptor) }
      throw Failure(.failed, "There is no connection: \(errno).")
    }
    return descriptor
  }

  static func send(_ bytes: [UInt8], to descriptor: Int32) {
    _ = bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Socket.withoutSignal) }
  }

  /// One response; nil if the connection ends before it is complete.
  static func receive(from descriptor: Int32) -> (status: Int, head: String)? {
    var bytes: [UInt8] = []
    func take() -> Bool {
      var byte: UInt8 = 0
      guard recv(descriptor, &byte, 1, 0) == 1 else { return false }
      bytes.append(byte)
      return true
    }
    while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) { guard take() else { return nil } }
    let head = String(decoding: bytes, as: UTF8.self)
    let length = head.components(separatedBy: "Content-Length: ").dropFirst().first.flatMap {
      Int($0.prefix { $0.isNumber })
    }
    for _ in 0..<(length ?? 0) { guard take() else { return nil } }
    return (Int(head.split(separator: " ")[1]) ?? 0, head)
  }

  /// The responses to bytes on a new connection, which is closed for writing after them.
  func responses(to bytes: [UInt8]) throws -> [(status: Int, head: String)] {
    let descriptor = try connect()
    defer { close(descriptor) }
    Self.send(bytes, to: descriptor)
    shutdown(descriptor, Int32(SHUT_WR))
    var responses: [(status: Int, head: String)] = []
    while let response = Self.receive(from: descriptor) { responses.append(response) }
    return responses
  }

  /// One request with a token; nil for none.
  func ask(
    _ method: String, _ path: String, token: String? = LocalServer.token, body: String = ""
  ) throws -> (status: Int, body: String) {
    let descriptor = try connect()
    defer { close(descriptor) }
    let key = token.map { "api-key: \($0)\r\n" } ?? ""
    Self.send(
      Array("\(method) \(path) HTTP/1.0\r\nHost: a\r\n\(key)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8),
      to: descriptor)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count > 0 else { break }
      bytes += piece.prefix(count)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    return (Int(text.dropFirst(9).prefix(3)) ?? 0, parts.count > 1 ? String(parts[1]) : "")
  }

  func statuses(_ request: String) throws -> [Int] { try responses(to: Array(request.utf8)).map(\.status) }
}
