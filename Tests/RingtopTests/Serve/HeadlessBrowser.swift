import Foundation

/// A headless Chromium, controlled by its remote debugging protocol.
final class HeadlessBrowser {
  /// The program; nil if it is not installed.
  static let program: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in ["chromium", "chromium-browser", "chromium-headless-shell", "google-chrome"] {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }()

  private let descriptor: Int32
  private var received: [UInt8] = []
  private var lastCommand = 0

  /// Opens a page during the body.
  static func with(
    _ sandbox: Sandbox, page url: String, body: (HeadlessBrowser) async throws -> Void
  ) async throws {
    guard let program else { throw Overdue(description: "there is no browser") }
    let profile = sandbox.file("browser")
    let command = [
      program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--user-data-dir=\(profile)", "--remote-debugging-port=0", "about:blank",
    ]
    try await Program.runBeside(command, environment: sandbox.environment, outputPath: sandbox.file("browser.txt")) {
      process in
      var port: UInt16?
      try await eventually("the browser to listen") {
        let text = try? String(contentsOfFile: profile + "/DevToolsActivePort", encoding: .utf8)
        port = text?.split(separator: "\n").first.flatMap { UInt16($0) }
        return port != nil
      }
      let client = HTTPClient(port: port ?? 0, token: "")
      let answer = try client.raw(client.head("PUT", "/json/new?about:blank"))
      guard let address = answer?.text("webSocketDebuggerUrl"), let path = URL(string: address)?.path else {
        throw Overdue(description: "the browser opens no page: \(String(describing: answer))")
      }
      let browser = try HeadlessBrowser(client, path)
      _ = try browser.command("Page.navigate", ["url": url])
      try await body(browser)
      _ = try? browser.command("Browser.close", [:])
      try await eventually("the browser to end") { process.hasEnded }
    }
  }

  private init(_ client: HTTPClient, _ path: String) throws {
    descriptor = try client.connect()
    let head = client.head(
      "GET", path,
      headers: [
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString(),
      ])
    HTTPClient.send(Array(head.utf8), to: descriptor)
    var line: [UInt8] = []
    while !line.suffix(4).elementsEqual([13, 10, 13, 10]) { line += try take(1) }
    guard String(decoding: line, as: UTF8.self).contains(" 101 ") else {
      throw Overdue(description: String(decoding: line, as: UTF8.self))
    }
  }

  deinit {
    close(descriptor)
  }

  /// The value of an expression in the page, as text.
  func evaluate(_ expression: String) throws -> String {
    let answer = try command(
      "Runtime.evaluate", ["expression": "String(\(expression))", "returnByValue": true, "awaitPromise": true])
    return (answer["result"] as? [String: Any])?["value"] as? String ?? "\(answer)"
  }

  private func command(_ method: String, _ parameters: [String: Any]) throws -> [String: Any] {
    lastCommand += 1
    send(try JSONSerialization.data(withJSONObject: ["id": lastCommand, "method": method, "params": parameters]))
    while true {
      let object = try JSONSerialization.jsonObject(with: try message()) as? [String: Any] ?? [:]
      // Others are events.
      if object["id"] as? Int == lastCommand { return object["result"] as? [String: Any] ?? object }
    }
  }

  // MARK: - WebSocket

  private func send(_ text: Data) {
    var frame: [UInt8] = [0x81]
    if text.count < 126 {
      frame.append(0x80 | UInt8(text.count))
    } else {
      frame += [0xFE, UInt8(text.count >> 8 & 0xFF), UInt8(text.count & 0xFF)]
    }
    // A mask of zeros leaves the text unchanged.
    HTTPClient.send(frame + [0, 0, 0, 0] + Array(text), to: descriptor)
  }

  private func message() throws -> Data {
    var text = Data()
    while true {
      let head = try take(2)
      var count = Int(head[1] & 0x7F)
      if count == 126 { count = try take(2).reduce(0) { $0 << 8 | Int($1) } }
      if count == 127 { count = try take(8).reduce(0) { $0 << 8 | Int($1) } }
      let payload = try take(count)
      guard head[0] & 0x0F <= 2 else { continue }
      text += payload
      if head[0] & 0x80 != 0 { return text }
    }
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while received.count < count {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let read = recv(descriptor, &buffer, buffer.count, 0)
      guard read > 0 else { throw Overdue(description: "the browser has closed the connection") }
      received += buffer.prefix(read)
    }
    defer { received.removeFirst(count) }
    return Array(received.prefix(count))
  }
}
