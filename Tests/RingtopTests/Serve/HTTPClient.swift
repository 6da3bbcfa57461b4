import Foundation

@testable import Serving

/// A client that sends exactly the given bytes.
struct HTTPClient {
  struct Answer {
    var status: Int
    var headers: [String: String]
    var body: String

    /// A value of the body's JSON object.
    func number(_ key: String) -> Int? { (object?[key] as? NSNumber)?.intValue }
    func text(_ key: String) -> String? { object?[key] as? String }
    private var object: [String: Any]? {
      (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any]
    }
  }

  let port: UInt16
  let token: String

  /// A new connection, which the caller closes.
  func connect() throws -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    Socket.configure(descriptor)
    var time = timeval(tv_sec: 120, tv_usec: 0)
    // Sending waits too, once a long body has filled the buffers of a server that reads no more.
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw Overdue(description: "cannot connect: \(errno)")
    }
    return descriptor
  }

  /// - Returns: false if the other end accepts no more.
  @discardableResult
  static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { raw in
      var sent = 0
      while sent < raw.count {
        let count = Foundation.send(
          descriptor, raw.baseAddress.map { $0 + sent }, raw.count - sent, Socket.withoutSignal)
        if count <= 0 { return false }
        sent += count
      }
      return true
    }
  }

  /// Reads one response; nil if the connection ends without one.
  static func receive(from descriptor: Int32) -> Answer? {
    var bytes: [UInt8] = []
    func more() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      bytes += buffer.prefix(count)
      return true
    }
    func headEnd() -> Int? {
      guard bytes.count >= 4 else { return nil }
      return (0...bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == [13, 10, 13, 10] }
    }
    var end = headEnd()
    while end == nil {
      guard more() else { return nil }
      end = headEnd()
    }
    guard let end else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    if status == 100 {
      bytes.removeSubrange(..<(end + 4))
      return receive(from: descriptor)
    }
    let length = Int(headers["content-length"] ?? "") ?? 0
    while bytes.count < end + 4 + length {
      guard more() else { return nil }
    }
    return Answer(
      status: status, headers: headers, body: String(decoding: bytes[(end + 4)..<(end + 4 + length)], as: UTF8.self))
  }

  /// Sends bytes on a new connection, and reads the response.
  func raw(_ bytes: [UInt8]) throws -> Answer? {
    let descriptor = try connect()
    defer { close(descriptor) }
    Self.send(bytes, to: descriptor)
    return Self.receive(from: descriptor)
  }

  func raw(_ text: String) throws -> Answer? { try raw(Array(text.utf8)) }

  func head(_ method: String, _ path: String, length: Int? = nil, headers: [String: String] = [:]) -> String {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"]
    if headers["Authorization"] == nil, headers["api-key"] == nil { lines.append("Authorization: Bearer \(token)") }
    lines += headers.map { "\($0): \($1)" }
    if let length { lines.append("Content-Length: \(length)") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  func get(_ path: String, headers: [String: String] = [:]) throws -> Answer {
    guard let answer = try raw(head("GET", path, headers: headers)) else {
      throw Overdue(description: "no answer to GET \(path)")
    }
    return answer
  }

  func post(_ path: String, _ body: String, headers: [String: String] = [:]) throws -> Answer {
    let bytes = Array(body.utf8)
    guard let answer = try raw(Array(head("POST", path, length: bytes.count, headers: headers).utf8) + bytes) else {
      throw Overdue(description: "no answer to POST \(path)")
    }
    return answer
  }
}

extension Sandbox {
  static let token = "a-token-for-tests-0123456789"

  /// Runs a server concurrently with the body, and then terminates it.
  ///
  /// - Parameters:
  ///   - descriptors: the maximum number of open files.
  ///   - hasToken: whether the token is in the environment.
  func serving(
    _ arguments: String..., descriptors: Int = 1_024, hasToken: Bool = true,
    body: (HTTPClient, RunningProgram) async throws -> Void
  ) async throws {
    environment["RINGTOP_TOKEN"] = hasToken ? Self.token : nil
    let code = try await Program.runBeside(
      [
        "bash", "-c", "ulimit -n \(descriptors) && exec \"$@\" 2> \"$0\"", file("serve-errors.txt"), Program.ringtop,
        "serve", "--port", "0",
      ] + arguments, environment: environment, outputPath: file("serve.txt")
    ) { program in
      var port: UInt16?
      try await eventually("the server to listen", state: { program.output }) {
        port = program.output.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) }
        if port == nil {
          port = program.output.split(separator: " ").first { $0.hasPrefix("http://") }.flatMap { url in
            UInt16(url.split(separator: ":").last.map { $0.prefix { $0.isNumber } } ?? "")
          }
        }
        return port != nil || program.hasEnded
      }
      guard let port else { throw Overdue(description: "the server has ended: \(program.output)") }
      try await body(HTTPClient(port: port, token: Self.token), program)
      program.send(SIGTERM)
      try await eventually("the server to end") { program.hasEnded }
    }
    guard code == 0 else { throw Overdue(description: "the server ended with \(code)") }
  }
}
