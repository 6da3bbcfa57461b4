import CMeasure
import Foundation

/// `ringtop serve` on its own port, and one connection to it.
final class Server {
  private let conversation: Conversation
  private let port: UInt16
  private let token: String
  private var connection: Int32 = -1

  init(_ materials: Materials, store: String, token: String) throws {
    self.token = token
    let program = try materials.program(
      "serve", "--port", "0", "--store", store, environment: ["RINGTOP_TOKEN": token, "TMPDIR": materials.folder])
    conversation = try Conversation(program)
    let text = try conversation.hear().split(separator: ":").last?.prefix { $0.isNumber } ?? ""
    guard let port = UInt16(text) else { throw BenchmarkError("the server did not report its port") }
    self.port = port
    connection = try connect()
  }

  var processID: pid_t { conversation.program.processID }

  /// The processor time that it has used, in steps of a hundredth of a second.
  var cpuSeconds: Double {
    let text = (try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)) ?? ""
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The same as reported by the scheduler, exactly; nil if the system does not provide it.
  var exactSeconds: Double? { conversation.program.cpuSeconds }

  /// Its address for readers.
  var address: String { "http://127.0.0.1:\(port)" }

  /// Its peak memory.
  var peakBytes: Double {
    let status = (try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    return 1_024
      * (line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Double($0) } ?? 0)
  }

  func end() {
    close(connection)
    conversation.program.send(signal: SIGTERM)
  }

  func connect() throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw BenchmarkError("the server does not respond") }
    return descriptor
  }

  func head(_ method: String, _ path: String, _ length: Int) -> Data {
    Data("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\napi-key: \(token)\r\nContent-Length: \(length)\r\n\r\n".utf8)
  }

  func send(_ data: Data, to descriptor: Int32) {
    data.withUnsafeBytes { raw in
      var sent = 0
      while sent < raw.count {
        let count = Foundation.send(
          descriptor, raw.baseAddress.map { $0 + sent }, raw.count - sent, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return }
        sent += count
      }
    }
  }

  /// Posts a body and returns the response. The server ends a connection after many requests, and says so.
  func post(_ path: String, _ body: Data) throws -> String {
    send(head("POST", path, body.count) + body, to: connection)
    var text = ""
    // The JSON of a response ends with a newline.
    while !text.hasSuffix("}\n") {
      var buffer = [UInt8](repeating: 0, count: 8_192)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { throw BenchmarkError("the server has closed the connection after \(text)") }
      text += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    if text.contains("\r\nConnection: close\r\n") {
      close(connection)
      connection = try connect()
    }
    return text
  }
}
