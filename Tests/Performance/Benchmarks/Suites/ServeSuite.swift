import CMeasure
import Foundation
import HealthDatabase
import HealthModel
import OpenHealthKit

/// Data that arrives without user input: over HTTP, and from a program that writes without pause.
struct ServeSuite {
  let materials: Materials
  let rounds: Int
  let idleSeconds: Int

  private static let token = "a-token-for-benchmarks"
  private static let bodySamples = 100_000
  private static let smallPosts = 2_000
  /// Transactions per second.
  private static let rate = 200.0

  func run(_ report: inout Report) throws {
    try commits(&report)
    try largeBody(&report)
    try smallPosts(&report)
    try idle(&report)
  }

  // MARK: - A busy writer

  /// Each transaction adds one kilocalorie, so that the displayed number shows which of them it includes.
  private func commits(_ report: inout Report) throws {
    let count = Int(Self.rate) * 10
    note("serve: \(count) transactions, \(Int(Self.rate)) a second")
    let path = materials.path("busy.sqlite")
    try materials.removeStore(path)
    let store = HKHealthStore(configuration: .init(path: path, authorization: .allowAll))
    try store.connection.writing(homeZone: "GMT")
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let start = calendar.startOfDay(for: Date()).addingTimeInterval(60)
    let line = try materials.program("status", "--follow", "--template", "{move.value}", "--store", path)
    let follower = try Conversation(line)
    defer { follower.program.send(signal: SIGTERM) }
    _ = try follower.hear()
    let saved = SaveTimes()
    let writer = Thread {
      let type = HKQuantityType(.activeEnergyBurned)
      let began = measure_now()
      for index in 0..<count {
        let due = began + Double(index) / Self.rate
        while measure_now() < due { usleep(200) }
        let sample = HKQuantitySample(
          type: type, quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 1),
          start: start.addingTimeInterval(Double(index * 10)), end: start.addingTimeInterval(Double(index * 10 + 9)))
        let answer = Answer<Bool>()
        // Before, not after: the text may arrive before this thread runs again.
        saved.append(measure_now())
        store.save(sample) { isSaved, error in answer.arrive(isSaved ? true : nil, error) }
        _ = try? answer.wait()
      }
    }
    writer.start()
    var shown: [(value: Int, time: Double)] = []
    while (shown.last?.value ?? 0) < count {
      if let value = Int(try follower.hear()) { shown.append((value, measure_now())) }
    }
    let times = saved.all
    var delays: [Double] = []
    var next = 0
    for (value, time) in shown {
      // A line contains only committed transactions; those missing from the previous line determine the delay.
      while next < value, next < times.count {
        delays.append(max(0, time - times[next]))
        next += 1
      }
    }
    delays.sort()
    let last = delays[delays.count * 99 / 100]
    let rate = Double(times.count) / ((times.last ?? 0) - (times.first ?? 0))
    report.limit(
      "status --follow, from a call of save elsewhere to the text, \(Int(rate.rounded())) transactions a second",
      "median \(Figure.time(median(delays))), 99 % \(Figure.time(last))", goal: "median 15 ms, 99 % 50 ms",
      isMet: median(delays) <= 0.015 && last <= 0.05)
  }

  // MARK: - Bodies

  private func largeBody(_ report: inout Report) throws {
    note("serve: \(rounds) bodies of \(Self.bodySamples) samples")
    let (json, xml) = (materials.path("body.json"), materials.path("body.xml"))
    try Self.writeBodies(json: json, xml: xml)
    let (served, imported) = (materials.path("served.sqlite"), materials.path("imported.sqlite"))
    let body = try Data(contentsOf: URL(filePath: json))
    var seconds: [Double] = []
    var cpu: [Double] = []
    var files: [Run] = []
    var peak = 0.0
    for _ in 0..<rounds {
      for path in [served, imported] { try materials.removeStore(path) }
      let server = try Server(materials, store: served, token: Self.token)
      let (began, before) = (measure_now(), server.cpuSeconds)
      let answer = try server.post("/v1/samples", body)
      seconds.append(measure_now() - began)
      cpu.append(server.cpuSeconds - before)
      guard answer.contains("\"stored\":\(Self.bodySamples)") else { throw BenchmarkError("the body was not stored") }
      peak = max(peak, server.peakBytes)
      server.end()
      files.append(try materials.program("import", xml, "--store", imported, "--quiet").run())
    }
    let file = Cost(of: files)
    report.compare(
      "serve, \(Self.bodySamples) samples in one body",
      "\(Figure.time(median(seconds))) (CPU \(Figure.time(median(cpu))))",
      to: "ringtop import of their xml: \(file.text)", ratio: median(seconds) / file.seconds,
      cpuRatio: median(cpu) / file.cpuSeconds, atMost: 2)
    report.limit("serve, peak memory of it", Figure.bytes(peak), goal: "< 60 MB", isMet: peak < 60e6)
  }

  /// The same samples in our JSON and as an export.
  private static func writeBodies(json: String, xml: String) throws {
    var body = "["
    var export = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_DE">
      <ExportDate value="2026-11-14 12:30:00 +0000"/>

      """
    let style = Date.ISO8601FormatStyle().year().month().day().dateTimeSeparator(.space)
      .time(includingFractionalSeconds: false)
    for index in 0..<bodySamples {
      let start = 1_793_000_000 + index * 5
      let value = 60 + index % 40
      body +=
        (index == 0 ? "" : ",")
        + #"{"type":"heartRate","value":\#(value),"unit":"count/min","start":\#(start),"source":"Watch"}"#
      let date = Date(timeIntervalSince1970: Double(start)).formatted(style) + " +0000"
      export +=
        "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch\" unit=\"count/min\" startDate=\"\(date)\" "
        + "endDate=\"\(date)\" value=\"\(value)\"/>\n"
    }
    try (body + "]").write(toFile: json, atomically: true, encoding: .utf8)
    try (export + "</HealthData>\n").write(toFile: xml, atomically: true, encoding: .utf8)
  }

  /// One sample per post on one connection, compared with SQLite's own shell committing one row at a time.
  private func smallPosts(_ report: inout Report) throws {
    note("serve: \(Self.smallPosts) small posts")
    let (served, plain) = (materials.path("served.sqlite"), materials.path("plain.sqlite"))
    for path in [served, plain] { try materials.removeStore(path) }
    let server = try Server(materials, store: served, token: Self.token)
    let bodies = (0..<Self.smallPosts).map {
      Data(
        #"{"type":"heartRate","value":\#(60 + $0 % 40),"unit":"count/min","start":\#(1_794_000_000 + $0 * 5),"source":"Watch"}"#
          .utf8)
    }
    _ = try server.post("/v1/samples", bodies[0])
    let began = measure_now()
    for body in bodies.dropFirst() { _ = try server.post("/v1/samples", body) }
    let seconds = measure_now() - began
    server.end()
    let script = materials.path("rows.sql")
    let rows = (1..<Self.smallPosts).map {
      "INSERT INTO sample VALUES (1, \(1_794_000_000 + $0 * 5), \(60 + $0 % 40));"
    }
    try
      ("PRAGMA journal_mode = wal;\nPRAGMA synchronous = normal;\nCREATE TABLE sample (type, start, value);\n"
      + rows.joined(separator: "\n")).write(toFile: script, atomically: true, encoding: .utf8)
    let run = try Program("sqlite3", [plain, ".read \(script)"]).run()
    report.tell(
      "serve, small posts a second", Figure.digits(Double(Self.smallPosts - 1) / seconds),
      baseline: "sqlite3, a transaction each: \(Figure.digits(Double(Self.smallPosts - 1) / run.seconds))",
      ratio: run.seconds / seconds)
  }

  // MARK: - Idle

  private func idle(_ report: inout Report) throws {
    guard idleSeconds > 0 else { return }
    note("serve: \(idleSeconds) idle seconds")
    let path = materials.path("served.sqlite")
    let server = try Server(materials, store: path, token: Self.token)
    defer { server.end() }
    let listener = try server.connect()
    defer { close(listener) }
    server.send(server.head("GET", "/v1/events", 0), to: listener)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    _ = recv(listener, &buffer, buffer.count, 0)
    let watch = try materials.program("watch", "--store", path).start()
    defer {
      watch.send(signal: SIGTERM)
      _ = watch.wait()
    }
    sleep(10)
    var counts: [String] = []
    var most = 0
    let before = [server.processID, watch.processID].compactMap { Wakeups.counts(of: $0) }
    sleep(UInt32(idleSeconds))
    let after = [server.processID, watch.processID].compactMap { Wakeups.counts(of: $0) }
    for (before, after) in zip(before, after) {
      let count = Wakeups.between(before, after)
      counts.append("\(count)")
      most = max(most, count)
    }
    report.limit(
      "serve with somebody who listens, and watch: wake-ups in \(idleSeconds) idle seconds",
      counts.joined(separator: " and "), goal: "0", isMet: most == 0 && counts.count == 2)
  }
}

/// Instants that one thread records and another reads.
private final class SaveTimes: @unchecked Sendable {
  // Unchecked because of the lock.
  private let lock = NSLock()
  private var times: [Double] = []

  var all: [Double] { lock.withLock { times } }

  func append(_ time: Double) { lock.withLock { times.append(time) } }
}

/// `ringtop serve` on its own port, and one connection to it.
private final class Server {
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

  /// Posts a body and returns the response.
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
    return text
  }
}
